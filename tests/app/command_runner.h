// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

namespace sidelight::testing {

/// A bundled sample's path.
inline std::string sample(const std::string& name)
{
    return SIDELIGHT_SOURCE_DIR "/resources/samples/" + name + ".pt2";
}

/// Runs the command to its end, in silence about a desktop that is not there.
inline ProcessResult sidelight(std::vector<std::string> words)
{
    words.insert(words.begin(), SIDELIGHT_PROGRAM);
    const TemporaryFolder runtime;
    return runProcess(words, {{"XDG_RUNTIME_DIR", runtime.path().string()}});
}

} // namespace sidelight::testing
