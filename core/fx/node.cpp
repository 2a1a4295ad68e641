// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/node.h"

namespace sidelight::fx {

std::string_view name(Op op)
{
    switch (op) {
    case Op::Placeholder: return "placeholder";
    case Op::GetAttr: return "get_attr";
    case Op::CallFunction: return "call_function";
    case Op::CallMethod: return "call_method";
    case Op::CallModule: return "call_module";
    case Op::Output: return "output";
    }
    return "call_function";
}

std::string_view Node::overload() const
{
    constexpr std::string_view kPrefix = "torch.ops.";
    const std::string_view text = target;
    return text.substr(0, kPrefix.size()) == kPrefix ? text.substr(kPrefix.size()) : text;
}

const NodeMeta& Node::metadata() const
{
    static const NodeMeta kEmpty;
    return meta ? *meta : kEmpty;
}

bool operator==(const Node& left, const Node& right)
{
    return left.op == right.op && left.name == right.name && left.target == right.target && left.subgraph == right.subgraph && left.args == right.args &&
           left.kwargs == right.kwargs && left.val == right.val && (left.meta == right.meta || left.metadata() == right.metadata());
}

void inheritFrom(Node& node, const Node& origin, std::string_view pass, NodeId originId)
{
    const NodeMeta& theirs = origin.metadata();
    NodeMeta meta = node.metadata();
    if (meta.stack_trace.empty())
        meta.stack_trace = theirs.stack_trace;
    if (meta.nn_module_stack.empty())
        meta.nn_module_stack = theirs.nn_module_stack;
    if (meta.torch_fn.empty())
        meta.torch_fn = theirs.torch_fn;
    if (meta.custom.empty())
        meta.custom = theirs.custom;
    if (meta.from_node.empty())
        meta.from_node = theirs.from_node;
    meta.from_node.insert(meta.from_node.begin(), NodeSource{origin.name, origin.target, std::string(pass), "create", originId});
    node.meta = std::make_shared<const NodeMeta>(std::move(meta));
}

} // namespace sidelight::fx
