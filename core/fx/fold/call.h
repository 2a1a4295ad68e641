// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/fold/constant.h"
#include "core/fx/schema.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sidelight::fx::fold {

/// One call to evaluate, its arguments bound by schema name.
class Call {
public:
    Call(const ir::Graph<Node>& graph, const Node& node, const Schema& schema, const std::function<const Constant*(Value)>& known)
        : graph_(graph), node_(node), schema_(schema), known_(known)
    {
    }

    [[nodiscard]] const ir::Graph<Node>& graph() const { return graph_; }
    [[nodiscard]] const Node& node() const { return node_; }
    /// The result's type and sizes as the node says.
    [[nodiscard]] ir::DType dtype() const { return node_.val.tensor.dtype; }
    [[nodiscard]] std::vector<std::int64_t> sizes() const;
    /// The constant of a tensor argument, or of a Python number as a tensor without dimensions.
    [[nodiscard]] std::optional<Constant> tensor(std::string_view name) const;
    [[nodiscard]] std::optional<std::vector<Constant>> tensors(std::string_view name) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const;
    [[nodiscard]] std::optional<double> number(std::string_view name) const;
    [[nodiscard]] const std::string* text(std::string_view name) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    [[nodiscard]] bool isGiven(std::string_view name) const;

private:
    [[nodiscard]] const Argument* argument(std::string_view name) const;
    [[nodiscard]] std::optional<Constant> constantOf(const Argument& argument) const;

    const ir::Graph<Node>& graph_;
    const Node& node_;
    const Schema& schema_;
    const std::function<const Constant*(Value)>& known_;
};

struct Evaluation {
    std::string_view name; ///< Operator without overload.
    std::optional<Constant> (*run)(const Call&);
};

std::span<const Evaluation> creationEvaluations();
std::span<const Evaluation> shapeEvaluations();
std::span<const Evaluation> elementwiseEvaluations();

/// Index of an axis counted from the end when negative; nothing when out of range.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t rank);

} // namespace sidelight::fx::fold
