// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/torch_evaluate.h"

#include "core/runtime/evaluator/failure.h"
#include "core/runtime/evaluator/graph_runner.h"
#include "core/runtime/evaluator/python_operators.h"
#include "core/runtime/evaluator/torch_tensors.h"
#include "core/runtime/evaluator/torch_values.h"
#include "core/runtime/refusal.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/GradMode.h>

#include <string>
#include <unordered_map>

namespace sidelight::runtime::evaluator {
namespace {

/// The client has refused already; a request that comes another way is refused here.
std::string reasonAgainst(const RunRequest& request)
{
    for (const WireGraph& graph : request.graphs) {
        for (const WireNode& wire : graph.nodes) {
            if (const Status status = checkEvaluable(wire.node); !status.ok())
                return status.error().message;
            const std::string& target = wire.node.target;
            if (wire.node.op == fx::Op::CallFunction && target.compare(0, 10, "torch.ops.") != 0 &&
                !isKnownPython(target))
                return target + " is never evaluated: it is not one of Python's operators on sizes";
        }
    }
    return {};
}

/// Python numbers come as tensors of one element; their placeholders say that they are none.
bool holdsNumber(const fx::Node& node)
{
    using Kind = ir::Type::Kind;
    return node.val.kind == Kind::Int || node.val.kind == Kind::Float || node.val.kind == Kind::Bool;
}

void bindAll(const RunRequest& request, TensorReader& tensors, GraphRunner& runner)
{
    std::unordered_map<NodeId, const fx::Node*> nodes;
    for (const WireGraph& graph : request.graphs)
        for (const WireNode& node : graph.nodes)
            nodes.emplace(node.id, &node.node);
    for (const Binding& binding : request.bindings) {
        if (binding.tensor == kNoTensor) {
            runner.bind(binding.node, runner.evaluate(binding.constant));
            continue;
        }
        const c10::IValue tensor = tensors.read(binding.tensor);
        const auto node = nodes.find(binding.node);
        runner.bind(binding.node, node != nodes.end() && holdsNumber(*node->second) ? itemOf(tensor) : tensor);
    }
}

Answer answerOf(const RunRequest& request, const GraphRunner& runner)
{
    TensorWriter writer;
    std::vector<NodeTensors> groups;
    NodeTensors& results = groups.emplace_back();
    for (const fx::Argument& result : request.results) {
        // A text among the outputs is a constant of the program; it is no tensor.
        if (result.as<std::string>())
            results.tensors.push_back(kNoTensor);
        else
            writer.add(runner.evaluate(result), results);
    }
    NodeTensors readBack;
    for (const NodeId node : request.readBack)
        writer.add(runner.evaluate(fx::Argument(Value{node, 0})), readBack);
    groups.push_back(std::move(readBack));
    for (std::size_t i = 0; i < runner.intermediates().size(); ++i) {
        NodeTensors group;
        group.node = runner.intermediates()[i].first;
        writer.add(runner.intermediates()[i].second, group);
        group.strides = runner.strides()[i];
        groups.push_back(std::move(group));
    }
    return writer.finish(std::move(groups));
}

} // namespace

void prepareTorch(int threads)
{
    at::set_num_threads(threads);
    at::set_num_interop_threads(threads);
    at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

Outcome evaluateGraphs(
    const RunRequest& request, const std::vector<Descriptor>& descriptors, const std::function<void(NodeId)>& onRunning)
{
    try {
        if (std::string reason = reasonAgainst(request); !reason.empty())
            return FailedReply{FailureKind::Refused, std::move(reason)};
        const c10::AutoGradMode noGrad(false);
        at::manual_seed(request.seed);
        TensorReader tensors(request.tensors, descriptors);
        GraphRunner runner(request, onRunning);
        bindAll(request, tensors, runner);
        runner.run();
        return answerOf(request, runner);
    } catch (...) {
        return failureOfException();
    }
}

} // namespace sidelight::runtime::evaluator
