// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lowering/program_builder.h"

#include <gtest/gtest.h>

namespace sidelight::lowering {
namespace {

using namespace testing;

fx::ExportedProgram mlp(const char* batch = "s0")
{
    ProgramBuilder program;
    const Value weight0 = program.parameter("fc0.weight", {8, 4});
    const Value bias0 = program.parameter("fc0.bias", {8});
    const Value weight1 = program.parameter("fc1.weight", {2, 8});
    const Value bias1 = program.parameter("fc1.bias", {2});
    const Value x = program.input("x", f32({batch, 4}));
    program.in({{"fc0", "torch.nn.modules.linear.Linear"}});
    const Value linear = program.call("linear", "torch.ops.aten.linear.default", {x, weight0, bias0}, f32({batch, 8}));
    program.in({});
    const Value sigmoid = program.call("sigmoid", "torch.ops.aten.sigmoid.default", {linear}, f32({batch, 8}));
    program.in({{"fc1", "torch.nn.modules.linear.Linear"}});
    const Value linear1 = program.call("linear_1", "torch.ops.aten.linear.default", {sigmoid, weight1, bias1}, f32({batch, 2}));
    program.output({linear1});
    return program.finish();
}

TEST(Lower, SharesOneBodyForEqualCallsAndModules)
{
    const Lowered lowered = lower(mlp(), {});
    EXPECT_EQ(diagnosticsOf(lowered), "");
    EXPECT_EQ(textOf(lowered.record.after),
              "(x) => (linear_1)\n"
              "fc0.weight = initializer\n"
              "fc0.bias = initializer\n"
              "fc1.weight = initializer\n"
              "fc1.bias = initializer\n"
              "linear = pkg.torch.module.Linear(x, fc0.weight, fc0.bias)\n"
              "sigmoid = pkg.torch.aten.aten_sigmoid(linear)\n"
              "linear_1 = pkg.torch.module.Linear(sigmoid, fc1.weight, fc1.bias)\n"
              "pkg.torch.module.Linear (x, weight, bias) => (linear)\n"
              "linear = pkg.torch.aten.aten_linear(x, weight, bias)\n"
              "pkg.torch.aten.aten_linear (input, weight, bias) => (result)\n"
              "result = Gemm<transB=1>(input, weight, bias)\n"
              "pkg.torch.aten.aten_sigmoid (self) => (result)\n"
              "result = Sigmoid(self)\n");
}

} // namespace
} // namespace sidelight::lowering
