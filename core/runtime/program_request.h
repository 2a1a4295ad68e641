// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/runtime/protocol.h"
#include "core/runtime/tensor_transfer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::runtime {

struct RunOptions
{
    bool keepIntermediates = false; ///< Return what each node of the main graph gave, as it was when the node had run.
    std::vector<NodeId>
        readBack;           ///< Placeholders whose tensor is wanted as it is at the end (mutated buffers and inputs).
    std::uint64_t seed = 0; ///< Of the random operators.
    std::function<void(NodeId)> onRunning; ///< Called before each call_function node runs, in the caller's thread.
};

/// A request with the tensors that go with it.
struct PackedRequest
{
    RunRequest request;
    TensorPacker packer;
};

/// User inputs that runProgram takes, in signature order: those that are not constants.
std::vector<NodeId> userInputs(const fx::ExportedProgram& program);

/// The placeholder of a parameter, buffer or input by FQN or name, or kNoNode.
NodeId placeholderOf(const fx::ExportedProgram& program, std::string_view target);

/// Values of the symbols as the given inputs fix them. Fails with SL1017 when an input does not fit its placeholder's
/// dtype, rank or sizes.
Result<ir::Dim::Bindings> bindSymbols(const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs);

/// The whole program as a request. Fails with SL1017 for inputs that do not fit, SL9002 for what is never evaluated.
Result<PackedRequest> packProgram(
    const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, const RunOptions& options);

/// One node as a request; its Value arguments are `inputs` in visitInputs order.
Result<PackedRequest> packNode(const fx::Node& node, const std::vector<ir::Tensor>& inputs);

} // namespace sidelight::runtime
