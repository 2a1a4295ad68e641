// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/commit.h"
#include "core/io/weight_plan.h"
#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sidelight::io {

struct WriteOptions
{
    Weights weights = Weights::Embed;
    bool overwrite = false; ///< Existing files of the export may be replaced (`--force`).
    /// Files that must stay as they are, whatever `overwrite` says: what the model was made from. Files that hold
    /// weights are kept anyway.
    std::vector<std::filesystem::path> inputs;
    std::uint64_t embedLimit = 1'900'000'000; ///< Bytes; protobuf ends at 2 GiB.
    std::function<void(std::uint64_t done, std::uint64_t total)>
        progress; ///< Bytes of weights; called about every 16 MiB.
    std::stop_token stop;
    CommitStep commitStep; ///< For tests.
};

struct WrittenFiles
{
    std::vector<std::filesystem::path> files; ///< The model first.
    std::uint64_t bytes = 0;                  ///< Of all of them.
};

/// Writes the model, or nothing: on failure and on cancel no file of the export exists that did not before, and those
/// that did are as they were. Weights go from file to file and are never in memory as a whole. Equal models give equal
/// bytes.
Result<WrittenFiles> writeOnnx(
    const onnxir::Model& model, const std::filesystem::path& target, const WriteOptions& options = {});

/// The whole model in memory, weights embedded; for models of less than `limit` bytes.
Result<std::string> toOnnxBytes(const onnxir::Model& model, std::uint64_t limit = 256u << 20);

} // namespace sidelight::io
