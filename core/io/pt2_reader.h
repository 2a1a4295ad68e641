// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/support/result.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// The newest schema that is read in full (torch 2.13); files of a newer minor version are read with a note.
constexpr int kSchemaMajor = 8;
constexpr int kSchemaMinor = 20;

/// What a .pt2 holds, as torch.export.load would give it.
struct Pt2
{
    fx::ExportedProgram program;
    std::vector<Diagnostic>
        diagnostics; ///< Findings that did not stop the reading. An error among them (SL1015) refuses its node.
};

/// Reads a .pt2 that torch.export.save wrote (also the two layouts of torch up to 2.7). Weights stay in the file,
/// nothing is unpickled by executing it. Whatever is wrong with the file as a whole is the one diagnostic of the
/// result.
Result<Pt2> readPt2(const std::filesystem::path& path);

/// Reads the JSON of one schema ExportedProgram without its archive: no state, no sample inputs. `origin` names it in
/// messages.
Result<Pt2> readPt2Json(std::string_view text, std::string_view origin);

} // namespace sidelight::io
