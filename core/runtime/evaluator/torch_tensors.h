// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator/outcome.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <cstdint>
#include <vector>

namespace sidelight::runtime::evaluator {

/// The two numberings of element types. Both raise c10::Error for what the other side lacks.
c10::ScalarType toTorch(ir::DType dtype);
ir::DType fromTorch(c10::ScalarType type);

/// Makes tensors of a request's table; those of one storage share memory.
class TensorReader {
public:
    TensorReader(const TensorTable& table, const std::vector<Descriptor>& descriptors);
    at::Tensor read(std::uint32_t index);

private:
    const TensorTable& table_;
    const std::vector<Descriptor>& descriptors_;
    std::vector<at::Tensor> storages_;
};

/// Writes tensors, contiguous, into the memory file of a reply.
class TensorWriter {
public:
    TensorWriter();
    /// Appends the tensors of a value to `group`: a tensor, a number (as a tensor of rank 0), None, or a list or tuple of them.
    void add(const c10::IValue& value, NodeTensors& group);
    [[nodiscard]] Answer finish(std::vector<NodeTensors> groups);

private:
    std::uint32_t addTensor(const at::Tensor& tensor);

    TensorTable table_;
    Descriptor memory_;
    std::uint64_t size_ = 0;
};

} // namespace sidelight::runtime::evaluator
