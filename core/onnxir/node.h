// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/ir/tensor.h"
#include "core/ir/type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::onnxir {

/// An operator or function by name: empty domain is ai.onnx.
struct OpId {
    std::string domain;
    std::string op_type;
    std::string overload;
    friend auto operator<=>(const OpId&, const OpId&) = default;
};

/// Type of an ONNX value where known.
struct ValueType {
    enum class Kind : std::uint8_t { Unknown, Tensor, Sequence, Optional, SparseTensor, Map };
    Kind kind = Kind::Unknown;
    ir::DType dtype = ir::DType::Undefined; ///< Of the tensor, or of the sequence's or optional's element.
    bool hasShape = false;
    std::vector<std::optional<ir::Dim>> sizes; ///< None: unknown dimension.
    static ValueType tensor(ir::DType dtype, const std::vector<ir::Dim>& sizes);
    friend bool operator==(const ValueType&, const ValueType&) = default;
};
/// "FLOAT[batch, 8]".
std::string toText(const ValueType& type);

/// ONNX ValueInfoProto: an output's name and type.
struct ValueInfo {
    std::string name;
    ValueType type;
    friend bool operator==(const ValueInfo&, const ValueInfo&) = default;
};

/// A function attribute that the enclosing function's caller gives (AttributeProto.ref_attr_name).
struct AttributeRef {
    /// AttributeProto.AttributeType by number.
    enum class Type : std::uint8_t { Undefined = 0, Float = 1, Int = 2, String = 3, Tensor = 4, Graph = 5, Floats = 6, Ints = 7, Strings = 8, TypeProto = 13 };
    std::string name;
    Type type = Type::Undefined; ///< What the caller must give; ONNX wants it written.
    friend bool operator==(const AttributeRef&, const AttributeRef&) = default;
};

/// ONNX attribute values. Graph attributes are ids of graphs of the same Model.
using AttributeValue = std::variant<std::int64_t, float, std::string, std::shared_ptr<const ir::Tensor>, GraphId, std::vector<std::int64_t>,
                                    std::vector<float>, std::vector<std::string>, std::vector<GraphId>, AttributeRef, ValueType>;
struct Attribute {
    std::string name;
    AttributeValue value;
};
/// Tensors are compared by content when in memory, by extent when in a file.
bool operator==(const Attribute& left, const Attribute& right);
bool sameTensor(const ir::Tensor& left, const ir::Tensor& right);

using Properties = std::vector<std::pair<std::string, std::string>>;

/// Which FX node a node was lowered from, and what torch.onnx's metadata keys say of it. A call of a function also carries the origins of the
/// nodes in its body for this one call: `path` leads from the call node (exclusive) down to the body's node; it is empty for the node itself.
/// Nodes of a shared body carry none of their own. Inlining a call hands each new node the origins below it (first path element removed).
struct Origin {
    std::vector<NodeId> path;
    NodeId fx = kNoNode;
    std::shared_ptr<const Properties> properties; ///< fx_node, name_scopes, class_hierarchy, stack_trace, namespace.
};
bool operator==(const Origin& left, const Origin& right);

enum class Kind : std::uint8_t { Input, Initializer, Operator, Output };

/// An ONNX node; graph inputs, initializers and graph outputs are nodes too. An Output has one input and no outputs; its name is the graph output's.
/// Inputs may be absent (optional operator inputs that are left out).
struct Node {
    Kind kind = Kind::Operator;
    OpId op;          ///< Operator only.
    std::string name; ///< Node name; for Input, Initializer and Output the value's name.
    std::vector<std::optional<Value>> inputs;
    std::vector<ValueInfo> outputs; ///< An empty name is an output left out.
    std::vector<Attribute> attributes; ///< Sorted by name.
    Properties metadata_props;
    std::string doc_string;
    std::shared_ptr<const ir::Tensor> tensor; ///< Initializer only.
    std::vector<Origin> origins;              ///< Sorted by path. Empty in shared bodies and where nothing is known.

    [[nodiscard]] const Attribute* attribute(std::string_view attributeName) const;
    friend bool operator==(const Node& left, const Node& right);
};

/// Calls visit(Value, slot) for each present input; slots are input indices.
template <class Visit>
void visitInputs(const Node& node, Visit&& visit)
{
    for (std::uint32_t slot = 0; slot < node.inputs.size(); ++slot)
        if (node.inputs[slot])
            visit(*node.inputs[slot], slot);
}
template <class Map>
void mapInputs(Node& node, Map&& map)
{
    for (auto& input : node.inputs)
        if (input)
            input = map(*input);
}
/// Takes over metadata_props and origins where `node` has none.
void inheritFrom(Node& node, const Node& origin, std::string_view pass);

} // namespace sidelight::onnxir
