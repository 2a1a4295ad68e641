// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/calls.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/schema.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::fx::passes {

namespace {

enum class Defaults : std::uint8_t { Drop, Keep, Give };

/// What the call gives for each argument of the schema; nothing where it gives none, and for a call that the schema does not fit.
std::optional<std::vector<std::optional<Argument>>> bind(const Node& node, const Schema& schema)
{
    std::vector<std::optional<Argument>> given(schema.arguments.size());
    for (std::size_t at = 0; at < node.args.size(); ++at) {
        if (at >= given.size() || schema.arguments[at].keywordOnly)
            return std::nullopt;
        given[at] = node.args[at];
    }
    for (const auto& [key, argument] : node.kwargs) {
        std::size_t at = 0;
        while (at < given.size() && schema.arguments[at].name != key)
            ++at;
        if (at == given.size() || given[at])
            return std::nullopt;
        given[at] = argument;
    }
    return given;
}

std::optional<Node> normalized(const Node& node, const Schema& schema, Defaults defaults)
{
    auto given = bind(node, schema);
    if (!given)
        return std::nullopt;
    for (std::size_t at = 0; at < given->size(); ++at) {
        const auto& standard = schema.arguments[at].defaultValue;
        if (!(*given)[at] && !standard)
            return std::nullopt;
        if (defaults == Defaults::Drop && (*given)[at] && standard && *(*given)[at] == *standard)
            (*given)[at].reset();
        if (defaults == Defaults::Give && !(*given)[at])
            (*given)[at] = standard;
    }
    Node changed = node;
    changed.args.clear();
    changed.kwargs.clear();
    std::size_t positional = 0; // Up to the last one that is given; defaults fill the gaps before it.
    for (std::size_t at = 0; at < given->size(); ++at)
        if (!schema.arguments[at].keywordOnly && (*given)[at])
            positional = at + 1;
    for (std::size_t at = 0; at < given->size(); ++at) {
        if (at < positional)
            changed.args.push_back((*given)[at] ? std::move(*(*given)[at]) : *schema.arguments[at].defaultValue);
        else if ((*given)[at])
            changed.kwargs.emplace_back(schema.arguments[at].name, std::move(*(*given)[at]));
    }
    return changed;
}

constexpr std::string_view kDefaults[] = {"drop", "keep", "give"};
constexpr ir::PassOption kOptions[] = {
    {"defaults", std::string_view("drop"), "What becomes of arguments that have a default: dropped where equal to it, kept as given, or all given.", kDefaults},
};

Status normalizeArguments(PassContext& context)
{
    const auto option = ir::optionOf<std::string>(kNormalizeArguments, context.options, "defaults");
    const Defaults defaults = option == "give" ? Defaults::Give : option == "keep" ? Defaults::Keep : Defaults::Drop;
    for (const GraphId graph : context.unit().graphs.ids())
        for (const NodeId id : context.rewriter.graph(graph).orderCopy()) {
            const Node& node = context.rewriter.graph(graph)[id];
            context.rewriter.visit(id);
            const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
            auto changed = schema ? normalized(node, *schema, defaults) : std::nullopt;
            if (!changed || *changed == node)
                continue;
            context.rewriter.match();
            context.rewriter.update(id, std::move(*changed));
        }
    return {};
}

constexpr std::string_view kHelp = R"(Looks for calls of ATen operators, whose schema tells the order, the defaults and the keyword-only arguments.

Makes every argument positional that can be, in the schema's order, and the rest keywords in that order. Option defaults says what becomes of arguments that
have a default: drop leaves out what equals it (as torch.export writes calls), keep changes nothing about them, give writes them all. A default before an
argument that is given has to be given too.

Leaves operators without a schema (custom ones, Python's own) and calls that do not fit theirs. A number that equals a default only after conversion (1.0 for
1) is no default.

Before:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x,), kwargs = {other: %y, alpha: 1})
After:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y))
)";

} // namespace

constinit const Pass kNormalizeArguments{
    .id = "normalize-arguments",
    .summary = "Gives each call's arguments in the order of its schema, without those that have their default.",
    .run = normalizeArguments,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
