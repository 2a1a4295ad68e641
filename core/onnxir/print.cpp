// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/print.h"

#include "core/onnxir/element_type.h"
#include "core/onnxir/print_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace sidelight::onnxir {

namespace {

constexpr std::size_t kDeepest = 64;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Words that the parser takes for a type or a number.
bool isReserved(std::string_view name)
{
    static constexpr std::array<std::string_view, 12> kWords{"seq", "map", "optional", "sparse_tensor", "opaque",
        "uint2", "int2", "float6e2m3", "float6e3m2", "inf", "infinity", "nan"};
    if (std::find(kWords.begin(), kWords.end(), name) != kWords.end())
        return true;
    for (int number = 1; number <= 24; ++number)
        if (const auto dtype = dtypeFromElementType(number); dtype && elementTypeText(*dtype) == name)
            return true;
    return false;
}

std::string dimText(const std::optional<ir::Dim>& size)
{
    if (!size)
        return "?";
    const auto constant = size->asConstant();
    return constant ? concat(*constant) : identifier(size->text());
}

/// A scalar is "float", a tensor of unknown rank "float[]".
std::string tensorTypeText(const ValueType& type)
{
    std::string out(elementTypeText(type.dtype));
    if (!type.hasShape)
        return out + "[]";
    if (type.sizes.empty())
        return out;
    out += '[';
    for (std::size_t i = 0; i < type.sizes.size(); ++i)
        out += concat(i == 0 ? "" : ", ", dimText(type.sizes[i]));
    return out + ']';
}

std::string_view attributeTypeText(AttributeRef::Type type)
{
    switch (type) {
    case AttributeRef::Type::Float:
        return "float";
    case AttributeRef::Type::Int:
        return "int";
    case AttributeRef::Type::String:
        return "string";
    case AttributeRef::Type::Tensor:
        return "tensor";
    case AttributeRef::Type::Graph:
        return "graph";
    case AttributeRef::Type::Floats:
        return "floats";
    case AttributeRef::Type::Ints:
        return "ints";
    case AttributeRef::Type::Strings:
        return "strings";
    case AttributeRef::Type::TypeProto:
        return "type_proto";
    case AttributeRef::Type::Undefined:
        break;
    }
    return {};
}

std::string_view attributeTypeText(const AttributeValue& value)
{
    static constexpr std::array<std::string_view, 11> kTexts{
        "int", "float", "string", "tensor", "graph", "ints", "floats", "strings", "graphs", "", "type_proto"};
    if (const auto* reference = std::get_if<AttributeRef>(&value))
        return attributeTypeText(reference->type);
    return kTexts[value.index()];
}

template <class T, class Text>
std::string bracketed(const std::vector<T>& values, Text&& text)
{
    std::string out = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        out += concat(i == 0 ? "" : ", ", text(values[i]));
    return out + ']';
}

struct ValueText
{
    const PrintOptions& options;
    std::string operator()(std::int64_t value) const { return concat(value); }
    std::string operator()(float value) const { return printFloat(value); }
    std::string operator()(const std::string& value) const { return quotedText(value); }
    std::string operator()(const std::shared_ptr<const ir::Tensor>& value) const
    {
        return value ? printTensor(*value, options) : "?";
    }
    std::string operator()(GraphId) const { return "graph"; }
    std::string operator()(const std::vector<std::int64_t>& values) const { return bracketed(values, *this); }
    std::string operator()(const std::vector<float>& values) const { return bracketed(values, *this); }
    std::string operator()(const std::vector<std::string>& values) const { return bracketed(values, *this); }
    std::string operator()(const std::vector<GraphId>& values) const { return bracketed(values, *this); }
    std::string operator()(const AttributeRef& reference) const { return concat("@", identifier(reference.name)); }
    std::string operator()(const ValueType& type) const { return printType(type); }
};

std::string opText(const OpId& op)
{
    std::string out;
    for (const std::string_view part : support::split(op.domain, '.'))
        if (!part.empty())
            out += concat(support::plainText(part), ".");
    out += support::plainText(op.op_type);
    return op.overload.empty() ? out : concat(out, ":", support::plainText(op.overload));
}

std::string opsetsText(const std::map<std::string, std::int64_t>& opsets)
{
    std::string out = "[";
    for (const auto& [domain, version] : opsets)
        out += concat(out.size() == 1 ? "" : ", ", quotedText(domain), " : ", version);
    return out + ']';
}

class Printer
{
public:
    Printer(const Model& model, const PrintOptions& options) : model_(model), options_(options) {}

    std::string model()
    {
        const ModelInfo info = model_.signature ? *model_.signature : ModelInfo{};
        out_ += concat("<\n   ir_version: ", info.ir_version, ",\n   opset_import: ", opsetsText(model_.opsets));
        const auto field = [&](std::string_view key, const std::string& text) {
            if (!text.empty())
                out_ += concat(",\n   ", key, ": ", quotedText(text));
        };
        field("producer_name", info.producer_name);
        field("producer_version", info.producer_version);
        field("domain", info.domain);
        if (info.model_version != 0)
            out_ += concat(",\n   model_version: ", info.model_version);
        field("doc_string", info.doc_string);
        if (!info.metadata_props.empty()) {
            out_ += ",\n   metadata_props: [";
            for (std::size_t i = 0; i < info.metadata_props.size(); ++i)
                out_ += concat(i == 0 ? "" : ", ", quotedText(info.metadata_props[i].first), ": ",
                    quotedText(info.metadata_props[i].second));
            out_ += ']';
        }
        out_ += "\n>\n";
        graph(kMainGraph, info.graph_name);
        out_ += '\n';
        for (const auto& [id, function] : model_.functions) {
            out_ += '\n';
            if (model_.graphs.contains(id))
                functionText(id, *function);
        }
        return std::move(out_);
    }

    std::string one(GraphId id)
    {
        if (const auto function = model_.functionOf(id))
            functionText(id, *function);
        else
            graph(
                id, id == kMainGraph && model_.signature ? model_.signature->graph_name : concat("graph_", index(id)));
        out_ += out_.empty() || out_.back() != '\n' ? "\n" : "";
        return std::move(out_);
    }

private:
    const std::string& nameOf(Value value) const
    {
        static const std::string kUnknown = "?";
        if (const auto found = names_.find(value); found != names_.end())
            return found->second;
        return kUnknown;
    }

    /// Values that an Output names take that name, as in the written file.
    void learnNames(const ir::Graph<Node>& graph)
    {
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            for (std::uint32_t i = 0; i < node.outputs.size(); ++i)
                names_[{id, i}] = node.kind == Kind::Operator ? node.outputs[i].name : node.name;
        }
        std::unordered_map<Value, bool> named;
        for (const bool keeping : {true, false})
            for (const NodeId id : graph.order()) {
                const Node& node = graph[id];
                const bool isOutput = node.kind == Kind::Output && node.inputs.size() == 1 && node.inputs[0];
                const Node* source = isOutput ? graph.find(node.inputs[0]->node) : nullptr;
                if (!source || source->kind != Kind::Operator || (nameOf(*node.inputs[0]) == node.name) != keeping)
                    continue;
                if (named.emplace(*node.inputs[0], true).second)
                    names_[*node.inputs[0]] = node.name;
            }
    }

    std::string typed(const ValueType& type, std::string_view name) const
    {
        const std::string text = printType(type);
        return concat(text, text.empty() ? "" : " ", identifier(name));
    }

    ValueType typeOf(Value value) const
    {
        for (const GraphId id : model_.graphs.ids())
            if (const Node* node = model_.graphs[id].find(value.node))
                return value.output < node->outputs.size() ? node->outputs[value.output].type : ValueType{};
        return {};
    }

    /// The typed inputs or outputs of a graph in parentheses.
    std::string signatureText(const ir::Graph<Node>& graph, Kind kind) const
    {
        std::string out = "(";
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            if (node.kind != kind)
                continue;
            const ValueType type = kind == Kind::Input                         ? typeOf({id, 0})
                                   : node.inputs.size() == 1 && node.inputs[0] ? typeOf(*node.inputs[0])
                                                                               : ValueType{};
            out += concat(out.size() == 1 ? "" : ", ", typed(type, node.name));
        }
        return out + ')';
    }

    std::string indentation() const { return std::string(3 * (depth_ + 1), ' '); }

    void graph(GraphId id, std::string_view name)
    {
        if (!model_.graphs.contains(id) || depth_ > kDeepest) {
            out_ += "graph () => () {}";
            return;
        }
        const auto& content = model_.graphs[id];
        learnNames(content);
        out_ += concat(
            identifier(name), " ", signatureText(content, Kind::Input), " => ", signatureText(content, Kind::Output));
        const std::string infos = infosText(content, true);
        out_ += infos.empty() ? std::string(" ") : concat("\n", indentation(), "<", infos, ">\n");
        nodes(content);
    }

    void functionText(GraphId id, const Function& function)
    {
        const auto& content = model_.graphs[id];
        learnNames(content);
        out_ += concat("<\n  domain: ", quotedText(function.id.domain), ",\n");
        if (!function.id.overload.empty())
            out_ += concat("  overload: ", quotedText(function.id.overload), ",\n");
        if (!function.doc_string.empty())
            out_ += concat("  doc_string: ", quotedText(function.doc_string), ",\n");
        out_ += concat("  opset_import: ", opsetsText(function.opsets), "\n>\n", identifier(function.id.op_type), " ");
        if (!function.attributes.empty() || !function.attributeDefaults.empty()) {
            std::string list;
            for (const std::string& attribute : function.attributes)
                list += concat(list.empty() ? "" : ", ", identifier(attribute));
            for (const Attribute& attribute : function.attributeDefaults)
                list += concat(list.empty() ? "" : ", ", attributeText(attribute));
            out_ += concat("<", list, ">");
        }
        out_ += concat(signatureText(content, Kind::Input), " => ", signatureText(content, Kind::Output), "\n");
        const std::string infos = infosText(content, false);
        if (!infos.empty())
            out_ += concat(indentation(), "<", infos, ">\n");
        nodes(content);
        out_ += '\n';
    }

    /// Initializers, and types of values between.
    std::string infosText(const ir::Graph<Node>& graph, bool withInitializers) const
    {
        std::string out;
        const std::string separator = concat(",\n ", indentation());
        std::unordered_map<std::string, bool> outputs;
        for (const NodeId id : graph.order())
            if (graph[id].kind == Kind::Output)
                outputs[graph[id].name] = true;
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            if (!withInitializers || node.kind != Kind::Initializer || !node.tensor)
                continue;
            std::string text = printTensor(*node.tensor, options_);
            const std::size_t elements = text.find_first_of("{=");
            const std::string rest =
                text[elements] == '{' ? concat("= ", text.substr(elements)) : text.substr(elements);
            out += concat(out.empty() ? "" : separator, text.substr(0, elements), identifier(node.name), " ", rest);
        }
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            if (node.kind != Kind::Operator)
                continue;
            for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
                const std::string& name = nameOf({id, i});
                const std::string type = printType(node.outputs[i].type);
                if (!name.empty() && !type.empty() && outputs.count(name) == 0)
                    out += concat(out.empty() ? "" : separator, type, " ", identifier(name));
            }
        }
        return out;
    }

    void nodes(const ir::Graph<Node>& graph)
    {
        out_ += "{\n";
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            if (node.kind == Kind::Operator)
                nodeText(id, node);
            else if (node.kind == Kind::Output && node.inputs.size() == 1 && node.inputs[0] &&
                     nameOf(*node.inputs[0]) != node.name)
                out_ += concat(
                    indentation(), identifier(node.name), " = Identity (", identifier(nameOf(*node.inputs[0])), ")\n");
        }
        out_ += concat(depth_ == 0 ? std::string() : std::string(3 * depth_, ' '), "}");
    }

    void nodeText(NodeId id, const Node& node)
    {
        if (options_.metadata)
            for (const auto& [key, value] : node.metadata_props)
                out_ += concat(indentation(), "# ", support::plainText(key), ": ", support::plainText(value), "\n");
        out_ += indentation();
        if (!node.name.empty())
            out_ += concat("[", identifier(node.name), "] ");
        for (std::uint32_t i = 0; i < node.outputs.size(); ++i)
            out_ += concat(i == 0 ? "" : ", ", identifier(nameOf({id, i})));
        out_ += concat(" = ", opText(node.op));
        std::string inputs;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            inputs +=
                concat(i == 0 ? "" : ", ", node.inputs[i] ? identifier(nameOf(*node.inputs[i])) : std::string("\"\""));
        const bool hasBody =
            std::any_of(node.attributes.begin(), node.attributes.end(), [](const Attribute& attribute) {
                return std::holds_alternative<GraphId>(attribute.value) ||
                       std::holds_alternative<std::vector<GraphId>>(attribute.value);
            });
        if (!hasBody && !node.attributes.empty())
            attributes(node);
        out_ += concat(" (", inputs, ")");
        if (hasBody)
            attributes(node);
        out_ += '\n';
    }

    void attributes(const Node& node)
    {
        out_ += " <";
        for (std::size_t i = 0; i < node.attributes.size(); ++i) {
            const Attribute& attribute = node.attributes[i];
            out_ += i == 0 ? "" : ", ";
            if (const auto* body = std::get_if<GraphId>(&attribute.value)) {
                out_ += concat(identifier(attribute.name), ": graph = ");
                ++depth_;
                graph(*body, concat(node.name.empty() ? node.op.op_type : node.name, "_", attribute.name));
                --depth_;
            } else {
                out_ += attributeText(attribute);
            }
        }
        out_ += '>';
    }

    std::string attributeText(const Attribute& attribute) const
    {
        const std::string_view type = attributeTypeText(attribute.value);
        return concat(
            identifier(attribute.name), type.empty() ? "" : ": ", type, " = ", printValue(attribute.value, options_));
    }

    const Model& model_;
    const PrintOptions& options_;
    std::string out_;
    std::size_t depth_ = 0;
    std::unordered_map<Value, std::string> names_;
};

} // namespace

std::string quotedText(std::string_view text)
{
    std::string out = "\"";
    for (const char character : support::plainText(text)) {
        if (character == '"' || character == '\\')
            out += '\\';
        out += character;
    }
    return out + '"';
}

std::string identifier(std::string_view name)
{
    const bool plain = !name.empty() && isLetter(name.front()) &&
                       std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c); });
    return plain && !isReserved(name) ? std::string(name) : quotedText(name);
}

std::string printType(const ValueType& type)
{
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        return tensorTypeText(type);
    case ValueType::Kind::Sequence:
        return concat("seq(", tensorTypeText(type), ")");
    case ValueType::Kind::Optional:
        return concat("optional(", tensorTypeText(type), ")");
    case ValueType::Kind::SparseTensor:
        return concat("sparse_tensor(", tensorTypeText(type), ")");
    case ValueType::Kind::Map:
    case ValueType::Kind::Unknown:
        break;
    }
    return {};
}

std::string printValue(const AttributeValue& value, const PrintOptions& options)
{
    return std::visit(ValueText{options}, value);
}

std::string printText(const Model& model, const PrintOptions& options)
{
    return Printer(model, options).model();
}

std::string printText(const Model& model, GraphId graph, const PrintOptions& options)
{
    return Printer(model, options).one(graph);
}

} // namespace sidelight::onnxir
