// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_schemas.h"

#include "core/io/onnx_check.h"

#include <onnx/defs/schema.h>

#include <exception>
#include <limits>

namespace sidelight::io {

namespace {

const onnx::OpSchema* find(std::string_view domain, std::string_view opType, std::int64_t opset)
{
    if (opset < 1 || opset > std::numeric_limits<int>::max())
        return nullptr;
    try {
        return onnx::OpSchemaRegistry::Schema(std::string(opType), static_cast<int>(opset),
            std::string(domain == "ai.onnx" ? std::string_view() : domain));
    } catch (const std::exception&) {
        return nullptr;
    }
}

} // namespace

std::string OnnxSchemaRegistry::documentation(
    std::string_view domain, std::string_view opType, std::int64_t opset) const
{
    const onnx::OpSchema* schema = find(domain, opType, opset);
    return schema && schema->doc() ? std::string(schema->doc()) : std::string();
}

std::vector<std::string> OnnxSchemaRegistry::inputNames(
    std::string_view domain, std::string_view opType, std::int64_t opset) const
{
    std::vector<std::string> names;
    if (const onnx::OpSchema* schema = find(domain, opType, opset))
        for (const auto& input : schema->inputs())
            names.emplace_back(input.GetName());
    return names;
}

std::int64_t OnnxSchemaRegistry::sinceVersion(
    std::string_view domain, std::string_view opType, std::int64_t opset) const
{
    const onnx::OpSchema* schema = find(domain, opType, opset);
    return schema ? schema->since_version() : 0;
}

void OnnxSchemaRegistry::addInferredTypes(ir::Rewriter<onnxir::Model>& rewriter) const
{
    addTypes(rewriter, inferTypes(rewriter.unit()));
}

std::int64_t OnnxSchemaRegistry::newestOpset() const
{
    const auto& versions = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().LastReleaseVersionMap();
    const auto found = versions.find("");
    return found == versions.end() ? 0 : found->second;
}

void buildSchemas()
{
    find("", "Identity", 1);
}

} // namespace sidelight::io
