// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ir/apply_edits.h"

#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::ir {
namespace {

std::vector<Diagnostic> errorsOf(std::vector<Diagnostic> found)
{
    std::erase_if(found, [](const Diagnostic& diagnostic) { return diagnostic.level != Level::Error; });
    return found;
}

/// `problem` as one of the edit.
Diagnostic at(const Edit& edit, Diagnostic problem)
{
    problem.message = concat("edit ", edit.line, " (", support::plainText(formatEdit(edit)), "): ", problem.message);
    support::Location line;
    line.name = "edits";
    line.kind = "edit";
    line.line = static_cast<std::int64_t>(edit.line);
    line.code = formatEdit(edit);
    problem.locations.push_back(std::move(line));
    return problem;
}

} // namespace

Status applyEdits(std::string_view text, const std::function<Status(const Edit&)>& apply, const std::function<std::vector<Diagnostic>()>& lint)
{
    const auto edits = parseEdits(text);
    if (!edits)
        return edits.error();
    if (edits->empty())
        return {};
    const std::size_t known = errorsOf(lint()).size();
    for (const Edit& edit : *edits) {
        if (const Status status = apply(edit); !status)
            return at(edit, status.error());
        const std::vector<Diagnostic> errors = errorsOf(lint());
        if (errors.size() > known)
            return at(edit, errors.back());
    }
    return {};
}

} // namespace sidelight::ir
