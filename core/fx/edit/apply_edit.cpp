// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/edit/apply_edit.h"

#include "core/fx/calls.h"
#include "core/fx/edit/check_call.h"
#include "core/fx/edit/retype.h"
#include "core/fx/infer/unknown_type.h"
#include "core/fx/python_names.h"
#include "core/fx/text/argument_text.h"
#include "core/fx/transform/infer_type.h"
#include "core/ir/made_from.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::fx {
namespace {

constexpr std::string_view kPass = "manual-edits";

std::string shown(std::string_view name) { return concat('%', support::plainText(name)); }

bool isIdentifier(const std::string& name)
{
    const auto isPart = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 && std::all_of(name.begin(), name.end(), isPart) && !isKeyword(name);
}

/// One edit of one graph. Everything is checked before the first change.
class Editor {
public:
    Editor(Rewriter& rewriter, GraphId graph, const Edit& edit) : rewriter_(rewriter), graphId_(graph), edit_(edit) {}

    Status run()
    {
        if (edit_.kind == Edit::Kind::Insert)
            return insert();
        const auto id = find(edit_.node);
        if (!id)
            return id.error();
        rewriter_.visit(*id);
        rewriter_.match();
        switch (edit_.kind) {
        case Edit::Kind::Rename: return rename(*id);
        case Edit::Kind::Set: return set(*id);
        case Edit::Kind::Erase: return erase(*id);
        case Edit::Kind::Bypass: return bypass(*id);
        case Edit::Kind::Replace: return replace(*id);
        default: return move(*id);
        }
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(graphId_); }
    [[nodiscard]] Diagnostic refused(std::string message, NodeId at = kNoNode) const
    {
        std::vector<support::Location> locations;
        if (at != kNoNode)
            locations.push_back(locationOf(graph()[at]));
        return support::diagnose(rules::kFxPass, std::move(message), std::move(locations));
    }
    [[nodiscard]] Result<NodeId> find(const std::string& name) const
    {
        if (const NodeId id = findByName(graph(), name); id != kNoNode)
            return id;
        std::vector<std::string> names;
        for (const NodeId id : graph().order())
            names.push_back(graph()[id].name);
        const std::string near = support::join(support::nearest(name, names), ", %");
        return refused(concat("there is no node ", shown(name), " here", near.empty() ? "" : concat("; it could be %", near)));
    }
    [[nodiscard]] Status checkName(const std::string& name) const
    {
        if (!isIdentifier(name))
            return refused(concat('\'', support::plainText(name), "' is no name of a node: letters, digits and _, no digit first, no Python keyword"));
        if (findByName(graph(), name) != kNoNode)
            return refused(concat(shown(name), " is there already; take another name"));
        return {};
    }

    Status rename(NodeId id)
    {
        const Node& node = graph()[id];
        if (node.name == edit_.other)
            return refused(concat(shown(node.name), " has that name already"), id);
        if (node.op == Op::Output)
            return refused("the output's name is fixed", id);
        if (const Status status = checkName(edit_.other); !status)
            return status;
        const std::string old = node.name;
        Node changed = node;
        changed.name = edit_.other;
        if (changed.op == Op::Placeholder)
            changed.target = edit_.other;
        const bool isInput = changed.op == Op::Placeholder && graphId_ == kMainGraph;
        rewriter_.update(id, std::move(changed));
        if (isInput && rewriter_.unit().signature)
            renameInput(old);
        return {};
    }
    void renameInput(const std::string& old)
    {
        GraphSignature signature = *rewriter_.unit().signature;
        for (InputSpec& input : signature.inputs)
            if (input.name == old)
                input.name = edit_.other;
        for (OutputSpec& output : signature.outputs)
            if ((output.kind == OutputKind::UserInputMutation || output.kind == OutputKind::GradientToUserInput) && output.target == old)
                output.target = edit_.other;
        rewriter_.setSignature(std::move(signature));
    }

    /// Finds the values of arguments by name; what is missing is kept for the message.
    auto lookup()
    {
        return [this](std::string_view name) -> std::optional<Value> {
            const NodeId id = findByName(graph(), name);
            if (id == kNoNode)
                missing_ = std::string(name);
            return id == kNoNode ? std::nullopt : std::optional(Value{id});
        };
    }
    Diagnostic explained(const Diagnostic& problem)
    {
        if (!missing_ || problem.message.find(concat("none called ", shown(*missing_))) == std::string::npos)
            return problem;
        const auto found = find(*missing_);
        return found ? problem : found.error();
    }
    /// The call that the edit describes, checked.
    Result<Node> parsedCall()
    {
        auto call = parseNodeLine(edit_.call, lookup());
        if (!call)
            return explained(call.error());
        if (call->op != Op::CallFunction)
            return refused(concat("'", support::plainText(edit_.call), "' is a ", fx::name(call->op), "; only calls of functions can be written by hand"));
        call->target = fullTarget(call->target);
        if (const Status status = checkCall(rewriter_.unit(), graph(), *call); !status)
            return status.error();
        return call;
    }
    /// Whether `node` reads only what is made before `place` (kNoNode: the end of the graph).
    [[nodiscard]] Status checkOrder(const Node& node, const std::string& name, NodeId place, NodeId own = kNoNode) const
    {
        Status status;
        visitInputs(node, [&](Value value, std::uint32_t) {
            if (!status || (value.node != own && (place == kNoNode || graph().precedes(value.node, place))))
                return;
            const std::string& read = graph()[value.node].name;
            if (value.node == own || (own != kNoNode && ir::isMadeFrom(graph(), value.node, own)))
                status = refused(concat(shown(name), " would read ", own == value.node ? "itself" : concat(shown(read), ", which is made from it"), ": a cycle"), own);
            else
                status = refused(concat(shown(name), " would read ", shown(read), ", which is made later; move one of them first"), own);
        });
        return status;
    }
    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses({id}))
            readers.push_back(use.user);
        return readers;
    }

    Status set(NodeId id)
    {
        const Node node = graph()[id];
        if (node.op == Op::Output)
            return setOutput(id, node);
        if (node.op != Op::CallFunction)
            return refused(concat(shown(node.name), " is a ", fx::name(node.op), ", not a call of a function; only calls can be set"), id);
        auto call = parsedCall();
        if (!call)
            return call.error();
        if (const Status status = checkOrder(*call, node.name, id, id); !status)
            return status;
        if (call->target == node.target && call->args == node.args && call->kwargs == node.kwargs)
            return refused(concat(shown(node.name), " is that already"), id);
        Node changed = node;
        changed.target = call->target;
        changed.args = std::move(call->args);
        changed.kwargs = std::move(call->kwargs);
        inheritFrom(changed, node, kPass, id);
        assignType(changed, withOld(inferType(graph(), changed), node.val));
        const ir::Type now = changed.val;
        rewriter_.update(id, std::move(changed));
        retype(rewriter_, graphId_, readersOf(id), node.val, now);
        return {};
    }
    Status setOutput(NodeId id, Node node)
    {
        auto value = parseArgument(edit_.call, lookup());
        if (!value)
            return explained(value.error());
        const std::size_t count = outputItems(node).size();
        Node changed = node;
        changed.args = {*value};
        if (outputItems(changed).size() != count || value->content.index() != node.args.front().content.index())
            return refused(concat("the output must stay what it is in number and kind: ", count, count == 1 ? " value" : " values"), id);
        if (const Status status = checkOrder(changed, node.name, id, id); !status)
            return status;
        rewriter_.update(id, std::move(changed));
        if (graphId_ == kMainGraph)
            syncSignature(rewriter_);
        return {};
    }

    /// The node before which something placed beside `other` stands.
    [[nodiscard]] NodeId placeBeside(NodeId other) const
    {
        if (!edit_.after)
            return other;
        NodeId place = graph().next(other);
        while (place != kNoNode && graph()[place].op == Op::Placeholder && graph()[other].op == Op::Placeholder)
            place = graph().next(place); // After an input is after all of them.
        return place;
    }
    [[nodiscard]] Status checkPlace(NodeId place) const
    {
        if (place == kNoNode)
            return refused("nothing can stand after the output");
        if (graph()[place].op == Op::Placeholder)
            return refused(concat("inputs come first: nothing but inputs can stand before ", shown(graph()[place].name)), place);
        return {};
    }
    Status insert()
    {
        if (const Status status = checkName(edit_.node); !status)
            return status;
        const auto other = find(edit_.other);
        if (!other)
            return other.error();
        const NodeId place = placeBeside(*other);
        if (const Status status = checkPlace(place); !status)
            return status;
        auto call = parsedCall();
        if (!call)
            return call.error();
        if (const Status status = checkOrder(*call, edit_.node, place); !status)
            return status;
        NodeMeta meta;
        meta.nn_module_stack = graph()[*other].metadata().nn_module_stack;
        call->name = edit_.node;
        call->meta = std::make_shared<const NodeMeta>(std::move(meta));
        assignType(*call, inferType(graph(), *call));
        rewriter_.visit(*other);
        rewriter_.match();
        rewriter_.insert(graphId_, place, std::move(*call));
        return {};
    }

    Status erase(NodeId id)
    {
        const Op op = graph()[id].op;
        if (op == Op::Placeholder)
            return refused(concat(shown(graph()[id].name), " is an input of the graph, which stays"), id);
        if (op == Op::Output)
            return refused("the output stays", id);
        if (rewriter_.hasUsers(id)) {
            Diagnostic problem = rewriter_.erase(id).error(); // It refuses, and names the users.
            problem.locations = {locationOf(graph()[id])};
            problem.message = concat(shown(graph()[id].name), problem.message.substr(problem.message.find(" cannot")), ", or bypass it");
            return problem;
        }
        return rewriter_.erase(id);
    }

    /// What stands for the node when it is passed over: what the edit says, else its only input, else its first.
    [[nodiscard]] Result<NodeId> standIn(NodeId id) const
    {
        if (!edit_.other.empty())
            return find(edit_.other);
        std::vector<NodeId> inputs;
        visitInputs(graph()[id], [&](Value value, std::uint32_t) {
            if (std::find(inputs.begin(), inputs.end(), value.node) == inputs.end())
                inputs.push_back(value.node);
        });
        if (inputs.empty())
            return refused(concat(shown(graph()[id].name), " reads nothing that could stand for it; say what does: bypass ", shown(graph()[id].name), " with %node"), id);
        if (inputs.size() == 1 || graph()[inputs.front()].val.kind == graph()[id].val.kind)
            return inputs.front();
        return refused(concat(shown(graph()[id].name), " reads several values; say which stands for it: bypass ", shown(graph()[id].name), " with %node"), id);
    }
    /// Whether readers of `from` may read `to`.
    [[nodiscard]] Status checkStandIn(NodeId from, NodeId to, const std::vector<NodeId>& readers) const
    {
        const Node& old = graph()[from];
        const Node& now = graph()[to];
        const bool known = old.val.kind != ir::Type::Kind::Unknown && now.val.kind != ir::Type::Kind::Unknown;
        if (from == to || now.op == Op::Output)
            return refused(concat(shown(now.name), " cannot stand for ", shown(old.name)), from);
        if (known && old.val.kind != now.val.kind)
            return refused(concat(shown(now.name), " (", ir::toText(now.val), ") cannot stand for ", shown(old.name), " (", ir::toText(old.val), ")"), from);
        for (const NodeId reader : readers)
            if (reader == to || !graph().precedes(to, reader))
                return refused(concat(shown(graph()[reader].name), " reads ", shown(old.name), " before ", shown(now.name), " is made"), reader);
        return {};
    }
    Status bypass(NodeId id)
    {
        const Op op = graph()[id].op;
        if (op == Op::Placeholder || op == Op::Output || op == Op::GetAttr)
            return refused(concat(shown(graph()[id].name), " is a ", fx::name(op), ", not a call; it cannot be bypassed"), id);
        const auto other = standIn(id);
        if (!other)
            return other.error();
        const std::vector<NodeId> readers = readersOf(id);
        if (const Status status = checkStandIn(id, *other, readers); !status)
            return status;
        const ir::Type before = graph()[id].val;
        if (const Status status = rewriter_.deleteAndForward(id, {*other}); !status)
            return status;
        retype(rewriter_, graphId_, readers, before, graph()[*other].val);
        return {};
    }
    Status replace(NodeId id)
    {
        const auto other = find(edit_.other);
        if (!other)
            return other.error();
        std::vector<NodeId> readers = readersOf(id);
        std::erase_if(readers, [&](NodeId reader) { return reader == *other || !graph().precedes(*other, reader); });
        readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
        if (readers.empty())
            return refused(concat("nothing after ", shown(edit_.other), " reads ", shown(edit_.node)), id);
        if (const Status status = checkStandIn(id, *other, readers); !status)
            return status;
        for (const NodeId reader : readers) {
            Node changed = graph()[reader];
            mapInputs(changed, [&](Value value) { return value.node == id ? Value{*other} : value; });
            rewriter_.update(reader, std::move(changed));
        }
        if (graphId_ == kMainGraph)
            syncSignature(rewriter_);
        retype(rewriter_, graphId_, readers, graph()[id].val, graph()[*other].val);
        return {};
    }

    Status move(NodeId id)
    {
        const auto other = find(edit_.other);
        if (!other)
            return other.error();
        const Node& node = graph()[id];
        if (node.op == Op::Placeholder || node.op == Op::Output)
            return refused(concat(shown(node.name), " is a ", fx::name(node.op), ", which stays where it is"), id);
        const NodeId place = placeBeside(*other);
        if (const Status status = checkPlace(place); !status)
            return status;
        if (place == id || place == graph().next(id))
            return refused(concat(shown(node.name), " stands there already"), id);
        Status status;
        visitInputs(node, [&](Value value, std::uint32_t) {
            if (status && !graph().precedes(value.node, place))
                status = refused(concat(shown(node.name), " reads ", shown(graph()[value.node].name), ", which is made later than that place"), id);
        });
        for (const NodeId reader : readersOf(id))
            if (status && graph().precedes(reader, place))
                status = refused(concat(shown(node.name), " is read by ", shown(graph()[reader].name), ", which stands before that place"), id);
        if (status)
            rewriter_.move(id, place);
        return status;
    }

    Rewriter& rewriter_;
    GraphId graphId_;
    const Edit& edit_;
    std::optional<std::string> missing_; ///< A name in a call that no node has.
};

} // namespace

Result<GraphId> graphNamed(const ExportedProgram& program, GraphId graph, std::string_view path)
{
    if (path.empty())
        return graph;
    for (const std::string_view part : support::split(path, '/')) {
        const NodeId id = findByName(program.graphs[graph], part);
        if (id == kNoNode || program.graphs[graph][id].subgraph == kMainGraph || !program.graphs.contains(program.graphs[graph][id].subgraph))
            return support::diagnose(rules::kFxPass, concat("there is no subgraph '", support::plainText(part), "'; name the get_attr node that holds it"));
        graph = program.graphs[graph][id].subgraph;
    }
    return graph;
}

std::string graphPath(const ExportedProgram& program, GraphId graph)
{
    std::string path;
    std::set<GraphId> seen;
    while (graph != kMainGraph && seen.insert(graph).second) {
        std::optional<GraphId> outer;
        for (const GraphId id : program.graphs.ids()) {
            const auto& nodes = program.graphs[id];
            for (const NodeId at : nodes.order())
                if (!outer && nodes[at].op == Op::GetAttr && nodes[at].subgraph == graph) {
                    outer = id;
                    path = concat(nodes[at].name, path.empty() ? "" : "/", path);
                }
        }
        if (!outer)
            return {};
        graph = *outer;
    }
    return path;
}

Status applyEdit(Rewriter& rewriter, GraphId graph, const Edit& edit)
{
    const auto home = graphNamed(rewriter.unit(), graph, edit.graph);
    return home ? Editor(rewriter, *home, edit).run() : Status(home.error());
}

} // namespace sidelight::fx
