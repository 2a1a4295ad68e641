// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/edit_text.h"

#include <functional>
#include <string_view>

namespace sidelight::ir {

/// Reads the edits of `text` and makes one after the other by `apply`; after each, `lint` must find no more errors than before the first. Fails at the first that
/// is refused, with the edit in front of the message and among the locations.
Status applyEdits(std::string_view text, const std::function<Status(const Edit&)>& apply, const std::function<std::vector<Diagnostic>()>& lint);

} // namespace sidelight::ir
