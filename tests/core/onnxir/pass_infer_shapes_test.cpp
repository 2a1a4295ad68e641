// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/onnxir/passes/pipeline.h"
#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

namespace sidelight::onnxir::passes {
namespace {

using testing::floats;
using testing::ModelBuilder;

/// Counts how often types are asked for, and adds none.
class CountingSchemas final : public ir::OnnxSchemas
{
public:
    [[nodiscard]] std::string documentation(std::string_view, std::string_view, std::int64_t) const override { return {}; }
    [[nodiscard]] std::vector<std::string> inputNames(std::string_view, std::string_view, std::int64_t) const override { return {}; }
    [[nodiscard]] std::int64_t sinceVersion(std::string_view, std::string_view, std::int64_t) const override { return 0; }
    void addInferredTypes(ir::Rewriter<Model>&) const override { ++count; }
    [[nodiscard]] std::int64_t newestOpset() const override { return 18; }

    mutable int count = 0;
};

int timesAsked(const Model& model)
{
    const CountingSchemas schemas;
    ir::RunOptions<Model> options;
    options.services.schemas = &schemas;
    const std::vector<PassStep> steps = {{find("shape-inference"), {}, true}};
    const Trace trace = ir::runPasses<Model>(model, steps, options);
    EXPECT_EQ(trace.records.front().outcome, ir::Outcome::Unchanged);
    return schemas.count;
}

ValueType withUnknownSize()
{
    ValueType type = floats({2});
    type.sizes.front().reset();
    return type;
}

TEST(PassShapeInference, AsksForNoTypesWhenAllAreKnown)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    b.output("out", b.op("Relu", {x}, "y", floats({2})));
    EXPECT_EQ(timesAsked(b.model), 0);
}

TEST(PassShapeInference, AsksWhenATypeOrASizeIsUnknown)
{
    for (const ValueType& incomplete : {ValueType{}, withUnknownSize()}) {
        ModelBuilder b;
        const Value x = b.input("x", floats({2}));
        b.output("out", b.op("Relu", {x}, "y", incomplete));
        EXPECT_EQ(timesAsked(b.model), 1);
    }
}

TEST(PassShapeInference, AsksWhenABodyLacksAType)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const GraphId body = b.body();
    b.output("inner", b.op("Relu", {x}, "z", ValueType{}, body), body);
    const std::vector<Attribute> branches = {{"else_branch", body}, {"then_branch", body}};
    b.output("out", b.op("If", {x}, "y", floats({2}), kMainGraph, branches));
    EXPECT_EQ(timesAsked(b.model), 1);
}

} // namespace
} // namespace sidelight::onnxir::passes
