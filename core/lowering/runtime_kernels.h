// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/type.h"
#include "core/lowering/body.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace sidelight::lowering {

/// What ONNX Runtime's CPU kernels of one operator's version take at an input.
struct RuntimeKernel {
    std::string_view op_type;
    std::int64_t since_version;
    std::uint32_t input;
    std::uint64_t types; ///< Bit n: the ir::DType of number n.
};

/// Sorted by operator, then by version.
std::span<const RuntimeKernel> runtimeKernels();

/// An operator of a body that ONNX Runtime cannot run on the CPU.
struct MissingKernel {
    std::string_view op_type;
    ir::DType dtype = ir::DType::Undefined; ///< Undefined: for no type at all.
};

/// The first step of `body` that has no kernel for the type of one of its inputs, or nothing.
std::optional<MissingKernel> missingKernel(const Body& body, std::int64_t opset);

} // namespace sidelight::lowering
