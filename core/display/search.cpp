// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/search.h"

#include "core/display/fx_text.h"
#include "core/display/graph_builder.h"
#include "core/display/onnx_text.h"
#include "core/onnxir/bodies.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace sidelight::display {
namespace {

constexpr std::size_t kDeepest = 24;

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

/// What is searched of a node, in lower case, by Query::Field.
using Texts = std::array<std::string, 7>;
std::string& at(Texts& texts, Query::Field field) { return texts[static_cast<std::size_t>(field)]; }

bool matches(const Query& query, const Texts& texts)
{
    return std::ranges::all_of(query.words, [&](const Query::Word& word) {
        if (word.field != Query::Field::Any)
            return texts[static_cast<std::size_t>(word.field)].find(word.text) != std::string::npos;
        return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(word.text) != std::string::npos; });
    });
}

void addType(Texts& texts, const ir::Type& type)
{
    if (type.isTensor()) {
        at(texts, Query::Field::Shape) += lower(sizesText(type.tensor.sizes)) + " ";
        at(texts, Query::Field::DType) += concat(ir::name(type.tensor.dtype), " ", ir::shortName(type.tensor.dtype), " ");
    } else {
        at(texts, Query::Field::Shape) += lower(edgeText(type)) + " ";
    }
    for (const ir::Type& element : type.elements)
        addType(texts, element);
}

Texts textsOf(const fx::Node& node, const std::unordered_map<std::string, std::string>& targets)
{
    Texts texts;
    at(texts, Query::Field::Name) = lower(node.name);
    if (const auto state = targets.find(node.name); node.op == fx::Op::Placeholder && state != targets.end())
        at(texts, Query::Field::Name) += " " + state->second;
    at(texts, Query::Field::Op) = lower(concat(node.overload(), " ", fx::name(node.op)));
    addType(texts, node.val);
    for (const fx::ModuleFrame& frame : node.metadata().nn_module_stack)
        at(texts, Query::Field::Module) += lower(concat(frame.path, " ", frame.className, " "));
    for (const fx::SourceFrame& frame : node.metadata().stack_trace)
        at(texts, Query::Field::File) += lower(concat(frame.file, ":", frame.line, " "));
    return texts;
}

Texts textsOf(const onnxir::Model& model, const onnxir::Node& node)
{
    Texts texts;
    at(texts, Query::Field::Name) = lower(node.name);
    at(texts, Query::Field::Op) = lower(node.kind == onnxir::Kind::Operator ? concat(node.op.op_type, " ", onnxTitle(model, node)) : std::string());
    for (const onnxir::ValueInfo& output : node.outputs) {
        at(texts, Query::Field::Name) += " " + lower(output.name);
        at(texts, Query::Field::Shape) += lower(sizesText(output.type)) + " ";
        at(texts, Query::Field::DType) += concat(ir::name(output.type.dtype), " ", ir::shortName(output.type.dtype), " ");
    }
    const auto addProperties = [&](const onnxir::Properties& properties) {
        for (const auto& [key, value] : properties) {
            if (key == onnxir::kKeyStackTrace)
                at(texts, Query::Field::File) += lower(value);
            else if (key == onnxir::kKeyNameScopes || key == onnxir::kKeyNamespace || key == onnxir::kKeyClassHierarchy)
                at(texts, Query::Field::Module) += lower(value) + " ";
        }
    };
    addProperties(node.metadata_props);
    for (const onnxir::Origin& origin : node.origins)
        if (origin.path.empty() && origin.properties)
            addProperties(*origin.properties);
    return texts;
}

/// Walks graphs and the bodies under their calls on a stack of its own.
template <class Unit, class TextsOf, class BodiesOf>
std::vector<NodePath> search(const Unit& unit, const Query& query, const SearchOptions& options, const TextsOf& textsOf, const BodiesOf& bodiesOf)
{
    std::vector<NodePath> found;
    if ((query.words.empty() && !options.pattern) || !unit.graphs.contains(kMainGraph))
        return found;
    struct Level {
        const ir::Graph<typename Unit::Node>* graph;
        typename ir::Graph<typename Unit::Node>::Order::Iterator at;
        NodePath path;
    };
    std::vector<Level> levels{{&unit.main(), unit.main().order().begin(), {}}};
    while (!levels.empty() && found.size() < options.limit && !options.stop.stop_requested()) {
        Level& level = levels.back();
        if (level.at == level.graph->order().end()) {
            levels.pop_back();
            continue;
        }
        const NodeId id = *level.at;
        ++level.at;
        const auto& node = (*level.graph)[id];
        const NodePath path = level.path / id;
        if (options.pattern ? std::ranges::any_of(textsOf(node), options.pattern) : matches(query, textsOf(node)))
            found.push_back(path);
        if (levels.size() > kDeepest)
            continue;
        const std::vector<GraphId> bodies = bodiesOf(*level.graph, node);
        for (auto body = bodies.rbegin(); body != bodies.rend(); ++body)
            if (const auto* graph = unit.graphs.find(*body))
                levels.push_back({graph, graph->order().begin(), path});
    }
    return found;
}

std::vector<GraphId> bodiesOf(const ir::Graph<fx::Node>& graph, const fx::Node& node)
{
    std::vector<GraphId> bodies;
    if (node.op != fx::Op::CallFunction)
        return bodies;
    const auto consider = [&](const fx::Argument& argument) {
        if (const auto* direct = argument.as<GraphId>())
            bodies.push_back(*direct);
        else if (const auto* value = argument.as<Value>())
            if (const fx::Node* read = graph.find(value->node); read && read->op == fx::Op::GetAttr && read->subgraph != kMainGraph)
                bodies.push_back(read->subgraph);
    };
    std::ranges::for_each(node.args, consider);
    for (const auto& [key, argument] : node.kwargs)
        consider(argument);
    return bodies;
}

std::vector<GraphId> bodiesOf(const onnxir::Model& model, const onnxir::Node& node)
{
    std::vector<GraphId> bodies;
    if (const auto body = node.kind == onnxir::Kind::Operator ? model.functionBody(node.op) : std::nullopt)
        bodies.push_back(*body);
    onnxir::visitBodies(node, [&](const std::string&, GraphId held) { bodies.push_back(held); });
    return bodies;
}

/// Sizes as we write them: × for `x` between them.
std::string normalizedSizes(std::string text)
{
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const auto isSize = [](char c) { return (c >= '0' && c <= '9') || c == '_' || (c >= 'a' && c <= 'z' && c != 'x'); };
        if (text[i] == 'x' && isSize(text[i - 1]) && isSize(text[i + 1]) && ((text[i - 1] >= '0' && text[i - 1] <= '9') || (text[i + 1] >= '0' && text[i + 1] <= '9')))
            text.replace(i, 1, "×");
        else if (text[i] == ',')
            text.replace(i, 1, "×");
    }
    return text;
}

} // namespace

Query parseQuery(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, Query::Field>, 7> kPrefixes = {{{"op:", Query::Field::Op}, {"name:", Query::Field::Name},
        {"shape:", Query::Field::Shape}, {"dtype:", Query::Field::DType}, {"type:", Query::Field::DType}, {"module:", Query::Field::Module}, {"file:", Query::Field::File}}};
    Query query;
    for (const std::string_view part : support::split(text, ' ')) {
        Query::Word word{Query::Field::Any, lower(part)};
        for (const auto& [prefix, field] : kPrefixes) {
            if (word.field == Query::Field::Any && word.text.starts_with(prefix)) {
                word.field = field;
                word.text.erase(0, prefix.size());
            }
        }
        if (word.text.starts_with('%'))
            word.text.erase(0, 1);
        if (word.field == Query::Field::Shape)
            word.text = normalizedSizes(word.text);
        if (!word.text.empty())
            query.words.push_back(std::move(word));
    }
    return query;
}

std::vector<NodePath> findNodes(const fx::ExportedProgram& program, const Query& query, const SearchOptions& options)
{
    std::unordered_map<std::string, std::string> targets;
    if (program.signature)
        for (const fx::InputSpec& spec : program.signature->inputs)
            targets.emplace(spec.name, lower(spec.target));
    return search(program, query, options, [&](const fx::Node& node) { return textsOf(node, targets); },
                  [](const ir::Graph<fx::Node>& graph, const fx::Node& node) { return bodiesOf(graph, node); });
}

std::vector<NodePath> findNodes(const onnxir::Model& model, const Query& query, const SearchOptions& options)
{
    return search(model, query, options, [&](const onnxir::Node& node) { return textsOf(model, node); },
                  [&](const ir::Graph<onnxir::Node>&, const onnxir::Node& node) { return bodiesOf(model, node); });
}

} // namespace sidelight::display
