// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"

#include <cstddef>
#include <variant>

namespace sidelight::session {

/// What a pass did, by number of nodes.
struct Counts {
    std::size_t added = 0;
    std::size_t changed = 0;
    std::size_t erased = 0;
    std::size_t moved = 0;
};

/// Counts the node changes of a record, those of whole bodies included.
template <class Unit>
Counts countChanges(const ir::PassRecord<Unit>& record)
{
    Counts counts;
    for (const auto& change : record.changes) {
        if (const auto* node = std::get_if<ir::NodeChange<Unit>>(&change.what)) {
            if (!node->before)
                ++counts.added;
            else if (!node->after)
                ++counts.erased;
            else
                ++counts.changed;
        } else if (std::holds_alternative<ir::OrderChange>(change.what)) {
            ++counts.moved;
        } else if (const auto* added = std::get_if<ir::GraphAdded<Unit>>(&change.what)) {
            counts.added += added->content->size();
        } else if (const auto* removed = std::get_if<ir::GraphRemoved<Unit>>(&change.what)) {
            counts.erased += removed->content->size();
        }
    }
    return counts;
}

} // namespace sidelight::session
