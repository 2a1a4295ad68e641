// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/edit/apply_edit.h"
#include "core/fx/lint.h"
#include "core/fx/passes/pipeline.h"
#include "core/ir/apply_edits.h"

namespace sidelight::fx::passes {
namespace {

constexpr ir::PassOption kOptions[] = {
    {"edits", std::string_view(), "The edits, one a line, such as erase %dropout or set %add = torch.ops.aten.mul.Tensor(%x, 2)."},
};

Status applyEdits(PassContext& context)
{
    const auto apply = [&](const ir::Edit& edit) { return applyEdit(context.rewriter, kMainGraph, edit); };
    return ir::applyEdits(ir::optionOf<std::string>(kManualEdits, context.options, "edits"), apply, [&] { return lint(context.unit()); });
}

constexpr std::string_view kHelp = R"(Looks for the nodes that its edits name, in their order. Option edits has one edit a line; blank lines and # comments are passed over:
    rename %add_3 to total
    set %add_3 = torch.ops.aten.mul.Tensor(%x, 2)
    insert %r = torch.ops.aten.relu.default(%x) before %y
    erase %dropout
    bypass %dropout
    bypass %cat with %x
    replace %x with %r
    move %a before %b
    in true_graph_0: erase %sin

Makes each change as it is written. insert and move take before or after. bypass lets the readers of a node read its input, or the value after with, and removes it.
replace lets the readers of %x that come after %r read %r. set changes target and arguments, and what the graph returns: set %output = (%a, %b). Types are derived
anew for the changed node and what follows; a type that cannot be told is unknown. The graph is checked after each edit.

Leaves everything when an edit is refused from there on, and says which edit and why: it names a node that is not there, erases what is still read, gives a target or an
argument that PyTorch does not have, or makes a cycle. Edits are made once: a second run finds no %add_3 to rename.

Before, with the edits insert %r = torch.ops.aten.relu.default(%x) after %x, and replace %x with %r:
    %x : placeholder[target=x]
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1))
After:
    %x : placeholder[target=x]
    %r : call_function[target=torch.ops.aten.relu.default](args = (%x,))
    %add : call_function[target=torch.ops.aten.add.Tensor](args = (%r, 1))
)";

} // namespace

constinit const Pass kManualEdits{
    .id = "manual-edits",
    .summary = "Makes the edits that somebody wrote by hand.",
    .run = applyEdits,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
