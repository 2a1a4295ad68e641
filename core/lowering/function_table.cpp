// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/function_table.h"

#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::lowering {

namespace {

/// Keeps what both calls say of each step.
void joinMetadata(Region& region, const Region& other)
{
    for (std::size_t i = 0; i < region.steps.size(); ++i) {
        auto& properties = region.steps[i].metadata_props;
        const auto& theirs = other.steps[i].metadata_props;
        std::erase_if(properties, [&](const auto& property) { return std::ranges::find(theirs, property) == theirs.end(); });
        for (std::size_t r = 0; r < region.steps[i].regions.size(); ++r)
            joinMetadata(region.steps[i].regions[r], other.steps[i].regions[r]);
    }
}

} // namespace

std::string identifierOf(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        out += plain ? c : '_';
    }
    return out.empty() ? "_" : out;
}

std::string functionNameOf(std::string_view overload)
{
    constexpr std::string_view kDefault = ".default";
    if (overload.size() > kDefault.size() && overload.ends_with(kDefault))
        overload.remove_suffix(kDefault.size());
    return identifierOf(overload);
}

std::size_t FunctionTable::share(const Name& name, Body body)
{
    const std::string key = concat(name.domain, '\n', name.identity, '\n', structureOf(body));
    const auto [found, isNew] = byStructure_.try_emplace(key, entries_.size());
    if (!isNew) {
        Entry& entry = entries_[found->second];
        for (std::size_t i = 0; i < entry.body.values.size(); ++i)
            joinType(entry.body.values[i].type, body.values[i].type);
        joinMetadata(entry.body.region, body.region);
        return found->second;
    }
    const std::string domain(name.domain);
    std::size_t& count = nameCounts_[{domain, name.name}];
    std::string unique;
    do {
        unique = ++count == 1 ? name.name : concat(name.name, '_', count);
    } while (!taken_.try_emplace({domain, unique}, true).second);
    entries_.push_back({{domain, unique, {}}, name.displayName, name.doc, std::move(body)});
    return found->second;
}

} // namespace sidelight::lowering
