// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace sidelight::io {

/// Whether the file holds a model in onnx's text syntax: it begins with `<`, as no message of protobuf does.
bool isOnnxText(const support::File& file);

/// The model of a text file as a serialized ModelProto, by onnx's parser. Fails with SL1016 and what the parser says,
/// or SL1009.
Result<std::string> readOnnxText(const support::File& file);

} // namespace sidelight::io
