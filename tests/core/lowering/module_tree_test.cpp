// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/module_tree.h"

#include "core/support/text.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace sidelight::lowering {
namespace {

/// Items by what they read and the keys of their module calls.
struct Items {
    std::deque<fx::ModuleFrame> frames;
    std::vector<ModuleItem> items;

    Items& add(std::vector<std::size_t> reads, const std::vector<std::string>& stack)
    {
        ModuleItem item;
        item.reads = std::move(reads);
        for (const std::string& key : stack) {
            frames.push_back({key, key, "Module"});
            item.stack.push_back(&frames.back());
        }
        items.push_back(std::move(item));
        return *this;
    }
};

std::string textOf(const std::vector<ModuleChild>& children)
{
    std::string text;
    for (const ModuleChild& child : children) {
        text += text.empty() ? "" : " ";
        if (const auto* item = std::get_if<std::size_t>(&child)) {
            text += concat(*item);
        } else {
            const ModuleGroup& group = *std::get<std::unique_ptr<ModuleGroup>>(child);
            text += concat(group.frame->key, group.parts > 1 ? concat("#", group.part) : "", "(", textOf(group.children), ")");
        }
    }
    return text;
}

TEST(ModuleTree, NestsCalls)
{
    Items made;
    made.add({}, {"a"}).add({0}, {"a", "a.b"}).add({1}, {"a", "a.b"}).add({2}, {}).add({3}, {"c"});
    EXPECT_EQ(textOf(groupByModule(made.items)), "a(0 a.b(1 2)) 3 c(4)");
}

TEST(ModuleTree, KeepsRepeatedCallsApart)
{
    Items made;
    made.add({}, {"fc"}).add({0}, {}).add({1}, {"fc@1"});
    EXPECT_EQ(textOf(groupByModule(made.items)), "fc(0) 1 fc@1(2)");
}

TEST(ModuleTree, MovesAForeignItemThatDoesNotDependOnTheModule)
{
    Items made;
    made.add({}, {"a"}).add({}, {}).add({0, 1}, {"a"});
    EXPECT_EQ(textOf(groupByModule(made.items)), "1 a(0 2)");
}

TEST(ModuleTree, SplitsAModuleThatAValueLeavesAndComesBackTo)
{
    Items made;
    made.add({}, {"a"}).add({0}, {}).add({1}, {"a"}).add({2}, {"a"});
    EXPECT_EQ(textOf(groupByModule(made.items)), "a#1(0) 1 a#2(2 3)");
}

TEST(ModuleTree, SplitsOneOfTwoModulesThatReadEachOther)
{
    // Each is convex alone, but together they would wait for each other.
    Items made;
    made.add({}, {"a"}).add({0}, {"b"}).add({}, {"b"}).add({2}, {"a"});
    EXPECT_EQ(textOf(groupByModule(made.items)), "a#1(0) b(1 2) a#2(3)");
}

void collect(const std::vector<ModuleChild>& children, std::vector<std::size_t>& order)
{
    for (const ModuleChild& child : children) {
        if (const auto* item = std::get_if<std::size_t>(&child))
            order.push_back(*item);
        else
            collect(std::get<std::unique_ptr<ModuleGroup>>(child)->children, order);
    }
}

TEST(ModuleTree, GivesATopologicalOrderOfAllItemsForAnyGraph)
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        Items made;
        for (std::size_t i = 0; i < 40; ++i) {
            std::set<std::size_t> reads;
            for (int k = 0; k < 2 && i > 0; ++k)
                reads.insert(random() % i);
            std::vector<std::string> stack;
            if (random() % 4 != 0)
                stack.push_back(concat("m", random() % 4));
            if (!stack.empty() && random() % 2 == 0)
                stack.push_back(concat(stack.front(), ".n", random() % 2));
            made.add({reads.begin(), reads.end()}, stack);
        }
        std::vector<std::size_t> order;
        collect(groupByModule(made.items), order);
        std::vector<std::size_t> position(made.items.size(), made.items.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            position[order[i]] = i;
        for (std::size_t i = 0; i < made.items.size(); ++i) {
            ASSERT_LT(position[i], made.items.size()) << "item " << i << " is gone";
            for (const std::size_t read : made.items[i].reads)
                ASSERT_LT(position[read], position[i]) << "round " << round;
        }
    }
}

} // namespace
} // namespace sidelight::lowering
