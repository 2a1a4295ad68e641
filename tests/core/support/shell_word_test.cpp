// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/support/shell_word.h"

#include <gtest/gtest.h>

namespace sidelight::support {
namespace {

TEST(ShellWord, QuotesWhatAShellWouldRead)
{
    EXPECT_EQ(shellWord("/tmp/a-b_c.pt2"), "/tmp/a-b_c.pt2");
    EXPECT_EQ(shellWord("a b"), "'a b'");
    EXPECT_EQ(shellWord("it's"), "'it'\\''s'");
    EXPECT_EQ(shellWord("$(x)"), "'$(x)'");
    EXPECT_EQ(shellWord("-x"), "./'-x'");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("\xC3\xA9"), "'\xC3\xA9'");
}

} // namespace
} // namespace sidelight::support
