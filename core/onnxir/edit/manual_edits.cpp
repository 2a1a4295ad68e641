// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/apply_edits.h"
#include "core/onnxir/edit/apply_edit.h"
#include "core/onnxir/lint.h"
#include "core/onnxir/passes/pipeline.h"

namespace sidelight::onnxir::passes {
namespace {

constexpr ir::PassOption kOptions[] = {
    {"edits", std::string_view(), "The edits, one a line, such as bypass y or set y = Add (x, b)."},
};

Status applyEdits(PassContext& context)
{
    const auto apply = [&](const ir::Edit& edit) { return applyEdit(context.rewriter, kMainGraph, edit, context.services.schemas); };
    return ir::applyEdits(ir::optionOf<std::string>(kManualOnnxEdits, context.options, "edits"), apply, [&] { return lint(context.unit()); });
}

constexpr std::string_view kHelp = R"(Looks for the nodes that its edits name, in their order: by a value that they make, else by their own name. Option edits has one edit a line; blank lines
and # comments are passed over. Calls are in ONNX text syntax, names that are no identifiers in double quotes:
    rename y to result
    set y = Add (x, b)
    set a, b = Split <axis = 1, num_outputs = 2> (x)
    insert r = Relu (x) after x
    erase unused
    bypass dropout
    replace x with r
    move a before b
    in pkg.torch.aten.aten_linear: set y = Gemm <transB = 1> (x, w, b)

Makes each change as it is written. insert and move take before or after. bypass lets the readers of a node's first output read its input, or the value after with, and
removes it. replace lets the readers of x that come after r read r. Types that follow are inferred anew by onnx. The model is checked after each edit.

Leaves everything when an edit is refused from there on, and says which edit and why: it names a node that is not there, erases what is still read, gives an operator, attribute
or number of inputs that its schema does not have, or makes a cycle. Edits are made once: a second run finds no y to rename.

Before, with the edits insert r = Relu (x) after x, and replace x with r:
    y = Add (x, b)
After:
    r = Relu (x)
    y = Add (r, b)
)";

} // namespace

constinit const Pass kManualOnnxEdits{
    .id = "manual-onnx-edits",
    .summary = "Makes the edits of the ONNX model that somebody wrote by hand.",
    .run = applyEdits,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
