// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Passes that change names, order and grouping of nodes, and nothing that they compute.

#include "tests/core/fx/pass_test_program.h"

#include <map>

namespace sidelight::fx::passes::testing {
namespace {

/// Two modules whose calls alternate, and a sum of both in the root.
ExportedProgram interleaved()
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    build.module = "a";
    const Value a1 = build.call("aten.sin.default", {x}, f32(kTwo));
    build.module = "b.c";
    const Value b1 = build.call("aten.cos.default", {x}, f32(kTwo));
    build.module = "a";
    const Value a2 = build.call("aten.exp.default", {a1}, f32(kTwo));
    build.module = "b.c";
    const Value b2 = build.call("aten.exp.default", {b1}, f32(kTwo));
    build.module = "root";
    const Value sum = build.call("aten.add.Tensor", {a2, b2}, f32(kTwo));
    build.output({sum, a2});
    return build.program();
}

TEST(RenameNodes, NamesCallsAfterTheirTargets)
{
    const auto record = run("rename-nodes", interleaved());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "sin_default = aten.sin.default(x) : f32[2]\n"
                                  "cos_default = aten.cos.default(x) : f32[2]\n"
                                  "exp_default = aten.exp.default(sin_default) : f32[2]\n"
                                  "exp_default_1 = aten.exp.default(cos_default) : f32[2]\n"
                                  "add_tensor = aten.add.Tensor(exp_default, exp_default_1) : f32[2]\n"
                                  "return (add_tensor, exp_default)\n");
    EXPECT_EQ(record.changes.size(), 5u);
}

TEST(RenameNodes, NamesCallsAfterTheirModulesWhenAskedTo)
{
    const auto record = run("rename-nodes", interleaved(), {{"style", std::string("module")}});
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "a_sin = aten.sin.default(x) : f32[2]\n"
                                  "b_c_cos = aten.cos.default(x) : f32[2]\n"
                                  "a_exp = aten.exp.default(a_sin) : f32[2]\n"
                                  "b_c_exp = aten.exp.default(b_c_cos) : f32[2]\n"
                                  "root_add = aten.add.Tensor(a_exp, b_c_exp) : f32[2]\n"
                                  "return (root_add, a_exp)\n");
}

TEST(RenameNodes, NeverTakesTheNameOfAnInput)
{
    Builder build;
    const Value x = build.input("sin_default", f32(kTwo));
    const Value sin = build.call("aten.sin.default", {x}, f32(kTwo));
    build.output({sin});
    EXPECT_EQ(text(run("rename-nodes", build.program()).after), "sin_default : f32[2]\n"
                                                                "sin_default_1 = aten.sin.default(sin_default) : f32[2]\n"
                                                                "return (sin_default_1,)\n");
}

TEST(TopologicalReorder, PutsModulesTogetherByAsFewMovesAsItTakes)
{
    const auto record = run("topological-reorder", interleaved());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "sin = aten.sin.default(x) : f32[2]\n"
                                  "exp = aten.exp.default(sin) : f32[2]\n"
                                  "cos = aten.cos.default(x) : f32[2]\n"
                                  "exp_1 = aten.exp.default(cos) : f32[2]\n"
                                  "add = aten.add.Tensor(exp, exp_1) : f32[2]\n"
                                  "return (add, exp)\n");
    ASSERT_EQ(record.changes.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<ir::OrderChange>(record.changes.front().what));
}

TEST(TopologicalReorder, PutsNodesByTheirDistanceFromTheInputs)
{
    const Trace together = ir::runPasses<ExportedProgram>(interleaved(), std::vector<PassStep>{{find("topological-reorder"), {}, true}});
    const auto record = run("topological-reorder", together.final(), {{"order", std::string("depth")}});
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "sin = aten.sin.default(x) : f32[2]\n"
                                  "cos = aten.cos.default(x) : f32[2]\n"
                                  "exp = aten.exp.default(sin) : f32[2]\n"
                                  "exp_1 = aten.exp.default(cos) : f32[2]\n"
                                  "add = aten.add.Tensor(exp, exp_1) : f32[2]\n"
                                  "return (add, exp)\n");
}

TEST(TopologicalReorder, KeepsTheOrderOfChanceAndOfWrites)
{
    Builder random;
    const Value x = random.input("x", f32(kTwo));
    random.module = "a";
    const Value r1 = random.call("aten.rand_like.default", {x}, f32(kTwo));
    random.module = "b";
    const Value r2 = random.call("aten.rand_like.default", {x}, f32(kTwo));
    random.module = "a";
    const Value r3 = random.call("aten.rand_like.default", {x}, f32(kTwo));
    random.output({r1, r2, r3});
    EXPECT_EQ(run("topological-reorder", random.program()).outcome, ir::Outcome::Unchanged);

    Builder writes;
    writes.module = "a";
    const Value own = writes.doubled(f32(kTwo));
    writes.module = "b";
    writes.call("aten.add_.Tensor", {own, 1}, f32(kTwo));
    writes.module = "a";
    const Value read = writes.call("aten.sin.default", {own}, f32(kTwo));
    writes.output({read});
    EXPECT_EQ(run("topological-reorder", writes.program()).outcome, ir::Outcome::Unchanged);
}

TEST(Modularize, MakesASubgraphOfEachModuleAndInlineSubgraphsTakesItBack)
{
    const Trace together = ir::runPasses<ExportedProgram>(interleaved(), std::vector<PassStep>{{find("topological-reorder"), {}, true}});
    const auto record = run("modularize", together.final());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "a = get_attr : object\n"
                                  "invoke_subgraph = higher_order.invoke_subgraph(a, 'a', x) : [f32[2]]\n"
                                  "getitem = operator.getitem(invoke_subgraph, 0) : f32[2]\n"
                                  "b_c = get_attr : object\n"
                                  "invoke_subgraph_1 = higher_order.invoke_subgraph(b_c, 'b_c', x) : [f32[2]]\n"
                                  "getitem_1 = operator.getitem(invoke_subgraph_1, 0) : f32[2]\n"
                                  "add = aten.add.Tensor(getitem, getitem_1) : f32[2]\n"
                                  "return (add, getitem)\n");
    ASSERT_EQ(record.after.graphs.ids().size(), 3u);
    EXPECT_EQ(text(record.after, record.after.graphs.ids()[1]), "x : f32[2]\n"
                                                                "sin = aten.sin.default(x) : f32[2]\n"
                                                                "exp = aten.exp.default(sin) : f32[2]\n"
                                                                "return (exp,)\n");
    EXPECT_EQ(text(run("inline-subgraphs", record.after).after), text(together.final()));
}

TEST(Modularize, LeavesSmallStretchesAndInterleavedModulesInPieces)
{
    const auto record = run("modularize", interleaved());
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged); // Each stretch is one call.
    EXPECT_EQ(run("modularize", interleaved(), {{"min-nodes", std::int64_t{1}}}).after.graphs.ids().size(), 6u);
}

TEST(Modularize, TakesTheBodyOfACondAlong)
{
    Builder build;
    const GraphId body = build.begin();
    const Value in = build.input("in", f32(kTwo));
    build.output({build.call("aten.sin.default", {in}, f32(kTwo))});
    build.end();
    const Value x = build.input("x", f32(kTwo));
    const Value flag = build.input("flag", b8());
    build.module = "a";
    const Value first = build.call("aten.sin.default", {x}, f32(kTwo));
    const Value attribute = build.subgraph("true_graph_0", body);
    const Value cond = build.call("higher_order.cond", {flag, attribute, attribute, ArgumentTuple{{first}}}, ir::Type::list({f32(kTwo)}));
    const Value item = build.call("operator.getitem", {cond, 0}, f32(kTwo));
    build.module = "root";
    const Value sum = build.call("aten.add.Tensor", {item, 1}, f32(kTwo));
    build.output({sum});
    const auto record = run("modularize", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "flag : b8[]\n"
                                  "a = get_attr : object\n"
                                  "invoke_subgraph = higher_order.invoke_subgraph(a, 'a', x, flag) : [f32[2]]\n"
                                  "getitem_1 = operator.getitem(invoke_subgraph, 0) : f32[2]\n"
                                  "add = aten.add.Tensor(getitem_1, 1) : f32[2]\n"
                                  "return (add,)\n");
    const auto flat = run("inline-subgraphs", record.after);
    EXPECT_EQ(flat.after.graphs.ids().size(), 2u);
}

} // namespace
} // namespace sidelight::fx::passes::testing
