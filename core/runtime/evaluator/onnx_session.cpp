// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/onnx_session.h"

#include "core/runtime/tensor_transfer.h"

#include <onnxruntime_cxx_api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace sidelight::runtime::evaluator {
namespace {

constexpr std::array<std::pair<ir::DType, ONNXTensorElementDataType>, 19> kTypes = {{
    {ir::DType::UInt8, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8},
    {ir::DType::Int8, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8},
    {ir::DType::Int16, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16},
    {ir::DType::Int32, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32},
    {ir::DType::Int64, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64},
    {ir::DType::UInt16, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16},
    {ir::DType::UInt32, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32},
    {ir::DType::UInt64, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64},
    {ir::DType::Float16, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16},
    {ir::DType::Float32, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT},
    {ir::DType::Float64, ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE},
    {ir::DType::BFloat16, ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16},
    {ir::DType::Bool, ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL},
    {ir::DType::Complex64, ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64},
    {ir::DType::Complex128, ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128},
    {ir::DType::Float8E4M3FN, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FN},
    {ir::DType::Float8E5M2, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2},
    {ir::DType::Float8E4M3FNUZ, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E4M3FNUZ},
    {ir::DType::Float8E5M2FNUZ, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E5M2FNUZ},
}};

std::optional<ONNXTensorElementDataType> toOnnx(ir::DType dtype)
{
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& pair) { return pair.first == dtype; });
    return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}
std::optional<ir::DType> fromOnnx(ONNXTensorElementDataType type)
{
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& pair) { return pair.second == type; });
    return found == kTypes.end() ? std::nullopt : std::optional(found->first);
}

FailedReply failure(std::string message)
{
    return {FailureKind::Operator, "ONNX Runtime: " + std::move(message)};
}

/// Values fed to the session, with the bytes that they borrow.
struct Inputs
{
    std::vector<std::vector<std::byte>> bytes;
    std::vector<std::string> names;
    std::vector<Ort::Value> values;
};

std::optional<FailedReply> addInput(Inputs& inputs, const std::string& name, const ir::Tensor& tensor)
{
    auto bytes = ir::readContiguous(tensor);
    if (!bytes.ok())
        return failure(bytes.error().message);
    const auto type = toOnnx(tensor.dtype);
    if (!type)
        return failure("input " + name + " has an element type that ONNX lacks");
    static const Ort::MemoryInfo kMemory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    inputs.bytes.push_back(std::move(*bytes));
    inputs.names.push_back(name);
    std::vector<std::byte>& held = inputs.bytes.back();
    inputs.values.push_back(
        Ort::Value::CreateTensor(kMemory, held.data(), held.size(), tensor.sizes.data(), tensor.sizes.size(), *type));
    return std::nullopt;
}

std::vector<std::string> outputNames(const Ort::Session& session)
{
    Ort::AllocatorWithDefaultOptions allocator;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < session.GetOutputCount(); ++i)
        names.emplace_back(session.GetOutputNameAllocated(i, allocator).get());
    return names;
}

std::vector<const char*> pointersTo(const std::vector<std::string>& names)
{
    std::vector<const char*> pointers;
    for (const std::string& name : names)
        pointers.push_back(name.c_str());
    return pointers;
}

/// Collects outputs in one memory file.
class OutputWriter
{
public:
    std::optional<FailedReply> add(const std::string& name, const Ort::Value& value)
    {
        NodeTensors group;
        group.name = name;
        if (!value || !value.HasValue()) {
            group.tensors.push_back(kNoTensor);
        } else {
            if (!value.IsTensor())
                return failure("output " + name + " is no tensor");
            const auto info = value.GetTensorTypeAndShapeInfo();
            const auto dtype = fromOnnx(info.GetElementType());
            if (!dtype)
                return failure("output " + name + " has an element type that cannot be handed back");
            const auto* data = static_cast<const std::byte*>(value.GetTensorRawData());
            const std::size_t size = info.GetElementCount() * ir::itemSize(*dtype);
            TensorRef ref{*dtype, info.GetShape(), {}, 0, static_cast<std::uint32_t>(table_.storages.size())};
            ref.strides = ir::contiguousStrides(ref.sizes);
            if (!memory_.isOpen() || !writeAll(memory_.number(), size_, {data, size}))
                return FailedReply{FailureKind::OutOfMemory, "there is no memory for the reply"};
            group.tensors.push_back(static_cast<std::uint32_t>(table_.tensors.size()));
            table_.storages.push_back({0, size_, size});
            table_.tensors.push_back(std::move(ref));
            size_ += size;
        }
        groups_.push_back(std::move(group));
        return std::nullopt;
    }
    Answer finish() { return {{std::move(groups_), std::move(table_)}, std::move(memory_)}; }

private:
    std::vector<NodeTensors> groups_;
    TensorTable table_;
    Descriptor memory_ = makeMemoryFile("sidelight-reply");
    std::uint64_t size_ = 0;
};

Outcome run(const OnnxRequest& request, const std::vector<Descriptor>& descriptors, int threads)
{
    const auto tensors = unpackTensors(request.tensors, descriptors);
    if (!tensors)
        return FailedReply{FailureKind::Protocol, "the request's tensors do not fit"};
    Inputs inputs;
    for (const auto& [name, tensor] : request.inputs) {
        if (tensor >= tensors->size())
            return FailedReply{FailureKind::Protocol, "the request names a tensor that it lacks"};
        if (auto failed = addInput(inputs, name, (*tensors)[tensor]))
            return std::move(*failed);
    }
    Ort::Env environment(ORT_LOGGING_LEVEL_ERROR, "sidelight");
    Ort::SessionOptions options;
    options.SetIntraOpNumThreads(threads);
    options.SetInterOpNumThreads(1);
    options.SetDeterministicCompute(true);
    if (!request.optimize)
        options.SetGraphOptimizationLevel(GraphOptimizationLevel::ORT_DISABLE_ALL);
    Ort::Session session(environment, request.path.c_str(), options);
    const std::vector<std::string> names = outputNames(session);
    const std::vector<const char*> inputPointers = pointersTo(inputs.names);
    const std::vector<const char*> outputPointers = pointersTo(names);
    const std::vector<Ort::Value> outputs = session.Run(Ort::RunOptions(), inputPointers.data(), inputs.values.data(),
        inputs.values.size(), outputPointers.data(), names.size());
    OutputWriter writer;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (auto failed = writer.add(names[i], outputs[i]))
            return std::move(*failed);
    return writer.finish();
}

} // namespace

Outcome runOnnxModel(const OnnxRequest& request, const std::vector<Descriptor>& descriptors, int threads)
{
    try {
        return run(request, descriptors, threads);
    } catch (const std::bad_alloc&) {
        return FailedReply{FailureKind::OutOfMemory, "there is no memory left"};
    } catch (const std::exception& error) {
        std::string message = error.what();
        const bool isMemory = message.find("Failed to allocate memory") != std::string::npos ||
                              message.find("bad_alloc") != std::string::npos;
        FailedReply failed = failure(std::move(message));
        failed.kind = isMemory ? FailureKind::OutOfMemory : FailureKind::Operator;
        return failed;
    }
}

} // namespace sidelight::runtime::evaluator
