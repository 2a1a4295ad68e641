// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Matches are found first, then replaced one by one: a later match may read what an earlier one gave, so that what became of each replaced node is remembered.
// Types that a replacement changes for its readers are derived anew at the end, all at once.

#include "core/fx/transform/replace_pattern.h"

#include "core/fx/calls.h"
#include "core/fx/edit/retype.h"
#include "core/fx/names.h"
#include "core/fx/transform/copy_nodes.h"
#include "core/fx/transform/fusion.h"
#include "core/fx/transform/infer_type.h"
#include "core/fx/transform/retyped_readers.h"
#include "core/fx/transform/same_call.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace sidelight::fx {

namespace {

Diagnostic mismatch(std::string why) { return support::diagnose(rules::kFxPass, concat("the replacement ", why)); }

std::vector<NodeId> placeholdersOf(const ir::Graph<Node>& graph)
{
    std::vector<NodeId> found;
    for (const NodeId id : graph.order())
        if (graph[id].op == Op::Placeholder)
            found.push_back(id);
    return found;
}

/// Whether two types differ in more than how sizes are written: in kind, dtype, rank, or a size that both know.
bool differs(const ir::Type& left, const ir::Type& right)
{
    if (left.kind != right.kind)
        return left.kind != ir::Type::Kind::Unknown && right.kind != ir::Type::Kind::Unknown;
    if (!left.isTensor())
        return false;
    if (left.tensor.dtype != right.tensor.dtype || left.tensor.rank() != right.tensor.rank())
        return true;
    for (std::size_t axis = 0; axis < left.tensor.rank(); ++axis) {
        const auto a = left.tensor.sizes[axis].asConstant();
        const auto b = right.tensor.sizes[axis].asConstant();
        if (a && b && *a != *b)
            return true;
    }
    return false;
}

/// Puts one replacement after the other in.
class Replacer {
public:
    Replacer(Rewriter& rewriter, GraphId graph, const Pattern& pattern) : rewriter_(rewriter), graph_(graph), pattern_(pattern), names_(rewriter.graph(graph)) {}

    /// What can be said before anything is changed.
    [[nodiscard]] Status check(const ExportedProgram& replacement) const
    {
        const NodeId output = replacement.graphs.contains(kMainGraph) ? outputOf(replacement.main()) : kNoNode;
        if (output == kNoNode)
            return mismatch("has no output");
        const auto& graph = replacement.main();
        if (const std::size_t count = placeholdersOf(graph).size(); count != pattern_.placeholders().size())
            return mismatch(concat("has ", count, " placeholders, the pattern ", pattern_.placeholders().size(), "; they stand for each other by position"));
        const auto& items = outputItems(graph[output]);
        if (items.size() != pattern_.returning().size())
            return mismatch(concat("returns ", items.size(), items.size() == 1 ? " value" : " values", ", the pattern ", pattern_.returning().size()));
        for (const Argument& item : items)
            if (!item.as<Value>())
                return mismatch("returns something that is no node's value");
        for (const NodeId id : graph.order()) {
            const Node& node = graph[id];
            if (node.op == Op::GetAttr && node.subgraph == kMainGraph && !rewriter_.unit().stateOf(node.target) && !replacement.stateOf(node.target))
                return mismatch(concat("reads %", node.name, ", an attribute ", support::plainText(node.target), " that neither it nor the program has"));
            if (Status status = checkArguments(node); !status)
                return status;
        }
        return {};
    }

    /// Whether the match was replaced; nothing is changed when an earlier replacement stands in its way.
    Result<bool> replace(Match& match, const ExportedProgram& replacement, const PatternOptions& options)
    {
        const auto& graph = rewriter_.graph(graph_);
        follow(match);
        Group group;
        for (const auto& [patternNode, id] : match.nodes)
            group.nodes.insert(id);
        for (const Argument& argument : match.placeholders)
            if (const Value* value = argument.as<Value>())
                group.inputs.push_back(*value);
        group.results = match.returning;
        const Placement place = placementOf(rewriter_.unit(), graph_, group, [&](NodeId id) { return readersOf(id); });
        std::string obstacle = place.obstacle;
        const auto inputs = placeholdersOf(replacement.main());
        std::unordered_map<NodeId, Argument> map;
        for (std::size_t at = 0; at < inputs.size(); ++at)
            map.emplace(inputs[at], match.placeholders[at]);
        const auto& outputs = outputItems(replacement.main()[outputOf(replacement.main())]);
        for (const Argument& output : outputs)
            if (const auto bound = map.find(output.as<Value>()->node); bound != map.end() && !bound->second.as<Value>() && obstacle.empty())
                obstacle = "what takes its place is a literal, which no node can be replaced by";
        if (!obstacle.empty()) {
            if (options.refused)
                options.refused(support::diagnose(rules::kNodeChanged,
                                                  concat("the pattern fits %", support::plainText(graph[match.anchor].name), " and is not replaced: ", obstacle),
                                                  {locationOf(graph[match.anchor])}));
            return false;
        }
        for (const auto& [patternNode, id] : match.nodes) {
            rewriter_.visit(id);
            rewriter_.match();
        }
        rewriter_.setCause(match.anchor);
        insert(match, replacement, place.before, map);
        for (const NodeId id : place.postponed)
            rewriter_.move(id, place.before);
        return finish(match, outputs, map);
    }

    /// Types of what reads a result whose type is another now.
    void retypeReaders() const { retyped_.retype(rewriter_, graph_); }

private:
    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id}))
            readers.push_back(use.user);
        return readers;
    }
    /// Placeholders that stand for a node which has been replaced since.
    void follow(Match& match) const
    {
        for (Argument& argument : match.placeholders)
            if (auto* value = std::get_if<Value>(&argument.content))
                for (auto next = replaced_.find(*value); next != replaced_.end(); next = replaced_.find(*value))
                    *value = next->second;
    }
    /// The node of the match that a node of the replacement comes from: the one that it takes the place of, else one of its target, else the anchor.
    [[nodiscard]] std::unordered_map<NodeId, NodeId> originsOf(const Match& match, const ExportedProgram& replacement) const
    {
        std::unordered_map<NodeId, NodeId> origins;
        std::set<NodeId> used;
        const auto& graph = replacement.main();
        const auto& outputs = outputItems(graph[outputOf(graph)]);
        for (std::size_t at = 0; at < outputs.size(); ++at)
            if (origins.emplace(outputs[at].as<Value>()->node, match.returning[at]).second)
                used.insert(match.returning[at]);
        for (const NodeId id : graph.order()) {
            if (origins.count(id) != 0)
                continue;
            const auto same = std::find_if(match.nodes.begin(), match.nodes.end(), [&](const auto& pair) {
                return used.count(pair.second) == 0 && rewriter_.graph(graph_)[pair.second].target == graph[id].target;
            });
            origins.emplace(id, same == match.nodes.end() ? match.anchor : same->second);
            if (same != match.nodes.end())
                used.insert(same->second);
        }
        return origins;
    }
    void insert(Match& match, const ExportedProgram& replacement, NodeId before, std::unordered_map<NodeId, Argument>& map)
    {
        const auto origins = originsOf(match, replacement);
        for (const NodeId id : replacement.main().order()) {
            const Node& source = replacement.main()[id];
            if (source.op == Op::Placeholder || source.op == Op::Output)
                continue;
            const NodeId origin = origins.at(id);
            Node node = copyNode(rewriter_, replacement, source, map, origin);
            node.name = names_.make(source.name);
            if (node.op == Op::GetAttr && node.subgraph == kMainGraph && !rewriter_.unit().stateOf(node.target))
                rewriter_.setState(node.target, replacement.stateOf(node.target));
            node.meta = nullptr; // The match's, not that of the rule.
            setType(node, match, origin);
            const NodeId copy = insertMarked(rewriter_, graph_, before, std::move(node), origin);
            map.insert_or_assign(id, Argument(Value{copy}));
            match.replacements.push_back(copy);
        }
    }
    /// Inferred; for a result, as what it replaces says where that is not contradicted; else as the replacement says.
    void setType(Node& node, const Match& match, NodeId origin) const
    {
        if (node.op != Op::CallFunction)
            return;
        ir::Type inferred = inferType(rewriter_.graph(graph_), node);
        const bool isResult = std::find(match.returning.begin(), match.returning.end(), origin) != match.returning.end();
        const ir::Type& before = rewriter_.graph(graph_)[origin].val;
        const bool standsForIt = isResult && before.kind != ir::Type::Kind::Unknown && !differs(inferred, before);
        if (inferred.kind == ir::Type::Kind::Unknown)
            inferred = standsForIt ? before : node.val;
        else if (standsForIt)
            inferred = withOld(std::move(inferred), before);
        node.val = std::move(inferred);
    }
    Result<bool> finish(const Match& match, const std::vector<Argument>& outputs, const std::unordered_map<NodeId, Argument>& map)
    {
        // From the last node on, so that readers within the match are gone before.
        std::vector<NodeId> open;
        for (const auto& [patternNode, id] : match.nodes)
            open.push_back(id);
        std::reverse(open.begin(), open.end());
        for (const NodeId id : open) {
            const auto result = std::find(match.returning.begin(), match.returning.end(), id);
            if (result != match.returning.end()) {
                const Argument& output = outputs[static_cast<std::size_t>(result - match.returning.begin())];
                const Value now = *map.at(output.as<Value>()->node).as<Value>();
                retyped_.note(readersOf(id), rewriter_.node(id).val, rewriter_.node(now.node).val);
                rewriter_.replaceAllUsesWith({id}, now);
                replaced_.insert_or_assign(Value{id}, now);
            }
            if (Status status = rewriter_.erase(id); !status)
                return status.error();
        }
        return true;
    }

    Rewriter& rewriter_;
    GraphId graph_;
    const Pattern& pattern_;
    NameScope names_;
    std::unordered_map<Value, Value> replaced_;
    RetypedReaders retyped_;
};

Result<std::vector<Match>> replaceMatches(Rewriter& rewriter, GraphId graph, const Pattern& pattern, const PatternOptions& options, const ReplacementMaker& maker,
                                          bool isChecked)
{
    if (!rewriter.unit().graphs.contains(graph))
        return support::diagnose(rules::kFxPass, concat("there is no graph ", ir::index(graph)));
    std::vector<Match> matches = findMatches(rewriter.unit(), graph, pattern, options);
    for (const NodeId id : rewriter.graph(graph).order())
        rewriter.visit(id);
    if (matches.empty())
        return matches;
    Replacer replacer(rewriter, graph, pattern);
    std::vector<Match> replaced;
    for (Match& match : matches) {
        auto replacement = maker(match);
        if (!replacement)
            return replacement.error();
        if (!isChecked)
            if (Status status = replacer.check(**replacement); !status)
                return status.error();
        auto done = replacer.replace(match, **replacement, options);
        if (!done)
            return done.error();
        if (*done)
            replaced.push_back(std::move(match));
    }
    replacer.retypeReaders();
    return replaced;
}

} // namespace

Result<std::vector<Match>> replacePattern(Rewriter& rewriter, GraphId graph, const Pattern& pattern, const ExportedProgram& replacement, const PatternOptions& options)
{
    if (!rewriter.unit().graphs.contains(graph))
        return support::diagnose(rules::kFxPass, concat("there is no graph ", ir::index(graph)));
    if (Status status = Replacer(rewriter, graph, pattern).check(replacement); !status)
        return status.error();
    const auto shared = std::make_shared<const ExportedProgram>(replacement);
    return replaceMatches(rewriter, graph, pattern, options, [&](const Match&) -> Result<std::shared_ptr<const ExportedProgram>> { return shared; }, true);
}

Result<std::vector<Match>> replacePattern(Rewriter& rewriter, GraphId graph, const Pattern& pattern, const ReplacementMaker& replacement, const PatternOptions& options)
{
    return replaceMatches(rewriter, graph, pattern, options, replacement, false);
}

} // namespace sidelight::fx
