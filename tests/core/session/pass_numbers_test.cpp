// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/evaluator_client.h"
#include "core/session/bisect.h"
#include "core/session/evaluated_program.h"
#include "core/session/exact_match.h"
#include "tests/core/fx/pass_test_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sidelight::session {
namespace {

using fx::ExportedProgram;
using fx::passes::testing::Builder;
using fx::passes::testing::f32;
using fx::passes::testing::size;

runtime::EvaluatorClient& evaluator()
{
    static runtime::EvaluatorClient client([] {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        return options;
    }());
    return client;
}

std::string sample(const std::string& name) { return std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2"; }

/// x · w, then `length` additions of 0.5: sums of small halves are exact.
ExportedProgram chain(std::size_t length)
{
    Builder builder;
    const ir::Type type = f32({size(3)});
    const Value x = builder.input("x", type);
    const float weights[] = {1.0F, 2.0F, 4.0F};
    const Value w = builder.constant("w", type, ir::Tensor::fromValues<float>(ir::DType::Float32, {3}, weights));
    Value value = builder.call("aten.mul.Tensor", {x, w}, type);
    for (std::size_t i = 0; i < length; ++i)
        value = builder.call("aten.add.Tensor", {value, 0.5}, type);
    builder.output({value});
    ExportedProgram program = builder.program();
    program.info = std::make_shared<const fx::ProgramInfo>();
    return program;
}

/// A document of one pass over `program`.
Document documentOf(const ExportedProgram& program, const fx::Pass& pass)
{
    const std::vector<fx::PassStep> steps = {{&pass, {}, true}};
    Document document;
    document.fx = ir::runPasses<ExportedProgram>(program, steps);
    EXPECT_EQ(document.fx.records.front().outcome, ir::Outcome::Modified);
    return document;
}

/// Calls `change` on each addition, in order, and updates it.
template <class Change>
Status onEachAddition(fx::PassContext& context, Change&& change)
{
    std::size_t number = 0;
    for (const NodeId id : context.unit().main().orderCopy()) {
        fx::Node node = context.unit().main()[id];
        if (node.op != fx::Op::CallFunction || node.overload() != "aten.add.Tensor")
            continue;
        context.rewriter.visit(id);
        change(node, ++number);
        context.rewriter.update(id, std::move(node));
    }
    return {};
}

constexpr std::size_t kFaulty = 1234;

/// Renames every addition; the 1234th loses its half on the way.
Status renameWithAFault(fx::PassContext& context)
{
    return onEachAddition(context, [](fx::Node& node, std::size_t number) {
        node.name = concat("sum_", number);
        if (number == kFaulty)
            node.args[1] = 0.25;
    });
}
constexpr fx::Pass kRenameWithAFault{"rename-with-a-fault", "Renames.", renameWithAFault};

/// Moves the second weight by one unit in the last place.
Status nudgeWeight(fx::PassContext& context)
{
    const float weights[] = {1.0F, std::nextafter(2.0F, 3.0F), 4.0F};
    context.rewriter.setState("w", std::make_shared<const ir::Tensor>(ir::Tensor::fromValues<float>(ir::DType::Float32, {3}, weights)));
    return {};
}
constexpr fx::Pass kNudgeWeight{"nudge-weight", "Nudges.", nudgeWeight};
constexpr fx::Pass kNudgeWithinTolerance{"nudge-within-tolerance", "Nudges.", nudgeWeight, {}, {}, true, 1e-6};

Status nudgeThirdHalf(fx::PassContext& context)
{
    return onEachAddition(context, [](fx::Node& node, std::size_t number) {
        if (number == 3)
            node.args[1] = static_cast<double>(std::nextafter(0.5F, 1.0F));
    });
}
constexpr fx::Pass kNudgeThirdHalf{"nudge-third-half", "Nudges.", nudgeThirdHalf};

Status claimAnotherShape(fx::PassContext& context)
{
    return onEachAddition(context, [](fx::Node& node, std::size_t number) {
        if (number == 2)
            node.val = f32({size(3), size(1)});
    });
}
constexpr fx::Pass kClaimAnotherShape{"claim-another-shape", "Lies.", claimAnotherShape};

Status claimOtherStrides(fx::PassContext& context)
{
    return onEachAddition(context, [](fx::Node& node, std::size_t number) {
        if (number == 2)
            node.val.tensor.strides = {size(2)};
    });
}
constexpr fx::Pass kClaimOtherStrides{"claim-other-strides", "Lies.", claimOtherStrides};

PassMatch matchOf(const ExportedProgram& program, const fx::Pass& pass)
{
    const Document document = documentOf(program, pass);
    const auto matches = matchPasses(document, evaluator(), {});
    EXPECT_TRUE(matches) << (matches ? "" : matches.error().message);
    return matches && matches->size() == 1 ? matches->front() : PassMatch{};
}

TEST(ExactMatch, EverySampleIsEqualAfterEveryPass)
{
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const auto document = openDocument(sample(name), {});
        ASSERT_TRUE(document);
        const auto matches = matchPasses(**document, evaluator(), {});
        ASSERT_TRUE(matches) << matches.error().message;
        ASSERT_FALSE(matches->empty()) << "the lowering at least";
        for (const PassMatch& match : *matches) {
            EXPECT_TRUE(match.match == Match::BitEqual || match.match == Match::Within) << name << " " << match.pass << ": " << match.reason;
            for (const Diagnostic& diagnostic : match.diagnostics)
                ADD_FAILURE() << name << " " << match.pass << ": " << support::toText(diagnostic);
        }
    }
}

TEST(ExactMatch, OneUlpInAWeightIsFoundAtItsPlaceholder)
{
    const ExportedProgram program = chain(5);
    const PassMatch match = matchOf(program, kNudgeWeight);
    EXPECT_EQ(match.match, Match::Differs);
    EXPECT_GE(match.maxUlp, 1u);
    ASSERT_NE(match.firstNode, kNoNode);
    EXPECT_EQ(program.main()[match.firstNode].name, "c_w");
    ASSERT_FALSE(match.diagnostics.empty());
    EXPECT_EQ(match.diagnostics.front().ruleId, "FXE0010");
    EXPECT_EQ(match.diagnostics.front().level, Level::Error);
}

TEST(ExactMatch, OneUlpInALiteralIsFoundAtItsCall)
{
    const ExportedProgram program = chain(5);
    const PassMatch match = matchOf(program, kNudgeThirdHalf);
    EXPECT_EQ(match.match, Match::Differs);
    ASSERT_NE(match.firstNode, kNoNode);
    EXPECT_EQ(program.main()[match.firstNode].name, "add_2");
}

TEST(ExactMatch, WhatAPassDeclaresIsWithinTolerance)
{
    const PassMatch match = matchOf(chain(5), kNudgeWithinTolerance);
    EXPECT_EQ(match.match, Match::Within) << match.reason;
    EXPECT_GT(match.maxAbsolute, 0);
    EXPECT_TRUE(match.diagnostics.empty());
}

TEST(ExactMatch, AComparisonThatCouldNotBeMadeHidesNoneThatDiffers)
{
    const auto tensor = [](float value) { return ir::Tensor::fromValues<float>(ir::DType::Float32, {1}, std::span(&value, 1)); };
    ir::Tensor absent = tensor(1);
    absent.storage = std::make_shared<const ir::Storage>();
    using Values = std::vector<runtime::NamedTensor>;
    for (const bool isFirst : {true, false}) {
        Values before = {{"known", tensor(1)}};
        Values after = {{"known", tensor(2)}};
        before.insert(isFirst ? before.begin() : before.end(), {"absent", absent});
        after.insert(isFirst ? after.begin() : after.end(), {"absent", absent});
        const ValueMatch found = compareOutputs(before, after, 0);
        EXPECT_EQ(found.match, Match::Differs) << isFirst;
        EXPECT_NE(found.reason.find("known"), std::string::npos) << found.reason;
        EXPECT_EQ(found.maxAbsolute, 1);
    }
    const ValueMatch unknown = compareOutputs(Values{{"absent", absent}, {"known", tensor(1)}}, Values{{"absent", absent}, {"known", tensor(1)}}, 0);
    EXPECT_EQ(unknown.match, Match::Unknown) << unknown.reason;
}

TEST(ExactMatch, StaleShapeAndStridesAreToldOnce)
{
    for (const fx::Pass* pass : {&kClaimAnotherShape, &kClaimOtherStrides}) {
        const PassMatch match = matchOf(chain(4), *pass);
        EXPECT_EQ(match.match, Match::BitEqual);
        ASSERT_EQ(match.diagnostics.size(), 1u) << pass->id;
        EXPECT_EQ(match.diagnostics.front().ruleId, "SL2007");
        EXPECT_NE(match.diagnostics.front().message.find("%add_1"), std::string::npos) << match.diagnostics.front().message;
    }
}

TEST(Bisect, FindsThePlantedFaultAmongTwoThousandChanges)
{
    const Document document = documentOf(chain(2000), kRenameWithAFault);
    ASSERT_EQ(document.fx.records.front().changes.size(), 2000u);
    BisectOptions options;
    options.check.kind = GraphCheck::Kind::Equal;
    const auto found = bisect(document, evaluator(), options);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(*found);
    EXPECT_EQ((*found)->pass, "rename-with-a-fault");
    EXPECT_EQ((*found)->change, kFaulty);
    EXPECT_EQ((*found)->untold, 0u);
    EXPECT_EQ((*found)->text.node, "%sum_1234");
    EXPECT_NE((*found)->text.after.find("0.25"), std::string::npos);
}

TEST(Bisect, RunsAShellCommandOnTheGraph)
{
    const Document document = documentOf(chain(40), kNudgeThirdHalf);
    BisectOptions options;
    options.check = *readGraphCheck("! grep -q 0.500000059");
    const auto found = bisect(document, evaluator(), options);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(*found);
    EXPECT_EQ((*found)->change, 1u);
}

TEST(Bisect, SaysWhenNothingFails)
{
    const auto document = openDocument(sample("mlp"), {});
    ASSERT_TRUE(document);
    for (const char* check : {"lint", "equal", "true"}) {
        BisectOptions options;
        options.check = *readGraphCheck(check);
        const auto found = bisect(**document, evaluator(), options);
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_FALSE(*found) << check;
    }
}

TEST(Bisect, RefusesACheckThatFailsAtTheStartAndAnUnknownPass)
{
    const auto document = openDocument(sample("mlp"), {});
    ASSERT_TRUE(document);
    BisectOptions options;
    options.check = *readGraphCheck("false");
    const auto fails = bisect(**document, evaluator(), options);
    ASSERT_FALSE(fails);
    EXPECT_NE(fails.error().message.find("as it was loaded"), std::string::npos);
    options.pass = "nothing";
    const auto unknown = bisect(**document, evaluator(), options);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().ruleId, "SL2004");
    EXPECT_FALSE(readGraphCheck(""));
}

} // namespace
} // namespace sidelight::session
