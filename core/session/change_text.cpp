// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/change_text.h"

#include "core/fx/print.h"
#include "core/ir/pass_table.h"
#include "core/onnxir/print.h"
#include "core/session/statistics.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <string_view>
#include <utility>

namespace sidelight::session {
namespace {

std::string valueName(const onnxir::Model& model, const std::optional<Value>& value)
{
    if (!value)
        return {};
    const auto home = model.graphs.graphOf(value->node);
    const onnxir::Node* node = home ? model.graphs[*home].find(value->node) : nullptr;
    if (!node)
        return "?";
    return node->kind == onnxir::Kind::Operator && value->output < node->outputs.size() ? node->outputs[value->output].name : node->name;
}

std::string nameIn(const fx::ExportedProgram& program, NodeId id)
{
    const auto home = id == kNoNode ? std::nullopt : program.graphs.graphOf(id);
    const fx::Node* node = home ? program.graphs[*home].find(id) : nullptr;
    return node ? concat("%", node->name) : std::string();
}
std::string nameIn(const onnxir::Model& model, NodeId id)
{
    const auto home = id == kNoNode ? std::nullopt : model.graphs.graphOf(id);
    const onnxir::Node* node = home ? model.graphs[*home].find(id) : nullptr;
    return node ? node->name : std::string();
}

std::string graphName(const fx::ExportedProgram&, GraphId graph) { return graph == kMainGraph ? std::string() : std::to_string(index(graph)); }
std::string graphName(const onnxir::Model& model, GraphId graph)
{
    const auto function = model.functionOf(graph);
    return graph == kMainGraph ? std::string() : function ? function->id.op_type : std::to_string(index(graph));
}

std::string codeOf(ir::CodeLocation where)
{
    // Compilers name files as they were given them; the repository's own part begins at core/.
    const std::string_view file = where.file;
    const std::size_t core = file.rfind("core/");
    return concat(core == std::string_view::npos ? file : file.substr(core), ":", where.line);
}

/// Follows a record, saying each change with the unit before and after it at hand.
template <class Unit>
class Teller {
public:
    Teller(Unit unit, const fx::ExportedProgram* causes) : unit_(std::move(unit)), causes_(causes) {}

    ChangeText tell(const ir::Change<Unit>& change)
    {
        ChangeText text;
        text.code = codeOf(change.where);
        text.cause = causes_ ? nameIn(*causes_, change.cause) : nameIn(unit_, change.cause);
        std::visit([&](const auto& what) { before(text, what); }, change.what);
        ir::apply(unit_, change);
        std::visit([&](const auto& what) { after(text, what); }, change.what);
        return text;
    }

private:
    void before(ChangeText& text, const ir::NodeChange<Unit>& change)
    {
        text.kind = !change.before ? "insert" : !change.after ? "erase" : "update";
        text.graph = graphName(unit_, change.graph);
        text.before = change.before ? nodeLine(unit_, change.graph, change.id) : std::string();
        text.node = nameIn(unit_, change.id);
    }
    void after(ChangeText& text, const ir::NodeChange<Unit>& change)
    {
        text.after = change.after ? nodeLine(unit_, change.graph, change.id) : std::string();
        if (change.after)
            text.node = nameIn(unit_, change.id);
    }
    void before(ChangeText& text, const ir::OrderChange& change)
    {
        text.kind = "move";
        text.graph = graphName(unit_, change.graph);
        text.node = nameIn(unit_, change.id);
        text.before = place(change.nextBefore);
        text.after = place(change.nextAfter);
    }
    void before(ChangeText& text, const ir::SignatureChange<Unit>&) { text.kind = "signature"; }
    void before(ChangeText& text, const ir::StateChange& change)
    {
        text.kind = "state";
        text.node = change.name;
        text.before = tensorText(change.before);
        text.after = tensorText(change.after);
    }
    void before(ChangeText& text, const ir::FunctionChange<Unit>& change)
    {
        text.kind = "function";
        text.graph = graphName(unit_, change.graph);
    }
    void after(ChangeText& text, const ir::FunctionChange<Unit>& change) { text.graph = graphName(unit_, change.graph); }
    void before(ChangeText& text, const ir::GraphAdded<Unit>& change)
    {
        text.kind = "add graph";
        text.graph = std::to_string(index(change.graph));
        text.after = concat(change.content->size(), " nodes");
    }
    void before(ChangeText& text, const ir::GraphRemoved<Unit>& change)
    {
        text.kind = "remove graph";
        text.graph = graphName(unit_, change.graph);
        text.before = concat(change.content->size(), " nodes");
    }
    void before(ChangeText& text, const ir::OpsetChange& change)
    {
        text.kind = "opset";
        text.node = change.domain.empty() ? "ai.onnx" : change.domain;
        text.before = change.before ? std::to_string(*change.before) : std::string();
        text.after = change.after ? std::to_string(*change.after) : std::string();
    }
    template <class What>
    void after(ChangeText&, const What&)
    {
    }

    std::string place(NodeId next) const { return next == kNoNode ? std::string("at the end") : concat("before ", nameIn(unit_, next)); }
    static std::string tensorText(const std::shared_ptr<const ir::Tensor>& tensor)
    {
        if (!tensor)
            return {};
        std::string text = concat(ir::name(tensor->dtype), "[");
        for (std::size_t i = 0; i < tensor->sizes.size(); ++i)
            text += concat(i == 0 ? "" : ", ", tensor->sizes[i]);
        return text + "]";
    }

    Unit unit_;
    const fx::ExportedProgram* causes_;
};

template <class Unit>
std::vector<ChangeText> describe(const Unit& before, const ir::PassRecord<Unit>& record, const fx::ExportedProgram* causes)
{
    Teller<Unit> teller(before, causes);
    std::vector<ChangeText> texts;
    texts.reserve(record.changes.size());
    for (const auto& change : record.changes)
        texts.push_back(teller.tell(change));
    return texts;
}

json::Value toJson(const ChangeText& text)
{
    json::Object object{{"kind", text.kind}};
    const std::pair<std::string_view, const std::string&> members[] = {
        {"graph", text.graph}, {"node", text.node}, {"before", text.before}, {"after", text.after}, {"cause", text.cause}, {"code", text.code}};
    for (const auto& [key, value] : members)
        if (!value.empty())
            object.emplace_back(std::string(key), value);
    return object;
}

json::Value toJson(const ir::PassOptions& options)
{
    json::Object object;
    for (const auto& [name, value] : options)
        std::visit([&, &name = name](const auto& content) { object.emplace_back(name, json::Value(content)); }, value);
    return object;
}

template <class Unit>
json::Value recordJson(const ir::PassRecord<Unit>& record, const std::vector<ChangeText>& changes)
{
    const Counts counts = countChanges(record);
    json::Array list;
    for (const ChangeText& change : changes)
        list.push_back(toJson(change));
    json::Array diagnostics;
    for (const Diagnostic& diagnostic : record.diagnostics)
        diagnostics.push_back(json::Object{{"rule", diagnostic.ruleId}, {"message", diagnostic.message}});
    return json::Object{{"pass", record.pass->id},
                        {"options", toJson(record.options)},
                        {"outcome", ir::name(record.outcome)},
                        {"nanoseconds", static_cast<std::int64_t>(record.elapsed.count())},
                        {"added", counts.added},
                        {"changed", counts.changed},
                        {"erased", counts.erased},
                        {"moved", counts.moved},
                        {"changes", std::move(list)},
                        {"diagnostics", std::move(diagnostics)}};
}

template <class Unit>
Status checkReplay(const ir::Trace<Unit>& trace)
{
    for (std::size_t i = 0; i < trace.records.size(); ++i) {
        const auto& record = trace.records[i];
        Unit unit = trace.before(i);
        for (const auto& change : record.changes)
            ir::apply(unit, change);
        if (!(unit == record.after))
            return support::diagnose(rules::kLint, concat("applying the ", record.changes.size(), " changes of ", record.pass->id, " does not give what the pass gave"));
        for (auto change = record.changes.rbegin(); change != record.changes.rend(); ++change)
            ir::revert(unit, *change);
        if (!(unit == trace.before(i)))
            return support::diagnose(rules::kLint, concat("taking back the ", record.changes.size(), " changes of ", record.pass->id, " does not give what was before it"));
    }
    return {};
}

} // namespace

std::string nodeLine(const fx::ExportedProgram& program, GraphId graph, NodeId id)
{
    const fx::Node* node = program.graphs[graph].find(id);
    if (!node)
        return {};
    // The number of readers is of the whole graph, not of the node.
    std::string line = fx::formatNode(program.graphs[graph], *node, 0);
    constexpr std::string_view kUsers = " : [num_users=0]";
    if (const std::size_t at = line.find(kUsers); at != std::string::npos)
        line.erase(at, kUsers.size());
    return line;
}

std::string nodeLine(const onnxir::Model& model, GraphId graph, NodeId id)
{
    const onnxir::Node* node = model.graphs[graph].find(id);
    if (!node)
        return {};
    std::string outputs;
    for (const auto& output : node->outputs)
        outputs += concat(outputs.empty() ? "" : ", ", output.name);
    std::string inputs;
    for (std::size_t i = 0; i < node->inputs.size(); ++i)
        inputs += concat(i == 0 ? "" : ", ", valueName(model, node->inputs[i]));
    switch (node->kind) {
    case onnxir::Kind::Input:
        return concat("input ", node->name);
    case onnxir::Kind::Initializer:
        return concat("initializer ", node->name);
    case onnxir::Kind::Output:
        return concat("output ", node->name, " = ", inputs);
    case onnxir::Kind::Operator:
        break;
    }
    std::string attributes;
    for (const auto& attribute : node->attributes)
        attributes += concat(attributes.empty() ? " <" : ", ", attribute.name, " = ", onnxir::printValue(attribute.value, {4, false}));
    if (!attributes.empty())
        attributes += ">";
    return concat(outputs, " = ", node->op.domain, node->op.domain.empty() ? "" : ".", node->op.op_type, attributes, " (", inputs, ")");
}

std::vector<ChangeText> describeChanges(const fx::ExportedProgram& before, const ir::PassRecord<fx::ExportedProgram>& record)
{
    return describe(before, record, nullptr);
}

std::vector<ChangeText> describeChanges(const onnxir::Model& before, const ir::PassRecord<onnxir::Model>& record, const fx::ExportedProgram* causes)
{
    return describe(before, record, causes);
}

json::Value traceJson(const Document& document)
{
    json::Array fx;
    for (std::size_t i = 0; i < document.fx.records.size(); ++i)
        fx.push_back(recordJson(document.fx.records[i], describeChanges(document.fx.before(i), document.fx.records[i])));
    json::Array onnx;
    for (std::size_t i = 0; i < document.onnx.records.size(); ++i)
        onnx.push_back(recordJson(document.onnx.records[i], describeChanges(document.onnx.before(i), document.onnx.records[i],
                                                                            i == 0 && document.hasProgram() ? &document.program() : nullptr)));
    return json::Object{{"fx", std::move(fx)}, {"onnx", std::move(onnx)}};
}

Status checkReplay(const Document& document)
{
    if (const Status status = checkReplay(document.fx); !status)
        return status;
    return checkReplay(document.onnx);
}

} // namespace sidelight::session
