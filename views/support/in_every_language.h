// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

class QWidget;

namespace sidelight::views {

/// Runs `write`, which sets texts of `widget`, now and after each change of the language.
void inEveryLanguage(QWidget* widget, std::function<void()> write);

} // namespace sidelight::views
