// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/decomposition.h"
#include "core/fx/program.h"
#include "core/ir/services.h"
#include "core/runtime/program_request.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::runtime {

struct EvaluatorOptions
{
    std::filesystem::path
        program; ///< Of sidelight-evaluator; empty: SIDELIGHT_EVALUATOR, else beside the running program.
    std::uint64_t memoryLimit = 0; ///< Bytes over what libtorch itself needs; 0: three quarters of the machine's.
    std::chrono::milliseconds timeLimit{300'000}; ///< For each request.
    int threads = 1;                              ///< More give other sums.
    std::stop_token stop;                         ///< Kills the running request.
};

using NamedTensor = std::pair<std::string, ir::Tensor>;

struct RunResult
{
    std::vector<ir::Tensor>
        outputs; ///< In signature order; numbers as tensors of rank 0, None as a tensor of DType::Undefined.
    std::vector<ir::Tensor> readBack; ///< As RunOptions::readBack.
    std::map<NodeId, std::vector<ir::Tensor>> intermediates; ///< Contiguous copies.
    std::map<NodeId, std::vector<std::vector<std::int64_t>>> strides; ///< Of what intermediates are copies of.
};

/// Talks to sidelight-evaluator, which is started at first need and again after it was lost. Requests of several
/// threads wait for each other. Fails with SL9001 (crash, time, memory, an operator's own error), SL9002 (never
/// evaluated), SL9003 (stopped).
class EvaluatorClient final : public ir::Evaluator
{
public:
    explicit EvaluatorClient(EvaluatorOptions options = {});
    ~EvaluatorClient() override;
    EvaluatorClient(const EvaluatorClient&) = delete;
    EvaluatorClient& operator=(const EvaluatorClient&) = delete;

    Result<std::vector<ir::Tensor>> evaluate(const fx::Node& node, const std::vector<ir::Tensor>& inputs) override;
    Result<fx::Decomposition> decompose(
        const fx::Node& node, const std::vector<ir::TensorType>& inputs, const std::vector<std::string>& kept) override;
    /// Evaluates the whole program node by node with these user inputs (in signature order; Python numbers as tensors
    /// of one element).
    Result<RunResult> runProgram(
        const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, const RunOptions& options = {});
    /// Runs a model in ONNX Runtime; outputs in the model's order. Fails with SL5002 with ONNX Runtime's own words.
    /// `optimize`: as users run it; else node by node as the model has them, for comparing bits.
    Result<std::vector<NamedTensor>> runOnnx(
        const std::filesystem::path& model, const std::vector<NamedTensor>& inputs, bool optimize = true);

    /// Process id of the running evaluator, or -1. May be asked while a request runs.
    [[nodiscard]] int processId() const;
    /// For tests of this class: makes the evaluator "abort", "segfault", "exit", "hang" or "grow".
    Status misbehave(std::string_view how);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace sidelight::runtime
