// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/document.h"

#include "core/io/onnx_check.h"
#include "core/io/onnx_reader.h"
#include "core/io/onnx_schemas.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/link.h"
#include "core/session/read_program.h"
#include "core/session/run_pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <future>
#include <optional>
#include <utility>

namespace sidelight::session {
namespace {

using Clock = std::chrono::steady_clock;

/// Announces and times the stages of one opening.
class StageClock {
public:
    StageClock(Document& document, const OpenOptions& options) : document_(document), options_(options) {}

    template <class Work>
    auto run(std::string name, Work&& work)
    {
        if (options_.progress)
            options_.progress(name);
        const auto start = Clock::now();
        auto result = work();
        document_.stages.push_back({std::move(name), Clock::now() - start});
        return result;
    }

private:
    Document& document_;
    const OpenOptions& options_;
};

Diagnostic cancelled(const std::filesystem::path& path)
{
    return support::diagnose(rules::kCancelled, concat("opening ", path.string(), " was cancelled"));
}

bool hasError(const std::vector<Diagnostic>& diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.level == Level::Error; });
}

/// Whether both traces ran the same steps, with the same outcomes.
bool sameRecords(const fx::Trace& left, const fx::Trace& right)
{
    return std::equal(left.records.begin(), left.records.end(), right.records.begin(), right.records.end(),
        [](const auto& a, const auto& b) { return a.pass == b.pass && a.options == b.options && a.outcome == b.outcome; });
}

/// Whether the previous document has the lowering that this one needs: all its FX records are the same, and so are the settings.
bool isLoweredAlike(const Document& document, const OpenOptions& options)
{
    if (!options.previous || options.previous->isPaired() || options.previous->onnx.records.empty() || failed(options.previous->onnx))
        return false;
    const OpenOptions& before = options.previous->options;
    return before.opset == options.opset && before.mutations == options.mutations && !before.until && !options.until &&
           sameRecords(options.previous->fx, document.fx);
}

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Names the format of a file that Sidelight does not read, by its name; nothing for others.
std::optional<Diagnostic> foreignFormat(const std::filesystem::path& path)
{
    constexpr std::pair<std::string_view, std::string_view> kFormats[] = {{".tflite", "TensorFlow Lite"},
        {".pb", "TensorFlow"}, {".h5", "Keras (HDF5)"}, {".hdf5", "Keras (HDF5)"}, {".keras", "Keras"},
        {".safetensors", "safetensors, which holds weights without a graph"},
        {".pth", "a pickled PyTorch model or state dict"}, {".pt", "TorchScript or a pickled PyTorch model"},
        {".ckpt", "a checkpoint"}, {".mlmodel", "Core ML"}, {".mlpackage", "Core ML"}, {".pte", "ExecuTorch"},
        {".gguf", "GGUF"}, {".engine", "TensorRT"}};
    const std::string ending = lowerCase(path.extension().string());
    for (const auto& [known, name] : kFormats)
        if (ending == known)
            return support::diagnose(rules::kUnknownFormat,
                concat(path.string(), " is ", name, " by its name; sidelight opens .pt2 (torch.export.save) and .onnx"));
    return std::nullopt;
}

/// Reads and checks a model that is there already; links it to the program when there is one.
Status readModel(Document& document, const std::filesystem::path& path, StageClock& stages)
{
    DiagnosticLog log;
    auto model = stages.run(document.isPaired() ? "read onnx" : "read", [&] { return io::readOnnx(path, log); });
    if (!model)
        return model.error();
    for (Diagnostic& diagnostic : log.take())
        document.readDiagnostics.push_back(std::move(diagnostic));
    if (document.hasProgram())
        linkToProgram(*model, document.fx);
    document.onnx.initial = std::move(*model);
    if (document.options.check)
        document.checkDiagnostics = stages.run("check", [&] { return io::checkModel(document.model()); });
    return {};
}

/// What a pipeline does with a model that was opened by itself: the edits by hand.
std::vector<onnxir::PassStep> editsOf(const Pipeline& pipeline)
{
    std::vector<onnxir::PassStep> steps;
    for (const onnxir::PassStep& step : pipeline.onnx)
        if (step.enabled && step.pass == &onnxir::passes::kManualOnnxEdits)
            steps.push_back(step);
    return steps;
}

/// Makes them, and checks the model anew.
void editModel(Document& document, const Pipeline& pipeline, const OpenOptions& options, StageClock& stages)
{
    const auto steps = editsOf(pipeline);
    if (steps.empty() && document.onnx.records.empty())
        return;
    ir::Services services;
    services.schemas = &onnxSchemas();
    document.onnx = stages.run("onnx passes", [&] { return resumeOnnxPasses(document.onnx, steps, options.until, services, options.stop); });
    if (options.check && !failed(document.onnx))
        document.checkDiagnostics = stages.run("check", [&] { return io::checkModel(document.model()); });
    document.exportable = !steps.empty() && !failed(document.onnx) && !hasError(document.diagnostics());
}

Result<std::shared_ptr<const Document>> openOnnx(std::shared_ptr<Document> document, const OpenOptions& options)
{
    StageClock stages(*document, options);
    const auto pipeline = pipelineOf(options);
    if (!pipeline)
        return pipeline.error();
    if (options.previous) {
        document->readDiagnostics = options.previous->readDiagnostics;
        document->onnx = options.previous->onnx;
    } else if (const Status status = readModel(*document, document->path, stages); !status) {
        return status.error();
    }
    editModel(*document, *pipeline, options, stages);
    if (options.stop.stop_requested())
        return cancelled(document->path);
    return std::shared_ptr<const Document>(std::move(document));
}

/// onnx's own text begins with its header.
bool beginsAsOnnxText(const std::filesystem::path& path)
{
    std::ifstream file(path);
    char first = 0;
    return file >> first && first == '<';
}

} // namespace

bool isOnnxFile(const std::filesystem::path& path)
{
    const std::string ending = lowerCase(path.extension().string());
    return ending == ".onnx" || ending == ".onnxtxt" || ending == ".onnxtext" || (isGraphTextFile(path) && beginsAsOnnxText(path));
}

std::vector<Diagnostic> Document::diagnostics() const
{
    std::vector<Diagnostic> all = readDiagnostics;
    for (const auto& record : fx.records)
        all.insert(all.end(), record.diagnostics.begin(), record.diagnostics.end());
    for (const auto& record : onnx.records)
        all.insert(all.end(), record.diagnostics.begin(), record.diagnostics.end());
    all.insert(all.end(), checkDiagnostics.begin(), checkDiagnostics.end());
    return all;
}

Result<std::shared_ptr<const Document>> openDocument(const std::filesystem::path& path, const OpenOptions& options)
{
    auto document = std::make_shared<Document>();
    document->path = path;
    document->options = options;
    document->options.previous.reset(); // Or each would keep all before it.
    for (const std::filesystem::path& file : {path, options.beside})
        if (auto foreign = foreignFormat(file))
            return *foreign;
    if (isOnnxFile(path) || (options.previous && !options.previous->hasProgram()))
        return openOnnx(std::move(document), options);
    StageClock stages(*document, options);
    ir::Services services;
    services.schemas = &onnxSchemas();
    // onnx builds its schemas at first use, which takes longer than reading and lowering most models: beside them, then.
    std::future<void> schemasBuilt;
    if (options.lower && options.beside.empty())
        schemasBuilt = std::async(std::launch::async, io::buildSchemas);

    runtime::EvaluatorOptions evaluatorOptions;
    evaluatorOptions.stop = options.stop;
    runtime::EvaluatorClient evaluator(evaluatorOptions); // Starts when an operator must be decomposed, and only then.
    const std::vector<std::string> lowered = loweredAt(options.opset);
    services.evaluator = &evaluator;
    services.lowered = &lowered;

    const auto pipeline = pipelineOf(options);
    if (!pipeline)
        return pipeline.error();
    if (options.previous) {
        document->readDiagnostics = options.previous->readDiagnostics;
        document->fx = stages.run("passes", [&] { return resumeFxPasses(options.previous->fx, pipeline->fx, options.until, services, options.stop); });
    } else {
        auto read = stages.run("read", [&] { return readProgram(path); });
        if (!read)
            return read.error();
        document->readDiagnostics = std::move(read->diagnostics);
        document->fx = stages.run("passes", [&] { return runFxPasses(std::move(read->program), pipeline->fx, options.until, services, options.stop); });
    }
    if (options.stop.stop_requested())
        return cancelled(path);

    if (document->isPaired()) {
        if (const Status status = readModel(*document, options.beside, stages); !status)
            return status.error();
        editModel(*document, *pipeline, options, stages);
    } else if (options.lower && !failed(document->fx)) {
        lowering::LowerOptions lower;
        lower.opset = options.opset;
        lower.mutations = options.mutations;
        lower.schemas = services.schemas;
        if (isLoweredAlike(*document, options)) {
            document->onnx = stages.run("onnx passes", [&] { return resumeOnnxPasses(options.previous->onnx, pipeline->onnx, options.until, services, options.stop); });
        } else {
            auto model = stages.run("lower", [&] { return lowering::lower(document->program(), lower); });
            document->onnx = stages.run("onnx passes", [&] { return runOnnxPasses(std::move(model), pipeline->onnx, options.until, services, options.stop); });
        }
        if (options.check && !failed(document->onnx))
            document->checkDiagnostics = stages.run("check", [&] { return io::checkModel(document->model()); });
    }
    if (options.stop.stop_requested())
        return cancelled(path);
    document->exportable = !document->onnx.records.empty() && !failed(document->onnx) && !hasError(document->diagnostics());
    return std::shared_ptr<const Document>(std::move(document));
}

std::int64_t newestOpset() { return onnxSchemas().newestOpset(); }

const ir::OnnxSchemas& onnxSchemas()
{
    static const io::OnnxSchemaRegistry schemas;
    return schemas;
}

} // namespace sidelight::session
