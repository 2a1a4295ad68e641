// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/position.h"

#include <algorithm>

namespace sidelight::views {
namespace {

/// The first item from `item` on that changes something, or the end.
std::size_t effectiveFrom(const ChangeCounts& counts, std::size_t item)
{
    while (item < counts.size() && counts[item] == 0)
        ++item;
    return item;
}

} // namespace

Position startOf(const ChangeCounts&)
{
    return {};
}

Position endOf(const ChangeCounts& counts)
{
    return {counts.size(), 0};
}

Position stepped(const ChangeCounts& counts, Position at)
{
    if (at.item < counts.size() && at.change < counts[at.item])
        return {at.item, at.change + 1};
    const std::size_t item = effectiveFrom(counts, at.item + 1);
    return item < counts.size() ? Position{item, 1} : endOf(counts);
}

Position steppedBack(const ChangeCounts& counts, Position at)
{
    if (at.item < counts.size() && at.change > 1)
        return {at.item, at.change - 1};
    for (std::size_t item = std::min(at.item, counts.size()); item-- > 0;)
        if (counts[item] > 0)
            return {item, counts[item]};
    return startOf(counts);
}

Position nextPass(const ChangeCounts& counts, Position at)
{
    if (at.item < counts.size() && at.change < counts[at.item])
        return {at.item, counts[at.item]};
    const std::size_t item = effectiveFrom(counts, at.item + 1);
    return item < counts.size() ? Position{item, counts[item]} : endOf(counts);
}

std::size_t changesDone(const ChangeCounts& counts, const Position& at)
{
    std::size_t done = 0;
    for (std::size_t item = 0; item < std::min(at.item, counts.size()); ++item)
        done += counts[item];
    return at.item < counts.size() ? done + std::min(at.change, counts[at.item]) : done;
}

Position afterChanges(const ChangeCounts& counts, std::size_t changes)
{
    if (changes == 0)
        return startOf(counts);
    for (std::size_t item = 0; item < counts.size(); ++item) {
        const bool isLast = changesDone(counts, {item + 1, 0}) == changesDone(counts, endOf(counts));
        if (changes <= counts[item] && counts[item] > 0)
            return isLast && changes == counts[item] ? endOf(counts) : Position{item, changes};
        changes -= std::min(changes, counts[item]);
    }
    return endOf(counts);
}

Position endOfItem(const ChangeCounts& counts, std::size_t item)
{
    return item < counts.size() ? Position{item, counts[item]} : endOf(counts);
}

} // namespace sidelight::views
