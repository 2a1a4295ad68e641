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

/// Reads one array in NumPy's .npy form (versions 1 to 3; no objects, no text, little-endian or single bytes). Fails with SL1017 naming `name`.
Result<ir::Tensor> parseNpy(std::string_view bytes, std::string_view name);

/// Reads all arrays of an .npz, stored or compressed, ascending by key (without ".npy"). Fails with SL1017, or with the archive's own rules.
Result<std::vector<std::pair<std::string, ir::Tensor>>> readNpz(const std::filesystem::path& path);

} // namespace sidelight::io
