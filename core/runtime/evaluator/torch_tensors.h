// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator/outcome.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace at {
class Tensor;
} // namespace at
namespace c10 {
struct IValue;
} // namespace c10

namespace sidelight::runtime::evaluator {

/// libtorch's number of an element type. Raises c10::Error for one that it lacks.
std::int64_t torchScalarType(ir::DType dtype);
/// The element type of libtorch's number. Raises c10::Error for one that we lack.
ir::DType fromTorchScalarType(std::int64_t number);

/// Makes tensors of a request's table; those of one storage share memory.
class TensorReader
{
public:
    TensorReader(const TensorTable& table, const std::vector<Descriptor>& descriptors);
    ~TensorReader();
    TensorReader(const TensorReader&) = delete;
    TensorReader& operator=(const TensorReader&) = delete;
    at::Tensor read(std::uint32_t index);

private:
    struct Storages;
    const TensorTable& table_;
    const std::vector<Descriptor>& descriptors_;
    std::unique_ptr<Storages> storages_;
};

/// Writes tensors, contiguous, into the memory file of a reply.
class TensorWriter
{
public:
    TensorWriter();
    /// Appends the tensors of a value to `group`: a tensor, a number (as a tensor of rank 0), None, or a list or tuple
    /// of them.
    void add(const c10::IValue& value, NodeTensors& group);
    [[nodiscard]] Answer finish(std::vector<NodeTensors> groups);

private:
    std::uint32_t addTensor(const at::Tensor& tensor);

    TensorTable table_;
    Descriptor memory_;
    std::uint64_t size_ = 0;
};

} // namespace sidelight::runtime::evaluator
