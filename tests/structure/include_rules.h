// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sidelight::structure {

/// A line of a source file that breaks a rule of the tree.
struct Violation {
    std::string file; ///< Relative to the root of the tree.
    std::size_t line = 0;
    std::string rule; ///< layer, third-party, heavy-pair, own-header, unresolved, licence
    std::string message;
};

/// Reads every source, header and script below the root and returns what breaks the rules, in order of file and line.
std::vector<Violation> checkTree(const std::filesystem::path& root);

/// One line for each violation, for people and for comparisons.
std::string toText(const std::vector<Violation>& violations);

} // namespace sidelight::structure
