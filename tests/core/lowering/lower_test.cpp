// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lowering/program_builder.h"

#include "core/lowering/provenance.h"
#include "core/support/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace sidelight::lowering {
namespace {

using namespace testing;

fx::ExportedProgram mlp(const char* batch = "s0")
{
    ProgramBuilder program;
    const Value weight0 = program.parameter("fc0.weight", {8, 4});
    const Value bias0 = program.parameter("fc0.bias", {8});
    const Value weight1 = program.parameter("fc1.weight", {2, 8});
    const Value bias1 = program.parameter("fc1.bias", {2});
    const Value x = program.input("x", f32({batch, 4}));
    program.in({{"fc0", "torch.nn.modules.linear.Linear"}});
    const Value linear = program.call("linear", "torch.ops.aten.linear.default", {x, weight0, bias0}, f32({batch, 8}));
    program.in({});
    const Value sigmoid = program.call("sigmoid", "torch.ops.aten.sigmoid.default", {linear}, f32({batch, 8}));
    program.in({{"fc1", "torch.nn.modules.linear.Linear"}});
    const Value linear1 = program.call("linear_1", "torch.ops.aten.linear.default", {sigmoid, weight1, bias1}, f32({batch, 2}));
    program.output({linear1});
    return program.finish();
}

TEST(Lower, SharesOneBodyForEqualCallsAndModules)
{
    const Lowered lowered = lower(mlp(), {});
    EXPECT_EQ(diagnosticsOf(lowered), "");
    EXPECT_EQ(textOf(lowered.record.after),
              "(x) => (linear_1)\n"
              "fc0.weight = initializer\n"
              "fc0.bias = initializer\n"
              "fc1.weight = initializer\n"
              "fc1.bias = initializer\n"
              "linear = pkg.torch.module.Linear(x, fc0.weight, fc0.bias)\n"
              "sigmoid = pkg.torch.aten.aten_sigmoid(linear)\n"
              "linear_1 = pkg.torch.module.Linear(sigmoid, fc1.weight, fc1.bias)\n"
              "pkg.torch.module.Linear (x, weight, bias) => (linear)\n"
              "linear = pkg.torch.aten.aten_linear(x, weight, bias)\n"
              "pkg.torch.aten.aten_linear (input, weight, bias) => (result)\n"
              "result = Gemm<transB=1>(input, weight, bias)\n"
              "pkg.torch.aten.aten_sigmoid (self) => (result)\n"
              "result = Sigmoid(self)\n");
}


const onnxir::Node& nodeNamed(const onnxir::Model& model, const std::string& name, GraphId graph = kMainGraph)
{
    for (const NodeId id : model.graphs[graph].order())
        if (model.graphs[graph][id].name == name)
            return model.graphs[graph][id];
    static const onnxir::Node kNone;
    return kNone;
}

std::string mainOf(const Lowered& lowered)
{
    const std::string text = textOf(lowered.record.after);
    const auto functions = text.find("pkg.torch.", text.find("\npkg.torch.") + 1);
    return text.find("\npkg.torch.") == std::string::npos ? text : text.substr(0, functions);
}

TEST(Lower, TwelveEqualLayersAreOneBodyAndTwelveCalls)
{
    ProgramBuilder program;
    std::vector<Value> weights;
    for (int layer = 0; layer < 12; ++layer)
        weights.push_back(program.parameter(concat("layers.", layer, ".fc.weight"), {4, 4}));
    Value x = program.input("x", f32({"s0", 4}));
    for (int layer = 0; layer < 12; ++layer) {
        const std::string path = concat("layers.", layer);
        program.in({{path, "model.Layer"}, {path + ".fc", "torch.nn.modules.linear.Linear"}});
        const Value linear = program.call(concat("linear_", layer), "torch.ops.aten.linear.default", {x, weights[static_cast<std::size_t>(layer)]}, f32({"s0", 4}));
        program.in({{path, "model.Layer"}});
        x = program.call(concat("relu_", layer), "torch.ops.aten.relu.default", {linear}, f32({"s0", 4}));
    }
    program.output({x});
    const onnxir::Model model = lower(program.finish(), {}).record.after;
    std::size_t calls = 0;
    for (const NodeId id : model.main().order())
        calls += model.main()[id].op == onnxir::OpId{"pkg.torch.module", "Layer", ""};
    EXPECT_EQ(calls, 12U);
    EXPECT_EQ(model.functions.size(), 4U) << "Layer, Linear, aten_linear, aten_relu";
    EXPECT_EQ(bodyOf(model, "Layer"), "(x, fc.weight) => (relu_0)\n"
                                      "linear_0 = pkg.torch.module.Linear(x, fc.weight)\n"
                                      "relu_0 = pkg.torch.aten.aten_relu(linear_0)\n");
    EXPECT_EQ(nodeNamed(model, "layers_3").outputs.front().name, "relu_3");
}

TEST(Lower, NumbersBodiesThatDifferByFirstUse)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2, 4}));
    const Value first = program.call("softmax", "torch.ops.aten.softmax.int", {x, 0}, f32({2, 4}));
    const Value second = program.call("softmax_1", "torch.ops.aten.softmax.int", {first, 1}, f32({2, 4}));
    const Value third = program.call("softmax_2", "torch.ops.aten.softmax.int", {second, 0}, f32({2, 4}));
    program.output({third});
    EXPECT_EQ(mainOf(lower(program.finish(), {})), "(x) => (softmax_2)\n"
                                                   "softmax = pkg.torch.aten.aten_softmax_int(x)\n"
                                                   "softmax_1 = pkg.torch.aten.aten_softmax_int_2(softmax)\n"
                                                   "softmax_2 = pkg.torch.aten.aten_softmax_int(softmax_1)\n");
}

TEST(Lower, KeepsClassesOfOneShortNameApart)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2}));
    program.in({{"a", "one.Block"}});
    const Value first = program.call("relu", "torch.ops.aten.relu.default", {x}, f32({2}));
    program.in({{"b", "other.Block"}});
    program.output({program.call("relu_1", "torch.ops.aten.relu.default", {first}, f32({2}))});
    EXPECT_EQ(mainOf(lower(program.finish(), {})), "(x) => (relu_1)\n"
                                                   "relu = pkg.torch.module.Block(x)\n"
                                                   "relu_1 = pkg.torch.module.Block_2(relu)\n");
}

TEST(Lower, SaysOfASharedBodyOnlyWhatIsTrueOfAllCalls)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({"s0", 4}));
    const Value y = program.input("y", f32({"s0", 5}));
    const Value first = program.call("relu", "torch.ops.aten.relu.default", {x}, f32({"s0", 4}));
    const Value second = program.call("relu_1", "torch.ops.aten.relu.default", {y}, f32({"s0", 5}));
    program.output({first, second});
    const onnxir::Model model = lower(program.finish(), {}).record.after;
    const GraphId body = model.functions.begin()->first;
    EXPECT_EQ(onnxir::toText(nodeNamed(model, "self", body).outputs.front().type), "FLOAT[s0, ?]");
    EXPECT_EQ(onnxir::toText(nodeNamed(model, "relu_1").outputs.front().type), "FLOAT[s0, 5]");
}

TEST(Lower, SplitsAModuleThatIsNotConvexAndSaysSo)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2}));
    program.in({{"block", "model.Block"}});
    const Value first = program.call("relu", "torch.ops.aten.relu.default", {x}, f32({2}));
    program.in({});
    const Value outside = program.call("exp", "torch.ops.aten.exp.default", {first}, f32({2}));
    program.in({{"block", "model.Block"}});
    program.output({program.call("add", "torch.ops.aten.add.Tensor", {first, outside}, f32({2}))});
    const Lowered lowered = lower(program.finish(), {});
    EXPECT_EQ(mainOf(lowered), "(x) => (add)\n"
                               "relu = pkg.torch.module.Block(x)\n"
                               "exp = pkg.torch.aten.aten_exp(relu)\n"
                               "add = pkg.torch.module.Block_part2(relu, exp)\n");
    EXPECT_EQ(diagnosticsOf(lowered), "SL3002 values leave the module block and come back, so its call became 2 functions\n");
    EXPECT_EQ(lowered.record.outcome, ir::Outcome::Modified);
}

TEST(Lower, ComputesSizesInTheGraphAndHandsThemToFunctions)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({"s0", "s1", 4}));
    const Value size = program.call("sym_size_int", "torch.ops.aten.sym_size.int", {x, 1}, ir::Type::integer(ir::Dim::symbol("s1")));
    const Value twice = program.call("mul", "operator.mul", {size, 2}, ir::Type::integer(ir::Dim::symbol("s1") * ir::Dim::constant(2)));
    const Value view = program.call("view", "torch.ops.aten.view.default", {x, fx::ArgumentList{twice, -1}}, ir::Type::of({ir::DType::Float32, {ir::Dim::symbol("s1") * ir::Dim::constant(2), ir::Dim::symbol("s0") * ir::Dim::constant(2)}, {}, {}, {}, {}, {}}));
    program.output({view, size});
    const onnxir::Model model = lower(program.finish(), {}).record.after;
    EXPECT_EQ(bodyOf(model, "operator_mul"), "(a) => (result)\nconstant = Constant<value=int64{2}>()\nresult = Mul(a, constant)\n");
    EXPECT_EQ(bodyOf(model, "aten_view"), "(self, size_0) => (result)\n"
                                          "constant = Constant<value=int64[1]{0}>()\n"
                                          "unsqueeze = Unsqueeze(size_0, constant)\n"
                                          "constant_1 = Constant<value=int64[1]{-1}>()\n"
                                          "concat = Concat<axis=0>(unsqueeze, constant_1)\n"
                                          "result = Reshape(self, concat)\n");
    EXPECT_EQ(onnxir::toText(nodeNamed(model, "sym_size_int").outputs.front().type), "INT64[]");
}

TEST(Lower, ComputesASizeThatNoNodeHoldsFromTheInputThatHasIt)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({"s0", 4}));
    const ir::Dim size = ir::Dim::symbol("s0") + ir::Dim::constant(1);
    program.output({program.call("ones", "torch.ops.aten.ones.default", {fx::ArgumentList{size}}, ir::Type::of({ir::DType::Float32, {size}, {}, {}, {}, {}, {}}))});
    (void)x;
    const Lowered lowered = lower(program.finish(), {});
    EXPECT_EQ(diagnosticsOf(lowered), "");
    EXPECT_NE(bodyOf(lowered.record.after, "aten_ones").find("Shape<end=1, start=0>(size_0)"), std::string::npos) << bodyOf(lowered.record.after, "aten_ones");
}

TEST(LowerNames, KeepsTheProgramsNamesAndFqns)
{
    ProgramBuilder program;
    const Value weight = program.parameter("mask", {2});
    const Value mask = program.input("mask", f32({2}));
    const Value sum = program.call("add", "torch.ops.aten.add.Tensor", {mask, weight}, f32({2}));
    program.output({sum});
    EXPECT_EQ(mainOf(lower(program.finish(), {})), "(mask) => (add)\n"
                                                   "mask_1 = initializer\n"
                                                   "add = pkg.torch.aten.aten_add_Tensor(mask, mask_1)\n")
        << "the user's input wins over the weight of the same name";
}

TEST(LowerNames, MakesOutputsOfInputsConstantsAndRepeats)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2}));
    const Value y = program.call("relu", "torch.ops.aten.relu.default", {x}, f32({2}));
    program.output({x, y, y, 5, fx::None{}, 0.5, true});
    EXPECT_EQ(mainOf(lower(program.finish(), {})), "(x) => (x_1, relu, relu_1, output_3, output_5, output_6)\n"
                                                   "relu = pkg.torch.aten.aten_relu(x)\n"
                                                   "x_1 = Identity(x)\n"
                                                   "relu_1 = Identity(relu)\n"
                                                   "output_3 = Constant<value=int64{5}>()\n"
                                                   "output_5 = Constant<value=float32{0.5}>()\n"
                                                   "output_6 = Constant<value=bool{1}>()\n");
}

TEST(LowerNames, NamesComponentsAfterTheirGetitems)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({4}));
    const Value split = program.call("split", "torch.ops.aten.split.Tensor", {x, 2}, ir::Type::list({f32({2}), f32({2})}));
    const Value second = program.getitem("getitem_7", split, 1);
    const Value first = program.getitem("getitem_8", split, 0);
    program.output({program.call("add", "torch.ops.aten.add.Tensor", {first, second}, f32({2}))});
    EXPECT_EQ(mainOf(lower(program.finish(), {})), "(x) => (add)\n"
                                                   "getitem_8, getitem_7 = pkg.torch.aten.aten_split_Tensor(x)\n"
                                                   "add = pkg.torch.aten.aten_add_Tensor(getitem_8, getitem_7)\n");
}

TEST(LowerNames, LeavesOutResultsThatNobodyReads)
{
    ProgramBuilder program;
    const Value x = program.input("x", i64({4, 2}));
    const Value topk = program.call("max_1", "torch.ops.aten.max.dim", {x, 1}, ir::Type::list({i64({4}), i64({4})}));
    program.output({program.getitem("getitem", topk, 1)});
    EXPECT_EQ(bodyOf(lower(program.finish(), {}).record.after, "aten_max_dim"), "(self) => (result)\nresult = ArgMax<axis=1, keepdims=0>(self)\n");
}

TEST(LowerNames, PutsMutatedValuesAfterTheUsersOutputs)
{
    ProgramBuilder program;
    const Value buffer = program.parameter("state", {2});
    const Value x = program.input("x", f32({2}));
    const Value sum = program.call("add", "torch.ops.aten.add.Tensor", {buffer, x}, f32({2}));
    program.mutation(fx::OutputKind::BufferMutation, "state", sum);
    program.mutation(fx::OutputKind::UserInputMutation, "x", sum);
    program.output({program.call("relu", "torch.ops.aten.relu.default", {sum}, f32({2}))});
    const fx::ExportedProgram made = program.finish();
    EXPECT_EQ(mainOf(lower(made, {})), "(x) => (relu, state.mutated, x.mutated)\n"
                                       "state = initializer\n"
                                       "state.mutated = pkg.torch.aten.aten_add_Tensor(state, x)\n"
                                       "relu = pkg.torch.aten.aten_relu(state.mutated)\n"
                                       "x.mutated = Identity(state.mutated)\n");
    LowerOptions drop;
    drop.mutations = Mutations::Drop;
    const Lowered dropped = lower(made, drop);
    EXPECT_EQ(mainOf(dropped).substr(0, 15), "(x) => (relu)\ns");
    EXPECT_EQ(diagnosticsOf(dropped), "SL4005 the program changes state, which the export leaves out; export with --mutations outputs to keep it\n"
                                      "SL4005 the program changes x, which the export leaves out; export with --mutations outputs to keep it\n");
}

TEST(LowerNames, KeepsUnusedInputsAndReadsConstantOnes)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2}));
    (void)program.input("unused", i64({3}));
    const Value factor = program.constantInput("factor", 3);
    const Value n = program.input("n", ir::Type::integer(ir::Dim::symbol("s0")));
    const Value scaled = program.call("mul", "torch.ops.aten.mul.Tensor", {x, factor}, f32({2}));
    program.output({program.call("add", "torch.ops.aten.add.Tensor", {scaled, n}, f32({2}))});
    const onnxir::Model model = lower(program.finish(), {}).record.after;
    EXPECT_EQ(textOf(model).substr(0, textOf(model).find('\n')), "(x, unused, n) => (add)");
    EXPECT_EQ(bodyOf(model, "aten_mul_Tensor"), "(self) => (result)\nconstant = Constant<value=float32{3.0}>()\nresult = Mul(self, constant)\n");
    EXPECT_EQ(onnxir::toText(nodeNamed(model, "n").outputs.front().type), "INT64[]");
}

TEST(LowerDiagnostics, FindsEveryCallWithoutALoweringAndGoesOn)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({2}));
    const Value first = program.call("a", "torch.ops.my.op.default", {x}, f32({2}));
    const Value relu = program.call("relu", "torch.ops.aten.relu.default", {first}, f32({2}));
    const Value second = program.call("b", "torch.ops.aten.relu_.default", {relu}, f32({2}));
    program.output({second});
    const Lowered lowered = lower(program.finish(), {});
    EXPECT_EQ(diagnosticsOf(lowered), "FXE0011 my.op.default has no lowering for opset 18; decompose it or register one\n"
                                      "FXE0011 aten.relu_.default has no lowering for opset 18; decompose it or register one\n");
    const Diagnostic& diagnostic = lowered.record.diagnostics[1];
    EXPECT_EQ(diagnostic.level, Level::Error);
    ASSERT_EQ(diagnostic.locations.size(), 1U);
    EXPECT_EQ(diagnostic.locations[0].name, "%b");
    EXPECT_EQ(diagnostic.locations[0].file, "model.py");
    EXPECT_EQ(diagnostic.locations[0].line, 7);
    ASSERT_EQ(diagnostic.fixes.size(), 1U);
    EXPECT_EQ(diagnostic.fixes[0].description, "leave the functionalize pass enabled: it makes this aten.relu.default");
    EXPECT_EQ(lowered.record.outcome, ir::Outcome::Failed);
    EXPECT_EQ(mainOf(lowered), "(x) => (b)\n"
                               "a = pkg.sidelight.unsupported.my_op(x)\n"
                               "relu = pkg.torch.aten.aten_relu(a)\n"
                               "b = pkg.sidelight.unsupported.aten_relu_(relu)\n")
        << "the rest is there to be looked at";
}

TEST(LowerDiagnostics, RefusesAnArgumentThatItDoesNotHonour)
{
    EXPECT_EQ(bodyOfCall("aten.scaled_dot_product_attention.default(f32[1, 2, 3, 4], f32[1, 2, 3, 4], f32[1, 2, 3, 4], None, 0.5) -> f32[1, 2, 3, 4]"),
              "FXE0008 aten.scaled_dot_product_attention.default cannot be lowered: dropout_p is not 0\n");
    EXPECT_EQ(bodyOfCall("aten.softmax.int(f32[2, 3], 2) -> f32[2, 3]"),
              "FXE0008 aten.softmax.int cannot be lowered: dim = 2 is out of range for 2 dimensions\n");
}

TEST(LowerDiagnostics, RefusesArgumentsThatAreNotTheSchemas)
{
    EXPECT_EQ(bodyOfCall("aten.relu.default(f32[2], f32[2]) -> f32[2]").substr(0, 68), "FXE0014 aten.relu.default: 2 arguments are given where the schema ha");
    EXPECT_EQ(bodyOfCall("aten.relu.default(f32[2], inplace=True) -> f32[2]").substr(0, 8), "FXE0014 ");
}

TEST(LowerDiagnostics, RefusesAnOpsetItCannotWrite)
{
    LowerOptions options;
    options.opset = 17;
    const Lowered lowered = lower(mlp(), options);
    EXPECT_EQ(diagnosticsOf(lowered), "SL3001 opset 17 cannot be written; choose 18 or newer\n");
    EXPECT_TRUE(lowered.record.changes.empty());
}

TEST(Lower, LogLeadsFromTheEmptyModelToTheResultAndBack)
{
    const Lowered lowered = lower(mlp(), {});
    onnxir::Model model = lowered.initial;
    for (const auto& change : lowered.record.changes)
        ir::apply(model, change);
    EXPECT_TRUE(model == lowered.record.after);
    for (auto change = lowered.record.changes.rbegin(); change != lowered.record.changes.rend(); ++change)
        ir::revert(model, *change);
    EXPECT_TRUE(model == lowered.initial);
    const fx::ExportedProgram program = mlp();
    for (const auto& change : lowered.record.changes) {
        if (std::holds_alternative<ir::NodeChange<onnxir::Model>>(change.what)) {
            EXPECT_TRUE(program.main().contains(change.cause)) << "each node has the FX node that caused it";
        }
    }
}

TEST(Lower, ReadsNoHints)
{
    fx::ExportedProgram program = mlp();
    auto info = std::make_shared<fx::ProgramInfo>();
    info->hints["s0"] = 97;
    program.info = info;
    EXPECT_EQ(textOf(lower(program, {}).record.after), textOf(lower(mlp(), {}).record.after));
}

TEST(Lower, WritesTorchsMetadata)
{
    const onnxir::Model model = lower(mlp(), {}).record.after;
    const auto& node = nodeNamed(model, "fc1");
    const onnxir::Properties expected{
        {"namespace", "fc1: torch.nn.modules.linear.Linear"},
        {"pkg.torch.onnx.class_hierarchy", "['torch.nn.modules.linear.Linear']"},
        {"pkg.torch.onnx.name_scopes", "['fc1']"}};
    EXPECT_EQ(node.metadata_props, expected);
    const onnxir::Properties call{
        {"namespace", ": __main__.Model/sigmoid: aten.sigmoid.default"},
        {"pkg.torch.onnx.class_hierarchy", "['__main__.Model', 'aten.sigmoid.default']"},
        {"pkg.torch.onnx.fx_node", "%sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%linear,), kwargs = {})"},
        {"pkg.torch.onnx.name_scopes", "['', 'sigmoid']"},
        {"pkg.torch.onnx.stack_trace", "File \"model.py\", line 7, in forward\n    return sigmoid"}};
    EXPECT_EQ(nodeNamed(model, "sigmoid").metadata_props, call);
}

TEST(LowerCond, CapturesOperandsInBothBranches)
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({3}));
    const Value flag = program.input("flag", tensor(ir::DType::Bool, {}));
    const GraphId yes = program.beginSubgraph();
    const Value a = program.input("arg0", f32({3}));
    program.output({program.call("sin", "torch.ops.aten.sin.default", {a}, f32({3}))});
    program.endSubgraph();
    const GraphId no = program.beginSubgraph();
    program.output({program.input("arg0_1", f32({3}))});
    program.endSubgraph();
    const Value yesGraph = program.subgraph("true_graph_0", yes);
    const Value noGraph = program.subgraph("false_graph_0", no);
    const Value cond = program.call("cond", "torch.ops.higher_order.cond", {flag, yesGraph, noGraph, fx::ArgumentList{x}}, ir::Type::list({f32({3})}));
    program.output({program.getitem("getitem", cond, 0)});
    const Lowered lowered = lower(program.finish(), {});
    EXPECT_EQ(diagnosticsOf(lowered), "");
    EXPECT_EQ(bodyOf(lowered.record.after, "higher_order_cond"), "(pred, operands_0) => (result)\n"
                                                                 "result = If<else_branch={() => (operands_0_1)\n"
                                                                 "operands_0_1 = Identity(operands_0)\n"
                                                                 "}, then_branch={() => (sin)\n"
                                                                 "sin = pkg.torch.aten.aten_sin(operands_0)\n"
                                                                 "}>(pred)\n");
}

/// FX node -> the operator types on the way to each of its ONNX nodes.
std::map<NodeId, std::multiset<std::string>> routes(const onnxir::Model& model)
{
    std::map<NodeId, std::multiset<std::string>> result;
    for (const auto& [fx, paths] : provenanceOf(model).toOnnx)
        for (const NodePath& path : paths) {
            std::string text;
            for (const NodeId id : path.nodes)
                text += concat(model.graphs[*model.graphs.graphOf(id)][id].op.op_type, "/");
            result[fx].insert(text);
        }
    return result;
}

TEST(Provenance, FindsEachFxNodeOnItsPathAndBack)
{
    const fx::ExportedProgram program = mlp();
    const onnxir::Model model = lower(program, {}).record.after;
    const Provenance provenance = provenanceOf(model);
    const NodeId linear = fx::findByName(program.main(), "linear_1");
    ASSERT_EQ(provenance.toOnnx.at(linear).size(), 1U);
    NodePath path = provenance.toOnnx.at(linear).front();
    EXPECT_EQ(toText(model, path), "fc1/%linear") << "the shared body is named after its first call";
    EXPECT_EQ(provenance.fxOf(path), linear);
    const GraphId body = *model.functionBody({"pkg.torch.aten", "aten_linear", ""});
    path.nodes.push_back(model.graphs[body].front());
    EXPECT_EQ(provenance.fxOf(path), linear) << "a node of the operator's body belongs to the call";
    EXPECT_EQ(provenance.fxOf({}), kNoNode);
}

/// The same program with other names and another legal order.
fx::ExportedProgram shuffled(const fx::ExportedProgram& program, std::uint32_t seed)
{
    fx::ExportedProgram result = program;
    std::mt19937 random(seed);
    fx::Rewriter rewriter(result, "shuffle");
    fx::GraphSignature signature = *program.signature;
    std::vector<NodeId> calls;
    for (const NodeId id : program.main().orderCopy()) {
        fx::Node node = program.main()[id];
        if (node.op == fx::Op::CallFunction) {
            node.name = concat("renamed_", random());
            rewriter.update(id, node);
            calls.push_back(id);
        }
    }
    // Kahn's algorithm with a random choice.
    std::set<NodeId> placed;
    std::vector<NodeId> pending = calls;
    while (!pending.empty()) {
        std::vector<NodeId> ready;
        for (const NodeId id : pending) {
            bool isReady = true;
            visitInputs(program.main()[id], [&](Value value, std::uint32_t) {
                isReady = isReady && (std::ranges::find(calls, value.node) == calls.end() || placed.count(value.node) != 0);
            });
            if (isReady)
                ready.push_back(id);
        }
        const NodeId next = ready[random() % ready.size()];
        placed.insert(next);
        std::erase(pending, next);
        rewriter.move(next, result.main().back());
    }
    return result;
}

fx::ExportedProgram branches()
{
    ProgramBuilder program;
    const Value x = program.input("x", f32({4}));
    std::vector<fx::Argument> results;
    for (int branch = 0; branch < 4; ++branch) {
        program.in({{concat("branch.", branch), "model.Branch"}});
        const Value exp = program.call(concat("exp_", branch), "torch.ops.aten.exp.default", {x}, f32({4}));
        const Value sin = program.call(concat("sin_", branch), "torch.ops.aten.sin.default", {exp}, f32({4}));
        results.emplace_back(program.call(concat("mul_", branch), "torch.ops.aten.mul.Tensor", {sin, exp}, f32({4})));
    }
    program.in({});
    program.output({program.call("cat", "torch.ops.aten.cat.default", {fx::ArgumentList(results), 0}, f32({16}))});
    return program.finish();
}

TEST(Provenance, IsTheSameAfterAllNodesAreRenamedAndShuffled)
{
    const fx::ExportedProgram program = branches();
    const auto expected = routes(lower(program, {}).record.after);
    ASSERT_EQ(expected.size(), program.main().size()) << "each node, the input and the output among them";
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const Lowered lowered = lower(shuffled(program, seed), {});
        EXPECT_EQ(routes(lowered.record.after), expected) << "seed " << seed;
        EXPECT_EQ(diagnosticsOf(lowered), "");
    }
}

} // namespace
} // namespace sidelight::lowering
