// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pickle.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::io::pickle {
namespace {

using namespace std::string_literals;

std::string ruleOf(const std::string& bytes)
{
    const auto pickle = read(bytes, "test.pkl");
    return pickle.ok() ? "none" : pickle.error().ruleId;
}

TEST(Pickle, ReadsContainersAndScalars)
{
    // pickle.dumps((1, -2, 3.5, None, True, "ü", [300, {}], {"a": 70000}), 2)
    const std::string bytes =
        "\x80\x02(K\x01J\xfe\xff\xff\xffG@\x0c\0\0\0\0\0\0N\x88X\x02\0\0\0\xc3\xbc]q\0(M,\x01}q\x01"s
        "e}q\x02X\x01\0\0\0aJp\x11\x01\0stq\x03."s;
    const auto pickle = read(bytes, "test.pkl");
    ASSERT_TRUE(pickle.ok()) << pickle.error().message;
    const Object& root = pickle->at(pickle->root);
    ASSERT_EQ(root.kind, Object::Kind::Tuple);
    ASSERT_EQ(root.items.size(), 8u);
    EXPECT_EQ(pickle->at(root.items[0]).integer, 1);
    EXPECT_EQ(pickle->at(root.items[1]).integer, -2);
    EXPECT_EQ(pickle->at(root.items[2]).real, 3.5);
    EXPECT_EQ(pickle->at(root.items[3]).kind, Object::Kind::None);
    EXPECT_EQ(pickle->at(root.items[4]).kind, Object::Kind::Bool);
    EXPECT_EQ(pickle->at(root.items[5]).text, "ü");
    EXPECT_EQ(pickle->at(pickle->at(root.items[6]).items.at(0)).integer, 300);
    EXPECT_EQ(pickle->at(pickle->at(root.items[7]).items.at(1)).integer, 70000);
}

TEST(Pickle, ExecutesNothing)
{
    // What a hostile file holds: os.system("touch /tmp/x").
    const auto pickle = read("\x80\x02"
                             "cos\nsystem\nX\x0c\0\0\0touch /tmp/x\x85R."s,
        "evil.pkl");
    ASSERT_FALSE(pickle.ok());
    EXPECT_EQ(pickle.error().ruleId, "SL1011");
    EXPECT_NE(pickle.error().message.find("os.system"), std::string::npos);
    EXPECT_EQ(ruleOf("\x80\x04\x8c\x08"
                     "builtins\x8c\x04"
                     "eval\x93."s),
        "SL1011");
    EXPECT_EQ(ruleOf("\x80\x02"
                     "cbuiltins\ngetattr\n."s),
        "SL1011");
    EXPECT_EQ(ruleOf("(S'x'\nios\nsystem\n."s), "SL1011") << "INST is not read";
}

TEST(Pickle, RefusesDamagedBytes)
{
    EXPECT_EQ(ruleOf(""), "SL1011");
    EXPECT_EQ(ruleOf("."), "SL1011");
    EXPECT_EQ(ruleOf("NN."), "SL1011");
    EXPECT_EQ(ruleOf("t."), "SL1011");
    EXPECT_EQ(ruleOf("h\x05."), "SL1011");
    EXPECT_EQ(ruleOf("X\xff\xff\xff\x7f."), "SL1011");
    EXPECT_EQ(ruleOf("]K\x01s."), "SL1011");
    EXPECT_EQ(ruleOf("\x8a\x09\1\1\1\1\1\1\1\1\1."s), "SL1011") << "an integer over 64 bits";
    EXPECT_EQ(ruleOf("N"), "SL1011") << "no STOP";
}

} // namespace
} // namespace sidelight::io::pickle
