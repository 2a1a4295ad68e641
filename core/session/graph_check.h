// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/evaluated_program.h"
#include "core/session/match_inputs.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::session {

/// What a graph is judged by.
struct GraphCheck {
    enum class Kind : std::uint8_t {
        Lint,    ///< No error from lint.
        Equal,   ///< The numbers of the program as it was loaded.
        Command, ///< A shell command's exit status: 0 is good, 125 cannot say, others are bad.
    };
    Kind kind = Kind::Lint;
    std::string command; ///< "{}" is replaced by a file with the graph (.pt2 or .onnx); without it the file comes last.
};
/// Reads "lint", "equal", or a command. Fails with SL9004 when empty.
Result<GraphCheck> readGraphCheck(std::string_view text);

struct Verdict {
    enum class Kind : std::uint8_t { Good, Bad, CannotSay };
    Kind kind = Kind::Good;
    std::string reason; ///< Of what is not good.
};

/// Judges states of one document's traces. Keeps the numbers that they are compared with.
class GraphJudge {
public:
    /// Fails with SL1017 when numbers are wanted and there are no inputs.
    static Result<GraphJudge> make(const fx::ExportedProgram& loaded, const fx::ExportedProgram& final, runtime::EvaluatorClient& evaluator, GraphCheck check);

    /// `tolerance` is what the passes so far are declared to move numbers by.
    Verdict judge(const fx::ExportedProgram& program, double tolerance) const;
    Verdict judge(const onnxir::Model& model, double tolerance) const;
    [[nodiscard]] const GraphCheck& check() const { return check_; }
    [[nodiscard]] const std::vector<std::vector<ir::Tensor>>& inputs() const { return inputs_.sets; }

private:
    GraphJudge() = default;
    Verdict runCommand(const std::string& file) const;

    GraphCheck check_;
    runtime::EvaluatorClient* evaluator_ = nullptr;
    fx::ExportedProgram loaded_;
    MatchInputs inputs_;
    std::vector<std::string> mutated_;
    std::vector<EvaluatedProgram> expected_;
};

} // namespace sidelight::session
