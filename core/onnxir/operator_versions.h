// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::onnxir {

/// What one formal input or output may be.
struct FormalType {
    std::uint32_t dtypes; ///< A bit for each TensorProto.DataType; bit 0: sequences, optionals, maps.
    std::uint8_t variable; ///< Formals of the same number have one type; 0: any of `dtypes`.
};

/// One version of an operator of ai.onnx: what its schema says that another version may say otherwise.
struct OperatorVersion {
    std::string_view opType;
    std::int16_t since;
    std::uint8_t minInputs;
    std::uint8_t maxInputs;  ///< 255: variadic.
    std::uint8_t maxOutputs; ///< 255: variadic.
    std::uint16_t formals;
    std::uint8_t inputFormals;
    std::uint8_t outputFormals;
    std::string_view attributes; ///< "axis=0 num_outputs": names, and defaults where the schema has one number or text.
};

/// The oldest opset that the table tells whole, and the newest.
constexpr std::int64_t kOldestKnownOpset = 13;
constexpr std::int64_t kNewestKnownOpset = 28;

/// Sorted by operator, then version; of those before opset 13 the last only.
std::span<const OperatorVersion> allOperatorVersions();
/// The versions of one operator, oldest first; none for an operator that ai.onnx does not have.
std::span<const OperatorVersion> operatorVersions(std::string_view opType);
/// The version that `opset` selects, or null.
const OperatorVersion* operatorVersion(std::string_view opType, std::int64_t opset);
/// Inputs, then outputs.
std::span<const FormalType> formalTypes(const OperatorVersion& version);

bool hasAttribute(const OperatorVersion& version, std::string_view name);
/// Whether `value` is what the schema gives the attribute where it is left out.
bool isDefault(const OperatorVersion& version, std::string_view name, const AttributeValue& value);

/// Why the version does not take `node` as it is: an attribute, a number of inputs or outputs, a type; nothing when it does. Types that the model does not tell
/// are taken to be right. `typeOf(Value)` gives the type of an input.
template <class TypeOf>
std::optional<std::string> misfit(const OperatorVersion& version, const Node& node, TypeOf&& typeOf);

namespace detail {

std::optional<std::string> misfit(const OperatorVersion& version, const Node& node, std::span<const ValueType* const> inputs);

} // namespace detail

template <class TypeOf>
std::optional<std::string> misfit(const OperatorVersion& version, const Node& node, TypeOf&& typeOf)
{
    std::vector<const ValueType*> inputs;
    for (const auto& input : node.inputs)
        inputs.push_back(input ? &typeOf(*input) : nullptr);
    return detail::misfit(version, node, inputs);
}

} // namespace sidelight::onnxir
