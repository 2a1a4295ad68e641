// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/build.h"
#include "core/display/overlay.h"
#include "tests/core/display/drawing_checks.h"
#include "tests/core/display/fx_maker.h"

#include <gtest/gtest.h>

namespace sidelight::display {
namespace {

/// x -> relu -> neg -> output.
fx::ExportedProgram chain()
{
    FxMaker make;
    const Value x = make.input("x", FxMaker::tensor({"8"}));
    const Value a = make.call("aten.relu.default", {x}, FxMaker::tensor({"8"}));
    const Value b = make.call("aten.neg.default", {a}, FxMaker::tensor({"8"}));
    make.output({b});
    return make.finish();
}

/// The chain with relu replaced by a cast and an exp; neg reads exp. `steps` of three edits are done.
fx::ExportedProgram edited(int steps)
{
    fx::ExportedProgram program = chain();
    fx::Rewriter rewriter(program, "test");
    const NodeId relu{1};
    const NodeId neg{2};
    Value last{NodeId{0}, 0};
    for (int i = 0; i < 2 && steps > i; ++i) {
        fx::Node node = program.main()[relu];
        node.name = i == 0 ? "cast" : "exp";
        node.target = i == 0 ? "torch.ops.aten._to_copy.default" : "torch.ops.aten.exp.default";
        node.args = {last};
        last = {rewriter.insertingBefore(neg, node), 0};
    }
    if (steps > 2) {
        rewriter.replaceAllUsesWith({relu, 0}, last);
        EXPECT_TRUE(rewriter.erase(relu).ok());
    }
    return program;
}

TEST(OverlayFx, DrawsAddedChangedAndErasedNodesTogether)
{
    const DisplayGraph graph = overlayFx(chain(), edited(3), plainOptions());
    EXPECT_EQ(debugText(graph), R"(b0 input 'x' none key n0
b1 operator '_to_copy' tensor key n4 added
b2 operator 'exp' tensor key n5 added
b3 operator 'relu' activation key n1 erased
b4 operator 'neg' tensor key n2 changed
b5 output 'output' none key n3
b0 -> b1 x 8 added
b1 -> b2 cast 8 added
b0 -> b3 x 8 erased
b2 -> b4 exp 8 added
b4 -> b5 neg 8
)");
}

TEST(MarkFx, ShowsOneMomentWithinAPass)
{
    const auto drawing = layOut(overlayFx(chain(), edited(3), plainOptions()), {});
    ASSERT_TRUE(drawing.ok());
    LaidOutGraph at = *drawing;
    markFx(at, chain(), edited(1));
    EXPECT_EQ(at.boxes, drawing->boxes);
    EXPECT_EQ(at.graph.nodes[3].delta, Delta::None);
    EXPECT_EQ(at.graph.nodes[1].delta, Delta::Added);
    EXPECT_TRUE(at.graph.nodes[2].pending);
    EXPECT_EQ(at.graph.nodes[4].delta, Delta::None);
    markFx(at, chain(), edited(3));
    EXPECT_EQ(debugText(at.graph), debugText(drawing->graph));
}

TEST(OverlayFx, IsTheGraphItselfWhenNothingChanged)
{
    EXPECT_EQ(debugText(overlayFx(chain(), chain(), plainOptions())), debugText(displayFx(chain(), plainOptions())));
}

TEST(MovedNodes, NamesTheFewestThatMoved)
{
    const auto ids = [](std::vector<std::uint32_t> numbers) {
        std::vector<NodeId> out;
        for (const std::uint32_t n : numbers)
            out.push_back(NodeId{n});
        return out;
    };
    EXPECT_EQ(movedNodes(ids({1, 2, 3, 4, 5}), ids({1, 5, 2, 3, 4})), ids({5}));
    EXPECT_EQ(movedNodes(ids({1, 2, 3}), ids({1, 2, 3})), ids({}));
}

} // namespace
} // namespace sidelight::display
