// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/breakpoint.h"
#include "core/session/coverage.h"
#include "core/session/history.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::session {
namespace {

const Document& resnet()
{
    static const auto document = openDocument(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/resnet18.pt2", {});
    return **document;
}

std::size_t recordOf(const std::string& pass)
{
    for (std::size_t i = 0; i < resnet().fx.records.size(); ++i)
        if (resnet().fx.records[i].pass->id == pass)
            return i;
    return 0;
}

std::optional<ChangePlace> first(const std::string& text, const ChangePlace& from = {}, bool isBackward = false)
{
    const auto breakpoint = Breakpoint::parse(text);
    EXPECT_TRUE(breakpoint) << (breakpoint ? "" : breakpoint.error().message);
    return breakpoint ? breakpoint->next(resnet(), from, isBackward) : std::nullopt;
}

/// Whether the change at `place` is of the FX node `name`, before or after it.
bool isOf(const std::optional<ChangePlace>& place, const std::string& name)
{
    if (!place || place->isOnnx)
        return false;
    const auto& change = resnet().fx.records[place->record].changes[place->change - 1];
    const auto* node = std::get_if<ir::NodeChange<fx::ExportedProgram>>(&change.what);
    return node && ((node->before && node->before->name == name) || (node->after && node->after->name == name));
}

TEST(Breakpoint, StopsAtPassNodeOperatorModuleKindAndCode)
{
    const std::size_t functionalize = recordOf("functionalize");
    EXPECT_EQ(first("pass:functionalize"), (ChangePlace{false, functionalize, 1}));
    EXPECT_TRUE(isOf(first("node:%relu_"), "relu_"));
    EXPECT_TRUE(first("op:aten.relu_"));
    EXPECT_TRUE(first("module:layer2"));
    EXPECT_TRUE(first("code:functionalize.cpp"));
    EXPECT_FALSE(first("pass:nothing"));
    EXPECT_FALSE(first("node:%rel")) << "a name with % is whole";
    const auto lowered = first("kind:insert");
    ASSERT_TRUE(lowered);
    EXPECT_TRUE(lowered->isOnnx) << "no FX pass inserts anything into this program";
}

TEST(Breakpoint, JoinsWordsByAndOrNotAndParentheses)
{
    const auto inLayer2 = first("op:relu_ module:layer2");
    const auto anywhere = first("op:relu_");
    ASSERT_TRUE(inLayer2 && anywhere);
    EXPECT_LT(*anywhere, *inLayer2);
    EXPECT_EQ(first("op:relu_ and module:layer2"), inLayer2);
    EXPECT_EQ(first("(module:layer2 or module:layer3) op:relu_"), inLayer2);
    EXPECT_EQ(first("op:relu_ and not (module:layer1 or not module:layer)"), inLayer2);
    EXPECT_FALSE(first("op:relu_ and not op:relu"));
}

TEST(Breakpoint, GoesOnAndBack)
{
    const auto one = first("op:relu_");
    ASSERT_TRUE(one);
    const auto two = first("op:relu_", *one);
    ASSERT_TRUE(two);
    EXPECT_LT(*one, *two);
    EXPECT_EQ(first("op:relu_", *two, true), one);
    EXPECT_FALSE(first("op:relu_", *one, true));
    const auto last = first("pass:lower", ChangePlace{true, 99, 0}, true);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->change, resnet().onnx.records.front().changes.size());
}

TEST(Breakpoint, RefusesWhatIsNoExpression)
{
    for (const char* text : {"", "  ", "and", "op:", "(op:relu", "op:relu)", "not", "op:relu and", "op:relu or", "colour:red", "()"})
        EXPECT_FALSE(Breakpoint::parse(text)) << text;
    EXPECT_FALSE(Breakpoint::parse(std::string(1000, '(')));
    EXPECT_NE(Breakpoint::parse("colour:red").error().message.find("no field"), std::string::npos);
}

TEST(History, LeadsFromTheLoadedNodeThroughItsChangesToOnnx)
{
    const NodeId node = fx::findByName(resnet().fx.initial.main(), "relu_");
    ASSERT_NE(node, kNoNode);
    const auto steps = historyOfFx(resnet(), node);
    ASSERT_GE(steps.size(), 3u);
    bool isLoaded = false;
    bool isFunctionalized = false;
    bool isLowered = false;
    for (const HistoryStep& step : steps) {
        isLoaded = isLoaded || (step.pass == "loaded" && step.text.node == "%relu_");
        isFunctionalized = isFunctionalized || (step.pass == "functionalize" && step.relation == HistoryStep::Relation::Itself && step.place);
        isLowered = isLowered || (step.pass == "lower" && step.relation == HistoryStep::Relation::Lowered && step.place && step.place->isOnnx);
    }
    EXPECT_TRUE(isLoaded);
    EXPECT_TRUE(isFunctionalized);
    EXPECT_TRUE(isLowered);
}

TEST(History, OfAnOnnxNodeBeginsWithItsFxNode)
{
    const onnxir::Model& model = resnet().model();
    for (const NodeId id : model.main().order()) {
        if (model.main()[id].kind != onnxir::Kind::Operator)
            continue;
        const auto steps = historyOfOnnx(resnet(), id);
        ASSERT_FALSE(steps.empty());
        EXPECT_EQ(steps.front().relation, HistoryStep::Relation::Ancestor);
        EXPECT_EQ(steps.back().relation, HistoryStep::Relation::Itself);
        return;
    }
}

TEST(Coverage, CountsWhatAPassVisitedMatchedAndLetFallThrough)
{
    const std::size_t at = recordOf("functionalize");
    const auto coverage = coverageOf(resnet().fx.before(at), resnet().fx.records[at]);
    std::size_t visited = 0;
    bool hasRelu = false;
    for (const TargetCoverage& target : coverage) {
        visited += target.visited;
        EXPECT_LE(target.matched, target.visited);
        EXPECT_LE(target.changed, target.visited);
        if (target.target == "aten.relu_.default") {
            hasRelu = true;
            EXPECT_EQ(target.visited, target.changed);
        }
    }
    EXPECT_TRUE(hasRelu);
    EXPECT_GE(visited, 60u) << "calls at least";
}

} // namespace
} // namespace sidelight::session
