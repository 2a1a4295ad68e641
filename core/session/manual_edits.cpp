// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/manual_edits.h"

#include "core/fx/edit/apply_edit.h"
#include "core/fx/passes/pipeline.h"
#include "core/onnxir/edit/apply_edit.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/text.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace sidelight::session {
namespace {

constexpr std::string_view kOption = "edits";

template <class Unit>
const ir::Pass<Unit>& editPass()
{
    if constexpr (std::is_same_v<Unit, onnxir::Model>)
        return onnxir::passes::kManualOnnxEdits;
    else
        return fx::passes::kManualEdits;
}

template <class Unit>
bool isEdits(const ir::PassStep<Unit>& step)
{
    return step.pass == &editPass<Unit>();
}

template <class Unit>
void append(ir::PassStep<Unit>& step, std::string_view line)
{
    std::string text = ir::optionOf<std::string>(*step.pass, step.options, kOption);
    if (!step.enabled)
        text.clear(); // What was switched off is not made again by another edit.
    step.enabled = true;
    step.options[std::string(kOption)] = text.empty() ? std::string(line) : concat(text, '\n', line);
}

/// Adds the line behind the first `records` steps that leave a record; returns how many do so up to its step.
template <class Unit>
std::size_t add(std::vector<ir::PassStep<Unit>>& steps, std::size_t records, std::string_view line)
{
    const auto leavesRecord = [](const ir::PassStep<Unit>& step) { return step.enabled || step.pass->standard; };
    auto at = steps.begin();
    for (std::size_t seen = 0; seen < records && at != steps.end(); ++at)
        seen += leavesRecord(*at) ? 1 : 0;
    while (at != steps.begin() && !leavesRecord(*(at - 1)))
        --at; // Back to the last one that ran.
    if (at != steps.begin() && isEdits(*(at - 1))) {
        append(*(at - 1), line);
        return records;
    }
    auto free = std::find_if(at, steps.end(), [&](const auto& step) { return leavesRecord(step) || isEdits(step); });
    if (free == steps.end() || !isEdits(*free))
        free = steps.insert(at, {&editPass<Unit>(), {}, false});
    append(*free, line);
    return records + 1;
}

/// The steps of the document's ONNX trace that are not passes of its pipeline: the lowering.
std::size_t lowerings(const Document& document) { return document.hasProgram() && !document.isPaired() ? 1 : 0; }

/// What stands where an edit at `place` is made.
template <class Unit>
const Unit& unitFor(const ir::Trace<Unit>& trace, std::size_t records)
{
    // A step of edits that follows takes the new one too.
    if (records < trace.records.size() && trace.records[records].pass == &editPass<Unit>() && trace.records[records].outcome != ir::Outcome::Skipped)
        ++records;
    return records == 0 ? trace.initial : trace.records[std::min(records, trace.records.size()) - 1].after;
}

Pipeline pipelineOf(const Document& document)
{
    Pipeline pipeline = document.options.pipeline ? *document.options.pipeline : defaultPipeline();
    (void)skipPasses(pipeline, document.options.skippedPasses); // They were known when it ran.
    return pipeline;
}

template <class Unit>
std::string linesOf(const std::vector<ir::PassStep<Unit>>& steps)
{
    std::string text;
    for (const auto& step : steps)
        if (step.enabled && isEdits(step))
            if (const std::string lines = ir::optionOf<std::string>(*step.pass, step.options, kOption); !lines.empty())
                text += concat(lines, '\n');
    return text;
}

} // namespace

EditedPipeline withEdit(const Document& document, const EditPlace& place, std::string_view line)
{
    EditedPipeline edited{pipelineOf(document), 0};
    if (!place.isOnnx) {
        edited.record = add(edited.pipeline.fx, place.records, line) - 1;
        return edited;
    }
    const std::size_t first = lowerings(document);
    const std::size_t records = std::max(place.records, first) - first;
    if (document.hasProgram() && !document.isPaired()) {
        edited.record = first + add(edited.pipeline.onnx, records, line) - 1;
        return edited;
    }
    // Of a model that was opened, nothing but edits runs.
    auto& steps = edited.pipeline.onnx;
    const auto found = std::find_if(steps.begin(), steps.end(), [](const auto& step) { return isEdits(step); });
    append(found == steps.end() ? *steps.insert(found, {&onnxir::passes::kManualOnnxEdits, {}, false}) : *found, line);
    return edited;
}

const fx::ExportedProgram& programFor(const Document& document, const EditPlace& place) { return unitFor(document.fx, place.records); }
const onnxir::Model& modelFor(const Document& document, const EditPlace& place) { return unitFor(document.onnx, place.records); }

Status tryEdits(const Document& document, const EditPlace& place, std::string_view lines)
{
    const auto edits = ir::parseEdits(lines);
    if (!edits)
        return edits.error();
    fx::ExportedProgram program = place.isOnnx ? fx::ExportedProgram() : programFor(document, place);
    fx::Rewriter programRewriter(program, std::string(fx::passes::kManualEdits.id));
    onnxir::Model model = place.isOnnx ? modelFor(document, place) : onnxir::Model();
    onnxir::Rewriter modelRewriter(model, std::string(onnxir::passes::kManualOnnxEdits.id));
    for (const ir::Edit& edit : *edits) {
        const Status status = place.isOnnx ? onnxir::applyEdit(modelRewriter, kMainGraph, edit, nullptr) : fx::applyEdit(programRewriter, kMainGraph, edit);
        if (!status)
            return status;
    }
    return {};
}

std::string editsOf(const Pipeline& pipeline, bool isOnnx) { return isOnnx ? linesOf(pipeline.onnx) : linesOf(pipeline.fx); }

std::string editsFile(const Pipeline& pipeline)
{
    std::string text;
    for (const bool isOnnx : {false, true})
        if (const std::string lines = editsOf(pipeline, isOnnx); !lines.empty())
            text += concat(isOnnx ? "[onnx]\n" : "[fx]\n", lines);
    return text;
}

Status addEdits(Pipeline& pipeline, std::string_view text, bool isOnnx)
{
    if (const auto edits = [&] {
            std::string lines(text); // Section lines are comments to parseEdits, so that lines keep their numbers.
            for (std::size_t at = 0; at < lines.size(); at = std::min(lines.find('\n', at), lines.size() - 1) + 1)
                if (lines.compare(at, 4, "[fx]") == 0 || lines.compare(at, 6, "[onnx]") == 0)
                    lines[at] = '#';
            return ir::parseEdits(lines);
        }();
        !edits)
        return edits.error();
    for (std::string_view line : support::split(text, '\n')) {
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        const std::size_t start = line.find_first_not_of(" \t");
        if (start == std::string_view::npos || line[start] == '#')
            continue;
        if (line.substr(start) == "[fx]" || line.substr(start) == "[onnx]")
            isOnnx = line.substr(start) == "[onnx]";
        else if (isOnnx)
            add(pipeline.onnx, pipeline.onnx.size(), line.substr(start));
        else
            add(pipeline.fx, pipeline.fx.size(), line.substr(start));
    }
    return {};
}

} // namespace sidelight::session
