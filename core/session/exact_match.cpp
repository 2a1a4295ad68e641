// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/exact_match.h"

#include "core/runtime/evaluator_client.h"
#include "core/session/evaluated_model.h"
#include "core/session/evaluated_program.h"
#include "core/session/match_inputs.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

/// Adds what comparing at one more input set found.
void add(PassMatch& into, const ValueMatch& found)
{
    if (found.match > into.match) {
        into.match = found.match;
        into.reason = found.reason;
    }
    into.maxAbsolute = std::max(into.maxAbsolute, found.maxAbsolute);
    into.maxUlp = std::max(into.maxUlp, found.maxUlp);
}

Diagnostic inexact(const PassMatch& match, double tolerance)
{
    std::string message = concat("after ", match.pass, " ", match.reason);
    if (tolerance == 0)
        message += "; the pass is declared to keep every bit";
    else
        message += concat("; the pass is declared to stay within ", tolerance, " of the largest value");
    return support::diagnose(rules::kFxPass, std::move(message));
}

/// Compares the states of one trace. `Evaluated` is a state's numbers at one input set, which compare(before, after, tolerance) and firstDifference serve.
class ProgramMatcher {
public:
    ProgramMatcher(const Document& document, runtime::EvaluatorClient& evaluator, const MatchOptions& options, const MatchInputs& inputs)
        : document_(document), evaluator_(evaluator), options_(options), inputs_(inputs), mutated_(mutatedPlaceholders(document.fx.final()))
    {
    }

    Status run(std::vector<PassMatch>& matches)
    {
        std::vector<Result<EvaluatedProgram>> before = evaluate(document_.fx.initial);
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i] && options_.types)
                for (const Diagnostic& known : staleTypes(document_.fx.initial, *before[i], nullptr))
                    known_.insert(known.message);
        for (std::size_t i = 0; i < document_.fx.records.size(); ++i) {
            const auto& record = document_.fx.records[i];
            if (record.changes.empty())
                continue;
            if (options_.stop.stop_requested())
                return support::diagnose(rules::kCancelled, "comparing the passes was cancelled");
            if (options_.progress)
                options_.progress(record.pass->id);
            std::vector<Result<EvaluatedProgram>> after = evaluate(record.after);
            matches.push_back(compare(i, before, after));
            before = std::move(after);
        }
        return {};
    }

private:
    std::vector<Result<EvaluatedProgram>> evaluate(const fx::ExportedProgram& program)
    {
        std::vector<Result<EvaluatedProgram>> all;
        for (const auto& inputs : inputs_.sets)
            all.push_back(evaluateProgram(evaluator_, program, inputs, mutated_, options_.seed));
        return all;
    }

    PassMatch compare(std::size_t index, const std::vector<Result<EvaluatedProgram>>& before, const std::vector<Result<EvaluatedProgram>>& after)
    {
        const auto& record = document_.fx.records[index];
        PassMatch match;
        match.record = index;
        match.pass = record.pass->id;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (!before[i] || !after[i]) {
                add(match, {Match::Unknown, 0, 0, (!before[i] ? before[i] : after[i]).error().message});
                continue;
            }
            add(match, compareOutputs(before[i]->outputs, after[i]->outputs, record.pass->tolerance));
            if (match.match == Match::Differs && match.firstNode == kNoNode)
                match.firstNode = firstDifference(document_.fx.before(index), *before[i], record.after, *after[i], record.pass->tolerance);
            if (options_.types)
                for (Diagnostic& stale : staleTypes(record.after, *after[i], &record))
                    if (known_.insert(stale.message).second)
                        match.diagnostics.push_back(std::move(stale));
        }
        if (match.match == Match::Differs) {
            Diagnostic problem = inexact(match, record.pass->tolerance);
            if (const fx::Node* node = match.firstNode == kNoNode ? nullptr : record.after.main().find(match.firstNode))
                problem.locations.push_back(fx::locationOf(*node));
            match.diagnostics.insert(match.diagnostics.begin(), std::move(problem));
        }
        return match;
    }

    const Document& document_;
    runtime::EvaluatorClient& evaluator_;
    const MatchOptions& options_;
    const MatchInputs& inputs_;
    std::vector<std::string> mutated_;
    std::set<std::string> known_; ///< Stale types that were reported, or came with the file.
};

/// The same for the ONNX trace. A model with random operators differs from itself; nothing is said of it then.
class ModelMatcher {
public:
    ModelMatcher(const Document& document, runtime::EvaluatorClient& evaluator, const MatchOptions& options, const MatchInputs& inputs)
        : document_(document), evaluator_(evaluator), options_(options), inputs_(inputs)
    {
    }

    Status run(std::vector<PassMatch>& matches)
    {
        std::vector<Result<EvaluatedModel>> before = evaluate(document_.onnx.records.front().after, false);
        matches.push_back(compareLowering(before));
        for (std::size_t i = 1; i < document_.onnx.records.size(); ++i) {
            const auto& record = document_.onnx.records[i];
            if (record.changes.empty())
                continue;
            if (options_.stop.stop_requested())
                return support::diagnose(rules::kCancelled, "comparing the passes was cancelled");
            if (options_.progress)
                options_.progress(record.pass->id);
            std::vector<Result<EvaluatedModel>> after = evaluate(record.after, false);
            matches.push_back(compare(i, before, after));
            before = std::move(after);
        }
        return {};
    }

private:
    std::vector<Result<EvaluatedModel>> evaluate(const onnxir::Model& model, bool everyValue)
    {
        std::vector<Result<EvaluatedModel>> all;
        for (const auto& inputs : inputs_.sets)
            all.push_back(evaluateModel(evaluator_, model, inputs, everyValue));
        return all;
    }

    PassMatch compareLowering(const std::vector<Result<EvaluatedModel>>& lowered)
    {
        if (options_.progress)
            options_.progress("lower");
        PassMatch match;
        match.isOnnx = true;
        match.pass = "lower";
        for (std::size_t i = 0; i < lowered.size(); ++i)
            add(match, lowered[i] ? compareWithProgram(evaluator_, document_.fx.final(), document_.onnx.records.front().after, inputs_.sets[i], options_.seed)
                                  : ValueMatch{Match::Unknown, 0, 0, lowered[i].error().message});
        if (match.match == Match::Differs)
            match.diagnostics.push_back(support::diagnose(rules::kFxPass, concat("after lowering ", match.reason)));
        return match;
    }

    PassMatch compare(std::size_t index, const std::vector<Result<EvaluatedModel>>& before, const std::vector<Result<EvaluatedModel>>& after)
    {
        const auto& record = document_.onnx.records[index];
        PassMatch match;
        match.isOnnx = true;
        match.record = index;
        match.pass = record.pass->id;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (!before[i] || !after[i]) {
                add(match, {Match::Unknown, 0, 0, (!before[i] ? before[i] : after[i]).error().message});
                continue;
            }
            const ValueMatch found = compareOutputs(before[i]->outputs, after[i]->outputs, record.pass->tolerance);
            if (found.match == Match::Differs && isRandom(document_.onnx.before(index), i, before[i]->outputs)) {
                add(match, {Match::Unknown, 0, 0, "the model has random operators, which ONNX Runtime does not repeat"});
                continue;
            }
            add(match, found);
            if (match.match == Match::Differs && match.firstNode == kNoNode)
                match.firstNode = locate(index, i);
        }
        if (match.match == Match::Differs) {
            Diagnostic problem = inexact(match, record.pass->tolerance);
            if (const onnxir::Node* node = match.firstNode == kNoNode ? nullptr : record.after.main().find(match.firstNode))
                problem.locations.push_back({node->name, "node", {}, 0, {}, {}});
            match.diagnostics.push_back(std::move(problem));
        }
        return match;
    }

    /// Runs both models once more, with every value of the main graph as an output.
    NodeId locate(std::size_t index, std::size_t set)
    {
        const auto& record = document_.onnx.records[index];
        const auto before = evaluateModel(evaluator_, document_.onnx.before(index), inputs_.sets[set], true);
        const auto after = evaluateModel(evaluator_, record.after, inputs_.sets[set], true);
        return before && after ? firstDifference(*before, record.after, *after, record.pass->tolerance) : kNoNode;
    }

    bool isRandom(const onnxir::Model& model, std::size_t set, const std::vector<runtime::NamedTensor>& outputs)
    {
        const auto again = evaluateModel(evaluator_, model, inputs_.sets[set], false);
        return again && compareOutputs(outputs, again->outputs, 0).match == Match::Differs;
    }

    const Document& document_;
    runtime::EvaluatorClient& evaluator_;
    const MatchOptions& options_;
    const MatchInputs& inputs_;
};

} // namespace

std::string_view name(Match match)
{
    constexpr std::string_view kNames[] = {"bit-equal", "within tolerance", "unknown", "differs"};
    return kNames[static_cast<std::size_t>(match)];
}

Result<std::vector<PassMatch>> matchPasses(const Document& document, runtime::EvaluatorClient& evaluator, const MatchOptions& options)
{
    std::vector<PassMatch> matches;
    if (!document.hasProgram())
        return support::diagnose(rules::kUsage, concat(document.path.string(), " is an ONNX model; passes are compared for .pt2 files"));
    const auto inputs = matchInputs(document.fx.initial, evaluator, options);
    if (!inputs)
        return inputs.error();
    if (const Status status = ProgramMatcher(document, evaluator, options, *inputs).run(matches); !status)
        return status.error();
    if (document.isPaired() || document.onnx.records.empty() || document.onnx.records.front().outcome == ir::Outcome::Failed)
        return matches;
    if (const Status status = ModelMatcher(document, evaluator, options, *inputs).run(matches); !status)
        return status.error();
    return matches;
}

} // namespace sidelight::session
