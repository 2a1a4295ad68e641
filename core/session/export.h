// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/onnx_writer.h"
#include "core/session/document.h"

#include <filesystem>

namespace sidelight::session {

/// Writes the document's model; refuses one that is not exportable with its first error. The source file is never a target.
Result<io::WrittenFiles> exportDocument(const Document& document, const std::filesystem::path& target, io::WriteOptions options);

} // namespace sidelight::session
