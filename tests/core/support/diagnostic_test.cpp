// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/result.h"
#include "core/support/rules.h"

#include <gtest/gtest.h>

#include <set>

namespace sidelight::support {
namespace {

TEST(Rules, AreSortedByIdAndEachIsFoundByIt)
{
    std::string_view last;
    std::set<std::string_view> names;
    for (const Rule* rule : rules::all()) {
        EXPECT_LT(last, rule->id);
        last = rule->id;
        EXPECT_EQ(rules::find(rule->id), rule);
        EXPECT_TRUE(names.insert(rule->name).second) << rule->name;
        EXPECT_EQ(rule->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos) << rule->name;
        EXPECT_GT(rule->summary.size(), 15u);
        EXPECT_GT(rule->help.size(), 15u);
        EXPECT_EQ(rule->summary.back(), '.') << rule->id;
        EXPECT_EQ(rule->help.back(), '.') << rule->id;
    }
    EXPECT_EQ(rules::find("SL0000"), nullptr);
}

TEST(Rules, KeepTorchsNamesForItsIds)
{
    EXPECT_EQ(rules::find("FXE0007")->name, "fx-graph-to-onnx");
    EXPECT_EQ(rules::find("FXE0011")->name, "no-symbolic-function-for-call-function");
    EXPECT_EQ(rules::find("FXE0014")->name, "find-opschema-matched-symbolic-function");
    EXPECT_EQ(rules::find("FXE0016")->name, "find-operator-overloads-in-onnx-registry");
}

TEST(Diagnostic, PrintsRuleMessageAndPlace)
{
    const Diagnostic diagnostic = diagnose(rules::kNoLowering, "aten.foo.default has no lowering", {{"%foo", "fx-node", "model.py", 88, "forward", {}}});
    EXPECT_EQ(toText(diagnostic), "error FXE0011 no-symbolic-function-for-call-function: aten.foo.default has no lowering [at %foo, model.py:88]");
}

TEST(Diagnostic, EscapesWhatATerminalWouldObey)
{
    const Diagnostic diagnostic = diagnose(rules::kLint, "name \x1b[2J\xE2\x80\xAE", {});
    EXPECT_EQ(toText(diagnostic), "error SL2001 graph-lint: name \\x1b[2J\\u202e");
}

TEST(DiagnosticLog, HasErrorsOnlyWhenOneIsAnError)
{
    DiagnosticLog log;
    log.append(diagnose(rules::kTypePromotion, "note"));
    EXPECT_FALSE(log.hasErrors());
    log.append(std::vector{diagnose(rules::kDynamicLost, "warning"), diagnose(rules::kLint, "error")});
    EXPECT_TRUE(log.hasErrors());
    EXPECT_EQ(log.entries().size(), 3u);
}

TEST(Result, HoldsAValueOrItsError)
{
    const auto half = [](int value) -> Result<int> {
        if (value % 2 != 0)
            return diagnose(rules::kUsage, "odd");
        return value / 2;
    };
    EXPECT_EQ(half(8).value(), 4);
    ASSERT_FALSE(half(7).ok());
    EXPECT_EQ(half(7).error().ruleId, "SL9004");
    EXPECT_TRUE(Status().ok());
}

} // namespace
} // namespace sidelight::support
