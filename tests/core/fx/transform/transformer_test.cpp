// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/transformer.h"
#include "core/support/rules.h"
#include "tests/core/fx/transform/transform_test_program.h"

#include <functional>

namespace sidelight::fx::testing {
namespace {

/// A transformer of one function.
class Each : public Transformer {
public:
    using Hook = std::function<Result<Transformed>(Each&, const Node&)>;
    explicit Each(Hook hook) : hook_(std::move(hook)) {}
    [[nodiscard]] std::string name() const override { return "each"; }
    using Transformer::graphCalls;
    using Transformer::current;
    using Transformer::insertBefore;
    using Transformer::outputsOf;
    using Transformer::inputsOf;
    using Transformer::wrapOutput;

protected:
    Result<Transformed> transformNode(const Node& node) override { return hook_(*this, node); }

private:
    Hook hook_;
};

ExportedProgram chain()
{
    return programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.neg.default", {call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {x, 1}), 2})})};
    });
}

std::string errorOf(const Result<ExportedProgram>& result) { return result ? "none" : result.error().ruleId + " " + result.error().message; }

TEST(Transformer, AsksTheHookOfEachOpcode)
{
    class Counter : public Transformer {
    public:
        std::string asked;

    protected:
        Result<Transformed> placeholder(const Node& node) override { return note("placeholder", node); }
        Result<Transformed> getAttr(const Node& node) override { return note("getAttr", node); }
        Result<Transformed> callFunction(const Node& node) override { return note("callFunction", node); }
        Result<Transformed> callMethod(const Node& node) override { return note("callMethod", node); }
        Result<Transformed> callModule(const Node& node) override { return note("callModule", node); }
        Result<Transformed> output(const Node& node) override { return note("output", node); }
        Status transformModule(const ModuleRegion& region) override
        {
            asked += concat("module ", region.module.path, ' ', region.nodes.size(), '\n');
            return {};
        }

    private:
        Result<Transformed> note(std::string_view hook, const Node& node)
        {
            asked += concat(hook, ' ', node.name, '\n');
            return Transformed(node);
        }
    };
    ExportedProgram program = programOf([](Builder& build) {
        const GraphId body = build.begin();
        build.output({call(build, "aten.sin.default", {build.input("arg", f32(kTwo))})});
        build.end();
        const Value x = build.input("x", f32(kTwo));
        build.subgraph("body", body);
        return std::vector<Value>{call(build, "aten.relu.default", {x})};
    });
    auto& graph = program.graphs.forWrite(kMainGraph);
    for (const Op op : {Op::CallMethod, Op::CallModule}) {
        Node node;
        node.op = op;
        node.name = op == Op::CallMethod ? "method" : "module";
        node.target = op == Op::CallMethod ? "contiguous" : "layers.0";
        node.args = {Value{graph.front()}};
        node.val = f32(kTwo);
        graph.insert(program.newNodeId(), std::make_shared<const Node>(std::move(node)), graph.back());
    }
    Counter counter;
    EXPECT_EQ(errorOf(counter.transform(program)), "none");
    EXPECT_EQ(counter.asked, "placeholder x\ngetAttr body\ncallFunction relu\ncallMethod method\ncallModule module\noutput output\nmodule root 1\nmodule layers.0 1\n");
}

TEST(Transformer, ChangesTheGivenGraphByOneRecordedChangeAfterTheOther)
{
    ExportedProgram program = chain();
    Rewriter rewriter(program, "sines");
    Each sines([](Each&, const Node& node) -> Result<Transformed> {
        Node changed = node;
        if (node.overload() == "aten.neg.default")
            changed.target = "torch.ops.aten.sin.default";
        return Transformed(std::move(changed));
    });
    ASSERT_TRUE(sines.transformInPlace(rewriter).ok());
    EXPECT_EQ(text(program), "x : f32[2]\nadd = aten.add.Tensor(x, 1) : f32[2]\nmul = aten.mul.Tensor(add, 2) : f32[2]\nneg = aten.sin.default(mul) : f32[2]\nreturn (neg,)\n");
    ASSERT_EQ(rewriter.changes().size(), 1U);
    EXPECT_EQ(rewriter.changes()[0].cause, findByName(program.main(), "neg"));
    const ir::Coverage coverage = rewriter.takeCoverage();
    EXPECT_EQ(coverage.visited.size(), 5U);
    EXPECT_EQ(coverage.matched.size(), 1U);
}

TEST(Transformer, InsertsNodesAndHandsReadersOn)
{
    Each squares([](Each& self, const Node& node) -> Result<Transformed> {
        if (node.overload() != "aten.mul.Tensor")
            return Transformed(node);
        const auto half = self.insertBefore(callTo("aten.exp.default", {node.args[0]}));
        if (!half)
            return half.error();
        const auto whole = self.insertBefore(callTo("aten.add.Tensor", {*half, *half}));
        return whole ? Result<Transformed>(deleteAndForward(*whole)) : whole.error();
    });
    const auto made = squares.transform(chain());
    ASSERT_TRUE(made.ok()) << errorOf(made);
    EXPECT_EQ(text(*made), "x : f32[2]\n"
                           "add = aten.add.Tensor(x, 1) : f32[2]\n"
                           "exp_default = aten.exp.default(add) : f32[2]\n"
                           "add_tensor = aten.add.Tensor(exp_default, exp_default) : f32[2]\n"
                           "neg = aten.neg.default(add_tensor) : f32[2]\n"
                           "return (neg,)\n");
    const Node& exp = made->main()[findByName(made->main(), "exp_default")];
    EXPECT_EQ(exp.metadata().from_node.front().name, "mul");
    EXPECT_EQ(exp.metadata().from_node.front().pass, "each");
}

TEST(Transformer, DeletesAWholeChainWhoseReadersGoToo)
{
    Each deletes([](Each&, const Node& node) -> Result<Transformed> {
        if (node.op == Op::CallFunction && node.name != "add")
            return Transformed(std::nullopt);
        Node changed = node;
        if (node.op == Op::Output)
            changed.args = {ArgumentTuple{{Value{NodeId{1}}}}};
        return Transformed(std::move(changed));
    });
    const auto made = deletes.transform(chain());
    ASSERT_TRUE(made.ok()) << errorOf(made);
    EXPECT_EQ(text(*made), "x : f32[2]\nadd = aten.add.Tensor(x, 1) : f32[2]\nreturn (add,)\n");
}

TEST(Transformer, DerivesTheTypesThatFollowFromAChange)
{
    Each compares([](Each&, const Node& node) -> Result<Transformed> {
        Node changed = node;
        if (node.overload() == "aten.add.Tensor") {
            changed.target = "torch.ops.aten._to_copy.default";
            changed.args.resize(1);
            changed.kwargs = {{"dtype", ir::DType::Float64}};
        }
        return Transformed(std::move(changed));
    });
    const auto made = compares.transform(chain());
    ASSERT_TRUE(made.ok()) << errorOf(made);
    EXPECT_EQ(text(*made), "x : f32[2]\nadd = aten._to_copy.default(x, dtype=torch.float64) : f64[2]\nmul = aten.mul.Tensor(add, 2) : f64[2]\nneg = aten.neg.default(mul) : f64[2]\n"
                           "return (neg,)\n");
}

TEST(Transformer, KeepsTheSignatureInStepWithRenamedAndDeletedInputs)
{
    const auto program = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        build.input("unused", f32(kTwo));
        return std::vector<Value>{call(build, "aten.neg.default", {x})};
    });
    Each renames([](Each&, const Node& node) -> Result<Transformed> {
        if (node.name == "unused")
            return Transformed(std::nullopt);
        Node changed = node;
        if (node.op == Op::Placeholder)
            changed.name = "image";
        return Transformed(std::move(changed));
    });
    const auto made = renames.transform(program);
    ASSERT_TRUE(made.ok()) << errorOf(made);
    ASSERT_EQ(made->signature->inputs.size(), 1U);
    EXPECT_EQ(made->signature->inputs[0].name, "image");
}

TEST(Transformer, NamesTransformerHookAndNodeOfAFailureAndLeavesTheProgram)
{
    const auto failing = [](std::function<Result<Transformed>(Each&, const Node&)> hook) {
        const ExportedProgram program = chain();
        Each each([&](Each& self, const Node& node) -> Result<Transformed> { return node.name == "mul" ? hook(self, node) : Result<Transformed>(Transformed(node)); });
        const std::string error = errorOf(each.transform(program));
        EXPECT_EQ(program, chain());
        return error;
    };
    EXPECT_EQ(failing([](Each&, const Node&) -> Result<Transformed> { return support::diagnose(support::rules::kFxPass, "no such attribute"); }),
        "FXE0010 each: transformNode failed at %mul: no such attribute");
    EXPECT_EQ(failing([](Each&, const Node& node) -> Result<Transformed> {
        Node changed = node;
        changed.args.pop_back();
        return Transformed(std::move(changed));
    }), "FXE0014 each: transformNode failed at %mul: aten.mul.Tensor lacks its argument other; its schema is aten::mul.Tensor(Tensor self, Tensor other) -> Tensor");
    EXPECT_EQ(failing([](Each&, const Node& node) -> Result<Transformed> {
        Node changed = node;
        changed.args[1] = Value{NodeId{3}};
        return Transformed(std::move(changed));
    }), "SL2001 each: transformNode failed at %mul: it reads %neg, which is not made before it");
    EXPECT_EQ(failing([](Each&, const Node&) -> Result<Transformed> { return deleteAndForward(Value{NodeId{3}}); }),
        "SL2001 each: transformNode failed at %mul: its readers cannot be handed a value that is not made before it");
    EXPECT_EQ(failing([](Each&, const Node& node) -> Result<Transformed> {
        Node changed = node;
        changed.op = Op::Output;
        return Transformed(std::move(changed));
    }), "SL2001 each: transformNode failed at %mul: a call_function cannot become a output");

    class Modules : public Transformer {
        Status transformModule(const ModuleRegion& region) override
        {
            return wrapOutput(region, Value{NodeId{0}}, [](Value value) { return callTo("aten.neg.default", {value}); }) ? Status() : support::diagnose(support::rules::kFxPass, "refused");
        }
    };
    EXPECT_EQ(errorOf(Modules().transform(chain())), "FXE0010 transformer: transformModule failed at %add: module root: refused");
    EXPECT_EQ(errorOf(Modules().transform(chain(), GraphId{7})), "FXE0010 transformer: there is no graph 7");
}

TEST(Transformer, StopsAtTheFirstRegisteredOneThatFails)
{
    std::string ran;
    Transformer all;
    all.add(std::make_unique<Each>([&](Each&, const Node& node) -> Result<Transformed> {
        ran += "a";
        return Transformed(node);
    }));
    all.add(std::make_unique<Each>([&](Each&, const Node&) -> Result<Transformed> {
        ran += "b";
        return support::diagnose(support::rules::kFxPass, "no");
    }));
    all.add(std::make_unique<Each>([&](Each&, const Node& node) -> Result<Transformed> {
        ran += "c";
        return Transformed(node);
    }));
    EXPECT_EQ(errorOf(all.transform(chain())), "FXE0010 each: transformNode failed at %x: no");
    EXPECT_EQ(ran, "aaaaab");
}

TEST(Transformer, WrapsOnlyWhatIsReadOutsideTheModule)
{
    const auto program = programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        build.module = "block";
        const Value sin = call(build, "aten.sin.default", {x});
        const Value cos = call(build, "aten.cos.default", {sin});
        build.module = "head";
        return std::vector<Value>{call(build, "aten.add.Tensor", {sin, cos}), sin};
    });
    class Negate : public Transformer {
    public:
        std::string seen;
        Status transformModule(const ModuleRegion& region) override
        {
            if (region.module.path != "block")
                return {};
            seen = concat(inputsOf(region).size(), " in, ", outputsOf(region).size(), " out");
            const auto wrapped = wrapOutput(region, outputsOf(region).front(), [](Value value) { return callTo("aten.neg.default", {value}); });
            return wrapped ? Status() : Status(wrapped.error());
        }
    };
    Negate negate;
    const auto made = negate.transform(program);
    ASSERT_TRUE(made.ok()) << errorOf(made);
    EXPECT_EQ(negate.seen, "1 in, 2 out");
    EXPECT_EQ(text(*made), "x : f32[2]\n"
                           "sin = aten.sin.default(x) : f32[2]\n"
                           "neg_default = aten.neg.default(sin) : f32[2]\n"
                           "cos = aten.cos.default(sin) : f32[2]\n"
                           "add = aten.add.Tensor(neg_default, cos) : f32[2]\n"
                           "return (add, neg_default)\n");
}

} // namespace
} // namespace sidelight::fx::testing
