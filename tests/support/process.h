// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sidelight::testing {

struct ProcessResult
{
    int exit = -1; ///< Exit code; 128 + signal when it was killed.
    std::string out;
    std::string error;
};

/// Runs a program to its end without a shell; `environment` is added to ours.
ProcessResult runProcess(
    const std::vector<std::string>& words, const std::map<std::string, std::string>& environment = {});

} // namespace sidelight::testing
