// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/ir/tensor.h"
#include "core/ir/type.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <numeric>

namespace sidelight::ir {
namespace {

std::vector<std::int32_t> valuesOf(const Tensor& tensor)
{
    const auto bytes = readContiguous(tensor);
    EXPECT_TRUE(bytes.ok());
    std::vector<std::int32_t> values(bytes->size() / 4);
    std::copy(bytes->begin(), bytes->end(), std::as_writable_bytes(std::span(values)).begin());
    return values;
}
Tensor counting(std::vector<std::int64_t> sizes)
{
    Tensor tensor = Tensor::fromBytes(DType::Int32, sizes, {});
    std::vector<std::int32_t> values(static_cast<std::size_t>(tensor.elementCount()));
    std::iota(values.begin(), values.end(), 0);
    return Tensor::fromValues<std::int32_t>(DType::Int32, std::move(sizes), values);
}

TEST(Tensor, ReadsTransposedExpandedAndOffsetViews)
{
    Tensor tensor = counting({2, 3});
    EXPECT_EQ(valuesOf(tensor), (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
    Tensor transposed = tensor;
    transposed.sizes = {3, 2};
    transposed.strides = {1, 3};
    EXPECT_FALSE(transposed.isContiguous());
    EXPECT_EQ(valuesOf(transposed), (std::vector<std::int32_t>{0, 3, 1, 4, 2, 5}));
    Tensor expanded = tensor;
    expanded.sizes = {2, 2};
    expanded.strides = {0, 1};
    expanded.storageOffset = 4;
    EXPECT_EQ(valuesOf(expanded), (std::vector<std::int32_t>{4, 5, 4, 5}));
}

TEST(Tensor, IgnoresStridesOfAxesOfOneAndOfEmptyTensors)
{
    Tensor tensor = counting({1, 3});
    tensor.strides = {77, 1};
    EXPECT_TRUE(tensor.isContiguous());
    tensor.sizes = {5, 0};
    tensor.strides = {9, 9};
    EXPECT_TRUE(tensor.isContiguous());
    EXPECT_EQ(readContiguous(tensor).value().size(), 0u);
}

TEST(Tensor, ReadsFromAFileElementByElementWhenTheStretchIsWide)
{
    const std::filesystem::path path = testing::TempDir() + "sidelight-tensor-test";
    const Tensor whole = counting({3000, 1024});
    const auto bytes = readContiguous(whole);
    ASSERT_TRUE(support::writeText(path, {reinterpret_cast<const char*>(bytes->data()), bytes->size()}).ok());
    auto storage = std::make_shared<Storage>();
    storage->content = FileExtent{*support::File::open(path), 4, bytes->size() - 4};
    Tensor column = whole;
    column.sizes = {3000};
    column.strides = {1024};
    column.storageOffset = 6;
    column.storage = storage;
    const auto values = valuesOf(column);
    EXPECT_EQ(values[0], 7);
    EXPECT_EQ(values[2999], 2999 * 1024 + 7);
    std::filesystem::remove(path);
}

std::string checked(std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides, std::int64_t offset)
{
    Tensor tensor = counting({2, 3});
    tensor.sizes = std::move(sizes);
    tensor.strides = std::move(strides);
    tensor.storageOffset = offset;
    const Status status = checkTensor(tensor, "w");
    return status ? "fine" : status.error().ruleId;
}

TEST(CheckTensor, RefusesWhatDoesNotFitItsBytes)
{
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;
    EXPECT_EQ(checked({2, 3}, {3, 1}, 0), "fine");
    EXPECT_EQ(checked({2, 3}, {3, 1}, 1), "SL1008");
    EXPECT_EQ(checked({0, 3}, {3, 1}, 100), "fine");
    EXPECT_EQ(checked({2, 4}, {3, 1}, 0), "SL1008");
    EXPECT_EQ(checked({-1, 3}, {3, 1}, 0), "SL1008");
    EXPECT_EQ(checked({2, 3}, {-3, 1}, 0), "SL1008");
    EXPECT_EQ(checked({2, 3}, {3, 1}, -1), "SL1008");
    EXPECT_EQ(checked({2}, {3, 1}, 0), "SL1008");
    EXPECT_EQ(checked({kHuge, kHuge}, {kHuge, 1}, 0), "SL1008");
    EXPECT_EQ(checked({kHuge, 1}, {0, 1}, 0), "SL1008"); // So many elements would not fit in memory.
    EXPECT_EQ(checked({2}, {kHuge}, kHuge), "SL1008");
}

TEST(ReadContiguous, SaysWhenThereAreNoData)
{
    Tensor tensor = counting({2});
    tensor.storage = std::make_shared<Storage>();
    EXPECT_EQ(readContiguous(tensor).error().ruleId, "SL1008");
    tensor.storage = nullptr;
    EXPECT_EQ(readContiguous(tensor).error().ruleId, "SL1008");
}

TEST(DType, NamesGoBothWays)
{
    for (int at = 0; at < static_cast<int>(DType::Undefined); ++at)
        EXPECT_EQ(dtypeFromName(name(static_cast<DType>(at))), static_cast<DType>(at));
    EXPECT_EQ(dtypeFromName("float33"), std::nullopt);
    EXPECT_EQ(dtypeFromName("undefined"), std::nullopt);
    EXPECT_EQ(itemSize(DType::Complex128), 16u);
    EXPECT_FALSE(isInteger(DType::Bool));
    EXPECT_TRUE(isFloating(DType::BFloat16));
}

TEST(Type, PrintsAsTheInspectorShowsIt)
{
    TensorType tensor;
    tensor.dtype = DType::Float32;
    tensor.sizes = {Dim::symbol("batch"), Dim::constant(8)};
    EXPECT_EQ(toText(Type::list({Type::of(tensor), Type::integer(Dim::symbol("s0")), Type::integer(Dim::constant(3)), Type()})),
              "[f32[batch, 8], Sym(s0), 3, ?]");
}

} // namespace
} // namespace sidelight::ir
