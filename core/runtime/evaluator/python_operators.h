// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace c10 {
struct IValue;
} // namespace c10

namespace sidelight::runtime::evaluator {

/// Whether callPython knows `target` ("operator.floordiv", "math.trunc", "torch.sym_max").
bool isKnownPython(std::string_view target);

/// Python's operators on sizes and sequences, with Python's arithmetic (floor division and modulo towards minus
/// infinity).
c10::IValue callPython(std::string_view target, const std::vector<c10::IValue>& arguments);

} // namespace sidelight::runtime::evaluator
