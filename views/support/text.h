// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace sidelight::views {

/// UTF-8 from the core as text to show: control characters, escape sequences and bidirectional overrides are escaped.
QString shown(std::string_view utf8);
/// As `shown`, but line feeds and tabs stay (for text panels).
QString shownLines(std::string_view utf8);
/// Text for a tool tip, which would otherwise be taken for rich text when it looks like it.
QString toolTipText(const QString& plain);
/// Text for actions, tabs and buttons, where `&` would become a mnemonic.
QString withoutMnemonic(QString plain);
/// The text of an action without its mnemonic, "&Open" as well as "\u958B\u304F(&O)", to stand where no key picks it.
QString withoutMnemonicMark(QString text);
std::string utf8(const QString& text);

/// "0.02 s", "12 ms", "5.7 M".
QString durationText(double seconds);
QString countText(double count);

} // namespace sidelight::views
