// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/fx_text.h"
#include "core/display/inspect.h"
#include "core/display/inspect_parts.h"
#include "core/fx/module_stack.h"
#include "core/fx/schema.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace sidelight::display {
namespace {

std::string fxLink(NodeId node)
{
    return concat("fx:", ir::index(node));
}

std::string reference(const ir::Graph<fx::Node>& graph, Value value)
{
    const fx::Node* node = graph.find(value.node);
    return node ? concat("%", node->name) : std::string("%?");
}

/// Links to the node when the argument is a single value.
std::string linkOf(const fx::Argument& argument)
{
    const Value* value = argument.as<Value>();
    return value ? fxLink(value->node) : std::string();
}

std::string shortTarget(const fx::Node& node)
{
    return std::string(node.overload());
}

void addCall(Inspection& out, const ir::Graph<fx::Node>& graph, NodeId id)
{
    const fx::Node& node = graph[id];
    InspectorSection section{"Call", {}};
    section.rows.push_back({"target", shortTarget(node), {}, false});
    for (const NamedArgument& named : namedArguments(node)) {
        if (!named.argument) {
            section.rows.push_back({named.name, concat(named.defaultText, " (default)"), {}, false});
            continue;
        }
        const std::string text = argumentText(*named.argument, [&](Value value) { return reference(graph, value); });
        section.rows.push_back({named.name, named.isDefault ? concat(text, " (default)") : text, linkOf(*named.argument), false});
    }
    std::set<NodeId> seen;
    for (const NodeId other : graph.order()) {
        bool reads = false;
        fx::visitInputs(graph[other], [&](Value value, std::uint32_t) { reads = reads || value.node == id; });
        if (reads && seen.insert(other).second)
            section.rows.push_back({seen.size() == 1 ? "users" : "", concat("%", graph[other].name), fxLink(other), false});
    }
    out.sections.push_back(std::move(section));
}

void collectSymbols(const ir::Type& type, std::set<std::string>& symbols)
{
    const auto add = [&](const ir::Dim& dim) {
        for (const std::string& symbol : dim.symbols())
            symbols.insert(symbol);
    };
    std::ranges::for_each(type.tensor.sizes, add);
    if (type.value)
        add(*type.value);
    for (const ir::Type& element : type.elements)
        collectSymbols(element, symbols);
}

void addValue(Inspection& out, const fx::ExportedProgram& program, const fx::Node& node)
{
    if (node.val.kind == ir::Type::Kind::Unknown)
        return;
    InspectorSection section{"Value", {}};
    section.rows.push_back({"type", ir::toText(node.val), {}, false});
    if (node.val.isTensor()) {
        const ir::TensorType& tensor = node.val.tensor;
        if (tensor.device.type != "cpu")
            section.rows.push_back({"device", tensor.device.index ? concat(tensor.device.type, ":", *tensor.device.index) : tensor.device.type, {}, false});
        std::string strides;
        for (const ir::Dim& stride : tensor.strides)
            strides += concat(strides.empty() ? "" : ", ", stride.text());
        if (!strides.empty())
            section.rows.push_back({"strides", concat("[", strides, "]"), {}, false});
        if (tensor.requiresGrad)
            section.rows.push_back({"requires grad", "True", {}, false});
    }
    std::set<std::string> symbols;
    collectSymbols(node.val, symbols);
    for (const std::string& symbol : symbols)
        section.rows.push_back({symbol, rangeText(program, ir::Dim::symbol(symbol)), {}, false});
    out.sections.push_back(std::move(section));
}

void addOrigin(Inspection& out, const fx::Node& node)
{
    const fx::NodeMeta& meta = node.metadata();
    InspectorSection section{"Where it comes from", {}};
    if (!meta.nn_module_stack.empty()) {
        const fx::ModuleFrame& frame = meta.nn_module_stack.back();
        section.rows.push_back({"module", fx::titleOf(frame), {}, false});
    }
    addSource(section, fx::locationOf(node));
    if (!meta.torch_fn.empty())
        section.rows.push_back({"torch function", meta.torch_fn, {}, false});
    for (std::size_t i = 0; i < meta.from_node.size(); ++i) {
        const fx::NodeSource& source = meta.from_node[i];
        section.rows.push_back({i == 0 ? "from node" : "", source.pass.empty() ? source.name : concat(source.name, " ← ", source.pass),
                                source.node == kNoNode ? std::string() : fxLink(source.node), false});
    }
    for (const auto& [key, value] : meta.custom)
        section.rows.push_back({key, value, {}, false});
    if (!section.rows.empty())
        out.sections.push_back(std::move(section));
}

std::string_view kindText(fx::InputKind kind)
{
    switch (kind) {
    case fx::InputKind::UserInput: return "user input";
    case fx::InputKind::Parameter: return "parameter";
    case fx::InputKind::Buffer: return "buffer";
    case fx::InputKind::ConstantTensor: return "constant tensor";
    case fx::InputKind::CustomObj: return "custom object";
    case fx::InputKind::Token: return "token";
    case fx::InputKind::ConstantInput: return "constant input";
    }
    return "user input";
}

void addSignature(Inspection& out, const fx::ExportedProgram& program, const fx::Node& node)
{
    if (node.op != fx::Op::Placeholder || !program.signature)
        return;
    const auto& inputs = program.signature->inputs;
    const auto spec = std::ranges::find(inputs, node.name, &fx::InputSpec::name);
    if (spec == inputs.end())
        return;
    InspectorSection section{"Graph signature", {{"kind", std::string(kindText(spec->kind)), {}, false}}};
    if (!spec->target.empty())
        section.rows.push_back({"target", spec->target, {}, false});
    if (spec->kind == fx::InputKind::Buffer)
        section.rows.push_back({"persistent", spec->persistent ? "True" : "False", {}, false});
    if (const auto tensor = program.state ? program.stateOf(spec->target) : nullptr)
        addTensor(section, *tensor);
    out.sections.push_back(std::move(section));
}

void addSchema(Inspection& out, const fx::Node& node)
{
    const fx::Schema* schema = node.op == fx::Op::CallFunction ? fx::findSchema(node.overload()) : nullptr;
    if (!schema)
        return;
    std::string key = schema->key();
    key.replace(key.find('.'), 1, "::");
    InspectorSection section{std::move(key), {}};
    section.rows.push_back({"", schema->text, {}, true});
    if (schema->isMutable())
        section.rows.push_back({"writes", "to an argument", {}, false});
    if (schema->isView())
        section.rows.push_back({"returns", "a view of an argument", {}, false});
    if (schema->has(fx::SchemaTag::NondeterministicSeeded))
        section.rows.push_back({"random", "seeded", {}, false});
    out.sections.push_back(std::move(section));
}

/// What a change did, in a few words.
std::string changeText(const fx::Node& before, const fx::Node& after)
{
    std::vector<std::string> parts;
    if (before.target != after.target)
        parts.push_back(concat("target is ", shortTarget(after), " now"));
    if (before.name != after.name)
        parts.push_back(concat("renamed from %", before.name));
    if (!(before.args == after.args) || !(before.kwargs == after.kwargs))
        parts.emplace_back("arguments changed");
    if (!(before.val == after.val))
        parts.push_back(concat("type is ", ir::toText(after.val), " now"));
    return parts.empty() ? std::string("metadata changed") : support::join(parts, ", ");
}

void addHistory(Inspection& out, NodeId id, const fx::Trace& trace)
{
    InspectorSection section{"History", {}};
    if (trace.initial.graphs.graphOf(id))
        section.rows.push_back({"loaded", "+ was in the file", {}, false});
    for (const auto& record : trace.records) {
        for (const auto& change : record.changes) {
            const std::string pass(record.pass ? record.pass->id : "");
            if (const auto* node = std::get_if<ir::NodeChange<fx::ExportedProgram>>(&change.what); node && node->id == id)
                section.rows.push_back({pass, !node->before ? "+ added" : !node->after ? "− erased" : concat("~ ", changeText(*node->before, *node->after)), {}, false});
            else if (const auto* order = std::get_if<ir::OrderChange>(&change.what); order && order->id == id)
                section.rows.push_back({pass, "↕ moved", {}, false});
        }
    }
    std::ranges::reverse(section.rows);
    out.sections.push_back(std::move(section));
}

} // namespace

Inspection inspectFx(const fx::ExportedProgram& program, NodeId id, const Partners& partners, const fx::Trace* history)
{
    Inspection out;
    const auto graph = program.graphs.graphOf(id);
    if (!graph) {
        out.title = "This node is not in the graph at this position.";
        if (history)
            addHistory(out, id, *history);
        return out;
    }
    const fx::Node& node = program.graphs[*graph][id];
    out.title = operatorName(node);
    out.subtitle = std::string(fx::name(node.op));
    out.chip = concat("%", node.name);
    out.category = fxCategory(node);
    addCall(out, program.graphs[*graph], id);
    addSignature(out, program, node);
    addValue(out, program, node);
    addOrigin(out, node);
    addPartners(out, "In ONNX", partners, "No ONNX node stands for it: it was folded, or is only a size, a parameter or a name.");
    addSchema(out, node);
    if (history)
        addHistory(out, id, *history);
    return out;
}

} // namespace sidelight::display
