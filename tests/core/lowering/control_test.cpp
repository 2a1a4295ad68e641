// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Loops and scans made of FX subgraphs, and what recurrent and sampling operators refuse.
#include "core/fx/program.h"
#include "tests/core/lowering/program_builder.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::lowering {
namespace {

using testing::bodyOf;
using testing::bodyOfCall;
using testing::f32;
using testing::ProgramBuilder;

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(Control, MapBecomesAScanThatCapturesWhatItDoesNotMap)
{
    ProgramBuilder builder;
    const Value xs = builder.input("xs", f32({4, 3}));
    const Value y = builder.input("y", f32({3}));
    const GraphId graph = builder.beginSubgraph();
    const Value x = builder.input("x", f32({3}));
    const Value captured = builder.input("captured", f32({3}));
    const Value product = builder.call("mul", "torch.ops.aten.mul.Tensor", {x, captured}, f32({3}));
    builder.output({product});
    builder.endSubgraph();
    const Value body = builder.subgraph("body_graph_0", graph);
    const Value mapped = builder.call("map_impl", "torch.ops.higher_order.map_impl",
        {body, fx::ArgumentList{xs}, fx::ArgumentList{y}}, ir::Type::list({f32({4, 3})}));
    builder.output({builder.getitem("getitem", mapped, 0)});
    const Lowered lowered = lower(builder.finish(), {});
    EXPECT_EQ(testing::diagnosticsOf(lowered), "");
    const std::string text = testing::textOf(lowered.record.after);
    EXPECT_TRUE(contains(text, "Scan")) << text;
    EXPECT_TRUE(contains(text, "num_scan_inputs=1")) << text;
}

TEST(Recurrent, RefusesDropoutInTraining)
{
    const std::string body = bodyOfCall(
        "aten.rnn_tanh.input(f32[5, 2, 3], f32[1, 2, 4], [f32[4, 3], f32[4, 4]], False, 1, 0.5, True, False, False) "
        "-> (f32[5, 2, 4], f32[1, 2, 4])");
    EXPECT_TRUE(contains(body, "dropout between layers in training")) << body;
}

TEST(Recurrent, RefusesWeightsOfNoLayer)
{
    const std::string body = bodyOfCall("aten.lstm.input(f32[5, 2, 3], [f32[1, 2, 2], f32[1, 2, 4]], [f32[16, 3], "
                                        "f32[16, 2], f32[2, 4], f32[2, 4]], False, 1, "
                                        "0.0, False, False, False) -> (f32[5, 2, 2], f32[1, 2, 2], f32[1, 2, 4])");
    EXPECT_TRUE(contains(body, "its weights are not those of a layer")) << body;
}

TEST(Sampling, RefusesWeightsOfMeansAndModesThatAreNone)
{
    const std::string bag = bodyOfCall("aten.embedding_bag.default(f32[10, 3], i64[6], i64[2], False, 1, False, "
                                       "f32[6]) -> (f32[2, 3], i64[6], i64[2], i64[2])");
    EXPECT_TRUE(contains(bag, "only sums take weights")) << bag;
    const std::string cubic = bodyOfCall(
        "aten.grid_sampler.default(f32[2, 3, 4, 5, 6], f32[2, 2, 4, 4, 3], 2, 0, False) -> f32[2, 3, 2, 4, 4]");
    EXPECT_TRUE(contains(cubic, "there is no such mode")) << cubic;
}

} // namespace
} // namespace sidelight::lowering
