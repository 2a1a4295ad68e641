// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/text.h"

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::support {
namespace {

TEST(Concat, PrintsLiteralsNumbersAndBoolsAsPythonDoes)
{
    const char* pointer = "pointer";
    EXPECT_EQ(concat("a", 'b', std::string("c"), pointer, -7, 18446744073709551615u, true, false, 1.0), "abcpointer-718446744073709551615TrueFalse1.0");
}

TEST(PythonFloat, EqualsPythonsRepr)
{
    const std::pair<double, const char*> kCases[] = {{0.0, "0.0"}, {-0.0, "-0.0"}, {1.0, "1.0"}, {1e-05, "1e-05"}, {1e-4, "0.0001"},
        {0.1, "0.1"}, {123456789012345680.0, "1.2345678901234568e+17"}, {1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {1.5e300, "1.5e+300"},
        {-2.5, "-2.5"}, {5e-324, "5e-324"}, {std::numeric_limits<double>::infinity(), "inf"}, {-std::numeric_limits<double>::infinity(), "-inf"},
        {std::numeric_limits<double>::quiet_NaN(), "nan"}, {1234.5678, "1234.5678"}, {100.0, "100.0"}, {-3.4028234663852886e+38, "-3.4028234663852886e+38"}};
    for (const auto& [value, text] : kCases)
        EXPECT_EQ(pythonFloat(value), text);
}

TEST(PythonString, EqualsPythonsRepr)
{
    EXPECT_EQ(pythonString("plain"), "'plain'");
    EXPECT_EQ(pythonString("it's"), "\"it's\"");
    EXPECT_EQ(pythonString("it's \"both\""), "'it\\'s \"both\"'");
    EXPECT_EQ(pythonString("a\\b\n\t\r\x01\x7f"), "'a\\\\b\\n\\t\\r\\x01\\x7f'");
    EXPECT_EQ(pythonString("\xE6\x97\xA5\xE6\x9C\xAC"), "'\xE6\x97\xA5\xE6\x9C\xAC'");
    EXPECT_EQ(pythonString("\xC2\xA0\xE2\x80\xAE\xF0\x9F\x98\x80"), "'\\xa0\\u202e\xF0\x9F\x98\x80'");
}

TEST(PlainText, ReplacesInvalidUtf8)
{
    EXPECT_EQ(plainText("a\xFF\xC0\x80z"), "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz");
    EXPECT_EQ(plainText("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); // A surrogate.
    EXPECT_EQ(plainText("\xE6\x97"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // Cut off.
}

TEST(PlainText, EscapesControlsAndBidirectionalOverrides)
{
    EXPECT_EQ(plainText("\x1b]0;x\x07\xC2\x9B\xE2\x81\xA6" "A\nB"), "\\x1b]0;x\\x07\\x9b\\u2066A\\nB");
    EXPECT_EQ(plainText(std::string_view("\0", 1)), "\\x00");
}

TEST(XmlEscape, KeepsMarkupFromBeingMarkup)
{
    EXPECT_EQ(xmlEscape("<img src=file:///x>\"'&\x1b"), "&lt;img src=file:///x&gt;&quot;&apos;&amp;\\x1b");
}

TEST(Split, KeepsEmptyParts)
{
    EXPECT_EQ(split("a..b.", '.'), (std::vector<std::string_view>{"a", "", "b", ""}));
    EXPECT_EQ(split("", '.'), (std::vector<std::string_view>{""}));
    EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
}

TEST(Nearest, GivesTheBestFirstAndNothingFarAway)
{
    const std::vector<std::string> known = {"aten.add.Tensor", "aten.addmm.default", "aten.sub.Tensor", "prims.iota"};
    EXPECT_EQ(nearest("aten.ad.Tensor", known, 2), (std::vector<std::string>{"aten.add.Tensor", "aten.sub.Tensor"}));
    EXPECT_TRUE(nearest("zzzz", known).empty());
}

} // namespace
} // namespace sidelight::support
