// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/passes/pipeline.h"
#include "core/fx/rules/rule_file.h"
#include "core/support/text.h"

namespace sidelight::fx::passes {

namespace {

constexpr ir::PassOption kOptions[] = {
    {"text", std::string_view(), "The rule file's text."},
    {"file", std::string_view(), "What the rule file is called in messages; a preset that gives no text has it read from there."},
};

Status runRules(PassContext& context)
{
    const auto text = ir::optionOf<std::string>(kRules, context.options, "text");
    const auto file = ir::optionOf<std::string>(kRules, context.options, "file");
    if (text.empty()) {
        context.skipped = "no rule file is given";
        return {};
    }
    const auto named = [&](Diagnostic problem) {
        problem.message = concat(file.empty() ? std::string_view("rules") : std::string_view(file), ": ", problem.message);
        return problem;
    };
    const auto rules = readRules(text);
    if (!rules)
        return named(rules.error());
    if (const Status status = applyRules(context, *rules); !status)
        return named(status.error());
    return {};
}

constexpr std::string_view kHelp = R"(Looks for what the steps of a rule file name, in their order and in every graph. A rule file needs no compiler; it is text:
    name: half-the-bias
    summary: Adds half of what was added, and calls it so.
    # A step begins at the beginning of a line.
    rename aten.add.Tensor to addition
    set aten.add.Tensor alpha=0.5
    retarget aten.relu to aten.relu_.default
    erase aten.detach.default
    bypass aten.dropout.default with input
    wrap Linear:
        def wrap(x):
            return torch.ops.aten.mul.Tensor(x, 2)
    replace:
        def pattern(x, y):
            return torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, y))
        def replacement(x, y):
            return torch.ops.aten.clamp.default(torch.ops.aten.add.Tensor(x, y), 0)
    run dead-code-elimination
    print nodes
    edit:
        move %a before %b

Makes each step wherever it fits. A target is an overload, an operator (aten.add: all its overloads) or an opcode (output). The arguments of pattern stand for any
value or literal; operands of commutative operators fit in either order; replace ignoring literals: lets numbers of the pattern stand for any. pattern: and
replacement: with printed graphs below do as well as def. wrap lets every value that leaves a call of the module, by class or path, go through what stands below.
print writes notes.

Leaves a match whose inner value is read elsewhere, or that overlaps an earlier one, and says so. Refuses, and stops, where a step cannot be made: erase of what is
still read, an argument that the schema lacks. set, rename, retarget and bypass find nothing more in a second run; wrap and what replaces a pattern by one that
holds it again go on and on: put them where they run once.

Before, with the replace step above:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y))
    %relu : call_function[target=torch.ops.aten.relu.default](args = (%add,))
After:
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y))
    %clamp : call_function[target=torch.ops.aten.clamp.default](args = (%add, 0))
)";

} // namespace

constinit const Pass kRules{
    .id = "rules",
    .summary = "Changes the graph as a rule file says.",
    .run = runRules,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
