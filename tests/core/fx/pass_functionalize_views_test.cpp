// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/pass_test_program.h"

#include <cstdint>

namespace sidelight::fx::passes::testing {
namespace {

/// float32 with the strides of a contiguous tensor.
ir::Type dense(std::vector<std::int64_t> sizes)
{
    ir::Type type = f32();
    std::int64_t stride = 1;
    for (const std::int64_t one : sizes)
        type.tensor.sizes.push_back(size(one));
    for (std::size_t at = sizes.size(); at-- > 0; stride *= sizes[at])
        type.tensor.strides.insert(type.tensor.strides.begin(), size(stride));
    return type;
}
ir::Type strided(std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides)
{
    ir::Type type = dense(std::move(sizes));
    for (std::size_t at = 0; at < strides.size(); ++at)
        type.tensor.strides[at] = size(strides[at]);
    return type;
}

std::string functionalized(const Builder& build)
{
    const auto record = run("functionalize", build.program());
    EXPECT_TRUE(record.diagnostics.empty()) << support::toText(record.diagnostics.front());
    return text(record.after);
}
std::string refusal(const Builder& build)
{
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(record.diagnostics.size(), 1u);
    return record.diagnostics.empty()
               ? text(record.after)
               : concat(record.diagnostics.front().ruleId, ' ', record.diagnostics.front().message);
}

// x[:, 0].add_(1)
TEST(FunctionalizeViews, ScattersAColumnThatWasWrittenIntoItsInput)
{
    Builder build;
    const Value x = build.input("x", dense({2, 3}));
    const Value rows = build.call("aten.slice.Tensor", {x, 0, 0, INT64_MAX}, dense({2, 3}));
    const Value column = build.call("aten.select.int", {rows, 1, 0}, strided({2}, {3}));
    build.call("aten.add_.Tensor", {column, 1}, strided({2}, {3}));
    build.output({x});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after),
        "x : f32[2, 3]\n"
        "slice_1 = aten.slice.Tensor(x, 0, 0, 9223372036854775807) : f32[2, 3]\n"
        "select = aten.select.int(slice_1, 1, 0) : f32[2]\n"
        "add = aten.add.Tensor(select, 1) : f32[2]\n"
        "select_scatter = aten.select_scatter.default(slice_1, add, 1, 0) : f32[2, 3]\n"
        "slice_scatter = aten.slice_scatter.default(x, select_scatter, 0, 0, 9223372036854775807, 1) : f32[2, 3]\n"
        "return (slice_scatter, slice_scatter)\n");
    EXPECT_EQ(mutations(record.after), "user_input_mutation:x -> slice_scatter");
}

TEST(FunctionalizeViews, KeepsProvenanceAndStridesOfWhatItAdds)
{
    Builder build;
    const Value x = build.input("x", dense({2, 3}));
    build.module = "inner";
    const Value column = build.call("aten.select.int", {x, 1, 0}, strided({2}, {3}));
    const Value written = build.call("aten.add_.Tensor", {column, 1}, strided({2}, {3}));
    build.module = "outer";
    build.output({x});
    const auto record = run("functionalize", build.program());
    const Node& scatter =
        record.after.main()[outputItems(record.after.main()[record.after.main().back()]).front().as<Value>()->node];
    EXPECT_EQ(scatter.name, "select_scatter");
    EXPECT_EQ(scatter.metadata().nn_module_stack.front().key, "inner");
    EXPECT_EQ(scatter.metadata().from_node.front().node, written.node);
    EXPECT_EQ(scatter.metadata().from_node.front().pass, "functionalize");
    EXPECT_EQ(scatter.val.tensor.strides, dense({2, 3}).tensor.strides);
    EXPECT_EQ(record.after.main()[written.node].val.tensor.strides, dense({2}).tensor.strides);
}

// x.view(-1)[::2] = 0
TEST(FunctionalizeViews, AssignsToStridedSlicesOfAFlattenedTensor)
{
    Builder build;
    const Value x = build.input("x", dense({2, 3}));
    const Value made = build.call("aten.mul.Tensor", {x, 2}, dense({2, 3}));
    const Value flat = build.call("aten.view.default", {made, ArgumentList{-1}}, dense({6}));
    const Value even = build.call("aten.slice.Tensor", {flat, 0, 0, INT64_MAX, 2}, strided({3}, {2}));
    build.call("aten.fill_.Scalar", {even, 0}, strided({3}, {2}));
    build.output({made});
    EXPECT_EQ(functionalized(build),
        "x : f32[2, 3]\n"
        "mul = aten.mul.Tensor(x, 2) : f32[2, 3]\n"
        "view = aten.view.default(mul, [-1]) : f32[6]\n"
        "slice_1 = aten.slice.Tensor(view, 0, 0, 9223372036854775807, 2) : f32[3]\n"
        "full_like = aten.full_like.default(slice_1, 0) : f32[3]\n"
        "slice_scatter = aten.slice_scatter.default(view, full_like, 0, 0, 9223372036854775807, 2) : f32[6]\n"
        "reshape = aten.reshape.default(slice_scatter, [2, 3]) : f32[2, 3]\n"
        "return (reshape,)\n");
}

// x.T.copy_(y)
TEST(FunctionalizeViews, CopiesIntoATransposedInput)
{
    Builder build;
    const Value x = build.input("x", dense({2, 3}));
    const Value y = build.input("y", dense({3, 2}));
    const Value transposed = build.call("aten.numpy_T.default", {x}, strided({3, 2}, {1, 3}));
    build.call("aten.copy_.default", {transposed, y}, strided({3, 2}, {1, 3}));
    build.output({x});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2, 3]\n"
                                  "y : f32[3, 2]\n"
                                  "numpy_T = aten.numpy_T.default(x) : f32[3, 2]\n"
                                  "_to_copy = aten._to_copy.default(y) : f32[3, 2]\n"
                                  "numpy_T_1 = aten.numpy_T.default(_to_copy) : f32[2, 3]\n"
                                  "return (numpy_T_1, numpy_T_1)\n");
    EXPECT_EQ(mutations(record.after), "user_input_mutation:x -> numpy_T_1");
}

TEST(FunctionalizeViews, WritesTwoViewsOfOneBaseInTurn)
{
    Builder build;
    const Value made = build.doubled(dense({2, 2}));
    const Value row = build.call("aten.select.int", {made, 0, 0}, dense({2}));
    const Value column = build.call("aten.select.int", {made, 1, 1}, strided({2}, {2}));
    build.call("aten.add_.Tensor", {row, 1}, dense({2}));
    build.call("aten.mul_.Tensor", {column, 3}, strided({2}, {2}));
    build.output({made, row, column});
    EXPECT_EQ(functionalized(build),
        "x : f32[2, 2]\n"
        "mul = aten.mul.Tensor(x, 2) : f32[2, 2]\n"
        "select = aten.select.int(mul, 0, 0) : f32[2]\n"
        "select_1 = aten.select.int(mul, 1, 1) : f32[2]\n"
        "add = aten.add.Tensor(select, 1) : f32[2]\n"
        "select_scatter = aten.select_scatter.default(mul, add, 0, 0) : f32[2, 2]\n"
        "select_2 = aten.select.int(select_scatter, 1, 1) : f32[2]\n"
        "mul_1 = aten.mul.Tensor(select_2, 3) : f32[2]\n"
        "select_scatter_1 = aten.select_scatter.default(select_scatter, mul_1, 1, 1) : f32[2, 2]\n"
        "select_3 = aten.select.int(select_scatter_1, 0, 0) : f32[2]\n"
        "return (select_scatter_1, select_3, mul_1)\n");
}

TEST(FunctionalizeViews, WritesToPartsOfASplitTensor)
{
    Builder build;
    const Value made = build.doubled(dense({5, 2}));
    const Value parts =
        build.call("aten.split.Tensor", {made, 2}, ir::Type::list({dense({2, 2}), dense({2, 2}), dense({1, 2})}));
    const Value first = build.call("operator.getitem", {parts, 0}, dense({2, 2}));
    const Value last = build.call("operator.getitem", {parts, 2}, dense({1, 2}));
    build.call("aten.zero_.default", {last}, dense({1, 2}));
    const Value sum = build.call("aten.add.Tensor", {made, 1}, dense({5, 2}));
    build.output({sum, first});
    EXPECT_EQ(functionalized(build),
        "x : f32[5, 2]\n"
        "mul = aten.mul.Tensor(x, 2) : f32[5, 2]\n"
        "split = aten.split.Tensor(mul, 2) : [f32[2, 2], f32[2, 2], f32[1, 2]]\n"
        "getitem = operator.getitem(split, 0) : f32[2, 2]\n"
        "getitem_1 = operator.getitem(split, 2) : f32[1, 2]\n"
        "zeros_like = aten.zeros_like.default(getitem_1) : f32[1, 2]\n"
        "slice_scatter = aten.slice_scatter.default(mul, zeros_like, 0, 4, 5, 1) : f32[5, 2]\n"
        "add = aten.add.Tensor(slice_scatter, 1) : f32[5, 2]\n"
        "split_1 = aten.split.Tensor(slice_scatter, 2) : [f32[2, 2], f32[2, 2], f32[1, 2]]\n"
        "getitem_2 = operator.getitem(split_1, 0) : f32[2, 2]\n"
        "return (add, getitem_2)\n");
}

TEST(FunctionalizeViews, WritesToChunksOfSymbolicSize)
{
    Builder build;
    const ir::Dim length = ir::Dim::symbol("s0");
    const ir::Dim half = ir::Dim::make(ir::Dim::Kind::FloorDiv, {length + size(1), size(2)});
    const Value x = build.input("x", f32({length}));
    const Value parts = build.call("aten.chunk.default", {x, 2}, ir::Type::list({f32({half}), f32({length - half})}));
    const Value last = build.call("operator.getitem", {parts, 1}, f32({length - half}));
    build.call("aten.add_.Tensor", {last, 1}, f32({length - half}));
    build.output({x});
    const std::string after = functionalized(build);
    EXPECT_NE(after.find("slice_scatter = aten.slice_scatter.default(x, add, 0, ((s0 + 1)//2), s0, 1) : f32[s0]"),
        std::string::npos)
        << after;
}

TEST(FunctionalizeViews, ReturnsTheViewOfAnInputThatWasWritten)
{
    Builder build;
    const Value x = build.input("x", dense({2, 3}));
    const Value row = build.call("aten.select.int", {x, 0, 1}, dense({3}));
    const Value relu = build.call("aten.relu_.default", {row}, dense({3}));
    build.output({relu, row, x});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2, 3]\n"
                                  "select = aten.select.int(x, 0, 1) : f32[3]\n"
                                  "relu = aten.relu.default(select) : f32[3]\n"
                                  "select_scatter = aten.select_scatter.default(x, relu, 0, 1) : f32[2, 3]\n"
                                  "return (relu, relu, select_scatter, select_scatter)\n");
    EXPECT_EQ(mutations(record.after), "user_input_mutation:x -> select_scatter");
}

TEST(FunctionalizeViews, LeavesTheBaseAloneWhenNobodyReadsIt)
{
    Builder build;
    const Value made = build.doubled(dense({2, 3}));
    const Value row = build.call("aten.select.int", {made, 0, 1}, dense({3}));
    const Value relu = build.call("aten.relu_.default", {row}, dense({3}));
    const Value part = build.call("aten.slice.Tensor", {row, 0, 1, 3}, dense({2}));
    build.output({relu, part});
    EXPECT_EQ(functionalized(build).find("scatter"), std::string::npos);
}

TEST(FunctionalizeViews, RefusesAWriteToAnExpandedTensor)
{
    Builder build;
    const Value x = build.input("x", dense({1, 3}));
    const Value wide = build.call("aten.expand.default", {x, ArgumentList{4, 3}}, strided({4, 3}, {0, 1}));
    build.call("aten.add_.Tensor", {wide, 1}, strided({4, 3}, {0, 1}));
    build.output({x});
    EXPECT_EQ(refusal(build), "SL2003 aten.add_.Tensor is not functionalized: the view %expand is expanded: several of "
                              "its elements are one in memory; it shares memory with "
                              "the input %x");
}

TEST(FunctionalizeViews, RefusesAWriteToWindowsThatOverlap)
{
    Builder build;
    const Value made = build.doubled(dense({5}));
    const Value windows = build.call("aten.unfold.default", {made, 0, 3, 1}, strided({3, 3}, {1, 1}));
    build.call("aten.zero_.default", {windows}, strided({3, 3}, {1, 1}));
    const Value sum = build.call("aten.add.Tensor", {made, 1}, dense({5}));
    build.output({sum});
    EXPECT_EQ(refusal(build), "SL2003 aten.zero_.default is not functionalized: the view %unfold has windows that "
                              "overlap or leave gaps; it shares memory with %mul, which %add "
                              "reads afterwards");
}

TEST(FunctionalizeViews, PutsWindowsThatLieEndToEndBack)
{
    Builder build;
    const Value made = build.doubled(dense({5, 2}));
    const Value windows = build.call("aten.unfold.default", {made, 0, 2, 2}, strided({2, 2, 2}, {4, 1, 2}));
    build.call("aten.relu_.default", {windows}, strided({2, 2, 2}, {4, 1, 2}));
    build.output({made});
    const std::string after = functionalized(build);
    EXPECT_NE(after.find("movedim = aten.movedim.int(relu, -1, 1) : f32[2, 2, 2]\n"
                         "reshape = aten.reshape.default(movedim, [4, 2]) : f32[4, 2]\n"
                         "slice_scatter = aten.slice_scatter.default(mul, reshape, 0, 0, 4, 1) : f32[5, 2]\n"
                         "return (slice_scatter,)"),
        std::string::npos)
        << after;
}

TEST(FunctionalizeViews, ResizesToFewerElementsAndRefusesMore)
{
    for (const std::int64_t rows : {2, 3}) {
        Builder build;
        const Value made = build.doubled(dense({5}));
        const Value other = build.call("aten.detach.default", {made}, dense({5}));
        build.call("aten.resize_.default", {made, ArgumentList{rows, 2}}, dense({rows, 2}));
        build.call("aten.add_.Tensor", {made, 1}, dense({rows, 2}));
        build.output({made, other});
        if (rows == 3)
            EXPECT_EQ(refusal(build), "SL2003 aten.resize_.default is not functionalized: it has no functional form: it hands out memory that nobody wrote");
        else
            EXPECT_EQ(functionalized(build),
                "x : f32[5]\n"
                "mul = aten.mul.Tensor(x, 2) : f32[5]\n"
                "detach = aten.detach.default(mul) : f32[5]\n"
                "reshape = aten.reshape.default(mul, [-1]) : f32[5]\n"
                "slice_1 = aten.slice.Tensor(reshape, 0, 0, 4) : f32[4]\n"
                "reshape_1 = aten.reshape.default(slice_1, [2, 2]) : f32[2, 2]\n"
                "add = aten.add.Tensor(reshape_1, 1) : f32[2, 2]\n"
                "reshape_2 = aten.reshape.default(add, [4]) : f32[4]\n"
                "slice_scatter = aten.slice_scatter.default(reshape, reshape_2, 0, 0, 4, 1) : f32[5]\n"
                "return (add, slice_scatter)\n");
    }
}

// cache[:, 1:3] = y, as a key-value cache is filled
TEST(FunctionalizeViews, FillsASliceOfABuffer)
{
    Builder build;
    const Value cache = build.buffer("cache", dense({4, 2}));
    const Value x = build.input("x", dense({2, 2}));
    const Value rows = build.call("aten.slice.Tensor", {cache, 0, 1, 3}, dense({2, 2}));
    build.call("aten.copy_.default", {rows, x}, dense({2, 2}));
    const Value sum = build.call("aten.sum.default", {cache}, f32());
    build.output({sum});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after),
        "b_cache : f32[4, 2]\n"
        "x : f32[2, 2]\n"
        "slice_1 = aten.slice.Tensor(b_cache, 0, 1, 3) : f32[2, 2]\n"
        "_to_copy = aten._to_copy.default(x) : f32[2, 2]\n"
        "slice_scatter = aten.slice_scatter.default(b_cache, _to_copy, 0, 1, 3, 1) : f32[4, 2]\n"
        "sum_1 = aten.sum.default(slice_scatter) : f32[]\n"
        "return (sum_1, slice_scatter)\n");
    EXPECT_EQ(mutations(record.after), "buffer_mutation:cache -> slice_scatter");
}

TEST(FunctionalizeViews, PutsByIndexIntoADiagonal)
{
    Builder build;
    const Value x = build.input("x", dense({3, 3}));
    const Value at = build.input("at", i64({size(1)}));
    const Value value = build.input("value", dense({1}));
    const Value made = build.call("aten.mul.Tensor", {x, 2}, dense({3, 3}));
    const Value diagonal = build.call("aten.diagonal.default", {made, 0, 0, 1}, strided({3}, {4}));
    build.call("aten.index_put_.default", {diagonal, ArgumentList{at}, value}, strided({3}, {4}));
    build.output({made});
    const std::string after = functionalized(build);
    EXPECT_NE(after.find("index_put = aten.index_put.default(diagonal, [at], value) : f32[3]\n"
                         "diagonal_scatter = aten.diagonal_scatter.default(mul, index_put, 0, 0, 1) : f32[3, 3]\n"),
        std::string::npos)
        << after;
}

TEST(FunctionalizeViews, FollowsInPlaceViews)
{
    Builder build;
    const Value made = build.doubled(dense({3}));
    const Value other = build.call("aten.detach.default", {made}, dense({3}));
    build.call("aten.unsqueeze_.default", {made, 0}, dense({1, 3}));
    build.call("aten.add_.Tensor", {made, 1}, dense({1, 3}));
    build.output({made, other});
    EXPECT_EQ(functionalized(build), "x : f32[3]\n"
                                     "mul = aten.mul.Tensor(x, 2) : f32[3]\n"
                                     "detach = aten.detach.default(mul) : f32[3]\n"
                                     "unsqueeze = aten.unsqueeze.default(mul, 0) : f32[1, 3]\n"
                                     "add = aten.add.Tensor(unsqueeze, 1) : f32[1, 3]\n"
                                     "reshape = aten.reshape.default(add, [3]) : f32[3]\n"
                                     "return (add, reshape)\n");
}

TEST(FunctionalizeViews, KnowsReshapesThatCopyFromThoseThatDoNot)
{
    Builder build;
    const Value made = build.doubled(dense({2, 3}));
    const Value turned = build.call("aten.t.default", {made}, strided({3, 2}, {1, 3}));
    const Value copy = build.call("aten.reshape.default", {turned, ArgumentList{6}}, dense({6}));
    build.call("aten.zero_.default", {copy}, dense({6}));
    const Value view = build.call("aten.reshape.default", {made, ArgumentList{6}}, dense({6}));
    build.call("aten.add_.Tensor", {view, 1}, dense({6}));
    build.output({made});
    EXPECT_EQ(functionalized(build), "x : f32[2, 3]\n"
                                     "mul = aten.mul.Tensor(x, 2) : f32[2, 3]\n"
                                     "t = aten.t.default(mul) : f32[3, 2]\n"
                                     "reshape = aten.reshape.default(t, [6]) : f32[6]\n"
                                     "zeros_like = aten.zeros_like.default(reshape) : f32[6]\n"
                                     "reshape_1 = aten.reshape.default(mul, [6]) : f32[6]\n"
                                     "add = aten.add.Tensor(reshape_1, 1) : f32[6]\n"
                                     "reshape_2 = aten.reshape.default(add, [2, 3]) : f32[2, 3]\n"
                                     "return (reshape_2,)\n");
}

TEST(FunctionalizeViews, ReadsViewsAgainByReshapeWhereStridesChanged)
{
    Builder build;
    const Value x = build.input("x", strided({2, 3}, {1, 2}));
    const Value flat = build.call("aten.t.default", {x}, strided({3, 2}, {2, 1}));
    const Value view = build.call("aten.view.default", {flat, ArgumentList{6}}, dense({6}));
    build.call("aten.relu_.default", {x}, strided({2, 3}, {1, 2}));
    build.output({view});
    const std::string after = functionalized(build);
    EXPECT_NE(after.find("t_1 = aten.t.default(relu) : f32[3, 2]\nview_1 = aten.view.default(t_1, [6]) : f32[6]\n"),
        std::string::npos)
        << after;
}

TEST(FunctionalizeViews, KeepsWritesInsideABodyThere)
{
    Builder build;
    const Value x = build.input("x", dense({3}));
    const Value pred = build.input("pred", b8());
    const GraphId yes = build.begin();
    const Value inner = build.input("inner", dense({3}));
    const Value made = build.call("aten.mul.Tensor", {inner, 2}, dense({3}));
    const Value first = build.call("aten.select.int", {made, 0, 0}, f32());
    build.call("aten.add_.Tensor", {first, 1}, f32());
    build.output({made});
    const GraphId no = build.begin();
    const Value other = build.input("inner", dense({3}));
    const Value negative = build.call("aten.neg.default", {other}, dense({3}));
    build.output({negative});
    build.end();
    const Value trueGraph = build.subgraph("true_graph_0", yes);
    const Value falseGraph = build.subgraph("false_graph_0", no);
    const Value both = build.call(
        "higher_order.cond", {pred, trueGraph, falseGraph, ArgumentTuple{{x}}}, ir::Type::list({dense({3})}));
    build.output({build.call("operator.getitem", {both, 0}, dense({3}))});
    const auto record = run("functionalize", build.program());
    EXPECT_TRUE(record.diagnostics.empty());
    EXPECT_EQ(text(record.after, yes), "inner : f32[3]\n"
                                       "mul = aten.mul.Tensor(inner, 2) : f32[3]\n"
                                       "select = aten.select.int(mul, 0, 0) : f32[]\n"
                                       "add = aten.add.Tensor(select, 1) : f32[]\n"
                                       "select_scatter = aten.select_scatter.default(mul, add, 0, 0) : f32[3]\n"
                                       "return (select_scatter,)\n");
    EXPECT_EQ(text(record.after, no), text(build.program(), no));
}

} // namespace
} // namespace sidelight::fx::passes::testing
