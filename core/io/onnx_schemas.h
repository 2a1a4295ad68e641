// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/services.h"

namespace sidelight::io {

/// ir::OnnxSchemas by onnx's own registry.
class OnnxSchemaRegistry final : public ir::OnnxSchemas
{
public:
    [[nodiscard]] std::string documentation(
        std::string_view domain, std::string_view opType, std::int64_t opset) const override;
    [[nodiscard]] std::vector<std::string> inputNames(
        std::string_view domain, std::string_view opType, std::int64_t opset) const override;
    [[nodiscard]] std::int64_t sinceVersion(
        std::string_view domain, std::string_view opType, std::int64_t opset) const override;
    void addInferredTypes(ir::Rewriter<onnxir::Model>& rewriter) const override;
    [[nodiscard]] std::int64_t newestOpset() const override;
};

/// Builds onnx's schemas, which it does at first use otherwise (about 10 ms). From any thread, any number of times.
void buildSchemas();

} // namespace sidelight::io
