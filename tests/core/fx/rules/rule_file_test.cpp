// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/fx/rules/rules_test_program.h"
#include "tests/core/ir/pass_documentation.h"

namespace sidelight::fx::testing {
namespace {

/// x + 1, × 3, relu, × 4; both products returned.
ExportedProgram products()
{
    return programOf(R"(def forward(self, x: "f32[2]"):
    add = torch.ops.aten.add.Tensor(x, 1)
    mul = torch.ops.aten.mul.Tensor(add, 3)
    relu = torch.ops.aten.relu.default(mul)
    mul_1 = torch.ops.aten.mul.Tensor(relu, 4)
    return (mul, mul_1)
)");
}
std::string after(const std::string& rules) { return afterRules(products(), rules); }
std::string problem(const std::string& rules)
{
    const auto read = readRules(rules);
    return read ? "none" : read.error().message;
}

TEST(RulesPass, IsDocumentedAndOnDemand)
{
    sidelight::testing::expectDocumented(*passes::find("rules"));
    EXPECT_FALSE(passes::find("rules")->standard);
    const std::vector<PassStep> steps = {{passes::find("rules"), {}, true}};
    const auto record = ir::runPasses<ExportedProgram>(products(), steps).records.front();
    EXPECT_EQ(record.outcome, ir::Outcome::Skipped);
}

TEST(RulesPass, CountsWhatItLookedAtAndWhatFits)
{
    const auto record = ruled(products(), "rename aten.mul.Tensor to product\n");
    EXPECT_EQ(record.coverage.visited.size(), 6U);
    EXPECT_EQ(record.coverage.matched.size(), 2U);
    EXPECT_EQ(record.changes.size(), 2U);
    const Node& product = record.after.main()[findByName(record.after.main(), "product_1")];
    EXPECT_EQ(product.overload(), "aten.mul.Tensor");
    // A second run has nothing to do.
    EXPECT_EQ(ruled(record.after, "rename aten.mul.Tensor to product\n").outcome, ir::Outcome::Unchanged);
}

TEST(RulesPass, SaysWhichStepFitsNothing)
{
    const auto record = ruled(products(), "erase aten.mul.Scalar\n\nwrap Linear:\n    def f(x):\n        return torch.ops.aten.neg.default(x)\nprint graph\nrename aten.add to total\n");
    ASSERT_EQ(record.diagnostics.size(), 3U);
    EXPECT_EQ(record.diagnostics[0].message, "line 1 (erase aten.mul.Scalar) fits no node");
    EXPECT_EQ(record.diagnostics[1].message, "line 3 (wrap Linear) fits no node");
    EXPECT_EQ(record.diagnostics[0].level, Level::Note);
}

TEST(RulesPass, SetsKeywordsThatTheSchemaHas)
{
    EXPECT_NE(after("set aten.add.Tensor alpha=2\n").find("add = aten.add.Tensor(x, 1, alpha=2)"), std::string::npos) << after("set aten.add.Tensor alpha=2\n");
    // An argument that stands there by position is changed where it stands.
    EXPECT_NE(after("set aten.add.Tensor other=5\n").find("add = aten.add.Tensor(x, 5)"), std::string::npos);
    EXPECT_NE(after("set aten.add.Tensor beta=2\n").find("aten::add.Tensor(Tensor self, Tensor other"), std::string::npos) << after("set aten.add.Tensor beta=2\n");
}

TEST(RulesPass, RefusesATargetThatPyTorchHasNot)
{
    const std::string refused = after("retarget aten.relu to aten.rellu.default\n");
    EXPECT_NE(refused.find("line 1 (retarget aten.relu to aten.rellu.default)"), std::string::npos) << refused;
    EXPECT_NE(refused.find("aten.relu.default"), std::string::npos) << refused;
}

TEST(RulesPass, BypassesByTheNameOfAnArgument)
{
    EXPECT_EQ(after("bypass aten.relu with self\n"), "x : f32[2]\nadd = aten.add.Tensor(x, 1) : f32[2]\nmul = aten.mul.Tensor(add, 3) : f32[2]\n"
                                                     "mul_1 = aten.mul.Tensor(mul, 4) : f32[2]\nreturn (mul, mul_1)\n");
    EXPECT_NE(after("bypass aten.mul with other\n").find("has a literal for its argument 'other'"), std::string::npos);
    EXPECT_NE(after("bypass aten.mul with dim\n").find("has no argument 'dim'"), std::string::npos);
}

TEST(RulesPass, DerivesTypesAnewOfWhatFollows)
{
    const ExportedProgram program = programOf(R"(def forward(self, x: "f32[2]"):
    to = torch.ops.aten.to.dtype(x, torch.float64)
    neg = torch.ops.aten.neg.default(to)
    abs_1 = torch.ops.aten.abs.default(neg)
    return (abs_1,)
)");
    EXPECT_EQ(afterRules(program, "bypass aten.to\n"),
              "x : f32[2]\nneg = aten.neg.default(x) : f32[2]\nabs_1 = aten.abs.default(neg) : f32[2]\nreturn (abs_1,)\n");
    EXPECT_EQ(afterRules(program, "set aten.to.dtype dtype=torch.float16\n"),
              "x : f32[2]\nto = aten.to.dtype(x, torch.float16) : f16[2]\nneg = aten.neg.default(to) : f16[2]\nabs_1 = aten.abs.default(neg) : f16[2]\nreturn (abs_1,)\n");
    EXPECT_EQ(afterRules(program, "retarget aten.neg to aten.logical_not.default\n"),
              "x : f32[2]\nto = aten.to.dtype(x, torch.float64) : f64[2]\nneg = aten.logical_not.default(to) : b8[2]\nabs_1 = aten.abs.default(neg) : b8[2]\nreturn (abs_1,)\n");
    ExportedProgram owned = program;
    auto& main = owned.graphs.forWrite(kMainGraph);
    Node neg = main[findByName(main, "neg")];
    NodeMeta meta;
    meta.nn_module_stack = {{"L__self__", "", "model.M"}, {"L__self___neg", "neg", "model.Negative"}};
    neg.meta = std::make_shared<const NodeMeta>(std::move(meta));
    main.replace(findByName(main, "neg"), std::make_shared<const Node>(std::move(neg)));
    EXPECT_NE(afterRules(owned, "wrap Negative:\n    def f(x):\n        return torch.ops.aten.to.dtype(x, torch.float16)\n").find("abs_1 = aten.abs.default(to_dtype) : f16[2]"),
              std::string::npos);
}

TEST(RulesPass, ReplacesPatternsInBothForms)
{
    const std::string expected = "x : f32[2]\nadd = aten.add.Tensor(x, 1) : f32[2]\nmul = aten.mul.Tensor(add, 3) : f32[2]\n"
                                 "sigmoid_default = aten.sigmoid.default(mul) : f32[2]\nmul_1 = aten.mul.Tensor(sigmoid_default, 4) : f32[2]\nreturn (mul, mul_1)\n";
    EXPECT_EQ(after("replace:\n    def pattern(x):\n        return torch.ops.aten.relu.default(x)\n\n    def replacement(x):\n        return torch.ops.aten.sigmoid.default(x)\n"), expected);
    EXPECT_EQ(after(R"(replace:
    pattern:
        graph():
            %x : [num_users=1] = placeholder[target=x]
            %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})
            return relu
    replacement:
        graph():
            %x : [num_users=1] = placeholder[target=x]
            %sigmoid_default : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {})
            return sigmoid_default
)"),
              expected);
}

TEST(RulesPass, TellsLiteralsApartUnlessAskedNotTo)
{
    const std::string body = "    def pattern(x):\n        return torch.ops.aten.mul.Tensor(x, 3)\n    def replacement(x):\n        return torch.ops.aten.neg.default(x)\n";
    const auto count = [](const std::string& text) {
        std::size_t found = 0;
        for (std::size_t at = text.find("aten.neg"); at != std::string::npos; at = text.find("aten.neg", at + 1))
            ++found;
        return found;
    };
    EXPECT_EQ(count(after("replace:\n" + body)), 1U);
    EXPECT_EQ(count(after("replace ignoring literals:\n" + body)), 2U);
}

TEST(RulesPass, RunsPassesAndEditsInTheOrderOfTheFile)
{
    EXPECT_EQ(after("edit:\n    replace %mul_1 with %relu\n    # by hand\nbypass aten.relu\nrun dead-code-elimination\n").find("relu"), std::string::npos);
    EXPECT_NE(after("edit:\n    erase %nowhere\n").find("line 1 (edit): erase %nowhere: "), std::string::npos) << after("edit:\n    erase %nowhere\n");
}

TEST(RuleFile, NamesTheLineOfWhatItCannotRead)
{
    EXPECT_EQ(problem(""), "line 1: there is no step; a rule file has steps such as rename aten.add.Tensor to total");
    EXPECT_EQ(problem("\n\nrenam aten.add to x\n"), "line 3: there is no step 'renam'; it could be rename");
    EXPECT_EQ(problem("rename aten.add x\n"), "line 1: it is written: rename TARGET to NAME");
    EXPECT_EQ(problem("    rename aten.add to x\n"), "line 1: an indented line has no step above it");
    EXPECT_EQ(problem("erase aten.add\n    more\n"), "line 1: 'erase aten.add' takes no indented lines below it");
    EXPECT_EQ(problem("replace:\n"), "line 1: 'replace:' needs indented lines below it");
    EXPECT_EQ(problem("print everything\n"), "line 1: it is written: print nodes, or print graph");
    EXPECT_EQ(problem("# c\nrun dead-code\n").substr(0, 43), "line 2: there is no FX pass 'dead-code'; it");
    EXPECT_EQ(problem("run rules\n"), "line 1: a rule file does not run rule files");
    EXPECT_NE(problem("set aten.add.Tensor alpha=\n").find("line 1: 'alpha=' cannot be read"), std::string::npos);
    EXPECT_NE(problem("wrap M:\n    def f(x, y):\n        return torch.ops.aten.mul.Tensor(x, y)\n").find("takes one argument; this takes 2"), std::string::npos);
    EXPECT_NE(problem("replace:\n    def pattern(x):\n        return x\n    def replacement(x):\n        return x\n").find("line 1: the pattern returns its placeholder"), std::string::npos);
    EXPECT_NE(problem("replace:\n    def replacement(x):\n        return x\n").find("it is written: replace:"), std::string::npos);
    EXPECT_NE(problem("edit:\n    erase %a\n    frobnicate %b\n").find("3"), std::string::npos) << problem("edit:\n    erase %a\n    frobnicate %b\n");
}

TEST(RuleFile, TakesAnySentenceAsItsSummary)
{
    const auto rules = readRules("name:\r\nsummary: renames this:\r\nrename aten.add to total\r\n");
    ASSERT_TRUE(rules.ok()) << rules.error().message;
    EXPECT_EQ(rules->summary, "renames this:");
    EXPECT_EQ(rules->steps.size(), 1U);
}

TEST(RuleFile, NamesTheLineInsideAGraph)
{
    const std::string text = "name: x\nreplace:\n    def pattern(x):\n        return torch.ops.aten.relu.default(x\n    def replacement(x):\n        return x\n";
    EXPECT_NE(problem(text).find("line 5"), std::string::npos) << problem(text);
}

TEST(RuleFile, HoldsEditsThatWereMadeByHand)
{
    const std::string text = rulesOfEdits("by-hand", "bypass %relu\nrename %mul to product\n");
    const auto rules = readRules(text);
    ASSERT_TRUE(rules.ok()) << rules.error().message;
    EXPECT_EQ(rules->name, "by-hand");
    EXPECT_EQ(after(text), "x : f32[2]\nadd = aten.add.Tensor(x, 1) : f32[2]\nproduct = aten.mul.Tensor(add, 3) : f32[2]\n"
                           "mul_1 = aten.mul.Tensor(product, 4) : f32[2]\nreturn (product, mul_1)\n");
}

} // namespace
} // namespace sidelight::fx::testing
