// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/edits/edit_words.h"

#include "core/fx/edit/apply_edit.h"
#include "core/fx/edit/check_call.h"
#include "core/fx/print.h"
#include "core/onnxir/edit/graph_path.h"
#include "core/onnxir/edit/node_text.h"
#include "core/onnxir/operator_versions.h"
#include "core/onnxir/print_names.h"
#include "core/support/text.h"
#include "views/support/text.h"

#include <cctype>
#include <set>

namespace sidelight::app {
namespace {

std::string callOf(const ir::Graph<fx::Node>& graph, const fx::Node& node)
{
    if (node.op == fx::Op::Output)
        return node.args.empty() ? std::string() : fx::reprArgument(graph, node.args.front());
    if (node.op != fx::Op::CallFunction)
        return {};
    const auto named = [&](NodeId id) { return concat('%', graph[id].name); };
    std::string parts;
    for (const fx::Argument& argument : node.args)
        parts += concat(parts.empty() ? "" : ", ", fx::reprArgument(graph, argument, named));
    for (const auto& [key, argument] : node.kwargs)
        parts += concat(parts.empty() ? "" : ", ", key, '=', fx::reprArgument(graph, argument, named));
    return concat(node.target, '(', parts, ')');
}

std::string valueName(const onnxir::Model& model, Value value)
{
    const auto home = model.graphs.graphOf(value.node);
    return home ? model.graphs[*home][value.node].outputs[value.output].name : std::string();
}

template <class Unit, class Name>
void addNeighbours(const Unit& unit, GraphId graph, const Name& nameOf, EditedNode& node)
{
    const auto& nodes = unit.graphs[graph];
    if (const NodeId previous = nodes.previous(node.id); previous != kNoNode)
        node.previous = nameOf(nodes[previous]);
    if (const NodeId next = nodes.next(node.id); next != kNoNode)
        node.next = nameOf(nodes[next]);
}

bool isNameCharacter(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.') || c == QLatin1Char('%'); }

/// The innermost bracket that is open at `cursor`; nothing outside of all.
QChar openBracket(const QString& text, int cursor)
{
    QString open;
    for (int i = 0; i < cursor; ++i) {
        const QChar c = text[i];
        if (c == QLatin1Char('(') || c == QLatin1Char('<') || c == QLatin1Char('['))
            open += c;
        else if ((c == QLatin1Char(')') || c == QLatin1Char('>') || c == QLatin1Char(']')) && !open.isEmpty())
            open.chop(1);
    }
    return open.isEmpty() ? QChar() : open.back();
}

QString operatorOf(const QString& call)
{
    int end = 0;
    while (end < call.size() && call[end] != QLatin1Char('(') && call[end] != QLatin1Char('<'))
        ++end;
    return call.left(end).trimmed();
}

template <class Unit>
GraphId homeOf(const Unit& unit, const EditedNode& node)
{
    return unit.graphs.graphOf(node.id).value_or(kMainGraph);
}

/// Names of the nodes that stand before the node, nearest first.
QStringList fxNames(const fx::ExportedProgram& program, const EditedNode& node)
{
    QStringList names;
    const auto& graph = program.graphs[homeOf(program, node)];
    for (NodeId id = node.id; id != kNoNode; id = graph.previous(id))
        names << views::shown(concat('%', graph[id].name));
    return names;
}

QStringList onnxNames(const onnxir::Model& model, const EditedNode& node)
{
    QStringList names;
    const auto& graph = model.graphs[homeOf(model, node)];
    for (NodeId id = node.id; id != kNoNode; id = graph.previous(id))
        for (const onnxir::ValueInfo& output : graph[id].outputs)
            if (!output.name.empty())
                names << views::shown(onnxir::identifier(output.name));
    return names;
}

QStringList onnxOperators(const onnxir::Model& model)
{
    std::set<std::string> names;
    for (const onnxir::OperatorVersion& version : onnxir::allOperatorVersions())
        names.emplace(version.opType);
    for (const auto& [id, function] : model.functions)
        names.insert(function->id.domain.empty() ? function->id.op_type : concat(function->id.domain, '.', function->id.op_type));
    QStringList words;
    for (const std::string& name : names)
        words << views::shown(name);
    return words;
}

const onnxir::OperatorVersion* versionOf(const onnxir::Model& model, const QString& call)
{
    return onnxir::operatorVersion(views::utf8(operatorOf(call)), model.opsetOf({}).value_or(0));
}

/// "axis=0 num_outputs" as names.
QStringList attributesOf(const onnxir::OperatorVersion& version)
{
    QStringList names;
    for (const QString& part : views::shown(version.attributes).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        names << part.section(QLatin1Char('='), 0, 0) + QStringLiteral(" = ");
    return names;
}

} // namespace

std::optional<EditedNode> editedNode(const session::Document& document, const session::EditPlace& place, NodeId id)
{
    EditedNode node{place, id, {}, {}, {}, {}, {}};
    if (!place.isOnnx) {
        const fx::ExportedProgram& program = session::programFor(document, place);
        const auto home = program.graphs.graphOf(id);
        if (!home)
            return std::nullopt;
        const auto& graph = program.graphs[*home];
        node.graph = fx::graphPath(program, *home);
        node.name = graph[id].name;
        node.call = callOf(graph, graph[id]);
        addNeighbours(program, *home, [](const fx::Node& one) { return one.name; }, node);
        return node;
    }
    const onnxir::Model& model = session::modelFor(document, place);
    const auto home = model.graphs.graphOf(id);
    if (!home)
        return std::nullopt;
    const onnxir::Node& one = model.graphs[*home][id];
    node.graph = onnxir::graphPath(model, *home);
    node.name = onnxir::editName(one);
    if (one.kind == onnxir::Kind::Operator)
        node.call = onnxir::formatNode(one, [&](Value value) { return valueName(model, value); });
    addNeighbours(model, *home, onnxir::editName, node);
    return node;
}

std::string editLine(const EditedNode& node, ir::Edit edit)
{
    edit.graph = node.graph;
    if (edit.kind != ir::Edit::Kind::Insert)
        edit.node = node.name;
    return ir::formatEdit(edit);
}

std::string freeName(const session::Document& document, const EditedNode& node, std::string_view call)
{
    std::string base;
    if (node.place.isOnnx) {
        for (const char c : call.substr(0, call.find_first_of(" (<:")))
            base = c == '.' ? std::string() : base + static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
        const auto parts = support::split(call.substr(0, call.find('(')), '.');
        base = std::string(parts.size() > 2 ? parts[parts.size() - 2] : parts.back());
    }
    std::set<std::string> taken;
    if (node.place.isOnnx) {
        const onnxir::Model& model = session::modelFor(document, node.place);
        for (const GraphId graph : model.graphs.ids())
            for (const NodeId id : model.graphs[graph].order())
                for (const onnxir::ValueInfo& output : model.graphs[graph][id].outputs)
                    taken.insert(output.name);
    } else {
        const fx::ExportedProgram& program = session::programFor(document, node.place);
        const auto& graph = program.graphs[homeOf(program, node)];
        for (const NodeId id : graph.order())
            taken.insert(graph[id].name);
    }
    if (base.empty())
        base = "node";
    std::string name = base;
    for (std::size_t number = 1; taken.count(name) != 0; ++number)
        name = concat(base, '_', number);
    return name;
}

CallWords callWords(const session::Document& document, const EditedNode& node, const QString& call, int cursor)
{
    CallWords words;
    words.from = cursor;
    while (words.from > 0 && isNameCharacter(call[words.from - 1]))
        --words.from;
    const QChar bracket = openBracket(call, words.from);
    const QString name = operatorOf(call);
    if (node.place.isOnnx) {
        const onnxir::Model& model = session::modelFor(document, node.place);
        if (bracket.isNull())
            words.words = onnxOperators(model);
        else if (bracket == QLatin1Char('('))
            words.words = onnxNames(model, node);
        else if (const auto* version = bracket == QLatin1Char('<') ? versionOf(model, call) : nullptr)
            words.words = attributesOf(*version);
        return words;
    }
    if (bracket.isNull()) {
        for (const std::string& target : fx::knownTargets())
            words.words << views::shown(target);
        return words;
    }
    words.words = fxNames(session::programFor(document, node.place), node);
    if (const fx::Schema* schema = bracket == QLatin1Char('(') ? fx::findSchema(views::utf8(name)) : nullptr)
        for (const fx::SchemaArgument& argument : schema->arguments)
            words.words << views::shown(argument.name) + QLatin1Char('=');
    return words;
}

QString schemaText(const session::Document& document, const EditedNode& node, const QString& call)
{
    const QString name = operatorOf(call);
    if (!node.place.isOnnx) {
        const fx::Schema* schema = fx::findSchema(views::utf8(name));
        return schema ? views::shown(schema->text) : QString();
    }
    const onnxir::Model& model = session::modelFor(document, node.place);
    const onnxir::OperatorVersion* version = versionOf(model, call);
    if (!version)
        return {};
    const auto count = [](int least, int most) {
        return most == 255 ? QStringLiteral("%1\u2026").arg(least) : least == most ? QString::number(least) : QStringLiteral("%1\u2013%2").arg(least).arg(most);
    };
    QString text = QStringLiteral("%1-%2 (%3)").arg(name).arg(version->since).arg(count(version->minInputs, version->maxInputs));
    if (!version->attributes.empty())
        text += QStringLiteral(" <%1>").arg(views::shown(version->attributes).split(QLatin1Char(' ')).join(QStringLiteral(", ")));
    return text;
}

} // namespace sidelight::app
