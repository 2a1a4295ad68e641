// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace sidelight::app {

/// A language that the window speaks.
enum class Language
{
    System, ///< The first of the desktop's languages that is one of the others; English when none is.
    English,
    Japanese,
    Russian
};

/// "en", "ja", "ru"; empty for System.
QString codeOf(Language language);
/// System for a code that none has.
Language languageOf(const QString& code);
/// What System means on this desktop.
Language systemLanguage();

/// Texts of the window, and those of Qt where it has them, are in this language from now on; widgets are told by
/// QEvent::LanguageChange.
void setLanguage(Language language);

} // namespace sidelight::app
