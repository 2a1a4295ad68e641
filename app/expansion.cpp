// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/expansion.h"

#include <algorithm>
#include <string_view>

namespace sidelight::app {
namespace {

constexpr int kMostRounds = 64;

/// "layers.0.attn" of the key "m:layers.0/m:layers.0.attn@1"; empty for other boxes.
std::string_view modulePath(std::string_view key)
{
    const std::size_t slash = key.rfind("/m:");
    std::string_view last = slash == std::string_view::npos ? key : key.substr(slash + 1);
    if (!last.starts_with("m:"))
        return {};
    last.remove_prefix(2);
    return last.substr(0, last.rfind('@'));
}

bool opens(const display::DisplayNode& node, std::string_view name)
{
    const std::string_view module = modulePath(node.key);
    if (node.key == name || node.title == name || node.subtitle == name ||
        (name.starts_with("%") && node.subtitle == name.substr(1)))
        return true;
    return !module.empty() &&
           (name == module || (name.size() > module.size() && name.starts_with(module) && name[module.size()] == '.'));
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
