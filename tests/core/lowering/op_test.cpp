// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The body DSL: what is built, in which order, with which types.
#include "core/lowering/op.h"

#include "core/support/text.h"

#include <gtest/gtest.h>

namespace sidelight::lowering {
namespace {

onnxir::ValueType type(ir::DType dtype, std::vector<ir::Dim> sizes)
{
    return onnxir::ValueType::tensor(dtype, sizes);
}
const ir::Dim kTwo = ir::Dim::constant(2);
const ir::Dim kThree = ir::Dim::constant(3);
const ir::Dim kBatch = ir::Dim::symbol("s0");

std::string textOf(const Region& region)
{
    std::string text;
    for (const Step& step : region.steps) {
        for (const ValueIndex output : step.outputs)
            text += concat("v", output, " ");
        text += concat("= ", step.op.op_type);
        for (const ValueIndex input : step.inputs)
            text += input == kNoValue ? std::string(" -") : concat(" v", input);
        for (const Region& inner : step.regions)
            text += concat(" {", textOf(inner), "}");
        text += "; ";
    }
    return text;
}

Body finish(Op& op, const Values& results)
{
    std::vector<onnxir::ValueType> types;
    for (const Operand& result : results)
        types.push_back(result.type());
    std::vector<std::size_t> kept;
    return op.finish(results, types, kept);
}

ir::Tensor constantOf(const Step& step)
{
    return *std::get<TensorPtr>(step.attributes.front().value);
}

TEST(Op, OrdersStepsFromTheResultsWhateverOrderTheyWereMadeIn)
{
    const auto build = [](bool leftFirst) {
        Op op(18);
        const Operand a = op.input(type(ir::DType::Float32, {kTwo}), "a");
        const Operand b = op.input(type(ir::DType::Float32, {kTwo}), "b");
        Operand left;
        Operand right;
        if (leftFirst)
            left = op("Exp", a);
        right = op("Log", b);
        if (!leftFirst)
            left = op("Exp", a);
        return finish(op, {left + right});
    };
    EXPECT_EQ(textOf(build(true).region), "v2 = Exp v0; v3 = Log v1; v4 = Add v2 v3; ");
    EXPECT_EQ(structureOf(build(true)), structureOf(build(false)));
}

TEST(Op, MergesEqualStepsButNoRandomOnes)
{
    Op op(18);
    const Operand a = op.input(type(ir::DType::Float32, {kTwo}), "a");
    EXPECT_EQ(textOf(finish(op, {op("Exp", a) + op("Exp", a)}).region), "v1 = Exp v0; v2 = Add v1 v1; ");
    Op random(18);
    const Operand b = random.input(type(ir::DType::Float32, {kTwo}), "b");
    EXPECT_EQ(textOf(finish(random, {random("RandomNormalLike", b) + random("RandomNormalLike", b)}).region),
              "v1 = RandomNormalLike v0; v2 = RandomNormalLike v0; v3 = Add v1 v2; ");
}

TEST(Op, LeavesOutStepsAndInputsThatNoResultNeeds)
{
    Op op(18);
    const Operand a = op.input(type(ir::DType::Float32, {kTwo}), "a");
    const Operand b = op.input(type(ir::DType::Float32, {kTwo}), "b");
    (void)op("Exp", a);
    std::vector<std::size_t> kept;
    const Body body = op.finish({op("Log", b)}, {b.type()}, kept);
    EXPECT_EQ(textOf(body.region), "v1 = Log v0; ");
    EXPECT_EQ(kept, std::vector<std::size_t>{1});
    EXPECT_EQ(body.values[0].name, "b");
}

TEST(Op, PutsAnIdentityWhereAResultIsAnInputOrTwice)
{
    Op op(18);
    const Operand a = op.input(type(ir::DType::Float32, {kTwo}), "a");
    const Operand exponential = op("Exp", a);
    EXPECT_EQ(textOf(finish(op, {a, exponential, exponential}).region), "v1 = Identity v0; v2 = Exp v0; v3 = Identity v2; ");
}

TEST(Op, TypesNumbersAfterTheirPartner)
{
    Op op(18);
    const Operand half = op.input(type(ir::DType::Float16, {kTwo}), "half");
    const Body body = finish(op, {1 - half});
    EXPECT_EQ(constantOf(body.region.steps.front()).dtype, ir::DType::Float16);
    EXPECT_EQ(body.values.back().type.dtype, ir::DType::Float16);
    Op integers(18);
    const Operand long64 = integers.input(type(ir::DType::Int64, {kTwo}), "x");
    EXPECT_EQ((long64 * 2.0).dtype(), ir::DType::Int64);
    EXPECT_EQ((long64 < 2).dtype(), ir::DType::Bool);
}

TEST(Op, CastsASymbolicNumberToItsPartner)
{
    Op op(18);
    const Operand x = op.input(type(ir::DType::Float32, {kTwo}), "x");
    const Operand n = op.input(type(ir::DType::Int64, {}), "n");
    EXPECT_EQ(textOf(finish(op, {x * Scalar(n)}).region), "v2 = Cast v1; v3 = Mul v0 v2; ");
}

TEST(Op, KnowsTypesOfBroadcasts)
{
    Op op(18);
    const Operand a = op.input(type(ir::DType::Float32, {kBatch, kThree}), "a");
    const Operand b = op.input(type(ir::DType::Float32, {kTwo, ir::Dim::constant(1), ir::Dim::constant(1)}), "b");
    EXPECT_EQ(onnxir::toText((a + b).type()), "FLOAT[2, s0, 3]");
    EXPECT_EQ(onnxir::toText(op("Equal", a, b).type()), "BOOL[2, s0, 3]");
    EXPECT_EQ(op("ArgMax", a).dtype(), ir::DType::Int64);
}

TEST(Op, ComputesOnlySizesThatAreNotNumbers)
{
    Op op(18);
    const Operand x = op.input(type(ir::DType::Float32, {kBatch, kThree}), "x");
    EXPECT_EQ(op.size(x, 1).integer(), 3);
    EXPECT_EQ((op.size(x, 1) * 2 + 1).integer(), 7);
    EXPECT_FALSE(op.size(x, 0).integer());
    const Body body = finish(op, {op.shape({op.size(x, 0), 3})});
    EXPECT_EQ(textOf(body.region), "v1 = Shape v0; v2 = Constant; v3 = Concat v1 v2; ");
}

TEST(Op, ReshapesWithAConstantWhenOneSizeIsLeftOver)
{
    Op op(18);
    const Operand x = op.input(type(ir::DType::Float32, {kBatch, kTwo, kThree}), "x");
    const Body body = finish(op, {op.reshape(x, {op.size(x, 0), 6})});
    EXPECT_EQ(textOf(body.region), "v1 = Constant; v2 = Reshape v0 v1; ");
    const auto bytes = ir::readContiguous(constantOf(body.region.steps.front()));
    EXPECT_EQ(reinterpret_cast<const std::int64_t*>(bytes->data())[0], -1);
    EXPECT_EQ(reinterpret_cast<const std::int64_t*>(bytes->data())[1], 6);
}

TEST(Op, ComputesTheShapeWhenTwoSizesAreOpen)
{
    Op op(18);
    const Operand x = op.input(type(ir::DType::Float32, {kBatch, ir::Dim::symbol("s1"), kThree}), "x");
    const Body body = finish(op, {op.reshape(x, {op.size(x, 1), op.size(x, 0), 3})});
    EXPECT_EQ(textOf(body.region), "v1 = Shape v0; v2 = Shape v0; v3 = Constant; v4 = Concat v1 v2 v3; v5 = Reshape v0 v4; ");
    EXPECT_EQ(std::get<std::int64_t>(body.region.steps.back().attributes.front().value), 1) << "allowzero: an empty dimension must stay empty";
}

TEST(Op, CapturesOuterValuesInRegions)
{
    Op op(18);
    const Operand flag = op.input(type(ir::DType::Bool, {}), "flag");
    const Operand x = op.input(type(ir::DType::Float32, {kTwo}), "x");
    const Operand doubled = x * 2.0;
    Step branch;
    branch.op.op_type = "If";
    branch.inputs = {flag.index()};
    branch.regionNames = {"else_branch", "then_branch"};
    branch.regions.push_back(op.region({}, [&](const Values&) { return Values{op("Exp", doubled)}; }));
    branch.regions.push_back(op.region({}, [&](const Values&) { return Values{op("Log", x)}; }));
    const Values results = op.emitStep(std::move(branch), {x.type()});
    EXPECT_EQ(textOf(finish(op, results).region), "v2 = Constant; v3 = Mul v1 v2; v6 = If v0 {v4 = Exp v3; } {v5 = Log v1; }; ");
}

TEST(Op, KeepsItsFirstError)
{
    Op op(18);
    const Operand x = op.input(type(ir::DType::Float32, {kTwo}), "x");
    (void)op.constant(ir::DType::Complex64, 1.0);
    (void)op("Add", x, Operand());
    ASSERT_TRUE(op.failure());
    EXPECT_EQ(*op.failure(), "a constant of type complex64 cannot be written");
}

TEST(Constant, RoundsHalfTypesAsTorchDoes)
{
    const auto bits = [](ir::DType dtype, double value) {
        const auto bytes = ir::readContiguous(*filledTensor(dtype, value));
        return static_cast<unsigned>((*bytes)[0]) | static_cast<unsigned>((*bytes)[1]) << 8;
    };
    EXPECT_EQ(bits(ir::DType::Float16, 1.0), 0x3C00U);
    EXPECT_EQ(bits(ir::DType::Float16, -2.5), 0xC100U);
    EXPECT_EQ(bits(ir::DType::Float16, 65504.0), 0x7BFFU);
    EXPECT_EQ(bits(ir::DType::Float16, 65520.0), 0x7C00U);
    EXPECT_EQ(bits(ir::DType::Float16, 6e-8), 0x0001U);
    EXPECT_EQ(bits(ir::DType::Float16, 0.1), 0x2E66U);
    EXPECT_EQ(bits(ir::DType::BFloat16, 0.1), 0x3DCDU);
    EXPECT_EQ(bits(ir::DType::BFloat16, -1.0), 0xBF80U);
}

} // namespace
} // namespace sidelight::lowering
