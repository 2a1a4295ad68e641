// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/diagnostic.h"

#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::support {

Diagnostic diagnose(const Rule& rule, std::string message, std::vector<Location> locations)
{
    return {std::string(rule.id), std::string(rule.name), rule.level, std::move(message), std::move(locations), {}};
}

std::string_view levelName(Level level)
{
    switch (level) {
    case Level::None: return "none";
    case Level::Note: return "note";
    case Level::Warning: return "warning";
    case Level::Error: return "error";
    }
    return "none";
}

std::string toText(const Diagnostic& diagnostic)
{
    std::string text = concat(levelName(diagnostic.level), ' ', diagnostic.ruleId, ' ', diagnostic.ruleName, ": ", diagnostic.message);
    if (!diagnostic.locations.empty()) {
        const Location& first = diagnostic.locations.front();
        std::string place = first.name;
        if (!first.file.empty()) {
            if (!place.empty())
                place += ", ";
            place += first.file;
            if (first.line > 0)
                place += concat(':', first.line);
        }
        if (!place.empty())
            text += concat(" [at ", place, ']');
    }
    for (const Fix& fix : diagnostic.fixes)
        text += concat(" (", fix.description, ')');
    return plainText(text);
}

void DiagnosticLog::append(Diagnostic diagnostic) { entries_.push_back(std::move(diagnostic)); }

void DiagnosticLog::append(std::vector<Diagnostic> diagnostics)
{
    std::move(diagnostics.begin(), diagnostics.end(), std::back_inserter(entries_));
}

bool DiagnosticLog::hasErrors() const
{
    return std::any_of(entries_.begin(), entries_.end(), [](const Diagnostic& entry) { return entry.level == Level::Error; });
}

} // namespace sidelight::support
