// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/graph_check.h"

#include "core/fx/lint.h"
#include "core/io/onnx_writer.h"
#include "core/io/pt2_writer.h"
#include "core/onnxir/lint.h"
#include "core/session/evaluated_model.h"
#include "core/support/rules.h"
#include "core/support/scratch_folder.h"
#include "core/support/shell_word.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <utility>

namespace sidelight::session {
namespace {

using Kind = Verdict::Kind;

Verdict fromLint(const std::vector<Diagnostic>& findings)
{
    const auto error = std::find_if(findings.begin(), findings.end(), [](const Diagnostic& finding) { return finding.level == Level::Error; });
    return error == findings.end() ? Verdict{} : Verdict{Kind::Bad, error->message};
}

Verdict fromMatch(const ValueMatch& match)
{
    switch (match.match) {
    case Match::Differs:
        return {Kind::Bad, match.reason};
    case Match::Unknown:
        return {Kind::CannotSay, match.reason};
    case Match::BitEqual:
    case Match::Within:
        break;
    }
    return {};
}

} // namespace

Result<GraphCheck> readGraphCheck(std::string_view text)
{
    if (text.empty())
        return support::diagnose(rules::kUsage, "a check is lint, equal or a shell command; this one is empty");
    if (text == "lint")
        return GraphCheck{GraphCheck::Kind::Lint, {}};
    if (text == "equal")
        return GraphCheck{GraphCheck::Kind::Equal, {}};
    return GraphCheck{GraphCheck::Kind::Command, std::string(text)};
}

Result<GraphJudge> GraphJudge::make(const fx::ExportedProgram& loaded, const fx::ExportedProgram& final, runtime::EvaluatorClient& evaluator, GraphCheck check)
{
    GraphJudge judge;
    judge.check_ = std::move(check);
    judge.evaluator_ = &evaluator;
    judge.loaded_ = loaded;
    if (judge.check_.kind != GraphCheck::Kind::Equal)
        return judge;
    auto inputs = matchInputs(loaded, evaluator, {});
    if (!inputs)
        return inputs.error();
    judge.inputs_ = std::move(*inputs);
    judge.mutated_ = mutatedPlaceholders(final);
    for (const auto& set : judge.inputs_.sets) {
        auto expected = evaluateProgram(evaluator, loaded, set, judge.mutated_, 0);
        if (!expected)
            return expected.error();
        judge.expected_.push_back(std::move(*expected));
    }
    return judge;
}

Verdict GraphJudge::judge(const fx::ExportedProgram& program, double tolerance) const
{
    if (check_.kind == GraphCheck::Kind::Lint)
        return fromLint(fx::lint(program));
    if (check_.kind == GraphCheck::Kind::Command) {
        const support::ScratchFolder scratch;
        const std::filesystem::path file = scratch.path() / "graph.pt2";
        const auto written = io::writePt2(program, file);
        return written ? runCommand(file.string()) : Verdict{Kind::CannotSay, written.error().message};
    }
    for (std::size_t i = 0; i < inputs_.sets.size(); ++i) {
        const auto values = evaluateProgram(*evaluator_, program, inputs_.sets[i], mutated_, 0);
        if (!values)
            return {Kind::CannotSay, values.error().message};
        if (Verdict verdict = fromMatch(compareOutputs(expected_[i].outputs, values->outputs, tolerance)); verdict.kind != Kind::Good)
            return verdict;
    }
    return {};
}

Verdict GraphJudge::judge(const onnxir::Model& model, double) const
{
    if (check_.kind == GraphCheck::Kind::Lint)
        return fromLint(onnxir::lint(model));
    if (check_.kind == GraphCheck::Kind::Command) {
        const support::ScratchFolder scratch;
        io::WriteOptions options;
        options.weights = io::Weights::External;
        const auto written = io::writeOnnx(model, scratch.path() / "graph.onnx", options);
        return written ? runCommand((scratch.path() / "graph.onnx").string()) : Verdict{Kind::CannotSay, written.error().message};
    }
    for (const auto& set : inputs_.sets)
        if (Verdict verdict = fromMatch(compareWithProgram(*evaluator_, loaded_, model, set, 0)); verdict.kind != Kind::Good)
            return verdict;
    return {};
}

Verdict GraphJudge::runCommand(const std::string& file) const
{
    std::string line = check_.command;
    const std::string name = support::shellWord(file);
    if (line.find("{}") == std::string::npos)
        line += " {}";
    for (std::size_t at = line.find("{}"); at != std::string::npos; at = line.find("{}", at + name.size()))
        line.replace(at, 2, name);
    const int status = std::system(line.c_str()); // NOLINT(cert-env33-c): the user's own command is what is asked for.
    constexpr int kCannotSay = 125;
    constexpr int kNotFound = 127;
    if (status == -1 || !WIFEXITED(status))
        return {Kind::CannotSay, concat("the command ended by a signal: ", line)};
    const int code = WEXITSTATUS(status);
    if (code == 0)
        return {};
    return {code == kCannotSay || code == kNotFound ? Kind::CannotSay : Kind::Bad, concat("the command gave ", code)};
}

} // namespace sidelight::session
