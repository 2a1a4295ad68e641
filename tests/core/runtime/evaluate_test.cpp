// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator_client.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidelight::runtime::test {
namespace {

using Floats = std::vector<float>;
using Integers = std::vector<std::int64_t>;
using Bools = std::vector<std::uint8_t>;

/// One evaluator for all tests of this file; each evaluates one operator and compares with values worked out by hand.
class Evaluate : public testing::Test
{
protected:
    static void SetUpTestSuite() { client = new EvaluatorClient(); }
    static void TearDownTestSuite()
    {
        delete client;
        client = nullptr;
    }

    static std::vector<ir::Tensor> run(const fx::Node& node, const std::vector<ir::Tensor>& inputs)
    {
        auto outputs = client->evaluate(node, inputs);
        EXPECT_TRUE(outputs.ok()) << (outputs.ok() ? "" : outputs.error().message);
        return outputs.ok() ? std::move(*outputs) : std::vector<ir::Tensor>();
    }
    /// The values of the only output.
    template <class T>
    static std::vector<T> one(const fx::Node& node, const std::vector<ir::Tensor>& inputs)
    {
        const auto outputs = run(node, inputs);
        EXPECT_EQ(outputs.size(), 1u);
        return outputs.size() == 1 ? valuesOf<T>(outputs[0]) : std::vector<T>();
    }

    static EvaluatorClient* client;
};
EvaluatorClient* Evaluate::client = nullptr;

TEST_F(Evaluate, LinearMultipliesByTheTransposedWeightAndAddsTheBias)
{
    EXPECT_EQ(one<float>(call("aten.linear.default", {input(), input(), input()}),
                  {floats({1, 2}, {1, 2}), floats({3, 2}, {1, 0, 0, 1, 1, 1}), floats({3}, {10, 20, 30})}),
        (Floats{11, 22, 33}));
}
TEST_F(Evaluate, LinearTakesTheDefaultForItsBias)
{
    EXPECT_EQ(
        one<float>(call("aten.linear.default", {input(), input()}), {floats({1, 2}, {1, 2}), floats({1, 2}, {3, 4})}),
        (Floats{11}));
}
TEST_F(Evaluate, AddHonoursAlpha)
{
    EXPECT_EQ(one<float>(call("aten.add.Tensor", {input(), input()}, {{"alpha", 3}}),
                  {floats({2}, {1, 2}), floats({2}, {10, 20})}),
        (Floats{31, 62}));
}
TEST_F(Evaluate, AddTakesANumberWhereTheSchemaSaysTensor)
{
    const auto outputs = run(call("aten.add.Tensor", {input(), 1.5}), {floats({2}, {1, 2})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(valuesOf<float>(outputs[0]), (Floats{2.5, 3.5})) << "a Python number does not promote to float64";
}
TEST_F(Evaluate, AddOfIntegersAndAFloatNumberGivesFloat32)
{
    EXPECT_EQ(one<float>(call("aten.add.Tensor", {input(), 0.5}), {integers({2}, {1, 2})}), (Floats{1.5, 2.5}));
}
TEST_F(Evaluate, ReluInPlaceGivesItsInputBack)
{
    EXPECT_EQ(one<float>(call("aten.relu_.default", {input()}), {floats({3}, {-1, 0, 2})}), (Floats{0, 0, 2}));
}
TEST_F(Evaluate, SplitGivesOneTensorEachAndACopyOfTheRest)
{
    const auto outputs = run(call("aten.split.Tensor", {input(), 2, 0}), {integers({5}, {1, 2, 3, 4, 5})});
    ASSERT_EQ(outputs.size(), 3u);
    EXPECT_EQ(valuesOf<std::int64_t>(outputs[2]), (Integers{5}));
}
TEST_F(Evaluate, CatTakesAListOfTensors)
{
    EXPECT_EQ(one<std::int64_t>(call("aten.cat.default", {fx::ArgumentList{input(), input()}, 1}),
                  {integers({1, 1}, {1}), integers({1, 2}, {2, 3})}),
        (Integers{1, 2, 3}));
}
TEST_F(Evaluate, IndexTakesAListWithNone)
{
    EXPECT_EQ(one<std::int64_t>(call("aten.index.Tensor", {input(), fx::ArgumentList{fx::None{}, input()}}),
                  {integers({2, 2}, {1, 2, 3, 4}), integers({1}, {1})}),
        (Integers{2, 4}));
}
TEST_F(Evaluate, MaxPoolTakesOneNumberForTwo)
{
    EXPECT_EQ(
        one<float>(call("aten.max_pool2d.default", {input(), 2}), {floats({1, 1, 2, 2}, {1, 5, 3, 2})}), (Floats{5}));
}
TEST_F(Evaluate, ConvolutionWithPaddingGivesTheSumsByHand)
{
    EXPECT_EQ(one<float>(call("aten.conv2d.default",
                             {input(), input(), fx::None{}, fx::ArgumentList{1, 1}, fx::ArgumentList{1, 1}}),
                  {floats({1, 1, 2, 2}, {1, 2, 3, 4}), floats({1, 1, 3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1})}),
        (Floats{10, 10, 10, 10}));
}
TEST_F(Evaluate, SoftmaxOfEqualNumbersIsEven)
{
    EXPECT_EQ(one<float>(call("aten.softmax.int", {input(), -1}), {floats({1, 4}, {7, 7, 7, 7})}),
        (Floats{0.25, 0.25, 0.25, 0.25}));
}
TEST_F(Evaluate, MeanKeepsTheDimensionWhenAsked)
{
    const auto outputs =
        run(call("aten.mean.dim", {input(), fx::ArgumentList{1}, true}), {floats({2, 2}, {1, 3, 5, 7})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].sizes, (Integers{2, 1}));
    EXPECT_EQ(valuesOf<float>(outputs[0]), (Floats{2, 6}));
}
TEST_F(Evaluate, SumTakesTheDtypeArgument)
{
    EXPECT_EQ(one<double>(call("aten.sum.default", {input()}, {{"dtype", ir::DType::Float64}}), {floats({2}, {1, 2})}),
        (std::vector<double>{3}));
}
TEST_F(Evaluate, TopkGivesValuesAndIndices)
{
    const auto outputs = run(call("aten.topk.default", {input(), 2}), {floats({4}, {1, 9, 3, 7})});
    ASSERT_EQ(outputs.size(), 2u);
    EXPECT_EQ(valuesOf<float>(outputs[0]), (Floats{9, 7}));
    EXPECT_EQ(valuesOf<std::int64_t>(outputs[1]), (Integers{1, 3}));
}
TEST_F(Evaluate, ViewInfersMinusOne)
{
    const auto outputs =
        run(call("aten.view.default", {input(), fx::ArgumentList{-1, 2}}), {floats({4}, {1, 2, 3, 4})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].sizes, (Integers{2, 2}));
}
TEST_F(Evaluate, PermuteComesBackContiguous)
{
    const auto outputs =
        run(call("aten.permute.default", {input(), fx::ArgumentList{1, 0}}), {floats({2, 3}, {1, 2, 3, 4, 5, 6})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_TRUE(outputs[0].isContiguous());
    EXPECT_EQ(valuesOf<float>(outputs[0]), (Floats{1, 4, 2, 5, 3, 6}));
}
TEST_F(Evaluate, StridedInputIsReadByItsStrides)
{
    ir::Tensor transposed = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    transposed.sizes = {3, 2};
    transposed.strides = {1, 3};
    EXPECT_EQ(one<float>(call("aten.neg.default", {input()}), {transposed}), (Floats{-1, -4, -2, -5, -3, -6}));
}
TEST_F(Evaluate, InputsOfOneStorageShareMemory)
{
    const ir::Tensor whole = floats({4}, {1, 2, 3, 4});
    ir::Tensor again = whole;
    EXPECT_EQ(one<std::uint8_t>(call("aten.is_set_to.default", {input(), input()}), {whole, again}), (Bools{1}));
    EXPECT_EQ(one<std::uint8_t>(call("aten.is_set_to.default", {input(), input()}), {whole, floats({4}, {1, 2, 3, 4})}),
        (Bools{0}));
}
TEST_F(Evaluate, FullTakesADeviceOfAnotherMachine)
{
    EXPECT_EQ(one<float>(call("aten.full.default", {fx::ArgumentList{2}, 7.0},
                             {{"device", ir::Device{"cuda", 0}}, {"dtype", ir::DType::Float32}, {"pin_memory", false}}),
                  {}),
        (Floats{7, 7}));
}
TEST_F(Evaluate, ArangeTakesIntegersAsScalars)
{
    EXPECT_EQ(one<std::int64_t>(call("aten.arange.start_step", {1, 7, 2}), {}), (Integers{1, 3, 5}));
}
TEST_F(Evaluate, ComparisonGivesBool)
{
    EXPECT_EQ(one<std::uint8_t>(call("aten.gt.Scalar", {input(), 1}), {floats({3}, {0, 1, 2})}), (Bools{0, 0, 1}));
}
TEST_F(Evaluate, WhereChoosesByCondition)
{
    EXPECT_EQ(one<float>(call("aten.where.self", {input(), input(), input()}),
                  {tensor<std::uint8_t>({2}, {1, 0}), floats({2}, {1, 2}), floats({2}, {3, 4})}),
        (Floats{1, 4}));
}
TEST_F(Evaluate, ClampTakesInfinity)
{
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(one<float>(call("aten.clamp.default", {input(), -inf, 1.0}), {floats({2}, {-3, 3})}), (Floats{-3, 1}));
}
TEST_F(Evaluate, EmbeddingPicksRows)
{
    EXPECT_EQ(one<float>(call("aten.embedding.default", {input(), input()}),
                  {floats({2, 2}, {1, 2, 3, 4}), integers({1}, {1})}),
        (Floats{3, 4}));
}
TEST_F(Evaluate, LayerNormHonoursEps)
{
    const auto values =
        one<float>(call("aten.layer_norm.default", {input(), fx::ArgumentList{2}, fx::None{}, fx::None{}, 3.0}),
            {floats({2}, {1, 3})});
    EXPECT_EQ(values, (Floats{-0.5, 0.5})); // variance 1, eps 3
}
TEST_F(Evaluate, BatchNormInTrainingUsesTheBatch)
{
    const auto values = one<float>(call("aten.batch_norm.default", {input(), fx::None{}, fx::None{}, fx::None{},
                                                                       fx::None{}, true, 0.1, 0.0, false}),
        {floats({2, 1}, {1, 3})});
    EXPECT_EQ(values, (Floats{-1, 1}));
}
TEST_F(Evaluate, AttentionWithOneKeyGivesItsValue)
{
    EXPECT_EQ(one<float>(
                  call("aten.scaled_dot_product_attention.default", {input(), input(), input()}, {{"is_causal", true}}),
                  {floats({1, 1, 1, 2}, {1, 2}), floats({1, 1, 1, 2}, {3, 4}), floats({1, 1, 1, 2}, {5, 6})}),
        (Floats{5, 6}));
}
TEST_F(Evaluate, ScatterAddTakesTextAndIndices)
{
    EXPECT_EQ(one<float>(call("aten.scatter_reduce.two", {input(), 0, input(), input(), "sum"}),
                  {floats({2}, {0, 0}), integers({3}, {0, 1, 1}), floats({3}, {1, 2, 3})}),
        (Floats{1, 5}));
}
TEST_F(Evaluate, PadTakesAConstant)
{
    EXPECT_EQ(
        one<float>(call("aten.constant_pad_nd.default", {input(), fx::ArgumentList{1, 0}, 9}), {floats({2}, {1, 2})}),
        (Floats{9, 1, 2}));
}
TEST_F(Evaluate, SizeAndItemComeBackAsTensorsOfRankZero)
{
    const auto size = run(call("aten.sym_size.int", {input(), 1}), {floats({1, 3}, {1, 2, 3})});
    ASSERT_EQ(size.size(), 1u);
    EXPECT_TRUE(size[0].sizes.empty());
    EXPECT_EQ(valuesOf<std::int64_t>(size[0]), (Integers{3}));
    EXPECT_EQ(one<double>(call("aten.item.default", {input()}), {floats({}, {2.5})}), (std::vector<double>{2.5}));
}
TEST_F(Evaluate, SizeGivenAsATensorServesAsNumber)
{
    EXPECT_EQ(
        one<float>(call("aten.full.default", {fx::ArgumentList{input(), 2}, 1.0}, {{"dtype", ir::DType::Float32}}),
            {integers({}, {1})}),
        (Floats{1, 1}));
}
TEST_F(Evaluate, PythonDivisionAndModuloGoTowardsMinusInfinity)
{
    EXPECT_EQ(one<std::int64_t>(call("operator.floordiv", {input(), 2}), {integers({}, {-7})}), (Integers{-4}));
    EXPECT_EQ(one<std::int64_t>(call("operator.mod", {input(), 3}), {integers({}, {-7})}), (Integers{2}));
    EXPECT_EQ(one<std::int64_t>(call("torch.sym_max", {input(), 3}), {integers({}, {-7})}), (Integers{3}));
    EXPECT_EQ(one<double>(call("operator.truediv", {input(), 2}), {integers({}, {7})}), (std::vector<double>{3.5}));
    EXPECT_EQ(one<std::uint8_t>(call("operator.ge", {input(), 7}), {integers({}, {7})}), (Bools{1}));
}
TEST_F(Evaluate, ComplexNumbersComeBack)
{
    const auto outputs = run(call("aten.complex.default", {input(), input()}), {floats({1}, {1}), floats({1}, {2})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].dtype, ir::DType::Complex64);
    const auto conjugate = run(call("aten.conj.default", {input()}), outputs);
    ASSERT_EQ(conjugate.size(), 1u);
    const auto bytes = ir::readContiguous(conjugate[0]);
    ASSERT_TRUE(bytes.ok());
    float imaginary = 0;
    std::memcpy(&imaginary, bytes->data() + 4, 4);
    EXPECT_EQ(imaginary, -2.0f) << "the conjugate bit is resolved";
}
TEST_F(Evaluate, RandomOperatorsAreSeeded)
{
    const fx::Node node = call("aten.rand.default", {fx::ArgumentList{3}});
    EXPECT_EQ(one<float>(node, {}), one<float>(node, {}));
}
TEST_F(Evaluate, EmptyTensorComesBackWithItsSizes)
{
    const auto outputs = run(call("aten.neg.default", {input()}), {floats({0, 3}, {})});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs[0].sizes, (Integers{0, 3}));
}
TEST_F(Evaluate, OperatorsOwnErrorNamesTheNode)
{
    const auto outputs =
        client->evaluate(call("aten.mm.default", {input(), input()}), {floats({1, 2}, {1, 2}), floats({1, 2}, {1, 2})});
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(outputs.error().ruleId, "SL9001");
    EXPECT_NE(outputs.error().message.find("mat1 and mat2 shapes cannot be multiplied"), std::string::npos)
        << outputs.error().message;
    EXPECT_NE(outputs.error().message.find("aten.mm.default"), std::string::npos);
    EXPECT_EQ(one<float>(call("aten.neg.default", {input()}), {floats({1}, {1})}), (Floats{-1}))
        << "the evaluator lives on";
}
TEST_F(Evaluate, UnknownAndSurplusArgumentsAreErrors)
{
    EXPECT_FALSE(client->evaluate(call("aten.neg.default", {input()}, {{"beta", 2}}), {floats({1}, {1})}).ok());
    EXPECT_FALSE(client->evaluate(call("aten.neg.default", {input(), 1, 2}), {floats({1}, {1})}).ok());
    EXPECT_FALSE(client->evaluate(call("aten.add.Tensor", {input()}), {floats({1}, {1})}).ok())
        << "an argument without default is missing";
}
TEST_F(Evaluate, TensorWithoutDataIsRefused)
{
    ir::Tensor fake = floats({1}, {1});
    fake.storage = std::make_shared<ir::Storage>();
    const auto outputs = client->evaluate(call("aten.neg.default", {input()}), {fake});
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(outputs.error().ruleId, "SL1008");
}

} // namespace
} // namespace sidelight::runtime::test
