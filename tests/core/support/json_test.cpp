// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::support::json {
namespace {

std::string ruleOf(std::string_view text)
{
    const auto value = parse(text, "test");
    return value ? "fine" : value.error().ruleId;
}
std::string messageOf(std::string_view text) { return parse(text, "test").error().message; }

TEST(JsonParse, KeepsOrderKindsAndAll64Bits)
{
    const auto value = parse(R"({"b": [1, -9223372036854775808, 9223372036854775807, 1.5, true, null, "x\u00e9"], "a": {}})", "test");
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(print(*value), "{\"b\":[1,-9223372036854775808,9223372036854775807,1.5,true,null,\"x\xC3\xA9\"],\"a\":{}}");
}

TEST(JsonParse, MakesDoublesOfNumbersOutside64Bits)
{
    const auto value = parse("[9223372036854775808, -9223372036854775809, 1e3]", "test");
    ASSERT_TRUE(value.ok());
    for (const Value& item : *value->asArray())
        EXPECT_NE(item.asDouble(), nullptr);
    EXPECT_EQ(*value->asArray()->front().asDouble(), 9223372036854775808.0);
}

TEST(JsonParse, RefusesDuplicateKeysByName)
{
    EXPECT_EQ(ruleOf(R"({"a": 1, "b": 2, "a": 3})"), "SL1005");
    EXPECT_NE(messageOf(R"({"a": 1, "b": 2, "a": 3})").find("duplicate key 'a'"), std::string::npos);
    EXPECT_EQ(ruleOf(R"([{"a": 1}, {"a": 1}])"), "fine");
}

TEST(JsonParse, AcceptsDepth512AndRefuses513)
{
    EXPECT_EQ(ruleOf(std::string(512, '[') + std::string(512, ']')), "fine");
    EXPECT_EQ(ruleOf(std::string(513, '[') + std::string(513, ']')), "SL1009");
    EXPECT_EQ(ruleOf(std::string(1000000, '[')), "SL1009");
}

TEST(JsonParse, RefusesWhatIsNotStrictJson)
{
    for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "[1] x", "\"\xFF\"", "'a'", "// c\n1", "NaN", "01", "\"\x01\"", "1e999"})
        EXPECT_EQ(ruleOf(text), "SL1005") << text;
}

TEST(JsonParse, NamesOriginAndByte)
{
    const std::string message = messageOf("{\"key\": ?}");
    EXPECT_EQ(message.rfind("test: at byte 9: ", 0), 0u) << message;
}

TEST(JsonPrint, IndentsAndRoundTripsText)
{
    const Value value(Object{{"name", Value("q\"\\\n\x1b\xE2\x80\xAE")}, {"list", Array{1, 2.0}}, {"none", Array{}}});
    EXPECT_EQ(print(value, 2), "{\n  \"name\": \"q\\\"\\\\\\n\\u001b\\u202e\",\n  \"list\": [\n    1,\n    2.0\n  ],\n  \"none\": []\n}");
    const auto again = parse(print(value), "test");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again->find("name")->asString(), *value.find("name")->asString());
}

TEST(JsonPrint, WritesNonFiniteNumbersAsStringsAndMendsUtf8)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(print(Array{kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}), R"(["Infinity","-Infinity","NaN"])");
    EXPECT_EQ(print(Value("\xFF")), "\"\xEF\xBF\xBD\"");
}

TEST(JsonFind, GivesNullForWhatIsMissingOrNoObject)
{
    const Value value(Object{{"a", Value(1)}});
    EXPECT_EQ(*value.find("a")->asInteger(), 1);
    EXPECT_EQ(value.find("b"), nullptr);
    EXPECT_EQ(Value(3).find("a"), nullptr);
}

} // namespace
} // namespace sidelight::support::json
