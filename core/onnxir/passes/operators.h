// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace sidelight::onnxir::passes {

/// Whether the node is an operator of ai.onnx of this type.
bool isOperator(const Node& node, std::string_view opType);
/// The value of an integer attribute, or `standard` where it is left out; nothing when it is no number (one that a function's caller gives).
std::optional<std::int64_t> integerOf(const Node& node, std::string_view attribute, std::int64_t standard);
std::optional<std::vector<std::int64_t>> integersOf(const Node& node, std::string_view attribute);

/// The input in that place, if it is given.
std::optional<Value> inputAt(const Node& node, std::size_t at);
const ValueType& typeOf(const Rewriter& rewriter, Value value);
/// The tensor that a Constant node gives; null for strings, sparse tensors and what a function's caller gives.
std::shared_ptr<const ir::Tensor> tensorOfConstant(const Node& node);
/// The tensor of an initializer or Constant with data, else null.
std::shared_ptr<const ir::Tensor> constantOf(const Rewriter& rewriter, Value value);
/// Its elements, when they are int64 (or bool, as 0 and 1).
std::optional<std::vector<std::int64_t>> constantIntegers(const Rewriter& rewriter, Value value);
/// Whether both are tensors of one shape, all of whose sizes are known.
bool haveSameShape(const ValueType& left, const ValueType& right);

/// Whether the readers of output 0 of `id` can read `source` instead: not where a result of the graph would then be an input or initializer, a value of another
/// graph, or one that is a result already.
bool canForward(const Rewriter& rewriter, GraphId graph, NodeId id, Value source);
/// Whether a graph output reads the value.
bool isResult(const Rewriter& rewriter, Value value);

/// Before which node initializers stand that are made of operators of the graph: its first operator or output.
NodeId placeOfInitializers(const Rewriter& rewriter, GraphId graph);
/// Puts an initializer of the name of the node's output before `place`, has its readers read that, and erases the node. Returns the place of the next one.
Result<NodeId> replaceByInitializer(Rewriter& rewriter, NodeId id, NodeId place, std::shared_ptr<const ir::Tensor> tensor, ir::CodeLocation where = ir::CodeLocation::current());

/// Every graph, a body after the one that its node is in.
std::vector<GraphId> outerFirst(const Model& model);
/// Functions, and the bodies in them.
std::set<GraphId> graphsInFunctions(const Model& model);

} // namespace sidelight::onnxir::passes
