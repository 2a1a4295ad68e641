// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/compare.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidelight::runtime::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Comparison compared(const ir::Tensor& a, const ir::Tensor& b, Tolerance tolerance = Tolerance::Model)
{
    auto result = compare(a, b, tolerance);
    EXPECT_TRUE(result.ok());
    return result.ok() ? *result : Comparison{};
}
bool equal(std::vector<float> a, std::vector<float> b, Tolerance tolerance = Tolerance::Model)
{
    const auto size = static_cast<std::int64_t>(a.size());
    return compared(floats({size}, std::move(a)), floats({size}, std::move(b)), tolerance).equal;
}
ir::Tensor sixteen(ir::DType dtype, std::vector<std::uint16_t> bits)
{
    return ir::Tensor::fromValues<std::uint16_t>(dtype, {static_cast<std::int64_t>(bits.size())}, bits);
}

TEST(Compare, DtypeAndShapeMustMatch)
{
    EXPECT_EQ(compared(floats({1}, {1}), integers({1}, {1})).reason, "dtype float32 instead of int64");
    EXPECT_EQ(compared(floats({2}, {1, 2}), floats({2, 1}, {1, 2})).reason, "shape [2] instead of [2, 1]");
    EXPECT_FALSE(compared(floats({1}, {1}), integers({1}, {1})).equal);
}
TEST(Compare, AbsoluteToleranceServesSmallNumbers)
{
    EXPECT_TRUE(equal({0.00009f}, {0}));
    EXPECT_FALSE(equal({0.00011f}, {0}));
}
TEST(Compare, RelativeToleranceServesLargeNumbers)
{
    EXPECT_TRUE(equal({1000.9f}, {1000}));
    EXPECT_FALSE(equal({1001.1f}, {1000}));
}
TEST(Compare, SampleToleranceIsStricter)
{
    EXPECT_TRUE(equal({0.000009f}, {0}, Tolerance::Sample));
    EXPECT_FALSE(equal({0.000011f}, {0}, Tolerance::Sample));
    EXPECT_TRUE(equal({100.0009f}, {100}, Tolerance::Sample));
    EXPECT_FALSE(equal({100.0011f}, {100}, Tolerance::Sample));
}
TEST(Compare, ExactTakesNothingElse)
{
    EXPECT_TRUE(equal({1, kNan, 0.0f}, {1, kNan, -0.0f}, Tolerance::Exact));
    EXPECT_FALSE(equal({std::nextafter(1.0f, 2.0f)}, {1}, Tolerance::Exact));
}
TEST(Compare, NanEqualsNanOnly)
{
    EXPECT_TRUE(equal({kNan}, {kNan}));
    EXPECT_FALSE(equal({kNan}, {0}));
    EXPECT_FALSE(equal({0}, {kNan}));
    EXPECT_FALSE(equal({kNan}, {kInfinity}));
}
TEST(Compare, InfinitiesMustMatchInSign)
{
    EXPECT_TRUE(equal({kInfinity, -kInfinity}, {kInfinity, -kInfinity}));
    EXPECT_FALSE(equal({kInfinity}, {-kInfinity}));
    EXPECT_FALSE(equal({3e38f}, {kInfinity})) << "a finite number is not within any tolerance of infinity";
    EXPECT_FALSE(equal({kInfinity}, {3e38f}));
}
TEST(Compare, IntegersAreExactBeyondDoublePrecision)
{
    const std::int64_t large = (std::int64_t{1} << 60) + 1;
    EXPECT_TRUE(compared(integers({1}, {large}), integers({1}, {large})).equal);
    EXPECT_FALSE(compared(integers({1}, {large}), integers({1}, {large - 1})).equal);
}
TEST(Compare, BoolIsExact)
{
    EXPECT_TRUE(compared(tensor<std::uint8_t>({2}, {0, 1}), tensor<std::uint8_t>({2}, {0, 1})).equal);
    EXPECT_FALSE(compared(tensor<std::uint8_t>({2}, {0, 1}), tensor<std::uint8_t>({2}, {1, 1})).equal);
}
TEST(Compare, SixteenBitFloatsHaveOnePercent)
{
    // float16: 100 is 0x5640, 100.9375 is 0x564f, 101.0625 is 0x5651.
    EXPECT_TRUE(compared(sixteen(ir::DType::Float16, {0x564f}), sixteen(ir::DType::Float16, {0x5640})).equal);
    EXPECT_FALSE(compared(sixteen(ir::DType::Float16, {0x5651}), sixteen(ir::DType::Float16, {0x5640})).equal);
    // bfloat16: 1 is 0x3f80, 1.0078125 is 0x3f81, 1.015625 is 0x3f82.
    EXPECT_TRUE(compared(sixteen(ir::DType::BFloat16, {0x3f81}), sixteen(ir::DType::BFloat16, {0x3f80})).equal);
    EXPECT_FALSE(compared(sixteen(ir::DType::BFloat16, {0x3f82}), sixteen(ir::DType::BFloat16, {0x3f80})).equal);
    EXPECT_TRUE(equal({100.9f}, {100}, Tolerance::ModelHalf));
    EXPECT_FALSE(equal({100.9f}, {100}, Tolerance::Model));
}
TEST(Compare, SmallFloatsAreDecodedAsTheyAre)
{
    // Subnormal float16 0x0001 is 2^-24, infinity 0x7c00, NaN 0x7e00.
    const Comparison subnormal = compared(sixteen(ir::DType::Float16, {0x0001}), sixteen(ir::DType::Float16, {0x0000}));
    EXPECT_EQ(subnormal.maxAbsolute, 0x1p-24);
    EXPECT_EQ(subnormal.maxUlp, 1u);
    EXPECT_FALSE(compared(sixteen(ir::DType::Float16, {0x7c00}), sixteen(ir::DType::Float16, {0x7bff})).equal);
    EXPECT_TRUE(compared(sixteen(ir::DType::Float16, {0x7e00}), sixteen(ir::DType::Float16, {0xfe01})).equal);
    // float8_e4m3fn has no infinity: 0x7e is 448, 0x7f NaN.
    const std::vector<std::uint8_t> largest{0x7e};
    const std::vector<std::uint8_t> nan{0x7f};
    const Comparison eight = compared(ir::Tensor::fromValues<std::uint8_t>(ir::DType::Float8E4M3FN, {1}, largest),
        ir::Tensor::fromValues<std::uint8_t>(ir::DType::Float8E4M3FN, {1}, nan));
    EXPECT_EQ(eight.reason, "at [0]: 448.0 instead of nan");
}
TEST(Compare, ReportsTheFirstDifferenceAndTheLargest)
{
    const Comparison result = compared(floats({2, 3}, {1, 2, 3, 4, 8, 6}), floats({2, 3}, {1, 2, 2, 4, 4, 6}));
    EXPECT_EQ(result.firstDiffering, (std::vector<std::int64_t>{0, 2}));
    EXPECT_EQ(result.reason, "at [0, 2]: 3.0 instead of 2.0 (and 1 more of 6)");
    EXPECT_EQ(result.differing, 2);
    EXPECT_EQ(result.maxAbsolute, 4);
    EXPECT_EQ(result.maxRelative, 1);
}
TEST(Compare, CountsUnitsInTheLastPlaceAcrossZero)
{
    const float least = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(compared(floats({1}, {least}), floats({1}, {-least})).maxUlp, 2u);
    EXPECT_EQ(compared(floats({1}, {std::nextafter(1.0f, 2.0f)}), floats({1}, {1})).maxUlp, 1u);
}
TEST(Compare, ComplexPartsAreComparedEach)
{
    const std::vector<float> a{1, 2};
    const std::vector<float> b{1, 3};
    const Comparison result = compared(ir::Tensor::fromBytes(ir::DType::Complex64, {1},
                                           {std::as_bytes(std::span(a)).begin(), std::as_bytes(std::span(a)).end()}),
        ir::Tensor::fromBytes(
            ir::DType::Complex64, {1}, {std::as_bytes(std::span(b)).begin(), std::as_bytes(std::span(b)).end()}));
    EXPECT_FALSE(result.equal);
    EXPECT_EQ(result.reason, "at [0]: 1.0 + 2.0j instead of 1.0 + 3.0j");
}
TEST(Compare, EmptyTensorsAreEqual)
{
    EXPECT_TRUE(compared(floats({0, 2}, {}), floats({0, 2}, {})).equal);
}
TEST(Compare, UnreadableBytesAreADiagnostic)
{
    ir::Tensor broken = floats({2}, {1, 2});
    broken.sizes = {3};
    EXPECT_FALSE(compare(broken, floats({3}, {1, 2, 3})).ok());
}

} // namespace
} // namespace sidelight::runtime::test
