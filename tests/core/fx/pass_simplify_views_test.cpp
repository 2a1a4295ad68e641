// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/shape_rules.h"
#include "tests/core/fx/pass_test_program.h"

namespace sidelight::fx::passes::testing {
namespace {

/// A contiguous tensor with its strides.
ir::Type dense(std::vector<ir::Dim> sizes) { return freshType(ir::DType::Float32, std::move(sizes), f32()); }
ir::Type strided(std::vector<ir::Dim> sizes, std::vector<std::int64_t> strides)
{
    ir::Type type = dense(std::move(sizes));
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
        type.tensor.strides[axis] = size(strides[axis]);
    return type;
}

TEST(ViewSimplification, MakesOneViewOfTwoAndNoneOfAViewBack)
{
    Builder build;
    const Value x = build.input("x", dense({size(2), size(6)}));
    const Value flat = build.call("aten.view.default", {x, ArgumentList{12}}, dense({size(12)}));
    const Value cube = build.call("aten.reshape.default", {flat, ArgumentList{2, 2, 3}}, dense({size(2), size(2), size(3)}));
    const Value back = build.call("aten.view.default", {cube, ArgumentList{2, 6}}, dense({size(2), size(6)}));
    const Value sum = build.call("aten.add.Tensor", {back, 1}, dense({size(2), size(6)}));
    build.output({cube, sum});
    const auto record = run("view-simplification", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2, 6]\n"
                                  "reshape = aten.reshape.default(x, [2, 2, 3]) : f32[2, 2, 3]\n"
                                  "add = aten.add.Tensor(x, 1) : f32[2, 6]\n"
                                  "return (reshape, add)\n");
}

TEST(ViewSimplification, ComposesPermutationsAndDropsThoseThatUndoEachOther)
{
    Builder build;
    const Value x = build.input("x", dense({size(2), size(3), size(4)}));
    const Value square = build.input("square", dense({size(2), size(2)}));
    const Value once = build.call("aten.permute.default", {x, ArgumentList{1, 2, 0}}, strided({size(3), size(4), size(2)}, {4, 1, 12}));
    const Value twice = build.call("aten.transpose.int", {once, 0, -1}, strided({size(2), size(4), size(3)}, {12, 1, 4}));
    const Value thrice = build.call("aten.transpose.int", {twice, 1, 2}, dense({size(2), size(3), size(4)}));
    const Value turned = build.call("aten.t.default", {square}, strided({size(2), size(2)}, {1, 2}));
    build.output({twice, thrice, turned});
    const auto record = run("view-simplification", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2, 3, 4]\n"
                                  "square : f32[2, 2]\n"
                                  "transpose = aten.permute.default(x, [0, 2, 1]) : f32[2, 4, 3]\n"
                                  "t = aten.t.default(square) : f32[2, 2]\n"
                                  "return (transpose, x, t)\n");
}

TEST(ViewSimplification, DropsViewsThatDoNothingWithSymbolicSizesToo)
{
    const ir::Dim batch = ir::Dim::symbol("s0");
    const ir::Type type = dense({batch, size(4)});
    Builder build;
    const Value x = build.input("x", type);
    const Value whole = build.call("aten.slice.Tensor", {x, 0, 0, std::int64_t{9223372036854775807}}, type);
    const Value same = build.call("aten.expand.default", {whole, ArgumentList{-1, 4}}, type);
    const Value dense1 = build.call("aten.contiguous.default", {same}, type);
    const Value copy = build.call("aten.clone.default", {dense1}, type);
    const Value wide = build.call("aten.unsqueeze.default", {copy, 0}, dense({size(1), batch, size(4)}));
    const Value narrow = build.call("aten.squeeze.dim", {wide, 0}, type);
    const Value relu = build.call("aten.relu.default", {narrow}, type);
    build.output({relu});
    EXPECT_EQ(text(run("view-simplification", build.program()).after), "x : f32[s0, 4]\n"
                                                                       "relu = aten.relu.default(x) : f32[s0, 4]\n"
                                                                       "return (relu,)\n");
}

TEST(ViewSimplification, LeavesPartsCopiesOfOtherLayoutAndUnknownStrides)
{
    Builder build;
    const Value x = build.input("x", dense({size(4), size(4)}));
    const Value unknown = build.input("unknown", f32({size(4), size(4)}));
    const Value lower = build.call("aten.slice.Tensor", {x, 0, 2, 4}, [] {
        ir::Type type = dense({size(2), size(4)});
        type.tensor.storageOffset = size(8);
        return type;
    }());
    const Value turned = build.call("aten.t.default", {x}, strided({size(4), size(4)}, {1, 4}));
    const Value copied = build.call("aten.contiguous.default", {turned}, dense({size(4), size(4)}));
    const Value flat = build.call("aten.reshape.default", {turned, ArgumentList{16}}, dense({size(16)}));
    const Value square = build.call("aten.view.default", {flat, ArgumentList{4, 4}}, dense({size(4), size(4)}));
    const Value same = build.call("aten.view.default", {unknown, ArgumentList{4, 4}}, f32({size(4), size(4)}));
    build.output({lower, copied, square, same});
    EXPECT_EQ(run("view-simplification", build.program()).outcome, ir::Outcome::Unchanged);
}

TEST(ViewSimplification, LeavesWhatIsWrittenTo)
{
    const ir::Type type = dense({size(4)});
    Builder build;
    const Value x = build.input("x", type);
    const Value own = build.call("aten.mul.Tensor", {x, 2}, type);
    const Value copy = build.call("aten.clone.default", {own}, type);
    build.call("aten.add_.Tensor", {copy, 1}, type);
    build.output({own, copy});
    EXPECT_EQ(run("view-simplification", build.program()).outcome, ir::Outcome::Unchanged);
}

} // namespace
} // namespace sidelight::fx::passes::testing
