// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/fx_text.h"
#include "core/display/graph_builder.h"
#include "core/display/inspect.h"
#include "core/display/inspect_parts.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace sidelight::display {
namespace {

/// The type of the value that a graph output gives out; empty when it is not known.
std::string typeOfOutput(const onnxir::Model& model, const onnxir::Node& output)
{
    const auto& value = output.inputs.empty() ? std::nullopt : output.inputs.front();
    const onnxir::Node* source = value ? model.main().find(value->node) : nullptr;
    return source && value->output < source->outputs.size() ? onnxir::toText(source->outputs[value->output].type) : std::string();
}

constexpr std::size_t kMostCounts = 40;

void addProgramValues(Inspection& out, const fx::ExportedProgram& program)
{
    InspectorSection inputs{"Inputs", {}};
    InspectorSection outputs{"Outputs", {}};
    if (!program.signature || !program.graphs.contains(kMainGraph))
        return;
    const auto& graph = program.main();
    std::map<std::string, NodeId> byName;
    for (const NodeId id : graph.order())
        byName.emplace(graph[id].name, id);
    for (const fx::InputSpec& spec : program.signature->inputs) {
        const auto found = byName.find(spec.name);
        if (spec.kind == fx::InputKind::UserInput && found != byName.end())
            inputs.rows.push_back({spec.name, ir::toText(graph[found->second].val), concat("fx:", ir::index(found->second)), false});
    }
    for (const fx::OutputSpec& spec : program.signature->outputs) {
        const Value* value = spec.value.as<Value>();
        const fx::Node* node = value ? graph.find(value->node) : nullptr;
        if (node)
            outputs.rows.push_back({spec.target.empty() ? node->name : spec.target, ir::toText(node->val), concat("fx:", ir::index(value->node)), false});
    }
    out.sections.push_back(std::move(inputs));
    out.sections.push_back(std::move(outputs));
}

void addRanges(Inspection& out, const fx::ExportedProgram& program)
{
    if (!program.info || program.info->ranges.empty())
        return;
    InspectorSection section{"Sizes", {}};
    for (const auto& [dim, range] : program.info->ranges)
        section.rows.push_back({dim.text(), rangeText(program, dim), {}, false});
    out.sections.push_back(std::move(section));
}

void addParameters(Inspection& out, const fx::ExportedProgram& program)
{
    if (!program.state)
        return;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
    std::set<const ir::Storage*> seen;
    for (const auto& [name, tensor] : *program.state) {
        if (!tensor)
            continue;
        elements += static_cast<std::uint64_t>(std::max<std::int64_t>(tensor->elementCount(), 0));
        if (tensor->storage && seen.insert(tensor->storage.get()).second)
            bytes += tensor->storage->size();
    }
    out.sections.push_back({"Parameters and buffers", {{"tensors", concat(program.state->size()), {}, false},
                                                       {"elements", shortCount(elements), {}, false},
                                                       {"stored", byteText(bytes), {}, false}}});
}

void addCounts(Inspection& out, std::string title, const std::map<std::string, std::size_t>& counts)
{
    if (counts.empty())
        return;
    std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
    std::ranges::stable_sort(sorted, std::greater{}, &std::pair<std::string, std::size_t>::second);
    InspectorSection section{std::move(title), {}};
    for (const auto& [name, count] : sorted) {
        if (section.rows.size() == kMostCounts) {
            section.rows.push_back({"…", concat(sorted.size() - kMostCounts, " more"), {}, false});
            break;
        }
        section.rows.push_back({name, concat(count), {}, false});
    }
    out.sections.push_back(std::move(section));
}

void addProgram(Inspection& out, const fx::ExportedProgram& program)
{
    out.title = "ExportedProgram";
    if (program.info) {
        InspectorSection section{"Program", {}};
        for (const auto& [title, text] : {std::pair{"torch", &program.info->torchVersion}, std::pair{"schema", &program.info->schemaVersion},
                                          std::pair{"dialect", &program.info->dialect}})
            if (!text->empty())
                section.rows.push_back({title, *text, {}, false});
        if (!section.rows.empty())
            out.sections.push_back(std::move(section));
    }
    addProgramValues(out, program);
    addRanges(out, program);
    addParameters(out, program);
    std::map<std::string, std::size_t> counts;
    for (const GraphId graph : program.graphs.ids())
        for (const NodeId id : program.graphs[graph].order())
            if (const fx::Node& node = program.graphs[graph][id]; node.op == fx::Op::CallFunction)
                ++counts[std::string(node.overload())];
    addCounts(out, "Operators", counts);
}

void addModel(Inspection& out, const onnxir::Model& model)
{
    if (out.title.empty())
        out.title = "ONNX model";
    InspectorSection section{"ONNX", {}};
    for (const auto& [domain, version] : model.opsets)
        section.rows.push_back({domain.empty() ? "ai.onnx" : domain, concat("opset ", version), {}, false});
    if (model.signature) {
        section.rows.push_back({"IR version", concat(model.signature->ir_version), {}, false});
        if (!model.signature->producer_name.empty())
            section.rows.push_back({"producer", concat(model.signature->producer_name, " ", model.signature->producer_version), {}, false});
    }
    section.rows.push_back({"functions", concat(model.functions.size()), {}, false});
    InspectorSection inputs{"ONNX inputs", {}};
    InspectorSection outputs{"ONNX outputs", {}};
    std::map<std::string, std::size_t> counts;
    std::size_t initializers = 0;
    for (const GraphId graph : model.graphs.ids()) {
        for (const NodeId id : model.graphs[graph].order()) {
            const onnxir::Node& node = model.graphs[graph][id];
            const std::string link = concat("onnx:", ir::index(id));
            if (node.kind == onnxir::Kind::Operator)
                ++counts[node.op.domain.empty() ? node.op.op_type : concat(node.op.domain, "::", node.op.op_type)];
            else if (node.kind == onnxir::Kind::Initializer)
                ++initializers;
            else if (graph == kMainGraph && node.kind == onnxir::Kind::Input)
                inputs.rows.push_back({node.name, node.outputs.empty() ? "" : onnxir::toText(node.outputs[0].type), link, false});
            else if (graph == kMainGraph)
                outputs.rows.push_back({node.name, typeOfOutput(model, node), link, false});
        }
    }
    section.rows.push_back({"initializers", concat(initializers), {}, false});
    out.sections.push_back(std::move(section));
    out.sections.push_back(std::move(inputs));
    out.sections.push_back(std::move(outputs));
    addCounts(out, "ONNX operators", counts);
}

} // namespace

Inspection inspectModel(const fx::ExportedProgram* program, const onnxir::Model* model)
{
    Inspection out;
    if (program)
        addProgram(out, *program);
    if (model)
        addModel(out, *model);
    return out;
}

} // namespace sidelight::display
