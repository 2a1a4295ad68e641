// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/expansion.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace sidelight::app {
namespace {

constexpr int kMostRounds = 64;

/// "layers.0.attn" of the key "m:layers.0/m:layers.0.attn@1", "layers.0" of the run "m:layers.0*12"; empty for other
/// boxes.
std::string_view modulePath(std::string_view key)
{
    const std::size_t slash = key.rfind("/m:");
    std::string_view last = slash == std::string_view::npos ? key : key.substr(slash + 1);
    if (!last.starts_with("m:"))
        return {};
    last.remove_prefix(2);
    return last.substr(0, last.find_first_of("@*"));
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
    if (node.key == name || node.title == name || node.subtitle == name ||
        (name.starts_with("%") && node.subtitle == name.substr(1)))
        return true;
    const std::string_view module = modulePath(node.key);
    return !module.empty() && (isAtOrIn(name, module) || (node.repeat > 1 && isInRun(name, module, node.repeat)));
}

} // namespace

display::Expansion expansionFor(
    const std::vector<std::string>& names, const std::function<display::DisplayGraph(const display::Expansion&)>& build)
{
    display::Expansion expansion;
    expansion.all = std::ranges::find(names, "all") != names.end();
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
