// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sidelight::session {

/// The graph that edits by hand are made on: what stands behind the first `records` records of one of a document's traces.
struct EditPlace {
    bool isOnnx = false;
    std::size_t records = 0;
};

/// A pipeline with more edits, and which record of the trace will hold them.
struct EditedPipeline {
    Pipeline pipeline;
    std::size_t record = 0;
};

/// The document's pipeline with `lines` added to the edits by hand at `place`: to those of the step before or behind it, else as a step of its own.
EditedPipeline withEdit(const Document& document, const EditPlace& place, std::string_view lines);

/// The graphs that an edit at `place` is made on.
const fx::ExportedProgram& programFor(const Document& document, const EditPlace& place);
const onnxir::Model& modelFor(const Document& document, const EditPlace& place);

/// Makes the edits on the graph that they would be made on, and says why one is refused.
Status tryEdits(const Document& document, const EditPlace& place, std::string_view lines);

/// The edits of all steps of one graph, one a line.
std::string editsOf(const Pipeline& pipeline, bool isOnnx);

/// Both, as addEdits reads them.
std::string editsFile(const Pipeline& pipeline);

/// Adds edits from a text: those before the first line `[fx]` or `[onnx]` are of the ONNX graph when `isOnnx`. They come last in the pipeline. Fails with SL1014.
Status addEdits(Pipeline& pipeline, std::string_view text, bool isOnnx);

} // namespace sidelight::session
