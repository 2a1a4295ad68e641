// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/onnx_text.h"

#include "core/display/categories.h"
#include "core/display/fx_text.h"
#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <cstring>
#include <optional>

namespace sidelight::display {
namespace {

constexpr std::int64_t kMostNumbers = 8;

template <class T>
T elementAt(const std::vector<std::byte>& bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, bytes.data() + at * sizeof(T), sizeof(T));
    return value;
}

std::optional<std::string> numberAt(ir::DType dtype, const std::vector<std::byte>& bytes, std::size_t at)
{
    switch (dtype) {
    case ir::DType::Int64: return concat(elementAt<std::int64_t>(bytes, at));
    case ir::DType::Int32: return concat(elementAt<std::int32_t>(bytes, at));
    case ir::DType::Bool: return std::string(elementAt<std::uint8_t>(bytes, at) ? "True" : "False");
    case ir::DType::Float32: {
        // Shortest text that is this float again.
        const float value = elementAt<float>(bytes, at);
        for (int digits = 1; digits <= 9; ++digits) {
            char text[40];
            std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
            if (std::strtof(text, nullptr) == value)
                return support::pythonFloat(std::strtod(text, nullptr));
        }
        return support::pythonFloat(static_cast<double>(value));
    }
    case ir::DType::Float64: return support::pythonFloat(elementAt<double>(bytes, at));
    default: return std::nullopt;
    }
}

/// The numbers of a tensor in memory that has few of them; several real numbers are parameters, of which the shape says more.
std::optional<std::string> numbersOf(const ir::Tensor& tensor)
{
    if (!tensor.storage || !std::get_if<std::vector<std::byte>>(&tensor.storage->content) || tensor.elementCount() > kMostNumbers || tensor.sizes.size() > 1 ||
        (ir::isFloating(tensor.dtype) && tensor.elementCount() > 2))
        return std::nullopt;
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes)
        return std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.elementCount()); ++i) {
        const auto number = numberAt(tensor.dtype, *bytes, i);
        if (!number)
            return std::nullopt;
        text += concat(i == 0 ? "" : " ", *number);
    }
    return text.empty() ? std::string("[]") : text;
}

std::string staticSizes(const std::vector<std::int64_t>& sizes)
{
    std::string text;
    for (const std::int64_t size : sizes)
        text += concat(text.empty() ? "" : "×", size);
    return text;
}

struct AttributeWriter {
    const onnxir::Node& node;
    const onnxir::Attribute& attribute;

    std::string operator()(std::int64_t number) const
    {
        if (attribute.name == "to" || attribute.name == "dtype" || attribute.name == "stash_type")
            if (const auto dtype = onnxir::dtypeFromElementType(static_cast<std::int32_t>(number)))
                return std::string(onnxir::elementTypeName(*dtype));
        return concat(number);
    }
    std::string operator()(float number) const
    {
        std::vector<std::byte> bytes(sizeof(float));
        std::memcpy(bytes.data(), &number, sizeof(float));
        return numberAt(ir::DType::Float32, bytes, 0).value_or("");
    }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::shared_ptr<const ir::Tensor>& tensor) const { return tensor ? tensorText(*tensor) : std::string(); }
    std::string operator()(const GraphId& graph) const { return concat("graph ", ir::index(graph)); }
    std::string operator()(const onnxir::AttributeRef& reference) const { return concat("@", reference.name); }
    std::string operator()(const onnxir::ValueType& type) const { return onnxir::toText(type); }
    template <class T>
    std::string operator()(const std::vector<T>& list) const
    {
        std::string text;
        for (const T& item : list)
            text += concat(text.empty() ? "" : " ", (*this)(item));
        return text.empty() ? std::string("[]") : text;
    }
};

/// The last string of a Python list of strings; names of modules need no unescaping.
std::string lastOfPythonList(std::string_view list)
{
    const std::size_t close = list.find_last_of("'\"");
    if (close == std::string_view::npos || close == 0)
        return {};
    const std::size_t open = list.rfind(list[close], close - 1);
    return open == std::string_view::npos ? std::string() : std::string(list.substr(open + 1, close - open - 1));
}

} // namespace

std::string sizesText(const onnxir::ValueType& type)
{
    if (!type.hasShape)
        return {};
    std::string text;
    for (const std::optional<ir::Dim>& size : type.sizes) {
        const std::string one = size ? size->text() : "?";
        text += text.empty() ? "" : "×";
        text += one.find(' ') == std::string::npos || type.sizes.size() == 1 ? one : "(" + one + ")";
    }
    return text;
}

std::string tensorText(const ir::Tensor& tensor)
{
    if (const auto numbers = numbersOf(tensor))
        return *numbers;
    const std::string sizes = staticSizes(tensor.sizes);
    return sizes.empty() ? std::string(ir::name(tensor.dtype)) : sizes;
}

std::string attributeText(const onnxir::Node& node, const onnxir::Attribute& attribute)
{
    return std::visit(AttributeWriter{node, attribute}, attribute.value);
}

std::string onnxTitle(const onnxir::Model& model, const onnxir::Node& node)
{
    if (node.kind != onnxir::Kind::Operator)
        return node.name;
    if (const auto body = model.functionBody(node.op))
        if (const auto function = model.functionOf(*body); function && !function->displayName.empty())
            return function->displayName;
    return node.op.op_type;
}

std::string modulePathOf(const onnxir::Model& model, const NodePath& path)
{
    const auto propertyIn = [](const onnxir::Properties& properties) {
        const auto found = std::ranges::find(properties, onnxir::kKeyNameScopes, &onnxir::Properties::value_type::first);
        return found == properties.end() ? std::string() : lastOfPythonList(found->second);
    };
    const auto nodeOf = [&](NodeId id) {
        const auto graph = model.graphs.graphOf(id);
        return graph ? model.graphs[*graph].find(id) : nullptr;
    };
    const onnxir::Node* node = path.nodes.empty() ? nullptr : nodeOf(path.leaf());
    if (!node || node->op.domain != kModuleDomain)
        return {};
    // The outermost call carries what its body's nodes are for this one call.
    const onnxir::Node* outermost = nodeOf(path.nodes.front());
    const std::vector<NodeId> below(path.nodes.begin() + 1, path.nodes.end());
    if (outermost) {
        const auto at = std::ranges::lower_bound(outermost->origins, below, {}, &onnxir::Origin::path);
        if (at != outermost->origins.end() && at->path == below && at->properties)
            return propertyIn(*at->properties);
    }
    return propertyIn(node->metadata_props);
}

Category onnxNodeCategory(const onnxir::Model& model, const onnxir::Node& node)
{
    if (node.kind == onnxir::Kind::Initializer)
        return Category::Constant;
    if (node.kind != onnxir::Kind::Operator)
        return Category::None;
    if (!model.functionBody(node.op))
        return onnxCategory(node.op.op_type);
    if (node.op.op_type.starts_with("aten_")) {
        // aten_add_Tensor_2: the operator is the longest known part in front.
        std::string_view name = std::string_view(node.op.op_type).substr(5);
        for (std::string_view part = name; !part.empty(); part = part.substr(0, part.rfind('_') == std::string_view::npos ? 0 : part.rfind('_')))
            if (atenCategory(part) != Category::Tensor)
                return atenCategory(part);
        return Category::Tensor;
    }
    return classCategory(node.op.op_type);
}

std::string inputName(const onnxir::Model& model, const onnxir::Node& node, std::size_t input)
{
    if (const auto body = model.functionBody(node.op)) {
        std::size_t at = 0;
        for (const NodeId id : model.graphs[*body].order()) {
            const onnxir::Node& formal = model.graphs[*body][id];
            if (formal.kind == onnxir::Kind::Input && at++ == input)
                return formal.name;
        }
    }
    const std::string_view known = onnxInputName(node.op.op_type, input);
    return known.empty() ? concat(input) : std::string(known);
}

} // namespace sidelight::display
