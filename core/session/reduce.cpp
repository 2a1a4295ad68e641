// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/reduce.h"

#include "core/fx/calls.h"
#include "core/fx/lint.h"
#include "core/lowering/lower.h"
#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"
#include "core/session/reduce_edits.h"
#include "core/session/run_pipeline.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

using fx::ExportedProgram;
using Kind = Verdict::Kind;

template <class Steps>
bool has(const Steps& steps, const std::string& id)
{
    return std::any_of(steps.begin(), steps.end(), [&](const auto& step) { return step.pass->id == id; });
}

/// Leaves only the first step of `id`, enabled.
template <class Steps>
void leaveOnly(Steps& steps, const std::string& id)
{
    const auto found = std::find_if(steps.begin(), steps.end(), [&](const auto& step) { return step.pass->id == id; });
    Steps one;
    if (found != steps.end()) {
        one.push_back(*found);
        one.back().enabled = true;
    }
    steps = std::move(one);
}

double toleranceOf(const fx::Trace& trace)
{
    double sum = 0;
    for (const auto& record : trace.records)
        sum += record.pass->tolerance;
    return sum;
}

class Reducer {
public:
    Reducer(const ExportedProgram& program, runtime::EvaluatorClient& evaluator, const ReduceOptions& options)
        : evaluator_(evaluator), options_(options), program_(program)
    {
    }

    Result<Reduced> run()
    {
        Reduced reduced;
        reduced.before = sizeOf(program_);
        const auto first = judgePipeline(program_, evaluator_, options_);
        if (!first)
            return first.error();
        if (first->kind != Kind::Bad)
            return support::diagnose(rules::kUsage, concat("the check does not fail on this model, so there is nothing to reduce",
                                                           first->reason.empty() ? "" : ": ", first->reason));
        reason_ = first->reason;
        takeSamples();
        constexpr int kRounds = 6;
        for (int round = 0; round < kRounds && !stopped(); ++round) {
            const ProgramSize before = sizeOf(program_);
            cutEnd();
            dropOutputs();
            cutStart();
            replaceChunks();
            bypassCalls();
            stepBackOutputs();
            dropUnread();
            if (sizeOf(program_) == before)
                break;
        }
        shrinkSizes();
        plainWeights();
        if (stopped())
            return support::diagnose(rules::kCancelled, "reducing was cancelled");
        reduced.after = sizeOf(program_);
        reduced.program = std::move(program_);
        reduced.reason = std::move(reason_);
        reduced.tried = tried_;
        reduced.evaluated = evaluated_;
        return reduced;
    }

private:
    [[nodiscard]] bool stopped() const { return options_.stop.stop_requested(); }

    /// Whether the failure is still there.
    bool fails(const ExportedProgram& candidate, std::string_view what)
    {
        if (stopped())
            return false;
        ++tried_;
        if (options_.progress)
            options_.progress(concat(what, ": ", callsOf(candidate).size(), " calls"));
        const auto verdict = judgePipeline(candidate, evaluator_, options_);
        if (!verdict || verdict->kind != Kind::Bad)
            return false;
        found_ = verdict->reason;
        return true;
    }
    bool accept(ExportedProgram candidate, std::string_view what)
    {
        if (!fails(candidate, what))
            return false;
        program_ = std::move(candidate);
        reason_ = found_;
        values_.clear();
        return true;
    }

    /// The program with samples for every input: random ones where the file has none.
    void takeSamples()
    {
        if (runtime::sampleInputs(program_))
            return;
        const auto made = runtime::makeInputs(program_, {}, 0);
        if (!made)
            return;
        auto facts = std::make_shared<fx::ProgramInfo>(*program_.info);
        facts->sampleInputs.clear();
        for (const ir::Tensor& tensor : *made)
            facts->sampleInputs.push_back(std::make_shared<const ir::Tensor>(tensor));
        facts->sampleArguments.assign(made->size(), {});
        ExportedProgram sampled = program_;
        sampled.info = std::move(facts);
        accept(std::move(sampled), "samples");
    }
    static std::optional<CallValues> evaluate(runtime::EvaluatorClient& evaluator, const ExportedProgram& program)
    {
        const auto inputs = runtime::sampleInputs(program);
        if (!inputs)
            return std::nullopt;
        runtime::RunOptions run;
        run.keepIntermediates = true;
        auto result = evaluator.runProgram(program, *inputs, run);
        return result ? std::optional(std::move(result->intermediates)) : std::nullopt;
    }
    const CallValues& values()
    {
        if (values_.empty()) {
            auto made = evaluate(evaluator_, program_);
            evaluated_ = made.has_value();
            values_ = made ? std::move(*made) : CallValues();
        }
        return values_;
    }

    /// The fewest first calls that fail.
    void cutEnd()
    {
        const ExportedProgram whole = program_;
        std::size_t low = 1;
        std::size_t high = callsOf(whole).size();
        while (low < high && !stopped()) {
            const std::size_t middle = low + (high - low) / 2;
            if (accept(keepCalls(whole, middle), "cutting the end"))
                high = middle;
            else
                low = middle + 1;
        }
    }
    void dropOutputs()
    {
        std::size_t chunk = program_.signature->outputs.size() / 2;
        for (; chunk > 0 && !stopped(); chunk /= 2)
            for (std::size_t at = 0; at < program_.signature->outputs.size() && program_.signature->outputs.size() > chunk && !stopped();) {
                std::vector<std::size_t> kept;
                for (std::size_t output = 0; output < program_.signature->outputs.size(); ++output)
                    if (output < at || output >= at + chunk)
                        kept.push_back(output);
                if (!accept(keepOutputs(program_, kept), "dropping outputs"))
                    at += chunk;
            }
    }
    /// Returns what the last calls read instead of what they give.
    void stepBackOutputs()
    {
        for (std::size_t at = 0; at < program_.signature->outputs.size() && !stopped();) {
            ExportedProgram candidate = stepBack(program_, at);
            if (callsOf(candidate).size() >= callsOf(program_).size() || !accept(std::move(candidate), "returning inputs of calls"))
                ++at;
        }
    }
    /// The most first calls whose results can be inputs.
    void cutStart()
    {
        const ExportedProgram whole = program_;
        const std::vector<NodeId> calls = callsOf(whole);
        const CallValues given = values();
        std::size_t low = 0;
        std::size_t high = calls.empty() ? 0 : calls.size() - 1;
        while (low < high && !given.empty() && !stopped()) {
            const std::size_t middle = low + (high - low + 1) / 2;
            const std::vector<NodeId> first(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(middle));
            if (accept(replaceByInputs(whole, first, given, false), "cutting the start"))
                low = middle;
            else
                high = middle - 1;
        }
    }
    void replaceChunks()
    {
        for (std::size_t chunk = callsOf(program_).size() / 2; chunk > 0 && !stopped(); chunk /= 2)
            for (std::size_t at = 0; at < callsOf(program_).size() && !stopped();) {
                const std::vector<NodeId> calls = callsOf(program_);
                const std::size_t end = std::min(at + chunk, calls.size());
                const std::vector<NodeId> some(calls.begin() + static_cast<std::ptrdiff_t>(at), calls.begin() + static_cast<std::ptrdiff_t>(end));
                const auto attempt = [&](bool keepUnread) {
                    ExportedProgram candidate = replaceByInputs(program_, some, values(), keepUnread);
                    return callsOf(candidate).size() < calls.size() && accept(std::move(candidate), "replacing calls by inputs");
                };
                if (!attempt(false) && !attempt(true))
                    at += chunk;
            }
    }
    void bypassCalls()
    {
        for (const NodeId id : callsOf(program_)) {
            const fx::Node* node = program_.main().find(id);
            if (!node || !node->val.isTensor())
                continue;
            std::vector<Value> inputs;
            fx::visitInputs(*node, [&](Value value, std::uint32_t) { inputs.push_back(value); });
            for (const Value input : inputs) {
                const ir::Type& type = program_.main()[input.node].val;
                if (type.isTensor() && type.tensor.dtype == node->val.tensor.dtype && type.tensor.sizes == node->val.tensor.sizes &&
                    accept(bypass(program_, id, input), "bypassing calls"))
                    break;
            }
        }
    }
    /// Calls with an effect that nobody reads.
    void dropUnread()
    {
        std::vector<NodeId> calls = callsOf(program_);
        std::reverse(calls.begin(), calls.end());
        for (const NodeId id : calls) {
            if (!program_.main().find(id) || stopped())
                continue;
            ExportedProgram candidate = withoutCall(program_, id);
            if (callsOf(candidate).size() < callsOf(program_).size())
                accept(std::move(candidate), "dropping calls that nobody reads");
        }
    }
    [[nodiscard]] std::set<std::int64_t, std::greater<>> inputSizes() const
    {
        std::set<std::int64_t, std::greater<>> sizes;
        const auto add = [&](const ir::Tensor* tensor) {
            if (tensor)
                sizes.insert(tensor->sizes.begin(), tensor->sizes.end());
        };
        for (const auto& [name, tensor] : *program_.state)
            add(tensor.get());
        for (const auto& tensor : program_.info->sampleInputs)
            add(tensor.get());
        return sizes;
    }
    /// The largest first: 1, else 2, else half of it.
    void shrinkSizes()
    {
        for (const std::int64_t size : inputSizes())
            for (std::int64_t smaller : {std::int64_t{1}, std::int64_t{2}, size / 2}) {
                if (smaller < 1 || smaller >= size || stopped())
                    continue;
                ExportedProgram candidate = cutSizes(program_, size, smaller);
                const auto given = evaluate(evaluator_, candidate);
                if (given && accept(retyped(candidate, *given), "shrinking sizes"))
                    break;
            }
    }
    void plainWeights()
    {
        std::vector<std::string> names;
        for (const auto& [name, tensor] : *program_.state)
            names.push_back(name);
        for (const std::string& name : names)
            for (const int value : {0, 1})
                if (auto plain = filled(*program_.stateOf(name), value); plain && !stopped())
                    if (accept(withState(program_, name, std::move(plain)), "plain weights"))
                        break;
        for (std::size_t at = 0; at < program_.info->sampleInputs.size(); ++at)
            for (const int value : {0, 1})
                if (const auto& sample = program_.info->sampleInputs[at]; sample && !stopped())
                    if (auto plain = filled(*sample, value); plain && accept(withSample(program_, at, std::move(plain)), "plain inputs"))
                        break;
    }

    runtime::EvaluatorClient& evaluator_;
    const ReduceOptions& options_;
    ExportedProgram program_;
    CallValues values_;
    std::string reason_;
    std::string found_;
    std::size_t tried_ = 0;
    bool evaluated_ = true;
};

} // namespace

ProgramSize sizeOf(const fx::ExportedProgram& program)
{
    ProgramSize size;
    for (const GraphId graph : program.graphs.ids())
        for (const NodeId id : program.graphs[graph].order())
            size.calls += program.graphs[graph][id].op == fx::Op::CallFunction ? 1 : 0;
    for (const fx::InputSpec& spec : program.signature->inputs)
        size.inputs += spec.kind == fx::InputKind::UserInput || spec.kind == fx::InputKind::ConstantInput ? 1 : 0;
    size.outputs = program.signature->outputs.size();
    for (const auto& [name, tensor] : *program.state)
        size.weightElements += static_cast<std::uint64_t>(tensor->elementCount());
    return size;
}

Result<Verdict> judgePipeline(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const ReduceOptions& options)
{
    auto pipeline = pipelineOf(options.open);
    if (!pipeline)
        return pipeline.error();
    const Pipeline all = defaultPipeline();
    const bool isFx = has(pipeline->fx, options.pass) || has(all.fx, options.pass);
    const bool isOnnx = options.pass == "lower" || has(pipeline->onnx, options.pass) || has(all.onnx, options.pass);
    if (!options.pass.empty()) {
        if (!isFx && !isOnnx)
            return support::diagnose(rules::kUnknownPass, concat("no pass is called '", options.pass, "' (see 'sidelight passes')"));
        if (isFx) {
            if (!has(pipeline->fx, options.pass))
                pipeline->fx = all.fx;
            leaveOnly(pipeline->fx, options.pass);
        } else {
            if (!has(pipeline->onnx, options.pass))
                pipeline->onnx = all.onnx;
            leaveOnly(pipeline->onnx, options.pass);
        }
    }
    for (const Diagnostic& finding : fx::lint(program))
        if (finding.level == Level::Error)
            return Verdict{Kind::CannotSay, finding.message};
    ir::Services services;
    services.schemas = &onnxSchemas();
    services.evaluator = &evaluator;
    const std::vector<std::string> lowered = loweredAt(options.open.opset);
    services.lowered = &lowered;
    const fx::Trace trace = runFxPasses(program, pipeline->fx, options.open.until, services, options.stop);
    const auto judge = GraphJudge::make(program, trace.final(), evaluator, options.check);
    if (!judge)
        return Verdict{Kind::CannotSay, judge.error().message};
    Verdict verdict = judge->judge(trace.final(), toleranceOf(trace));
    if (verdict.kind != Kind::Good || isFx || failed(trace) || !options.open.lower)
        return verdict;
    lowering::LowerOptions lower;
    lower.opset = options.open.opset;
    lower.mutations = options.open.mutations;
    lower.schemas = services.schemas;
    const onnxir::Trace onnx = runOnnxPasses(lowering::lower(trace.final(), lower), pipeline->onnx, options.open.until, services, options.stop);
    return failed(onnx) && options.check.kind != GraphCheck::Kind::Lint ? Verdict{Kind::CannotSay, "the lowering failed"} : judge->judge(onnx.final(), toleranceOf(trace));
}

Result<Reduced> reduce(const fx::ExportedProgram& program, runtime::EvaluatorClient& evaluator, const ReduceOptions& options)
{
    return Reducer(program, evaluator, options).run();
}

} // namespace sidelight::session
