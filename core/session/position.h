// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <optional>
#include <string>

namespace sidelight::session {

/// The program after the FX pass `id`; "loaded" is before all. Fails with SL2004, naming near ids, for a pass that did not run.
Result<const fx::ExportedProgram*> programAfter(const Document& document, const std::string& id);

/// The model after the ONNX pass `id` ("lower" is the lowering); none: at the end. Fails with SL2004, or with the document's first error when nothing was lowered.
Result<const onnxir::Model*> modelAfter(const Document& document, const std::optional<std::string>& id);

} // namespace sidelight::session
