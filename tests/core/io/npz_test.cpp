// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/npz.h"

#include "tests/core/io/zip_builder.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>

namespace sidelight::io {
namespace {

using namespace std::string_literals;

std::string npy(std::string_view dict, const std::string& data)
{
    std::string header(dict);
    header += '\n';
    return "\x93NUMPY\x01\x00"s + static_cast<char>(header.size()) + "\0"s + header + data;
}
std::string ruleOf(const std::string& bytes)
{
    const auto tensor = parseNpy(bytes, "x.npy");
    return tensor.ok() ? "none" : tensor.error().ruleId;
}

TEST(Npz, WritesWhatItReads)
{
    std::array<float, 6> floats{};
    std::iota(floats.begin(), floats.end(), 0.5f);
    std::array<std::int64_t, 1> scalar{-7};
    const auto matrix = ir::Tensor::fromValues<float>(ir::DType::Float32, {2, 3}, floats);
    ir::Tensor transposed = matrix;
    transposed.sizes = {3, 2};
    transposed.strides = {1, 3};
    const Arrays arrays{{"000:x", matrix}, {"001:t", transposed},
        {"s", ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, {}, scalar)},
        {"e", ir::Tensor::fromBytes(ir::DType::Bool, {0, 4}, {})}};
    const testing::TemporaryFolder folder;
    const auto path = folder.path() / "a.npz";
    const Status status = writeNpz(path, arrays);
    ASSERT_TRUE(status.ok()) << status.error().message;
    const auto read = readNpz(path);
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_EQ(read->size(), arrays.size());
    for (std::size_t at = 0; at < arrays.size(); ++at) {
        EXPECT_EQ((*read)[at].first, arrays[at].first);
        EXPECT_EQ((*read)[at].second.dtype, arrays[at].second.dtype);
        EXPECT_EQ((*read)[at].second.sizes, arrays[at].second.sizes);
        EXPECT_EQ(*ir::readContiguous((*read)[at].second), *ir::readContiguous(arrays[at].second));
    }
}

TEST(Npz, ReadsDeflatedArraysThatNumpyWrote)
{
    const auto read = readNpz(std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/npz/compressed.npz");
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_EQ(read->size(), 3u);
    EXPECT_EQ((*read)[0].first, "big_endian");
    const auto bytes = ir::readContiguous((*read)[0].second);
    std::array<std::int32_t, 3> values{};
    ASSERT_EQ(bytes->size(), sizeof(values));
    std::memcpy(values.data(), bytes->data(), sizeof(values));
    EXPECT_EQ(values, (std::array<std::int32_t, 3>{1, -2, 70000}));
    EXPECT_EQ((*read)[1].first, "column_major");
    EXPECT_EQ((*read)[1].second.sizes, (std::vector<std::int64_t>{2, 3}));
    const auto rows = ir::readContiguous((*read)[1].second);
    std::array<double, 6> doubles{};
    std::memcpy(doubles.data(), rows->data(), sizeof(doubles));
    EXPECT_EQ(doubles, (std::array<double, 6>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ((*read)[2].second.elementCount(), 10000);
}

TEST(Npz, RefusesWhatIsNoArrayOfNumbers)
{
    EXPECT_EQ(ruleOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", std::string(8, '\0'))), "none");
    EXPECT_EQ(ruleOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", std::string(8, '\0'))), "SL1017");
    EXPECT_EQ(
        ruleOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "")), "SL1017");
    EXPECT_EQ(ruleOf(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "")), "SL1017");
    EXPECT_EQ(ruleOf(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "x")), "SL1017")
        << "objects are pickles";
    EXPECT_EQ(ruleOf(npy("{'fortran_order': False, 'shape': (1,), }", "x")), "SL1017");
    EXPECT_EQ(ruleOf("\x93NUMPY\x01\x00\xff\xff"s), "SL1017");
    EXPECT_EQ(ruleOf("\x93NUMPY\x09\x00\x01\x00x"s), "SL1017");
    EXPECT_EQ(ruleOf(""), "SL1017");
    const testing::TemporaryFolder folder;
    const auto path = folder.path() / "a.npz";
    testing::writeFile(path, testing::ZipBuilder().add("x.npy", "no array").build());
    EXPECT_EQ(readNpz(path).error().ruleId, "SL1017");
    testing::writeFile(path, "no zip");
    EXPECT_EQ(readNpz(path).error().ruleId, "SL1002");
    EXPECT_EQ(readNpz(folder.path() / "absent.npz").error().ruleId, "SL1001");
}

} // namespace
} // namespace sidelight::io
