// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/reduce.h"

#include "core/fx/lint.h"
#include "core/io/pt2_reader.h"
#include "core/io/pt2_writer.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/reduce_edits.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace sidelight::session {
namespace {

runtime::EvaluatorClient& evaluator()
{
    static runtime::EvaluatorClient client([] {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        return options;
    }());
    return client;
}

fx::ExportedProgram sample(const std::string& name)
{
    auto read = io::readPt2(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2");
    EXPECT_TRUE(read.ok());
    return read.ok() ? std::move(read->program) : fx::ExportedProgram{};
}

std::vector<std::string> targets(const fx::ExportedProgram& program)
{
    std::vector<std::string> out;
    for (const NodeId id : callsOf(program))
        out.push_back(program.main()[id].target);
    return out;
}

/// A pass with a fault: it takes gelu for relu.
Status breakGelu(fx::PassContext& context)
{
    for (const NodeId id : context.unit().main().orderCopy()) {
        fx::Node node = context.unit().main()[id];
        if (node.target != "torch.ops.aten.gelu.default")
            continue;
        node.target = "torch.ops.aten.relu.default";
        node.args.resize(1);
        node.kwargs.clear();
        context.rewriter.update(id, std::move(node));
    }
    return {};
}
constinit const fx::Pass kBreakGelu{.id = "break-gelu", .summary = "Has a fault.", .run = breakGelu};

/// A pass that gives two nodes one name.
Status breakNames(fx::PassContext& context)
{
    NodeId first = kNoNode;
    for (const NodeId id : context.unit().main().orderCopy()) {
        fx::Node node = context.unit().main()[id];
        if (node.target != "torch.ops.aten.layer_norm.default")
            continue;
        if (first == kNoNode) {
            first = id;
            continue;
        }
        node.name = context.unit().main()[first].name;
        context.rewriter.update(id, std::move(node));
        break;
    }
    return {};
}
constinit const fx::Pass kBreakNames{.id = "break-names", .summary = "Has a fault.", .run = breakNames};

ReduceOptions with(const fx::Pass& pass, GraphCheck::Kind check)
{
    ReduceOptions options;
    options.check.kind = check;
    auto pipeline = std::make_shared<Pipeline>(defaultPipeline());
    pipeline->fx.push_back({&pass, {}, true});
    options.open.pipeline = std::move(pipeline);
    options.pass = pass.id;
    return options;
}

TEST(Reduce, LeavesTheOneCallThatAFaultyPassBreaks)
{
    const auto options = with(kBreakGelu, GraphCheck::Kind::Equal);
    const fx::ExportedProgram gpt = sample("gpt");
    const auto reduced = reduce(gpt, evaluator(), options);
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    EXPECT_EQ(targets(reduced->program), std::vector<std::string>{"torch.ops.aten.gelu.default"});
    EXPECT_GT(reduced->before.calls, 90u);
    EXPECT_EQ(reduced->after, (ProgramSize{1, 1, 1, 0}));
    EXPECT_TRUE(fx::lint(reduced->program).empty());
    EXPECT_FALSE(reduced->reason.empty());

    // Written and read back it is still there.
    testing::TemporaryFolder folder;
    ASSERT_TRUE(io::writePt2(reduced->program, folder / "small.pt2").ok());
    const auto back = io::readPt2(folder / "small.pt2");
    ASSERT_TRUE(back.ok()) << back.error().message;
    const auto verdict = judgePipeline(back->program, evaluator(), options);
    ASSERT_TRUE(verdict.ok());
    EXPECT_EQ(verdict->kind, Verdict::Kind::Bad);
}

TEST(Reduce, GivesTheSameProgramEachTime)
{
    const auto options = with(kBreakGelu, GraphCheck::Kind::Equal);
    const auto first = reduce(sample("vit"), evaluator(), options);
    const auto second = reduce(sample("vit"), evaluator(), options);
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_TRUE(first->program.graphs == second->program.graphs);
    EXPECT_EQ(first->tried, second->tried);
}

TEST(Reduce, KeepsBothCallsWhereTheFailureNeedsTwo)
{
    const auto reduced = reduce(sample("gpt"), evaluator(), with(kBreakNames, GraphCheck::Kind::Lint));
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    EXPECT_EQ(targets(reduced->program), (std::vector<std::string>{"torch.ops.aten.layer_norm.default", "torch.ops.aten.layer_norm.default"}));
}

TEST(Reduce, AsksACommandOverThePt2AndTheOnnxFile)
{
    ReduceOptions options;
    options.check = {GraphCheck::Kind::Command, "! grep -q aten.gelu {}"};
    options.pass = "normalize-arguments";
    const auto reduced = reduce(sample("vit"), evaluator(), options);
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    EXPECT_EQ(targets(reduced->program), std::vector<std::string>{"torch.ops.aten.gelu.default"});
    options.pass = "lower";
    options.check.command = "case {} in *.onnx) ! grep -q Sigmoid {};; *) true;; esac";
    const auto lowered = reduce(sample("mlp"), evaluator(), options);
    ASSERT_TRUE(lowered.ok()) << lowered.error().message;
    EXPECT_EQ(targets(lowered->program), std::vector<std::string>{"torch.ops.aten.sigmoid.default"});
}

TEST(Reduce, MakesSizesAndWeightsSmallWhereTheFailureStays)
{
    ReduceOptions options;
    options.check = {GraphCheck::Kind::Command, "! grep -q aten.linear {}"};
    options.pass = "normalize-arguments";
    const auto reduced = reduce(sample("vit"), evaluator(), options);
    ASSERT_TRUE(reduced.ok()) << reduced.error().message;
    EXPECT_EQ(targets(reduced->program), std::vector<std::string>{"torch.ops.aten.linear.default"});
    EXPECT_LE(reduced->after.weightElements, 2u);
    for (const auto& [name, tensor] : *reduced->program.state) {
        const auto bytes = ir::readContiguous(*tensor);
        ASSERT_TRUE(bytes.ok());
        EXPECT_EQ(*bytes, std::vector<std::byte>(bytes->size())) << name;
    }
}

TEST(Reduce, SaysThatThereIsNothingToReduce)
{
    ReduceOptions options;
    const auto held = reduce(sample("mlp"), evaluator(), options);
    ASSERT_FALSE(held.ok());
    EXPECT_EQ(held.error().ruleId, "SL9004");
    options.pass = "no-such-pass";
    const auto unknown = reduce(sample("mlp"), evaluator(), options);
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().ruleId, "SL2004");
}

TEST(Reduce, StopsWhenAsked)
{
    auto options = with(kBreakGelu, GraphCheck::Kind::Equal);
    std::stop_source stop;
    std::size_t calls = 0;
    options.stop = stop.get_token();
    options.progress = [&](std::string_view) {
        if (++calls == 3)
            stop.request_stop();
    };
    const auto reduced = reduce(sample("gpt"), evaluator(), options);
    ASSERT_FALSE(reduced.ok());
    EXPECT_EQ(reduced.error().ruleId, "SL9003");
    EXPECT_LE(calls, 4u);
}

} // namespace
} // namespace sidelight::session
