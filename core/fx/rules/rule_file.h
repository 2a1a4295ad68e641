// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/transform/replace_pattern.h"
#include "core/ir/edit_text.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::fx {

// The steps of a rule file. `target` is an overload ("aten.add.Tensor", with or without "torch.ops."), an operator ("aten.add": each of its overloads), or an
// opcode without calls ("output").

/// `rename TARGET to NAME`: names as torch.fx makes them unique, NAME, NAME_1, ….
struct RenameRule {
    std::string target;
    std::string name;
};
/// `set TARGET KEY=VALUE, …`: keyword arguments that the schema has.
struct SetRule {
    std::string target;
    std::vector<std::pair<std::string, Argument>> kwargs;
};
/// `retarget TARGET to TARGET`: another function of the same arguments.
struct RetargetRule {
    std::string target;
    std::string to;
};
/// `erase TARGET`: refused where the node is still read, with the readers named.
struct EraseRule {
    std::string target;
};
/// `bypass TARGET` or `bypass TARGET with ARGUMENT`: readers read the first tensor that the node reads, or the named argument.
struct BypassRule {
    std::string target;
    std::string argument;
};
/// `wrap MODULE:` and a `def` of one argument: each value that leaves a call of the module (by class name or path) goes through it.
struct WrapRule {
    std::string module;
    std::shared_ptr<const ExportedProgram> body;
};
/// `replace:` or `replace ignoring literals:`, and two graphs, `def pattern(…)` and `def replacement(…)`, or `pattern:` and `replacement:` and printed graphs.
struct ReplaceRule {
    std::shared_ptr<const Pattern> pattern;
    std::shared_ptr<const ExportedProgram> replacement;
    bool ignoreLiterals = false;
};
/// `run PASS`: a pass of the FX pipeline, with its standard options.
struct RunRule {
    const Pass* pass = nullptr;
};
/// `print nodes` or `print graph`: a note.
struct PrintRule {
    bool wholeGraph = false;
};
/// `edit:` and lines as parseEdits reads them.
struct EditRule {
    std::vector<ir::Edit> edits;
};

struct RuleStep {
    std::variant<RenameRule, SetRule, RetargetRule, EraseRule, BypassRule, WrapRule, ReplaceRule, RunRule, PrintRule, EditRule> what;
    std::size_t line = 0; ///< Where it begins, from 1.
    std::string text{};   ///< Its first line.
};

/// What a rule file says: how a graph is to be changed, step by step, without a compiler.
struct RuleFile {
    std::string name{};
    std::string summary{};
    std::vector<RuleStep> steps{};
};

/// Reads a rule file: `name:` and `summary:` lines, then steps, each from the beginning of a line; the block of a step that ends with a colon is indented.
/// `#` begins a line of comment. Fails with SL1014, naming the line: an unknown step (near ones are named), a block that is missing, a graph that does not parse,
/// a pattern that cannot be matched, an unknown pass (SL2004).
Result<RuleFile> readRules(std::string_view text);

/// A rule file of edits by hand, which readRules reads back.
std::string rulesOfEdits(std::string_view name, std::string_view edits);

/// Makes the steps in order, in every graph; what they find is in the context's coverage. Fails at the first that is refused, with the step in front of the message.
Status applyRules(PassContext& context, const RuleFile& file);

} // namespace sidelight::fx
