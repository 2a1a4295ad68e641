// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/rules/rule_file.h"

#include "core/fx/passes/pipeline.h"
#include "core/fx/text/argument_text.h"
#include "core/fx/text/graph_text.h"
#include "core/support/rules.h"
#include "core/support/text.h"
#include "core/support/trimmed.h"

#include <algorithm>
#include <optional>

namespace sidelight::fx {

namespace {

constexpr std::string_view kSpaces = " \t\r";

std::string_view trimmed(std::string_view text) { return support::trimmed(text, kSpaces); }

/// One step as it stands: its first line, and the block below, whose first line is `blockLine`.
struct Piece {
    std::string_view head;
    std::size_t line = 0;
    std::vector<std::string_view> block{};
};

Diagnostic wrong(std::size_t line, std::string_view message) { return support::diagnose(rules::kExpressionInvalid, concat("line ", line, ": ", message)); }

bool isHeader(std::string_view head) { return head.starts_with("name:") || head.starts_with("summary:"); }

bool isComment(std::string_view line) { return trimmed(line).substr(0, 1) == "#"; }

Result<std::vector<Piece>> piecesOf(std::string_view text)
{
    std::vector<Piece> pieces;
    const auto lines = support::split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        const bool isBlank = trimmed(line).empty();
        const bool isIndented = line.starts_with(' ') || line.starts_with('\t');
        if (isBlank || isIndented) {
            if (!isBlank && pieces.empty())
                return wrong(i + 1, "an indented line has no step above it");
            if (!pieces.empty())
                pieces.back().block.push_back(isBlank ? std::string_view() : line);
            continue;
        }
        if (!isComment(line))
            pieces.push_back({trimmed(line), i + 1});
        else if (!pieces.empty())
            pieces.back().block.emplace_back();
    }
    for (Piece& piece : pieces) {
        const bool hasBlock = std::any_of(piece.block.begin(), piece.block.end(), [](std::string_view line) { return !line.empty() && !isComment(line); });
        if ((piece.head.ends_with(':') && !isHeader(piece.head)) != hasBlock)
            return wrong(piece.line, hasBlock ? concat("'", piece.head, "' takes no indented lines below it")
                                              : concat("'", piece.head, "' needs indented lines below it"));
        if (hasBlock)
            piece.head = trimmed(piece.head.substr(0, piece.head.size() - 1));
    }
    return pieces;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (const std::string_view word : support::split(text, ' '))
        if (!trimmed(word).empty())
            words.push_back(trimmed(word));
    return words;
}

/// Lines [first, last) of a block without their common indentation, behind so many empty lines that line numbers are those of the file.
std::string blockText(const Piece& piece, std::size_t first, std::size_t last)
{
    std::size_t indent = std::string_view::npos;
    for (std::size_t i = first; i < last; ++i)
        if (!piece.block[i].empty())
            indent = std::min(indent, piece.block[i].find_first_not_of(kSpaces));
    std::string text(piece.line + first, '\n');
    for (std::size_t i = first; i < last; ++i)
        text += concat(piece.block[i].empty() ? std::string_view() : piece.block[i].substr(indent), '\n');
    return text;
}

class StepReader {
public:
    explicit StepReader(const Piece& piece) : piece_(piece), words_(wordsOf(piece.head)) {}

    Result<RuleStep> read() const
    {
        constexpr std::string_view kSteps[] = {"rename", "set", "retarget", "erase", "bypass", "wrap", "replace", "run", "print", "edit"};
        const std::string_view verb = words_.front();
        const bool takesBlock = verb == "wrap" || verb == "replace" || verb == "edit";
        if (std::find(std::begin(kSteps), std::end(kSteps), verb) == std::end(kSteps)) {
            const std::vector<std::string> known(std::begin(kSteps), std::end(kSteps));
            const auto near = support::nearest(verb, known);
            return wrong(piece_.line, concat("there is no step '", verb, "'; it could be ", support::join(near.empty() ? known : near, ", ")));
        }
        if (takesBlock != hasBlock())
            return wrong(piece_.line, concat("'", verb, takesBlock ? "' ends with a colon, and what it does stands indented below" : "' has no block"));
        RuleStep step;
        step.line = piece_.line;
        step.text = std::string(piece_.head);
        if (verb == "rename")
            return pair<RenameRule>(std::move(step), "rename TARGET to NAME");
        if (verb == "retarget")
            return pair<RetargetRule>(std::move(step), "retarget TARGET to TARGET");
        if (verb == "set")
            return set(std::move(step));
        if (verb == "erase" || verb == "bypass")
            return leaveOut(std::move(step), verb == "bypass");
        if (verb == "wrap")
            return wrap(std::move(step));
        if (verb == "replace")
            return replace(std::move(step));
        if (verb == "run")
            return run(std::move(step));
        if (verb == "print")
            return print(std::move(step));
        return edit(std::move(step));
    }

private:
    [[nodiscard]] bool hasBlock() const
    {
        return std::any_of(piece_.block.begin(), piece_.block.end(), [](std::string_view line) { return !line.empty() && !isComment(line); });
    }
    [[nodiscard]] Diagnostic usage(std::string_view form) const { return wrong(piece_.line, concat("it is written: ", form)); }

    template <class Rule>
    Result<RuleStep> pair(RuleStep step, std::string_view form) const
    {
        if (words_.size() != 4 || words_[2] != "to")
            return usage(form);
        step.what = Rule{std::string(words_[1]), std::string(words_[3])};
        return step;
    }
    Result<RuleStep> set(RuleStep step) const
    {
        constexpr std::string_view kForm = "set TARGET KEY=VALUE, as in set aten.add.Tensor alpha=2";
        if (words_.size() < 3)
            return usage(kForm);
        SetRule rule{std::string(words_[1]), {}};
        // The rest of the line is read as the arguments of a call.
        const std::string_view rest = trimmed(piece_.head.substr(static_cast<std::size_t>(words_[1].data() + words_[1].size() - piece_.head.data())));
        const auto call = parseNodeLine(concat("x = torch.ops.aten.x.default(", rest, ")"), [](std::string_view) { return std::optional<Value>(); });
        if (!call)
            return wrong(piece_.line, concat("'", rest, "' cannot be read: ", call.error().message));
        if (!call->args.empty() || call->kwargs.empty())
            return usage(kForm);
        rule.kwargs = call->kwargs;
        step.what = std::move(rule);
        return step;
    }
    Result<RuleStep> leaveOut(RuleStep step, bool bypass) const
    {
        if (words_.size() == 2 && !bypass)
            step.what = EraseRule{std::string(words_[1])};
        else if (bypass && words_.size() == 2)
            step.what = BypassRule{std::string(words_[1]), {}};
        else if (bypass && words_.size() == 4 && words_[2] == "with")
            step.what = BypassRule{std::string(words_[1]), std::string(words_[3])};
        else
            return usage(bypass ? "bypass TARGET, or bypass TARGET with ARGUMENT" : "erase TARGET");
        return step;
    }
    /// The graph that lines [first, last) of the block say.
    Result<std::shared_ptr<const ExportedProgram>> graph(std::size_t first, std::size_t last) const
    {
        auto program = parseGraph(blockText(piece_, first, last));
        if (!program)
            return program.error();
        return std::make_shared<const ExportedProgram>(std::move(*program));
    }
    Result<RuleStep> wrap(RuleStep step) const
    {
        if (words_.size() != 2)
            return usage("wrap MODULE: and below it a def of one argument");
        auto body = graph(0, piece_.block.size());
        if (!body)
            return body.error();
        const auto& main = (*body)->main();
        const auto inputs = std::count_if(main.order().begin(), main.order().end(), [&](NodeId id) { return main[id].op == Op::Placeholder; });
        if (inputs != 1)
            return wrong(piece_.line, concat("what wraps a value takes one argument; this takes ", inputs));
        step.what = WrapRule{std::string(words_[1]), std::move(*body)};
        return step;
    }
    Result<RuleStep> replace(RuleStep step) const
    {
        constexpr std::string_view kForm = "replace: and below it def pattern(…) and def replacement(…), or pattern: and replacement: and printed graphs";
        ReplaceRule rule;
        rule.ignoreLiterals = words_.size() == 3 && words_[1] == "ignoring" && words_[2] == "literals";
        if (words_.size() != 1 && !rule.ignoreLiterals)
            return usage("replace:, or replace ignoring literals:");
        std::optional<std::size_t> pattern, replacement;
        for (std::size_t i = 0; i < piece_.block.size(); ++i) {
            const std::string_view line = trimmed(piece_.block[i]);
            const auto begins = [&](std::string_view word) { return line.starts_with(concat("def ", word)) || line == concat(word, ":"); };
            if (begins("pattern"))
                pattern = pattern ? pattern : std::optional(i);
            else if (begins("replacement"))
                replacement = replacement ? replacement : std::optional(i);
        }
        if (!pattern || !replacement || *pattern > *replacement)
            return usage(kForm);
        // A label is no part of the graph below it; a def is.
        const auto part = [&](std::size_t first, std::size_t last) {
            return graph(trimmed(piece_.block[first]).starts_with("def ") ? first : first + 1, last);
        };
        auto from = part(*pattern, *replacement);
        if (!from)
            return from.error();
        auto to = part(*replacement, piece_.block.size());
        if (!to)
            return to.error();
        auto made = Pattern::make(**from);
        if (!made)
            return wrong(piece_.line, made.error().message);
        rule.pattern = std::make_shared<const Pattern>(std::move(*made));
        rule.replacement = std::move(*to);
        step.what = std::move(rule);
        return step;
    }
    Result<RuleStep> run(RuleStep step) const
    {
        if (words_.size() != 2)
            return usage("run PASS");
        const Pass* pass = passes::find(words_[1]);
        if (!pass || pass == &passes::kRules) {
            std::vector<std::string> ids;
            for (const Pass* one : passes::all())
                if (one != &passes::kRules)
                    ids.emplace_back(one->id);
            const auto near = support::nearest(words_[1], ids);
            const std::string why = pass ? std::string("a rule file does not run rule files")
                                         : concat("there is no FX pass '", words_[1], "'; it could be ", support::join(near.empty() ? ids : near, ", "));
            return support::diagnose(rules::kUnknownPass, concat("line ", piece_.line, ": ", why));
        }
        step.what = RunRule{pass};
        return step;
    }
    Result<RuleStep> print(RuleStep step) const
    {
        if (words_.size() != 2 || (words_[1] != "nodes" && words_[1] != "graph"))
            return usage("print nodes, or print graph");
        step.what = PrintRule{words_[1] == "graph"};
        return step;
    }
    Result<RuleStep> edit(RuleStep step) const
    {
        auto edits = ir::parseEdits(blockText(piece_, 0, piece_.block.size()));
        if (!edits)
            return edits.error();
        step.what = EditRule{std::move(*edits)};
        return step;
    }

    const Piece& piece_;
    std::vector<std::string_view> words_;
};

} // namespace

Result<RuleFile> readRules(std::string_view text)
{
    auto pieces = piecesOf(text);
    if (!pieces)
        return pieces.error();
    RuleFile file;
    for (const Piece& piece : *pieces) {
        if (piece.head.starts_with("name:")) {
            file.name = std::string(trimmed(piece.head.substr(5)));
        } else if (piece.head.starts_with("summary:")) {
            file.summary = std::string(trimmed(piece.head.substr(8)));
        } else {
            auto step = StepReader(piece).read();
            if (!step)
                return step.error();
            file.steps.push_back(std::move(*step));
        }
    }
    if (file.steps.empty())
        return wrong(1, "there is no step; a rule file has steps such as rename aten.add.Tensor to total");
    return file;
}

std::string rulesOfEdits(std::string_view name, std::string_view edits)
{
    std::string text = concat("name: ", name, "\nsummary: Edits that were made by hand.\n\nedit:\n");
    for (const std::string_view line : support::split(edits, '\n'))
        if (!trimmed(line).empty())
            text += concat("    ", trimmed(line), '\n');
    return text;
}

} // namespace sidelight::fx
