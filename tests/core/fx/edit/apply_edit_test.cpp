// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/edit/apply_edit.h"

#include "core/fx/infer/unknown_type.h"
#include "tests/core/fx/pass_test_program.h"

#include <string>

namespace sidelight::fx::passes::testing {
namespace {

/// x → relu → dropout → (dropout + y) → mul by 2 → output (mul, relu).
ExportedProgram chain()
{
    Builder build;
    const ir::Type type = f32({ir::Dim::symbol("n"), size(4)});
    const Value x = build.input("x", type);
    const Value y = build.input("y", type);
    const Value relu = build.call("aten.relu.default", {x}, type);
    const Value dropout = build.call("aten.dropout.default", {relu, 0.5, false}, type);
    const Value add = build.call("aten.add.Tensor", {dropout, y}, type);
    const Value mul = build.call("aten.mul.Tensor", {add, 2}, type);
    build.output({mul, relu});
    return build.program();
}

constexpr std::string_view kChain = "x : f32[n, 4]\n"
                                    "y : f32[n, 4]\n"
                                    "relu = aten.relu.default(x) : f32[n, 4]\n"
                                    "dropout = aten.dropout.default(relu, 0.5, False) : f32[n, 4]\n"
                                    "add = aten.add.Tensor(dropout, y) : f32[n, 4]\n"
                                    "mul = aten.mul.Tensor(add, 2) : f32[n, 4]\n"
                                    "return (mul, relu)\n";

/// The chain after the edits, in full; the edits must not break it.
std::string after(std::string_view lines, ExportedProgram program = chain())
{
    const ExportedProgram before = program;
    Rewriter rewriter(program, "manual-edits");
    const auto edits = parseEdits(lines);
    if (!edits)
        return edits.error().message;
    for (const Edit& edit : *edits)
        if (const Status status = applyEdit(rewriter, kMainGraph, edit); !status)
            return status.error().message;
    for (const Diagnostic& finding : lint(program))
        ADD_FAILURE() << support::toText(finding);
    ExportedProgram back = program;
    const auto& changes = rewriter.changes();
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        ir::revert(back, *change);
    EXPECT_EQ(back, before);
    return text(program);
}
/// Why an edit of the chain is refused; it must have changed nothing.
std::string refusal(std::string_view line)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "manual-edits");
    const auto edit = parseEdit(line);
    if (!edit)
        return edit.error().message;
    const Status status = applyEdit(rewriter, kMainGraph, *edit);
    EXPECT_TRUE(rewriter.changes().empty());
    EXPECT_EQ(text(program), kChain);
    return status ? "taken" : status.error().message;
}

TEST(ApplyEdit, RenamesANode)
{
    EXPECT_EQ(after("rename %add to total"), "x : f32[n, 4]\n"
                                             "y : f32[n, 4]\n"
                                             "relu = aten.relu.default(x) : f32[n, 4]\n"
                                             "dropout = aten.dropout.default(relu, 0.5, False) : f32[n, 4]\n"
                                             "total = aten.add.Tensor(dropout, y) : f32[n, 4]\n"
                                             "mul = aten.mul.Tensor(total, 2) : f32[n, 4]\n"
                                             "return (mul, relu)\n");
}

TEST(ApplyEdit, RenamesAnInputInTheSignatureToo)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "manual-edits");
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("rename %x to image")));
    EXPECT_EQ(program.signature->inputs[0].name, "image");
    EXPECT_TRUE(lint(program).empty());
}

TEST(ApplyEdit, SetsTargetAndArguments)
{
    EXPECT_EQ(after("set %mul = torch.ops.aten.sub.Tensor(%add, %relu, alpha=2)\nset %dropout = aten.gelu.default(%relu, approximate='tanh')"),
        "x : f32[n, 4]\n"
        "y : f32[n, 4]\n"
        "relu = aten.relu.default(x) : f32[n, 4]\n"
        "dropout = aten.gelu.default(relu, approximate='tanh') : f32[n, 4]\n"
        "add = aten.add.Tensor(dropout, y) : f32[n, 4]\n"
        "mul = aten.sub.Tensor(add, relu, alpha=2) : f32[n, 4]\n"
        "return (mul, relu)\n");
}

TEST(ApplyEdit, DerivesTheTypesThatFollow)
{
    EXPECT_EQ(after("set %dropout = torch.ops.aten.sum.dim_IntList(%relu, [1], True)\nset %add = torch.ops.aten.gt.Tensor(%dropout, %y)"),
        "x : f32[n, 4]\n"
        "y : f32[n, 4]\n"
        "relu = aten.relu.default(x) : f32[n, 4]\n"
        "dropout = aten.sum.dim_IntList(relu, [1], True) : f32[n, 1]\n"
        "add = aten.gt.Tensor(dropout, y) : b8[n, 4]\n"
        "mul = aten.mul.Tensor(add, 2) : i64[n, 4]\n"
        "return (mul, relu)\n");
}

TEST(ApplyEdit, MarksTypesThatNobodyKnows)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "manual-edits");
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("set %dropout = torch.ops.aten.nonzero.default(%relu)")));
    for (const char* name : {"dropout", "add", "mul"})
        EXPECT_TRUE(isMarkedUnknown(program.main()[findByName(program.main(), name)])) << name;
    EXPECT_FALSE(isMarkedUnknown(program.main()[findByName(program.main(), "relu")]));
    EXPECT_TRUE(lint(program).empty());
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("set %dropout = torch.ops.aten.neg.default(%relu)")));
    EXPECT_NE(text(program).find("mul = aten.mul.Tensor(add, 2) : f32[n, 4]"), std::string::npos) << text(program);
}

TEST(ApplyEdit, InsertsAndLetsReadersReadTheNewOne)
{
    EXPECT_EQ(after("insert %n = torch.ops.aten.neg.default(%x) before %relu\nreplace %x with %n"), "x : f32[n, 4]\n"
                                                                                                    "y : f32[n, 4]\n"
                                                                                                    "n = aten.neg.default(x) : f32[n, 4]\n"
                                                                                                    "relu = aten.relu.default(n) : f32[n, 4]\n"
                                                                                                    "dropout = aten.dropout.default(relu, 0.5, False) : f32[n, 4]\n"
                                                                                                    "add = aten.add.Tensor(dropout, y) : f32[n, 4]\n"
                                                                                                    "mul = aten.mul.Tensor(add, 2) : f32[n, 4]\n"
                                                                                                    "return (mul, relu)\n");
}

TEST(ApplyEdit, InsertedNodesBelongToTheModuleBesideThem)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "manual-edits");
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("insert %n = torch.ops.aten.neg.default(%x) after %relu")));
    const Node& node = program.main()[findByName(program.main(), "n")];
    ASSERT_EQ(node.metadata().nn_module_stack.size(), 1u);
    EXPECT_EQ(node.metadata().nn_module_stack[0].path, "root");
    EXPECT_TRUE(node.metadata().from_node.empty()) << "it comes from no node";
}

TEST(ApplyEdit, ErasesBypassesAndMoves)
{
    EXPECT_EQ(after("bypass %dropout\nset %output = (%add, %relu)\nerase %mul\nbypass %add with %relu"), "x : f32[n, 4]\n"
                                                                                                       "y : f32[n, 4]\n"
                                                                                                       "relu = aten.relu.default(x) : f32[n, 4]\n"
                                                                                                       "return (relu, relu)\n");
}

TEST(ApplyEdit, OutputsReadAnotherValueAndTheSignatureKnows)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "manual-edits");
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("replace %mul with %x")));
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("erase %mul")));
    EXPECT_NE(text(program).find("return (x, relu)"), std::string::npos);
    EXPECT_TRUE(lint(program).empty());
}

TEST(ApplyEdit, MovesWithinWhatItReadsAndWhatReadsIt)
{
    const std::string moved = after("insert %s = torch.ops.aten.sin.default(%y) before %mul\nmove %s before %relu");
    EXPECT_LT(moved.find("s = aten.sin"), moved.find("relu = "));
}

TEST(ApplyEdit, EditsASubgraph)
{
    Builder build;
    const GraphId body = build.begin();
    const Value in = build.input("in", f32(kTwo));
    build.output({build.call("aten.sin.default", {in}, f32(kTwo))});
    build.end();
    const Value x = build.input("x", f32(kTwo));
    const Value attribute = build.subgraph("true_graph_0", body);
    const Value call = build.call("higher_order.invoke_subgraph", {attribute, "true_graph_0", x}, ir::Type::list({f32(kTwo)}));
    build.output({build.call("operator.getitem", {call, 0}, f32(kTwo))});
    ExportedProgram program = build.program();
    EXPECT_EQ(graphPath(program, body), "true_graph_0");
    Rewriter rewriter(program, "manual-edits");
    ASSERT_TRUE(applyEdit(rewriter, kMainGraph, *parseEdit("in true_graph_0: set %sin = torch.ops.aten.cos.default(%in)")));
    EXPECT_EQ(text(program, body), "in : f32[2]\nsin = aten.cos.default(in) : f32[2]\nreturn (sin,)\n");
    const Status status = applyEdit(rewriter, kMainGraph, *parseEdit("in false_graph_0: erase %sin"));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "there is no subgraph 'false_graph_0'; name the get_attr node that holds it");
}

TEST(ApplyEdit, RefusesNamesThatAreNotThereOrTaken)
{
    EXPECT_EQ(refusal("erase %dropoutt"), "there is no node %dropoutt here; it could be %dropout");
    EXPECT_EQ(refusal("erase %nothing"), "there is no node %nothing here");
    EXPECT_EQ(refusal("rename %add to mul"), "%mul is there already; take another name");
    EXPECT_EQ(refusal("rename %add to add"), "%add has that name already");
    EXPECT_EQ(refusal("rename %add to 3d"), "'3d' is no name of a node: letters, digits and _, no digit first, no Python keyword");
    EXPECT_EQ(refusal("rename %add to lambda"), "'lambda' is no name of a node: letters, digits and _, no digit first, no Python keyword");
    EXPECT_EQ(refusal("rename %output to out"), "the output's name is fixed");
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%addd, 1)"), "there is no node %addd here; it could be %add");
}

TEST(ApplyEdit, RefusesToEraseWhatIsReadAndNamesWhoReadsIt)
{
    EXPECT_EQ(refusal("erase %relu"), "%relu cannot be erased: it is still read by %dropout, %output; replace its uses first, or bypass it");
    EXPECT_EQ(refusal("erase %x"), "%x is an input of the graph, which stays");
    EXPECT_EQ(refusal("erase %output"), "the output stays");
    EXPECT_EQ(refusal("bypass %x"), "%x is a placeholder, not a call; it cannot be bypassed");
    EXPECT_EQ(refusal("bypass %add with %mul"), "%mul reads %add before %mul is made");
}

TEST(ApplyEdit, RefusesUnknownTargetsWithNearNames)
{
    EXPECT_NE(refusal("set %mul = torch.ops.aten.rleu.default(%add)").find("there is no operator 'torch.ops.aten.rleu.default'; it could be aten.elu.default, aten.glu.default, aten.relu.default"), std::string::npos)
        << refusal("set %mul = torch.ops.aten.rleu.default(%add)");
    EXPECT_NE(refusal("set %mul = operator.mull(%add, 1)").find("operator.mul"), std::string::npos);
    EXPECT_NE(refusal("set %mul = torch.ops.mine.op.default(%add)").find("there is no operator"), std::string::npos);
}

TEST(ApplyEdit, RefusesArgumentsThatTheSchemaDoesNotHave)
{
    const std::string schema = "; its schema is aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%add)"), "aten.add.Tensor lacks its argument other (Tensor)" + schema);
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%add, %x, %y)"), "aten.add.Tensor takes 2 arguments without a name and is given 3" + schema);
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%add, %x, beta=1)"), "aten.add.Tensor has no argument 'beta'" + schema);
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%add, 'two')"), "aten.add.Tensor takes Tensor as other, not 'two'" + schema);
    EXPECT_EQ(refusal("set %mul = torch.ops.aten.add.Tensor(%add, %x, other=%x)"), "aten.add.Tensor is given other twice" + schema);
    EXPECT_NE(refusal("set %mul = torch.ops.aten.sum.dim_IntList(%add, [1.5])").find("takes int[1]? as dim, not [1.5]"), std::string::npos);
}

TEST(ApplyEdit, RefusesCyclesAndWhatIsMadeLater)
{
    EXPECT_EQ(refusal("set %relu = torch.ops.aten.add.Tensor(%x, %mul)"), "%relu would read %mul, which is made from it: a cycle");
    EXPECT_EQ(refusal("set %relu = torch.ops.aten.neg.default(%relu)"), "%relu would read itself: a cycle");
    EXPECT_EQ(refusal("insert %n = torch.ops.aten.neg.default(%mul) before %relu"), "%n would read %mul, which is made later; move one of them first");
    EXPECT_EQ(refusal("insert %n = torch.ops.aten.neg.default(%x) before %y"), "inputs come first: nothing but inputs can stand before %y");
    EXPECT_EQ(refusal("insert %n = torch.ops.aten.neg.default(%x) after %output"), "nothing can stand after the output");
    EXPECT_EQ(refusal("move %mul before %add"), "%mul reads %add, which is made later than that place");
    EXPECT_EQ(refusal("move %relu after %add"), "%relu is read by %dropout, which stands before that place");
    EXPECT_EQ(refusal("move %relu before %dropout"), "%relu stands there already");
    EXPECT_EQ(refusal("set %output = (%mul,)"), "the output must stay what it is in number and kind: 2 values");
    EXPECT_EQ(refusal("replace %dropout with %mul"), "nothing after %mul reads %dropout");
}

} // namespace
} // namespace sidelight::fx::passes::testing
