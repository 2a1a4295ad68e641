// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

#include "core/ir/pass_table.h"

namespace sidelight::onnxir::passes {
namespace {

constinit const Pass* const kAll[] = {
    &kInline,
    &kIdentityElimination,
    &kNoOpElimination,
    &kCastElimination,
    &kTransposeElimination,
    &kConstantLifting,
    &kConstantNodeFolding,
    &kCommonSubexpressionElimination,
    &kInitializerDeduplication,
    &kVersionConversion,
    &kDeadNodeRemoval,
    &kNameFix,
    &kShapeInference,
    &kManualOnnxEdits,
};

} // namespace

std::span<const Pass* const> all() { return kAll; }

std::vector<PassStep> defaultPipeline()
{
    std::vector<PassStep> steps = ir::stepsOf<Model>(all());
    std::erase_if(steps, [](const PassStep& step) { return !step.pass->standard; });
    return steps;
}

const Pass* find(std::string_view id) { return ir::findPass<Model>(all(), id); }

} // namespace sidelight::onnxir::passes
