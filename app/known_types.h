// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"

namespace sidelight::app {

/// Types of the calls in `model` that FX nodes of `program` were lowered to, by path: bodies that several calls share
/// say less of themselves.
display::KnownTypes knownTypes(const onnxir::Model& model, const fx::ExportedProgram& program);

} // namespace sidelight::app
