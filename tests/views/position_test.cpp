// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/position.h"

#include <gtest/gtest.h>

namespace sidelight::views {
namespace {

// loaded, a pass of 2 changes, one without, one of 1.
const ChangeCounts kCounts{0, 2, 0, 1};

TEST(Position, StepsThroughEveryChangeAndPassesOverIdlePasses)
{
    std::vector<Position> seen{startOf(kCounts)};
    while (!(seen.back() == endOf(kCounts)))
        seen.push_back(stepped(kCounts, seen.back()));
    const std::vector<Position> expected{{0, 0}, {1, 1}, {1, 2}, {3, 1}, {4, 0}};
    EXPECT_EQ(seen, expected);
}

TEST(Position, BackIsTheOppositeOfStep)
{
    std::vector<Position> seen{endOf(kCounts)};
    while (!(seen.back() == startOf(kCounts)))
        seen.push_back(steppedBack(kCounts, seen.back()));
    const std::vector<Position> expected{{4, 0}, {3, 1}, {1, 2}, {1, 1}, {0, 0}};
    EXPECT_EQ(seen, expected);
}

TEST(Position, NextPassFinishesTheCurrentOneFirst)
{
    EXPECT_EQ(nextPass(kCounts, {1, 1}), (Position{1, 2}));
    EXPECT_EQ(nextPass(kCounts, {1, 2}), (Position{3, 1}));
    EXPECT_EQ(nextPass(kCounts, {3, 1}), endOf(kCounts));
}

TEST(Position, StaysAtBothEnds)
{
    EXPECT_EQ(stepped(kCounts, endOf(kCounts)), endOf(kCounts));
    EXPECT_EQ(steppedBack(kCounts, startOf(kCounts)), startOf(kCounts));
    EXPECT_EQ(nextPass({}, {0, 0}), (Position{0, 0}));
}

TEST(Position, ShowsAnItemAtItsEnd)
{
    EXPECT_EQ(endOfItem(kCounts, 1), (Position{1, 2}));
    EXPECT_EQ(endOfItem(kCounts, 2), (Position{2, 0}));
    EXPECT_EQ(endOfItem(kCounts, 99), endOf(kCounts));
}

} // namespace
} // namespace sidelight::views
