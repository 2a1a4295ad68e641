// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string_view>

namespace sidelight::views {

/// A word of the core in the language of the window: a label, value or title that the inspector's section `section` is
/// known to have, a stage of work ("stage"), what a pass does ("pass"). Names that come from models, and all else, stay
/// as they are.
QString coreWord(std::string_view section, std::string_view text);
/// Whether a text is one of those that coreWord translates.
bool isCoreWord(std::string_view section, std::string_view text);

} // namespace sidelight::views
