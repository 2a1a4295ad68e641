// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/edit/apply_edit.h"

#include "core/io/onnx_schemas.h"
#include "core/onnxir/edit/graph_path.h"
#include "core/onnxir/print.h"
#include "tests/core/ir/pass_documentation.h"
#include "tests/core/onnxir/pass_test_model.h"

namespace sidelight::testing {
namespace {

const io::OnnxSchemaRegistry& schemas()
{
    static const io::OnnxSchemaRegistry registry;
    return registry;
}

/// y = relu(x @ w + b): product, sum, y.
constexpr std::string_view kLinear = "in x\ninit w\ninit b\nproduct = MatMul(x, w)\nsum = Add(product, b)\ny = Relu(sum)\nout y = y\n";

onnxir::Model edited(std::string_view lines, onnxir::Model model = linearModel().model)
{
    const onnxir::Model before = model;
    onnxir::Rewriter rewriter(model, "manual-onnx-edits");
    const auto edits = ir::parseEdits(lines);
    EXPECT_TRUE(edits) << (edits ? "" : edits.error().message);
    for (const ir::Edit& edit : *edits) {
        const Status status = onnxir::applyEdit(rewriter, kMainGraph, edit, &schemas());
        EXPECT_TRUE(status) << (status ? "" : status.error().message);
    }
    for (const Diagnostic& finding : onnxir::lint(model))
        ADD_FAILURE() << support::toText(finding);
    onnxir::Model back = model;
    const auto& changes = rewriter.changes();
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        ir::revert(back, *change);
    EXPECT_EQ(back, before);
    return model;
}
std::string after(std::string_view lines, onnxir::Model model = linearModel().model) { return text(edited(lines, std::move(model))); }

std::string refusal(std::string_view line)
{
    onnxir::Model model = linearModel().model;
    onnxir::Rewriter rewriter(model, "manual-onnx-edits");
    const auto edit = ir::parseEdit(line);
    if (!edit)
        return edit.error().message;
    const Status status = onnxir::applyEdit(rewriter, kMainGraph, *edit, &schemas());
    EXPECT_TRUE(rewriter.changes().empty());
    EXPECT_EQ(text(model), kLinear);
    return status ? "taken" : status.error().message;
}

std::string typeOf(const onnxir::Model& model, std::string_view value)
{
    for (const NodeId id : model.main().order())
        for (const onnxir::ValueInfo& output : model.main()[id].outputs)
            if (output.name == value)
                return onnxir::toText(output.type);
    return "?";
}

TEST(ApplyOnnxEdit, RenamesValuesNodesAndOutputs)
{
    EXPECT_EQ(after("rename sum to total\nrename y to result\nrename x to image"),
        "in image\ninit w\ninit b\nproduct = MatMul(image, w)\ntotal = Add(product, b)\nresult = Relu(total)\nout result = result\n");
    const onnxir::Model model = edited("rename node_sum to \"/add 1\"");
    EXPECT_EQ(text(model), kLinear);
    EXPECT_NE(onnxir::printText(model).find("[\"/add 1\"] sum = Add"), std::string::npos);
}

TEST(ApplyOnnxEdit, SetsOperatorAttributesAndInputs)
{
    const onnxir::Model model = edited("set y = LeakyRelu <alpha = 0.25> (sum)\nset product = Gemm <transB = 0> (x, w, b)");
    EXPECT_EQ(text(model), "in x\ninit w\ninit b\nproduct = Gemm(x, w, b)\nsum = Add(product, b)\ny = LeakyRelu(sum)\nout y = y\n");
    EXPECT_NE(onnxir::printText(model).find("LeakyRelu <alpha: float = 0.25> (sum)"), std::string::npos);
}

TEST(ApplyOnnxEdit, InfersTheTypesThatFollow)
{
    const onnxir::Model model = edited("set sum = ReduceSum <keepdims = 1> (product)");
    EXPECT_EQ(typeOf(model, "product"), "FLOAT[batch, 3]");
    EXPECT_EQ(typeOf(model, "sum"), "FLOAT[1, 1]");
    EXPECT_EQ(typeOf(model, "y"), "FLOAT[1, 1]");
    EXPECT_EQ(typeOf(edited("set y = Sigmoid (sum)"), "y"), "FLOAT[batch, 3]") << "the name of the size stays";
}

TEST(ApplyOnnxEdit, InsertsOneOrSeveralOutputs)
{
    EXPECT_EQ(after("insert r = Abs (x) before product\nreplace x with r"),
        "in x\ninit w\ninit b\nr = Abs(x)\nproduct = MatMul(r, w)\nsum = Add(product, b)\ny = Relu(sum)\nout y = y\n");
    const onnxir::Model model = edited("insert left, right = Split <axis = 1, num_outputs = 2> (x) after w");
    EXPECT_EQ(text(model), "in x\ninit w\ninit b\nleft, right = Split(x)\nproduct = MatMul(x, w)\nsum = Add(product, b)\ny = Relu(sum)\nout y = y\n") << "after all initializers";
    EXPECT_EQ(typeOf(model, "right"), "FLOAT[batch, 2]");
}

TEST(ApplyOnnxEdit, ErasesBypassesAndMoves)
{
    EXPECT_EQ(after("bypass sum\nerase b"), "in x\ninit w\nproduct = MatMul(x, w)\ny = Relu(product)\nout y = y\n");
    EXPECT_EQ(after("bypass y"), "in x\ninit w\ninit b\nproduct = MatMul(x, w)\nsum = Add(product, b)\nout y = sum\n");
    EXPECT_EQ(after("insert n = Neg (x) before y\nmove n before product"),
        "in x\ninit w\ninit b\nn = Neg(x)\nproduct = MatMul(x, w)\nsum = Add(product, b)\ny = Relu(sum)\nout y = y\n");
}

TEST(ApplyOnnxEdit, EditsAFunctionAndABody)
{
    ModelBuilder b;
    const GraphId body = b.function("local", "Double");
    const Value in = b.input("a", {}, body);
    b.output("c", b.op("Add", {in, in}, "c", {}, body), body);
    const Value x = b.input("x", floats({2}));
    const Value y = b.op("Double", {x}, "y", floats({2}));
    onnxir::Model model = b.model;
    b.output("y", y);
    model = b.model;
    const NodeId call = y.node;
    onnxir::Node node = model.main()[call];
    node.op.domain = "local";
    model.graphs.forWrite(kMainGraph).replace(call, std::make_shared<const onnxir::Node>(std::move(node)));
    EXPECT_EQ(onnxir::graphPath(model, body), "local.Double");
    const onnxir::Model changed = edited("in local.Double: set c = Mul (a, a)", model);
    EXPECT_EQ(text(changed, body), "in a\nc = Mul(a, a)\nout c = c\n");
    onnxir::Rewriter rewriter(model, "manual-onnx-edits");
    EXPECT_FALSE(onnxir::applyEdit(rewriter, kMainGraph, *ir::parseEdit("in Nothing: erase c"), &schemas()));
    EXPECT_FALSE(onnxir::applyEdit(rewriter, kMainGraph, *ir::parseEdit("set y = local.Triple (x)"), &schemas()));
}

TEST(ApplyOnnxEdit, RefusesWhatWouldBreakTheModelAndSaysWhy)
{
    EXPECT_EQ(refusal("erase summ"), "there is no node 'summ' here; it could be sum");
    EXPECT_EQ(refusal("rename sum to product"), "a value 'product' is there already; take another name");
    EXPECT_EQ(refusal("rename sum to sum"), "'sum' has that name already");
    EXPECT_EQ(refusal("erase sum"), "'sum' cannot be erased: it is still read by y; replace its uses first, or bypass it");
    EXPECT_EQ(refusal("erase x"), "'x' is an input of the graph, which stays");
    EXPECT_EQ(refusal("set w = Relu (x)"), "'w' is an initializer; only operators can be set");
    EXPECT_EQ(refusal("bypass x"), "'x' is an input; only operators can be bypassed");
    EXPECT_EQ(refusal("move x after sum"), "'x' is an input, which stays where it is");
    EXPECT_EQ(refusal("set y = Relu (summ)"), "there is no node 'summ' here; it could be sum");
    EXPECT_EQ(refusal("set y = Relu (sum)"), "'y' is that already");
    EXPECT_EQ(refusal("set sum = Relu (y)"), "'sum' would read 'y', which is made from it: a cycle");
    EXPECT_EQ(refusal("insert n = Neg (y) before sum"), "'n' would read 'y', which is made later; move one of them first");
    EXPECT_EQ(refusal("insert n = Neg (x) before w"), "inputs and initializers come first: nothing else can stand before 'w'");
    EXPECT_EQ(refusal("move y before sum"), "'y' reads 'sum', which is made later than that place");
    EXPECT_EQ(refusal("move sum after y"), "'sum' is read by 'y', which stands before that place");
    EXPECT_EQ(refusal("move sum before y"), "'sum' stands there already");
}

TEST(ApplyOnnxEdit, RefusesOperatorsAndArgumentsThatTheSchemaDoesNotHave)
{
    EXPECT_EQ(refusal("set y = Reluu (sum)"), "there is no operator 'Reluu' at opset 18; it could be Relu, Celu, Gelu");
    EXPECT_EQ(refusal("set y = other.Relu (sum)").substr(0, 36), "there is no operator 'other.Relu'; i");
    for (const char* line : {"set y = Relu (sum, x)", "set y = Relu <axis = 1> (sum)", "set y = Add (sum)"})
        EXPECT_NE(refusal(line), "taken") << line;
}

TEST(ManualOnnxEdits, RunAsAPassAndStopAtTheEditThatIsRefused)
{
    const onnxir::Pass& pass = onnxir::passes::kManualOnnxEdits;
    expectDocumented(pass);
    EXPECT_FALSE(pass.standard);
    ir::RunOptions<onnxir::Model> options;
    options.lint = onnxir::lint;
    options.services.schemas = &schemas();
    const auto before = linearModel().model;
    const std::vector<onnxir::PassStep> steps = {{&pass, {{"edits", std::string("bypass sum\nerase b\n\nerase w")}}, true}};
    const auto trace = ir::runPasses<onnxir::Model>(before, steps, options);
    const auto& record = trace.records.front();
    EXPECT_EQ(record.outcome, ir::Outcome::Failed);
    ASSERT_EQ(record.diagnostics.size(), 1u);
    EXPECT_EQ(record.diagnostics.front().message, "edit 4 (erase %w): 'w' cannot be erased: it is still read by product; replace its uses first, or bypass it");
    EXPECT_EQ(text(record.after), "in x\ninit w\nproduct = MatMul(x, w)\ny = Relu(product)\nout y = y\n");
    expectReplay(before, record);
}

} // namespace
} // namespace sidelight::testing
