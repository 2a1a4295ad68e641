// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_check.h"
#include "core/io/onnx_reader.h"
#include "core/io/onnx_writer.h"
#include "core/onnxir/element_type.h"
#include "core/onnxir/print.h"
#include "tests/core/onnxir/model_builder.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::io {
namespace {

using onnxir::Attribute;
using onnxir::AttributeRef;
using onnxir::Kind;
using onnxir::Model;
using onnxir::Node;
using testing::floats;
using testing::ModelBuilder;
using testing::tensorOf;

std::string bytesOf(const Model& model)
{
    const auto bytes = toOnnxBytes(model);
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
    return bytes ? *bytes : std::string();
}

Model readBack(const Model& model)
{
    DiagnosticLog log;
    auto read = parseOnnx(bytesOf(model), log);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    EXPECT_TRUE(log.entries().empty());
    return read ? *read : Model{};
}

void expectRoundTrip(const Model& model)
{
    const Model back = readBack(model);
    EXPECT_EQ(onnxir::printText(back), onnxir::printText(model));
    EXPECT_TRUE(back == model);
    EXPECT_EQ(bytesOf(back), bytesOf(model));
}

TEST(OnnxRoundTrip, KeepsALinearModel)
{
    expectRoundTrip(testing::linearModel().model);
}

TEST(OnnxRoundTrip, KeepsEachKindOfAttribute)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    std::vector<Attribute> attributes{
        {"a_int", std::int64_t{std::numeric_limits<std::int64_t>::min()}},
        {"b_float", -0.0f},
        {"c_nan", std::numeric_limits<float>::quiet_NaN()},
        {"d_string", std::string("nul\0 and \xff", 10)},
        {"e_tensor", std::make_shared<const ir::Tensor>(tensorOf<std::int64_t>(ir::DType::Int64, {2, 1}, {1, -1}))},
        {"f_ints", std::vector<std::int64_t>{}},
        {"g_ints", std::vector<std::int64_t>{1, -2}},
        {"h_floats", std::vector<float>{0.5f, std::numeric_limits<float>::infinity()}},
        {"i_strings", std::vector<std::string>{"", "x"}},
        {"j_type", testing::typeOf(ir::DType::BFloat16, {3})},
        {"k_empty_floats", std::vector<float>{}},
        {"l_empty_strings", std::vector<std::string>{}},
    };
    const Value y = b.op("Custom", {x, std::nullopt, x}, "y", floats({2}), kMainGraph, attributes);
    b.output("y", y);
    expectRoundTrip(b.model);
}

TEST(OnnxRoundTrip, KeepsEachElementType)
{
    for (std::int32_t number = 1; number <= 24; ++number) {
        const ir::DType dtype = *onnxir::dtypeFromElementType(number);
        ModelBuilder b;
        b.input("x", testing::typeOf(dtype, {2}));
        ir::Tensor tensor;
        if (dtype == ir::DType::String) {
            tensor = onnxir::tensorFromStrings({3}, {"a", "", "\xff"});
        } else {
            std::vector<std::byte> bytes(*onnxir::rawByteCount(dtype, {3}));
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::byte>(i % 2);
            tensor.dtype = dtype;
            tensor.sizes = {3};
            tensor.strides = {1};
            auto storage = std::make_shared<ir::Storage>();
            storage->content = std::move(bytes);
            tensor.storage = std::move(storage);
        }
        const Value w = b.initializer("w", tensor);
        const Value y = b.op("Constant", {}, "y", testing::typeOf(dtype, {3}), kMainGraph,
            {{"value", std::make_shared<const ir::Tensor>(tensor)}});
        b.output("y", y);
        b.output("w_out", w);
        b.model.opsets[""] = 25; // The first that knows all of them.
        SCOPED_TRACE(onnxir::elementTypeName(dtype));
        const Model back = readBack(b.model);
        const Node& initializer = back.main()[NodeId{1}];
        ASSERT_EQ(initializer.kind, Kind::Initializer);
        EXPECT_TRUE(onnxir::sameTensor(*initializer.tensor, tensor));
        EXPECT_TRUE(back.main()[NodeId{2}] == b.model.main()[NodeId{2}]);
        EXPECT_EQ(checkModel(b.model).size(), 0u);
    }
}

TEST(OnnxRoundTrip, KeepsBodiesThatReadValuesAround)
{
    ModelBuilder b;
    const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
    const Value x = b.input("x", floats({2}));
    // The reader numbers a node before its bodies.
    Node node;
    node.op.op_type = "If";
    node.name = "choice";
    node.inputs = {c};
    node.outputs = {{"y", floats({2})}};
    const GraphId yes = b.body();
    const GraphId no = b.body();
    node.attributes = {{"else_branch", yes}, {"then_branch", no}};
    const NodeId choice = b.add(node);
    b.output("t", b.op("Relu", {x}, "t", floats({2}), yes), yes);
    const Value inner = b.initializer("w", tensorOf<float>(ir::DType::Float32, {2}, {1, 2}), no);
    b.output("t", b.op("Add", {x, inner}, "t", floats({2}), no), no);
    b.output("y", {choice, 0});
    expectRoundTrip(b.model);
    EXPECT_TRUE(checkModel(b.model).empty());
}

TEST(OnnxRoundTrip, KeepsFunctionsTheirAttributesAndNamesForPeople)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    Node call;
    call.op = {"pkg.torch.aten", "aten_leaky", {}};
    call.name = "call";
    call.inputs = {x};
    call.outputs = {{"y", floats({2})}};
    call.attributes = {{"slope", 0.25f}};
    call.metadata_props = {{std::string(onnxir::kKeyFxNode), "%y : [num_users=1]"},
        {std::string(onnxir::kKeyStackTrace), "File \"m.py\", line 3"}};
    call.doc_string = "why";
    b.output("y", {b.add(call), 0});
    const GraphId f = b.function("pkg.torch.aten", "aten_leaky", {"slope"});
    auto function = std::make_shared<onnxir::Function>(*b.model.functions[f]);
    function->displayName = "aten.leaky";
    function->doc_string = "a leaky relu";
    function->metadata_props = {{"k", "v"}};
    function->attributeDefaults = {{"bias", 1.5f}};
    b.model.functions[f] = function;
    const Value self = b.input("self", floats({2}), f);
    const Value r =
        b.op("LeakyRelu", {self}, "r", floats({2}), f, {{"alpha", AttributeRef{"slope", AttributeRef::Type::Float}}});
    b.output("r", r, f);
    expectRoundTrip(b.model);
    EXPECT_TRUE(checkModel(b.model).empty());
}

TEST(OnnxRoundTrip, KeepsTheModelsOwnFieldsAndSymbolicSizes)
{
    ModelBuilder b;
    onnxir::ModelInfo info;
    info.ir_version = 10;
    info.producer_name = "p";
    info.producer_version = "1.2";
    info.graph_name = "G";
    info.doc_string = "doc\nstring";
    info.metadata_props = {{"b", "2"}, {"a", "1"}};
    info.domain = "org.example";
    info.model_version = 7;
    b.model.signature = std::make_shared<const onnxir::ModelInfo>(info);
    const auto s0 = ir::Dim::symbol("s0");
    onnxir::ValueType type =
        onnxir::ValueType::tensor(ir::DType::Float32, {s0, s0 * ir::Dim::constant(2) + ir::Dim::constant(1)});
    type.sizes.push_back(std::nullopt);
    b.output("y", b.op("Relu", {b.input("x", type)}, "y", type));
    expectRoundTrip(b.model);
}

TEST(OnnxRoundTrip, KeepsWeightsInEachWayOfStoringThem)
{
    for (const Weights weights : {Weights::Embed, Weights::External, Weights::PerTensor}) {
        testing::TemporaryFolder folder;
        ModelBuilder b;
        std::vector<float> values(3000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i) * 0.5f;
        const Value x = b.input("x", floats({3000}));
        const Value w = b.initializer("w", tensorOf<float>(ir::DType::Float32, {3000}, values));
        b.output("y", b.op("Add", {x, w}, "y", floats({3000})));
        WriteOptions options;
        options.weights = weights;
        ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
        DiagnosticLog log;
        const auto back = readOnnx(folder / "m.onnx", log);
        ASSERT_TRUE(back) << back.error().message;
        const auto& tensor = *back->main()[w.node].tensor;
        EXPECT_TRUE(std::holds_alternative<ir::FileExtent>(tensor.storage->content)) << "weights are not read";
        const auto bytes = ir::readContiguous(tensor);
        ASSERT_TRUE(bytes);
        EXPECT_EQ(*bytes, *ir::readContiguous(*b.model.main()[w.node].tensor));
        EXPECT_EQ(
            onnxir::printText(*back, kMainGraph).substr(0, 30), onnxir::printText(b.model, kMainGraph).substr(0, 30));
    }
}

TEST(OnnxRoundTrip, DeclaresTensorsWithoutDataWhereTheirFileIsMissing)
{
    testing::TemporaryFolder folder;
    ModelBuilder b;
    const Value x = b.input("x", floats({300}));
    const Value w = b.initializer("w", tensorOf<float>(ir::DType::Float32, {300}, std::vector<float>(300, 1)));
    b.output("y", b.op("Add", {x, w}, "y", floats({300})));
    WriteOptions options;
    options.weights = Weights::None;
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    DiagnosticLog log;
    const auto back = readOnnx(folder / "m.onnx", log);
    ASSERT_TRUE(back);
    EXPECT_FALSE(back->main()[w.node].tensor->storage->hasData());
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.entries()[0].level, Level::Warning);
    EXPECT_EQ(log.entries()[0].message, "m.onnx.data is missing; its tensors are declared without data");
}

} // namespace
} // namespace sidelight::io
