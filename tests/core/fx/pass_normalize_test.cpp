// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/pass_test_program.h"

namespace sidelight::fx::passes::testing {
namespace {

/// add with keywords in any order, a softmax with a default in the middle, and what has no schema.
ExportedProgram keywords()
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value y = build.input("y", f32(kTwo));
    const Value sum = build.call("aten.add.Tensor", {x}, f32(kTwo), {{"alpha", 1}, {"other", y}});
    const Value scaled = build.call("aten.add.Tensor", {x, y}, f32(kTwo), {{"alpha", 1.0}});
    const Value mean = build.call("aten.mean.dim", {sum, ArgumentList{0}}, f32(), {{"dtype", Argument()}, {"keepdim", false}});
    const Value custom = build.call("mylib.mix.default", {x}, f32(kTwo), {{"other", y}});
    build.output({mean, scaled, custom});
    return build.program();
}

TEST(NormalizeArguments, MakesThemPositionalAndDropsDefaults)
{
    const auto record = run("normalize-arguments", keywords());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "y : f32[2]\n"
                                  "add = aten.add.Tensor(x, y) : f32[2]\n"
                                  "add_1 = aten.add.Tensor(x, y, alpha=1.0) : f32[2]\n"
                                  "mean = aten.mean.dim(add, [0]) : f32[]\n"
                                  "mix = mylib.mix.default(x, other=y) : f32[2]\n"
                                  "return (mean, add_1, mix)\n");
    EXPECT_EQ(record.changes.size(), 2u);
    EXPECT_EQ(record.coverage.matched.size(), 2u);
    EXPECT_GT(record.coverage.visited.size(), 2u);
}

TEST(NormalizeArguments, GivesDefaultsWhenAskedTo)
{
    EXPECT_EQ(text(run("normalize-arguments", keywords(), {{"defaults", std::string("give")}}).after),
              "x : f32[2]\n"
              "y : f32[2]\n"
              "add = aten.add.Tensor(x, y, alpha=1) : f32[2]\n"
              "add_1 = aten.add.Tensor(x, y, alpha=1.0) : f32[2]\n"
              "mean = aten.mean.dim(add, [0], False, dtype=None) : f32[]\n"
              "mix = mylib.mix.default(x, other=y) : f32[2]\n"
              "return (mean, add_1, mix)\n");
    EXPECT_EQ(text(run("normalize-arguments", keywords(), {{"defaults", std::string("keep")}}).after),
              "x : f32[2]\n"
              "y : f32[2]\n"
              "add = aten.add.Tensor(x, y, alpha=1) : f32[2]\n"
              "add_1 = aten.add.Tensor(x, y, alpha=1.0) : f32[2]\n"
              "mean = aten.mean.dim(add, [0], False, dtype=None) : f32[]\n"
              "mix = mylib.mix.default(x, other=y) : f32[2]\n"
              "return (mean, add_1, mix)\n");
}

TEST(NormalizeArguments, LeavesCallsThatDoNotFitTheirSchema)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value twice = build.call("aten.add.Tensor", {x, x}, f32(kTwo), {{"other", x}});
    const Value unknown = build.call("aten.add.Tensor", {x, x}, f32(kTwo), {{"beta", 2}});
    const Value many = build.call("aten.relu.default", {x, 1, 2}, f32(kTwo));
    const Value few = build.call("aten.add.Tensor", {x}, f32(kTwo));
    build.output({twice, unknown, many, few});
    EXPECT_EQ(run("normalize-arguments", build.program()).outcome, ir::Outcome::Unchanged);
}

} // namespace
} // namespace sidelight::fx::passes::testing
