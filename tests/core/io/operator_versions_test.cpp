// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The table of operator versions says what onnx's own registry says.
#include "core/onnxir/operator_versions.h"

#include <onnx/defs/schema.h>

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace sidelight::io {
namespace {

using onnxir::OperatorVersion;

/// The operators of ai.onnx that are not deprecated, with their newest number.
std::map<std::string, int> operatorsNow()
{
    std::map<std::string, int> found;
    for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas())
        if (schema.domain().empty() && !schema.deprecated())
            found[schema.Name()] = schema.since_version();
    return found;
}

TEST(OperatorVersions, KnowsOnnxsNewestOpset)
{
    const auto& versions = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().LastReleaseVersionMap();
    EXPECT_EQ(versions.at(""), onnxir::kNewestKnownOpset) << "run make_operator_versions.py";
}

TEST(OperatorVersions, SelectsWhatTheRegistrySelects)
{
    for (const auto& [name, newest] : operatorsNow())
        for (std::int64_t opset = onnxir::kOldestKnownOpset; opset <= onnxir::kNewestKnownOpset; ++opset) {
            const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(name, static_cast<int>(opset), "");
            const OperatorVersion* version = onnxir::operatorVersion(name, opset);
            ASSERT_EQ(schema != nullptr, version != nullptr) << name << " " << opset;
            if (!schema)
                continue;
            EXPECT_EQ(version->since, schema->since_version()) << name << " " << opset;
            EXPECT_EQ(version->minInputs, schema->min_input()) << name;
            EXPECT_EQ(version->inputFormals, schema->inputs().size()) << name;
            for (const auto& [attribute, declared] : schema->attributes())
                EXPECT_TRUE(onnxir::hasAttribute(*version, attribute)) << name << " " << attribute;
        }
}

TEST(OperatorVersions, TellsTypesAttributesAndNumbersThatDoNotFit)
{
    onnxir::Node node;
    node.op.op_type = "Add";
    node.inputs = {Value{NodeId{0}, 0}, Value{NodeId{1}, 0}};
    const auto floats = onnxir::ValueType::tensor(ir::DType::Float32, {});
    const auto bytes = onnxir::ValueType::tensor(ir::DType::UInt8, {});
    node.outputs = {{"y", floats}};
    const OperatorVersion& old = *onnxir::operatorVersion("Add", 13);
    const OperatorVersion& later = *onnxir::operatorVersion("Add", 14);
    const auto all = [](const onnxir::ValueType& type) { return [&type](Value) -> const onnxir::ValueType& { return type; }; };
    EXPECT_FALSE(onnxir::misfit(old, node, all(floats)));
    node.outputs = {{"y", bytes}};
    EXPECT_EQ(onnxir::misfit(old, node, all(bytes)), "its input 0 is UINT8[]");
    EXPECT_FALSE(onnxir::misfit(later, node, all(bytes)));
    EXPECT_EQ(onnxir::misfit(later, node, all(floats)), "its output 0 is UINT8[], and another that must be of one type with it is not");
    node.attributes = {{"axis", std::int64_t{1}}};
    EXPECT_EQ(onnxir::misfit(later, node, all(bytes)), "it has the attribute axis");
    node.attributes.clear();
    node.inputs.pop_back();
    EXPECT_EQ(onnxir::misfit(later, node, all(bytes)), "it has 1 input");
    EXPECT_EQ(onnxir::operatorVersion("Gelu", 19), nullptr);
    EXPECT_EQ(onnxir::operatorVersion("NoSuchOperator", 20), nullptr);
    EXPECT_TRUE(onnxir::isDefault(*onnxir::operatorVersion("Resize", 18), "antialias", std::int64_t{0}));
    EXPECT_FALSE(onnxir::isDefault(*onnxir::operatorVersion("Split", 18), "num_outputs", std::int64_t{2}));
}

} // namespace
} // namespace sidelight::io
