// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/examples.h"

#include "core/fx/parse_call.h"
#include "core/support/rules.h"

#include <algorithm>

namespace sidelight::lowering {

const Example* findExample(std::string_view target)
{
    const auto table = examples();
    const auto found = std::lower_bound(table.begin(), table.end(), target, [](const Example& e, std::string_view t) { return e.target < t; });
    return found != table.end() && found->target == target ? &*found : nullptr;
}

Result<std::set<std::string>> operatorsOf(const Example& example, const LowerOptions& options)
{
    const auto program = fx::parseCall(example.call);
    if (!program)
        return program.error();
    const Lowered lowered = lower(*program, options);
    for (const Diagnostic& diagnostic : lowered.record.diagnostics)
        if (diagnostic.level == Level::Error)
            return diagnostic;
    std::set<std::string> types;
    const onnxir::Model& model = lowered.record.after;
    for (const GraphId graph : model.graphs.ids())
        for (const NodeId id : model.graphs[graph].order()) {
            const onnxir::Node& node = model.graphs[graph][id];
            if (node.kind == onnxir::Kind::Operator && node.op.domain.empty() && node.op.op_type != "Constant")
                types.insert(node.op.op_type);
        }
    return types;
}

} // namespace sidelight::lowering
