// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/refusal.h"

#include "core/fx/program.h"
#include "core/fx/schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <variant>

namespace sidelight::runtime {
namespace {

using support::startsWith;

// They touch files, other processes, global state or memory that is not a tensor's own.
constexpr std::array<std::string_view, 8> kImpure = {"aten.from_file", "aten.get_gradients", "aten.record_stream",
    "aten.set_data", "aten._print", "aten.retain_grad", "aten._foobar", "aten._backward"};
constexpr std::array<std::string_view, 9> kHigherOrder = {"cond", "while_loop", "map_impl", "map", "scan",
    "wrap_with_set_grad_enabled", "wrap_with_autocast", "invoke_subgraph", "wrap"};

template <class Names>
bool isOneOf(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isPythonOperator(std::string_view target)
{
    return startsWith(target, "operator.") || startsWith(target, "_operator.") || startsWith(target, "math.") ||
           startsWith(target, "torch.sym_") || startsWith(target, "torch._sym_");
}

std::string reasonOfSchema(const fx::Schema& schema)
{
    using Kind = fx::SchemaType::Kind;
    if (isOneOf(kImpure, schema.name))
        return "it reads or writes files or state outside its arguments";
    const bool isOpaque =
        std::any_of(schema.arguments.begin(), schema.arguments.end(), [](const fx::SchemaArgument& argument) {
            const Kind kind = argument.type.kind;
            return kind == Kind::Object || kind == Kind::Any || kind == Kind::Storage || kind == Kind::Stream;
        });
    return isOpaque ? "it takes a custom object, a storage or a stream" : "";
}

bool holdsCustomObject(const fx::Argument& argument)
{
    const auto any = [](const std::vector<fx::Argument>& items) {
        return std::any_of(items.begin(), items.end(), holdsCustomObject);
    };
    if (const auto* list = argument.as<fx::ArgumentList>())
        return any(*list);
    if (const auto* tuple = argument.as<fx::ArgumentTuple>())
        return any(tuple->items);
    if (const auto* dict = argument.as<fx::ArgumentDict>())
        return any(dict->values);
    return argument.as<fx::CustomObject>() != nullptr;
}

} // namespace

std::string reasonToRefuse(std::string_view target)
{
    constexpr std::string_view kOps = "torch.ops.";
    if (isPythonOperator(target))
        return {};
    const std::string_view name = startsWith(target, kOps) ? target.substr(kOps.size()) : target;
    const std::size_t dot = name.find('.');
    const std::string_view space = name.substr(0, dot);
    if (dot == std::string_view::npos || (space != "aten" && space != "higher_order"))
        return concat("operators outside ATen (here of `", space, "`) are not known to be pure");
    if (space == "higher_order")
        return isOneOf(kHigherOrder, name.substr(dot + 1))
                   ? ""
                   : "this higher-order operator is not one that only calls its subgraphs";
    const fx::Schema* schema = fx::findSchema(name);
    return schema ? reasonOfSchema(*schema) : "libtorch declares no such operator";
}

Status checkEvaluable(const fx::Node& node)
{
    std::string reason;
    if (node.op == fx::Op::CallMethod || node.op == fx::Op::CallModule)
        reason = "only call_function nodes are evaluated";
    else if (node.op == fx::Op::CallFunction)
        reason = reasonToRefuse(node.target);
    const bool takesObject = std::any_of(node.args.begin(), node.args.end(), holdsCustomObject) ||
                             std::any_of(node.kwargs.begin(), node.kwargs.end(),
                                 [](const auto& entry) { return holdsCustomObject(entry.second); });
    if (reason.empty() && takesObject)
        reason = "it takes a custom object";
    if (reason.empty())
        return {};
    return support::diagnose(
        rules::kEvaluatorRefused, concat(node.target, " is never evaluated: ", reason), {fx::locationOf(node)});
}

} // namespace sidelight::runtime
