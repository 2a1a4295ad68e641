// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/pass_test_program.h"

namespace sidelight::fx::passes::testing {
namespace {

TEST(Functionalize, ReplacesChainsOfInPlaceCallsAndSendsLaterReadersToTheNewValue)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value made = build.call("aten.mul.Tensor", {x, 2}, f32(kTwo));
    const Value relu = build.call("aten.relu_.default", {made}, f32(kTwo));
    const Value sum = build.call("aten.add_.Tensor", {relu, x}, f32(kTwo));
    build.output({made, relu, sum});
    const auto record = run("functionalize", build.program());
    EXPECT_TRUE(record.diagnostics.empty());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "mul = aten.mul.Tensor(x, 2) : f32[2]\n"
                                  "relu = aten.relu.default(mul) : f32[2]\n"
                                  "add = aten.add.Tensor(relu, x) : f32[2]\n"
                                  "return (add, add, add)\n");
    const Node& relued = record.after.main()[relu.node];
    EXPECT_EQ(relued.metadata().nn_module_stack.front().key, "root");
    EXPECT_EQ(relued.metadata().from_node.front().name, "relu_");
    EXPECT_EQ(relued.metadata().from_node.front().pass, "functionalize");
    EXPECT_EQ(relued.metadata().from_node.front().node, relu.node);
}

TEST(Functionalize, MakesMutatedBuffersAndInputsOutputs)
{
    Builder build;
    const Value count = build.buffer("count", i64());
    const Value x = build.input("x", f32(kTwo));
    build.call("aten.add_.Tensor", {count, 1}, i64());
    build.call("aten.mul_.Tensor", {x, 3.0}, f32(kTwo));
    const Value y = build.call("aten.add.Tensor", {x, count}, f32(kTwo));
    build.output({y});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after), "b_count : i64[]\n"
                                  "x : f32[2]\n"
                                  "add_1 = aten.add.Tensor(b_count, 1) : i64[]\n"
                                  "mul = aten.mul.Tensor(x, 3.0) : f32[2]\n"
                                  "add = aten.add.Tensor(mul, add_1) : f32[2]\n"
                                  "return (add, add_1, mul)\n");
    EXPECT_EQ(mutations(record.after), "buffer_mutation:count -> add_1, user_input_mutation:x -> mul");
}

TEST(Functionalize, CastsBackWhenTheFunctionalFormPromotes)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value half = build.call("aten._to_copy.default", {x}, tensor(ir::DType::Float16, kTwo), {{"dtype", ir::DType::Float16}});
    const Value sum = build.call("aten.add_.Tensor", {half, x}, tensor(ir::DType::Float16, kTwo));
    build.output({sum});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                  "_to_copy = aten._to_copy.default(x, dtype=torch.float16) : f16[2]\n"
                                  "add = aten.add.Tensor(_to_copy, x) : f32[2]\n"
                                  "_to_copy_1 = aten._to_copy.default(add, dtype=torch.float16) : f16[2]\n"
                                  "return (_to_copy_1,)\n");
}

TEST(Functionalize, CopiesWithCastAndExpansion)
{
    Builder build;
    const Value x = build.input("x", i64());
    const Value made = build.call("aten.zeros.default", {ArgumentList{2}}, f32(kTwo));
    build.call("aten.copy_.default", {made, x}, f32(kTwo));
    build.output({made});
    EXPECT_EQ(text(run("functionalize", build.program()).after), "x : i64[]\n"
                                                                 "zeros = aten.zeros.default([2]) : f32[2]\n"
                                                                 "_to_copy = aten._to_copy.default(x, dtype=torch.float32) : f32[]\n"
                                                                 "expand_as = aten.expand_as.default(_to_copy, zeros) : f32[2]\n"
                                                                 "return (expand_as,)\n");
}

TEST(Functionalize, RefusesAWriteToWhatPerhapsIsAViewOfATensorThatIsReadLater)
{
    Builder build;
    const Value made = build.doubled(f32(kTwo));
    const Value view = build.call("aten.einsum.default", {"i->i", ArgumentList{made}}, f32(kTwo));
    const Value relu = build.call("aten.relu_.default", {view}, f32(kTwo));
    const Value sum = build.call("aten.add.Tensor", {made, relu}, f32(kTwo));
    build.output({sum});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
    ASSERT_EQ(record.diagnostics.size(), 1u);
    EXPECT_EQ(record.diagnostics[0].ruleId, "SL2003");
    EXPECT_EQ(record.diagnostics[0].locations[0].name, "%relu_");
    EXPECT_EQ(record.diagnostics[0].locations[0].line, 3);
    EXPECT_EQ(record.diagnostics[0].message, "aten.relu_.default is not functionalized: %einsum may share memory with %mul, which %add reads afterwards");
}

TEST(Functionalize, RefusesAWriteToWhatPerhapsIsAViewOfAnInput)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value view = build.call("aten.einsum.default", {"i->i", ArgumentList{x}}, f32(kTwo));
    build.call("aten.relu_.default", {view}, f32(kTwo));
    build.output({view});
    EXPECT_EQ(run("functionalize", build.program()).diagnostics.at(0).message,
        "aten.relu_.default is not functionalized: %einsum may share memory with the input %x");
}

TEST(Functionalize, AcceptsAWriteThroughAViewNobodyElseReads)
{
    Builder build;
    const Value made = build.doubled(f32(kTwo));
    const Value view = build.call("aten.view.default", {made, ArgumentList{2}}, f32(kTwo));
    const Value relu = build.call("aten.relu_.default", {view}, f32(kTwo));
    const Value after = build.call("aten.view.default", {relu, ArgumentList{2}}, f32(kTwo));
    build.output({after});
    const auto record = run("functionalize", build.program());
    EXPECT_TRUE(record.diagnostics.empty());
    EXPECT_NE(text(record.after).find("relu = aten.relu.default(view)"), std::string::npos);
}

TEST(Functionalize, SeesThatDropoutInEvaluationIsItsInput)
{
    Builder build;
    const Value made = build.doubled(f32(kTwo));
    const Value dropped = build.call("aten.dropout.default", {made, 0.5, false}, f32(kTwo));
    build.call("aten.add_.Tensor", {dropped, 1}, f32(kTwo));
    build.output({made});
    EXPECT_NE(text(run("functionalize", build.program()).after).find("return (add,)"), std::string::npos);
}

/// A program that begins with the buffers of a normalization and an input of two channels.
struct Statistics : Builder {
    Value mean = buffer("mean", f32(kTwo));
    Value variance = buffer("var", f32(kTwo));
    Value x = input("x", f32({size(3), size(2)}));
};

TEST(Functionalize, AcceptsInPlaceCallsAfterBatchNorm)
{
    Statistics build;
    const Value norm = build.call("aten.batch_norm.default", {build.x, None{}, None{}, build.mean, build.variance, false, 0.1, 1e-5, true}, f32({size(3), size(2)}));
    const Value relu = build.call("aten.relu_.default", {norm}, f32({size(3), size(2)}));
    build.output({relu});
    const auto record = run("functionalize", build.program());
    EXPECT_TRUE(record.diagnostics.empty());
    EXPECT_EQ(mutations(record.after), "");
}

TEST(Functionalize, MakesStatisticsOfTrainingBatchNormOutputs)
{
    Statistics build;
    const Value norm = build.call("aten.batch_norm.default", {build.x, None{}, None{}, build.mean, build.variance, true, 0.1, 1e-5, true}, f32({size(3), size(2)}));
    build.output({norm, build.mean});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after),
        "b_mean : f32[2]\n"
        "b_var : f32[2]\n"
        "x : f32[3, 2]\n"
        "_native_batch_norm_legit_functional = aten._native_batch_norm_legit_functional.default(x, None, None, b_mean, b_var, True, 0.1, 1e-05) : "
        "[f32[3, 2], f32[2], f32[2], f32[2], f32[2]]\n"
        "getitem = operator.getitem(_native_batch_norm_legit_functional, 0) : f32[3, 2]\n"
        "getitem_1 = operator.getitem(_native_batch_norm_legit_functional, 3) : f32[2]\n"
        "getitem_2 = operator.getitem(_native_batch_norm_legit_functional, 4) : f32[2]\n"
        "return (getitem, getitem_1, getitem_1, getitem_2)\n");
    EXPECT_EQ(mutations(record.after), "buffer_mutation:mean -> getitem_1, buffer_mutation:var -> getitem_2");
}

TEST(Functionalize, KeepsReadersOfNormalizationsThatReturnTuples)
{
    Statistics build;
    const Value norm = build.call("aten.native_batch_norm.default", {build.x, None{}, None{}, build.mean, build.variance, true, 0.1, 1e-5},
        ir::Type::list({f32({size(3), size(2)}), f32(kTwo), f32(kTwo)}));
    const Value rstd = build.call("operator.getitem", {norm, 2}, f32(kTwo));
    build.output({rstd});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after),
        "b_mean : f32[2]\n"
        "b_var : f32[2]\n"
        "x : f32[3, 2]\n"
        "_native_batch_norm_legit_functional = aten._native_batch_norm_legit_functional.default(x, None, None, b_mean, b_var, True, 0.1, 1e-05) : "
        "[f32[3, 2], f32[2], f32[2], f32[2], f32[2]]\n"
        "getitem_1 = operator.getitem(_native_batch_norm_legit_functional, 3) : f32[2]\n"
        "getitem_2 = operator.getitem(_native_batch_norm_legit_functional, 4) : f32[2]\n"
        "getitem = operator.getitem(_native_batch_norm_legit_functional, 2) : f32[2]\n"
        "return (getitem, getitem_1, getitem_2)\n");
}

TEST(Functionalize, AveragesTheStatisticsOfInstancesInTraining)
{
    Builder build;
    const ir::Dim batch = ir::Dim::symbol("s0");
    const Value mean = build.buffer("mean", f32(kTwo));
    const Value variance = build.buffer("var", f32(kTwo));
    const Value x = build.input("x", f32({batch, size(2), size(5)}));
    const Value norm = build.call("aten.instance_norm.default", {x, None{}, None{}, mean, variance, true, 0.1, 1e-5, true}, f32({batch, size(2), size(5)}));
    build.output({norm});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(text(record.after),
        "b_mean : f32[2]\n"
        "b_var : f32[2]\n"
        "x : f32[s0, 2, 5]\n"
        "repeat = aten.repeat.default(b_mean, [s0]) : f32[2*s0]\n"
        "repeat_1 = aten.repeat.default(b_var, [s0]) : f32[2*s0]\n"
        "reshape = aten.reshape.default(x, [1, 2*s0, 5]) : f32[1, 2*s0, 5]\n"
        "_native_batch_norm_legit_functional = aten._native_batch_norm_legit_functional.default(reshape, None, None, repeat, repeat_1, True, 0.1, 1e-05) : "
        "[f32[1, 2*s0, 5], f32[2*s0], f32[2*s0], f32[2*s0], f32[2*s0]]\n"
        "getitem = operator.getitem(_native_batch_norm_legit_functional, 0) : f32[1, 2*s0, 5]\n"
        "getitem_1 = operator.getitem(_native_batch_norm_legit_functional, 3) : f32[2*s0]\n"
        "reshape_1 = aten.reshape.default(getitem_1, [s0, 2]) : f32[s0, 2]\n"
        "mean = aten.mean.dim(reshape_1, [0]) : f32[2]\n"
        "getitem_2 = operator.getitem(_native_batch_norm_legit_functional, 4) : f32[2*s0]\n"
        "reshape_2 = aten.reshape.default(getitem_2, [s0, 2]) : f32[s0, 2]\n"
        "mean_1 = aten.mean.dim(reshape_2, [0]) : f32[2]\n"
        "reshape_3 = aten.reshape.default(getitem, [s0, 2, 5]) : f32[s0, 2, 5]\n"
        "return (reshape_3, mean, mean_1)\n");
    EXPECT_EQ(mutations(record.after), "buffer_mutation:mean -> mean, buffer_mutation:var -> mean_1");
}

TEST(Functionalize, RefusesWritesToConstantsAndSubgraphInputs)
{
    Builder build;
    const Value constant = build.constant("c", f32(kTwo), ir::Tensor::fromBytes(ir::DType::Float32, {2}, std::vector<std::byte>(8)));
    build.call("aten.add_.Tensor", {constant, 1}, f32(kTwo));
    build.begin();
    const Value inner = build.input("inner", f32(kTwo));
    build.call("aten.add_.Tensor", {inner, 1}, f32(kTwo));
    build.output({inner});
    build.end();
    build.output({constant});
    const auto record = run("functionalize", build.program());
    ASSERT_EQ(record.diagnostics.size(), 2u);
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
    EXPECT_NE(record.diagnostics[0].message.find("the constant %c_c"), std::string::npos);
    EXPECT_NE(record.diagnostics[1].message.find("the subgraph's input %inner"), std::string::npos);
}

TEST(Functionalize, KeepsCallsWithoutAFunctionalFormAndSaysSo)
{
    Builder build;
    const Value made = build.doubled(f32(kTwo));
    build.call("aten.resize_.default", {made, ArgumentList{4}}, f32({size(4)}));
    build.output({made});
    const auto record = run("functionalize", build.program());
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
    EXPECT_EQ(record.diagnostics.at(0).message, "aten.resize_.default is not functionalized: it resizes a tensor that is not certainly contiguous");
}

} // namespace
} // namespace sidelight::fx::passes::testing
