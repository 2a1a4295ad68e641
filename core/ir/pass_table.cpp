// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/pass_table.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <string>
#include <type_traits>

namespace sidelight::ir {

std::string_view name(Outcome outcome)
{
    constexpr std::string_view kNames[] = {"unchanged", "modified", "failed", "skipped"};
    return kNames[static_cast<std::size_t>(outcome)];
}

} // namespace sidelight::ir

namespace sidelight::ir::detail {
namespace {

std::string_view typeOf(const PassOption& option)
{
    constexpr std::string_view kTypes[] = {"true or false", "an integer", "a number", "a text"};
    return kTypes[option.standard.index()];
}

std::string listOf(std::span<const std::string_view> texts)
{
    std::string list;
    for (const std::string_view text : texts)
        list += concat(list.empty() ? "" : ", ", text);
    return list;
}

} // namespace

Status checkOptions(std::string_view pass, std::span<const PassOption> known, const PassOptions& given)
{
    for (const auto& [name, value] : given) {
        const auto option = std::find_if(known.begin(), known.end(), [&, &name = name](const PassOption& one) { return one.name == name; });
        if (option == known.end()) {
            std::vector<std::string_view> names;
            for (const PassOption& one : known)
                names.push_back(one.name);
            return support::diagnose(rules::kUsage, concat("pass ", pass, " has no option '", name, "'; ",
                                                           names.empty() ? std::string("it has none") : concat("it has ", listOf(names))));
        }
        if (option->standard.index() != value.index())
            return support::diagnose(rules::kUsage, concat("option '", name, "' of pass ", pass, " must be ", typeOf(*option)));
        const auto* text = std::get_if<std::string>(&value);
        if (text && !option->choices.empty() && std::find(option->choices.begin(), option->choices.end(), *text) == option->choices.end())
            return support::diagnose(rules::kUsage, concat("option '", name, "' of pass ", pass, " cannot be '", *text, "'; give one of ", listOf(option->choices)));
    }
    return {};
}

} // namespace sidelight::ir::detail
