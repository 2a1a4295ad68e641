// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_reader.h"
#include "tests/core/fx/pass_test_program.h"
#include "tests/core/ir/pass_documentation.h"

#include <string>

namespace sidelight::fx::passes::testing {
namespace {

ir::PassRecord<ExportedProgram> edited(const ExportedProgram& program, const std::string& edits)
{
    ir::RunOptions<ExportedProgram> options;
    options.lint = lint;
    const std::vector<PassStep> steps = {{find("manual-edits"), {{"edits", edits}}, true}};
    return ir::runPasses<ExportedProgram>(program, steps, options).records.front();
}

ExportedProgram twoCalls()
{
    Builder build;
    const Value x = build.input("x", f32(kTwo));
    const Value sin = build.call("aten.sin.default", {x}, f32(kTwo));
    build.output({build.call("aten.cos.default", {sin}, f32(kTwo))});
    return build.program();
}

TEST(ManualEdits, AreDocumentedAndOnDemand)
{
    sidelight::testing::expectDocumented(*find("manual-edits"));
    EXPECT_FALSE(find("manual-edits")->standard);
}

TEST(ManualEdits, AreChangesThatGoBothWays)
{
    const ExportedProgram before = twoCalls();
    const auto record = edited(before, "# by hand\nrename %sin to wave\nset %cos = torch.ops.aten.exp.default(%wave)\n");
    EXPECT_EQ(record.outcome, ir::Outcome::Modified);
    EXPECT_EQ(text(record.after), "x : f32[2]\nwave = aten.sin.default(x) : f32[2]\ncos = aten.exp.default(wave) : f32[2]\nreturn (cos,)\n");
    ASSERT_EQ(record.changes.size(), 2u);
    sidelight::testing::expectReplay(before, record);
    const Node& cos = record.after.main()[findByName(record.after.main(), "cos")];
    ASSERT_FALSE(cos.metadata().from_node.empty());
    EXPECT_EQ(cos.metadata().from_node.front().target, "torch.ops.aten.cos.default");
    EXPECT_EQ(cos.metadata().from_node.front().pass, "manual-edits");
    EXPECT_EQ(cos.metadata().stack_trace.size(), 1u);
}

TEST(ManualEdits, NothingToDoChangesNothing)
{
    EXPECT_EQ(edited(twoCalls(), "").outcome, ir::Outcome::Unchanged);
    EXPECT_EQ(edited(twoCalls(), "# nothing\n\n").outcome, ir::Outcome::Unchanged);
}

TEST(ManualEdits, StopAtTheEditThatIsRefusedAndKeepTheEarlierOnes)
{
    const auto record = edited(twoCalls(), "rename %sin to wave\n\nerase %wave\nrename %cos to c");
    EXPECT_EQ(record.outcome, ir::Outcome::Failed);
    EXPECT_EQ(record.changes.size(), 1u);
    ASSERT_EQ(record.diagnostics.size(), 1u);
    EXPECT_EQ(record.diagnostics.front().message, "edit 3 (erase %wave): %wave cannot be erased: it is still read by %cos; replace its uses first, or bypass it");
    ASSERT_EQ(record.diagnostics.front().locations.size(), 2u);
    EXPECT_EQ(record.diagnostics.front().locations[0].name, "%wave");
    EXPECT_EQ(record.diagnostics.front().locations[1].line, 3);
    const auto unread = edited(twoCalls(), "eras %wave");
    EXPECT_EQ(unread.outcome, ir::Outcome::Failed);
    EXPECT_TRUE(unread.changes.empty());
}

TEST(ManualEdits, EveryNodeOfEverySampleCanBeRenamedSetAgainMovedAndInserted)
{
    for (const char* name : {"mlp", "resnet18", "vit", "gpt"}) {
        const auto read = io::readPt2(std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2");
        ASSERT_TRUE(read);
        const ExportedProgram& program = read->program;
        std::string edits;
        std::size_t count = 0;
        for (const NodeId id : program.main().order()) {
            const Node& node = program.main()[id];
            if (node.op != Op::CallFunction || !node.val.isTensor())
                continue;
            edits += concat("insert %mine_", ++count, " = torch.ops.aten.neg.default(%", node.name, ") after %", node.name, '\n');
            edits += concat("replace %", node.name, " with %mine_", count, '\n', "rename %", node.name, " to n_", count, '\n');
            if (count == 40)
                break;
        }
        const auto record = edited(program, edits);
        EXPECT_EQ(record.outcome, ir::Outcome::Modified) << name << ": " << (record.diagnostics.empty() ? "" : support::toText(record.diagnostics.back()));
        sidelight::testing::expectReplay(program, record);
        std::size_t retyped = 0;
        for (const NodeId id : program.main().order()) {
            const Node& before = program.main()[id];
            const Node& now = record.after.main()[id];
            retyped += before.val.kind == now.val.kind && before.val.tensor.sizes == now.val.tensor.sizes && before.val.tensor.dtype == now.val.tensor.dtype ? 0 : 1;
        }
        EXPECT_EQ(retyped, 0u) << name << ": a negation changes no type";
    }
}

} // namespace
} // namespace sidelight::fx::passes::testing
