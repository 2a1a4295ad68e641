// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace sidelight::views {

/// Where a debugging session stands: `change` changes of strip item `item` are done. Item 0 is the loaded program, then
/// one for each pass of both graphs; item = number of items: everything ran.
struct Position
{
    std::size_t item = 0;
    std::size_t change = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

/// Number of changes of each strip item; that of the loaded program is 0.
using ChangeCounts = std::vector<std::size_t>;

Position startOf(const ChangeCounts& counts);
Position endOf(const ChangeCounts& counts);
/// The next change; items without changes are passed over; after the last one everything ran.
Position stepped(const ChangeCounts& counts, Position at);
/// One change back.
Position steppedBack(const ChangeCounts& counts, Position at);
/// The end of the current pass, or of the next one that changes something when the current one is done.
Position nextPass(const ChangeCounts& counts, Position at);
/// Changes that are done at a position, of all items together.
std::size_t changesDone(const ChangeCounts& counts, const Position& at);
/// The position at which that many changes are done; none: the beginning, all: the end.
Position afterChanges(const ChangeCounts& counts, std::size_t changes);
/// The end of an item, as a click on it shows it.
Position endOfItem(const ChangeCounts& counts, std::size_t item);

} // namespace sidelight::views
