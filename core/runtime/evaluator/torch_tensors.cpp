// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/torch_tensors.h"

#include "core/ir/tensor.h"

#include <ATen/Functions.h>
#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>

#include <array>
#include <span>
#include <utility>

namespace sidelight::runtime::evaluator {
namespace {

constexpr std::array<std::pair<ir::DType, c10::ScalarType>, 21> kTypes = {{
    {ir::DType::UInt8, c10::ScalarType::Byte},
    {ir::DType::Int8, c10::ScalarType::Char},
    {ir::DType::Int16, c10::ScalarType::Short},
    {ir::DType::Int32, c10::ScalarType::Int},
    {ir::DType::Int64, c10::ScalarType::Long},
    {ir::DType::Float16, c10::ScalarType::Half},
    {ir::DType::Float32, c10::ScalarType::Float},
    {ir::DType::Float64, c10::ScalarType::Double},
    {ir::DType::Complex32, c10::ScalarType::ComplexHalf},
    {ir::DType::Complex64, c10::ScalarType::ComplexFloat},
    {ir::DType::Complex128, c10::ScalarType::ComplexDouble},
    {ir::DType::Bool, c10::ScalarType::Bool},
    {ir::DType::BFloat16, c10::ScalarType::BFloat16},
    {ir::DType::UInt16, c10::ScalarType::UInt16},
    {ir::DType::UInt32, c10::ScalarType::UInt32},
    {ir::DType::UInt64, c10::ScalarType::UInt64},
    {ir::DType::Float8E4M3FN, c10::ScalarType::Float8_e4m3fn},
    {ir::DType::Float8E5M2, c10::ScalarType::Float8_e5m2},
    {ir::DType::Float8E4M3FNUZ, c10::ScalarType::Float8_e4m3fnuz},
    {ir::DType::Float8E5M2FNUZ, c10::ScalarType::Float8_e5m2fnuz},
    {ir::DType::Float8E8M0FNU, c10::ScalarType::Float8_e8m0fnu},
}};

constexpr std::uint64_t kAlignment = 64;

c10::ScalarType toTorch(ir::DType dtype)
{
    for (const auto& [ours, theirs] : kTypes)
        if (ours == dtype)
            return theirs;
    TORCH_CHECK(false, "libtorch has no element type ", ir::name(dtype));
}

ir::DType fromTorch(c10::ScalarType type)
{
    for (const auto& [ours, theirs] : kTypes)
        if (theirs == type)
            return ours;
    TORCH_CHECK(false, "a tensor of element type ", type, " cannot be handed back");
}

} // namespace

/// One tensor of bytes for each storage that was needed so far.
struct TensorReader::Storages
{
    std::vector<at::Tensor> bytes;
};

std::int64_t torchScalarType(ir::DType dtype)
{
    return static_cast<std::int64_t>(toTorch(dtype));
}

ir::DType fromTorchScalarType(std::int64_t number)
{
    return fromTorch(static_cast<c10::ScalarType>(number));
}

TensorReader::TensorReader(const TensorTable& table, const std::vector<Descriptor>& descriptors)
    : table_(table), descriptors_(descriptors), storages_(std::make_unique<Storages>())
{
    storages_->bytes.resize(table.storages.size());
}

TensorReader::~TensorReader() = default;

at::Tensor TensorReader::read(std::uint32_t index)
{
    TORCH_CHECK(index < table_.tensors.size() && table_.tensors[index].storage < storages_->bytes.size(),
        "the request names a tensor that it lacks");
    const TensorRef& ref = table_.tensors[index];
    at::Tensor& storage = storages_->bytes[ref.storage];
    if (!storage.defined()) {
        const StorageRef& bytes = table_.storages[ref.storage];
        TORCH_CHECK(
            bytes.length == 0 || bytes.descriptor < descriptors_.size(), "the request names a file that it lacks");
        storage = at::empty({static_cast<std::int64_t>(bytes.length)}, at::kByte);
        const std::span<std::byte> into(static_cast<std::byte*>(storage.data_ptr()), bytes.length);
        TORCH_CHECK(into.empty() || readAll(descriptors_[bytes.descriptor].number(), bytes.offset, into),
            "the bytes of a tensor cannot be read");
    }
    at::Tensor tensor = at::empty({0}, at::TensorOptions().dtype(toTorch(ref.dtype)));
    tensor.set_(storage.storage(), ref.storageOffset, ref.sizes, ref.strides);
    return tensor;
}

TensorWriter::TensorWriter() : memory_(makeMemoryFile("sidelight-reply"))
{
    TORCH_CHECK(memory_.isOpen(), "there is no memory for the reply");
}

std::uint32_t TensorWriter::addTensor(const at::Tensor& given)
{
    if (!given.defined())
        return kNoTensor;
    TORCH_CHECK(!given.is_quantized(), "a quantized tensor cannot be handed back");
    const at::Tensor dense = given.layout() == c10::kStrided ? given : given.to_dense();
    const at::Tensor tensor = dense.resolve_conj().resolve_neg().to(at::kCPU).contiguous();
    TensorRef ref{fromTorch(tensor.scalar_type()), tensor.sizes().vec(), {}, 0,
        static_cast<std::uint32_t>(table_.storages.size())};
    ref.strides = ir::contiguousStrides(ref.sizes);
    const std::span<const std::byte> bytes(static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes());
    TORCH_CHECK(writeAll(memory_.number(), size_, bytes), "there is no memory for the reply");
    table_.storages.push_back({0, size_, bytes.size()});
    table_.tensors.push_back(std::move(ref));
    size_ = (size_ + bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
    return static_cast<std::uint32_t>(table_.tensors.size() - 1);
}

void TensorWriter::add(const c10::IValue& value, NodeTensors& group)
{
    if (value.isNone()) {
        group.tensors.push_back(kNoTensor);
    } else if (value.isTensor()) {
        group.tensors.push_back(addTensor(value.toTensor()));
    } else if (value.isInt()) {
        group.tensors.push_back(addTensor(at::full({}, value.toInt(), at::kLong)));
    } else if (value.isDouble()) {
        group.tensors.push_back(addTensor(at::full({}, value.toDouble(), at::kDouble)));
    } else if (value.isBool()) {
        group.tensors.push_back(addTensor(at::full({}, value.toBool(), at::kBool)));
    } else if (value.isComplexDouble()) {
        group.tensors.push_back(addTensor(at::full({}, value.toComplexDouble(), at::kComplexDouble)));
    } else if (value.isList()) {
        for (const c10::IValue& item : value.toListRef())
            add(item, group);
    } else if (value.isTuple()) {
        for (const c10::IValue& item : value.toTupleRef().elements())
            add(item, group);
    } else {
        TORCH_CHECK(false, "a value of type ", value.tagKind(), " cannot be handed back");
    }
}

Answer TensorWriter::finish(std::vector<NodeTensors> groups)
{
    return {{std::move(groups), std::move(table_)}, std::move(memory_)};
}

} // namespace sidelight::runtime::evaluator
