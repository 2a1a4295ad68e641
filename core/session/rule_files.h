// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/pipeline.h"

#include <filesystem>
#include <string>

namespace sidelight::session {

/// Lets `pipeline` change the FX graph as a rule file says: a step of the pass `rules` behind those it has, else where the pass stands by itself, which is before
/// decompositions. Fails as fx::readRules does, with the file's name in front, and with SL1001 for a file that cannot be read.
Status addRuleFile(Pipeline& pipeline, const std::filesystem::path& file);

/// Reads a preset from a file, as readPipeline does its text; steps of the pass `rules` that name a file and give no text get the text of that file, which is looked
/// for beside the preset.
Result<Pipeline> readPreset(const std::filesystem::path& file);

} // namespace sidelight::session
