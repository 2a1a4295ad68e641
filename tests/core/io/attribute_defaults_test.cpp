// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/onnx_defaults.h"

#include <onnx/defs/schema.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace sidelight::display {
namespace {

std::string textOf(const onnx::AttributeProto& value)
{
    switch (value.type()) {
    case onnx::AttributeProto::INT: return std::to_string(value.i());
    case onnx::AttributeProto::FLOAT: return std::to_string(value.f()) + "F";
    case onnx::AttributeProto::STRING: return '"' + value.s() + '"';
    default: return {};
    }
}

std::string textOf(const AttributeDefault& row)
{
    if (const auto* number = std::get_if<std::int64_t>(&row.value))
        return std::to_string(*number);
    if (const auto* real = std::get_if<float>(&row.value))
        return std::to_string(*real) + "F";
    return '"' + std::string(std::get<std::string_view>(row.value)) + '"';
}

TEST(AttributeDefaults, AreThoseOfOnnxsSchemasInEveryOpset)
{
    std::map<std::string, std::string> wanted;
    for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
        if (!schema.domain().empty())
            continue;
        for (const auto& [name, attribute] : schema.attributes()) {
            const std::string text = textOf(attribute.default_value);
            const auto [at, isNew] = wanted.try_emplace(schema.Name() + " " + name, text);
            if (!isNew && at->second != text)
                at->second.clear();
        }
    }
    std::erase_if(wanted, [](const auto& row) { return row.second.empty(); });
    std::map<std::string, std::string> known;
    for (const AttributeDefault& row : attributeDefaults())
        known.emplace(std::string(row.op) + " " + std::string(row.attribute), textOf(row));
    EXPECT_EQ(known, wanted);
    EXPECT_TRUE(std::is_sorted(attributeDefaults().begin(), attributeDefaults().end(), [](const auto& a, const auto& b) {
        return std::pair(a.op, a.attribute) < std::pair(b.op, b.attribute);
    }));
}

} // namespace
} // namespace sidelight::display
