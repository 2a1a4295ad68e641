// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "core/support/json.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::app {

/// Prints each finding on a line of standard error, most severe last; notes only when `all`.
void report(const std::vector<Diagnostic>& diagnostics, bool all);
void report(const Diagnostic& diagnostic);

/// Diagnostics as JSON: rule, name, level, message, locations.
json::Value toJson(const std::vector<Diagnostic>& diagnostics);

/// A progress line on standard error that appears after half a second, on a terminal only, and goes away when done.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void stage(std::string_view name);
    /// `done` of `total` bytes or nodes.
    void advance(std::string_view name, std::uint64_t done, std::uint64_t total);

private:
    void show(std::string_view text);
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point shownAt_;
    bool terminal_;
    bool shown_ = false;
};

/// As support::plainText, but line feeds and tabs stay.
std::string plainLines(std::string_view text);

/// "[2, 3]".
std::string sizesText(const std::vector<std::int64_t>& sizes);

/// Milliseconds with one decimal: "12.3 ms".
std::string milliseconds(std::chrono::nanoseconds elapsed);

} // namespace sidelight::app
