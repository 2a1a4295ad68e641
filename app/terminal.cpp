// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal.h"

#include "core/support/text.h"

#include <cstdio>
#include <unistd.h>

namespace sidelight::app {
namespace {

json::Value toJson(const support::Location& location)
{
    json::Object object{{"name", location.name}, {"kind", location.kind}};
    if (!location.file.empty()) {
        object.emplace_back("file", location.file);
        object.emplace_back("line", location.line);
    }
    return object;
}

} // namespace

void report(const Diagnostic& diagnostic) { std::fprintf(stderr, "%s\n", support::toText(diagnostic).c_str()); }

void report(const std::vector<Diagnostic>& diagnostics, bool all)
{
    for (const Level level : {Level::Note, Level::Warning, Level::Error}) {
        if (level == Level::Note && !all)
            continue;
        for (const Diagnostic& diagnostic : diagnostics)
            if (diagnostic.level == level)
                report(diagnostic);
    }
}

json::Value toJson(const std::vector<Diagnostic>& diagnostics)
{
    json::Array array;
    for (const Diagnostic& diagnostic : diagnostics) {
        json::Array locations;
        for (const support::Location& location : diagnostic.locations)
            locations.push_back(toJson(location));
        array.push_back(json::Object{{"rule", diagnostic.ruleId},
                                     {"name", diagnostic.ruleName},
                                     {"level", support::levelName(diagnostic.level)},
                                     {"message", diagnostic.message},
                                     {"locations", std::move(locations)}});
    }
    return array;
}

Progress::Progress() : start_(std::chrono::steady_clock::now()), shownAt_(start_), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress()
{
    if (shown_)
        std::fputs("\r\x1b[K", stderr);
}

void Progress::stage(std::string_view name) { show(name); }

void Progress::advance(std::string_view name, std::uint64_t done, std::uint64_t total)
{
    if (total != 0)
        show(concat(name, " ", done * 100 / total, " %"));
}

void Progress::show(std::string_view text)
{
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - start_ < 500ms || (shown_ && now - shownAt_ < 50ms))
        return;
    shown_ = true;
    shownAt_ = now;
    std::fprintf(stderr, "\r\x1b[K%s …", support::plainText(text).c_str());
    std::fflush(stderr);
}

std::string plainLines(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t end = text.find_first_of("\n\t"); end != std::string_view::npos; end = text.find_first_of("\n\t")) {
        out += support::plainText(text.substr(0, end));
        out += text[end];
        text.remove_prefix(end + 1);
    }
    return out + support::plainText(text);
}

std::string sizesText(const std::vector<std::int64_t>& sizes)
{
    std::vector<std::string> texts;
    for (const std::int64_t size : sizes)
        texts.push_back(std::to_string(size));
    return concat('[', support::join(texts, ", "), ']');
}

std::string milliseconds(std::chrono::nanoseconds elapsed)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f ms", std::chrono::duration<double, std::milli>(elapsed).count());
    return text;
}

} // namespace sidelight::app
