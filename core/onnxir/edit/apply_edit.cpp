// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/apply_edit.h"

#include "core/ir/made_from.h"
#include "core/onnxir/edit/graph_path.h"
#include "core/onnxir/edit/node_text.h"
#include "core/onnxir/edit/retype.h"
#include "core/onnxir/operator_versions.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::onnxir {
namespace {

using ir::Edit;

std::string shown(std::string_view name) { return concat('\'', support::plainText(name), '\''); }

std::string_view kindName(Kind kind)
{
    constexpr std::string_view kNames[] = {"an input", "an initializer", "an operator", "an output"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// Operators of the newest schemas, and what the model calls, that have a name near to `op`.
std::string nearOperators(const Model& model, const OpId& op)
{
    std::set<std::string> names;
    for (const OperatorVersion& version : allOperatorVersions())
        names.emplace(version.opType);
    for (const auto& [id, function] : model.functions)
        names.insert(function->id.domain.empty() ? function->id.op_type : concat(function->id.domain, ".", function->id.op_type));
    return support::join(support::nearest(op.domain.empty() ? op.op_type : concat(op.domain, ".", op.op_type), {names.begin(), names.end()}), ", ");
}

/// One edit of one graph. Everything is checked before the first change.
class Editor {
public:
    Editor(Rewriter& rewriter, GraphId graph, const Edit& edit, const ir::OnnxSchemas* schemas)
        : rewriter_(rewriter), graphId_(graph), edit_(edit), schemas_(schemas)
    {
        for (const std::string_view name : support::split(edit.node, ','))
            names_.emplace_back(name.substr(std::min(name.size(), name.find_first_not_of(' '))));
    }

    Status run()
    {
        if (edit_.kind == Edit::Kind::Insert)
            return insert();
        const auto id = find(names_.front());
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
    [[nodiscard]] const Node& node(NodeId id) const { return rewriter_.node(id); }
    [[nodiscard]] Diagnostic refused(std::string message, NodeId at = kNoNode) const
    {
        std::vector<support::Location> locations;
        if (at != kNoNode) {
            locations.emplace_back();
            locations.back().name = node(at).name.empty() ? editName(node(at)) : node(at).name;
            locations.back().kind = "onnx-node";
        }
        return support::diagnose(rules::kFxPass, std::move(message), std::move(locations));
    }
    /// The node that makes the value `name`, else the one of that name.
    [[nodiscard]] Result<NodeId> find(const std::string& name) const
    {
        NodeId named = kNoNode;
        std::vector<std::string> names;
        for (const NodeId id : graph().order()) {
            const Node& one = graph()[id];
            if (one.kind != Kind::Output && makes(one, name))
                return id;
            if (one.name == name && named == kNoNode)
                named = id;
            names.push_back(editName(one));
        }
        if (named != kNoNode)
            return named;
        const std::string near = support::join(support::nearest(name, names), ", ");
        return refused(concat("there is no node ", shown(name), " here", near.empty() ? "" : concat("; it could be ", near)));
    }
    /// A value in reach: of this graph, else of one around it.
    [[nodiscard]] std::optional<Value> valueNamed(std::string_view name) const
    {
        const Model& model = rewriter_.unit();
        for (const GraphId id : model.graphs.ids()) {
            const bool isAround = id == graphId_ || (model.functions.count(id) == 0 && model.functions.count(graphId_) == 0 && graphId_ != kMainGraph);
            if (!isAround)
                continue;
            for (const NodeId at : model.graphs[id].order())
                for (std::uint32_t i = 0; i < model.graphs[id][at].outputs.size(); ++i)
                    if (model.graphs[id][at].outputs[i].name == name)
                        return Value{at, i};
        }
        return std::nullopt;
    }
    [[nodiscard]] std::string nameOf(Value value) const { return node(value.node).outputs[value.output].name; }
    [[nodiscard]] bool isTaken(const std::string& value) const
    {
        const Model& model = rewriter_.unit();
        const bool inFunction = model.functions.count(graphId_) != 0;
        for (const GraphId id : model.graphs.ids()) {
            if (inFunction ? id != graphId_ : model.functions.count(id) != 0)
                continue;
            for (const NodeId at : model.graphs[id].order())
                if (makes(model.graphs[id][at], value) || (model.graphs[id][at].kind == Kind::Output && model.graphs[id][at].name == value))
                    return true;
        }
        return false;
    }
    [[nodiscard]] Status checkFree(const std::string& name) const
    {
        if (isTaken(name))
            return refused(concat("a value ", shown(name), " is there already; take another name"));
        return {};
    }
    [[nodiscard]] std::vector<NodeId> readersOf(NodeId id) const
    {
        std::vector<NodeId> readers;
        for (std::uint32_t i = 0; i < node(id).outputs.size(); ++i)
            for (const ir::Use& use : rewriter_.uses({id, i}))
                if (std::find(readers.begin(), readers.end(), use.user) == readers.end())
                    readers.push_back(use.user);
        return readers;
    }

    Status rename(NodeId id)
    {
        Node changed = graph()[id];
        const std::string& old = names_.front();
        if (edit_.other == old)
            return refused(concat(shown(old), " has that name already"), id);
        const bool isValue = changed.kind != Kind::Output && makes(changed, old);
        if (isValue || changed.kind == Kind::Output)
            if (const Status status = checkFree(edit_.other); !status)
                return status;
        for (ValueInfo& output : changed.outputs)
            if (output.name == old)
                output.name = edit_.other;
        if (changed.name == old)
            changed.name = edit_.other;
        rewriter_.update(id, std::move(changed));
        // A graph's output that is called as its value stays so.
        for (const NodeId reader : isValue ? readersOf(id) : std::vector<NodeId>()) {
            Node output = node(reader);
            if (output.kind != Kind::Output || output.name != old)
                continue;
            output.name = edit_.other;
            rewriter_.update(reader, std::move(output));
        }
        return {};
    }

    Result<Node> parsedCall(const Node* old)
    {
        std::optional<std::string> missing;
        const auto lookup = [&](std::string_view name) {
            const auto value = valueNamed(name);
            if (!value && !missing)
                missing = std::string(name);
            return value;
        };
        auto call = parseNode(edit_.call, lookup, old);
        if (!call && missing) {
            const auto near = find(*missing);
            return near ? call.error() : near.error();
        }
        if (!call)
            return call.error();
        if (call->op.domain == "ai.onnx")
            call->op.domain.clear();
        return call;
    }
    /// Whether the operator is there and takes the node as it is.
    [[nodiscard]] Status checkOperator(const Node& call) const
    {
        const Model& model = rewriter_.unit();
        if (model.functionBody(call.op))
            return {};
        const auto function = model.functionOf(graphId_);
        const auto& opsets = function ? function->opsets : model.opsets;
        const auto opset = opsets.find(call.op.domain);
        if (opset == opsets.end())
            return refused(concat("there is no operator ", shown(call.op.domain.empty() ? call.op.op_type : concat(call.op.domain, ".", call.op.op_type)), "; it could be ",
                                  nearOperators(model, call.op)));
        if (!call.op.domain.empty()) {
            if (model.functions.empty() || std::none_of(model.functions.begin(), model.functions.end(), [&](const auto& entry) { return entry.second->id.domain == call.op.domain; }))
                return {}; // Somebody else's operators.
            return refused(concat("there is no function ", shown(call.op.op_type), "; it could be ", nearOperators(model, call.op)));
        }
        const OperatorVersion* version = operatorVersion(call.op.op_type, opset->second);
        if (!version)
            return refused(concat("there is no operator ", shown(call.op.op_type), " at opset ", opset->second, "; it could be ", nearOperators(model, call.op)));
        static const ValueType kUnknown;
        const auto typeOf = [&](Value value) -> const ValueType& { return rewriter_.contains(value.node) ? node(value.node).outputs[value.output].type : kUnknown; };
        if (const auto why = misfit(*version, call, typeOf))
            return refused(concat(call.op.op_type, ": ", *why));
        return {};
    }
    /// Whether all that `call` reads is made before `place`.
    [[nodiscard]] Status checkOrder(const Node& call, NodeId place, NodeId own = kNoNode) const
    {
        Status status;
        visitInputs(call, [&](Value value, std::uint32_t) {
            if (!status || !graph().contains(value.node) || (value.node != own && (place == kNoNode || graph().precedes(value.node, place))))
                return;
            if (value.node == own || (own != kNoNode && ir::isMadeFrom(graph(), value.node, own)))
                status = refused(concat(shown(names_.front()), " would read ", value.node == own ? "itself" : concat(shown(nameOf(value)), ", which is made from it"), ": a cycle"), own);
            else
                status = refused(concat(shown(names_.front()), " would read ", shown(nameOf(value)), ", which is made later; move one of them first"), own);
        });
        return status;
    }

    Status set(NodeId id)
    {
        const Node old = graph()[id];
        if (old.kind != Kind::Operator)
            return refused(concat(shown(names_.front()), " is ", kindName(old.kind), "; only operators can be set"), id);
        auto call = parsedCall(&old);
        if (!call)
            return call.error();
        Node changed = old;
        changed.op = call->op;
        changed.inputs = call->inputs;
        changed.attributes = call->attributes;
        if (names_.size() > 1)
            if (const Status status = setOutputs(id, changed); !status)
                return status;
        if (const Status status = checkOperator(changed); !status)
            return status;
        if (const Status status = checkOrder(changed, id, id); !status)
            return status;
        if (changed == old)
            return refused(concat(shown(names_.front()), " is that already"), id);
        rewriter_.update(id, std::move(changed));
        retype(rewriter_, graphId_, {id}, schemas_);
        return {};
    }
    [[nodiscard]] Status setOutputs(NodeId id, Node& changed) const
    {
        for (std::size_t i = names_.size(); i < changed.outputs.size(); ++i)
            if (!rewriter_.uses({id, static_cast<std::uint32_t>(i)}).empty())
                return refused(concat(shown(changed.outputs[i].name), " is still read; it cannot be left out"), id);
        changed.outputs.resize(names_.size());
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (changed.outputs[i].name == names_[i])
                continue;
            if (const Status status = checkFree(names_[i]); !status)
                return status;
            changed.outputs[i].name = names_[i];
        }
        return {};
    }

    [[nodiscard]] NodeId placeBeside(NodeId other) const
    {
        if (!edit_.after)
            return other;
        const auto isGiven = [&](NodeId id) { return graph()[id].kind == Kind::Input || graph()[id].kind == Kind::Initializer; };
        NodeId place = graph().next(other);
        while (place != kNoNode && isGiven(place) && isGiven(other))
            place = graph().next(place); // After an input or initializer is after all of them.
        return place;
    }
    [[nodiscard]] Status checkPlace(NodeId place) const
    {
        // Inputs and initializers come before, outputs after all operators.
        const NodeId before = place == kNoNode ? graph().back() : graph().previous(place);
        const bool isAfterOutput = before != kNoNode && graph()[before].kind == Kind::Output;
        const bool isBeforeInput = place != kNoNode && (graph()[place].kind == Kind::Input || graph()[place].kind == Kind::Initializer);
        if (isAfterOutput)
            return refused("nothing can stand after the outputs");
        if (isBeforeInput)
            return refused(concat("inputs and initializers come first: nothing else can stand before ", shown(graph()[place].name)), place);
        return {};
    }
    Status insert()
    {
        for (const std::string& name : names_)
            if (const Status status = checkFree(name); !status)
                return status;
        const auto other = find(edit_.other);
        if (!other)
            return other.error();
        const NodeId place = placeBeside(*other);
        if (const Status status = checkPlace(place); !status)
            return status;
        auto call = parsedCall(nullptr);
        if (!call)
            return call.error();
        for (const std::string& name : names_)
            call->outputs.push_back({name, {}});
        call->name = freeNodeName();
        if (const Status status = checkOperator(*call); !status)
            return status;
        if (const Status status = checkOrder(*call, place); !status)
            return status;
        rewriter_.visit(*other);
        rewriter_.match();
        const NodeId id = rewriter_.insert(graphId_, place, std::move(*call));
        retype(rewriter_, graphId_, {id}, schemas_);
        return {};
    }
    [[nodiscard]] std::string freeNodeName() const
    {
        std::set<std::string> taken;
        for (const NodeId id : graph().order())
            taken.insert(graph()[id].name);
        std::string name = concat("node_", names_.front());
        for (std::size_t number = 1; taken.count(name) != 0; ++number)
            name = concat("node_", names_.front(), '_', number);
        return name;
    }

    Status erase(NodeId id)
    {
        const Kind kind = graph()[id].kind;
        if (kind == Kind::Input || kind == Kind::Output)
            return refused(concat(shown(names_.front()), " is ", kindName(kind), " of the graph, which stays"), id);
        if (const auto readers = readersOf(id); !readers.empty()) {
            std::vector<std::string> names;
            for (const NodeId reader : readers)
                names.push_back(editName(node(reader)));
            return refused(concat(shown(names_.front()), " cannot be erased: it is still read by ", support::join(names, ", "), "; replace its uses first, or bypass it"), id);
        }
        return rewriter_.erase(id);
    }

    Result<Value> standIn(NodeId id) const
    {
        if (!edit_.other.empty()) {
            const auto value = valueNamed(edit_.other);
            if (value)
                return *value;
            const auto found = find(edit_.other);
            return found ? refused(concat(shown(edit_.other), " makes no value of that name")) : found.error();
        }
        std::vector<Value> inputs;
        visitInputs(graph()[id], [&](Value value, std::uint32_t) { inputs.push_back(value); });
        const auto isAlike = [&](Value value) { return node(value.node).outputs[value.output].type == graph()[id].outputs.front().type; };
        if (inputs.size() == 1 || (!inputs.empty() && isAlike(inputs.front())))
            return inputs.front();
        return refused(concat(shown(names_.front()), " reads ", inputs.empty() ? "nothing that could stand for it" : "several values", "; say which stands for it: bypass ",
                              support::plainText(names_.front()), " with NAME"),
                       id);
    }
    [[nodiscard]] Status checkStandIn(NodeId from, Value to, const std::vector<NodeId>& readers) const
    {
        if (to.node == from)
            return refused(concat(shown(nameOf(to)), " cannot stand for itself"), from);
        for (const NodeId reader : readers)
            if (reader == to.node || (graph().contains(reader) && graph().contains(to.node) && !graph().precedes(to.node, reader)))
                return refused(concat(shown(editName(node(reader))), " reads ", shown(names_.front()), " before ", shown(nameOf(to)), " is made"), reader);
        return {};
    }
    Status bypass(NodeId id)
    {
        if (graph()[id].kind != Kind::Operator)
            return refused(concat(shown(names_.front()), " is ", kindName(graph()[id].kind), "; only operators can be bypassed"), id);
        const auto other = standIn(id);
        if (!other)
            return other.error();
        for (std::uint32_t i = 1; i < graph()[id].outputs.size(); ++i)
            if (!rewriter_.uses({id, i}).empty())
                return refused(concat(shown(nameOf({id, i})), " is read, and only the first output can be bypassed"), id);
        const std::vector<NodeId> readers = readersOf(id);
        if (const Status status = checkStandIn(id, *other, readers); !status)
            return status;
        if (const Status status = rewriter_.deleteAndForward(id, *other); !status)
            return status;
        retype(rewriter_, graphId_, readers, schemas_);
        return {};
    }
    Status replace(NodeId id)
    {
        const auto from = valueNamed(names_.front());
        const auto other = standIn(id);
        if (!other)
            return other.error();
        if (!from)
            return refused(concat(shown(names_.front()), " makes no value of that name"), id);
        std::vector<NodeId> readers;
        for (const ir::Use& use : rewriter_.uses(*from))
            if (use.user != other->node && graph().contains(use.user) && (!graph().contains(other->node) || graph().precedes(other->node, use.user)) &&
                std::find(readers.begin(), readers.end(), use.user) == readers.end())
                readers.push_back(use.user);
        if (readers.empty())
            return refused(concat("nothing after ", shown(edit_.other), " reads ", shown(names_.front())), id);
        if (const Status status = checkStandIn(id, *other, readers); !status)
            return status;
        for (const NodeId reader : readers) {
            Node changed = graph()[reader];
            mapInputs(changed, [&](Value value) { return value == *from ? *other : value; });
            rewriter_.update(reader, std::move(changed));
        }
        retype(rewriter_, graphId_, readers, schemas_);
        return {};
    }

    Status move(NodeId id)
    {
        const auto other = find(edit_.other);
        if (!other)
            return other.error();
        if (graph()[id].kind != Kind::Operator)
            return refused(concat(shown(names_.front()), " is ", kindName(graph()[id].kind), ", which stays where it is"), id);
        const NodeId place = placeBeside(*other);
        if (const Status status = checkPlace(place); !status)
            return status;
        if (place == id || place == graph().next(id))
            return refused(concat(shown(names_.front()), " stands there already"), id);
        Status status;
        visitInputs(graph()[id], [&](Value value, std::uint32_t) {
            if (status && graph().contains(value.node) && place != kNoNode && !graph().precedes(value.node, place))
                status = refused(concat(shown(names_.front()), " reads ", shown(nameOf(value)), ", which is made later than that place"), id);
        });
        for (const NodeId reader : readersOf(id))
            if (status && graph().contains(reader) && (place == kNoNode || graph().precedes(reader, place)))
                status = refused(concat(shown(names_.front()), " is read by ", shown(editName(node(reader))), ", which stands before that place"), id);
        if (status)
            rewriter_.move(id, place);
        return status;
    }

    Rewriter& rewriter_;
    GraphId graphId_;
    const Edit& edit_;
    const ir::OnnxSchemas* schemas_;
    std::vector<std::string> names_; ///< Left of `=`, or the one node.
};

} // namespace

Status applyEdit(Rewriter& rewriter, GraphId graph, const Edit& edit, const ir::OnnxSchemas* schemas)
{
    const auto home = graphNamed(rewriter.unit(), graph, edit.graph);
    return home ? Editor(rewriter, *home, edit, schemas).run() : Status(home.error());
}

} // namespace sidelight::onnxir
