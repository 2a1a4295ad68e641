// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"
#include "core/session/pipeline.h"

#include <string>
#include <string_view>

namespace sidelight::session {

/// One run of one pass as text: a test that needs neither the model nor its weights.
struct PassCase {
    Pipeline step; ///< One step, FX or ONNX, with its options.
    std::string before;
    std::string after;
};

/// A graph of the case: printWholeProgram for FX, ONNX text for a model. Large tensors are told without elements.
std::string caseText(const fx::ExportedProgram& program);
std::string caseText(const onnxir::Model& model);

/// The file: the step as a preset, then both texts behind lines `--- before` and `--- after`.
std::string printPassCase(const PassCase& passCase);
/// Fails with SL1014 for a text of another form, and as readPipeline does.
Result<PassCase> parsePassCase(std::string_view text);

/// What the pass makes of `before`, as text. Without PyTorch: passes that ask it are refused. Fails with FXE0010 when the pass fails.
Result<std::string> runPassCase(const PassCase& passCase);

/// The first run of `pass` in the document as a case. Fails with SL2004 when it did not run, and with FXE0010 when the text does not carry all that the pass read: run on it, it
/// must make what it made.
Result<PassCase> passCaseOf(const Document& document, std::string_view pass);

} // namespace sidelight::session
