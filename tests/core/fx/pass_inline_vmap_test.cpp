// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/pass_test_program.h"

namespace sidelight::fx::passes::testing {
namespace {

const ir::Dim kBatch = size(3);

/// A program with one vmap region over x[3, 2, 4]; `body` gets the element x[2, 4].
template <class Body>
ExportedProgram mapped(Body body, ir::Type batched)
{
    Builder build;
    const auto python = [&](const std::string& target, std::vector<Argument> args, ir::Type val) {
        return build.call("torch._functorch.predispatch." + target, std::move(args), std::move(val));
    };
    const Value x = build.input("x", f32({kBatch, size(2), size(4)}));
    python("lazy_load_decompositions", {}, ir::Type());
    python("_vmap_increment_nesting", {3, "error"}, ir::Type());
    const Value element = python("_add_batch_dim", {x, 0, 1}, f32({size(2), size(4)}));
    const Value result = body(build, element);
    const Value whole = python("_remove_batch_dim", {result, 1, 3, 0}, std::move(batched));
    python("_vmap_decrement_nesting", {}, ir::Type());
    build.output({whole});
    return build.program();
}

TEST(InlineVmap, CountsDimensionsPastTheBatch)
{
    const auto program = mapped([](Builder& build, Value x) {
        const Value sum = build.call("aten.sum.dim_IntList", {x, ArgumentList{0}}, f32({size(4)}));
        return build.call("aten.select.int", {sum, -1, 2}, f32());
    }, f32({kBatch}));
    EXPECT_EQ(text(run("inline-vmap", program).after), "x : f32[3, 2, 4]\n"
                                                       "sum_2 = aten.sum.dim_IntList(x, [1]) : f32[3, 4]\n"
                                                       "select_1 = aten.select.int(sum_2, -1, 2) : f32[3]\n"
                                                       "return (select_1,)\n");
}

TEST(InlineVmap, AlignsElementsOfFewerDimensions)
{
    const auto program = mapped([](Builder& build, Value x) {
        const Value row = build.call("aten.select.int", {x, 0, 1}, f32({size(4)}));
        return build.call("aten.add.Tensor", {x, row}, f32({size(2), size(4)}));
    }, f32({kBatch, size(2), size(4)}));
    EXPECT_EQ(text(run("inline-vmap", program).after), "x : f32[3, 2, 4]\n"
                                                       "select_1 = aten.select.int(x, 1, 1) : f32[3, 4]\n"
                                                       "unsqueeze = aten.unsqueeze.default(select_1, 1) : f32[3, 1, 4]\n"
                                                       "add_1 = aten.add.Tensor(x, unsqueeze) : f32[3, 2, 4]\n"
                                                       "return (add_1,)\n");
}

TEST(InlineVmap, MakesCallsWithoutARuleForEachElement)
{
    const auto program = mapped([](Builder& build, Value x) { return build.call("aten.tril.default", {x}, f32({size(2), size(4)})); },
        f32({kBatch, size(2), size(4)}));
    const std::string after = text(run("inline-vmap", program).after);
    EXPECT_NE(after.find("stack = aten.stack.default([tril_1, tril_2, tril_3]) : f32[3, 2, 4]\n"), std::string::npos) << after;
}

TEST(InlineVmap, LeavesARegionWithACallThatItCannotBatch)
{
    const auto program = mapped([](Builder& build, Value x) { return build.call("custom.thing.default", {x}, f32({size(2), size(4)})); },
        f32({kBatch, size(2), size(4)}));
    const auto record = run("inline-vmap", program);
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
    ASSERT_EQ(record.diagnostics.size(), 1u);
    EXPECT_NE(record.diagnostics.front().message.find("custom.thing.default in a vmap region has no batching rule"), std::string::npos);
}

} // namespace
} // namespace sidelight::fx::passes::testing
