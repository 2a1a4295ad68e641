// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sidelight::session {

/// What a pass did with the nodes of one target (FX: "aten.add.Tensor", opcodes for what is no call; ONNX: "Add").
struct TargetCoverage {
    std::string target;
    std::size_t visited = 0;             ///< Nodes that the pass looked at.
    std::size_t matched = 0;             ///< Of them, those that its pattern fits.
    std::size_t changed = 0;             ///< Of the visited, those that changes were made for.
    std::vector<std::string> unchanged;  ///< Names of those that were matched and left as they were.
    std::vector<std::string> fellThrough; ///< Names of those that were visited and not matched.
};

/// By target, the most visited first. Nodes that the pass made and then looked at count too.
std::vector<TargetCoverage> coverageOf(const fx::ExportedProgram& before, const ir::PassRecord<fx::ExportedProgram>& record);
std::vector<TargetCoverage> coverageOf(const onnxir::Model& before, const ir::PassRecord<onnxir::Model>& record);

} // namespace sidelight::session
