// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/tensor_stream.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace sidelight::io {
namespace {

using testing::TemporaryFolder;

/// Element i is i, as int32, in a file.
std::shared_ptr<const ir::Storage> counting(const TemporaryFolder& folder, std::int32_t count)
{
    std::string content(static_cast<std::size_t>(count) * 4, '\0');
    for (std::int32_t i = 0; i < count; ++i)
        std::memcpy(content.data() + static_cast<std::size_t>(i) * 4, &i, 4);
    testing::writeFile(folder / "numbers", content);
    auto storage = std::make_shared<ir::Storage>();
    auto file = support::File::open(folder / "numbers");
    storage->content = ir::FileExtent{*file, 0, content.size()};
    return storage;
}

std::vector<std::int32_t> streamed(const TemporaryFolder& folder, const ir::Tensor& tensor)
{
    auto file = support::AtomicFile::create(folder / "out");
    Transfer transfer;
    transfer.total = tensor.byteCount();
    EXPECT_TRUE(streamRaw(tensor, *file, transfer));
    EXPECT_EQ(transfer.done, transfer.total);
    EXPECT_TRUE(file->commit());
    const std::string content = testing::contentOf(folder / "out");
    std::vector<std::int32_t> values(content.size() / 4);
    std::copy(content.begin(), content.end(), reinterpret_cast<char*>(values.data()));
    return values;
}

ir::Tensor view(std::shared_ptr<const ir::Storage> storage, std::vector<std::int64_t> sizes,
    std::vector<std::int64_t> strides, std::int64_t offset)
{
    ir::Tensor tensor;
    tensor.dtype = ir::DType::Int32;
    tensor.sizes = std::move(sizes);
    tensor.strides = std::move(strides);
    tensor.storageOffset = offset;
    tensor.storage = std::move(storage);
    return tensor;
}

TEST(TensorStream, GathersALargeTransposedMatrixInBlocks)
{
    TemporaryFolder folder;
    const std::int32_t rows = 3000; // 36 MB: more than two blocks, and no row is near another in the file.
    const auto storage = counting(folder, rows * rows);
    const auto values = streamed(folder, view(storage, {rows, rows}, {1, rows}, 0));
    ASSERT_EQ(values.size(), static_cast<std::size_t>(rows) * rows);
    for (std::int32_t i = 0; i < rows; i += 7)
        for (std::int32_t j = 0; j < rows; j += 11)
            ASSERT_EQ(values[static_cast<std::size_t>(i) * rows + static_cast<std::size_t>(j)], j * rows + i);
}

TEST(TensorStream, GathersExpandedSlicedAndScalarViews)
{
    TemporaryFolder folder;
    const auto storage = counting(folder, 1000);
    EXPECT_EQ(streamed(folder, view(storage, {2, 3}, {0, 1}, 7)), (std::vector<std::int32_t>{7, 8, 9, 7, 8, 9}));
    EXPECT_EQ(streamed(folder, view(storage, {2, 2, 2}, {100, 10, 5}, 1)),
        (std::vector<std::int32_t>{1, 6, 11, 16, 101, 106, 111, 116}));
    EXPECT_EQ(streamed(folder, view(storage, {}, {}, 999)), std::vector<std::int32_t>{999});
    EXPECT_EQ(streamed(folder, view(storage, {3, 0}, {1, 1}, 0)), std::vector<std::int32_t>{});
}

TEST(TensorStream, ReadsSparseColumnsWithoutTheRowsBetween)
{
    TemporaryFolder folder;
    const auto storage = counting(folder, 5'000'000); // 20 MB, of which 200 numbers are wanted.
    const auto values = streamed(folder, view(storage, {200}, {25'000}, 3));
    ASSERT_EQ(values.size(), 200u);
    for (std::int32_t i = 0; i < 200; ++i)
        EXPECT_EQ(values[static_cast<std::size_t>(i)], i * 25'000 + 3);
}

TEST(TensorStream, RefusesViewsBeyondTheirStorage)
{
    TemporaryFolder folder;
    const auto storage = counting(folder, 10);
    EXPECT_TRUE(checkRaw(view(storage, {5}, {2}, 1), "w"));
    const Status beyond = checkRaw(view(storage, {5}, {2}, 2), "w");
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().ruleId, "SL1008");
    EXPECT_FALSE(checkRaw(view(storage, {5}, {-1}, 5), "w"));
    EXPECT_FALSE(checkRaw(view(storage, {1, 1}, {1}, 0), "w")) << "sizes and strides differ in number";
}

} // namespace
} // namespace sidelight::io
