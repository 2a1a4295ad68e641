// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::runtime {
class EvaluatorClient;
} // namespace sidelight::runtime

namespace sidelight::session {

/// How the numbers after a pass compare with those before it.
/// In order of what a reader must know first: of several comparisons the greatest counts, so one that could not be made hides none that differs.
enum class Match : std::uint8_t {
    BitEqual,
    Within,  ///< Not the same bits, but no further apart than the pass declares (for "lower": than "equal" of a model allows).
    Unknown, ///< The graph before or after could not be evaluated.
    Differs,
};
/// "bit-equal", "within tolerance", "unknown", "differs".
std::string_view name(Match match);

/// One pass that changed something, compared.
struct PassMatch {
    bool isOnnx = false;       ///< Which trace `record` is of.
    std::size_t record = 0;
    std::string pass;
    Match match = Match::BitEqual;
    double maxAbsolute = 0;    ///< Of all outputs at all inputs.
    std::uint64_t maxUlp = 0;
    std::string reason;        ///< Differs: which output and where. Unknown: why.
    NodeId firstNode = kNoNode; ///< Differs: the first node of the graph after the pass whose value is another one; kNoNode when none is known.
    std::vector<Diagnostic> diagnostics; ///< FXE0010 (error) when it differs; SL2007 for each recorded type that is not what evaluation gave.
};

struct MatchOptions {
    std::size_t inputSets = 2;  ///< The sample inputs, then seeded random ones at other legal sizes (programs without symbols: at the same).
    std::uint64_t seed = 0;
    bool types = true;          ///< Compare recorded types too.
    std::stop_token stop;
    std::function<void(std::string_view)> progress; ///< Called with the pass that is evaluated.
};

/// Evaluates the program before and after each FX pass by libtorch in deterministic mode, and the model before and after each ONNX pass in ONNX Runtime, and
/// compares outputs and mutated values bit by bit; "lower" is compared with the program. Passes that changed nothing are left out. Fails with SL1017 when there
/// are no inputs, SL9003 when it was stopped.
Result<std::vector<PassMatch>> matchPasses(const Document& document, runtime::EvaluatorClient& evaluator, const MatchOptions& options);

} // namespace sidelight::session
