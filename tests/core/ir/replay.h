// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass.h"

#include <gtest/gtest.h>

namespace sidelight::testing {

/// The changes of a pass lead from `before` to what it made, and back.
template <class Unit>
void expectReplay(const Unit& before, const ir::PassRecord<Unit>& record)
{
    Unit replayed = before;
    for (const auto& change : record.changes)
        ir::apply(replayed, change);
    EXPECT_TRUE(replayed == record.after);
    for (auto change = record.changes.rbegin(); change != record.changes.rend(); ++change)
        ir::revert(replayed, *change);
    EXPECT_TRUE(replayed == before);
}

} // namespace sidelight::testing
