// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/history.h"

#include "core/lowering/provenance.h"
#include "core/support/text.h"

#include <map>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

using Relation = HistoryStep::Relation;
using Related = std::map<NodeId, Relation>;

template <class Unit>
const typename Unit::Node* nodeIn(const Unit& unit, NodeId id)
{
    const auto home = unit.graphs.graphOf(id);
    return home ? unit.graphs[*home].find(id) : nullptr;
}

/// The node as the trace first has it.
const fx::Node* firstForm(const fx::Trace& trace, NodeId id)
{
    if (const fx::Node* loaded = nodeIn(trace.initial, id))
        return loaded;
    for (const auto& record : trace.records) {
        for (const auto& change : record.changes)
            if (const auto* node = std::get_if<ir::NodeChange<fx::ExportedProgram>>(&change.what); node && node->id == id && node->after)
                return node->after.get();
        if (const fx::Node* known = nodeIn(record.after, id))
            return known;
    }
    return nullptr;
}

void addAncestors(const fx::Trace& trace, NodeId id, Related& related)
{
    const fx::Node* node = firstForm(trace, id);
    if (!node)
        return;
    for (const fx::NodeSource& source : node->metadata().from_node)
        if (source.node != kNoNode && related.emplace(source.node, Relation::Ancestor).second)
            addAncestors(trace, source.node, related);
}

void addDescendants(const fx::Trace& trace, Related& related)
{
    for (const auto& record : trace.records)
        for (const auto& change : record.changes) {
            const auto* node = std::get_if<ir::NodeChange<fx::ExportedProgram>>(&change.what);
            if (!node || node->before || !node->after)
                continue;
            for (const fx::NodeSource& source : node->after->metadata().from_node) {
                const auto parent = related.find(source.node);
                if (parent != related.end() && parent->second != Relation::Ancestor)
                    related.emplace(node->id, Relation::Descendant);
            }
        }
}

template <class Unit>
std::optional<NodeId> touchedBy(const ir::Change<Unit>& change)
{
    if (const auto* node = std::get_if<ir::NodeChange<Unit>>(&change.what))
        return node->id;
    if (const auto* order = std::get_if<ir::OrderChange>(&change.what))
        return order->id;
    return std::nullopt;
}

/// How the nodes were before any of our passes: Python's own steps, then the loaded line.
void addLoaded(const fx::Trace& trace, const Related& related, std::vector<HistoryStep>& steps)
{
    for (const auto& [id, relation] : related) {
        const auto home = trace.initial.graphs.graphOf(id);
        if (!home)
            continue;
        const fx::Node& node = trace.initial.graphs[*home][id];
        const auto& sources = node.metadata().from_node;
        for (auto source = sources.rbegin(); source != sources.rend(); ++source) {
            HistoryStep step{relation, std::nullopt, source->pass.empty() ? "torch.export" : source->pass, {}};
            step.text.kind = source->action;
            step.text.node = concat("%", source->name);
            step.text.after = source->target;
            steps.push_back(std::move(step));
        }
        HistoryStep step{relation, std::nullopt, "loaded", {}};
        step.text.kind = "loaded";
        step.text.node = concat("%", node.name);
        step.text.after = nodeLine(trace.initial, *home, id);
        steps.push_back(std::move(step));
    }
}

/// Changes of `trace` that touch one of `related`.
template <class Unit, class Describe>
void addChanges(const ir::Trace<Unit>& trace, bool isOnnx, const Related& related, std::size_t limit, const Describe& describe, std::vector<HistoryStep>& steps)
{
    for (std::size_t i = 0; i < trace.records.size(); ++i) {
        const auto& record = trace.records[i];
        std::vector<std::pair<std::size_t, Relation>> found;
        for (std::size_t at = 0; at < record.changes.size() && steps.size() + found.size() < limit; ++at)
            if (const auto touched = touchedBy(record.changes[at]))
                if (const auto known = related.find(*touched); known != related.end())
                    found.emplace_back(at, known->second);
        if (found.empty())
            continue;
        const std::vector<ChangeText> texts = describe(i, record);
        for (const auto& [at, relation] : found)
            steps.push_back({relation, ChangePlace{isOnnx, i, at + 1}, std::string(record.pass->id), texts[at]});
    }
}

void addFx(const Document& document, const Related& related, std::vector<HistoryStep>& steps)
{
    addLoaded(document.fx, related, steps);
    addChanges(document.fx, false, related, SIZE_MAX,
               [&](std::size_t i, const auto& record) { return describeChanges(document.fx.before(i), record); }, steps);
}

void addOnnx(const Document& document, const Related& related, std::size_t limit, std::vector<HistoryStep>& steps)
{
    addChanges(document.onnx, true, related, steps.size() + limit,
               [&](std::size_t i, const auto& record) {
                   return describeChanges(document.onnx.before(i), record, i == 0 && document.hasProgram() ? &document.program() : nullptr);
               },
               steps);
}

Related relatedTo(const Document& document, NodeId node)
{
    Related related{{node, Relation::Itself}};
    addAncestors(document.fx, node, related);
    addDescendants(document.fx, related);
    return related;
}

} // namespace

std::vector<HistoryStep> historyOfFx(const Document& document, NodeId node, std::size_t limit)
{
    std::vector<HistoryStep> steps;
    const Related related = relatedTo(document, node);
    addFx(document, related, steps);
    if (document.onnx.records.empty())
        return steps;
    Related lowered;
    // Calls that share a body were made for one of them: the others know their nodes by provenance.
    const auto provenance = lowering::provenanceOf(document.onnx.records.front().after);
    for (const auto& [id, relation] : related)
        if (const auto made = provenance.toOnnx.find(id); made != provenance.toOnnx.end() && relation != Relation::Ancestor)
            for (const NodePath& path : made->second)
                lowered.emplace(path.leaf(), Relation::Lowered);
    for (const auto& change : document.onnx.records.front().changes)
        if (const auto made = touchedBy(change); made && related.count(change.cause) != 0)
            lowered.emplace(*made, Relation::Lowered);
    addOnnx(document, lowered, limit, steps);
    return steps;
}

std::vector<HistoryStep> historyOfOnnx(const Document& document, NodeId node, std::size_t limit)
{
    std::vector<HistoryStep> steps;
    if (document.hasProgram() && !document.onnx.records.empty()) {
        NodeId cause = kNoNode;
        for (const auto& change : document.onnx.records.front().changes)
            if (const auto made = touchedBy(change); made && *made == node)
                cause = change.cause;
        if (cause == kNoNode)
            for (const auto& [path, fx] : lowering::provenanceOf(document.model()).toFx)
                if (path.leaf() == node)
                    cause = fx;
        if (cause != kNoNode) {
            Related related = relatedTo(document, cause);
            for (auto& [id, relation] : related)
                relation = relation == Relation::Descendant ? relation : Relation::Ancestor;
            addFx(document, related, steps);
        }
    }
    addOnnx(document, {{node, Relation::Itself}}, limit, steps);
    return steps;
}

} // namespace sidelight::session
