// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/pass_test_program.h"
#include "tests/core/ir/pass_documentation.h"

#include <limits>
#include <set>

namespace sidelight::fx::passes::testing {
namespace {

TEST(Pipeline, ListsEveryPassOnceByAStableId)
{
    std::set<std::string_view> ids;
    for (const Pass* pass : all()) {
        EXPECT_TRUE(ids.insert(pass->id).second);
        EXPECT_EQ(find(pass->id), pass);
        sidelight::testing::expectDocumented(*pass);
    }
    EXPECT_EQ(find("no-such-pass"), nullptr);
}

TEST(Pipeline, RunsByDefaultWhatIsStandard)
{
    const auto steps = defaultPipeline();
    std::size_t standard = 0;
    for (const Pass* pass : all())
        standard += pass->standard ? 1 : 0;
    EXPECT_EQ(steps.size(), standard);
    for (const PassStep& step : steps)
        EXPECT_TRUE(step.pass->standard && step.enabled && step.options.empty()) << step.pass->id;
}

TEST(RemoveAssertions, RemovesThemWithTheirConditionsButNotWhatOthersRead)
{
    Builder build;
    const Value x = build.input("x", f32({ir::Dim::symbol("s0")}));
    const Value length = build.call("aten.sym_size.int", {x, 0}, ir::Type::integer(ir::Dim::symbol("s0")));
    const Value atLeast = build.call("operator.ge", {length, 2}, ir::Type());
    build.call("aten._assert_scalar.default", {atLeast, "too short"}, ir::Type());
    build.call("aten.sym_constrain_range_for_size.default", {length}, ir::Type());
    build.call("aten._assert_tensor_metadata.default", {x}, ir::Type());
    const Value view = build.call("aten.view.default", {x, ArgumentList{length}}, f32({ir::Dim::symbol("s0")}));
    build.output({view});
    EXPECT_EQ(text(run("remove-assertions", build.program()).after), "x : f32[s0]\n"
                                                                     "sym_size = aten.sym_size.int(x, 0) : Sym(s0)\n"
                                                                     "view = aten.view.default(x, [sym_size]) : f32[s0]\n"
                                                                     "return (view,)\n");
}

TEST(CommonSubexpressionElimination, MergesEqualCallsTransitively)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value a = build.call("aten.add.Tensor", {x, 1}, f32(kTwo));
    const Value b = build.call("aten.add.Tensor", {x, 1}, f32(kTwo));
    const Value c = build.call("aten.mul.Tensor", {a, 2}, f32(kTwo));
    const Value d = build.call("aten.mul.Tensor", {b, 2}, f32(kTwo));
    const Value other = build.call("aten.add.Tensor", {x, 1.0}, f32(kTwo));
    build.output({c, d, other});
    EXPECT_EQ(text(run("common-subexpression-elimination", build.program()).after), "x : f32[2]\n"
                                                                                    "add = aten.add.Tensor(x, 1) : f32[2]\n"
                                                                                    "mul = aten.mul.Tensor(add, 2) : f32[2]\n"
                                                                                    "add_2 = aten.add.Tensor(x, 1.0) : f32[2]\n"
                                                                                    "return (mul, mul, add_2)\n");
}

TEST(CommonSubexpressionElimination, TellsZeroFromMinusZeroAndTakesNanForItself)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    std::vector<Value> calls;
    for (const Argument& number : {Argument(0.0), Argument(-0.0), Argument(nan), Argument(nan), Argument(0)})
        calls.push_back(build.call("aten.add.Tensor", {x, number}, f32(kTwo)));
    for (const std::vector<std::pair<std::string, Argument>>& kwargs : {std::vector<std::pair<std::string, Argument>>{{"alpha", 2}}, {{"alpha", 3}}, {{"alpha", 2}}})
        calls.push_back(build.call("aten.add.Tensor", {x, 0}, f32(kTwo), kwargs));
    build.output(calls);
    EXPECT_EQ(text(run("common-subexpression-elimination", build.program()).after), "x : f32[2]\n"
                                                                                    "add = aten.add.Tensor(x, 0.0) : f32[2]\n"
                                                                                    "add_1 = aten.add.Tensor(x, -0.0) : f32[2]\n"
                                                                                    "add_2 = aten.add.Tensor(x, nan) : f32[2]\n"
                                                                                    "add_4 = aten.add.Tensor(x, 0) : f32[2]\n"
                                                                                    "add_5 = aten.add.Tensor(x, 0, alpha=2) : f32[2]\n"
                                                                                    "add_6 = aten.add.Tensor(x, 0, alpha=3) : f32[2]\n"
                                                                                    "return (add, add_1, add_2, add_2, add_4, add_5, add_6, add_5)\n");
}

TEST(CommonSubexpressionElimination, NeverMergesRandomWrittenOrOtherModulesCalls)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value r1 = build.call("aten.rand_like.default", {x}, f32(kTwo));
    const Value r2 = build.call("aten.rand_like.default", {x}, f32(kTwo));
    const Value w1 = build.call("aten.zeros.default", {ArgumentList{2}}, f32(kTwo));
    const Value w2 = build.call("aten.zeros.default", {ArgumentList{2}}, f32(kTwo));
    build.call("aten.add_.Tensor", {w1, x}, f32(kTwo));
    build.module = "left";
    const Value m1 = build.call("aten.sin.default", {x}, f32(kTwo));
    build.module = "right";
    const Value m2 = build.call("aten.sin.default", {x}, f32(kTwo));
    const Value dtype = build.call("aten._to_copy.default", {x}, f32(kTwo), {{"dtype", ir::DType::Float32}});
    const Value typed = build.call("aten._to_copy.default", {x}, tensor(ir::DType::Float64, kTwo), {{"dtype", ir::DType::Float64}});
    build.output({r1, r2, w1, w2, m1, m2, dtype, typed});
    EXPECT_EQ(run("common-subexpression-elimination", build.program()).outcome, ir::Outcome::Unchanged);
}

TEST(DeadCodeElimination, KeepsMutationsCustomCallsPlaceholdersAndOutputs)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    build.input("unused", f32(kTwo));
    const Value dead = build.call("aten.sin.default", {x}, f32(kTwo));
    build.call("aten.cos.default", {dead}, f32(kTwo));
    build.call("aten.add_.Tensor", {x, 1}, f32(kTwo));
    build.call("mylib.log.default", {x}, f32(kTwo));
    build.output({x});
    EXPECT_EQ(text(run("dead-code-elimination", build.program()).after), "x : f32[2]\n"
                                                                         "unused : f32[2]\n"
                                                                         "add_ = aten.add_.Tensor(x, 1) : f32[2]\n"
                                                                         "log = mylib.log.default(x) : f32[2]\n"
                                                                         "return (x,)\n");
}

TEST(DeadCodeElimination, RemovesSubgraphsThatNobodyNamesAndSweepsTheOthers)
{
    Builder build;
    const auto body = [&](const char* name) {
        const GraphId id = build.begin();
        const Value in = build.input(concat("in_", name), f32(kTwo));
        build.call("aten.sin.default", {in}, f32(kTwo));
        build.output({in});
        build.end();
        return id;
    };
    const GraphId used = body("used");
    const GraphId unused = body("unused");
    const Value x = build.input("x", f32(kTwo));
    const Value flag = build.input("flag", b8());
    const Value usedBody = build.subgraph("true_graph_0", used);
    build.subgraph("false_graph_0", unused);
    const Value cond = build.call("higher_order.cond", {flag, usedBody, usedBody, ArgumentTuple{{x}}}, ir::Type::list({f32(kTwo)}));
    const Value item = build.call("operator.getitem", {cond, 0}, f32(kTwo));
    build.output({item});
    const auto record = run("dead-code-elimination", build.program());
    EXPECT_EQ(record.after.graphs.ids(), (std::vector{kMainGraph, used}));
    EXPECT_EQ(text(record.after, used), "in_used : f32[2]\nreturn (in_used,)\n");
}

/// A wrapper call over a body that multiplies, with one result.
ExportedProgram wrapped(const char* wrapper, std::vector<Argument> first)
{
    const ir::Type bf16 = tensor(ir::DType::BFloat16, {size(2), size(2)});
    const ir::Type square = f32({size(2), size(2)});
    const bool casts = std::string(wrapper).find("autocast") != std::string::npos;
    Builder build;
    const GraphId id = build.begin();
    const Value in = build.input("in", square);
    const Value product = build.call("aten.matmul.default", {in, in}, casts ? bf16 : square);
    const Value sum = build.call("aten.softmax.int", {product, -1}, square);
    build.output({sum});
    build.end();
    const Value x = build.input("x", square);
    const Value body = build.subgraph("submod_1", id);
    first.push_back(body);
    first.push_back(x);
    const Value call = build.call(wrapper, first, ir::Type::list({square}));
    const Value item = build.call("operator.getitem", {call, 0}, square);
    build.output({item});
    return build.program();
}

TEST(InlineWrappers, InlinesSetGradEnabled)
{
    const auto record = run("inline-wrappers", wrapped("higher_order.wrap_with_set_grad_enabled", {false}));
    EXPECT_EQ(text(record.after), "x : f32[2, 2]\n"
                                  "matmul = aten.matmul.default(x, x) : f32[2, 2]\n"
                                  "softmax = aten.softmax.int(matmul, -1) : f32[2, 2]\n"
                                  "return (softmax,)\n");
    EXPECT_EQ(record.after.graphs.ids().size(), 1u);
}

TEST(InlineWrappers, WritesOutTheCastsOfAutocast)
{
    const auto record = run("inline-wrappers", wrapped("higher_order.wrap_with_autocast", {"cpu", ir::DType::BFloat16, true, false}));
    EXPECT_EQ(text(record.after), "x : f32[2, 2]\n"
                                  "_to_copy = aten._to_copy.default(x, dtype=torch.bfloat16) : bf16[2, 2]\n"
                                  "matmul = aten.matmul.default(_to_copy, _to_copy) : bf16[2, 2]\n"
                                  "_to_copy_1 = aten._to_copy.default(matmul, dtype=torch.float32) : f32[2, 2]\n"
                                  "softmax = aten.softmax.int(_to_copy_1, -1) : f32[2, 2]\n"
                                  "return (softmax,)\n");
    EXPECT_EQ(record.diagnostics.size(), 2u);
    EXPECT_EQ(record.diagnostics[0].ruleId, "FXE0015");
}

TEST(InlineWrappers, InlinesASubgraphAtEachOfItsCalls)
{
    for (const char* pass : {"inline-wrappers", "inline-subgraphs"}) {
        Builder build;
        const GraphId body = build.begin();
        const Value in = build.input("in", f32(kTwo));
        const Value inner = build.call("aten.sin.default", {in}, f32(kTwo));
        build.output({inner});
        build.end();
        const Value x = build.input("x", f32(kTwo));
        const Value attribute = build.subgraph("repeated_subgraph0", body);
        const Value one = build.call("higher_order.invoke_subgraph", {attribute, "subgraph_0", x}, ir::Type::list({f32(kTwo)}));
        const Value first = build.call("operator.getitem", {one, 0}, f32(kTwo));
        const Value two = build.call("higher_order.invoke_subgraph", {attribute, "subgraph_0", first}, ir::Type::list({f32(kTwo)}));
        const Value second = build.call("operator.getitem", {two, 0}, f32(kTwo));
        build.output({second});
        const auto record = run(pass, build.program());
        EXPECT_EQ(text(record.after), "x : f32[2]\n"
                                      "sin = aten.sin.default(x) : f32[2]\n"
                                      "sin_1 = aten.sin.default(sin) : f32[2]\n"
                                      "return (sin_1,)\n");
        EXPECT_EQ(record.after.graphs.ids().size(), 1u);
        EXPECT_EQ(record.coverage.matched, (std::vector{one.node, two.node}));
    }
}

TEST(InlineWrappers, FailsForACallWithoutABody)
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    build.call("higher_order.wrap", {x}, ir::Type::list({f32(kTwo)}));
    build.output({x});
    const std::vector<PassStep> steps = {{find("inline-wrappers"), {}, true}};
    const Trace trace = ir::runPasses<ExportedProgram>(build.program(), steps);
    EXPECT_EQ(trace.records.front().outcome, ir::Outcome::Failed);
    EXPECT_EQ(trace.records.front().diagnostics.front().ruleId, "FXE0010");
}

TEST(DefaultPipeline, LeavesEqualProgramsWhenItsTraceIsRevertedAndRunsTwiceAlike)
{
    Builder build;
    const Value count = build.buffer("count", i64());
    const Value x = build.input("x", f32(kTwo));
    build.call("aten.add_.Tensor", {count, 1}, i64());
    const Value half = build.call("aten.full.default", {ArgumentList{}, 0.5}, f32());
    const Value a = build.call("aten.mul.Tensor", {x, half}, f32(kTwo));
    const Value b = build.call("aten.mul.Tensor", {x, half}, f32(kTwo));
    const Value c = build.call("aten.add.Tensor", {a, count}, f32(kTwo));
    const Value d = build.call("aten.add_.Tensor", {c, b}, f32(kTwo));
    build.output({d});
    const auto steps = defaultPipeline();
    const Trace trace = ir::runPasses<ExportedProgram>(build.program(), steps);
    EXPECT_EQ(text(trace.final()), "b_count : i64[]\n"
                                   "c_folded_full : f32[]\n"
                                   "x : f32[2]\n"
                                   "add_1 = aten.add.Tensor(b_count, 1) : i64[]\n"
                                   "mul = aten.mul.Tensor(x, c_folded_full) : f32[2]\n"
                                   "_to_copy = aten._to_copy.default(add_1, dtype=torch.float32) : f32[]\n"
                                   "add = aten.add.Tensor(mul, _to_copy) : f32[2]\n"
                                   "add_2 = aten.add.Tensor(add, mul) : f32[2]\n"
                                   "return (add_2, add_1)\n");
    ExportedProgram unit = trace.final();
    for (auto record = trace.records.rbegin(); record != trace.records.rend(); ++record)
        for (auto change = record->changes.rbegin(); change != record->changes.rend(); ++change)
            ir::revert(unit, *change);
    EXPECT_TRUE(unit == trace.initial);
    for (const auto& record : ir::runPasses<ExportedProgram>(trace.final(), steps).records)
        EXPECT_EQ(record.outcome, record.pass->id == "decompose" ? ir::Outcome::Skipped : ir::Outcome::Unchanged) << record.pass->id; // No evaluator here.
}

} // namespace
} // namespace sidelight::fx::passes::testing
