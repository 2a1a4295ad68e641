// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/decomposition_sizes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sidelight::fx::passes {
namespace {

const ir::Dim kN = ir::Dim::symbol("n");
const ir::Dim kM = ir::Dim::symbol("m");
const std::array<ir::Dim::Bindings, kTracings> kSizes = {{{{"n", 5}, {"m", 7}}, {{"n", 11}, {"m", 13}}, {{"n", 17}, {"m", 19}}}};

/// One call with one argument, as traced at one assignment.
Decomposition traced(Argument argument, const char* target = "torch.ops.aten.full.default")
{
    Node node;
    node.target = target;
    node.args = {std::move(argument)};
    return {{{NodeId{1}, std::move(node)}}, {Value{NodeId{1}}}};
}

std::string merged(const std::array<Argument, kTracings>& arguments)
{
    const auto one = generalize({traced(arguments[0]), traced(arguments[1]), traced(arguments[2])}, kSizes, {kN, kM});
    if (!one.ok())
        return one.error().ruleId + ": " + one.error().message;
    const Argument& argument = one->calls.front().node.args.front();
    if (const auto* dim = argument.as<ir::Dim>())
        return dim->text();
    const auto* number = argument.as<std::int64_t>();
    return number ? std::to_string(*number) : "other";
}

TEST(DecompositionSizes, FindsTheExpressionOfAnInteger)
{
    EXPECT_EQ(merged({4, 4, 4}), "4");
    EXPECT_EQ(merged({5, 11, 17}), "n");
    EXPECT_EQ(merged({12, 24, 36}), "m + n");
    EXPECT_EQ(merged({35, 143, 323}), "m*n");
    EXPECT_EQ(merged({2, 2, 2}), "2");
    EXPECT_EQ(merged({11, 23, 35}), "2*n + 1");
    EXPECT_EQ(merged({-5, -11, -17}), "-n");
    EXPECT_EQ(merged({1, 3, 5}), "(n//3)");
}

TEST(DecompositionSizes, NamesTheArgumentThatNoExpressionFits)
{
    EXPECT_EQ(merged({1, 100, 3}), "FXE0011: argument 0 of its part aten.full.default depends on sizes in a way that three tracings do not tell");
    EXPECT_EQ(merged({0.5, 0.25, 0.125}), "FXE0011: argument 0 of its part aten.full.default depends on sizes in a way that three tracings do not tell");
}

TEST(DecompositionSizes, RefusesOtherPartsAndOtherNumbersOfParts)
{
    const auto other = generalize({traced(1), traced(1), traced(1, "torch.ops.aten.ones.default")}, kSizes, {kN});
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().message, "which parts it has depends on sizes (aten.full.default at one, aten.ones.default at another)");
    const auto fewer = generalize({traced(1), traced(1), {}}, kSizes, {kN});
    ASSERT_FALSE(fewer.ok());
    EXPECT_EQ(fewer.error().message, "the number of its parts depends on sizes");
}

TEST(DecompositionSizes, ChoosesDistinctSizesWithinTheRanges)
{
    ProgramInfo info;
    info.ranges = {{kN, {2, 16}}, {kM, {100, std::nullopt}}};
    const auto sizes = chooseSizes({"m", "n"}, info);
    std::set<std::int64_t> all;
    for (const ir::Dim::Bindings& bindings : sizes) {
        const std::int64_t n = bindings.at("n");
        EXPECT_GE(n, 2);
        EXPECT_LE(n, 16);
        EXPECT_GE(bindings.at("m"), 100);
        all.insert(n);
        all.insert(bindings.at("m"));
    }
    EXPECT_EQ(all.size(), 6u);
}

} // namespace
} // namespace sidelight::fx::passes
