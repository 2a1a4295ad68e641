// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "core/support/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sidelight::io {

/// What a SARIF run says of itself.
struct RunInfo
{
    std::string toolVersion;
    std::vector<std::string> arguments; ///< Without the program's name; empty: unknown.
    std::filesystem::path model;        ///< The analysed file; may be empty.
    bool successful = true;             ///< Whether the command did what it was asked to.
};

/// SARIF 2.1.0 text of one run: rules with help, results with logical and physical locations, the invocation. What the
/// user can do (Fix) stands in the message and in properties.fixes, because a SARIF fix must be a change of a file.
std::string toSarif(std::span<const Diagnostic> diagnostics, const RunInfo& run);

/// Writes what toSarif gives, or nothing.
Status writeSarif(std::span<const Diagnostic> diagnostics, const RunInfo& run, const std::filesystem::path& target);

} // namespace sidelight::io
