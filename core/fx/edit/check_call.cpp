// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/edit/check_call.h"

#include "core/fx/print.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace sidelight::fx {
namespace {

constexpr std::array<std::string_view, 22> kPython = {"math.ceil", "math.floor", "math.sqrt", "math.trunc", "operator.add", "operator.and_", "operator.eq",
    "operator.floordiv", "operator.ge", "operator.getitem", "operator.gt", "operator.le", "operator.lt", "operator.mod", "operator.mul", "operator.ne",
    "operator.neg", "operator.pow", "operator.sub", "operator.truediv", "torch.sym_max", "torch.sym_min"};

constexpr std::string_view kOps = "torch.ops.";

Diagnostic refused(std::string message) { return support::diagnose(rules::kFxPass, std::move(message)); }

bool isUsed(const ExportedProgram& program, const std::string& target)
{
    for (const GraphId id : program.graphs.ids())
        for (const NodeId at : program.graphs[id].order())
            if (const Node& node = program.graphs[id][at]; node.op == Op::CallFunction && node.target == target)
                return true;
    return false;
}

using Kind = SchemaType::Kind;

/// The type that a value of the graph has, or what a literal is, in one word for `fits`.
ir::Type::Kind kindOf(const ir::Graph<Node>& graph, const Argument& argument)
{
    using TypeKind = ir::Type::Kind;
    if (const auto* value = argument.as<Value>()) {
        const Node* source = graph.find(value->node);
        return source ? source->val.kind : TypeKind::Unknown;
    }
    if (argument.as<bool>())
        return TypeKind::Bool;
    if (argument.as<std::int64_t>() || argument.as<ir::Dim>())
        return TypeKind::Int;
    if (argument.as<double>())
        return TypeKind::Float;
    return argument.as<std::string>() ? TypeKind::String : TypeKind::Object;
}

bool fitsOne(const ir::Graph<Node>& graph, const Argument& argument, Kind kind)
{
    using TypeKind = ir::Type::Kind;
    const TypeKind given = kindOf(graph, argument);
    const bool isValue = argument.as<Value>() != nullptr;
    if (isValue && given == TypeKind::Unknown)
        return true;
    switch (kind) {
    case Kind::Tensor: return isValue && given == TypeKind::Tensor;
    case Kind::Int:
    case Kind::SymInt: return given == TypeKind::Int;
    case Kind::Float: return given == TypeKind::Float || given == TypeKind::Int;
    case Kind::Bool:
    case Kind::SymBool: return given == TypeKind::Bool;
    case Kind::Scalar:
    case Kind::Complex: return given == TypeKind::Float || given == TypeKind::Int || given == TypeKind::Bool || argument.as<std::complex<double>>();
    case Kind::String: return given == TypeKind::String;
    case Kind::ScalarType: return argument.as<ir::DType>() != nullptr;
    case Kind::Layout: return argument.as<ir::Layout>() != nullptr;
    case Kind::Device: return argument.as<ir::Device>() != nullptr;
    case Kind::MemoryFormat: return argument.as<ir::MemoryFormat>() != nullptr;
    default: return true; // Generators, streams and their like are not ours to judge.
    }
}

bool fits(const ir::Graph<Node>& graph, const Argument& argument, const SchemaType& type)
{
    if (argument.isNone())
        return type.optional || type.kind == Kind::Generator;
    if (!type.list)
        return fitsOne(graph, argument, type.kind);
    const std::vector<Argument>* items = nullptr;
    if (const auto* list = argument.as<ArgumentList>())
        items = list;
    else if (const auto* tuple = argument.as<ArgumentTuple>())
        items = &tuple->items;
    if (!items) {
        const bool isList = kindOf(graph, argument) == ir::Type::Kind::List || kindOf(graph, argument) == ir::Type::Kind::Unknown;
        return (argument.as<Value>() && isList) || (type.listSize && fitsOne(graph, argument, type.kind));
    }
    return std::all_of(items->begin(), items->end(), [&](const Argument& item) { return item.isNone() ? type.optionalElements : fitsOne(graph, item, type.kind); });
}

class CallChecker {
public:
    CallChecker(const ir::Graph<Node>& graph, const Node& node, const Schema& schema) : graph_(graph), node_(node), schema_(schema) {}

    Status run()
    {
        const auto positional = static_cast<std::size_t>(std::count_if(schema_.arguments.begin(), schema_.arguments.end(), [](const SchemaArgument& argument) { return !argument.keywordOnly; }));
        if (node_.args.size() > positional)
            return wrong(concat("takes ", positional, positional == 1 ? " argument" : " arguments", " without a name and is given ", node_.args.size()));
        std::size_t at = 0;
        for (const SchemaArgument& argument : schema_.arguments) {
            if (argument.keywordOnly || at >= node_.args.size())
                break;
            if (const Status status = check(argument, node_.args[at++]); !status)
                return status;
        }
        for (const auto& [key, value] : node_.kwargs) {
            const SchemaArgument* argument = schema_.find(key);
            if (!argument)
                return wrong(concat("has no argument '", support::plainText(key), "'"));
            if (given_.count(argument->name) != 0)
                return wrong(concat("is given ", argument->name, " twice"));
            if (const Status status = check(*argument, value); !status)
                return status;
        }
        for (const SchemaArgument& argument : schema_.arguments)
            if (!argument.defaultValue && given_.count(argument.name) == 0)
                return wrong(concat("lacks its argument ", argument.name, " (", argument.type.text, ")"));
        return {};
    }

private:
    Status check(const SchemaArgument& argument, const Argument& value)
    {
        given_.insert(argument.name);
        if (fits(graph_, value, argument.type))
            return {};
        return wrong(concat("takes ", argument.type.text, " as ", argument.name, ", not ", support::plainText(reprArgument(graph_, value))));
    }
    Status wrong(std::string_view what) const { return refused(concat(node_.overload(), ' ', what, "; its schema is ", schema_.text)); }

    const ir::Graph<Node>& graph_;
    const Node& node_;
    const Schema& schema_;
    std::set<std::string> given_;
};

} // namespace

Status checkCall(const ExportedProgram& program, const ir::Graph<Node>& graph, const Node& node)
{
    if (const Schema* schema = findSchema(node.target))
        return CallChecker(graph, node, *schema).run();
    if (std::find(kPython.begin(), kPython.end(), node.target) != kPython.end() || isUsed(program, node.target))
        return {};
    std::string near = support::join(nearOverloads(node.target), ", ");
    if (!support::startsWith(node.target, kOps) && node.target.find("aten") == std::string::npos)
        near = support::join(support::nearest(node.target, knownTargets()), ", ");
    return refused(concat("there is no operator '", support::plainText(node.target), "'; it could be ", near));
}

std::string fullTarget(std::string_view target)
{
    return findSchema(target) && !support::startsWith(target, kOps) ? concat(kOps, target) : std::string(target);
}

std::vector<std::string> knownTargets()
{
    std::vector<std::string> targets(kPython.begin(), kPython.end());
    for (std::size_t at = 0; at < schemaCount(); ++at)
        targets.push_back(concat(kOps, schemaKey(at)));
    std::sort(targets.begin(), targets.end());
    return targets;
}

std::string callTemplate(const Schema& schema)
{
    std::vector<std::string> parts;
    for (const SchemaArgument& argument : schema.arguments)
        if (!argument.defaultValue)
            parts.push_back(argument.keywordOnly ? concat(argument.name, "=") : argument.name);
    return concat('(', support::join(parts, ", "), ')');
}

} // namespace sidelight::fx
