// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each overload's own test call, and the body that it is lowered to. The bodies in bodies.txt were held against PyTorch's numbers when they were
// written; SIDELIGHT_WRITE_BODIES=1 writes the file anew, to be checked again.
#include "core/lowering/examples.h"
#include "core/lowering/registry.h"
#include "core/support/file.h"
#include "core/support/text.h"
#include "tests/core/lowering/program_builder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

namespace sidelight::lowering {
namespace {

constexpr const char* kBodies = SIDELIGHT_SOURCE_DIR "/tests/core/lowering/bodies.txt";

std::map<std::string, std::string> readBodies()
{
    const auto text = support::readText(kBodies);
    std::map<std::string, std::string> bodies;
    std::string* open = nullptr;
    for (const std::string_view line : support::split(text ? std::string_view(*text) : std::string_view(), '\n')) {
        if (line.starts_with("# "))
            open = &bodies[std::string(line.substr(2))];
        else if (open && !line.empty())
            *open += concat(line, "\n");
    }
    return bodies;
}

TEST(Examples, LowerToTheirKnownBodies)
{
    if (std::getenv("SIDELIGHT_WRITE_BODIES")) {
        std::string text;
        for (const Example& example : examples())
            text += concat("# ", example.call, "\n", testing::bodyOfCall(example.call), "\n");
        ASSERT_TRUE(support::writeText(kBodies, text).ok());
    }
    const auto bodies = readBodies();
    for (const Example& example : examples()) {
        const auto known = bodies.find(std::string(example.call));
        EXPECT_EQ(testing::bodyOfCall(example.call), known == bodies.end() ? std::string("no known body") : known->second) << example.call;
    }
}

TEST(Examples, AreThereForEachOverload)
{
    for (const Lowering* row : loweringsAt(18))
        // A higher-order operator takes graphs, which a test call cannot hold.
        EXPECT_TRUE(findExample(row->target) || row->target.starts_with("higher_order.")) << row->target << " has no test call in core/lowering/examples";
    for (const Example& example : examples())
        EXPECT_TRUE(findLowering(example.target, 18) || findLowering(example.target, 18, true)) << example.target << " has a test call and no lowering";
}

TEST(Registry, ChoosesTheNewestThatTheOpsetAllows)
{
    EXPECT_EQ(findLowering("aten.gelu.default", 18)->since_opset, 18);
    EXPECT_EQ(findLowering("aten.gelu.default", 19)->since_opset, 18);
    EXPECT_EQ(findLowering("aten.gelu.default", 20)->since_opset, 20);
    EXPECT_EQ(findLowering("aten.gelu.default", 23)->since_opset, 20);
    EXPECT_EQ(findLowering("aten.gelu.default", 17), nullptr);
    EXPECT_EQ(testing::bodyOfCall("aten.scaled_dot_product_attention.default(f32[2, 4, 3, 8], f32[2, 4, 5, 8], f32[2, 4, 5, 8]) -> f32[2, 4, 3, 8]", 23),
        "(query, key, value) => (result)\nresult = Attention(query, key, value)\n");
    EXPECT_EQ(testing::bodyOfCall("aten.rms_norm.default(f32[2, 3], [3], f32[3], 0.5) -> f32[2, 3]", 23),
        "(input, weight) => (result)\nresult = RMSNormalization<axis=-1, epsilon=0.5>(input, weight)\n");
    EXPECT_EQ(findLowering("aten.no_such_operator.default", 18), nullptr);
    EXPECT_EQ(testing::bodyOfCall("aten.gelu.default(f32[2]) -> f32[2]", 20), "(self) => (result)\nresult = Gelu<approximate=none>(self)\n");
}

TEST(Registry, HasEachTargetOnceForAnOpsetAndASchemaForEach)
{
    for (const std::int64_t opset : {18, 21, 23, 26}) {
        std::string last;
        for (const Lowering* row : loweringsAt(opset)) {
            EXPECT_LT(last, row->target);
            last = row->target;
            EXPECT_TRUE(fx::findSchema(row->target) || !pythonParameters(row->target).empty()) << row->target << " has no schema to bind arguments by";
        }
    }
}

} // namespace
} // namespace sidelight::lowering
