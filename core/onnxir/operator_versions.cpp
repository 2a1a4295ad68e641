// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/operator_versions.h"

#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace sidelight::onnxir {
namespace {

/// The word of `attributes` for `name`, or nothing.
std::optional<std::string_view> wordOf(const OperatorVersion& version, std::string_view name)
{
    for (std::string_view rest = version.attributes; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word.substr(0, word.find('=')) == name)
            return word;
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return std::nullopt;
}

std::uint32_t bitOf(const ValueType& type)
{
    if (type.kind != ValueType::Kind::Tensor)
        return 1;
    const std::int32_t number = elementType(type.dtype);
    return number > 0 && number < 32 ? std::uint32_t{1} << number : 0;
}

bool isKnown(const ValueType* type)
{
    return type && type->kind != ValueType::Kind::Unknown && (type->kind != ValueType::Kind::Tensor || type->dtype != ir::DType::Undefined);
}

/// Checks values against formals; a variadic last formal repeats.
class TypeCheck {
public:
    explicit TypeCheck(std::string_view side) : side_(side) {}

    std::optional<std::string> check(std::span<const ValueType* const> values, std::span<const FormalType> formals)
    {
        for (std::size_t at = 0; at < values.size() && !formals.empty(); ++at) {
            const FormalType& formal = formals[std::min(at, formals.size() - 1)];
            if (!isKnown(values[at]))
                continue;
            const std::uint32_t bit = bitOf(*values[at]);
            if ((formal.dtypes & bit) == 0)
                return concat("its ", side_, " ", at, " is ", toText(*values[at]));
            if (formal.variable == 0 || bit == 1)
                continue;
            const auto [bound, isNew] = variables_.emplace(formal.variable, bit);
            if (!isNew && bound->second != bit)
                return concat("its ", side_, " ", at, " is ", toText(*values[at]), ", and another that must be of one type with it is not");
        }
        return std::nullopt;
    }
    void setSide(std::string_view side) { side_ = side; }

private:
    std::string_view side_;
    std::map<std::uint8_t, std::uint32_t> variables_;
};

} // namespace

std::span<const OperatorVersion> operatorVersions(std::string_view opType)
{
    const auto all = allOperatorVersions();
    const auto first = std::lower_bound(all.begin(), all.end(), opType, [](const OperatorVersion& row, std::string_view name) { return row.opType < name; });
    const auto last = std::find_if(first, all.end(), [&](const OperatorVersion& row) { return row.opType != opType; });
    return all.subspan(static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - first));
}

const OperatorVersion* operatorVersion(std::string_view opType, std::int64_t opset)
{
    const OperatorVersion* found = nullptr;
    for (const OperatorVersion& version : operatorVersions(opType))
        if (version.since <= opset)
            found = &version;
    return found;
}

bool hasAttribute(const OperatorVersion& version, std::string_view name) { return wordOf(version, name).has_value(); }

bool isDefault(const OperatorVersion& version, std::string_view name, const AttributeValue& value)
{
    const auto word = wordOf(version, name);
    const std::size_t equals = word ? word->find('=') : std::string_view::npos;
    if (equals == std::string_view::npos)
        return false;
    const std::string text(word->substr(equals + 1));
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return concat(*number) == text;
    if (const auto* number = std::get_if<float>(&value))
        return *number == std::strtof(text.c_str(), nullptr);
    const auto* words = std::get_if<std::string>(&value);
    return words && *words == text;
}

std::optional<std::string> detail::misfit(const OperatorVersion& version, const Node& node, std::span<const ValueType* const> inputs)
{
    for (const Attribute& attribute : node.attributes)
        if (!hasAttribute(version, attribute.name))
            return concat("it has the attribute ", attribute.name);
    std::size_t given = node.inputs.size();
    while (given > 0 && !node.inputs[given - 1])
        --given;
    constexpr std::uint8_t kVariadic = 255;
    if (given < version.minInputs || (version.maxInputs != kVariadic && given > version.maxInputs))
        return concat("it has ", given, given == 1 ? " input" : " inputs");
    std::size_t results = node.outputs.size();
    while (results > 0 && node.outputs[results - 1].name.empty())
        --results;
    if (version.maxOutputs != kVariadic && results > version.maxOutputs)
        return concat("it has ", results, " outputs");
    std::vector<const ValueType*> outputs;
    for (const ValueInfo& output : node.outputs)
        outputs.push_back(output.name.empty() ? nullptr : &output.type);
    const auto formals = formalTypes(version);
    TypeCheck check("input");
    if (auto wrong = check.check(inputs, formals.first(version.inputFormals)))
        return wrong;
    check.setSide("output");
    return check.check(outputs, formals.subspan(version.inputFormals));
}

} // namespace sidelight::onnxir
