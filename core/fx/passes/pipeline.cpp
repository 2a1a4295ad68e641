// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/pipeline.h"

#include "core/ir/pass_table.h"

namespace sidelight::fx::passes {

namespace {

constinit const Pass* const kAll[] = {
    &kRemoveAssertions,
    &kInlineWrappers,
    &kInlineVmap,
    &kNormalizeArguments,
    &kLiftConstants,
    &kRules,
    &kDecomposeToCore,
    &kDecompose,
    &kFunctionalize,
    &kTypePromotion,
    &kBatchNormFolding,
    &kConstantPropagation,
    &kConstantFolding,
    &kViewSimplification,
    &kCommonSubexpressionElimination,
    &kDeadCodeElimination,
    &kRenameNodes,
    &kTopologicalReorder,
    &kModularize,
    &kInlineSubgraphs,
    &kManualEdits,
};

} // namespace

std::span<const Pass* const> all() { return kAll; }

std::vector<PassStep> defaultPipeline()
{
    std::vector<PassStep> steps = ir::stepsOf<ExportedProgram>(all());
    std::erase_if(steps, [](const PassStep& step) { return !step.pass->standard; });
    return steps;
}

const Pass* find(std::string_view id) { return ir::findPass<ExportedProgram>(all(), id); }

} // namespace sidelight::fx::passes
