// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/expansion.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace sidelight::app {
namespace {

constexpr int kMostRounds = 64;
constexpr std::string_view kDepth = "depth:";

/// "Linear" of the title "fc1 · Linear".
std::string_view className(std::string_view title)
{
    constexpr std::string_view kDot = " \u00B7 ";
    const std::size_t dot = title.find(kDot);
    return dot == std::string_view::npos ? title : title.substr(dot + kDot.size());
}

/// Whether `name` is the module `module` or inside it.
bool isAtOrIn(std::string_view name, std::string_view module)
{
    return name.starts_with(module) && (name.size() == module.size() || name[module.size()] == '.');
}

/// Whether `name` is at or in one of the `count` modules "layers.0", "layers.1", … that a folded run starts with
/// `first`.
bool isInRun(std::string_view name, std::string_view first, std::uint32_t count)
{
    const std::size_t dot = first.rfind('.') + 1; // 0 when there is none.
    std::uint32_t begin = 0;
    const auto parsed = std::from_chars(first.data() + dot, first.data() + first.size(), begin);
    if (parsed.ec != std::errc() || parsed.ptr != first.data() + first.size())
        return false;
    for (std::uint32_t i = 0; i < count; ++i)
        if (isAtOrIn(name, std::string(first.substr(0, dot)) + std::to_string(begin + i)))
            return true;
    return false;
}

bool opens(const display::DisplayNode& node, std::string_view name)
{
    if (node.key == name || className(node.title) == name || node.subtitle == name ||
        (name.starts_with("%") && node.subtitle == name.substr(1)))
        return true;
    const std::string_view module = node.module;
    return !module.empty() && (isAtOrIn(name, module) || (node.repeat > 1 && isInRun(name, module, node.repeat)));
}

} // namespace

display::Expansion expansionFor(
    const std::vector<std::string>& names, const std::function<display::DisplayGraph(const display::Expansion&)>& build)
{
    display::Expansion expansion;
    expansion.all = std::ranges::find(names, "all") != names.end();
    for (const std::string_view name : names)
        if (name.starts_with(kDepth))
            std::from_chars(name.data() + kDepth.size(), name.data() + name.size(), expansion.depth);
    if (names.empty() || expansion.all)
        return expansion;
    for (int round = 0; round < kMostRounds; ++round) {
        bool isNew = false;
        for (const display::DisplayNode& node : build(expansion).nodes) {
            const bool isWanted = node.expandable && std::ranges::any_of(names,
                                                         [&](const std::string& name) { return opens(node, name); });
            if (isWanted)
                isNew = expansion.open.insert(node.key).second || isNew;
        }
        if (!isNew)
            break;
    }
    return expansion;
}

} // namespace sidelight::app
