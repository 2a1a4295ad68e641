// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/runtime/compare.h"
#include "core/runtime/evaluator_client.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::runtime {

struct VerifyOptions
{
    std::vector<ir::Tensor> inputs; ///< As runProgram takes them.
    std::optional<std::vector<ir::Tensor>>
        expected; ///< User outputs that are tensors; without them PyTorch's kernels evaluate the program.
    std::optional<Tolerance>
        tolerance;             ///< Default: Model, or ModelHalf where a 16-bit float takes part in the program.
    bool deterministic = true; ///< False: dtype, shape and statistics only.
    std::uint64_t seed = 0;
};

struct VerifiedOutput
{
    std::string name; ///< Of the ONNX output.
    ir::DType dtype = ir::DType::Undefined;
    std::vector<std::int64_t> sizes;
    Comparison comparison;
};

struct VerifyReport
{
    std::vector<VerifiedOutput> outputs;
    std::vector<Diagnostic>
        diagnostics; ///< SL5001 for the first output that differs, or for a wrong number of outputs.
    [[nodiscard]] bool equal() const { return diagnostics.empty(); }
};

/// Runs `model`, the program's export, in ONNX Runtime and compares each output with what the program gives: user
/// outputs by position, then
/// `<target>.mutated` by name. A uint16 array among `expected` holds bfloat16 bits where the model says so. Fails when
/// one of the two cannot be run.
Result<VerifyReport> verify(EvaluatorClient& evaluator, const fx::ExportedProgram& program,
    const std::filesystem::path& model, VerifyOptions options);

} // namespace sidelight::runtime
