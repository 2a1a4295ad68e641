// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/decomposition.h"
#include "core/fx/transform/evaluator_interpreter.h"
#include "tests/core/fx/transform/numbers.h"
#include "tests/core/fx/transform/transform_test_program.h"

#include <memory>

namespace sidelight::fx::testing {
namespace {

ExportedProgram mulAdd()
{
    return programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        const Value mul = call(build, "aten.mul.Tensor", {x, 2});
        return std::vector<Value>{call(build, "aten.add.Tensor", {mul, y}), mul};
    });
}

TEST(Interpreter, RunsNodeByNodeInOrder)
{
    const ExportedProgram program = mulAdd();
    Numbers numbers(program);
    const auto outputs = numbers.run({3, 4});
    ASSERT_TRUE(outputs.ok());
    EXPECT_EQ(*outputs, (std::vector<double>{10, 6}));
    EXPECT_EQ(numbers.ran, (std::vector<std::string>{"mul", "add"}));
    EXPECT_EQ(*numbers.run({1, 1}), (std::vector<double>{3, 2})) << "a second run starts anew";
}

TEST(Interpreter, NamesTheNodeOfAFailure)
{
    const auto program = programOf([](Builder& build) { return std::vector<Value>{call(build, "aten.exp.default", {build.input("x", f32(kTwo))})}; });
    Numbers numbers(program);
    const auto failed = numbers.run({1});
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().message, "while running %exp (call_function torch.ops.aten.exp.default): no number for aten.exp.default");
    ASSERT_EQ(failed.error().locations.size(), 1U);
    EXPECT_EQ(failed.error().locations[0].name, "%exp");
    EXPECT_EQ(failed.error().locations[0].file, "model.py");
    EXPECT_EQ(numbersOf(program, {1, 2}), "the graph takes 1 inputs and is given 2");
}

TEST(Interpreter, RefusesAGraphThatIsNotInOrderAndOpcodesWithoutAHook)
{
    ExportedProgram program = mulAdd();
    auto& graph = program.graphs.forWrite(kMainGraph);
    graph.move(findByName(graph, "mul"), findByName(graph, "output"));
    EXPECT_EQ(numbersOf(program, {1, 2}), "while running %add (call_function torch.ops.aten.add.Tensor): %mul has no value yet; the graph is not in order");
    const auto attribute = programOf([](Builder& build) { return std::vector<Value>{build.subgraph("weight", kMainGraph)}; });
    EXPECT_EQ(numbersOf(attribute, {}), "while running %weight (get_attr weight): this interpreter has no hook for get_attr");
}

TEST(Interpreter, FreesAValueAfterItsLastUse)
{
    using Shared = std::shared_ptr<int>;
    class Alive : public Interpreter<Shared> {
    public:
        using Interpreter::Interpreter;
        std::vector<long> held;

    protected:
        Result<Shared> callFunction(const Node&, const Inputs&) override
        {
            held.push_back(token_.use_count() - 1);
            return token_;
        }

    private:
        Shared token_ = std::make_shared<int>(0);
    };
    const auto program = programOf([](Builder& build) {
        Value value = build.input("x", f32(kTwo));
        for (int i = 0; i < 4; ++i)
            value = call(build, "aten.neg.default", {value});
        call(build, "aten.exp.default", {value}); // Nobody reads it: it goes at once.
        return std::vector<Value>{call(build, "aten.sin.default", {value})};
    });
    Alive frees(program);
    ASSERT_TRUE(frees.run({nullptr}).ok());
    EXPECT_EQ(frees.held, (std::vector<long>{0, 1, 1, 1, 1, 1}));
    Alive keeps(program, kMainGraph, false);
    ASSERT_TRUE(keeps.run({nullptr}).ok());
    EXPECT_EQ(keeps.held, (std::vector<long>{0, 1, 2, 3, 4, 5}));
    EXPECT_NE(keeps.valueOf(findByName(program.main(), "neg")), nullptr);
    EXPECT_EQ(frees.valueOf(findByName(program.main(), "neg")), nullptr);
}

/// Notes what it is asked (tensors as ?), and gives tensors of the right number.
class Adder final : public ir::Evaluator {
public:
    std::vector<std::string> asked;
    Result<std::vector<ir::Tensor>> evaluate(const Node& node, const std::vector<ir::Tensor>& inputs) override
    {
        std::string args;
        const ir::Graph<Node> empty;
        for (const Argument& argument : node.args)
            args += concat(args.empty() ? "" : ", ", reprArgument(empty, argument));
        asked.push_back(concat(node.overload(), '(', args, ')'));
        if (node.overload() == "aten.sym_size.int")
            return std::vector<ir::Tensor>{ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, {}, std::span(&inputs[0].sizes[0], 1))};
        if (node.overload() == "aten.unbind.int")
            return std::vector<ir::Tensor>{inputs[0], inputs[0]};
        return std::vector<ir::Tensor>{inputs[0]};
    }
    Result<Decomposition> decompose(const Node&, const std::vector<ir::TensorType>&, const std::vector<std::string>&) override
    {
        return support::diagnose(support::rules::kFxPass, "not asked");
    }
};

TEST(EvaluatorInterpreter, HandsTensorsNumbersAndListsToTheEvaluator)
{
    const float values[] = {1, 2};
    const ir::Tensor x = ir::Tensor::fromValues<float>(ir::DType::Float32, {2}, values);
    Builder build;
    const Value weight = build.constant("weight", f32(kTwo), x);
    const Value input = build.input("x", f32(kTwo));
    const Value length = build.call("aten.sym_size.int", {input, 0}, ir::Type::integer(ir::Dim::symbol("s0")));
    const Value view = build.call("aten.view.default", {weight, ArgumentList{length, -1}}, f32(kTwo));
    const Value parts = build.call("aten.unbind.int", {view}, ir::Type::list({f32(kTwo), f32(kTwo)}));
    const Value first = build.call("operator.getitem", {parts, 1}, f32(kTwo));
    build.output({build.call("aten.stack.default", {ArgumentList{first, input}}, f32(kTwo)), build.call("aten.cat.default", {parts}, f32(kTwo))});
    Adder adder;
    EvaluatorInterpreter interpreter(build.program(), adder);
    const auto outputs = interpreter.run({{x}});
    ASSERT_TRUE(outputs.ok()) << outputs.error().message;
    EXPECT_EQ(outputs->size(), 2U);
    EXPECT_EQ(adder.asked, (std::vector<std::string>{"aten.sym_size.int(?, 0)", "aten.view.default(?, [2, -1])", "aten.unbind.int(?)",
                               "aten.stack.default([?, ?])", "aten.cat.default([?, ?])"}));
}

TEST(EvaluatorInterpreter, RefusesMissingStateAndSubgraphs)
{
    Builder build;
    build.output({build.call("aten.neg.default", {build.buffer("running", f32(kTwo))}, f32(kTwo))});
    Adder adder;
    const ExportedProgram program = build.program();
    const auto failed = EvaluatorInterpreter(program, adder).run({});
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().message, "while running %b_running (placeholder b_running): the program's state has no running");

    const auto wrapped = programOf([](Builder& other) {
        const GraphId body = other.begin();
        other.output({other.input("arg", f32(kTwo))});
        other.end();
        const Value x = other.input("x", f32(kTwo));
        return std::vector<Value>{other.call("higher_order.invoke_subgraph", {other.subgraph("body", body), "body", x}, ir::Type::list({f32(kTwo)}))};
    });
    const auto refused = EvaluatorInterpreter(wrapped, adder).run({{}});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().ruleId, "SL9002");
}

} // namespace
} // namespace sidelight::fx::testing
