// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/find.h"

#include "app/locate.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>

namespace sidelight::app {
namespace {

constexpr std::size_t kDeepest = 16;

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

struct Texts {
    std::string name, op, shape;
};

bool matches(const Query& query, const Texts& texts)
{
    return std::ranges::all_of(query.words, [&](const Query::Word& word) {
        const auto holds = [&](const std::string& text) { return text.find(word.text) != std::string::npos; };
        switch (word.field) {
        case Query::Field::Op: return holds(texts.op);
        case Query::Field::Shape: return holds(texts.shape);
        case Query::Field::Name: return holds(texts.name);
        case Query::Field::Any: break;
        }
        return holds(texts.name) || holds(texts.op);
    });
}

Texts textsOf(const onnxir::Node& node)
{
    Texts texts{lower(node.name), lower(node.op.op_type), {}};
    for (const onnxir::ValueInfo& output : node.outputs) {
        texts.name += " " + lower(output.name);
        texts.shape += " " + lower(onnxir::toText(output.type));
    }
    return texts;
}

struct OnnxSearch {
    const onnxir::Model& model;
    const Query& query;
    std::size_t limit;
    std::vector<NodePath> found;

    void in(GraphId graph, const NodePath& above)
    {
        for (const NodeId id : model.graphs[graph].order()) {
            if (found.size() >= limit)
                return;
            const onnxir::Node& node = model.graphs[graph][id];
            NodePath path = above;
            path.nodes.push_back(id);
            if (matches(query, textsOf(node)))
                found.push_back(path);
            if (path.nodes.size() > kDeepest)
                continue;
            if (const auto body = model.functionBody(node.op))
                in(*body, path);
            for (const onnxir::Attribute& attribute : node.attributes)
                if (const auto* body = std::get_if<GraphId>(&attribute.value))
                    in(*body, path);
        }
    }
};

} // namespace

Query parseQuery(std::string_view text)
{
    Query query;
    for (const std::string_view part : support::split(text, ' ')) {
        std::string word = lower(part);
        if (word.empty())
            continue;
        Query::Field field = Query::Field::Any;
        for (const auto& [prefix, meant] : {std::pair{"op:", Query::Field::Op}, {"shape:", Query::Field::Shape}, {"name:", Query::Field::Name}}) {
            if (word.starts_with(prefix)) {
                field = meant;
                word.erase(0, std::string_view(prefix).size());
            }
        }
        if (field == Query::Field::Any && word.starts_with("%"))
            word.erase(0, 1);
        if (!word.empty())
            query.words.push_back({field, std::move(word)});
    }
    return query;
}

std::vector<NodePath> findNodes(const fx::ExportedProgram& program, const Query& query, std::size_t limit)
{
    std::vector<NodePath> found;
    if (query.words.empty())
        return found;
    for (const GraphId graph : program.graphs.ids()) {
        for (const NodeId id : program.graphs[graph].order()) {
            const fx::Node& node = program.graphs[graph][id];
            const Texts texts{lower(node.name), lower(node.target), lower(ir::toText(node.val))};
            if (found.size() < limit && matches(query, texts))
                found.push_back(fxPathOf(program, id));
        }
    }
    return found;
}

std::vector<NodePath> findNodes(const onnxir::Model& model, const Query& query, std::size_t limit)
{
    if (query.words.empty())
        return {};
    OnnxSearch search{model, query, limit, {}};
    search.in(kMainGraph, {});
    return std::move(search.found);
}

} // namespace sidelight::app
