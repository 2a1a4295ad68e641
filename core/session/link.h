// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"

namespace sidelight::session {

/// Gives nodes of a model that somebody else exported from the program the FX nodes that they were made for as origins: by name and target in
/// `pkg.torch.onnx.fx_node`, else by line of source and module, as decompositions give new names. Inputs go by name, initializers by FQN.
void linkToProgram(onnxir::Model& model, const fx::Trace& program);

} // namespace sidelight::session
