// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/graph_text.h"

#include "core/fx/infer/unknown_type.h"
#include "core/fx/lint.h"
#include "core/fx/print.h"

#include <gtest/gtest.h>

namespace sidelight::fx {
namespace {

ExportedProgram program(std::string_view text)
{
    auto parsed = parseGraph(text);
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    if (!parsed.ok())
        return {};
    for (const Diagnostic& finding : lint(*parsed))
        ADD_FAILURE() << finding.message;
    return *parsed;
}
const Node& node(const ExportedProgram& program, std::string_view name)
{
    static const Node kNone;
    const NodeId id = findByName(program.main(), name);
    EXPECT_NE(id, kNoNode) << name;
    return id == kNoNode ? kNone : program.main()[id];
}
std::string printed(std::string_view text) { return printGraph(program(text)); }

constexpr std::string_view kAdd = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y](default=None)
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {alpha: 2})
    return (add,))";

TEST(GraphText, ReadsWhatPrintGraphPrints)
{
    EXPECT_EQ(printed(kAdd), kAdd);
    const ExportedProgram add = program(kAdd);
    EXPECT_EQ(add.signature->inputs.size(), 2u);
    EXPECT_EQ(add.signature->outputs.size(), 1u);
    EXPECT_TRUE(isMarkedUnknown(node(add, "x")));
    EXPECT_TRUE(isMarkedUnknown(node(add, "add")));
}

TEST(GraphText, ReadsTextsWithoutQuotesAsTorchPrintsThem)
{
    constexpr std::string_view kText = R"(graph():
    %x : [num_users=4] = placeholder[target=x]
    %div : [num_users=0] = call_function[target=torch.ops.aten.div.Tensor_mode](args = (%x, 2), kwargs = {rounding_mode: floor})
    %einsum : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = (bij, bjk -> bik, [%x, %x]), kwargs = {})
    %_to_copy : [num_users=0] = call_function[target=torch.ops.aten._to_copy.default](args = (%x,), kwargs = {dtype: torch.float32, device: cuda:1})
    %_assert : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (True, Eq(u0, 3) on node 'eq'), kwargs = {})
    %gelu : [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%x, ), kwargs = {})
    return (gelu, None, 'text', 1.5))";
    EXPECT_EQ(printed(kText), kText);
    const ExportedProgram read = program(kText);
    EXPECT_EQ(node(read, "einsum").args[0], Argument("bij, bjk -> bik"));
    EXPECT_EQ(node(read, "einsum").args.size(), 2u);
    EXPECT_EQ(node(read, "_to_copy").kwargs[1].second, Argument(ir::Device{"cuda", 1}));
    EXPECT_EQ(node(read, "_assert").args[1], Argument("Eq(u0, 3) on node 'eq'"));
    EXPECT_EQ(node(read, "gelu").args[1], Argument(""));
}

TEST(GraphText, TakesWhatIsLostByPasting)
{
    // No heading, no indentation, no num_users, Windows newlines, a blank line, the older spelling of users, no kwargs.
    EXPECT_EQ(printed("%x = placeholder[target=x]\r\n\r\n  %y : [#users=1] = placeholder[target=y](default=None)\r\n"
                      "%add : [num_users=9] = call_function[target=aten.add.Tensor](args=(%x,%y),kwargs={alpha:2})\r\nreturn (%add,)\r\n"),
        kAdd);
    EXPECT_EQ(printed("graph():\n# a comment\n\t%x : torch.Tensor [num_users=1] = placeholder[target=x]\n%y: [num_users=1] = placeholder[target=y](default = None)\n"
                      "%add [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x,\n      %y), kwargs = {alpha: 2})\nreturn (add, )"),
        kAdd);
}

TEST(GraphText, TakesTypesFromAnnotationsAndInfersTheOthers)
{
    const ExportedProgram read = program(R"(graph():
    %x : f32[2, s77] : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = placeholder[target=w]  # f32[s77]
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %w), kwargs = {})
    return (add,))");
    EXPECT_EQ(ir::toText(node(read, "w").val), "f32[s77]");
    EXPECT_EQ(ir::toText(node(read, "add").val), "f32[2, s77]");
}

constexpr std::string_view kCode = R"(


def forward(self, x, y = None):
    add = torch.ops.aten.add.Tensor(x, y, alpha = 2);  x = y = None
    return (add,)
    )";

TEST(CodeText, ReadsWhatPrintCodePrints)
{
    EXPECT_EQ(printed(kCode), kAdd);
    EXPECT_EQ(printCode(program(kCode)), kCode);
}

TEST(CodeText, ReadsPrintReadableWithItsCommentsTypesAndSubgraphs)
{
    const ExportedProgram read = program(R"TEXT(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]", n: "Sym(s77)", flag):
         # File: model.py:12 in forward, code: return torch.cond(x.sum() > 0, self.a, self.b, [x])
        true_graph_0 = self.true_graph_0
        false_graph_0 = self.false_graph_0
        cond = torch.ops.higher_order.cond(flag, true_graph_0, false_graph_0, (x,));  flag = true_graph_0 = false_graph_0 = x = None
        getitem: "f32[2, 3]" = cond[0];  cond = None
        return (getitem,)

    class true_graph_0(torch.nn.Module):
        def forward(self, x: "f32[2, 3][3, 1]cpu"):
            # No stacktrace found for following nodes
            sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
            return (sin,)

    class false_graph_0(torch.nn.Module):
        def forward(self, x: "f32[2, 3]"):
            cos: "f32[2, 3]" = torch.ops.aten.cos.default(x);  x = None
            return (cos,)
)TEXT");
    EXPECT_EQ(read.graphs.ids().size(), 3u);
    EXPECT_EQ(ir::toText(node(read, "getitem").val), "f32[2, 3]");
    EXPECT_EQ(ir::toText(node(read, "n").val), "Sym(s77)");
    EXPECT_EQ(printGraph(read, node(read, "true_graph_0").subgraph),
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n"
        "    return (sin,)");
}

TEST(CodeText, TypesCallsOfSeveralResultsByWhatIsReadOfThem)
{
    const ExportedProgram read = program(R"(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        unique = torch.ops.aten._unique2.default(x, True, True)
        getitem: "f32[u0]" = unique[0]
        getitem_1: "i64[2, 3]" = unique[1];  unique = None
        cond = torch.ops.higher_order.cond(getitem_1, x)
        item: "f32[4]" = cond[0]
        row = getitem[0]
        return (getitem, getitem_1, item, row)
)");
    EXPECT_EQ(ir::toText(node(read, "unique").val), "[f32[u0], i64[2, 3], ?]");
    EXPECT_EQ(ir::toText(node(read, "cond").val), "[f32[4]]");
    EXPECT_EQ(ir::toText(node(read, "getitem").val), "f32[u0]");
}

TEST(CodeText, ReadsTheSignatureOfAPrintedProgram)
{
    const ExportedProgram read = program(R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_lin_weight: "f32[3, 3]", b_count: "i64[]", x: "f32[s77, 3]"):
            add: "i64[]" = torch.ops.aten.add.Tensor(b_count, 1);  b_count = None
            linear: "f32[s77, 3]" = torch.ops.aten.linear.default(x, p_lin_weight);  x = p_lin_weight = None
            return (add, linear, 3)

Graph signature: 
    # inputs
    p_lin_weight: PARAMETER target='lin.weight'
    b_count: BUFFER target='count' persistent=True
    x: USER_INPUT

    # outputs
    add: BUFFER_MUTATION target='count'
    linear: USER_OUTPUT
    : USER_OUTPUT

Range constraints: {s77: VR[2, 1024]}
)");
    ASSERT_EQ(read.signature->inputs.size(), 3u);
    EXPECT_EQ(read.signature->inputs[0].kind, InputKind::Parameter);
    EXPECT_EQ(read.signature->inputs[0].target, "lin.weight");
    EXPECT_EQ(read.signature->inputs[1].kind, InputKind::Buffer);
    EXPECT_EQ(read.signature->outputs[0].kind, OutputKind::BufferMutation);
    EXPECT_EQ(read.signature->outputs[0].target, "count");
    EXPECT_EQ(read.signature->outputs[1].kind, OutputKind::UserOutput);
    EXPECT_EQ(read.signature->outputs[2].value, Argument(3));
    ASSERT_EQ(read.info->ranges.size(), 1u);
    EXPECT_EQ(read.info->ranges[0].second.max, 1024);
    // Weights are there as a model made under FakeTensorMode has them: without data.
    const auto weight = read.stateOf("lin.weight");
    ASSERT_TRUE(weight);
    EXPECT_EQ(weight->sizes, (std::vector<std::int64_t>{3, 3}));
    EXPECT_EQ(weight->dtype, ir::DType::Float32);
    EXPECT_FALSE(weight->storage->hasData());
    EXPECT_EQ(read.state->size(), 2u);
}

TEST(CodeText, MakesNodesOfNestedExpressionsAsTorchFxNamesThem)
{
    EXPECT_EQ(printed(R"(
def forward(self, x, input):
    input_1 = input
    x = torch.relu(x + input_1) * -2   # as people write it
    values, indices = torch.max(x, dim=1)
    y = self.sub.linear(values).view(2, -1)
    return y.sum(), -indices ** 2, self.w
)"),
        R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %input : [num_users=1] = placeholder[target=input]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %input), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%add,), kwargs = {})
    %x_1 : [num_users=1] = call_function[target=operator.mul](args = (%relu, -2), kwargs = {})
    %max_1 : [num_users=2] = call_function[target=torch.max](args = (%x_1,), kwargs = {dim: 1})
    %values : [num_users=1] = call_function[target=operator.getitem](args = (%max_1, 0), kwargs = {})
    %indices : [num_users=1] = call_function[target=operator.getitem](args = (%max_1, 1), kwargs = {})
    %sub_linear : [num_users=1] = call_module[target=sub.linear](args = (%values,), kwargs = {})
    %y : [num_users=1] = call_method[target=view](args = (%sub_linear, 2, -1), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%y,), kwargs = {})
    %pow_1 : [num_users=1] = call_function[target=operator.pow](args = (%indices, 2), kwargs = {})
    %neg : [num_users=1] = call_function[target=operator.neg](args = (%pow_1,), kwargs = {})
    %w : [num_users=1] = get_attr[target=w]
    return (sum_1, neg, w))");
}

TEST(CodeText, NamesStarredParametersAsTorchFxDoes)
{
    const std::string code = "\n\n\ndef forward(self, x, *args, **kw):\n    _args = args\n    _kw = kw\n    add = torch.add(x, _args);  x = _args = None\n    return add\n    ";
    EXPECT_EQ(printCode(program(code)), code);
}

TEST(CodeText, BindsOperatorsAsPythonDoes)
{
    const ExportedProgram read = program("def forward(self, a, b, c):\n    return a | b + c @ a << 1 == ~c\n");
    EXPECT_EQ(printCode(read), "\n\n\ndef forward(self, a, b, c):\n    matmul = c @ a\n    add = b + matmul;  b = matmul = None\n    lshift = add << 1;  add = None\n"
                               "    or_ = a | lshift;  a = lshift = None\n    invert = ~c;  c = None\n    eq = or_ == invert;  or_ = invert = None\n    return eq\n    ");
}

TEST(CodeText, ReadsAttributesWithNumbersAndSizes)
{
    const std::string code = "\n\n\ndef forward(self, x):\n    layers_0_weight = getattr(self.layers, \"0\").weight\n"
                             "    view = torch.ops.aten.view.default(x, [2*s77, Max(1, u0)]);  x = None\n    trunc = math_trunc(2.5)\n"
                             "    abs_1 = _operator_abs(trunc);  trunc = None\n    return (layers_0_weight, view, abs_1)\n    ";
    EXPECT_EQ(printCode(program(code)), code);
}

} // namespace
} // namespace sidelight::fx
