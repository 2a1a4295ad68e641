// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <filesystem>
#include <string_view>

namespace sidelight::io {

/// Reads a binary .onnx of any size, or one in onnx's text syntax: weights stay where they are, embedded or external. Missing external data leave
/// tensors without data and a warning in `log`. Fails with SL1016 or SL1008.
Result<onnxir::Model> readOnnx(const std::filesystem::path& path, DiagnosticLog& log);

/// Reads a serialized ModelProto; its external data are refused.
Result<onnxir::Model> parseOnnx(std::string_view bytes, DiagnosticLog& log);

} // namespace sidelight::io
