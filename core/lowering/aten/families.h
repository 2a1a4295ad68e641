// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/registry.h"

#include <span>

namespace sidelight::lowering::aten {

std::span<const Lowering> activation();
std::span<const Lowering> linalg();

} // namespace sidelight::lowering::aten
