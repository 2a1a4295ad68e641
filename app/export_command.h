// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/onnx_writer.h"
#include "core/session/document.h"

#include <filesystem>
#include <string>

namespace sidelight::app {

/// The shell command that exports `model` with these settings; what has its default is left out.
std::string exportCommand(const std::filesystem::path& model, const std::filesystem::path& target,
    const session::OpenOptions& options, io::Weights weights = io::Weights::Embed, bool overwrite = false);
/// The shell command that compares the numbers of such an export with PyTorch's.
std::string verifyCommand(const std::filesystem::path& model, const session::OpenOptions& options);
/// `model.pt2` → `model.onnx`, beside it.
std::filesystem::path defaultTarget(const std::filesystem::path& model);

/// "sidelight MODEL.pt2 OTHER.onnx".
std::string openCommand(const std::filesystem::path& model, const std::filesystem::path& beside);

} // namespace sidelight::app
