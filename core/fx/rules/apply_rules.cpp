// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/calls.h"
#include "core/fx/edit/apply_edit.h"
#include "core/fx/edit/check_call.h"
#include "core/fx/lint.h"
#include "core/fx/module_stack.h"
#include "core/fx/print.h"
#include "core/fx/rules/rule_file.h"
#include "core/fx/transform/copy_nodes.h"
#include "core/fx/transform/graph_calls.h"
#include "core/fx/transform/retyped_readers.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <unordered_map>

namespace sidelight::fx {

namespace {

constexpr std::string_view kOps = "torch.ops.";

std::string_view withoutOps(std::string_view target) { return target.starts_with(kOps) ? target.substr(kOps.size()) : target; }

/// Whether a step about `target` is about `node`.
bool isMeant(const Node& node, std::string_view target)
{
    if (node.op == Op::Output || node.op == Op::Placeholder)
        return target == name(node.op);
    const std::string_view own = withoutOps(node.target);
    const std::string_view wanted = withoutOps(target);
    return own == wanted || (own.starts_with(wanted) && own.substr(wanted.size()).starts_with('.'));
}

/// Whether `name` is `base`, or `base` with the number that makes it unique.
bool isNamedAfter(std::string_view name, std::string_view base)
{
    if (!name.starts_with(base))
        return false;
    const std::string_view rest = name.substr(base.size());
    return rest.empty() || (rest.size() > 1 && rest.front() == '_' && std::all_of(rest.begin() + 1, rest.end(), [](unsigned char c) { return std::isdigit(c); }));
}

class RuleRunner {
public:
    explicit RuleRunner(PassContext& context) : context_(context), rewriter_(context.rewriter) {}

    /// Makes a step; says so when it is about nodes and there are none.
    Status run(const RuleStep& step)
    {
        fits_.reset();
        Status status = std::visit(*this, step.what);
        if (status && fits_ == 0U)
            note(concat("line ", step.line, " (", support::plainText(step.text), ") fits no node"), {});
        return status;
    }

    Status operator()(const RenameRule& rule)
    {
        return eachMeant(rule.target, [&](GraphCalls& calls, NodeId id) -> Status {
            if (isNamedAfter(rewriter_.node(id).name, rule.name))
                return {};
            Node changed = rewriter_.node(id);
            changed.name = rule.name;
            return change(calls, id, std::move(changed));
        });
    }
    Status operator()(const SetRule& rule)
    {
        return eachMeant(rule.target, [&](GraphCalls& calls, NodeId id) {
            Node changed = rewriter_.node(id);
            for (const auto& [key, value] : rule.kwargs) {
                const Schema* schema = findSchema(changed.overload());
                Argument* given = schema ? givenArgument(changed, *schema, key) : nullptr;
                const auto keyword = std::find_if(changed.kwargs.begin(), changed.kwargs.end(), [&, wanted = &key](const auto& one) { return one.first == *wanted; });
                if (given)
                    *given = value;
                else if (keyword != changed.kwargs.end())
                    keyword->second = value;
                else
                    changed.kwargs.emplace_back(key, value);
            }
            return change(calls, id, std::move(changed));
        });
    }
    Status operator()(const RetargetRule& rule)
    {
        return eachMeant(rule.target, [&](GraphCalls& calls, NodeId id) -> Status {
            Node changed = rewriter_.node(id);
            changed.target = fullTarget(withoutOps(rule.to));
            if (const Status known = checkCall(context_.unit(), calls.graph(), changed); !known)
                return known;
            return change(calls, id, std::move(changed));
        });
    }
    Status operator()(const EraseRule& rule)
    {
        return eachMeant(rule.target, [&](GraphCalls& calls, NodeId id) -> Status {
            const Status status = calls.eraseNode(id);
            if (status)
                return {};
            Diagnostic refused = status.error();
            refused.message += concat("; write 'bypass ", rule.target, "' to let them read what it reads");
            return refused;
        });
    }
    Status operator()(const BypassRule& rule)
    {
        return eachMeant(rule.target, [&](GraphCalls&, NodeId id) -> Status {
            const auto input = inputOf(id, rule.argument);
            if (!input)
                return input.error();
            const std::vector<NodeId> readers = readersOf(id);
            const ir::Type before = rewriter_.node(id).val;
            if (const Status status = rewriter_.deleteAndForward(id, *input); !status)
                return status;
            retyped_.note(readers, before, rewriter_.node(input->node).val);
            return {};
        });
    }
    Status operator()(const WrapRule& rule)
    {
        for (const GraphId graph : context_.unit().graphs.ids())
            if (const Status status = wrap(graph, rule); !status)
                return status;
        return {};
    }
    Status operator()(const ReplaceRule& rule)
    {
        PatternOptions options;
        options.ignoreLiterals = rule.ignoreLiterals;
        options.refused = [&](Diagnostic why) { context_.log.append(std::move(why)); };
        for (const GraphId graph : context_.unit().graphs.ids())
            if (auto done = replacePattern(rewriter_, graph, *rule.pattern, *rule.replacement, options); done)
                count(done->size());
            else
                return done.error();
        return {};
    }
    Status operator()(const RunRule& rule)
    {
        static const ir::PassOptions kStandard;
        PassContext inner{rewriter_, context_.log, kStandard, context_.services, context_.stop, {}};
        const Status status = rule.pass->run(inner);
        if (status && !inner.skipped.empty())
            return support::diagnose(rules::kFxPass, concat("the pass ", rule.pass->id, " cannot run here: ", inner.skipped));
        return status;
    }
    Status operator()(const PrintRule& rule)
    {
        for (const GraphId id : context_.unit().graphs.ids()) {
            const auto& graph = rewriter_.graph(id);
            if (rule.wholeGraph)
                note(printGraph(context_.unit(), id), {});
            else
                for (const NodeId node : graph.order())
                    note(concat("%", graph[node].name, " = ", name(graph[node].op), " ", graph[node].target), {locationOf(graph[node])});
        }
        return {};
    }
    Status operator()(const EditRule& rule)
    {
        for (const ir::Edit& edit : rule.edits)
            if (const Status status = applyEdit(rewriter_, kMainGraph, edit); !status) {
                Diagnostic refused = status.error();
                refused.message = concat(ir::formatEdit(edit), ": ", refused.message);
                return refused;
            }
        return {};
    }

private:
    void note(std::string text, std::vector<support::Location> where)
    {
        Diagnostic diagnostic = support::diagnose(rules::kNodeChanged, std::move(text), std::move(where));
        diagnostic.level = Level::Note;
        context_.log.append(std::move(diagnostic));
    }
    void count(std::size_t more) { fits_ = fits_.value_or(0) + more; }
    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id, 0}))
            readers.push_back(use.user);
        return readers;
    }
    /// Changes a node; those who read it have their types derived anew with all others of the step.
    Status change(GraphCalls& calls, NodeId id, Node changed)
    {
        const ir::Type before = rewriter_.node(id).val;
        if (const Status status = calls.updateNode(id, std::move(changed)); !status)
            return status;
        retyped_.note(readersOf(id), before, rewriter_.node(id).val);
        return {};
    }
    void retype(GraphId graph)
    {
        retyped_.retype(rewriter_, graph);
        retyped_ = {};
    }
    /// Calls act(calls, node) for each node that `target` means, while it is there.
    template <class Act>
    Status eachMeant(std::string_view target, Act&& act)
    {
        count(0);
        for (const GraphId graph : context_.unit().graphs.ids()) {
            GraphCalls calls(rewriter_, graph);
            for (const NodeId id : rewriter_.graph(graph).orderCopy()) {
                if (!rewriter_.graph(graph).contains(id))
                    continue;
                rewriter_.visit(id);
                if (!isMeant(rewriter_.node(id), target))
                    continue;
                rewriter_.match();
                count(1);
                const support::Location where = locationOf(rewriter_.node(id));
                if (const Status status = act(calls, id); !status) {
                    Diagnostic refused = status.error();
                    if (refused.locations.empty())
                        refused.locations.push_back(where);
                    return refused;
                }
            }
            retype(graph);
        }
        return {};
    }
    /// What readers of a bypassed node read: its argument of that name, or the first value that it takes.
    Result<Value> inputOf(NodeId id, const std::string& argument) const
    {
        const Node& node = rewriter_.node(id);
        if (argument.empty()) {
            std::optional<Value> first;
            visitInputs(node, [&](Value value, std::uint32_t) { first = first ? first : value; });
            if (first)
                return *first;
            return support::diagnose(rules::kFxPass, concat("%", node.name, " reads nothing that its readers could read instead"), {locationOf(node)});
        }
        const Schema* schema = findSchema(node.overload());
        const Argument* given = schema ? argumentOf(node, *schema, argument) : nullptr;
        if (const Value* value = given ? given->as<Value>() : nullptr)
            return *value;
        return support::diagnose(rules::kFxPass, concat("%", node.name, given ? " has a literal for its argument '" : " has no argument '", argument, "'"),
                                 {locationOf(node)});
    }

    /// The module call that a step about `module` means for this node: the outermost one of that class or path.
    static std::string callOf(const Node& node, std::string_view module)
    {
        if (node.op == Op::CallModule && node.target == module)
            return node.name;
        for (const ModuleFrame& frame : node.metadata().nn_module_stack)
            if (isModule(frame) && (frame.path == module || frame.className == module || shortClassName(frame.className) == module))
                return concat(frame.key, ' ', frame.path);
        return {};
    }
    Status wrap(GraphId graphId, const WrapRule& rule)
    {
        const auto& graph = rewriter_.graph(graphId);
        std::unordered_map<NodeId, std::string> calls;
        for (const NodeId id : graph.order())
            if (graph[id].op != Op::Placeholder && graph[id].op != Op::Output)
                if (std::string call = callOf(graph[id], rule.module); !call.empty())
                    calls.emplace(id, std::move(call));
        // Values that leave a call, in order, with those who read them there.
        std::vector<std::pair<NodeId, std::vector<NodeId>>> leaving;
        for (const NodeId id : graph.orderCopy()) {
            rewriter_.visit(id);
            const auto call = calls.find(id);
            if (call == calls.end())
                continue;
            std::set<NodeId> outside;
            for (const ir::Use& use : rewriter_.uses({id, 0}))
                if (const auto reader = calls.find(use.user); reader == calls.end() || reader->second != call->second)
                    outside.insert(use.user);
            if (!outside.empty()) {
                rewriter_.match();
                leaving.emplace_back(id, std::vector<NodeId>(outside.begin(), outside.end()));
            }
        }
        count(leaving.size());
        GraphCalls graphCalls(rewriter_, graphId);
        for (const auto& [id, readers] : leaving)
            if (const Status status = wrapValue(graphCalls, id, readers, *rule.body); !status)
                return status;
        if (graphId == kMainGraph)
            syncSignature(rewriter_);
        retype(graphId);
        return {};
    }
    Status wrapValue(GraphCalls& calls, NodeId id, const std::vector<NodeId>& readers, const ExportedProgram& body)
    {
        rewriter_.setCause(id);
        const auto place = calls.insertingAfter(id);
        std::unordered_map<NodeId, Argument> map;
        Argument result = Value{id, 0};
        for (const NodeId inner : body.main().order()) {
            const Node& node = body.main()[inner];
            if (node.op == Op::Placeholder) {
                map[inner] = Value{id, 0};
                continue;
            }
            if (node.op == Op::Output) {
                const auto& items = outputItems(node);
                if (items.size() != 1 || !items.front().as<Value>())
                    return support::diagnose(rules::kFxPass, concat("what wraps a value gives one value; this gives ", items.size()));
                if (const auto found = map.find(items.front().as<Value>()->node); found != map.end())
                    result = found->second;
                continue;
            }
            auto made = calls.createNode(copyNode(rewriter_, body, node, map, id), id);
            if (!made)
                return made.error();
            map[inner] = *made;
        }
        const Value wrapped = *result.as<Value>();
        for (const NodeId reader : readers) {
            Node changed = rewriter_.node(reader);
            mapInputs(changed, [&](Value value) { return value == Value{id, 0} ? wrapped : value; });
            rewriter_.update(reader, std::move(changed));
        }
        retyped_.note(readers, rewriter_.node(id).val, rewriter_.node(wrapped.node).val);
        return {};
    }

    PassContext& context_;
    Rewriter& rewriter_;
    RetypedReaders retyped_; ///< Of the step and graph at hand.
    std::optional<std::size_t> fits_; ///< Of the step at hand; none where it is not about nodes.
};

} // namespace

Status applyRules(PassContext& context, const RuleFile& file)
{
    RuleRunner runner(context);
    for (const RuleStep& step : file.steps) {
        if (context.stop.stop_requested())
            return support::diagnose(rules::kCancelled, "the rules were stopped");
        if (const Status status = runner.run(step); !status) {
            Diagnostic refused = status.error();
            refused.message = concat("line ", step.line, " (", support::plainText(step.text), "): ", refused.message);
            return refused;
        }
    }
    return {};
}

} // namespace sidelight::fx
