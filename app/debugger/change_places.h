// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/breakpoint.h"
#include "views/models/position.h"

namespace sidelight::app {

/// The change that was the last to be done at a position; its `change` is 0 where none of the pass is done. Beyond the last pass: behind everything.
session::ChangePlace placeOfPosition(const session::Document& document, const views::Position& position);
/// The position at which a change is the last that is done.
views::Position positionOfPlace(const session::Document& document, const session::ChangePlace& place);

} // namespace sidelight::app
