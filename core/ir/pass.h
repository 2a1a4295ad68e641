// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/rewriter.h"
#include "core/ir/services.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace sidelight::ir {

/// Options of one pass step, by name (kebab-case).
using PassOptions = std::map<std::string, std::variant<bool, std::int64_t, double, std::string>, std::less<>>;

/// An option that a pass takes. The type of `standard` is the option's type.
struct PassOption {
    std::string_view name; ///< Kebab-case.
    std::variant<bool, std::int64_t, double, std::string_view> standard; ///< What holds when the step does not give it.
    std::string_view summary;
    std::span<const std::string_view> choices{}; ///< For texts: all that are allowed; empty: any.
};

/// What a running pass may use.
template <class Unit>
struct PassContext {
    Rewriter<Unit>& rewriter;
    DiagnosticLog& log;
    const PassOptions& options;
    const Services& services;
    std::stop_token stop;
    std::string skipped; ///< Set by a pass that cannot run here (a service is absent): why.

    [[nodiscard]] const Unit& unit() const { return rewriter.unit(); }
};

/// One pass: a function, one file, one sentence. Idempotent; changes the graph only through the rewriter.
template <class Unit>
struct Pass {
    std::string_view id;      ///< Stable, kebab-case.
    std::string_view summary; ///< One sentence.
    Status (*run)(PassContext<Unit>&);
    std::string_view help{}; ///< The help page, plain text: what it looks for, what it makes of it, what it leaves and why, a small example.
    std::span<const PassOption> options{};
    bool standard = true;   ///< Whether the default pipeline has it.
    double tolerance = 0;   ///< How far numbers may move, relative to the largest of a tensor; 0: not a bit.
};

/// The value of an option: what the step gives, else the pass's standard one. `T` is the option's type; texts are std::string.
template <class T, class Unit>
T optionOf(const Pass<Unit>& pass, const PassOptions& given, std::string_view name)
{
    if (const auto found = given.find(name); found != given.end())
        if (const T* value = std::get_if<T>(&found->second))
            return *value;
    using Standard = std::conditional_t<std::is_same_v<T, std::string>, std::string_view, T>;
    for (const PassOption& option : pass.options)
        if (option.name == name)
            if (const Standard* value = std::get_if<Standard>(&option.standard))
                return T(*value);
    return T();
}

template <class Unit>
struct PassStep {
    const Pass<Unit>* pass = nullptr;
    PassOptions options;
    bool enabled = true;
};

enum class Outcome : std::uint8_t { Unchanged, Modified, Failed, Skipped };

/// What one step did, and the unit after it (kept also when the step failed, to be looked at).
template <class Unit>
struct PassRecord {
    const Pass<Unit>* pass = nullptr;
    PassOptions options; ///< As the step had them.
    Outcome outcome = Outcome::Unchanged;
    std::chrono::nanoseconds elapsed{};
    Unit after;
    std::vector<Change<Unit>> changes;
    std::vector<Diagnostic> diagnostics;
    std::vector<Unit> checkpoints; ///< State before change 2048, 4096, …
    Coverage coverage;
};

/// A position in a trace: `change` changes of record `pass` are done. {0, 0} is the initial unit.
struct Cursor {
    std::size_t pass = 0;
    std::size_t change = 0;
    friend auto operator<=>(const Cursor&, const Cursor&) = default;
};

constexpr std::size_t kCheckpointInterval = 2048;

/// The recorded run of a pipeline: any position is at hand.
template <class Unit>
struct Trace {
    Unit initial;
    std::vector<PassRecord<Unit>> records;

    /// The unit after everything.
    [[nodiscard]] const Unit& final() const { return records.empty() ? initial : records.back().after; }
    [[nodiscard]] Cursor end() const { return records.empty() ? Cursor{} : Cursor{records.size() - 1, records.back().changes.size()}; }
    [[nodiscard]] const Unit& before(std::size_t pass) const { return pass == 0 ? initial : records[pass - 1].after; }
    /// The unit at `cursor`; positions out of range are clamped.
    [[nodiscard]] Unit at(Cursor cursor) const
    {
        if (records.empty())
            return initial;
        const std::size_t pass = std::min(cursor.pass, records.size() - 1);
        const PassRecord<Unit>& record = records[pass];
        if (cursor.pass > pass || cursor.change >= record.changes.size())
            return record.after;
        const std::size_t checkpoint = cursor.change / kCheckpointInterval;
        Unit unit = checkpoint == 0 ? before(pass) : record.checkpoints[checkpoint - 1];
        for (std::size_t i = checkpoint * kCheckpointInterval; i < cursor.change; ++i)
            apply(unit, record.changes[i]);
        return unit;
    }
};

template <class Unit>
struct RunOptions {
    Services services;
    std::stop_token stop;
    /// Findings of graph checks; errors stop the run.
    std::function<std::vector<Diagnostic>(const Unit&)> lint;
    /// Called before each step with its number.
    std::function<void(std::size_t)> progress;
};

namespace detail {

template <class Unit>
void addCheckpoints(PassRecord<Unit>& record, const Unit& before)
{
    if (record.changes.size() <= kCheckpointInterval)
        return;
    Unit unit = before;
    for (std::size_t i = 0; i < record.changes.size(); ++i) {
        if (i != 0 && i % kCheckpointInterval == 0)
            record.checkpoints.push_back(unit);
        apply(unit, record.changes[i]);
    }
    if (record.changes.size() % kCheckpointInterval == 0)
        record.checkpoints.push_back(unit);
}

template <class Unit>
PassRecord<Unit> runStep(const Unit& before, const PassStep<Unit>& step, const RunOptions<Unit>& options)
{
    PassRecord<Unit> record;
    record.pass = step.pass;
    record.options = step.options;
    record.after = before;
    if (!step.enabled) {
        record.outcome = Outcome::Skipped;
        return record;
    }
    const auto start = std::chrono::steady_clock::now();
    DiagnosticLog log;
    Rewriter<Unit> rewriter(record.after, std::string(step.pass->id));
    PassContext<Unit> context{rewriter, log, step.options, options.services, options.stop, {}};
    const Status status = step.pass->run(context);
    record.changes = rewriter.takeChanges();
    record.coverage = rewriter.takeCoverage();
    record.outcome = record.changes.empty() ? Outcome::Unchanged : Outcome::Modified;
    if (!context.skipped.empty()) {
        Diagnostic note = support::diagnose(rules::kFxPass, concat(step.pass->id, " was skipped: ", context.skipped));
        note.level = Level::Note;
        log.append(std::move(note));
        record.outcome = Outcome::Skipped;
    }
    if (!status) {
        log.append(status.error());
        record.outcome = Outcome::Failed;
    }
    if (options.lint && !record.changes.empty()) {
        for (Diagnostic& finding : options.lint(record.after)) {
            if (finding.level == Level::Error)
                record.outcome = Outcome::Failed;
            log.append(std::move(finding));
        }
    }
    record.diagnostics = log.take();
    addCheckpoints(record, before);
    record.elapsed = std::chrono::steady_clock::now() - start;
    return record;
}

} // namespace detail

/// Runs `steps` in order over `unit`, linting after each that changed something. Stops after a step that failed, keeping the broken unit to look at.
template <class Unit>
Trace<Unit> runPasses(Unit unit, std::span<const PassStep<Unit>> steps, const RunOptions<Unit>& options = {})
{
    Trace<Unit> trace{std::move(unit), {}};
    trace.records.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size() && !options.stop.stop_requested(); ++i) {
        if (options.progress)
            options.progress(i);
        trace.records.push_back(detail::runStep(trace.final(), steps[i], options));
        if (trace.records.back().outcome == Outcome::Failed)
            break;
    }
    return trace;
}

} // namespace sidelight::ir
