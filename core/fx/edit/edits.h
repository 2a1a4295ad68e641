// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/edit_text.h"

namespace sidelight::fx {

using ir::Edit;
using ir::formatEdit;
using ir::parseEdit;
using ir::parseEdits;

} // namespace sidelight::fx
