// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/names.h"
#include "core/fx/program.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::fx::passes {

/// One step from a tensor to a view of it: a call, and the element where the call gives a list of views.
struct ViewStep
{
    NodeId call = kNoNode;
    std::optional<std::size_t> element;
};

/// Where functionalization adds nodes: before `reader`, on behalf of `origin`.
class Emitter
{
public:
    Emitter(Rewriter& rewriter, GraphId graph, NameScope& names) : rewriter_(&rewriter), graph_(graph), names_(&names)
    {}

    void moveTo(NodeId reader) { reader_ = reader; }
    void setOrigin(NodeId origin) { origin_ = origin; }
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_->graph(graph_); }
    NodeId add(Node node, NodeId origin);
    NodeId call(std::string_view target, std::vector<Argument> args, ir::Type val);

private:
    Rewriter* rewriter_;
    GraphId graph_;
    NameScope* names_;
    NodeId reader_ = kNoNode;
    NodeId origin_ = kNoNode;
};

/// Sizes as an argument; those that are no numbers as expressions.
Argument sizesArgument(const std::vector<ir::Dim>& sizes);
/// Why what is written to the view cannot be written back to what it was made from, of type `from`; empty when it can.
std::string whyNotInvertible(const ir::Graph<Node>& graph, const ViewStep& step, const ir::Type& from);
/// Makes `aten.view` a reshape where the value it reads is not contiguous as the tensor of the program was.
void relaxView(Node& call, const ir::Graph<Node>& graph);
/// The new value of what the view was made from: `parent` (its value so far) with `written` in the place of the view.
/// Only for invertible steps.
NodeId invert(Emitter& emitter, const ViewStep& step, NodeId parent, NodeId written);

} // namespace sidelight::fx::passes
