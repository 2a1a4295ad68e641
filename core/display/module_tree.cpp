// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// One depth of nn_module_stack at a time: a module's stretch is followed through the order; nodes in between are put before it when they are of no
// module and do not depend on it, else after it, and the stretch ends when one of its nodes depends on what was put after it. So every module's nodes
// are an interval of a topological order, and boxes over them cannot form a cycle.
#include "core/display/module_tree.h"

#include "core/display/fx_text.h"
#include "core/fx/module_stack.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace sidelight::display {
namespace {

constexpr std::size_t kLongestGap = 256; ///< Nodes of others between two of one module.
constexpr std::size_t kFewestRepeats = 3;
constexpr std::size_t kDeepest = 64;
using Stack = std::vector<fx::ModuleFrame>;

class Grouper {
public:
    Grouper(const ir::Graph<fx::Node>& graph, const std::vector<NodeId>& nodes) : graph_(graph)
    {
        tree_.order = nodes;
        for (const NodeId id : nodes) {
            const Stack& stack = graph[id].metadata().nn_module_stack;
            common_ = &stack == &graph[nodes.front()].metadata().nn_module_stack ? stack.size() : std::min(common_, shared(stack, nodes.front()));
        }
        if (common_ == std::string::npos)
            common_ = 0;
    }

    ModuleTree run(bool foldRepeats)
    {
        groupRange({0, static_cast<std::uint32_t>(tree_.order.size())}, common_, tree_.roots);
        for (std::size_t g = 0; g < tree_.groups.size(); ++g) { // Groups are appended while they are visited.
            std::vector<std::uint32_t> children;
            const ModuleGroup group = tree_.groups[g];
            if (depths_[g] < common_ + kDeepest)
                groupRange({group.begin, group.end}, depths_[g], children);
            tree_.groups[g].children = std::move(children);
        }
        if (foldRepeats)
            foldAll();
        return std::move(tree_);
    }

private:
    struct Range {
        std::uint32_t begin;
        std::uint32_t end;
    };

    [[nodiscard]] std::size_t shared(const Stack& stack, NodeId other) const
    {
        const Stack& theirs = graph_[other].metadata().nn_module_stack;
        std::size_t depth = 0;
        while (depth < stack.size() && depth < theirs.size() && stack[depth] == theirs[depth])
            ++depth;
        return depth;
    }
    /// The module of `node` at `depth`, or null. The root has no path and no box.
    [[nodiscard]] const fx::ModuleFrame* frameAt(NodeId node, std::size_t depth) const
    {
        const Stack& stack = graph_[node].metadata().nn_module_stack;
        const bool hasBox = depth < stack.size() && !stack[depth].path.empty() && fx::isModule(stack[depth]);
        return hasBox ? &stack[depth] : nullptr;
    }
    [[nodiscard]] bool dependsOn(NodeId node, const std::set<NodeId>& others) const
    {
        bool depends = false;
        fx::visitInputs(graph_[node], [&](Value value, std::uint32_t) { depends = depends || others.contains(value.node); });
        return depends;
    }

    /// Splits a range of the order into stretches of modules at `depth` and lone nodes.
    void groupRange(Range range, std::size_t depth, std::vector<std::uint32_t>& groups)
    {
        std::vector<NodeId> rest(tree_.order.begin() + range.begin, tree_.order.begin() + range.end);
        std::reverse(rest.begin(), rest.end()); // Taken from the back.
        std::vector<NodeId> out;
        while (!rest.empty()) {
            const NodeId first = rest.back();
            const fx::ModuleFrame* frame = frameAt(first, depth);
            if (!frame) {
                out.push_back(first);
                rest.pop_back();
                continue;
            }
            std::vector<NodeId> stretch = takeStretch(rest, *frame, depth, out);
            const auto begin = range.begin + static_cast<std::uint32_t>(out.size());
            out.insert(out.end(), stretch.begin(), stretch.end());
            if (stretch.size() > 1)
                addGroup(*frame, {begin, begin + static_cast<std::uint32_t>(stretch.size())}, depth, groups);
        }
        std::copy(out.begin(), out.end(), tree_.order.begin() + range.begin);
    }

    /// Takes the stretch of `frame` from `rest`; what goes before it is appended to `before`.
    std::vector<NodeId> takeStretch(std::vector<NodeId>& rest, const fx::ModuleFrame& frame, std::size_t depth, std::vector<NodeId>& before) const
    {
        std::vector<NodeId> stretch;
        std::vector<NodeId> after;
        std::vector<NodeId> between;        // Since the last node of the stretch: back to `rest` when no other comes.
        std::set<NodeId> members;
        std::set<NodeId> later;
        std::size_t taken = rest.size();
        for (std::size_t i = rest.size(); i-- > 0;) {
            const NodeId node = rest[i];
            const fx::ModuleFrame* own = frameAt(node, depth);
            if (own && own->key == frame.key && own->path == frame.path) {
                if (!stretch.empty() && dependsOn(node, later))
                    break;
                for (const NodeId other : between)
                    (later.contains(other) ? after : before).push_back(other);
                between.clear();
                stretch.push_back(node);
                members.insert(node);
                taken = i;
                continue;
            }
            between.push_back(node);
            if (own || dependsOn(node, members) || dependsOn(node, later))
                later.insert(node);
            if (between.size() > kLongestGap)
                break;
        }
        rest.resize(taken);
        rest.insert(rest.end(), after.rbegin(), after.rend());
        return stretch;
    }

    void addGroup(const fx::ModuleFrame& frame, Range range, std::size_t depth, std::vector<std::uint32_t>& groups)
    {
        ModuleGroup group;
        group.path = frame.path;
        group.className = fx::shortClassName(frame.className);
        group.begin = range.begin;
        group.end = range.end;
        const std::uint32_t number = seen_[frame.path]++;
        group.key = number == 0 ? "m:" + frame.path : concat("m:", frame.path, "@", number);
        groups.push_back(static_cast<std::uint32_t>(tree_.groups.size()));
        tree_.groups.push_back(std::move(group));
        depths_.push_back(depth + 1);
    }

    /// Text that is equal for modules of equal structure: operators, constants, wiring within, order of values from outside, types, modules inside.
    [[nodiscard]] std::string formOf(const ModuleGroup& group) const
    {
        const ValueText anyValue = [](Value) { return std::string("%"); };
        std::string form = group.className;
        std::map<NodeId, std::size_t> inside;
        std::map<NodeId, std::size_t> outside;
        for (std::uint32_t i = group.begin; i < group.end; ++i)
            inside.emplace(tree_.order[i], i - group.begin);
        for (std::uint32_t i = group.begin; i < group.end; ++i) {
            const fx::Node& node = graph_[tree_.order[i]];
            form += concat("|", node.target, ":", ir::toText(node.val));
            fx::visitInputs(node, [&](Value value, std::uint32_t) {
                if (const auto in = inside.find(value.node); in != inside.end())
                    form += concat(" i", in->second);
                else
                    form += concat(" o", outside.emplace(value.node, outside.size()).first->second);
            });
            for (const fx::Argument& argument : node.args)
                form += concat(" ", argumentText(argument, anyValue));
            for (const auto& [key, argument] : node.kwargs)
                form += concat(" ", key, "=", argumentText(argument, anyValue));
        }
        return form;
    }

    void foldAll()
    {
        const std::size_t count = tree_.groups.size();
        std::vector<std::string> forms;
        for (const ModuleGroup& group : tree_.groups)
            forms.push_back(formOf(group));
        fold(tree_.roots, forms);
        for (std::size_t g = 0; g < count; ++g) {
            std::vector<std::uint32_t> children = std::move(tree_.groups[g].children);
            fold(children, forms);
            tree_.groups[g].children = std::move(children);
        }
    }

    void fold(std::vector<std::uint32_t>& siblings, const std::vector<std::string>& forms)
    {
        std::vector<std::uint32_t> out;
        for (std::size_t i = 0; i < siblings.size();) {
            std::size_t end = i + 1;
            while (end < siblings.size() && forms[siblings[end]] == forms[siblings[i]] && tree_.groups[siblings[end]].begin == tree_.groups[siblings[end - 1]].end)
                ++end;
            if (end - i < kFewestRepeats) {
                out.insert(out.end(), siblings.begin() + static_cast<std::ptrdiff_t>(i), siblings.begin() + static_cast<std::ptrdiff_t>(end));
            } else {
                ModuleGroup run;
                const ModuleGroup& first = tree_.groups[siblings[i]];
                const ModuleGroup& last = tree_.groups[siblings[end - 1]];
                run.repeat = static_cast<std::uint32_t>(end - i);
                run.path = concat(first.path, " … ", last.path);
                run.className = first.className;
                run.key = concat(first.key, "*", run.repeat);
                run.begin = first.begin;
                run.end = last.end;
                run.children.assign(siblings.begin() + static_cast<std::ptrdiff_t>(i), siblings.begin() + static_cast<std::ptrdiff_t>(end));
                out.push_back(static_cast<std::uint32_t>(tree_.groups.size()));
                tree_.groups.push_back(std::move(run));
            }
            i = end;
        }
        siblings = std::move(out);
    }

    const ir::Graph<fx::Node>& graph_;
    ModuleTree tree_;
    std::size_t common_ = std::string::npos;
    std::vector<std::size_t> depths_; ///< By group: the depth of what it holds.
    std::map<std::string, std::uint32_t> seen_;
};

} // namespace

ModuleTree makeModuleTree(const ir::Graph<fx::Node>& graph, const std::vector<NodeId>& nodes, bool foldRepeats)
{
    if (nodes.empty())
        return {};
    return Grouper(graph, nodes).run(foldRepeats);
}

} // namespace sidelight::display
