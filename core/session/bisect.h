// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/change_text.h"
#include "core/session/graph_check.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sidelight::session {

/// Where a check begins to fail.
struct Culprit {
    bool isOnnx = false;
    std::size_t record = 0;
    std::string pass;
    std::size_t change = 0;   ///< The check fails after this many changes of the record, and not after one less. 0 for the lowering, which is judged as a whole.
    std::size_t untold = 0;   ///< Changes right before it at which the check could not say anything: one of them may be it.
    ChangeText text;          ///< That change. Of the lowering: `node` and `before` are the first FX node whose ONNX gives other numbers.
    std::string reason;       ///< What the check said.
};

struct BisectOptions {
    GraphCheck check;
    std::string pass; ///< Look at this pass only; empty: at all.
    std::stop_token stop;
    std::function<void(std::string_view)> progress; ///< Called with what is being checked.
};

/// Finds the first pass, FX then ONNX, after which the check fails, and by halving the change inside it from which on it fails. Nothing when it fails nowhere. Fails
/// with SL9004 when the check fails on the program as it was loaded, SL2004 for a pass that did not run, SL9003 when it was stopped, and with the check's own errors.
Result<std::optional<Culprit>> bisect(const Document& document, runtime::EvaluatorClient& evaluator, const BisectOptions& options);

} // namespace sidelight::session
