// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/inspect.h"
#include "core/display/search.h"
#include "core/support/text.h"
#include "tests/core/display/fx_maker.h"
#include "tests/core/display/onnx_maker.h"

#include <gtest/gtest.h>

namespace sidelight::display {
namespace {

std::string textOf(const Inspection& inspection)
{
    std::string text = concat(inspection.title, " [", inspection.subtitle, "] ", inspection.chip, "\n");
    for (const InspectorSection& section : inspection.sections) {
        text += concat(section.title, "\n");
        for (const InspectorRow& row : section.rows)
            text += concat("  ", row.label, ": ", row.value, row.link.empty() ? "" : " -> ", row.link, row.isCode ? " (code)" : "", "\n");
    }
    return text;
}

fx::ExportedProgram softmax()
{
    FxMaker make;
    const Value x = make.input("x", FxMaker::tensor({"batch", "8"}));
    make.inModule({{"layers.0.attn", "model.Attention"}});
    const Value y = make.call("aten.softmax.int", {x, -1}, FxMaker::tensor({"batch", "8"}));
    make.inModule({});
    make.output({y});
    fx::ExportedProgram program = make.finish();
    fx::ProgramInfo info;
    info.ranges = {{ir::Dim::symbol("batch"), {1, std::nullopt}}};
    info.hints["batch"] = 2;
    program.info = std::make_shared<const fx::ProgramInfo>(info);
    fx::Node node = program.main()[NodeId{1}];
    fx::NodeMeta meta = node.metadata();
    meta.stack_trace = {{"/home/user/model.py", 88, "forward", "att = scores.softmax(dim=-1)"}};
    meta.from_node = {{"softmax", "aten.softmax.int", "decompose", "create", kNoNode}};
    node.meta = std::make_shared<const fx::NodeMeta>(meta);
    program.graphs.forWrite(kMainGraph).replace(NodeId{1}, std::make_shared<const fx::Node>(node));
    return program;
}

TEST(InspectFx, ShowsEveryFieldOfACall)
{
    fx::Trace trace{softmax(), {}};
    fx::ExportedProgram after = trace.initial;
    fx::Rewriter rewriter(after, "type-promotion");
    fx::Node node = after.main()[NodeId{1}];
    node.val = FxMaker::tensor({"batch", "8"}, ir::DType::Float16);
    rewriter.update(NodeId{1}, node);
    static constexpr fx::Pass kPass{"type-promotion", "Promotes.", nullptr};
    ir::PassRecord<fx::ExportedProgram> record;
    record.pass = &kPass;
    record.after = after;
    record.changes = rewriter.takeChanges();
    trace.records.push_back(std::move(record));
    EXPECT_EQ(textOf(inspectFx(softmax(), NodeId{1}, {{"layers_0/%softmax → Softmax", "onnx:3/40"}}, &trace)), R"(softmax [call_function] %softmax
Call
  target: aten.softmax.int
  self: %x -> fx:0
  dim: -1
  dtype: None (default)
  users: %output -> fx:2
Value
  type: f32[batch, 8]
  batch: ∈ [1, ∞)  example 2
Where it comes from
  module: layers.0.attn · Attention
  source: model.py:88 -> file:/home/user/model.py:88
  function: forward
  : att = scores.softmax(dim=-1) (code)
  from node: softmax ← decompose
In ONNX
  node: layers_0/%softmax → Softmax -> onnx:3/40
aten::softmax.int
  : aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor (code)
History
  type-promotion: ~ type is f16[batch, 8] now
  loaded: + was in the file
)");
}

TEST(InspectFx, SaysWhenTheNodeIsGone)
{
    EXPECT_EQ(inspectFx(softmax(), NodeId{99}, {}, nullptr).title, "This node is not in the graph at this position.");
}

TEST(InspectOnnx, ShowsInputsAttributesAndOutputs)
{
    OnnxMaker make;
    const Value x = make.input("x", {"batch", "8"});
    const Value w = make.initializer("w", {4, 8});
    const Value y = make.call({"", "Gemm", ""}, {x, w}, {"batch", "4"}, {{"transB", std::int64_t{1}}});
    make.output("y", y);
    EXPECT_EQ(textOf(inspectOnnx(make.model, {{NodeId{2}}}, {{"%linear", "fx:4"}}, nullptr)), R"(Gemm [operator] node_0
Inputs
  A: x -> onnx:0
  B: w -> onnx:1
Attributes
  transB: 1
Outputs
  v0: FLOAT[batch, 4]
  users: y -> onnx:3
In FX
  node: %linear -> fx:4
)");
    EXPECT_EQ(textOf(inspectOnnx(make.model, {{NodeId{1}}}, {}, nullptr)).substr(0, 70), "w [initializer] w\nTensor\n  tensor: float32[4, 8]\n  size: 128 B\n  data:");
    EXPECT_EQ(inspectOnnx(make.model, {}, {}, nullptr).title, "This node is not in the model at this position.");
}

TEST(InspectModel, CountsOperatorsAndListsSizes)
{
    const fx::ExportedProgram program = softmax();
    const std::string text = textOf(inspectModel(&program, nullptr));
    EXPECT_NE(text.find("Inputs\n  x: f32[batch, 8] -> fx:0\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Sizes\n  batch: ∈ [1, ∞)  example 2\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Operators\n  aten.softmax.int: 1\n"), std::string::npos) << text;
}

std::vector<NodePath> find(std::string_view query)
{
    return findNodes(softmax(), parseQuery(query));
}

TEST(FindNodes, MatchesAllWordsInTheirFields)
{
    const std::vector<NodePath> node{{{NodeId{1}}}};
    EXPECT_EQ(find("op:softmax shape:batch"), node);
    EXPECT_EQ(find("op:softmax shape:batchx8"), node);
    EXPECT_EQ(find("%softmax"), node);
    EXPECT_EQ(find("module:Attention"), node);
    EXPECT_EQ(find("file:model.py:88 dtype:f32"), node);
    EXPECT_EQ(find("op:softmax shape:9"), std::vector<NodePath>{});
    EXPECT_EQ(find(""), std::vector<NodePath>{});
    EXPECT_EQ(find("shape:"), std::vector<NodePath>{});
}

TEST(FindNodes, FindsANodeOfASharedBodyOnceForEachCall)
{
    OnnxMaker make;
    const onnxir::OpId function{"pkg.torch.aten", "aten_relu", ""};
    make.begin(function);
    make.output("r", make.call({"", "Relu", ""}, {make.input("a", {"8"})}, {"8"}));
    make.end();
    const Value x = make.input("x", {"8"});
    make.output("y", make.call(function, {make.call(function, {x}, {"8"})}, {"8"}));
    const std::vector<NodePath> expected{{{NodeId{4}, NodeId{1}}}, {{NodeId{5}, NodeId{1}}}};
    EXPECT_EQ(findNodes(make.model, parseQuery("op:Relu name:node_0")), expected);
    SearchOptions one;
    one.limit = 1;
    EXPECT_EQ(findNodes(make.model, parseQuery("op:Relu name:node_0"), one).size(), 1u);
}

} // namespace
} // namespace sidelight::display
