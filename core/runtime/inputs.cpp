// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/inputs.h"

#include "core/runtime/program_request.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

namespace sidelight::runtime {
namespace {

using ir::DType;

Diagnostic unfit(std::string message)
{
    return support::diagnose(rules::kInputsInvalid, std::move(message));
}

/// One user input with the leaf of the sample inputs that belongs to it.
struct Slot
{
    const fx::Node* node = nullptr;
    std::shared_ptr<const ir::Tensor> tensor; ///< Null: no sample, or a number.
    const fx::Argument* number = nullptr;     ///< Null: no sample.
};

std::vector<Slot> slotsOf(const fx::ExportedProgram& program)
{
    std::vector<Slot> slots;
    std::size_t spec = 0;
    std::size_t leaf = 0;
    for (const NodeId id : program.main().order()) {
        const fx::Node& node = program.main()[id];
        if (node.op != fx::Op::Placeholder)
            continue;
        const auto kind =
            spec < program.signature->inputs.size() ? program.signature->inputs[spec].kind : fx::InputKind::UserInput;
        ++spec;
        if (kind == fx::InputKind::UserInput) {
            Slot& slot = slots.emplace_back();
            slot.node = &node;
            if (program.info && leaf < program.info->sampleInputs.size())
                slot.tensor = program.info->sampleInputs[leaf];
            if (program.info && leaf < program.info->sampleArguments.size())
                slot.number = &program.info->sampleArguments[leaf];
        }
        if (kind == fx::InputKind::UserInput || kind == fx::InputKind::ConstantInput ||
            kind == fx::InputKind::CustomObj)
            ++leaf;
    }
    return slots;
}

/// Arrays hold what NumPy or ONNX has no type for as its bits or its parts.
ir::Tensor withType(ir::Tensor array, DType wanted)
{
    if (array.dtype == DType::UInt16 && wanted == DType::BFloat16)
        array.dtype = wanted;
    const bool areParts = (array.dtype == DType::Float32 && wanted == DType::Complex64) ||
                          (array.dtype == DType::Float64 && wanted == DType::Complex128);
    if (areParts && array.isContiguous() && array.storageOffset == 0 && !array.sizes.empty() &&
        array.sizes.back() == 2) {
        array.dtype = wanted;
        array.sizes.pop_back();
        array.strides = ir::contiguousStrides(array.sizes);
    }
    return array;
}

template <class T>
ir::Tensor scalar(DType dtype, T value)
{
    return ir::Tensor::fromValues<T>(dtype, {}, std::span<const T>(&value, 1));
}

std::optional<ir::Tensor> tensorOf(const fx::Argument& number)
{
    if (const auto* value = number.as<bool>())
        return scalar(DType::Bool, static_cast<std::uint8_t>(*value));
    if (const auto* value = number.as<std::int64_t>())
        return scalar(DType::Int64, *value);
    if (const auto* value = number.as<double>())
        return scalar(DType::Float64, *value);
    return std::nullopt;
}

Result<ir::Tensor> numberOf(const Slot& slot)
{
    if (slot.number)
        if (auto tensor = tensorOf(*slot.number))
            return std::move(*tensor);
    return unfit(concat("the file has no sample for input ", slot.node->name, ", which is no tensor"));
}

/// SplitMix64: the same numbers everywhere.
class Random
{
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// In [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    /// Nearly normal: the sum of twelve uniform numbers, less six.
    double normal()
    {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += uniform();
        return sum;
    }

private:
    std::uint64_t state_;
};

std::uint16_t halfBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const double magnitude = std::abs(static_cast<double>(value));
    if (magnitude < 0x1p-14)
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 0x1p24)));
    if (magnitude >= 65504)
        return static_cast<std::uint16_t>(sign | 0x7bff);
    const std::uint32_t rounded = (bits & 0x7fffffff) + 0xfff + (bits >> 13 & 1);
    return static_cast<std::uint16_t>(sign | ((rounded - (112u << 23)) >> 13));
}

std::uint16_t bfloatBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// Bounds of the numbers in a sample.
struct Bounds
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool known() const { return low <= high; }
};

template <class T>
void widen(Bounds& bounds, const std::vector<std::byte>& bytes)
{
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
        T value{};
        std::memcpy(&value, bytes.data() + at, sizeof(T));
        bounds.low = std::min(bounds.low, static_cast<double>(value));
        bounds.high = std::max(bounds.high, static_cast<double>(value));
    }
}

Bounds boundsOf(const std::shared_ptr<const ir::Tensor>& sample)
{
    Bounds bounds;
    if (!sample || !sample->storage || !sample->storage->hasData())
        return bounds;
    const auto bytes = ir::readContiguous(*sample);
    if (!bytes.ok())
        return bounds;
    switch (sample->dtype) {
    case DType::Float32:
        widen<float>(bounds, *bytes);
        break;
    case DType::Float64:
        widen<double>(bounds, *bytes);
        break;
    case DType::UInt8:
        widen<std::uint8_t>(bounds, *bytes);
        break;
    case DType::Int8:
        widen<std::int8_t>(bounds, *bytes);
        break;
    case DType::Int16:
        widen<std::int16_t>(bounds, *bytes);
        break;
    case DType::Int32:
        widen<std::int32_t>(bounds, *bytes);
        break;
    case DType::Int64:
        widen<std::int64_t>(bounds, *bytes);
        break;
    default:
        break;
    }
    return bounds;
}

double drawReal(Random& random, const Bounds& bounds)
{
    // A sample without a negative number may be a probability or a positive size; others are taken as free.
    return bounds.known() && bounds.low >= 0 ? bounds.low + random.uniform() * (bounds.high - bounds.low)
                                             : random.normal();
}

std::int64_t drawInteger(Random& random, const Bounds& bounds)
{
    const std::int64_t low = bounds.known() ? static_cast<std::int64_t>(bounds.low) : 0;
    const std::int64_t high = bounds.known() ? static_cast<std::int64_t>(bounds.high) : 1;
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return span == 0 ? static_cast<std::int64_t>(random.next()) : low + static_cast<std::int64_t>(random.next() % span);
}

template <class T>
void append(std::vector<std::byte>& bytes, T value)
{
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), raw, raw + sizeof value);
}

/// Appends one random element; false for a type that none is made of.
bool appendRandom(std::vector<std::byte>& bytes, DType dtype, Random& random, const Bounds& bounds)
{
    switch (dtype) {
    case DType::Bool:
        append(bytes, static_cast<std::uint8_t>(random.next() >> 63));
        return true;
    case DType::UInt8:
        append(bytes, static_cast<std::uint8_t>(drawInteger(random, bounds)));
        return true;
    case DType::Int8:
        append(bytes, static_cast<std::int8_t>(drawInteger(random, bounds)));
        return true;
    case DType::UInt16:
    case DType::Int16:
        append(bytes, static_cast<std::int16_t>(drawInteger(random, bounds)));
        return true;
    case DType::UInt32:
    case DType::Int32:
        append(bytes, static_cast<std::int32_t>(drawInteger(random, bounds)));
        return true;
    case DType::UInt64:
    case DType::Int64:
        append(bytes, drawInteger(random, bounds));
        return true;
    case DType::Float16:
        append(bytes, halfBits(static_cast<float>(drawReal(random, bounds))));
        return true;
    case DType::BFloat16:
        append(bytes, bfloatBits(static_cast<float>(drawReal(random, bounds))));
        return true;
    case DType::Complex64:
        append(bytes, static_cast<float>(drawReal(random, bounds)));
        [[fallthrough]];
    case DType::Float32:
        append(bytes, static_cast<float>(drawReal(random, bounds)));
        return true;
    case DType::Complex128:
        append(bytes, drawReal(random, bounds));
        [[fallthrough]];
    case DType::Float64:
        append(bytes, drawReal(random, bounds));
        return true;
    default:
        return false;
    }
}

Result<ir::Tensor> randomTensor(const Slot& slot, const ir::Dim::Bindings& bindings, Random& random)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    const ir::TensorType& type = slot.node->val.tensor;
    std::vector<std::int64_t> sizes;
    std::int64_t count = 1;
    for (const ir::Dim& size : type.sizes) {
        const auto value = size.evaluate(bindings);
        if (!value || *value < 0 || __builtin_mul_overflow(count, *value, &count) || count > kMost)
            return unfit(concat("size ", size.text(), " of input ", slot.node->name,
                value ? " is not possible" : " has no value; give one to each of its symbols"));
        sizes.push_back(*value);
    }
    const Bounds bounds = boundsOf(slot.tensor);
    std::vector<std::byte> bytes;
    bytes.reserve(static_cast<std::size_t>(count) * ir::itemSize(type.dtype));
    for (std::int64_t i = 0; i < count; ++i)
        if (!appendRandom(bytes, type.dtype, random, bounds))
            return unfit(
                concat("no random numbers are made for input ", slot.node->name, " of ", ir::name(type.dtype)));
    return ir::Tensor::fromBytes(type.dtype, std::move(sizes), std::move(bytes));
}

} // namespace

Result<std::vector<ir::Tensor>> sampleInputs(const fx::ExportedProgram& program)
{
    std::vector<ir::Tensor> inputs;
    for (const Slot& slot : slotsOf(program)) {
        if (slot.tensor) {
            inputs.push_back(*slot.tensor);
            continue;
        }
        if (slot.node->val.isTensor())
            return unfit(concat(
                "the file has no sample for input ", slot.node->name, "; give inputs, or sizes to make random ones"));
        Result<ir::Tensor> number = numberOf(slot);
        if (!number.ok())
            return number.error();
        inputs.push_back(std::move(*number));
    }
    return inputs;
}

Result<std::vector<ir::Tensor>> inputsFromArrays(const fx::ExportedProgram& program, std::vector<ir::Tensor> arrays)
{
    std::vector<ir::Tensor> inputs;
    std::size_t next = 0;
    const std::vector<Slot> slots = slotsOf(program);
    const auto tensors = static_cast<std::size_t>(
        std::count_if(slots.begin(), slots.end(), [](const Slot& slot) { return slot.node->val.isTensor(); }));
    if (tensors != arrays.size())
        return unfit(concat("the program takes ", tensors, " tensors, ", arrays.size(), " arrays were given"));
    for (const Slot& slot : slots) {
        if (slot.node->val.isTensor()) {
            inputs.push_back(withType(std::move(arrays[next++]), slot.node->val.tensor.dtype));
            continue;
        }
        Result<ir::Tensor> number = numberOf(slot);
        if (!number.ok())
            return number.error();
        inputs.push_back(std::move(*number));
    }
    return inputs;
}

Result<std::vector<ir::Tensor>> makeInputs(
    const fx::ExportedProgram& program, const ir::Dim::Bindings& sizes, std::uint64_t seed)
{
    ir::Dim::Bindings bindings = sizes;
    if (program.info)
        bindings.insert(program.info->hints.begin(), program.info->hints.end());
    Random random(seed);
    std::vector<ir::Tensor> inputs;
    for (const Slot& slot : slotsOf(program)) {
        const ir::Type& type = slot.node->val;
        const auto symbolic =
            type.kind == ir::Type::Kind::Int && type.value ? type.value->evaluate(bindings) : std::nullopt;
        Result<ir::Tensor> input = type.isTensor() ? randomTensor(slot, bindings, random)
                                   : symbolic      ? Result<ir::Tensor>(scalar(DType::Int64, *symbolic))
                                                   : numberOf(slot);
        if (!input.ok())
            return input.error();
        inputs.push_back(std::move(*input));
    }
    return inputs;
}

ir::Tensor viewAsReal(ir::Tensor tensor)
{
    if (tensor.dtype != ir::DType::Complex64 && tensor.dtype != ir::DType::Complex128)
        return tensor;
    tensor.dtype = tensor.dtype == ir::DType::Complex64 ? ir::DType::Float32 : ir::DType::Float64;
    for (std::int64_t& stride : tensor.strides)
        stride *= 2;
    tensor.storageOffset *= 2;
    tensor.sizes.push_back(2);
    tensor.strides.push_back(1);
    return tensor;
}

} // namespace sidelight::runtime
