// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/inspect.h"
#include "core/support/diagnostic.h"

#include <string>

namespace sidelight::display {

/// "∈ [1, ∞)  example 2".
std::string rangeText(const fx::ExportedProgram& program, const ir::Dim& dim);
/// Rows `source` (a link) and the line of code.
void addSource(InspectorSection& section, const support::Location& location);
/// Rows `dtype`, `sizes`, `bytes`, `stored in`.
void addTensor(InspectorSection& section, const ir::Tensor& tensor);
/// Partners with links, or why there are none.
void addPartners(Inspection& out, std::string title, const Partners& partners, std::string_view none);
/// "1.5 MB".
std::string byteText(std::uint64_t bytes);

} // namespace sidelight::display
