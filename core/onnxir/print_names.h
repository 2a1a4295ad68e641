// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sidelight::onnxir {

/// In double quotes, plain text, with quotes and backslashes escaped as ONNX text syntax wants it.
std::string quotedText(std::string_view text);
/// As it is where it is an identifier and no word of the syntax, quoted otherwise.
std::string identifier(std::string_view name);
/// The shortest text that reads back as the same float.
std::string printFloat(float value);

} // namespace sidelight::onnxir
