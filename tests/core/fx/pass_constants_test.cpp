// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Passes that make tensors constants of the program's state.

#include "core/fx/decomposition.h"
#include "core/fx/shape_rules.h"
#include "core/support/rules.h"
#include "tests/core/fx/pass_test_program.h"

#include <cstring>
#include <numeric>
#include <span>

namespace sidelight::fx::passes::testing {
namespace {

ir::Type dense(std::vector<ir::Dim> sizes) { return freshType(ir::DType::Float32, std::move(sizes), f32()); }
ir::Tensor floats(std::vector<std::int64_t> sizes, const std::vector<float>& values)
{
    return ir::Tensor::fromValues<float>(ir::DType::Float32, std::move(sizes), values);
}
std::vector<float> valuesOf(const ir::Tensor& tensor)
{
    const auto bytes = ir::readContiguous(tensor);
    std::vector<float> values(bytes.ok() ? bytes->size() / sizeof(float) : 0);
    std::memcpy(values.data(), bytes->data(), values.size() * sizeof(float));
    return values;
}

/// Knows aten.t and aten.mul.Tensor by a number; refuses the rest.
class Calculator final : public ir::Evaluator {
public:
    Result<std::vector<ir::Tensor>> evaluate(const Node& node, const std::vector<ir::Tensor>& inputs) override
    {
        ++calls;
        const std::vector<float> values = valuesOf(inputs.front());
        if (node.overload() == "aten.t.default") {
            const auto rows = static_cast<std::size_t>(inputs.front().sizes[0]);
            const std::size_t columns = values.size() / rows;
            std::vector<float> turned;
            for (std::size_t column = 0; column < columns; ++column)
                for (std::size_t row = 0; row < rows; ++row)
                    turned.push_back(values[row * columns + column]);
            return std::vector{floats({inputs.front().sizes[1], inputs.front().sizes[0]}, turned)};
        }
        if (node.overload() == "aten.mul.Tensor") {
            std::vector<float> scaled;
            for (const float value : values)
                scaled.push_back(value * static_cast<float>(*node.args[1].as<std::int64_t>()));
            return std::vector{floats(inputs.front().sizes, scaled)};
        }
        return support::diagnose(rules::kEvaluatorRefused, "not known here");
    }
    Result<Decomposition> decompose(const Node&, const std::vector<ir::TensorType>&, const std::vector<std::string>&) override
    {
        return support::diagnose(rules::kEvaluatorRefused, "not known here");
    }
    int calls = 0;
};

/// x @ (w.t() * 2), and a call that the calculator refuses.
ExportedProgram weighted()
{
    Builder build;
    const Value w = build.constant("w", dense({size(2), size(3)}), floats({2, 3}, {1, 2, 3, 4, 5, 6}));
    const Value x = build.input("x", dense({size(4), size(3)}));
    ir::Type turned = dense({size(3), size(2)});
    turned.tensor.strides = {size(1), size(3)};
    const Value t = build.call("aten.t.default", {w}, turned);
    const Value twice = build.call("aten.mul.Tensor", {t, 2}, turned);
    const Value product = build.call("aten.mm.default", {x, twice}, dense({size(4), size(2)}));
    const Value odd = build.call("aten.cumsum.default", {w, 0}, dense({size(2), size(3)}));
    build.output({product, odd});
    return build.program();
}

TEST(ConstantPropagation, ComputesAheadAndKeepsTheLayout)
{
    Calculator evaluator;
    const auto record = run("constant-propagation", weighted(), {}, {&evaluator, nullptr, nullptr});
    EXPECT_EQ(text(record.after), "c_w : f32[2, 3]\n"
                                  "c_folded_mul : f32[3, 2]\n"
                                  "x : f32[4, 3]\n"
                                  "mm = aten.mm.default(x, c_folded_mul) : f32[4, 2]\n"
                                  "cumsum = aten.cumsum.default(c_w, 0) : f32[2, 3]\n"
                                  "return (mm, cumsum)\n");
    const auto tensor = record.after.stateOf("folded_mul");
    ASSERT_TRUE(tensor);
    EXPECT_EQ(tensor->strides, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(valuesOf(*tensor), (std::vector<float>{2, 8, 4, 10, 6, 12}));
    ASSERT_EQ(record.diagnostics.size(), 1u);
    EXPECT_EQ(record.diagnostics[0].level, Level::Note);
    EXPECT_NE(record.diagnostics[0].message.find("%cumsum was not computed ahead"), std::string::npos);
}

TEST(ConstantPropagation, KeepsToItsLimitAndLeavesParametersWhenAskedTo)
{
    Calculator evaluator;
    EXPECT_EQ(run("constant-propagation", weighted(), {{"max-bytes", std::int64_t{23}}}, {&evaluator, nullptr, nullptr}).outcome, ir::Outcome::Unchanged);
    EXPECT_EQ(evaluator.calls, 0);

    Builder build;
    const Value b = build.buffer("scale", dense(kTwo));
    const Value twice = build.call("aten.mul.Tensor", {b, 2}, dense(kTwo));
    build.output({twice});
    EXPECT_EQ(run("constant-propagation", build.program(), {{"parameters", false}}, {&evaluator, nullptr, nullptr}).outcome, ir::Outcome::Unchanged);
}

TEST(ConstantPropagation, IsSkippedWithoutAnEvaluator)
{
    const Trace trace = ir::runPasses<ExportedProgram>(weighted(), std::vector<PassStep>{{find("constant-propagation"), {}, true}});
    EXPECT_EQ(trace.records.front().outcome, ir::Outcome::Skipped);
    EXPECT_NE(trace.records.front().diagnostics.front().message.find("no evaluator"), std::string::npos);
}

TEST(LiftConstants, MakesAttributesPlaceholdersAndDropsLifts)
{
    Builder build;
    const Value c = build.constant("k", dense(kTwo), floats({2}, {1, 2}));
    const Value x = build.input("x", dense(kTwo));
    const Value lifted = build.call("aten.lift_fresh_copy.default", {c}, dense(kTwo));
    ExportedProgram base = build.program();
    // A program that names a tensor of its state twice, as those of torch.fx do.
    const auto attribute = [&](const char* name, NodeId id) {
        Node node;
        node.op = Op::GetAttr;
        node.name = name;
        node.target = "table";
        node.val = dense(kTwo);
        base.graphs.forWrite(kMainGraph).insert(id, std::make_shared<const Node>(std::move(node)));
        return Value{id};
    };
    base.assignState("table", std::make_shared<const ir::Tensor>(floats({2}, {3, 4})));
    const Value one = attribute("table", base.newNodeId());
    const Value two = attribute("table_1", base.newNodeId());
    Node output;
    output.op = Op::Output;
    output.name = output.target = "output";
    Node sum;
    sum.name = "add";
    sum.target = "torch.ops.aten.add.Tensor";
    sum.args = {lifted, one};
    sum.val = dense(kTwo);
    const NodeId sumId = base.newNodeId();
    base.graphs.forWrite(kMainGraph).insert(sumId, std::make_shared<const Node>(std::move(sum)));
    output.args = {ArgumentTuple{{Value{sumId}, two, x}}};
    base.graphs.forWrite(kMainGraph).insert(base.newNodeId(), std::make_shared<const Node>(std::move(output)));
    GraphSignature signature = *base.signature;
    signature.outputs = {{OutputKind::UserOutput, Value{sumId}, {}}, {OutputKind::UserOutput, two, {}}, {OutputKind::UserOutput, x, {}}};
    base.signature = std::make_shared<const GraphSignature>(std::move(signature));

    const auto record = run("lift-constants", base);
    EXPECT_EQ(text(record.after), "c_k : f32[2]\n"
                                  "c_table : f32[2]\n"
                                  "x : f32[2]\n"
                                  "add = aten.add.Tensor(c_k, c_table) : f32[2]\n"
                                  "return (add, c_table, x)\n");
    EXPECT_EQ(record.after.signature->inputs[1].kind, InputKind::ConstantTensor);
    EXPECT_EQ(record.after.signature->inputs[1].target, "table");
}

TEST(LiftConstants, LeavesLiftsOfWhatIsWrittenTo)
{
    Builder build;
    const Value c = build.constant("k", dense(kTwo), floats({2}, {1, 2}));
    const Value lifted = build.call("aten.lift_fresh_copy.default", {c}, dense(kTwo));
    build.call("aten.add_.Tensor", {lifted, 1}, dense(kTwo));
    build.output({lifted});
    EXPECT_EQ(run("lift-constants", build.program()).outcome, ir::Outcome::Unchanged);
}

/// conv2d with two channels and a batch norm after it.
struct Convolved {
    Builder build;
    Value x, weight, conv;
    explicit Convolved(bool training = false)
    {
        weight = build.constant("weight", dense({size(2), size(1), size(1), size(1)}), floats({2, 1, 1, 1}, {3, 5}));
        const Value gamma = build.constant("gamma", dense(kTwo), floats({2}, {2, 1}));
        const Value beta = build.constant("beta", dense(kTwo), floats({2}, {1, 0}));
        const Value mean = build.constant("mean", dense(kTwo), floats({2}, {4, 0}));
        const Value var = build.constant("var", dense(kTwo), floats({2}, {3, 0}));
        const ir::Type type = dense({size(1), size(2), size(2), size(2)});
        x = build.input("x", dense({size(1), size(1), size(2), size(2)}));
        conv = build.call("aten.conv2d.default", {x, weight}, type);
        const Value norm = build.call("aten.batch_norm.default", {conv, gamma, beta, mean, var, training, 0.1, 1.0, true}, type);
        result = build.call("aten.relu.default", {norm}, type);
    }
    Value result;
};

TEST(BatchNormFolding, FoldsItsNumbersIntoTheConvolution)
{
    Convolved made;
    made.build.output({made.result});
    const auto record = run("batch-norm-folding", made.build.program());
    const std::string after = text(record.after);
    EXPECT_NE(after.find("conv2d = aten.conv2d.default(x, c_folded_c_weight, c_folded_c_weight_bias)"), std::string::npos) << after;
    EXPECT_NE(after.find("relu = aten.relu.default(conv2d)"), std::string::npos) << after;
    EXPECT_EQ(after.find("batch_norm"), std::string::npos) << after;
    EXPECT_EQ(valuesOf(*record.after.stateOf("folded_c_weight")), (std::vector<float>{3, 5}));        // 3 * 2 / sqrt(3 + 1), 5 * 1 / sqrt(0 + 1)
    EXPECT_EQ(valuesOf(*record.after.stateOf("folded_c_weight_bias")), (std::vector<float>{-3, 0})); // (0 - 4) * 1 + 1
}

TEST(BatchNormFolding, LeavesTrainingAndSharedConvolutionsAndSaysWhy)
{
    const auto why = [](Convolved& made, std::vector<Value> outputs) {
        made.build.output(std::move(outputs));
        const auto record = run("batch-norm-folding", made.build.program());
        EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
        return record.diagnostics.empty() ? std::string() : record.diagnostics.front().message;
    };
    Convolved training(true);
    EXPECT_NE(why(training, {training.result}).find("training mode"), std::string::npos);
    Convolved read;
    EXPECT_NE(why(read, {read.result, read.conv}).find("something else reads the convolution"), std::string::npos);
    Convolved shared;
    const Value other = shared.build.call("aten.conv2d.default", {shared.x, shared.weight}, dense({size(1), size(2), size(2), size(2)}));
    EXPECT_NE(why(shared, {shared.result, other}).find("the convolution's weight"), std::string::npos);
}

} // namespace
} // namespace sidelight::fx::passes::testing
