// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What core/onnxir prints is read by onnx's own parser and means the same model.
#include "core/io/onnx_reader.h"
#include "core/io/onnx_writer.h"
#include "core/onnxir/element_type.h"
#include "core/onnxir/print.h"
#include "tests/core/onnxir/model_builder.h"

#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::io {
namespace {

using testing::floats;
using testing::ModelBuilder;
using testing::tensorOf;

/// Prints, parses by onnx, reads, and prints again.
std::string throughParser(const onnxir::Model& model)
{
    const std::string text = onnxir::printText(model);
    onnx::ModelProto proto;
    onnx::OnnxParser parser(text);
    const auto status = parser.Parse(proto);
    EXPECT_TRUE(status.IsOK()) << status.ErrorMessage() << "\n" << text;
    DiagnosticLog log;
    const auto back = parseOnnx(proto.SerializeAsString(), log);
    EXPECT_TRUE(back) << (back ? "" : back.error().message) << text;
    return back ? onnxir::printText(*back) : std::string();
}

void expectSame(const onnxir::Model& model)
{
    EXPECT_EQ(throughParser(model), onnxir::printText(model));
}

TEST(OnnxText, IsReadByOnnxsParser)
{
    expectSame(testing::linearModel().model);
}

TEST(OnnxText, CarriesEachKindOfAttribute)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value y = b.op("Custom", {x, std::nullopt, x}, "y", floats({2}), kMainGraph,
        {{"a", std::numeric_limits<std::int64_t>::min()}, {"b", 1.0f}, {"c", std::numeric_limits<float>::infinity()},
            {"d", std::string("quote\" back\\slash 日本")},
            {"e", std::make_shared<const ir::Tensor>(tensorOf<std::int64_t>(ir::DType::Int64, {2}, {1, -1}))},
            {"f", std::vector<std::int64_t>{}}, {"g", std::vector<std::int64_t>{1, -2}},
            {"h", std::vector<float>{1, -0.5f, 1e-20f}}, {"i", std::vector<std::string>{"", "x"}},
            {"j", testing::typeOf(ir::DType::BFloat16, {3})}, {"k", std::vector<float>{}},
            {"l", std::vector<std::string>{}}});
    b.output("y", y);
    expectSame(b.model);
}

TEST(OnnxText, CarriesEachElementType)
{
    for (std::int32_t number = 1; number <= 24; ++number) {
        const ir::DType dtype = *onnxir::dtypeFromElementType(number);
        ModelBuilder b;
        ir::Tensor tensor;
        tensor.dtype = dtype;
        tensor.sizes = {2};
        tensor.strides = {1};
        auto storage = std::make_shared<ir::Storage>();
        storage->content = std::vector<std::byte>(*onnxir::rawByteCount(dtype, {2}), std::byte{1});
        tensor.storage = storage;
        if (dtype == ir::DType::String)
            tensor = onnxir::tensorFromStrings({2}, {"a", "\"b\""});
        const Value w = b.initializer("w", tensor);
        b.output("y", b.op("Identity", {w}, "y", testing::typeOf(dtype, {2})));
        SCOPED_TRACE(onnxir::elementTypeText(dtype));
        expectSame(b.model);
    }
}

TEST(OnnxText, CarriesFunctionsBodiesAndUnusualNames)
{
    ModelBuilder b;
    b.model.opsets["pkg.torch.aten"] = 1;
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const auto batch = ir::Dim::symbol("batch");
    const Value x = b.input(
        "layers.0/x <y> \"z\"", onnxir::ValueType::tensor(ir::DType::Float32, {batch * ir::Dim::constant(2), batch}));
    onnxir::Node call;
    call.op = {"pkg.torch.aten", "aten_leaky", "overload1"};
    call.name = "float";
    call.inputs = {x};
    call.outputs = {{"seq", {}}};
    call.attributes = {{"slope", 2.0f}};
    const Value called{b.add(call), 0};
    onnxir::Node choice;
    choice.op.op_type = "If";
    choice.inputs = {c};
    choice.outputs = {{"y", floats({})}};
    const GraphId no = b.body();
    const GraphId yes = b.body();
    choice.attributes = {{"else_branch", no}, {"then_branch", yes}};
    const NodeId chosen = b.add(choice);
    b.output("t", b.op("Neg", {called}, "t", {}, no), no);
    const Value inner = b.initializer("nan", tensorOf<float>(ir::DType::Float32, {}, {3}), yes);
    b.output("t", b.op("Add", {called, inner}, "t", {}, yes), yes);
    b.output("y", {chosen, 0});
    const GraphId f = b.function("pkg.torch.aten", "aten_leaky", {"slope"});
    auto function = std::make_shared<onnxir::Function>(*b.model.functions[f]);
    function->id.overload = "overload1";
    function->attributeDefaults = {{"bias", 1.5f}};
    b.model.functions[f] = function;
    const Value self = b.input("self", {}, f);
    const Value middle = b.op("LeakyRelu", {self}, "middle", floats({2}), f,
        {{"alpha", onnxir::AttributeRef{"slope", onnxir::AttributeRef::Type::Float}}});
    b.output("r", b.op("Relu", {middle}, "r", floats({2}), f), f);
    expectSame(b.model);
}

TEST(OnnxText, StaysReadableWithHostileNames)
{
    ModelBuilder b;
    const Value x = b.input("<img src=file:///x>\"\x1b[31m\xE2\x80\xAE\n\\", floats({2}));
    b.output("y", b.op("Relu", {x}, "y", floats({2})));
    EXPECT_NE(throughParser(b.model), "");
}

TEST(OnnxText, SaysOfLargeTensorsWhereTheyLie)
{
    ModelBuilder b;
    const Value w = b.initializer("w", tensorOf<float>(ir::DType::Float32, {100}, std::vector<float>(100, 1)));
    b.output("y", b.op("Identity", {w}, "y", floats({100})));
    const std::string text = onnxir::printText(b.model);
    onnx::ModelProto proto;
    onnx::OnnxParser parser(text);
    ASSERT_TRUE(parser.Parse(proto).IsOK());
    EXPECT_EQ(proto.graph().initializer(0).external_data(2).value(), "400");
}

} // namespace
} // namespace sidelight::io
