// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/evaluator_client.h"
#include "core/session/document.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sidelight::corpus {

/// How far a case came, and why no further.
struct CaseResult {
    std::string name;
    bool exported = false;
    bool valid = false; ///< onnx's full check passes and ONNX Runtime loads and runs it.
    bool equal = false; ///< At every input set, by DESIGN's meaning of equal.
    bool skipped = false; ///< The folder has no model.pt2 or no numbers.
    std::string reason; ///< One line; names the first wrong node where one is known.
};

struct RunnerOptions {
    session::OpenOptions open;
    bool locate = true; ///< Look for the first wrong node when the numbers differ.
};

/// Exports the case in `folder` (model.pt2, inputs*.npz, expected*.npz, case.json), runs it and compares.
CaseResult runCase(const std::filesystem::path& folder, const RunnerOptions& options, runtime::EvaluatorClient& evaluator);

} // namespace sidelight::corpus
