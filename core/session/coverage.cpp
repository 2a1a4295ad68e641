// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/coverage.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sidelight::session {
namespace {

std::string targetOf(const fx::Node& node)
{
    if (node.op == fx::Op::CallFunction || node.op == fx::Op::CallMethod || node.op == fx::Op::CallModule) {
        constexpr std::string_view kOps = "torch.ops.";
        const std::string_view target = node.target;
        return std::string(target.substr(target.substr(0, kOps.size()) == kOps ? kOps.size() : 0));
    }
    return std::string(fx::name(node.op));
}

std::string targetOf(const onnxir::Node& node)
{
    switch (node.kind) {
    case onnxir::Kind::Input:
        return "input";
    case onnxir::Kind::Initializer:
        return "initializer";
    case onnxir::Kind::Output:
        return "output";
    case onnxir::Kind::Operator:
        break;
    }
    return node.op.domain.empty() ? node.op.op_type : node.op.domain + "." + node.op.op_type;
}

/// Every node that a pass can have seen: those before it, then those that it made.
template <class Unit>
class Seen {
public:
    Seen(const Unit& before, const ir::PassRecord<Unit>& record)
    {
        for (const GraphId graph : before.graphs.ids())
            for (const NodeId id : before.graphs[graph].order())
                nodes_.emplace(id, before.graphs[graph].find(id));
        for (const auto& change : record.changes) {
            if (const auto* node = std::get_if<ir::NodeChange<Unit>>(&change.what); node && node->after)
                nodes_.emplace(node->id, node->after.get());
            if (const auto* added = std::get_if<ir::GraphAdded<Unit>>(&change.what))
                for (const NodeId id : added->content->order())
                    nodes_.emplace(id, added->content->find(id));
        }
    }
    const typename Unit::Node* find(NodeId id) const
    {
        const auto found = nodes_.find(id);
        return found == nodes_.end() ? nullptr : found->second;
    }

private:
    std::unordered_map<NodeId, const typename Unit::Node*> nodes_;
};

template <class Unit>
std::vector<TargetCoverage> coverage(const Unit& before, const ir::PassRecord<Unit>& record)
{
    const Seen<Unit> seen(before, record);
    const std::unordered_set<NodeId> matched(record.coverage.matched.begin(), record.coverage.matched.end());
    std::unordered_set<NodeId> changed;
    for (const auto& change : record.changes)
        changed.insert(change.cause);
    std::map<std::string, TargetCoverage> byTarget;
    for (const NodeId id : record.coverage.visited) {
        const auto* node = seen.find(id);
        if (!node)
            continue;
        TargetCoverage& target = byTarget[targetOf(*node)];
        ++target.visited;
        const bool isMatched = matched.count(id) != 0;
        const bool isChanged = changed.count(id) != 0;
        target.matched += isMatched ? 1 : 0;
        target.changed += isChanged ? 1 : 0;
        if (isMatched && !isChanged)
            target.unchanged.push_back(node->name);
        else if (!isMatched && !isChanged)
            target.fellThrough.push_back(node->name);
    }
    std::vector<TargetCoverage> all;
    for (auto& [name, target] : byTarget) {
        target.target = name;
        all.push_back(std::move(target));
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& left, const auto& right) { return left.visited > right.visited; });
    return all;
}

} // namespace

std::vector<TargetCoverage> coverageOf(const fx::ExportedProgram& before, const ir::PassRecord<fx::ExportedProgram>& record) { return coverage(before, record); }

std::vector<TargetCoverage> coverageOf(const onnxir::Model& before, const ir::PassRecord<onnxir::Model>& record) { return coverage(before, record); }

} // namespace sidelight::session
