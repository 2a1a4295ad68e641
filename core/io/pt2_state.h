// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/io/archive.h"
#include "core/io/pt2_schema.h"

#include <string>
#include <string_view>

namespace sidelight::io::pt2 {

/// Reads parameters, buffers and constants into `state`. `folder` is "weights" or "constants"; `root` ends with a slash
/// or is empty. Reads the configuration only; bytes stay in the file. A missing configuration leaves the state as it
/// is, the legacy pickle beside it is read then.
void readPayloads(const Archive& archive, std::string_view root, std::string_view folder, std::string_view model,
    SchemaReader& schema, fx::ExportedProgram::State& state);

/// Reads one torch.save entry of named tensors (the layouts up to torch 2.7) into `state`, when it is there.
void readPickledState(
    const Archive& archive, std::string_view entry, SchemaReader& schema, fx::ExportedProgram::State& state);

/// Reads the sample inputs: all leaves of (args, kwargs) in order. What cannot be read is a note.
void readSampleInputs(const Archive& archive, std::string_view entry, SchemaReader& schema, fx::ProgramInfo& info);

} // namespace sidelight::io::pt2
