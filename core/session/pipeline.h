// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"
#include "core/support/json.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::session {

/// The passes of one opening as their user arranged them: FX passes, then (after lowering) ONNX passes. A pass may stand in it more than once.
struct Pipeline {
    std::vector<fx::PassStep> fx;
    std::vector<onnxir::PassStep> onnx;
};

/// Where a pipeline ends early: after the first step of `pass`, or after `changes` changes of that step.
struct PipelineEnd {
    std::string pass;
    std::optional<std::size_t> changes;
};

/// What runs when the user chooses nothing: every pass of the two tables, those outside the default pipeline disabled.
Pipeline defaultPipeline();

/// Reads a preset: {"fx": [{"pass": "decompose", "enabled": true, "options": {…}}, …], "onnx": […]}; `enabled` and `options` may be missing, a list that is
/// missing is the default one. Fails with SL1005 or SL1006 for text that is no preset, SL2004 for an unknown pass (near ids are named), SL9004 for an option
/// that the pass does not have or a value that it does not take. `origin` names the text in messages.
Result<Pipeline> readPipeline(std::string_view text, std::string_view origin);
/// The preset of `pipeline`, which readPipeline reads back; options that have their standard value are left out.
json::Value presetOf(const Pipeline& pipeline);

/// Disables every step of the named passes. Fails with SL2004 for an id that no pass has.
Status skipPasses(Pipeline& pipeline, const std::set<std::string, std::less<>>& ids);

/// Reads "PASS" or "PASS:CHANGES". Fails with SL2004 for an unknown pass, SL9004 for what is no number.
Result<PipelineEnd> readPipelineEnd(std::string_view text);

} // namespace sidelight::session
