// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/rules.h"

#include <algorithm>
#include <array>

namespace sidelight::support::rules {

const Rule kFxGraphToOnnx{"FXE0007", "fx-graph-to-onnx",
     "An FX graph is lowered to an ONNX graph.",
     "Reported on the graph as a whole: when it starts and ends with errors, none of its nodes' own "
     "diagnostics is the reason by itself. Read the diagnostics of its nodes first.",
     Level::Note};
const Rule kFxNodeToOnnx{"FXE0008", "fx-node-to-onnx",
     "An FX node is lowered to ONNX nodes.",
     "An error here means that a lowering exists but refuses this call, because an argument's value "
     "cannot be expressed exactly. The message names the argument. Change the model, decompose the "
     "operator, or register a lowering of your own.",
     Level::Error};
const Rule kFxPass{"FXE0010", "fx-pass",
     "A pass over the FX or ONNX graph ran, failed or was skipped.",
     "A pass that fails stops the pipeline; the graph is kept as it was at that moment. Step through its "
     "changes to find the first wrong one, or disable the pass.",
     Level::Error};
const Rule kNoLowering{"FXE0011", "no-symbolic-function-for-call-function",
     "An operator has no lowering to ONNX.",
     "Decompose the operator before export (torch.export's run_decompositions), choose a newer opset, or "
     "register a lowering for it. The export goes on to find all such nodes and writes no model.",
     Level::Error};
const Rule kUnsupportedAnalysis{"FXE0012", "unsupported-fx-node-analysis",
     "All operators of the graph that have no lowering.",
     "A summary made before lowering: each operator once, with the number of its nodes. It lists what "
     "must be decomposed or registered before this program can be exported.",
     Level::Error};
const Rule kOpLevelDebugging{"FXE0013", "op-level-debugging",
     "The numbers of one lowered operator are compared with PyTorch's.",
     "A warning means that the ONNX body of this node and PyTorch's operator differ by more than the "
     "tolerance for the given inputs. Expand the body to see which step differs.",
     Level::Warning};
const Rule kOpSchemaMatch{"FXE0014", "find-opschema-matched-symbolic-function",
     "The lowering nearest to a call does not match it perfectly.",
     "The arguments of the call do not fit the schema of the lowering: one is missing, unknown, or of a "
     "type that the ONNX operator does not accept. The message names it.",
     Level::Error};
const Rule kTypePromotion{"FXE0015", "fx-node-insert-type-promotion",
     "A cast was inserted to make PyTorch's implicit type promotion explicit.",
     "ONNX operators want equal element types where PyTorch promotes by itself. The cast keeps the result "
     "that PyTorch would give. To avoid it, cast in the model.",
     Level::Note};
const Rule kOverloadSearch{"FXE0016", "find-operator-overloads-in-onnx-registry",
     "The lowering of another overload of the operator is used or missing.",
     "The table knows the operator but not this overload. Register a lowering for the overload, or call "
     "the operator in a form that the table has.",
     Level::Error};
const Rule kFileUnreadable{"SL1001", "file-unreadable",
     "A file cannot be opened or read.",
     "Check that the path names a regular file and that you may read it. Folders, devices and pipes are "
     "refused.",
     Level::Error};
const Rule kNotAnArchive{"SL1002", "not-an-archive",
     "A file is empty, truncated, encrypted or not a zip archive.",
     "torch.export.save writes a plain zip archive. Copy or download the file again, or save it anew.",
     Level::Error};
const Rule kEntryMissing{"SL1003", "archive-entry-missing",
     "An archive lacks an entry that its own description names.",
     "The file is incomplete. Save the program again with torch.export.save.",
     Level::Error};
const Rule kEntryInvalid{"SL1004", "archive-entry-invalid",
     "An archive entry is a duplicate, overlaps another, leaves its folder, is compressed, or lies "
     "outside the file.",
     "torch.export.save never writes such entries: the file was damaged or made by another program. It is "
     "not read further.",
     Level::Error};
const Rule kJsonInvalid{"SL1005", "json-invalid",
     "A text is not valid JSON.",
     "The message gives the byte where reading stopped and the reason.",
     Level::Error};
const Rule kSchemaMismatch{"SL1006", "schema-mismatch",
     "A JSON value does not fit the schema of exported programs.",
     "A member is missing, unknown or of the wrong kind. The file may come from a newer PyTorch; save it "
     "with a version that is supported, or report the file.",
     Level::Error};
const Rule kSchemaVersion{"SL1007", "schema-version-unsupported",
     "A program was saved with a schema version that is not supported.",
     "Load and save it again with a PyTorch version whose schema is known here, or use a newer release of "
     "this program.",
     Level::Error};
const Rule kTensorInvalid{"SL1008", "tensor-invalid",
     "The sizes, strides and offset of a tensor do not fit its bytes.",
     "The file is damaged or was cut off. Save the program again.",
     Level::Error};
const Rule kNestingTooDeep{"SL1009", "nesting-too-deep",
     "Values nest deeper than 512 levels.",
     "No exported program needs this depth; the file is refused to keep reading bounded.",
     Level::Error};
const Rule kFileChanged{"SL1010", "file-changed-while-read",
     "A file was changed by another program while it was read.",
     "Weights are read only when they are needed, so the file must stay as it was when it was opened. "
     "Open it again.",
     Level::Error};
const Rule kPickleRefused{"SL1011", "pickle-refused",
     "A pickle asks for a name outside the whitelist or uses an unknown opcode.",
     "Pickles are read as data and never executed. Only tensors and plain Python containers are accepted.",
     Level::Error};
const Rule kUnknownFormat{"SL1012", "format-unknown",
     "A file is of no kind that can be opened.",
     "Open a .pt2 file of torch.export.save or an .onnx model.",
     Level::Error};
const Rule kInterruptedSave{"SL1013", "save-interrupted",
     "torch.export.save stopped half-way and left an archive without its program.",
     "Some outputs (the named tuples of linalg.qr, cummax, sort, and so on) cannot be saved by PyTorch. "
     "Return plain tuples of tensors and save again.",
     Level::Error};
const Rule kExpressionInvalid{"SL1014", "size-expression-invalid",
     "A symbolic size cannot be parsed.",
     "The expression uses a function or a form that is not known here. The message shows the place.",
     Level::Error};
const Rule kNodeRefused{"SL1015", "node-refused",
     "A node lost an argument that could not be read; the node is refused, the rest of the program is "
     "kept.",
     "The node is shown without the argument and is never lowered. The message names the argument.",
     Level::Error};
const Rule kOnnxInvalid{"SL1016", "onnx-invalid",
     "An .onnx model cannot be read.",
     "The file is damaged, or it needs external data that are not beside it. Check it with onnx's own "
     "checker.",
     Level::Error};
const Rule kInputsInvalid{"SL1017", "inputs-invalid",
     "Inputs cannot be read or do not fit the program.",
     "Give one array for each user input, by name or in order, with the element type and sizes that the "
     "program expects.",
     Level::Error};
const Rule kLint{"SL2001", "graph-lint",
     "A graph breaks a rule that every pass may rely on.",
     "A value is read before it is made, a name is used twice, an output is left over, or a type is "
     "missing. The pass that ran last made the mistake.",
     Level::Error};
const Rule kCycle{"SL2002", "graph-cycle",
     "A graph has a cycle.",
     "The message lists the nodes of the cycle. Exported programs have none; the file is damaged.",
     Level::Error};
const Rule kViewMutation{"SL2003", "view-mutation",
     "A tensor that shares its memory with another is written in place, which cannot be rewritten safely "
     "yet.",
     "Clone the tensor before the write, use the out-of-place form of the operator, or run torch.export's "
     "run_decompositions before saving.",
     Level::Error};
const Rule kUnknownPass{"SL2004", "pass-unknown",
     "No pass has this id.",
     "`sidelight passes` lists the ids of all passes.",
     Level::Error};
const Rule kNodeChanged{"SL2005", "node-changed",
     "A pass changed a node in a way worth knowing.",
     "Nothing needs to be done. The message says what was changed and why.",
     Level::Note};
const Rule kCustomObject{"SL2006", "custom-object",
     "The program uses a custom (script) object.",
     "Custom objects have no ONNX form. Replace the object by tensors and plain arguments before export.",
     Level::Error};
const Rule kStaleType{"SL2007", "stale-type",
     "A node's recorded type is not what evaluating it gives.",
     "The pass that made or changed the node recorded another dtype, shape or stride than PyTorch's kernel returns for "
     "the sample inputs. What reads the node's type, the export too, may be wrong; disable the pass and report it.",
     Level::Warning};
const Rule kOpsetUnsupported{"SL3001", "opset-unsupported",
     "The opset version is not supported.",
     "Opset versions from 18 to the newest that the onnx library knows can be chosen.",
     Level::Error};
const Rule kModuleSplit{"SL3002", "module-call-split",
     "A module call is not convex in the graph and became several functions.",
     "Values leave the module and come back into it. The parts are named Name, Name_part2, and so on; the "
     "numbers are not affected.",
     Level::Note};
const Rule kDynamicLost{"SL3003", "dynamic-dimension-lost",
     "A dynamic dimension became a constant in the exported model.",
     "The model will accept only the size in the message. Look at the node for the reason, often a Python "
     "int taken from a shape.",
     Level::Warning};
const Rule kWriteFailed{"SL4001", "write-failed",
     "A file cannot be written.",
     "The disk may be full or the folder read-only. Nothing half written was left behind.",
     Level::Error};
const Rule kTargetRefused{"SL4002", "target-refused",
     "A target is refused: it is the input itself, a folder or a device, or it exists.",
     "Name another file, or give --force to replace an existing one.",
     Level::Error};
const Rule kTooLargeToEmbed{"SL4003", "too-large-to-embed",
     "The weights are too large to be stored inside the model file.",
     "A protobuf message holds less than 2 GB. Export with --weights external or --weights per-tensor.",
     Level::Error};
const Rule kCheckerFailed{"SL4004", "checker-failed",
     "onnx's checker refuses the exported model.",
     "This is a fault of a lowering or a pass, not of your program. The message is the checker's own; "
     "please report it.",
     Level::Error};
const Rule kMutationDropped{"SL4005", "mutation-dropped",
     "The new value of a buffer or input that the program changes is not an output of the exported model.",
     "Export with --mutations outputs to get it as an output named `<name>.mutated`.",
     Level::Warning};
const Rule kOutputDiffers{"SL5001", "output-differs",
     "An output of the exported model differs from PyTorch's.",
     "The message gives the largest difference and where it is. Bisect the graph to find the first node "
     "that differs.",
     Level::Error};
const Rule kRuntimeFailed{"SL5002", "onnx-runtime-failed",
     "ONNX Runtime refuses the exported model or fails while it runs it.",
     "The message is ONNX Runtime's own. It may lack a kernel for an operator at this opset or for an "
     "element type.",
     Level::Error};
const Rule kEvaluatorFailed{"SL9001", "evaluator-failed",
     "The evaluator process crashed, hung, used too much memory or could not be started.",
     "Only this evaluation is lost; the process is started again when it is needed. The message names the "
     "node that was running.",
     Level::Error};
const Rule kEvaluatorRefused{"SL9002", "evaluator-refused",
     "An operator is never evaluated, because it is not known to be pure.",
     "Operators that read or write files, unknown namespaces, custom objects and compiled libraries are "
     "refused by name.",
     Level::Error};
const Rule kCancelled{"SL9003", "cancelled",
     "The operation was cancelled.",
     "Nothing was written. Start it again when you want the result.",
     Level::Note};
const Rule kUsage{"SL9004", "wrong-use",
     "The command line is wrong.",
     "`sidelight --help` and `sidelight COMMAND --help` show what is accepted.",
     Level::Error};

namespace {

constexpr std::array kAll{
    &kFxGraphToOnnx,
    &kFxNodeToOnnx,
    &kFxPass,
    &kNoLowering,
    &kUnsupportedAnalysis,
    &kOpLevelDebugging,
    &kOpSchemaMatch,
    &kTypePromotion,
    &kOverloadSearch,
    &kFileUnreadable,
    &kNotAnArchive,
    &kEntryMissing,
    &kEntryInvalid,
    &kJsonInvalid,
    &kSchemaMismatch,
    &kSchemaVersion,
    &kTensorInvalid,
    &kNestingTooDeep,
    &kFileChanged,
    &kPickleRefused,
    &kUnknownFormat,
    &kInterruptedSave,
    &kExpressionInvalid,
    &kNodeRefused,
    &kOnnxInvalid,
    &kInputsInvalid,
    &kLint,
    &kCycle,
    &kViewMutation,
    &kUnknownPass,
    &kNodeChanged,
    &kCustomObject,
    &kStaleType,
    &kOpsetUnsupported,
    &kModuleSplit,
    &kDynamicLost,
    &kWriteFailed,
    &kTargetRefused,
    &kTooLargeToEmbed,
    &kCheckerFailed,
    &kMutationDropped,
    &kOutputDiffers,
    &kRuntimeFailed,
    &kEvaluatorFailed,
    &kEvaluatorRefused,
    &kCancelled,
    &kUsage,
};

} // namespace

std::span<const Rule* const> all() { return kAll; }

const Rule* find(std::string_view id)
{
    const auto found = std::find_if(kAll.begin(), kAll.end(), [&](const Rule* rule) { return rule->id == id; });
    return found == kAll.end() ? nullptr : *found;
}

} // namespace sidelight::support::rules
