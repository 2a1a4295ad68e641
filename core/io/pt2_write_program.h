// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/pt2_write_graph.h"

namespace sidelight::io::pt2 {

/// Writes the schema's ExportedProgram: the inverse of readProgram.
json::Value writeProgram(const fx::ExportedProgram& program, ValueWriter& values);

/// The tree of (args, kwargs) that stands for the program's user inputs when it says none: one tuple of all, no
/// keywords.
std::string plainInputTree(std::size_t count);
/// The tree of a tuple of `count` outputs.
std::string plainOutputTree(std::size_t count);

} // namespace sidelight::io::pt2
