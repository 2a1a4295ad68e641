// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/onnxir/passes/unique_names.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::onnxir::passes {

/// One node on its way to another opset: what adapters read of it and do to it. New nodes stand before it and inherit its metadata.
class NodeConversion {
public:
    NodeConversion(Rewriter& rewriter, GraphId graph, NodeId id, std::int64_t target, UniqueNames& names)
        : rewriter_(rewriter), graph_(graph), id_(id), target_(target), names_(names)
    {
    }

    [[nodiscard]] const Rewriter& rewriter() const { return rewriter_; }
    [[nodiscard]] const Node& node() const { return rewriter_.graph(graph_)[id_]; }
    /// The opset that all this ends at.
    [[nodiscard]] std::int64_t target() const { return target_; }

    [[nodiscard]] bool isGiven(std::size_t input) const;
    [[nodiscard]] Value input(std::size_t at) const { return *node().inputs[at]; }
    /// The type of an input; unknown for one that is left out.
    [[nodiscard]] ValueType typeOfInput(std::size_t at) const;
    [[nodiscard]] ir::DType dtypeOfInput(std::size_t at) const { return typeOfInput(at).dtype; }
    [[nodiscard]] std::optional<std::int64_t> rankOfInput(std::size_t at) const;
    [[nodiscard]] std::optional<std::int64_t> sizeOfInput(std::size_t at, std::int64_t axis) const;
    /// The elements of an input that is a constant of int64.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integersOfInput(std::size_t at) const;
    /// An integer attribute; nothing where a function's caller gives it.
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name, std::int64_t standard) const;
    [[nodiscard]] std::optional<float> real(std::string_view name, float standard) const;
    [[nodiscard]] std::string word(std::string_view name, std::string_view standard) const;
    /// Whether an output beyond the first is read.
    [[nodiscard]] bool readsMoreOutputs() const;

    void set(std::string_view name, AttributeValue value);
    void drop(std::string_view name);
    void setInput(std::size_t at, std::optional<Value> value);
    void dropInputs(std::size_t first);
    /// The node becomes another operator under the same id, names and types of its outputs.
    void become(std::string_view opType, std::vector<std::optional<Value>> inputs, std::vector<Attribute> attributes = {});

    Value add(std::string_view opType, std::vector<std::optional<Value>> inputs, ValueType type, std::vector<Attribute> attributes = {});
    Value integers(const std::vector<std::int64_t>& numbers);
    Value integer64(std::int64_t number);
    /// A scalar; types other than float32 and float64 are cast to.
    Value scalar(ir::DType dtype, double number);

private:
    Value constant(ir::Tensor tensor);

    Rewriter& rewriter_;
    GraphId graph_;
    NodeId id_;
    std::int64_t target_;
    UniqueNames& names_;
};

} // namespace sidelight::onnxir::passes
