// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/inspect.h"
#include "core/display/inspect_parts.h"
#include "core/display/onnx_text.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>

namespace sidelight::display {
namespace {

std::string onnxLink(const NodePath& path)
{
    std::string link = "onnx:";
    for (std::size_t i = 0; i < path.nodes.size(); ++i)
        link += concat(i == 0 ? "" : "/", ir::index(path.nodes[i]));
    return link;
}

/// The graph that holds the leaf: the main graph, or the function or body that its calls lead to.
std::optional<GraphId> graphOf(const onnxir::Model& model, const NodePath& path)
{
    return model.graphs.graphOf(path.leaf());
}

NodePath sibling(const NodePath& path, NodeId node)
{
    NodePath other = path;
    other.nodes.back() = node;
    return other;
}

std::string_view kindText(onnxir::Kind kind)
{
    switch (kind) {
    case onnxir::Kind::Input: return "input";
    case onnxir::Kind::Initializer: return "initializer";
    case onnxir::Kind::Operator: return "operator";
    case onnxir::Kind::Output: return "output";
    }
    return "operator";
}

std::string valueText(const onnxir::Model& model, Value value)
{
    const auto graph = model.graphs.graphOf(value.node);
    if (!graph)
        return "?";
    const onnxir::Node& node = model.graphs[*graph][value.node];
    return value.output < node.outputs.size() ? node.outputs[value.output].name : node.name;
}

void addInputs(Inspection& out, const onnxir::Model& model, const NodePath& path, const onnxir::Node& node, const ir::OnnxSchemas* schemas)
{
    if (node.inputs.empty())
        return;
    InspectorSection section{"Inputs", {}};
    const auto opset = model.opsetOf(node.op.domain);
    const std::vector<std::string> names = schemas && opset ? schemas->inputNames(node.op.domain, node.op.op_type, *opset) : std::vector<std::string>{};
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string label = names.empty() || model.functionBody(node.op) ? inputName(model, node, i) : names[std::min(i, names.size() - 1)];
        if (!node.inputs[i])
            section.rows.push_back({label, "left out", {}, false});
        else
            section.rows.push_back({label, valueText(model, *node.inputs[i]), onnxLink(sibling(path, node.inputs[i]->node)), false});
    }
    out.sections.push_back(std::move(section));
}

void addOutputs(Inspection& out, const onnxir::Model& model, const NodePath& path, const onnxir::Node& node, GraphId graph)
{
    if (node.outputs.empty())
        return;
    InspectorSection section{"Outputs", {}};
    for (const onnxir::ValueInfo& output : node.outputs)
        section.rows.push_back({output.name.empty() ? "left out" : output.name, onnxir::toText(output.type), {}, false});
    std::size_t users = 0;
    for (const NodeId other : model.graphs[graph].order()) {
        bool reads = false;
        onnxir::visitInputs(model.graphs[graph][other], [&](Value value, std::uint32_t) { reads = reads || value.node == path.leaf(); });
        if (reads)
            section.rows.push_back({users++ == 0 ? "users" : "", onnxTitle(model, model.graphs[graph][other]), onnxLink(sibling(path, other)), false});
    }
    out.sections.push_back(std::move(section));
}

void addAttributes(Inspection& out, const onnxir::Node& node)
{
    if (node.attributes.empty())
        return;
    InspectorSection section{"Attributes", {}};
    for (const onnxir::Attribute& attribute : node.attributes)
        section.rows.push_back({attribute.name, attributeText(node, attribute), {}, false});
    out.sections.push_back(std::move(section));
}

/// What torch.onnx's keys say of this call: of the node itself, or of the origin that its outermost call carries for it.
const onnxir::Properties* originProperties(const onnxir::Model& model, const NodePath& path)
{
    for (std::size_t depth = 0; depth < path.nodes.size(); ++depth) {
        const auto graph = model.graphs.graphOf(path.nodes[depth]);
        if (!graph)
            return nullptr;
        const std::vector<NodeId> below(path.nodes.begin() + static_cast<std::ptrdiff_t>(depth) + 1, path.nodes.end());
        for (const onnxir::Origin& origin : model.graphs[*graph][path.nodes[depth]].origins)
            if (origin.path == below && origin.properties)
                return origin.properties.get();
    }
    return nullptr;
}

void addOrigin(Inspection& out, const onnxir::Model& model, const NodePath& path, const onnxir::Node& node)
{
    InspectorSection section{"Where it comes from", {}};
    const auto add = [&](const onnxir::Properties& properties) {
        for (const auto& [key, value] : properties)
            section.rows.push_back({key.substr(key.rfind('.') + 1), value, {}, key == onnxir::kKeyStackTrace});
    };
    if (const onnxir::Properties* properties = originProperties(model, path))
        add(*properties);
    else
        add(node.metadata_props);
    if (!node.doc_string.empty())
        section.rows.push_back({"doc string", node.doc_string, {}, false});
    if (!section.rows.empty())
        out.sections.push_back(std::move(section));
}

void addSchema(Inspection& out, const onnxir::Model& model, const onnxir::Node& node, const ir::OnnxSchemas* schemas)
{
    const auto opset = model.opsetOf(node.op.domain);
    if (!schemas || !opset || node.kind != onnxir::Kind::Operator || model.functionBody(node.op))
        return;
    const std::int64_t since = schemas->sinceVersion(node.op.domain, node.op.op_type, *opset);
    if (since == 0)
        return;
    InspectorSection section{concat(node.op.domain.empty() ? "ai.onnx" : node.op.domain, "::", node.op.op_type), {}};
    section.rows.push_back({"since", concat("opset ", since), {}, false});
    const std::string text = schemas->documentation(node.op.domain, node.op.op_type, *opset);
    if (!text.empty())
        section.rows.push_back({"", text, {}, false});
    out.sections.push_back(std::move(section));
}

void addFunction(Inspection& out, const onnxir::Model& model, const onnxir::Node& node)
{
    const auto body = model.functionBody(node.op);
    const auto function = body ? model.functionOf(*body) : nullptr;
    if (!function)
        return;
    InspectorSection section{"Function", {}};
    section.rows.push_back({"name", function->id.op_type, {}, false});
    section.rows.push_back({"domain", function->id.domain, {}, false});
    if (model.graphs.contains(*body)) {
        std::size_t operators = 0;
        for (const NodeId id : model.graphs[*body].order())
            operators += model.graphs[*body][id].kind == onnxir::Kind::Operator ? 1 : 0;
        section.rows.push_back({"body", concat(operators, operators == 1 ? " node" : " nodes"), {}, false});
    }
    std::size_t calls = 0;
    for (const GraphId graph : model.graphs.ids())
        for (const NodeId id : model.graphs[graph].order())
            calls += model.graphs[graph][id].kind == onnxir::Kind::Operator && model.graphs[graph][id].op == node.op ? 1 : 0;
    section.rows.push_back({"calls", concat(calls), {}, false});
    for (const auto& [domain, version] : function->opsets)
        section.rows.push_back({domain.empty() ? "ai.onnx" : domain, concat("opset ", version), {}, false});
    out.sections.push_back(std::move(section));
}

} // namespace

Inspection inspectOnnx(const onnxir::Model& model, const NodePath& path, const Partners& partners, const ir::OnnxSchemas* schemas)
{
    Inspection out;
    const auto graph = graphOf(model, path);
    if (!graph) {
        out.title = "This node is not in the model at this position.";
        return out;
    }
    const onnxir::Node& node = model.graphs[*graph][path.leaf()];
    out.title = onnxTitle(model, node);
    out.subtitle = model.functionBody(node.op) ? "function call" : std::string(kindText(node.kind));
    out.chip = node.name;
    out.category = onnxNodeCategory(model, node);
    if (node.tensor) {
        InspectorSection section{"Tensor", {}};
        addTensor(section, *node.tensor);
        out.sections.push_back(std::move(section));
    }
    addInputs(out, model, path, node, schemas);
    addAttributes(out, node);
    addOutputs(out, model, path, node, *graph);
    addFunction(out, model, node);
    addPartners(out, "In FX", partners, "No FX node is known for it.");
    addOrigin(out, model, path, node);
    addSchema(out, model, node, schemas);
    return out;
}

} // namespace sidelight::display
