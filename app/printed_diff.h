// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"
#include "views/models/position.h"
#include "views/support/line_diff.h"

#include <QString>

#include <utility>
#include <vector>

namespace sidelight::app {

/// The printed graph before and after the pass at `position` (inside a pass: up to the current change), and what to say
/// when they are equal.
std::pair<std::vector<views::DiffLine>, QString> printedDiff(
    const session::Document& document, const views::Position& position);

} // namespace sidelight::app
