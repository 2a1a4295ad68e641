// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/lowering/lower.h"
#include "core/onnxir/model.h"
#include "core/session/pipeline.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::session {

struct Document;

/// How a model is opened: the pipeline's settings, the same for window and command.
struct OpenOptions {
    std::int64_t opset = 18;
    lowering::FunctionLevel functions = lowering::FunctionLevel::Both;
    lowering::Mutations mutations = lowering::Mutations::Outputs;
    std::shared_ptr<const Pipeline> pipeline;         ///< Null: the default one.
    std::filesystem::path preset;                     ///< The file that `pipeline` was read from, if any.
    std::set<std::string, std::less<>> skippedPasses; ///< Pass ids, left out of the pipeline.
    std::optional<PipelineEnd> until;                 ///< Nothing after it runs in its graph's pipeline.
    bool lower = true;                                ///< False: FX passes only.
    bool check = true;                                ///< onnx's checker and shape inference.
    std::filesystem::path beside;                     ///< A .onnx that somebody else exported, to be shown instead of our own lowering.
    std::shared_ptr<const Document> previous;         ///< Of the same file: it is not read again, and passes that ran alike on it are not run again.
    std::stop_token stop;
    std::function<void(std::string_view)> progress;   ///< Called with the stage that begins.
};

struct Stage {
    std::string name; ///< "read", "read onnx" (of a pair), "passes", "lower", "onnx passes", "check".
    std::chrono::nanoseconds elapsed{};
};

/// All that one opened file produced: immutable, shared with the views.
struct Document {
    std::filesystem::path path;
    OpenOptions options;
    fx::Trace fx;
    onnxir::Trace onnx;                      ///< records[0] is the lowering. Empty when nothing was lowered.
    std::vector<Diagnostic> readDiagnostics;
    std::vector<Diagnostic> checkDiagnostics;
    std::vector<Stage> stages;
    bool exportable = false;                 ///< No error anywhere: the model may be written.

    /// All diagnostics in pipeline order.
    [[nodiscard]] std::vector<Diagnostic> diagnostics() const;
    /// Whether the model is not ours but one that was opened beside the program.
    [[nodiscard]] bool isPaired() const { return !options.beside.empty(); }
    /// False for an .onnx that was opened by itself: the FX trace is empty then.
    [[nodiscard]] bool hasProgram() const { return fx.initial.graphs.contains(kMainGraph); }
    [[nodiscard]] bool hasModel() const { return onnx.initial.graphs.contains(kMainGraph) || !onnx.records.empty(); }
    [[nodiscard]] const fx::ExportedProgram& program() const { return fx.final(); }
    [[nodiscard]] const onnxir::Model& model() const { return onnx.final(); }
};

/// Opens a .pt2, or the text of a graph (what that lacks is unknown): open → passes → lower → passes → check. An .onnx is read, edited by hand where the pipeline says so, and checked; that of options.beside is read and
/// checked. Fails only when the file cannot be read or the run is cancelled; other findings are in the document.
Result<std::shared_ptr<const Document>> openDocument(const std::filesystem::path& path, const OpenOptions& options);

/// Whether the file is opened as ONNX: by its name (.onnx, and onnx's own .onnxtxt and .onnxtext), or as text that begins as onnx's does.
bool isOnnxFile(const std::filesystem::path& path);

/// The default opset range: 18 to onnx's newest.
std::int64_t newestOpset();

/// onnx's operator schemas, for inspectors and passes.
const ir::OnnxSchemas& onnxSchemas();

} // namespace sidelight::session
