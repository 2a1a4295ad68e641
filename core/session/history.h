// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/breakpoint.h"
#include "core/session/change_text.h"

#include <optional>
#include <string>
#include <vector>

namespace sidelight::session {

/// One step in the life of a node.
struct HistoryStep {
    enum class Relation : std::uint8_t {
        Itself,
        Ancestor,   ///< A node that it was made from.
        Descendant, ///< A node that was made from it.
        Lowered,    ///< An ONNX node that it was lowered to.
    };
    Relation relation = Relation::Itself;
    std::optional<ChangePlace> place; ///< Nothing: how the node was loaded, or Python's own history before.
    std::string pass;                 ///< "loaded", a pass, or what torch.export calls its own step.
    ChangeText text;
};

/// The whole history of an FX node, by `from_node` and the changes of both traces: from the nodes it came from, through every change of it, to the ONNX nodes that
/// it became. `limit` holds for the ONNX steps.
std::vector<HistoryStep> historyOfFx(const Document& document, NodeId node, std::size_t limit = 200);
/// The same of an ONNX node of any graph; begins with the FX node that it came from.
std::vector<HistoryStep> historyOfOnnx(const Document& document, NodeId node, std::size_t limit = 200);

} // namespace sidelight::session
