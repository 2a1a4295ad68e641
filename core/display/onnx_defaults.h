// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/node.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace sidelight::display {

/// What an attribute of one of ONNX's own operators is when it is left out, the same in every opset.
struct AttributeDefault {
    std::string_view op;
    std::string_view attribute;
    std::variant<std::int64_t, float, std::string_view> value;
};

/// By operator, then attribute.
std::span<const AttributeDefault> attributeDefaults();
/// Whether `attribute` says nothing that its absence would not say.
bool isDefaultAttribute(const onnxir::Node& node, const onnxir::Attribute& attribute);

} // namespace sidelight::display
