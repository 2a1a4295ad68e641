// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/onnx_writer.h"
#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Models of little but weights, in memory or in files, for tests of the writer.
namespace sidelight::testing {

inline std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(i);
    return values;
}

inline std::shared_ptr<const ir::Storage> inFile(
    const std::filesystem::path& path, std::uint64_t offset, std::uint64_t length)
{
    auto file = support::File::open(path);
    EXPECT_TRUE(file);
    auto storage = std::make_shared<ir::Storage>();
    storage->content = ir::FileExtent{*file, offset, length};
    storage->name = "weights";
    return storage;
}

inline std::string asText(const std::vector<float>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

inline ir::Tensor view(std::shared_ptr<const ir::Storage> storage, std::vector<std::int64_t> sizes,
    std::vector<std::int64_t> strides, std::int64_t offset = 0)
{
    ir::Tensor tensor;
    tensor.dtype = ir::DType::Float32;
    tensor.sizes = std::move(sizes);
    tensor.strides = std::move(strides);
    tensor.storageOffset = offset;
    tensor.storage = std::move(storage);
    return tensor;
}

/// Initializers `names`, each over 1 KiB, that a Sum reads.
inline ModelBuilder modelOf(const std::vector<std::pair<std::string, ir::Tensor>>& weights)
{
    ModelBuilder b;
    b.input("x", floats({1}));
    for (const auto& [name, tensor] : weights)
        b.initializer(name, tensor);
    b.output("y", b.op("Relu", {Value{NodeId{0}, 0}}, "y", floats({1})));
    return b;
}

inline ModelBuilder largeModel()
{
    return modelOf({{"w", tensorOf<float>(ir::DType::Float32, {512}, ramp(512))},
        {"v", tensorOf<float>(ir::DType::Float32, {300}, ramp(300))}});
}

inline std::string ruleOf(const Result<io::WrittenFiles>& result)
{
    return result ? "" : result.error().ruleId;
}

} // namespace sidelight::testing
