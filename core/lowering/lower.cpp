// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/lower.h"

#include "core/lowering/model_plan.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace sidelight::lowering {

namespace {

constexpr std::int64_t kOldestOpset = 18;
constexpr std::array<std::string_view, 4> kLevelNames{"none", "operator", "module", "both"};

Status runsOnPrograms(onnxir::PassContext&)
{
    return support::diagnose(rules::kFxPass, "lower makes a model from a program; it does not run on a model");
}

/// The first record of an ONNX trace names this; the work is done by lower().
constexpr onnxir::Pass kLower{"lower", "Lower each call to an ONNX function body, and group the calls by module.", runsOnPrograms};

Status checkOpset(const LowerOptions& options)
{
    const std::int64_t newest = options.schemas ? options.schemas->newestOpset() : options.opset;
    if (options.opset >= kOldestOpset && options.opset <= newest)
        return {};
    return support::diagnose(rules::kOpsetUnsupported, options.schemas ? concat("opset ", options.opset, " cannot be written; choose ", kOldestOpset, " to ", newest)
                                                                       : concat("opset ", options.opset, " cannot be written; choose ", kOldestOpset, " or newer"));
}

} // namespace

std::string_view name(FunctionLevel level)
{
    return kLevelNames[static_cast<std::size_t>(level)];
}

std::optional<FunctionLevel> functionLevelFromName(std::string_view name)
{
    const auto found = std::ranges::find(kLevelNames, name);
    if (found == kLevelNames.end())
        return std::nullopt;
    return static_cast<FunctionLevel>(found - kLevelNames.begin());
}

Lowered lower(const fx::ExportedProgram& program, const LowerOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    Lowered lowered;
    auto& record = lowered.record;
    onnxir::ModelInfo info;
    info.producer_name = "sidelight";
    info.producer_version = SIDELIGHT_VERSION;
    lowered.initial.graphs.add(kMainGraph, {});
    lowered.initial.signature = std::make_shared<const onnxir::ModelInfo>(std::move(info));
    record.pass = &kLower;
    record.after = lowered.initial;
    DiagnosticLog log;
    if (Status status = checkOpset(options); !status) {
        log.append(status.error());
    } else {
        FunctionTable table;
        CallLowering calls(program, options.opset, table, log);
        const MainGraph main = planModel(program, options, calls, table, log);
        onnxir::Rewriter rewriter(record.after, std::string(kLower.id));
        emit(rewriter, table, main, options.opset);
        record.changes = rewriter.takeChanges();
    }
    record.outcome = log.hasErrors() ? ir::Outcome::Failed : ir::Outcome::Modified;
    record.diagnostics = log.take();
    ir::detail::addCheckpoints(record, lowered.initial);
    record.elapsed = std::chrono::steady_clock::now() - start;
    return lowered;
}

} // namespace sidelight::lowering
