// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/runtime_kernels.h"

#include "core/fx/parse_call.h"
#include "core/lowering/lower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

namespace sidelight::lowering {
namespace {

/// Diagnostics of lowering one call, one a line.
std::string diagnosticsOf(std::string_view call, std::int64_t opset = 18)
{
    const auto program = fx::parseCall(call);
    if (!program)
        return program.error().message;
    LowerOptions options;
    options.opset = opset;
    std::string text;
    for (const Diagnostic& diagnostic : lower(*program, options).record.diagnostics)
        text += support::toText(diagnostic) + "\n";
    return text;
}

TEST(RuntimeKernels, AreSortedByOperatorAndVersion)
{
    const auto key = [](const RuntimeKernel& row) { return std::tuple(row.op_type, row.since_version); };
    EXPECT_TRUE(std::ranges::is_sorted(runtimeKernels(), {}, key));
    EXPECT_GT(runtimeKernels().size(), 200u);
}

TEST(RuntimeKernels, WarnWithTheCastThatHelpsWhereAKernelIsMissing)
{
    EXPECT_EQ(diagnosticsOf("aten.mm.default(bf16[2, 3], bf16[3, 4]) -> bf16[2, 4]"),
        "warning FXE0008 fx-node-to-onnx: aten.mm.default becomes MatMul, which ONNX Runtime's CPU kernels do not have for bfloat16 [at %call] "
        "(cast its inputs to float32 and its result back to bfloat16, or choose another runtime)\n");
}

TEST(RuntimeKernels, AreSilentWhereThereIsOne)
{
    EXPECT_EQ(diagnosticsOf("aten.mm.default(f32[2, 3], f32[3, 4]) -> f32[2, 4]"), "");
    EXPECT_EQ(diagnosticsOf("aten.mm.default(f16[2, 3], f16[3, 4]) -> f16[2, 4]"), "");
    EXPECT_EQ(diagnosticsOf("aten.rand.default([2, 3]) -> f32[2, 3]", 22), "");
}

} // namespace
} // namespace sidelight::lowering
