// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What an article on torch.fx.Transformer shows, example by example, as the rule files that come with Sidelight. Models are as torch.export has them.
#include "core/fx/decomposition.h"
#include "core/support/rules.h"
#include "tests/core/fx/rules/rules_test_program.h"

#include <filesystem>

namespace sidelight::fx::testing {
namespace {

constexpr std::string_view kAdd = R"(def forward(self, x: "f32[2]", y: "f32[2]"):
    add = torch.ops.aten.add.Tensor(x, y)
    return (add,)
)";
constexpr std::string_view kMulThenAdd = R"(def forward(self, x: "f32[2]", y: "f32[2]"):
    mul = torch.ops.aten.mul.Tensor(x, 2)
    add = torch.ops.aten.add.Tensor(mul, y)
    return (add,)
)";
constexpr std::string_view kRelu = R"(def forward(self, x: "f32[2]"):
    relu = torch.ops.aten.relu.default(x)
    return (relu,)
)";

TEST(SeedRules, PrintEachNodesName)
{
    const ExportedProgram program = programOf("def forward(self, x: \"f32[2]\"):\n    add = torch.ops.aten.add.Tensor(x, 1)\n"
                                              "    mul = torch.ops.aten.mul.Tensor(add, 2)\n    return (mul,)\n");
    const auto record = ruled(program, bundled("print-nodes"));
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged);
    std::string names;
    for (const Diagnostic& note : record.diagnostics) {
        EXPECT_EQ(note.level, Level::Note);
        names += note.message.substr(0, note.message.find(' ')) + " ";
    }
    EXPECT_EQ(names, "%x %add %mul %output ");
}

TEST(SeedRules, RenameAdds)
{
    EXPECT_EQ(afterRules(programOf(kAdd), bundled("rename-adds")), "x : f32[2]\ny : f32[2]\naddition_operation = aten.add.Tensor(x, y) : f32[2]\nreturn (addition_operation,)\n");
    EXPECT_EQ(afterRules(programOf(kAdd), bundled("functional-rename")),
              "x : f32[2]\ny : f32[2]\nfunctional_addition = aten.add.Tensor(x, y) : f32[2]\nreturn (functional_addition,)\n");
}

TEST(SeedRules, RemoveMulsWarnsThatTheGraphWouldBreak)
{
    const auto record = ruled(programOf(kMulThenAdd), bundled("remove-muls"));
    EXPECT_EQ(record.outcome, ir::Outcome::Failed);
    EXPECT_TRUE(record.changes.empty());
    ASSERT_FALSE(record.diagnostics.empty());
    const std::string& message = record.diagnostics.back().message;
    EXPECT_NE(message.find("my.rules: line 6 (erase aten.mul): "), std::string::npos) << message;
    EXPECT_NE(message.find("read by %add"), std::string::npos) << message;
    EXPECT_NE(message.find("bypass aten.mul"), std::string::npos) << message;
    ASSERT_EQ(record.diagnostics.back().locations.size(), 1U);
    EXPECT_EQ(record.diagnostics.back().locations.front().name, "%mul");
    // Where nobody reads it, it goes.
    EXPECT_EQ(afterRules(programOf("def forward(self, x: \"f32[2]\"):\n    mul = torch.ops.aten.mul.Tensor(x, 2)\n    return (x,)\n"), bundled("remove-muls")),
              "x : f32[2]\nreturn (x,)\n");
}

TEST(SeedRules, BypassMulsConnectsWhatIsLeft)
{
    EXPECT_EQ(afterRules(programOf(kMulThenAdd), bundled("bypass-muls")), "x : f32[2]\ny : f32[2]\nadd = aten.add.Tensor(x, y) : f32[2]\nreturn (add,)\n");
}

/// y = self.sub(x); return self.relu(y)
ExportedProgram withSubModule()
{
    ExportedProgram program = programOf(R"(def forward(self, x: "f32[1, 10]", w: "f32[5, 10]"):
    linear = torch.ops.aten.linear.default(x, w)
    relu = torch.ops.aten.relu.default(linear)
    return (relu,)
)");
    auto& main = program.graphs.forWrite(kMainGraph);
    const auto put = [&](const char* name, ModuleFrame frame) {
        const NodeId id = findByName(main, name);
        Node node = main[id];
        NodeMeta meta = node.metadata();
        meta.nn_module_stack = {{"L__self__", "", "model.MainModule"}, std::move(frame)};
        node.meta = std::make_shared<const NodeMeta>(std::move(meta));
        main.replace(id, std::make_shared<const Node>(std::move(node)));
    };
    put("linear", {"L__self___sub", "sub", "model.SubModule"});
    put("relu", {"L__self___relu", "relu", "torch.nn.modules.activation.ReLU"});
    return program;
}

TEST(SeedRules, DoubleWhatASubmoduleGives)
{
    const auto record = ruled(withSubModule(), bundled("double-submodule"));
    EXPECT_EQ(passes::testing::text(record.after), "x : f32[1, 10]\nw : f32[5, 10]\nlinear = aten.linear.default(x, w) : f32[1, 5]\n"
                                                   "mul_tensor = aten.mul.Tensor(linear, 2) : f32[1, 5]\nrelu = aten.relu.default(mul_tensor) : f32[1, 5]\nreturn (relu,)\n");
    // The new node belongs to the submodule, as its forward would.
    const Node& mul = record.after.main()[findByName(record.after.main(), "mul_tensor")];
    ASSERT_EQ(mul.metadata().nn_module_stack.size(), 2U);
    EXPECT_EQ(mul.metadata().nn_module_stack.back().path, "sub");
}

TEST(SeedRules, TwoTransformsInSequence)
{
    const auto record = ruled(programOf(kAdd), bundled("two-in-sequence"));
    EXPECT_EQ(record.diagnostics.empty() ? "" : record.diagnostics.front().message, "");
    const auto& graph = record.after.main();
    std::string names;
    for (const NodeId id : graph.order())
        names += graph[id].name + " ";
    EXPECT_EQ(names, "x y first_addition model_output ");
    EXPECT_EQ(record.changes.size(), 2U);
}

TEST(SeedRules, ReluHasNoKeywordInplaceButATwinThatIs)
{
    const std::string refused = afterRules(programOf(kRelu), "set aten.relu inplace=True\n");
    EXPECT_NE(refused.find("line 1 (set aten.relu inplace=True)"), std::string::npos) << refused;
    EXPECT_NE(refused.find("inplace"), std::string::npos) << refused;
    EXPECT_NE(refused.find("aten::relu(Tensor self) -> Tensor"), std::string::npos) << refused;
    const auto record = ruled(programOf(kRelu), bundled("relu-in-place"));
    EXPECT_EQ(passes::testing::text(record.after), "x : f32[2]\nrelu = aten.relu_.default(x) : f32[2]\nreturn (relu,)\n");
}

/// Knows how to copy.
class Copier final : public ir::Evaluator {
public:
    Result<std::vector<ir::Tensor>> evaluate(const Node& node, const std::vector<ir::Tensor>& inputs) override
    {
        if (node.overload() != "aten.lift_fresh_copy.default")
            return support::diagnose(rules::kEvaluatorRefused, "not known here");
        return std::vector{inputs.front()};
    }
    Result<Decomposition> decompose(const Node&, const std::vector<ir::TensorType>&, const std::vector<std::string>&) override
    {
        return support::diagnose(rules::kEvaluatorRefused, "not known here");
    }
};

TEST(SeedRules, PropagateConstantsAndRemoveWhatIsDead)
{
    // y = torch.tensor([2.0]); z = x + y; and a call that nobody reads.
    passes::testing::Builder build;
    const ir::Type one = passes::testing::f32({passes::testing::size(1)});
    const Value y = build.constant("y", one, ir::Tensor::fromValues<float>(ir::DType::Float32, {1}, std::vector<float>{2.0F}));
    const Value x = build.input("x", one);
    const Value fresh = build.call("aten.lift_fresh_copy.default", {y}, one);
    build.call("aten.neg.default", {x}, one);
    build.output({build.call("aten.add.Tensor", {x, fresh}, one)});
    Copier copier;
    ir::Services services;
    services.evaluator = &copier;
    const auto record = ruled(build.program(), bundled("propagate-constants"), services);
    EXPECT_EQ(record.diagnostics.empty() ? "" : record.diagnostics.front().message, "");
    const std::string after = passes::testing::text(record.after);
    EXPECT_EQ(after.find("neg"), std::string::npos) << after;
    EXPECT_EQ(after.find("lift_fresh_copy ="), std::string::npos) << after;
    EXPECT_NE(after.find("add = aten.add.Tensor(x, c_"), std::string::npos) << after;
    // Without an evaluator it says so.
    EXPECT_NE(afterRules(build.program(), bundled("propagate-constants")).find("constant-propagation cannot run here"), std::string::npos);
}

TEST(SeedRules, ACustomPassRenamesEachReluAndPrints)
{
    const auto record = ruled(programOf(kRelu), bundled("custom-relu"));
    EXPECT_EQ(passes::testing::text(record.after), "x : f32[2]\ncustom_relu = aten.relu.default(x) : f32[2]\nreturn (custom_relu,)\n");
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics.front().message, printGraph(record.after));
}

TEST(SeedRules, APatternOfTwoNodesBecomesAnother)
{
    EXPECT_EQ(afterRules(programOf("def forward(self, x: \"f32[2]\", y: \"f32[2]\"):\n    add = torch.ops.aten.add.Tensor(x, y)\n"
                                   "    relu = torch.ops.aten.relu.default(add)\n    return (relu,)\n"),
                         bundled("fuse-add-relu")),
              "x : f32[2]\ny : f32[2]\ntotal = aten.add.Tensor(x, y) : f32[2]\nclamp_default = aten.clamp.default(total, 0) : f32[2]\nreturn (clamp_default,)\n");
}

TEST(BundledRules, AreAllRead)
{
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SIDELIGHT_SOURCE_DIR "/resources/rules")) {
        const std::string name = entry.path().stem().string();
        const auto rules = readRules(bundled(name));
        ASSERT_TRUE(rules.ok()) << name << ": " << rules.error().message;
        EXPECT_EQ(rules->name, name);
        EXPECT_FALSE(rules->summary.empty()) << name;
        ++files;
    }
    EXPECT_GE(files, 11U);
}

} // namespace
} // namespace sidelight::fx::testing
