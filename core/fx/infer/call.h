// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/fx/schema.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sidelight::fx::infer {

using ir::Dim;
using ir::DType;
using ir::TensorType;
using ir::Type;

/// One call whose type is looked for, its arguments bound by schema name.
class Call {
public:
    Call(const ir::Graph<Node>& graph, const Node& node, const Schema& schema) : graph_(graph), node_(node), schema_(schema) {}

    [[nodiscard]] const ir::Graph<Node>& graph() const { return graph_; }
    [[nodiscard]] const Node& node() const { return node_; }
    [[nodiscard]] const Schema& schema() const { return schema_; }
    /// The type of a tensor argument; null when it is left out, unknown or no tensor.
    [[nodiscard]] const TensorType* tensor(std::string_view name) const;
    /// Those of a list of tensors; nothing when one of them is not known.
    [[nodiscard]] std::optional<std::vector<const TensorType*>> tensors(std::string_view name) const;
    [[nodiscard]] std::optional<Dim> size(std::string_view name) const;
    /// A list of sizes; a number stands for a list of itself.
    [[nodiscard]] std::optional<std::vector<Dim>> sizes(std::string_view name) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] std::optional<DType> dtype(std::string_view name = "dtype") const;
    [[nodiscard]] bool isGiven(std::string_view name) const { return argument(name) != nullptr; }
    /// The axis that the integer `name` says, of `rank`; nothing when it is out of range.
    [[nodiscard]] std::optional<std::size_t> axis(std::string_view name, std::size_t rank) const;
    /// Null for what is left out or None.
    [[nodiscard]] const Argument* argument(std::string_view name) const;

private:
    [[nodiscard]] std::optional<Dim> sizeOf(const Argument& argument) const;

    const ir::Graph<Node>& graph_;
    const Node& node_;
    const Schema& schema_;
};

struct Rule {
    std::string_view name; ///< Operator without overload.
    Type (*run)(const Call&);
};
std::span<const Rule> elementwiseRules();
std::span<const Rule> viewRules();
std::span<const Rule> productRules();
/// By tag: operators that work on each element.
Type pointwiseType(const Call& call);
/// operator., math. and torch.sym_ calls on sizes, and getitem.
Type pythonType(const ir::Graph<Node>& graph, const Node& node);

/// A tensor of `dtype` and `sizes` with memory of its own, made from `like`: contiguous where `like` is, its strides unknown elsewhere.
Type made(const TensorType& like, DType dtype, std::vector<Dim> sizes);
/// Whether the strides are those of a contiguous tensor, also along axes of size 1.
bool isPlain(const TensorType& type);
/// The axis of `rank` that `axis` says, counted from the end when negative.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);
/// Product of all sizes.
Dim product(const std::vector<Dim>& sizes);

} // namespace sidelight::fx::infer
