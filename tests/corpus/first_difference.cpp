// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/first_difference.h"

#include "core/session/first_wrong_node.h"
#include "core/support/text.h"

namespace sidelight::corpus {

std::string firstDifference(const session::Document& document, const std::vector<ir::Tensor>& inputs, runtime::EvaluatorClient& evaluator)
{
    const NodeId id = session::firstWrongNode(document, inputs, evaluator);
    if (id == kNoNode)
        return {};
    const fx::Node& node = document.program().main()[id];
    const auto location = fx::locationOf(node);
    return concat("; first wrong: %", node.name, " ", node.overload(), " (", location.file, ":", location.line, ")");
}

} // namespace sidelight::corpus
