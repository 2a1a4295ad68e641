// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace sidelight::io {

struct Pt2WriteOptions
{
    bool overwrite = false; ///< The target may be replaced (`--force`).
    std::vector<std::filesystem::path>
        inputs; ///< Files that must stay as they are. Those that hold weights are kept anyway.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress; ///< Bytes of weights.
    std::stop_token stop;
};

struct WrittenPt2
{
    std::uint64_t bytes = 0;             ///< Of the file.
    std::vector<Diagnostic> diagnostics; ///< What was left out (notes).
};

/// What writePt2 would refuse `target` for, before long work.
Status checkPt2Target(
    const fx::ExportedProgram& program, const std::filesystem::path& target, const Pt2WriteOptions& options);

/// Writes the program as torch.export.save of torch 2.13 does: readPt2 and torch.export.load read it back. The target
/// appears whole or not at all; weights go from file to file. Fails with SL4001 naming the node that a .pt2 cannot
/// hold, SL4002 for a target that exists or is an input, SL9003 when it was stopped.
Result<WrittenPt2> writePt2(
    const fx::ExportedProgram& program, const std::filesystem::path& target, const Pt2WriteOptions& options = {});

} // namespace sidelight::io
