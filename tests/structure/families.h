// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sidelight::structure {

/// Whose header an include in angle brackets is.
enum class Family { Standard, Qt, Torch, OnnxRuntime, Onnx, Graphviz, Zip, Fmt, Json, Cli, GoogleTest, Benchmark, Unknown };

/// The family of a path between angle brackets.
Family familyOf(std::string_view path);

std::string_view nameOf(Family family);

/// Families of which a translation unit may hold one at most.
bool isHeavy(Family family);

/// May this source file, a path relative to the root, include the family? Headers of core never do.
bool mayInclude(std::string_view file, Family family);

/// May a file of this folder include a project header at this path? Both are relative to the root.
bool mayDependOn(std::string_view file, std::string_view header);

} // namespace sidelight::structure
