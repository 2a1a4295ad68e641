// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/known_types.h"

#include "core/lowering/provenance.h"

namespace sidelight::app {

display::KnownTypes knownTypes(const onnxir::Model& model, const fx::ExportedProgram& program)
{
    display::KnownTypes types;
    if (model.functions.empty())
        return types;
    for (const auto& [path, fx] : lowering::provenanceOf(model).toFx) {
        const auto graph = program.graphs.graphOf(fx);
        const auto called = model.graphs.graphOf(path.leaf());
        // A call gives what its FX node gives; other nodes may be steps on the way there.
        if (!graph || !called || !model.functionBody(model.graphs[*called][path.leaf()].op))
            continue;
        const ir::Type& type = program.graphs[*graph][fx].val;
        if (type.isTensor())
            types.emplace(path, onnxir::ValueType::tensor(type.tensor.dtype, type.tensor.sizes));
    }
    return types;
}

} // namespace sidelight::app
