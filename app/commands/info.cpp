// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/display/inspect.h"
#include "core/session/read_program.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace sidelight::app {
namespace {

struct Totals {
    std::int64_t parameters = 0; ///< Elements of parameters.
    std::uint64_t bytes = 0;     ///< Of all storages, each once.
    std::map<std::string, std::int64_t> operators;
    std::size_t nodes = 0;
};

Totals count(const fx::ExportedProgram& program)
{
    Totals totals;
    std::set<const ir::Storage*> storages;
    std::set<std::string> parameters;
    for (const auto& input : program.signature->inputs)
        if (input.kind == fx::InputKind::Parameter)
            parameters.insert(input.target);
    for (const auto& [name, tensor] : *program.state) {
        if (parameters.count(name) != 0)
            totals.parameters += tensor->elementCount();
        if (tensor->storage && storages.insert(tensor->storage.get()).second)
            totals.bytes += tensor->storage->size();
    }
    for (const GraphId id : program.graphs.ids())
        for (const NodeId node : program.graphs[id].order()) {
            ++totals.nodes;
            if (program.graphs[id][node].op == fx::Op::CallFunction)
                ++totals.operators[std::string(program.graphs[id][node].overload())];
        }
    return totals;
}

struct Port {
    std::string name;
    std::string type;
};

std::vector<Port> inputsOf(const fx::ExportedProgram& program)
{
    std::vector<Port> ports;
    for (const auto& input : program.signature->inputs) {
        if (input.kind != fx::InputKind::UserInput && input.kind != fx::InputKind::ConstantInput)
            continue;
        const NodeId node = fx::findByName(program.main(), input.name);
        ports.push_back({input.name, node == kNoNode ? std::string("constant") : ir::toText(program.main()[node].val)});
    }
    return ports;
}

std::vector<Port> outputsOf(const fx::ExportedProgram& program)
{
    std::vector<Port> ports;
    for (const auto& output : program.signature->outputs) {
        const Value* value = output.value.as<Value>();
        const fx::Node* node = value ? program.main().find(value->node) : nullptr;
        ports.push_back({node ? node->name : std::string("constant"), node ? ir::toText(node->val) : std::string("constant")});
    }
    return ports;
}

json::Array portsJson(const std::vector<Port>& ports)
{
    json::Array array;
    for (const Port& port : ports)
        array.push_back(json::Object{{"name", port.name}, {"type", port.type}});
    return array;
}

std::string rangeText(const ir::Range& range)
{
    return concat("[", range.min, ", ", range.max ? std::to_string(*range.max) : std::string("∞"), range.max ? "]" : ")");
}

void printJson(const io::Pt2& pt2, const Totals& totals)
{
    const fx::ExportedProgram& program = pt2.program;
    json::Object operators;
    for (const auto& [name, number] : totals.operators)
        operators.emplace_back(name, number);
    json::Object ranges;
    for (const auto& [dim, range] : program.info->ranges) {
        json::Object bounds{{"min", range.min}, {"max", nullptr}};
        if (range.max)
            bounds.back().second = json::Value(*range.max);
        ranges.emplace_back(dim.text(), std::move(bounds));
    }
    const json::Object info{{"torch_version", program.info->torchVersion},
                            {"schema_version", program.info->schemaVersion},
                            {"dialect", program.info->dialect},
                            {"inputs", portsJson(inputsOf(program))},
                            {"outputs", portsJson(outputsOf(program))},
                            {"ranges", std::move(ranges)},
                            {"nodes", totals.nodes},
                            {"graphs", program.graphs.ids().size()},
                            {"parameters", totals.parameters},
                            {"bytes", static_cast<std::int64_t>(totals.bytes)},
                            {"operators", std::move(operators)},
                            {"diagnostics", toJson(pt2.diagnostics)}};
    std::printf("%s\n", json::print(info, 2).c_str());
}

void printPorts(const char* title, const std::vector<Port>& ports)
{
    std::printf("%s\n", title);
    for (const Port& port : ports)
        std::printf("  %-24s %s\n", support::plainText(port.name).c_str(), support::plainText(port.type).c_str());
}

void printText(const io::Pt2& pt2, const Totals& totals)
{
    const fx::ExportedProgram& program = pt2.program;
    if (!program.info->schemaVersion.empty()) // Text of a graph has none.
        std::printf("torch %s, schema %s, dialect %s\n", support::plainText(program.info->torchVersion).c_str(),
                    support::plainText(program.info->schemaVersion).c_str(), support::plainText(program.info->dialect).c_str());
    std::printf("%zu nodes in %zu graphs, %lld parameters, %.2f MiB of tensors\n", totals.nodes, program.graphs.ids().size(),
                static_cast<long long>(totals.parameters), static_cast<double>(totals.bytes) / 1048576.0);
    printPorts("inputs", inputsOf(program));
    printPorts("outputs", outputsOf(program));
    if (!program.info->ranges.empty())
        std::puts("dynamic sizes");
    for (const auto& [dim, range] : program.info->ranges)
        std::printf("  %-24s %s\n", support::plainText(dim.text()).c_str(), rangeText(range).c_str());
    std::puts("operators");
    std::vector<std::pair<std::string, std::int64_t>> operators(totals.operators.begin(), totals.operators.end());
    std::stable_sort(operators.begin(), operators.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, number] : operators)
        std::printf("  %6lld  %s\n", static_cast<long long>(number), support::plainText(name).c_str());
}

/// What the inspector says of an ONNX model with nothing selected.
Exit printOnnx(const Arguments& arguments)
{
    session::OpenOptions open = arguments.open;
    open.check = false;
    const auto document = session::openDocument(arguments.models.front(), open);
    if (!document) {
        report(document.error());
        return Exit::Errors;
    }
    report((*document)->diagnostics(), false);
    const display::Inspection inspection = display::inspectModel(nullptr, &(*document)->model());
    json::Object sections;
    for (const display::InspectorSection& section : inspection.sections) {
        json::Array rows;
        for (const display::InspectorRow& row : section.rows)
            rows.emplace_back(json::Object{{"name", row.label}, {"value", row.value}});
        sections.emplace_back(section.title, std::move(rows));
        if (arguments.json)
            continue;
        std::printf("%s\n", support::plainText(section.title).c_str());
        for (const display::InspectorRow& row : section.rows)
            std::printf("  %-32s %s\n", support::plainText(row.label).c_str(), support::plainText(row.value).c_str());
    }
    if (arguments.json)
        std::printf("%s\n", json::print(std::move(sections), 2).c_str());
    return Exit::Fine;
}

} // namespace

Exit runInfo(const Arguments& arguments)
{
    if (session::isOnnxFile(arguments.models.front()))
        return printOnnx(arguments);
    const auto pt2 = session::readProgram(arguments.models.front());
    if (!pt2) {
        report(pt2.error());
        return Exit::Errors;
    }
    const Totals totals = count(pt2->program);
    report(pt2->diagnostics, false);
    arguments.json ? printJson(*pt2, totals) : printText(*pt2, totals);
    return Exit::Fine;
}

} // namespace sidelight::app
