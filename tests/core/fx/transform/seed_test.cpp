// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What an article on torch.fx.Transformer shows, example by example, in C++. Models are as torch.export has them: torch.add is aten.add.Tensor.

#include "core/fx/transform/transformer.h"
#include "tests/core/fx/transform/numbers.h"
#include "tests/core/fx/transform/transform_test_program.h"

namespace sidelight::fx::testing {
namespace {

bool isCallTo(const Node& node, std::string_view overload) { return node.op == Op::CallFunction && node.overload() == overload; }

/// z = torch.add(x, y)
ExportedProgram simpleAdd()
{
    return programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {x, build.input("y", f32(kTwo))})};
    });
}
/// w = x * 2 + y
ExportedProgram mulThenAdd()
{
    return programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {x, 2}), y})};
    });
}
/// torch.relu(x)
ExportedProgram withRelu()
{
    return programOf([](Builder& build) { return std::vector<Value>{call(build, "aten.relu.default", {build.input("x", f32(kTwo))})}; });
}

// The first example: a transformer that prints the name of each node.
class PrintNodeNames : public Transformer {
public:
    std::vector<std::string> printed;

protected:
    Result<Transformed> transformNode(const Node& node) override
    {
        printed.push_back(node.name);
        return Transformed(node);
    }
};

TEST(Seed, PrintsEachNodesNameAndChangesNothing)
{
    const auto program = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {x, 1}), 2})};
    });
    PrintNodeNames transformer;
    const auto transformed = transformer.transform(program);
    ASSERT_TRUE(transformed.ok());
    EXPECT_EQ(transformer.printed, (std::vector<std::string>{"x", "add", "mul", "output"}));
    EXPECT_EQ(*transformed, program);
    EXPECT_EQ(printGraph(*transformed), "graph():\n"
                                        "    %x : [num_users=1] = placeholder[target=x]\n"
                                        "    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})\n"
                                        "    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, 2), kwargs = {})\n"
                                        "    return (mul,)");
}

// Example 1: renames each add.
class RenameAddNodes : public Transformer {
public:
    explicit RenameAddNodes(std::string to) : to_(std::move(to)) {}

protected:
    Result<Transformed> transformNode(const Node& node) override
    {
        Node renamed = node;
        if (isCallTo(node, "aten.add.Tensor"))
            renamed.name = to_;
        return Transformed(std::move(renamed));
    }

private:
    std::string to_;
};

TEST(Seed, RenamesAdds)
{
    const ExportedProgram program = simpleAdd();
    RenameAddNodes renamer("addition_operation");
    const auto transformed = renamer.transform(program);
    ASSERT_TRUE(transformed.ok());
    EXPECT_EQ(text(program), "x : f32[2]\ny : f32[2]\nadd = aten.add.Tensor(x, y) : f32[2]\nreturn (add,)\n") << "the given program stays as it is";
    EXPECT_EQ(text(*transformed), "x : f32[2]\ny : f32[2]\naddition_operation = aten.add.Tensor(x, y) : f32[2]\nreturn (addition_operation,)\n");
    EXPECT_EQ(printTabular(*transformed), "opcode         name                target           args                      kwargs\n"
                                          "-------------  ------------------  ---------------  ------------------------  --------\n"
                                          "placeholder    x                   x                ()                        {}\n"
                                          "placeholder    y                   y                ()                        {}\n"
                                          "call_function  addition_operation  aten.add.Tensor  (x, y)                    {}\n"
                                          "output         output              output           ((addition_operation,),)  {}\n");
}

TEST(Seed, KeepsNamesApartWhenSeveralAddsGetOne)
{
    const auto program = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.add.Tensor", {x, 1}), 2})};
    });
    RenameAddNodes renamer("addition_operation");
    EXPECT_EQ(text(*renamer.transform(program)), "x : f32[2]\n"
                                                 "addition_operation = aten.add.Tensor(x, 1) : f32[2]\n"
                                                 "addition_operation_1 = aten.add.Tensor(addition_operation, 2) : f32[2]\n"
                                                 "return (addition_operation_1,)\n");
}

// Example 2: removes each mul. Returning nothing would break the graph's connectivity, as the article warns; handing the input on is what it means.
class RemoveMultiplyNodes : public Transformer {
public:
    explicit RemoveMultiplyNodes(bool forwards) : forwards_(forwards) {}
    [[nodiscard]] std::string name() const override { return "remove-multiply-nodes"; }

protected:
    Result<Transformed> callFunction(const Node& node) override
    {
        if (!isCallTo(node, "aten.mul.Tensor"))
            return Transformed(node);
        return forwards_ ? deleteAndForward(*node.args[0].as<Value>()) : Transformed(std::nullopt);
    }

private:
    bool forwards_;
};

TEST(Seed, RefusesToRemoveMulsThatAreReadAndNamesTheReaders)
{
    const ExportedProgram program = mulThenAdd();
    RemoveMultiplyNodes remover(false);
    const auto refused = remover.transform(program);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().ruleId, "SL2001");
    EXPECT_EQ(refused.error().message, "remove-multiply-nodes: transformNode failed at %mul: %mul cannot be erased: it is still read by %add; replace its uses first");
    ASSERT_EQ(refused.error().fixes.size(), 1U);
    EXPECT_EQ(refused.error().fixes[0].description, "Return deleteAndForward(input) to hand its readers another value.");
    EXPECT_EQ(refused.error().locations.front().name, "%mul");
    EXPECT_EQ(program, mulThenAdd());
}

TEST(Seed, RemovesMulsAndConnectsTheirReadersToTheInput)
{
    RemoveMultiplyNodes remover(true);
    EXPECT_EQ(text(*remover.transform(mulThenAdd())), "x : f32[2]\ny : f32[2]\nadd = aten.add.Tensor(x, y) : f32[2]\nreturn (add,)\n");
    const auto unread = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        call(build, "aten.mul.Tensor", {x, 2});
        return std::vector<Value>{x};
    });
    RemoveMultiplyNodes plain(false);
    EXPECT_EQ(text(*plain.transform(unread)), "x : f32[2]\nreturn (x,)\n");
}

// Example 3: doubles what a submodule gives.
class ModifySubModuleOutput : public Transformer {
protected:
    Status transformModule(const ModuleRegion& region) override
    {
        if (region.module.className != "M" || region.module.path != "sub")
            return {};
        for (const Value output : outputsOf(region))
            if (const auto wrapped = wrapOutput(region, output, [](Value value) { return callTo("aten.mul.Tensor", {value, 2}); }); !wrapped)
                return wrapped.error();
        return {};
    }
};

TEST(Seed, DoublesTheOutputOfASubmodule)
{
    const auto program = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        build.module = "sub";
        const Value y = build.call("aten.linear.default", {x, x}, f32(kTwo));
        build.module = "relu";
        return std::vector<Value>{call(build, "aten.relu.default", {y})};
    });
    ModifySubModuleOutput modifier;
    const auto transformed = modifier.transform(program);
    ASSERT_TRUE(transformed.ok());
    EXPECT_EQ(text(*transformed), "x : f32[2]\n"
                                  "linear = aten.linear.default(x, x) : f32[2]\n"
                                  "mul_tensor = aten.mul.Tensor(linear, 2) : f32[2]\n"
                                  "relu = aten.relu.default(mul_tensor) : f32[2]\n"
                                  "return (relu,)\n");
    const Node& wrapper = transformed->main()[findByName(transformed->main(), "mul_tensor")];
    EXPECT_EQ(wrapper.metadata().nn_module_stack.front().path, "sub");
    EXPECT_EQ(numbersOf(program, {2}), "5.0");
    EXPECT_EQ(numbersOf(*transformed, {2}), "10.0");
}

// Example 4: two transforms in sequence.
class RenameOtherNodes : public Transformer {
protected:
    Result<Transformed> output(const Node& node) override
    {
        Node renamed = node;
        renamed.name = "model_output";
        return Transformed(std::move(renamed));
    }
};

TEST(Seed, RunsTransformsInTheOrderOfTheirRegistration)
{
    RenameAddNodes first("first_addition");
    RenameOtherNodes second;
    const auto intermediate = first.transform(simpleAdd());
    ASSERT_TRUE(intermediate.ok());
    const auto final = second.transform(*intermediate);
    ASSERT_TRUE(final.ok());
    EXPECT_EQ(text(*final), "x : f32[2]\ny : f32[2]\nfirst_addition = aten.add.Tensor(x, y) : f32[2]\nreturn (first_addition,)\n");
    EXPECT_EQ(final->main()[final->main().back()].name, "model_output");

    Transformer both;
    both.add(std::make_unique<RenameAddNodes>("first_addition")).add(std::make_unique<RenameOtherNodes>());
    EXPECT_EQ(*both.transform(simpleAdd()), *final);

    Transformer renames; // The order counts: the later name stays.
    renames.add(std::make_unique<RenameAddNodes>("one")).add(std::make_unique<RenameAddNodes>("two"));
    EXPECT_EQ(text(*renames.transform(simpleAdd())), "x : f32[2]\ny : f32[2]\ntwo = aten.add.Tensor(x, y) : f32[2]\nreturn (two,)\n");
}

// The graph's own calls: sets inplace on each relu. torch.relu has no such argument (nn.ReLU has), which recompiling would not tell; the schema does.
TEST(Seed, RefusesInplaceOfReluAndTakesTheInPlaceOperator)
{
    ExportedProgram program = withRelu();
    Rewriter rewriter(program, "inplace");
    GraphCalls graph(rewriter);
    for (const NodeId id : program.main().orderCopy()) {
        if (!isCallTo(program.main()[id], "aten.relu.default"))
            continue;
        Node node = program.main()[id];
        node.kwargs.emplace_back("inplace", true);
        const Status refused = graph.updateNode(id, node);
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().ruleId, "FXE0014");
        EXPECT_EQ(refused.error().message, "aten.relu.default has no argument inplace; its schema is aten::relu(Tensor self) -> Tensor");
        EXPECT_EQ(program, withRelu());
        node.kwargs.clear();
        node.target = "torch.ops.aten.relu_.default";
        EXPECT_TRUE(graph.updateNode(id, node).ok());
    }
    EXPECT_TRUE(graph.lint().empty());
    const auto swept = graph.eliminateDeadCode();
    ASSERT_TRUE(swept.ok());
    EXPECT_FALSE(*swept);
    EXPECT_EQ(text(program), "x : f32[2]\nrelu = aten.relu_.default(x) : f32[2]\nreturn (relu,)\n");
    EXPECT_EQ(graph.pythonCode(), "\n\n\ndef forward(self, x):\n"
                                  "    relu = torch.ops.aten.relu_.default(x);  x = None\n"
                                  "    return (relu,)\n    ");
}

// Existing passes: constant propagation, then dead code.
TEST(Seed, PropagatesConstantsAndRemovesWhatIsDead)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const float two = 2;
    const Value literal = build.constant("lifted_tensor_0", f32({ir::Dim::constant(1)}), ir::Tensor::fromValues<float>(ir::DType::Float32, {1}, std::span(&two, 1)));
    const Value y = build.call("aten.lift_fresh_copy.default", {literal}, f32({ir::Dim::constant(1)}));
    const Value unread = build.call("aten.mul.Tensor", {x, 3}, f32(kTwo));
    build.call("aten.neg.default", {unread}, f32(kTwo));
    build.output({build.call("aten.add.Tensor", {x, y}, f32(kTwo))});
    const std::vector<PassStep> steps = {{passes::find("lift-constants"), {}, true}, {passes::find("constant-propagation"), {}, true}, {passes::find("dead-code-elimination"), {}, true}};
    const Trace trace = ir::runPasses<ExportedProgram>(build.program(), steps);
    EXPECT_EQ(text(trace.final()), "x : f32[2]\n"
                                   "c_lifted_tensor_0 : f32[1]\n"
                                   "add = aten.add.Tensor(x, c_lifted_tensor_0) : f32[2]\n"
                                   "return (add,)\n");
}

// A function from graph to graph: builds a new one by node_copy.
Result<ExportedProgram> renameAddNodes(const ExportedProgram& program)
{
    ExportedProgram made = emptyLike(program);
    Rewriter rewriter(made, "functional");
    GraphCalls graph(rewriter);
    std::unordered_map<NodeId, Argument> map;
    for (const NodeId id : program.main().order()) {
        Node node = program.main()[id];
        if (isCallTo(node, "aten.add.Tensor"))
            node.name = "functional_addition";
        const auto copy = graph.nodeCopy(program, node, map);
        if (!copy)
            return copy.error();
        map.emplace(id, Argument(*copy));
    }
    return made;
}

TEST(Seed, RebuildsAGraphByCopyingItsNodes)
{
    const auto made = renameAddNodes(mulThenAdd());
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(text(*made), "x : f32[2]\ny : f32[2]\nmul = aten.mul.Tensor(x, 2) : f32[2]\nfunctional_addition = aten.add.Tensor(mul, y) : f32[2]\n"
                           "return (functional_addition,)\n");
    EXPECT_TRUE(lint(*made).empty());
    EXPECT_NE(made->main().front(), mulThenAdd().main().front()) << "nodes of their own";
    EXPECT_EQ(numbersOf(*made, {3, 4}), "10.0");
}

// A pass of one's own over the whole graph.
Status customRename(PassContext& context)
{
    Rewriter& rewriter = context.rewriter;
    GraphCalls graph(rewriter);
    for (const NodeId id : graph.graph().orderCopy()) {
        rewriter.visit(id);
        Node node = rewriter.node(id);
        if (!isCallTo(node, "aten.relu.default") || node.name == "custom_relu")
            continue;
        rewriter.match();
        node.name = "custom_relu";
        if (Status status = graph.updateNode(id, std::move(node)); !status)
            return status;
    }
    return {};
}
constexpr Pass kCustomRename{.id = "custom-rename", .summary = "Names relus.", .run = customRename};

TEST(Seed, RunsAPassOfOnesOwnInAPipeline)
{
    const std::vector<PassStep> steps = {{&kCustomRename, {}, true}};
    ir::RunOptions<ExportedProgram> options;
    options.lint = lint;
    const Trace trace = ir::runPasses<ExportedProgram>(withRelu(), steps, options);
    EXPECT_EQ(text(trace.final()), "x : f32[2]\ncustom_relu = aten.relu.default(x) : f32[2]\nreturn (custom_relu,)\n");
    const auto& record = trace.records.front();
    EXPECT_EQ(record.outcome, ir::Outcome::Modified);
    EXPECT_EQ(record.changes.size(), 1U);
    EXPECT_EQ(record.coverage.matched.size(), 1U);
    sidelight::testing::expectReplay(withRelu(), record);
}

} // namespace
} // namespace sidelight::fx::testing
