// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/ir/toy_unit.h"

#include <gtest/gtest.h>

namespace sidelight::ir {
namespace {

using toy::Unit;
using Context = PassContext<Unit>;
using Step = PassStep<Unit>;

std::int64_t option(const Context& context, std::string_view name)
{
    const auto found = context.options.find(name);
    return found == context.options.end() ? 0 : std::get<std::int64_t>(found->second);
}

Status appendNodes(Context& context)
{
    for (std::int64_t at = 0; at < option(context, "count"); ++at)
        context.rewriter.insert(kMainGraph, kNoNode, {concat("n", context.unit().main().size()), {}, {}});
    return {};
}
Status failLate(Context& context)
{
    context.rewriter.insert(kMainGraph, kNoNode, {"broken", {}, {}});
    return support::diagnose(rules::kFxPass, "cannot go on");
}
Status needEvaluator(Context& context)
{
    if (!context.services.evaluator)
        context.skipped = "no evaluator";
    return {};
}

constexpr Pass<Unit> kAppend{"append", "Appends nodes.", appendNodes};
constexpr Pass<Unit> kFail{"fail", "Fails.", failLate};
constexpr Pass<Unit> kNeedy{"needy", "Needs the evaluator.", needEvaluator};

Step append(std::int64_t count) { return {&kAppend, {{"count", count}}, true}; }
std::size_t sizeAt(const Trace<Unit>& trace, Cursor cursor) { return trace.at(cursor).main().size(); }

TEST(RunPasses, RecordsOutcomesChangesAndUnits)
{
    const std::vector<Step> steps = {append(3), append(0), {&kAppend, {{"count", std::int64_t{9}}}, false}, {&kNeedy, {}, true}, append(1)};
    const Trace<Unit> trace = runPasses<Unit>(Unit(), steps);
    ASSERT_EQ(trace.records.size(), 5u);
    EXPECT_EQ(trace.records[0].outcome, Outcome::Modified);
    EXPECT_EQ(trace.records[1].outcome, Outcome::Unchanged);
    EXPECT_EQ(trace.records[2].outcome, Outcome::Skipped);
    EXPECT_EQ(trace.records[3].outcome, Outcome::Skipped);
    ASSERT_EQ(trace.records[3].diagnostics.size(), 1u);
    EXPECT_EQ(trace.records[3].diagnostics[0].level, Level::Note);
    EXPECT_EQ(trace.records[3].diagnostics[0].message, "needy was skipped: no evaluator");
    EXPECT_EQ(toy::text(trace.final()), "n0 n1 n2 n3");
    EXPECT_EQ(trace.initial.main().size(), 0u);
}

TEST(RunPasses, StopsAtAFailureAndKeepsTheBrokenUnit)
{
    const std::vector<Step> steps = {append(1), {&kFail, {}, true}, append(1)};
    const Trace<Unit> trace = runPasses<Unit>(Unit(), steps);
    ASSERT_EQ(trace.records.size(), 2u);
    EXPECT_EQ(trace.records[1].outcome, Outcome::Failed);
    EXPECT_EQ(trace.records[1].diagnostics.back().message, "cannot go on");
    EXPECT_EQ(toy::text(trace.final()), "n0 broken");
}

TEST(RunPasses, StopsWhenLintFindsAnErrorButNotForAWarning)
{
    RunOptions<Unit> options;
    options.lint = [](const Unit& unit) -> std::vector<Diagnostic> {
        if (unit.main().size() == 1)
            return {support::diagnose(rules::kDynamicLost, "small")};
        return {support::diagnose(rules::kLint, "too many")};
    };
    const std::vector<Step> steps = {append(0), append(1), append(1), append(1)};
    const Trace<Unit> trace = runPasses<Unit>(Unit(), steps, options);
    ASSERT_EQ(trace.records.size(), 3u);
    EXPECT_TRUE(trace.records[0].diagnostics.empty()); // Nothing changed, nothing to lint.
    EXPECT_EQ(trace.records[1].outcome, Outcome::Modified);
    EXPECT_EQ(trace.records[1].diagnostics[0].message, "small");
    EXPECT_EQ(trace.records[2].outcome, Outcome::Failed);
}

TEST(RunPasses, StopsBetweenStepsWhenAsked)
{
    std::stop_source source;
    RunOptions<Unit> options;
    options.stop = source.get_token();
    options.progress = [&](std::size_t step) {
        if (step == 1)
            source.request_stop();
    };
    const std::vector<Step> steps = {append(1), append(1), append(1)};
    EXPECT_EQ(runPasses<Unit>(Unit(), steps, options).records.size(), 2u);
}

TEST(Trace, GivesTheUnitAtEveryCursor)
{
    const std::vector<Step> steps = {append(2), append(0), append(4100)};
    const Trace<Unit> trace = runPasses<Unit>(Unit(), steps);
    EXPECT_EQ(trace.end(), (Cursor{2, 4100}));
    EXPECT_EQ(sizeAt(trace, {0, 0}), 0u);
    EXPECT_EQ(sizeAt(trace, {0, 1}), 1u);
    EXPECT_EQ(sizeAt(trace, {1, 0}), 2u);
    for (std::size_t change = 0; change <= 4100; ++change)
        ASSERT_EQ(sizeAt(trace, {2, change}), 2 + change);
    EXPECT_EQ(trace.records[2].checkpoints.size(), 2u);
    EXPECT_TRUE(trace.at(trace.end()) == trace.final());
}

TEST(Trace, GivesTheUnitAtEveryCursorOfExactlyFullCheckpoints)
{
    for (const std::int64_t count : {2047, 2048, 2049, 4096}) {
        const std::vector<Step> steps = {append(count)};
        const Trace<Unit> trace = runPasses<Unit>(Unit(), steps);
        for (const std::int64_t change : {std::int64_t{0}, count / 2, count - 1, count})
            ASSERT_EQ(sizeAt(trace, {0, static_cast<std::size_t>(change)}), static_cast<std::size_t>(change)) << count;
    }
}

TEST(Trace, ClampsCursorsOutOfRange)
{
    const std::vector<Step> steps = {append(2)};
    const Trace<Unit> trace = runPasses<Unit>(Unit(), steps);
    EXPECT_EQ(sizeAt(trace, {0, 99}), 2u);
    EXPECT_EQ(sizeAt(trace, {7, 0}), 2u);
    EXPECT_EQ(Trace<Unit>{}.at({3, 3}).main().size(), 0u);
}

} // namespace
} // namespace sidelight::ir
