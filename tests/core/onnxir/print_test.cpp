// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/print.h"

#include "core/onnxir/element_type.h"
#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidelight::onnxir {
namespace {

using testing::floats;
using testing::ModelBuilder;
using testing::tensorOf;

TEST(OnnxPrint, PrintsAModelInTextSyntax)
{
    EXPECT_EQ(printText(testing::linearModel().model), R"(<
   ir_version: 10,
   opset_import: ["" : 18],
   producer_name: "sidelight"
>
main_graph (float[batch, 4] x) => (float[batch, 3] y)
   <float[4, 3] w = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
    float[3] b = {-1, 0, 1},
    float[batch, 3] product,
    float[batch, 3] sum>
{
   [node_product] product = MatMul (x, w)
   [node_sum] sum = Add (product, b)
   [node_y] y = Relu (sum)
}
)");
}

TEST(OnnxPrint, PrintsFunctionsAfterTheMainGraph)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    Node call;
    call.op = {"pkg.torch.aten", "aten_leaky", {}};
    call.name = "call";
    call.inputs = {x};
    call.outputs = {{"y", floats({2})}};
    call.attributes = {{"slope", 0.5f}};
    b.output("y", {b.add(call), 0});
    const GraphId f = b.function("pkg.torch.aten", "aten_leaky", {"slope"});
    const Value a = b.input("self", {}, f);
    b.output("result",
        b.op("LeakyRelu", {a}, "result", {}, f, {{"alpha", AttributeRef{"slope", AttributeRef::Type::Float}}}), f);
    EXPECT_EQ(printText(b.model, f), R"(<
  domain: "pkg.torch.aten",
  opset_import: ["" : 18]
>
aten_leaky <slope>(self) => (result)
{
   [node_result] result = LeakyRelu <alpha: float = @slope> (self)
}
)");
    const std::string all = printText(b.model);
    EXPECT_NE(all.find("[call] y = pkg.torch.aten.aten_leaky <slope: float = 0.5> (x)"), std::string::npos) << all;
    EXPECT_LT(all.find("main_graph"), all.find("aten_leaky <slope>"));
}

TEST(OnnxPrint, NamesAnOutputByAnIdentityWhereItsValueHasAnotherName)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    b.output("copy", x);
    EXPECT_NE(printText(b.model).find("   copy = Identity (x)\n"), std::string::npos) << printText(b.model);
}

TEST(OnnxPrint, QuotesNamesThatAreNoIdentifiersAndKeepsTheTextPlain)
{
    ModelBuilder b;
    const Value x = b.input("<img src=file:///x>\"\x1b[31m\xE2\x80\xAE", floats({2}));
    const Value f = b.op("Relu", {x}, "float", floats({2}));
    b.output("float", f);
    const std::string text = printText(b.model);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos);
    EXPECT_NE(text.find("<img src=file:///x>\\\""), std::string::npos) << text;
    EXPECT_NE(text.find("\"float\" = Relu"), std::string::npos) << text;
}

TEST(OnnxPrint, PrintsTensorsOfEachKindOfElement)
{
    EXPECT_EQ(printTensor(tensorOf<std::int8_t>(ir::DType::Int8, {2}, {-128, 127})), "int8[2] {-128, 127}");
    EXPECT_EQ(printTensor(tensorOf<std::uint8_t>(ir::DType::Bool, {}, {1})), "bool {1}");
    EXPECT_EQ(printTensor(tensorOf<std::uint64_t>(ir::DType::UInt64, {1}, {std::numeric_limits<std::uint64_t>::max()})),
        "uint64[1] {18446744073709551615}");
    EXPECT_EQ(
        printTensor(tensorOf<float>(ir::DType::Float32, {3}, {std::numeric_limits<float>::infinity(), -0.0f, 1e-5f})),
        "float[3] {inf, -0, 1e-05}");
    EXPECT_EQ(printTensor(tensorOf<double>(ir::DType::Float64, {1}, {0.1})), "double[1] {0.1}");
    EXPECT_EQ(printTensor(tensorOf<std::uint16_t>(ir::DType::BFloat16, {1}, {0x3f80})), "bfloat16[1] {16256}");
    EXPECT_EQ(printTensor(tensorOf<float>(ir::DType::Complex64, {1}, {1, -2})), "complex64[1] {1, -2}");
    EXPECT_EQ(printTensor(tensorFromStrings({2}, {"a\"b", ""})), "string[2] {\"a\\\"b\", \"\"}");
    EXPECT_EQ(printTensor(tensorOf<float>(ir::DType::Float32, {0}, {})), "float[0] {}");
}

TEST(OnnxPrint, SaysWhereALargeTensorLies)
{
    PrintOptions options;
    options.largestTensor = 2;
    EXPECT_EQ(printTensor(tensorOf<float>(ir::DType::Float32, {3}, {1, 2, 3}), options),
        "float[3] = [\"location\": \"memory\", \"offset\": \"0\", \"length\": \"12\"]");
    ir::Tensor fake = tensorOf<float>(ir::DType::Float32, {1}, {1});
    fake.storage = std::make_shared<ir::Storage>();
    EXPECT_EQ(printTensor(fake, options), "float[1] = [\"location\": \"none\", \"offset\": \"0\", \"length\": \"4\"]");
}

TEST(OnnxPrint, PrintsTypes)
{
    ValueType unknownRank;
    unknownRank.kind = ValueType::Kind::Tensor;
    unknownRank.dtype = ir::DType::Int64;
    EXPECT_EQ(printType(unknownRank), "int64[]");
    EXPECT_EQ(printType(floats({})), "float") << "a scalar";
    ValueType sizes = floats({2, 0});
    sizes.sizes[1] = std::nullopt;
    sizes.sizes.push_back(ir::Dim::symbol("s0") * ir::Dim::constant(2));
    EXPECT_EQ(printType(sizes), "float[2, ?, \"2*s0\"]");
    sizes.kind = ValueType::Kind::Sequence;
    EXPECT_EQ(printType(sizes), "seq(float[2, ?, \"2*s0\"])");
    EXPECT_EQ(printType({}), "");
}

TEST(OnnxPrint, PrintsATableOfNodes)
{
    EXPECT_EQ(printTabular(testing::linearModel().model),
        R"(kind         name          op      inputs      outputs                   attributes
-----------  ------------  ------  ----------  ------------------------  ----------
input        x                                 x: FLOAT[batch, 4]
initializer  w                                 w: FLOAT[4, 3]
initializer  b                                 b: FLOAT[3]
operator     node_product  MatMul  x, w        product: FLOAT[batch, 3]
operator     node_sum      Add     product, b  sum: FLOAT[batch, 3]
operator     node_y        Relu    sum         y: FLOAT[batch, 3]
output       y                     y
)");
}

} // namespace
} // namespace sidelight::onnxir
