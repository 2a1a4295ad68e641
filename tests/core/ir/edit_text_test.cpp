// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/edit_text.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::ir {
namespace {

/// What the line is after reading and writing it.
std::string again(std::string_view line)
{
    const auto edit = parseEdit(line);
    return edit ? formatEdit(*edit) : edit.error().message;
}

TEST(ParseEdit, ComesBackAsItWasWritten)
{
    for (const std::string line : {
             "rename %add_3 to total",
             "set %add_3 = torch.ops.aten.mul.Tensor(%x, 2)",
             "set %output = (%a, 'before %b')",
             "insert %r = torch.ops.aten.relu.default(%x) before %y",
             "insert %r = torch.ops.aten.add.Tensor(%x, (1, 2)) after %y",
             "erase %dropout",
             "bypass %dropout",
             "bypass %n with %input",
             "replace %x with %r",
             "move %a before %b",
             "move %a after %b",
             "in true_graph_0: erase %sin",
             "in true_graph_0/inner: rename %a to b",
             R"(set %"/layer 1/Relu" = Relu (x))",
             R"(rename %a to "a \"b\"")",
             "set %a, %b = Split <axis = 1> (x)",
         })
        EXPECT_EQ(again(line), line);
}

TEST(ParseEdit, TakesNamesWithoutPercentAndMoreBlanks)
{
    EXPECT_EQ(again("  rename   add_3  to   total  "), "rename %add_3 to total");
    EXPECT_EQ(again("insert r = relu(x)  before y"), "insert %r = relu(x) before %y");
    EXPECT_EQ(again("in g : erase x"), "in g: erase %x");
    EXPECT_EQ(again("insert %n = f(%x, 'a before %b') after %x"), "insert %n = f(%x, 'a before %b') after %x");
}

TEST(ParseEdit, RefusesWhatIsNoEditAndSaysWhere)
{
    EXPECT_EQ(again("delete %x"), "column 1: expected an edit (rename, set, insert, erase, bypass, replace, move) in `delete %x`");
    EXPECT_EQ(again("rename %x total"), "column 11: expected 'to' in `rename %x total`");
    EXPECT_EQ(again("erase"), "column 6: expected the name of a node in `erase`");
    EXPECT_EQ(again("erase %x %y"), "column 10: expected the end of the line in `erase %x %y`");
    EXPECT_EQ(again("set %x ="), "column 9: expected a call such as torch.ops.aten.relu.default(%x) in `set %x =`");
    EXPECT_EQ(again("insert %r = relu(%x)"), "column 21: expected 'before %node' or 'after %node' at the end in `insert %r = relu(%x)`");
    EXPECT_EQ(again("move %a beside %b"), "column 9: expected 'before' or 'after' in `move %a beside %b`");
    EXPECT_EQ(again("rename %\"a to b"), "column 16: expected a closing quote in `rename %\"a to b`");
    EXPECT_EQ(again("in : erase %x"), "column 4: expected the name of a node in `in : erase %x`");
    EXPECT_EQ(again(""), "column 1: expected an edit (rename, set, insert, erase, bypass, replace, move) in ``");
}

TEST(ParseEdits, PassesOverBlankLinesAndCommentsAndCountsThem)
{
    const auto edits = parseEdits("# mine\n\nerase %a\r\n  # more\nbypass %b\n");
    ASSERT_TRUE(edits) << edits.error().message;
    ASSERT_EQ(edits->size(), 2u);
    EXPECT_EQ((*edits)[0].line, 3u);
    EXPECT_EQ((*edits)[1].line, 5u);
    EXPECT_EQ((*edits)[1].node, "b");
    const auto wrong = parseEdits("erase %a\nerase\n");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message, "line 2, column 6: expected the name of a node in `erase`");
    EXPECT_EQ(wrong.error().ruleId, "SL1014");
}

} // namespace
} // namespace sidelight::ir
