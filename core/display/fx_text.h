// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/fx/program.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::display {

/// "batch×197×192"; empty for a scalar.
std::string sizesText(const std::vector<ir::Dim>& sizes);
/// What stands beside an edge that carries a value of this type.
std::string edgeText(const ir::Type& type);
/// What stands beside a parameter's name in a box: its sizes, or its dtype when it is a scalar.
std::string parameterText(const ir::Type& type);

/// "linear" for torch.ops.aten.linear.default, "getitem" for operator.getitem.
std::string operatorName(const fx::Node& node);
Category fxCategory(const fx::Node& node);

/// Writes a Value that stands inside an argument.
using ValueText = std::function<std::string(Value)>;
/// An argument for people: `1 0` for [1, 0], `float32`, `None`.
std::string argumentText(const fx::Argument& argument, const ValueText& value);

/// An argument with the name that the operator's schema gives it.
struct NamedArgument {
    std::string name;
    const fx::Argument* argument = nullptr; ///< Null when it was left out and has its default.
    std::string defaultText;                ///< The schema's default; empty when there is none.
    bool isDefault = false;                 ///< Left out, or given as the schema's default.
};
/// All arguments of a call in schema order; by position `0`, `1` where no schema is known.
std::vector<NamedArgument> namedArguments(const fx::Node& node);

} // namespace sidelight::display
