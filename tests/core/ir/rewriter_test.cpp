// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/ir/toy_unit.h"

#include <gtest/gtest.h>

namespace sidelight::ir {
namespace {

using toy::Node;
using toy::Unit;

struct Abc {
    Unit unit;
    NodeId a, b, c;
    Abc()
    {
        Rewriter<Unit> rewriter(unit, "setup");
        a = rewriter.insert(kMainGraph, kNoNode, {"a", {}, {}});
        b = rewriter.insert(kMainGraph, kNoNode, {"b", {{a}}, {}});
        c = rewriter.insert(kMainGraph, kNoNode, {"c", {{a}, {b}, {a}}, {}});
    }
};

std::string usesText(const Rewriter<Unit>& rewriter, NodeId id)
{
    std::string out;
    for (const Use& use : rewriter.uses({id}))
        out += concat(out.empty() ? "" : " ", rewriter.node(use.user).name, use.slot);
    return out;
}

/// Reverts all changes, applies them again, and expects the units of before and after.
void expectRoundTrip(const Unit& before, const Unit& after, const std::vector<Change<Unit>>& changes)
{
    Unit unit = after;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        revert(unit, *change);
    EXPECT_TRUE(unit == before);
    for (const auto& change : changes)
        apply(unit, change);
    EXPECT_TRUE(unit == after);
}

TEST(Rewriter, KeepsDefUseChainsThroughEveryEdit)
{
    Abc abc;
    Rewriter<Unit> rewriter(abc.unit, "test");
    EXPECT_EQ(usesText(rewriter, abc.a), "b0 c0 c2");
    const NodeId d = rewriter.insertingAfter(abc.a, {"d", {{abc.a}}, {}});
    EXPECT_EQ(usesText(rewriter, abc.a), "b0 c0 c2 d0");
    rewriter.replaceAllUsesWith({abc.a}, {d});
    EXPECT_EQ(usesText(rewriter, abc.a), "d0");
    EXPECT_EQ(usesText(rewriter, d), "b0 c0 c2");
    rewriter.update(abc.c, {"c", {{abc.b}}, {}});
    EXPECT_EQ(usesText(rewriter, d), "b0");
    EXPECT_TRUE(rewriter.erase(abc.c).ok());
    EXPECT_EQ(usesText(rewriter, abc.b), "");
    EXPECT_FALSE(rewriter.hasUsers(abc.b));
    EXPECT_EQ(toy::text(abc.unit), "a d(a) b(d)");
}

TEST(Rewriter, RefusesToEraseANodeThatIsRead)
{
    Abc abc;
    Rewriter<Unit> rewriter(abc.unit, "test");
    const Status status = rewriter.erase(abc.b);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().ruleId, "SL2001");
    EXPECT_TRUE(rewriter.changes().empty());
    EXPECT_TRUE(abc.unit.main().contains(abc.b));
}

TEST(Rewriter, RecordsNothingForEditsThatChangeNothing)
{
    Abc abc;
    Rewriter<Unit> rewriter(abc.unit, "test");
    rewriter.update(abc.b, Node{"b", {{abc.a}}, {}});
    rewriter.move(abc.a, abc.b);
    rewriter.replaceAllUsesWith({abc.a}, {abc.a});
    rewriter.setState("none", nullptr);
    rewriter.setOpset("", std::nullopt);
    EXPECT_TRUE(rewriter.changes().empty());
}

TEST(Rewriter, StampsProvenanceCauseAndCodeLocation)
{
    Abc abc;
    Rewriter<Unit> rewriter(abc.unit, "fold");
    rewriter.setCause(abc.c);
    const int line = __LINE__ + 1;
    const NodeId made = rewriter.insertingBefore(abc.c, {"made", {}, {}}, abc.b);
    EXPECT_EQ(abc.unit.main()[made].madeBy, "fold of b");
    EXPECT_EQ(rewriter.changes().front().cause, abc.c);
    EXPECT_EQ(rewriter.changes().front().where.line, line);
    EXPECT_EQ(toy::text(abc.unit), "a b(a) made c(a,b,a)");
}

TEST(Rewriter, SeesReadsAcrossGraphs)
{
    Abc abc;
    Rewriter<Unit> rewriter(abc.unit, "test");
    const GraphId body = rewriter.addGraph();
    const NodeId inner = rewriter.insert(body, kNoNode, {"inner", {{abc.c}}, {}});
    EXPECT_EQ(rewriter.graphOf(inner), body);
    EXPECT_TRUE(rewriter.hasUsers(abc.c));
    rewriter.removeGraph(body);
    EXPECT_FALSE(rewriter.hasUsers(abc.c));
    EXPECT_FALSE(rewriter.contains(inner));
}

TEST(Change, EveryKindIsAppliedAndReverted)
{
    Abc abc;
    const Unit before = abc.unit;
    Rewriter<Unit> rewriter(abc.unit, "test");
    const NodeId d = rewriter.insertingBefore(abc.a, {"d", {}, {}});
    rewriter.update(abc.b, {"b2", {{d}}, {}});
    rewriter.move(abc.a, kNoNode);
    rewriter.move(abc.a, d);
    rewriter.setSignature("inputs: a");
    rewriter.setSignature("inputs: d");
    rewriter.setState("w", std::make_shared<const Tensor>());
    rewriter.setState("w", std::make_shared<const Tensor>());
    rewriter.setState("w", nullptr);
    rewriter.setState("v", std::make_shared<const Tensor>());
    const GraphId body = rewriter.addGraph();
    const NodeId inner = rewriter.insert(body, kNoNode, {"inner", {}, {}});
    rewriter.setFunction(body, std::make_shared<const std::string>("f"));
    rewriter.setFunction(body, std::make_shared<const std::string>("g"));
    rewriter.setOpset("", 18);
    rewriter.setOpset("", 20);
    rewriter.setOpset("x", 1);
    rewriter.setOpset("x", std::nullopt);
    const GraphId dropped = rewriter.addGraph();
    rewriter.insert(dropped, kNoNode, {"gone", {}, {}});
    rewriter.removeGraph(dropped);
    EXPECT_TRUE(rewriter.erase(abc.c).ok());

    std::vector<std::size_t> kinds(8, 0);
    for (const auto& change : rewriter.changes())
        ++kinds[change.what.index()];
    for (const std::size_t count : kinds)
        EXPECT_GT(count, 0u);
    EXPECT_EQ(toy::text(abc.unit), "a d b2(d)");
    EXPECT_EQ(abc.unit.graphs[body][inner].name, "inner");
    expectRoundTrip(before, abc.unit, rewriter.changes());
}

TEST(Change, ReplayingNeverLetsAnIdBeGivenTwice)
{
    Abc abc;
    Unit replayed = abc.unit;
    Rewriter<Unit> rewriter(abc.unit, "test");
    const NodeId made = rewriter.insert(kMainGraph, kNoNode, {"made", {}, {}});
    const GraphId body = rewriter.addGraph();
    for (const auto& change : rewriter.changes())
        apply(replayed, change);
    EXPECT_GT(replayed.newNodeId(), made);
    EXPECT_GT(replayed.newGraphId(), body);
}

} // namespace
} // namespace sidelight::ir
