// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/pipeline.h"

#include "core/ir/pass_table.h"

#include <array>

namespace sidelight::fx::passes {

namespace {

constexpr Pass kInlineWrappers{"inline-wrappers", "Inlines the bodies of wrap_with_set_grad_enabled and wrap_with_autocast, with autocast's casts.", inlineWrappers};
constexpr Pass kInlineVmap{"inline-vmap", "Replaces calls that vmap makes for single elements by calls on the whole batch.", inlineVmap};
constexpr Pass kRemoveAssertions{"remove-assertions", "Removes run-time assertions and what only they read.", removeAssertions};
constexpr Pass kDecompose{"decompose", "Takes operators without a lowering apart by their composite kernels, in the evaluator.", decomposeOperators};
constexpr Pass kFunctionalize{"functionalize", "Replaces in-place calls by their functional twins and makes mutated buffers and inputs outputs.", functionalize};
constexpr Pass kTypePromotion{"type-promotion", "Makes implicit type promotion explicit by casts.", promoteTypes};
constexpr Pass kConstantFolding{"constant-folding", "Evaluates constant sizes, scalars and small tensors.", foldConstants};
constexpr Pass kCommonSubexpressions{"common-subexpression-elimination", "Replaces calls that repeat an earlier one.", eliminateCommonSubexpressions};
constexpr Pass kDeadCode{"dead-code-elimination", "Removes calls whose results nobody reads.", eliminateDeadCode};

constexpr std::array<const Pass*, 9> kAll = {
    &kRemoveAssertions, &kInlineWrappers, &kInlineVmap, &kDecompose, &kFunctionalize, &kTypePromotion, &kConstantFolding, &kCommonSubexpressions, &kDeadCode};

} // namespace

std::span<const Pass* const> all() { return kAll; }

std::vector<PassStep> defaultPipeline() { return ir::stepsOf<ExportedProgram>(all()); }

const Pass* find(std::string_view id) { return ir::findPass<ExportedProgram>(all(), id); }

} // namespace sidelight::fx::passes
