// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/line_diff.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::views {
namespace {

std::string text(const std::vector<DiffLine>& lines)
{
    std::string out;
    for (const DiffLine& line : lines) {
        switch (line.kind) {
        case DiffLine::Kind::Equal:
            out += "  " + line.text + "\n";
            break;
        case DiffLine::Kind::Inserted:
            out += "+ " + line.text + "\n";
            break;
        case DiffLine::Kind::Removed:
            out += "- " + line.text + "\n";
            break;
        case DiffLine::Kind::Gap:
            out += "... " + std::to_string(line.count) + "\n";
            break;
        }
    }
    return out;
}

TEST(LineDiff, FindsTheShortestEdit)
{
    EXPECT_EQ(text(diffLines("a\nb\nc\nd\n", "a\nc\nx\nd\n", 0)), "  a\n- b\n  c\n+ x\n  d\n");
}

TEST(LineDiff, NumbersLinesOfBothSides)
{
    const auto lines = diffLines("a\nb\n", "b\nc\n", 0);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0], (DiffLine{DiffLine::Kind::Removed, 1, 0, 0, "a"}));
    EXPECT_EQ(lines[1], (DiffLine{DiffLine::Kind::Equal, 2, 1, 0, "b"}));
    EXPECT_EQ(lines[2], (DiffLine{DiffLine::Kind::Inserted, 0, 2, 0, "c"}));
}

TEST(LineDiff, LeavesOutWhatIsFarFromAnEdit)
{
    EXPECT_EQ(text(diffLines("1\n2\n3\n4\n5\n", "1\n2\n3\n4\nx\n", 1)), "... 3\n  4\n- 5\n+ x\n");
    EXPECT_EQ(text(diffLines("a\n", "a\n", 3)), "... 1\n");
}

TEST(LineDiff, TakesEmptyTexts)
{
    EXPECT_EQ(text(diffLines("", "", 3)), "");
    EXPECT_EQ(text(diffLines("", "a\n", 3)), "+ a\n");
    EXPECT_EQ(text(diffLines("a\n", "", 3)), "- a\n");
}

TEST(LineDiff, FallsBackToWholeBlocksBeyondTheMostEdits)
{
    EXPECT_EQ(text(diffLines("h\na\nb\nt\n", "h\nx\ny\nt\n", 0, 1)), "  h\n- a\n- b\n+ x\n+ y\n  t\n");
}

TEST(LineDiff, RebuildsBothSidesFromRandomEdits)
{
    unsigned seed = 7;
    const auto next = [&](unsigned below) {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 16) % below;
    };
    for (int round = 0; round < 200; ++round) {
        std::string before, after;
        for (unsigned i = next(12); i > 0; --i)
            before += std::string(1, char('a' + next(4))) + "\n";
        for (unsigned i = next(12); i > 0; --i)
            after += std::string(1, char('a' + next(4))) + "\n";
        std::string left, right;
        for (const DiffLine& line : diffLines(before, after, 0)) {
            if (line.kind != DiffLine::Kind::Inserted)
                left += line.text + "\n";
            if (line.kind != DiffLine::Kind::Removed)
                right += line.text + "\n";
        }
        ASSERT_EQ(left, before);
        ASSERT_EQ(right, after);
    }
}

} // namespace
} // namespace sidelight::views
