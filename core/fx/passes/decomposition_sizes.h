// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/decomposition.h"
#include "core/fx/program.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sidelight::fx::passes {

/// How often a call with symbolic sizes is taken apart; what the decompositions have in common holds for all sizes.
constexpr std::size_t kTracings = 3;

/// Sizes for the symbols of a call: distinct primes within their ranges where the ranges have them, different in each assignment.
std::array<ir::Dim::Bindings, kTracings> chooseSizes(const std::vector<std::string>& symbols, const ProgramInfo& info);

/// One decomposition out of those at the assignments of `sizes`. `atoms` are the sizes and numbers that the call is given; an integer that differs between the
/// decompositions must be one expression over them: a linear one of an atom, of the sum, difference or product of two, of a tensor's number of elements, or a quotient.
/// Fails with FXE0011, naming the argument, when calls, edges, or an argument cannot be told from three.
Result<Decomposition> generalize(const std::vector<Decomposition>& traced, const std::array<ir::Dim::Bindings, kTracings>& sizes, const std::vector<ir::Dim>& atoms);

} // namespace sidelight::fx::passes
