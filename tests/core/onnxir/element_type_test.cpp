// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/element_type.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace sidelight::onnxir {
namespace {

TEST(ElementType, NumbersAreThoseOfTensorProto)
{
    EXPECT_EQ(elementType(ir::DType::Float32), 1);
    EXPECT_EQ(elementType(ir::DType::Int64), 7);
    EXPECT_EQ(elementType(ir::DType::Bool), 9);
    EXPECT_EQ(elementType(ir::DType::Float64), 11);
    EXPECT_EQ(elementType(ir::DType::BFloat16), 16);
    EXPECT_EQ(elementType(ir::DType::Float4E2M1), 23);
    EXPECT_EQ(elementType(ir::DType::Complex32), 0) << "ONNX has no half complex";
}

TEST(ElementType, NumberAndDtypeAreInverse)
{
    std::set<ir::DType> seen;
    for (std::int32_t number = 1; number <= 24; ++number) {
        const auto dtype = dtypeFromElementType(number);
        ASSERT_TRUE(dtype) << number;
        EXPECT_EQ(elementType(*dtype), number);
        EXPECT_TRUE(seen.insert(*dtype).second) << number;
    }
    EXPECT_FALSE(dtypeFromElementType(0));
    EXPECT_FALSE(dtypeFromElementType(25));
}

TEST(ElementType, RawBytesCountPackedAndEmptyTensors)
{
    EXPECT_EQ(rawByteCount(ir::DType::Float32, {2, 3}), 24u);
    EXPECT_EQ(rawByteCount(ir::DType::Int4, {3}), 2u) << "two to a byte, rounded up";
    EXPECT_EQ(rawByteCount(ir::DType::Complex128, {}), 16u) << "a scalar";
    EXPECT_EQ(rawByteCount(ir::DType::Float32, {std::numeric_limits<std::int64_t>::max(), 0}), 0u);
}

TEST(ElementType, RawBytesRefuseOverflowAndNegativeSizes)
{
    EXPECT_FALSE(rawByteCount(ir::DType::Float32, {std::numeric_limits<std::int64_t>::max(), 4}));
    EXPECT_FALSE(rawByteCount(ir::DType::Float32, {std::numeric_limits<std::int64_t>::max()}));
    EXPECT_FALSE(rawByteCount(ir::DType::Float32, {-1}));
}

TEST(ElementType, StringsComeBackFromTheirTensor)
{
    const std::vector<std::string> strings{"", "a", std::string("nul\0inside", 10), "日本"};
    const auto back = stringsOf(tensorFromStrings({4}, strings));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, strings);
}

TEST(ElementType, StringsCutShortAreRefused)
{
    ir::Tensor tensor = tensorFromStrings({1}, {"abc"});
    auto storage = std::make_shared<ir::Storage>(*tensor.storage);
    std::get<std::vector<std::byte>>(storage->content).pop_back();
    tensor.storage = storage;
    ASSERT_FALSE(stringsOf(tensor));
    EXPECT_EQ(stringsOf(tensor).error().ruleId, "SL1008");
}

} // namespace
} // namespace sidelight::onnxir
