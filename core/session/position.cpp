// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/position.h"

#include "core/support/rules.h"
#include "core/support/text.h"

namespace sidelight::session {
namespace {

template <class Unit>
Diagnostic unknownPass(const ir::Trace<Unit>& trace, const std::string& id)
{
    std::vector<std::string> ids;
    for (const auto& record : trace.records)
        ids.emplace_back(record.pass->id);
    const auto near = support::nearest(id, ids);
    return support::diagnose(rules::kUnknownPass, concat("no pass '", id, "' ran here; it could be ", support::join(near.empty() ? ids : near, ", "),
                                                         " (see 'sidelight passes')"));
}

template <class Unit>
const Unit* after(const ir::Trace<Unit>& trace, const std::string& id)
{
    for (auto record = trace.records.rbegin(); record != trace.records.rend(); ++record)
        if (record->pass->id == id)
            return &record->after;
    return nullptr;
}

} // namespace

Result<const fx::ExportedProgram*> programAfter(const Document& document, const std::string& id)
{
    if (!document.hasProgram())
        return support::diagnose(rules::kUsage, concat(document.path.string(), " is an ONNX model and has no FX graph; use --graph onnx"));
    if (id == "loaded")
        return &document.fx.initial;
    if (const auto* program = after(document.fx, id))
        return program;
    return unknownPass(document.fx, id);
}

Result<const onnxir::Model*> modelAfter(const Document& document, const std::optional<std::string>& id)
{
    if (!document.hasProgram() && !id)
        return &document.onnx.initial;
    if (document.onnx.records.empty()) {
        for (const Diagnostic& diagnostic : document.diagnostics())
            if (diagnostic.level == Level::Error)
                return diagnostic;
        return support::diagnose(rules::kFxGraphToOnnx, concat(document.path.string(), " was not lowered"));
    }
    if (!id)
        return &document.model();
    if (const auto* model = after(document.onnx, *id))
        return model;
    return unknownPass(document.onnx, *id);
}

} // namespace sidelight::session
