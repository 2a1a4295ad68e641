// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sidelight::lowering {

/// Which function bodies an export keeps (`--functions`).
enum class FunctionLevel : std::uint8_t { None, Operator, Module, Both };
std::string_view name(FunctionLevel level);
std::optional<FunctionLevel> functionLevelFromName(std::string_view name);

/// What becomes of mutated buffers and inputs (`--mutations`).
enum class Mutations : std::uint8_t { Outputs, Drop };

struct LowerOptions {
    std::int64_t opset = 18; ///< 18 to onnx's newest.
    Mutations mutations = Mutations::Outputs;
    const ir::OnnxSchemas* schemas = nullptr; ///< For the newest opset; may be null.
};

/// A program lowered to ONNX with every call in a function body, grouped by operator and by module (level `both`; the `inline` pass lowers the level).
/// `record` is the first record of the ONNX trace: applied to `initial` (an empty model) it gives record.after. Each change's cause is the FX node.
/// When an operator has no lowering its diagnostic (FXE0011) is in record.diagnostics, its outputs are left as values of a placeholder operator of
/// domain `pkg.sidelight.unsupported`, the record's outcome is Failed, and everything else is lowered, to be looked at. Such a model is never written.
struct Lowered {
    onnxir::Model initial;
    ir::PassRecord<onnxir::Model> record;
};
Lowered lower(const fx::ExportedProgram& program, const LowerOptions& options);

} // namespace sidelight::lowering
