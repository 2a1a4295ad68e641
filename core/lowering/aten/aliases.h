// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace sidelight::lowering::aten {

/// An overload that computes what another does from arguments of the same names.
struct Alias {
    std::string_view target;
    std::string_view same;
};

/// ATen's second names, and the variants that copy what a view shows: copying is all that ONNX does.
std::span<const Alias> aliases();

} // namespace sidelight::lowering::aten
