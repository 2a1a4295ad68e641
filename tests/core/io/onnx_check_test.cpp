// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_check.h"
#include "core/io/onnx_schemas.h"
#include "core/onnxir/print.h"
#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

namespace sidelight::io {
namespace {

using testing::floats;
using testing::ModelBuilder;
using testing::tensorOf;

TEST(OnnxCheck, FindsNothingInASoundModel)
{
    EXPECT_TRUE(checkModel(testing::linearModel().model).empty());
}

TEST(OnnxCheck, NamesTheNodeThatTheCheckerRefuses)
{
    ModelBuilder b;
    b.output("y", b.op("Relu", {b.input("x", floats({2})), Value{NodeId{0}, 0}}, "y", floats({2})));
    const auto found = checkModel(b.model);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].ruleId, "SL4004");
    ASSERT_EQ(found[0].locations.size(), 1u);
    EXPECT_EQ(found[0].locations[0].name, "node_y");
    EXPECT_EQ(found[0].locations[0].kind, "onnx-node");
}

TEST(OnnxCheck, NamesTheNodeWhoseShapesDoNotFit)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2, 3}));
    const Value y = b.input("y", floats({4, 5}));
    b.output("z", b.op("MatMul", {x, y}, "z", floats({2, 5})));
    const auto found = checkModel(b.model);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].ruleId, "SL4004");
    EXPECT_EQ(found[0].locations.at(0).name, "node_z") << found[0].message;
}

TEST(OnnxCheck, RefusesAnOutputOfAnotherTypeThanDeclared)
{
    ModelBuilder b;
    b.output("y", b.op("Relu", {b.input("x", floats({2}))}, "y", floats({3})));
    EXPECT_EQ(checkModel(b.model).size(), 1u);
}

TEST(OnnxCheck, ReadsNoLargeWeights)
{
    ModelBuilder b;
    auto storage = std::make_shared<ir::Storage>();
    ir::Tensor huge;
    huge.dtype = ir::DType::Float32;
    huge.sizes = {100'000, 100'000};
    huge.strides = {100'000, 1};
    huge.storage = storage;
    const Value x = b.input("x", floats({2, 100'000}));
    const Value w = b.initializer("w", huge);
    const Value product = b.op("MatMul", {x, w}, "product");
    b.output("y", b.op("Relu", {product}, "y", floats({2, 100'000})));
    EXPECT_TRUE(checkModel(b.model).empty());
    const auto types = inferTypes(b.model);
    ASSERT_EQ(types.count(product), 1u);
    EXPECT_EQ(onnxir::printType(types.at(product)), "float[2, 100000]");
}

TEST(OnnxCheck, ReportsAModelThatCannotBeWritten)
{
    ModelBuilder b;
    b.op("Relu", {Value{NodeId{9}, 0}}, "y", floats({2}));
    const auto found = checkModel(b.model);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].ruleId, "SL2001");
}

TEST(OnnxCheck, InfersTypesThroughFunctionsShapesAndBodies)
{
    ModelBuilder b;
    const auto batch = ir::Dim::symbol("batch");
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const Value x = b.input("x", onnxir::ValueType::tensor(ir::DType::Float32, {batch, ir::Dim::constant(6)}));
    const Value shape = b.initializer("shape", tensorOf<std::int64_t>(ir::DType::Int64, {3}, {0, 2, 3}));
    const Value reshaped = b.op("Reshape", {x, shape}, "reshaped");
    onnxir::Node call;
    call.op = {"d", "f", {}};
    call.name = "call";
    call.inputs = {reshaped};
    call.outputs = {{"called", {}}};
    const Value called{b.add(call), 0};
    const GraphId yes = b.body();
    const GraphId no = b.body();
    const Value t = b.op("Relu", {called}, "t", {}, yes);
    b.output("t", t, yes);
    b.output("t", b.op("Neg", {called}, "t", {}, no), no);
    const Value y = b.op("If", {c}, "y", {}, kMainGraph, {{"else_branch", no}, {"then_branch", yes}});
    b.output("y", y);
    const GraphId f = b.function("d", "f");
    b.output("r", b.op("Cast", {b.input("a", {}, f)}, "r", {}, f, {{"to", std::int64_t{11}}}), f);
    auto types = inferTypes(b.model);
    EXPECT_EQ(onnxir::printType(types[reshaped]), "float[batch, 2, 3]");
    EXPECT_EQ(onnxir::printType(types[called]), "double[batch, 2, 3]");
    EXPECT_EQ(onnxir::printType(types[t]), "double[batch, 2, 3]");
    EXPECT_EQ(onnxir::printType(types[y]), "double[batch, 2, 3]");
    EXPECT_EQ(types.count(x), 0u) << "known already";
}

TEST(OnnxCheck, LeavesSizesUnknownForWhichInferenceInventsNames)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({4}));
    const Value indices = b.op("NonZero", {x}, "indices");
    b.output("indices", indices);
    const auto types = inferTypes(b.model);
    ASSERT_EQ(types.count(indices), 1u);
    EXPECT_EQ(onnxir::printType(types.at(indices)), "int64[1, ?]");
}

TEST(OnnxCheck, AddsInferredTypesAsOneChangeANode)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({4, 2}));
    const Value a = b.op("Relu", {x}, "a");
    const Value t = b.op("Transpose", {a}, "t");
    b.output("t", t);
    onnxir::Rewriter rewriter(b.model, "shape-inference");
    addTypes(rewriter, inferTypes(b.model));
    EXPECT_EQ(rewriter.changes().size(), 2u);
    EXPECT_EQ(onnxir::printType(b.model.main()[t.node].outputs[0].type), "float[2, 4]");
    EXPECT_TRUE(inferTypes(b.model).empty()) << "a second run finds nothing to add";
    EXPECT_TRUE(checkModel(b.model).empty());
}

TEST(OnnxSchemas, KnowOnnxsOwnOperators)
{
    const OnnxSchemaRegistry schemas;
    EXPECT_EQ(schemas.newestOpset(), 28);
    EXPECT_EQ(schemas.sinceVersion("", "Relu", 18), 14);
    EXPECT_EQ(schemas.sinceVersion("ai.onnx", "Relu", 13), 13);
    EXPECT_EQ(schemas.sinceVersion("", "Gelu", 19), 0) << "came with 20";
    EXPECT_EQ(schemas.sinceVersion("", "NoSuchOp", 18), 0);
    EXPECT_EQ(schemas.sinceVersion("no.such.domain", "Relu", 18), 0);
    EXPECT_EQ(schemas.sinceVersion("", "Relu", -1), 0);
    EXPECT_EQ(schemas.inputNames("", "Gemm", 18), (std::vector<std::string>{"A", "B", "C"}));
    EXPECT_NE(schemas.documentation("", "Relu", 18).find("max(0, x)"), std::string::npos);
    EXPECT_EQ(schemas.documentation("", "NoSuchOp", 18), "");
}

} // namespace
} // namespace sidelight::io
