// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <functional>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

/// A tensor that the code of a vmap region reads: `type` is what the code sees; the batch is one dimension in front of it.
struct BatchedTensor {
    Value value;
    ir::TensorType type;
    bool isBatched = false; ///< Else `value` is the same for the whole batch.
};

/// How a call of a vmap region gets at what is around it.
struct BatchScope {
    ir::Dim batchSize;
    std::function<BatchedTensor(Value)> find;
    /// Makes a call before the one that is batched; its result has these sizes.
    std::function<Value(std::string_view overload, std::vector<Argument> args, std::vector<ir::Dim> sizes)> make;
    /// Makes the call that is batched, with other arguments.
    std::function<Value(Node node, std::vector<ir::Dim> sizes)> remake;
};

/// Whether `node` can run on a whole batch, by a rule of its operator or element by element of a small batch.
bool canBatch(const Node& node, const BatchScope& scope);

/// Makes `node` for the whole batch; its result has the batch in front. canBatch(node, scope) holds.
Value batchCall(const Node& node, const BatchScope& scope);

} // namespace sidelight::fx::passes
