// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/pipeline.h"

#include "core/ir/pass_table.h"

#include <array>

namespace sidelight::onnxir::passes {
namespace {

constexpr Pass kInline{"inline", "Inlines calls of functions that the chosen level does not keep.", inlineFunctions};
constexpr Pass kIdentities{"identity-elimination", "Removes Identity nodes whose readers can read their input.", eliminateIdentities};
constexpr Pass kDeadNodes{"dead-node-removal", "Removes nodes, initializers, functions and opset imports that nothing uses.", removeDeadNodes};
constexpr Pass kInitializers{"initializer-deduplication", "Merges initializers that share a storage, and small equal constants.", deduplicateInitializers};
constexpr Pass kShapes{"shape-inference", "Gives values the types that onnx's shape inference finds.", inferShapes};
constexpr Pass kNames{"name-fix", "Gives every node and value a name of its own.", fixNames};

constexpr std::array<const Pass*, 6> kAll = {&kInline, &kIdentities, &kInitializers, &kDeadNodes, &kNames, &kShapes};

} // namespace

std::span<const Pass* const> all() { return kAll; }

std::vector<PassStep> defaultPipeline() { return ir::stepsOf<Model>(all()); }

const Pass* find(std::string_view id) { return ir::findPass<Model>(all(), id); }

} // namespace sidelight::onnxir::passes
