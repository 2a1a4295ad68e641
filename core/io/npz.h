// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/tensor.h"
#include "core/support/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::io {

/// Named arrays in file order.
using Arrays = std::vector<std::pair<std::string, ir::Tensor>>;

/// Reads a .npz (entries stored or deflated), or a single .npy as an array named "arr_0". Arrays are made contiguous,
/// row-major and little-endian. Fails with SL1017 on what is no array of numbers, and as Archive does on what is no
/// zip.
Result<Arrays> readNpz(const std::filesystem::path& path);

/// Reads the bytes of one .npy. `origin` names it in messages.
Result<ir::Tensor> parseNpy(std::string_view bytes, std::string_view origin);

/// Writes a .npz with stored entries, atomically. bfloat16 and float8 go as the unsigned integers of their bits, which
/// is how numpy holds them.
Status writeNpz(const std::filesystem::path& path, const Arrays& arrays);

} // namespace sidelight::io
