// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/pt2_reader.h"

#include <filesystem>

namespace sidelight::session {

/// Whether the file is opened as the text of a graph, by its name: .txt, .py.
bool isGraphTextFile(const std::filesystem::path& path);

/// Reads a .pt2, or the text of a graph. What the text lacks is told in a note.
Result<io::Pt2> readProgram(const std::filesystem::path& path);

} // namespace sidelight::session
