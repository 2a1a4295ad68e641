// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/promotion.h"
#include "tests/core/fx/pass_test_program.h"

#include <array>

namespace sidelight::fx::passes::testing {
namespace {

using ir::DType;

TEST(PromoteTypes, EqualsTorchsTable)
{
    struct Case {
        DType left, right, result;
    };
    const auto kCases = std::to_array<Case>({{DType::UInt8, DType::Int8, DType::Int16}, {DType::UInt8, DType::Int32, DType::Int32},
        {DType::Bool, DType::UInt8, DType::UInt8}, {DType::Int64, DType::Float16, DType::Float16}, {DType::Float16, DType::BFloat16, DType::Float32},
        {DType::Float32, DType::Float64, DType::Float64}, {DType::Complex64, DType::Float64, DType::Complex128},
        {DType::Complex32, DType::Float16, DType::Complex32}, {DType::Int64, DType::Complex64, DType::Complex64},
        {DType::Undefined, DType::Int8, DType::Int8}, {DType::UInt16, DType::UInt8, DType::UInt16}, {DType::UInt16, DType::Int64, DType::Int64}});
    for (const auto& [left, right, result] : kCases) {
        EXPECT_EQ(fx::promoteTypes(left, right), result) << ir::name(left) << ' ' << ir::name(right);
        EXPECT_EQ(fx::promoteTypes(right, left), result) << ir::name(right) << ' ' << ir::name(left);
    }
}

/// The type that `overload` computes in for a first argument of `left` and a second argument.
DType computed(const char* overload, ir::Type left, Argument right, ir::Type rightType = {})
{
    Builder build;
    const Value x = build.input("x", std::move(left));
    const Value y = build.input("y", std::move(rightType));
    const Value call = build.call(overload, {x, right.isNone() ? Argument(y) : right}, ir::Type());
    const auto promotion = promotionOf(build.program().main(), build.program().main()[call.node]);
    return promotion ? promotion->compute : DType::Undefined;
}

TEST(Promotion, RanksTensorsWithDimensionsOverThoseWithoutOverNumbers)
{
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::Float16, kTwo), None{}, f32()), DType::Float16);
    EXPECT_EQ(computed("aten.add.Tensor", i64(kTwo), None{}, f32()), DType::Float32);
    EXPECT_EQ(computed("aten.add.Tensor", f32(), None{}, i64(kTwo)), DType::Float32);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::Int32, kTwo), 7), DType::Int32);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::Int32, kTwo), 7.5), DType::Float32);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::Float16, kTwo), 7.5), DType::Float16);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::BFloat16), 7.5), DType::BFloat16);
    EXPECT_EQ(computed("aten.mul.Tensor", b8(kTwo), 3), DType::Int64);
    EXPECT_EQ(computed("aten.mul.Tensor", b8(kTwo), true), DType::Bool);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::UInt8, kTwo), None{}, tensor(DType::Int8)), DType::UInt8);
    EXPECT_EQ(computed("aten.add.Tensor", tensor(DType::Float64), None{}, tensor(DType::Complex64, kTwo)), DType::Complex64);
    EXPECT_EQ(computed("aten.mul.Tensor", tensor(DType::Float64, kTwo), std::complex<double>(0, 1)), DType::Complex128);
}

TEST(Promotion, FollowsTheOperatorsKind)
{
    EXPECT_EQ(computed("aten.div.Tensor", i64(kTwo), 2), DType::Float32);
    EXPECT_EQ(computed("aten.floor_divide.default", i64(kTwo), 2), DType::Int64);
    EXPECT_EQ(computed("aten.pow.Tensor_Scalar", b8(kTwo), true), DType::Int64);
    EXPECT_EQ(computed("aten.lt.Scalar", i64(kTwo), 2.5), DType::Float32);
    EXPECT_EQ(computed("aten.atan2.default", i64(kTwo), None{}, i64(kTwo)), DType::Float32);
    EXPECT_EQ(computed("aten.relu.default", i64(kTwo), None{}, i64(kTwo)), DType::Undefined);
}

TEST(TypePromotion, CastsTensorsThatDifferAndNotesEach)
{
    Builder build;
    const Value x = build.input("x", i64(kTwo));
    const Value y = build.input("y", f32(kTwo));
    const Value sum = build.call("aten.add.Tensor", {x, y}, f32(kTwo));
    const Value less = build.call("aten.lt.Scalar", {x, 2.5}, b8(kTwo));
    const Value root = build.call("aten.sqrt.default", {x}, f32(kTwo));
    const Value total = build.call("aten.sum.default", {less}, i64());
    const Value same = build.call("aten.add.Tensor", {y, 1}, f32(kTwo));
    build.output({sum, less, root, total, same});
    const auto record = run("type-promotion", build.program());
    EXPECT_EQ(text(record.after), "x : i64[2]\n"
                                  "y : f32[2]\n"
                                  "_to_copy = aten._to_copy.default(x, dtype=torch.float32) : f32[2]\n"
                                  "add = aten.add.Tensor(_to_copy, y) : f32[2]\n"
                                  "_to_copy_1 = aten._to_copy.default(x, dtype=torch.float32) : f32[2]\n"
                                  "lt = aten.lt.Scalar(_to_copy_1, 2.5) : b8[2]\n"
                                  "_to_copy_2 = aten._to_copy.default(x, dtype=torch.float32) : f32[2]\n"
                                  "sqrt = aten.sqrt.default(_to_copy_2) : f32[2]\n"
                                  "_to_copy_3 = aten._to_copy.default(lt, dtype=torch.int64) : i64[2]\n"
                                  "sum_1 = aten.sum.default(_to_copy_3) : i64[]\n"
                                  "add_1 = aten.add.Tensor(y, 1) : f32[2]\n"
                                  "return (add, lt, sqrt, sum_1, add_1)\n");
    ASSERT_EQ(record.diagnostics.size(), 4u);
    EXPECT_EQ(record.diagnostics[0].ruleId, "FXE0015");
    EXPECT_EQ(record.diagnostics[0].level, Level::Note);
    EXPECT_EQ(record.diagnostics[0].message, "aten.add.Tensor promotes its argument self (%x) from int64 to float32; a cast was inserted");
    EXPECT_EQ(record.diagnostics[0].locations[0].line, 1);
}

TEST(TypePromotion, CastsElementsOfListsAndKeywordArguments)
{
    Builder build;
    const Value x = build.input("x", i64(kTwo));
    const Value y = build.input("y", f32(kTwo));
    const Value all = build.call("aten.cat.default", {ArgumentList{x, y}}, f32({size(4)}));
    const Value sum = build.call("aten.add.Tensor", {y}, f32(kTwo), {{"other", x}});
    build.output({all, sum});
    EXPECT_EQ(text(run("type-promotion", build.program()).after), "x : i64[2]\n"
                                                                  "y : f32[2]\n"
                                                                  "_to_copy = aten._to_copy.default(x, dtype=torch.float32) : f32[2]\n"
                                                                  "cat = aten.cat.default([_to_copy, y]) : f32[4]\n"
                                                                  "_to_copy_1 = aten._to_copy.default(x, dtype=torch.float32) : f32[2]\n"
                                                                  "add = aten.add.Tensor(y, other=_to_copy_1) : f32[2]\n"
                                                                  "return (cat, add)\n");
}

} // namespace
} // namespace sidelight::fx::passes::testing
