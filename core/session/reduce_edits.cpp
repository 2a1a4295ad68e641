// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/reduce_edits.h"

#include "core/fx/calls.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

using fx::ExportedProgram;
using fx::InputKind;

bool isUserInput(InputKind kind) { return kind == InputKind::UserInput || kind == InputKind::ConstantInput; }

/// A copy of the file's facts to be changed; what tells of the whole model's call and guards is gone with the first edit.
std::shared_ptr<fx::ProgramInfo> factsOf(const ExportedProgram& program)
{
    auto facts = std::make_shared<fx::ProgramInfo>(program.info ? *program.info : fx::ProgramInfo());
    facts->moduleCalls.clear();
    facts->guards.clear();
    return facts;
}

/// Subgraphs that no node of a reachable graph names.
void removeGraphs(fx::Rewriter& rewriter)
{
    std::set<GraphId> reached{kMainGraph};
    std::vector<GraphId> open{kMainGraph};
    while (!open.empty()) {
        const auto& graph = rewriter.graph(open.back());
        open.pop_back();
        for (const NodeId id : graph.order())
            fx::visitSubgraphs(graph[id], [&](GraphId body) {
                if (rewriter.unit().graphs.contains(body) && reached.insert(body).second)
                    open.push_back(body);
            });
    }
    for (const GraphId id : rewriter.unit().graphs.ids())
        if (reached.count(id) == 0)
            rewriter.removeGraph(id);
}

void sweepInputs(ExportedProgram& program, fx::Rewriter& rewriter)
{
    std::set<std::string> mutated;
    for (const fx::OutputSpec& spec : program.signature->outputs)
        if (!spec.target.empty())
            mutated.insert(spec.target);
    auto facts = factsOf(program);
    const bool sampled = !facts->sampleArguments.empty() && facts->sampleArguments.size() == facts->sampleInputs.size();
    fx::GraphSignature signature = *program.signature;
    std::vector<NodeId> placeholders;
    for (const NodeId id : program.main().order())
        if (program.main()[id].op == fx::Op::Placeholder)
            placeholders.push_back(id);
    std::size_t leaf = 0;
    std::size_t kept = 0;
    for (std::size_t at = 0; at < placeholders.size() && kept < signature.inputs.size(); ++at) {
        const fx::InputSpec spec = signature.inputs[kept];
        const bool user = isUserInput(spec.kind);
        if (rewriter.hasUsers(placeholders[at]) || mutated.count(spec.target) + mutated.count(spec.name) > 0) {
            ++kept;
            leaf += user ? 1 : 0;
            continue;
        }
        signature.inputs.erase(signature.inputs.begin() + static_cast<std::ptrdiff_t>(kept));
        if (user && sampled && leaf < facts->sampleInputs.size()) {
            facts->sampleInputs.erase(facts->sampleInputs.begin() + static_cast<std::ptrdiff_t>(leaf));
            facts->sampleArguments.erase(facts->sampleArguments.begin() + static_cast<std::ptrdiff_t>(leaf));
        }
        rewriter.setSignature(signature);
        if (const Status erased = rewriter.erase(placeholders[at]); !erased)
            break;
    }
    std::set<std::string> used;
    for (const fx::InputSpec& spec : signature.inputs)
        used.insert(spec.target);
    std::vector<std::string> unused;
    for (const auto& [name, tensor] : *program.state)
        if (used.count(name) == 0)
            unused.push_back(name);
    for (const std::string& name : unused)
        rewriter.setState(name, nullptr);
    program.info = std::move(facts);
}

/// Takes away what nobody reads.
void sweep(ExportedProgram& program, fx::Rewriter& rewriter)
{
    std::vector<NodeId> ids = program.main().orderCopy();
    std::reverse(ids.begin(), ids.end());
    for (const NodeId id : ids)
        if (const fx::Node& node = program.main()[id]; node.op != fx::Op::Placeholder && node.op != fx::Op::Output && !rewriter.hasUsers(id) &&
                                                       (node.op == fx::Op::GetAttr || fx::isPure(program, node)))
            if (const Status erased = rewriter.erase(id); !erased)
                return;
    removeGraphs(rewriter);
    sweepInputs(program, rewriter);
}

/// Makes the program return these.
void setOutputs(fx::Rewriter& rewriter, std::vector<fx::OutputSpec> outputs)
{
    const NodeId id = fx::outputOf(rewriter.graph(kMainGraph));
    fx::Node node = rewriter.node(id);
    std::vector<fx::Argument> items;
    std::vector<ir::Type> types;
    for (const fx::OutputSpec& spec : outputs) {
        const Value* value = spec.value.as<Value>();
        items.push_back(spec.value);
        types.push_back(value ? rewriter.node(value->node).val : ir::Type());
    }
    node.args = {fx::Argument(fx::ArgumentTuple{std::move(items)})};
    node.val = ir::Type::list(std::move(types));
    fx::GraphSignature signature = *rewriter.unit().signature;
    signature.outputs = std::move(outputs);
    rewriter.update(id, std::move(node));
    rewriter.setSignature(std::move(signature));
}

/// Erases those of `calls` that nobody reads, and makes the program return what only they read.
void returnUnread(fx::Rewriter& rewriter, const std::vector<NodeId>& calls)
{
    std::set<NodeId> read;
    for (auto id = calls.rbegin(); id != calls.rend(); ++id) {
        if (rewriter.hasUsers(*id))
            continue;
        fx::visitInputs(rewriter.node(*id), [&](Value value, std::uint32_t) { read.insert(value.node); });
        if (const Status erased = rewriter.erase(*id); !erased)
            return;
    }
    std::vector<fx::OutputSpec> outputs = rewriter.unit().signature->outputs;
    for (const NodeId id : read)
        if (rewriter.contains(id) && !rewriter.hasUsers(id) && rewriter.node(id).op == fx::Op::CallFunction && rewriter.node(id).val.isTensor())
            outputs.push_back({fx::OutputKind::UserOutput, fx::Argument(Value{id, 0}), {}});
    setOutputs(rewriter, std::move(outputs));
}

std::vector<NodeId> placeholdersOf(const ExportedProgram& program)
{
    std::vector<NodeId> ids;
    for (const NodeId id : program.main().order())
        if (program.main()[id].op == fx::Op::Placeholder)
            ids.push_back(id);
    return ids;
}

/// The first `smaller` of each dimension of `size`.
std::shared_ptr<const ir::Tensor> cut(const ir::Tensor& tensor, std::int64_t size, std::int64_t smaller)
{
    ir::Tensor part = tensor;
    for (std::int64_t& length : part.sizes)
        if (length == size)
            length = smaller;
    if (part.sizes == tensor.sizes || !tensor.storage || !tensor.storage->hasData())
        return nullptr;
    auto bytes = ir::readContiguous(part);
    return bytes ? std::make_shared<const ir::Tensor>(ir::Tensor::fromBytes(part.dtype, part.sizes, std::move(*bytes))) : nullptr;
}

ir::TensorType typeOf(const ir::Tensor& tensor, const ir::TensorType& before)
{
    ir::TensorType type = before;
    type.dtype = tensor.dtype;
    type.sizes.clear();
    type.strides.clear();
    type.storageOffset = ir::Dim::constant(0);
    for (const std::int64_t size : tensor.sizes)
        type.sizes.push_back(ir::Dim::constant(size));
    for (const std::int64_t stride : ir::contiguousStrides(tensor.sizes))
        type.strides.push_back(ir::Dim::constant(stride));
    return type;
}

void setTensorType(fx::Rewriter& rewriter, NodeId id, const ir::Tensor& tensor)
{
    fx::Node node = rewriter.node(id);
    if (!node.val.isTensor())
        return;
    node.val.tensor = typeOf(tensor, node.val.tensor);
    rewriter.update(id, std::move(node));
}

} // namespace

std::vector<NodeId> callsOf(const ExportedProgram& program)
{
    std::vector<NodeId> calls;
    for (const NodeId id : program.main().order())
        if (program.main()[id].op == fx::Op::CallFunction)
            calls.push_back(id);
    return calls;
}

ExportedProgram keepCalls(const ExportedProgram& given, std::size_t count)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    const std::vector<NodeId> calls = callsOf(program);
    setOutputs(rewriter, {});
    for (std::size_t at = calls.size(); at-- > count;)
        if (const Status erased = rewriter.erase(calls[at]); !erased)
            return given;
    std::vector<fx::OutputSpec> outputs;
    for (std::size_t at = 0; at < count && at < calls.size(); ++at)
        if (!rewriter.hasUsers(calls[at]) && program.main()[calls[at]].val.isTensor())
            outputs.push_back({fx::OutputKind::UserOutput, fx::Argument(Value{calls[at], 0}), {}});
    setOutputs(rewriter, std::move(outputs));
    sweep(program, rewriter);
    return program;
}

ExportedProgram keepOutputs(const ExportedProgram& given, const std::vector<std::size_t>& kept)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    std::vector<fx::OutputSpec> outputs;
    for (const std::size_t at : kept)
        outputs.push_back(given.signature->outputs.at(at));
    setOutputs(rewriter, std::move(outputs));
    sweep(program, rewriter);
    return program;
}

ExportedProgram replaceByInputs(const ExportedProgram& given, const std::vector<NodeId>& calls, const CallValues& values, bool keepUnread)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    const std::set<NodeId> replaced(calls.begin(), calls.end());
    auto facts = factsOf(program);
    fx::GraphSignature signature = *program.signature;
    const std::vector<NodeId> placeholders = placeholdersOf(program);
    NodeId before = placeholders.empty() ? program.main().front() : program.main().next(placeholders.back());
    for (const NodeId id : calls) {
        const fx::Node& node = program.main()[id];
        const auto found = values.find(id);
        if (!node.val.isTensor() || found == values.end() || found->second.size() != 1 || found->second.front().dtype == ir::DType::Undefined)
            continue;
        // Read by a call that goes too: only what crosses the border becomes an input.
        const auto& uses = rewriter.uses({id, 0});
        if (std::none_of(uses.begin(), uses.end(), [&](const auto& use) { return replaced.count(use.user) == 0 && program.main()[use.user].op != fx::Op::Output; }))
            continue;
        fx::Node placeholder;
        placeholder.op = fx::Op::Placeholder;
        placeholder.name = fx::uniqueName(program.main(), "in_" + node.name);
        placeholder.target = placeholder.name;
        placeholder.val = node.val;
        placeholder.val.tensor.requiresGrad = false;
        fx::InputSpec spec;
        spec.name = placeholder.name;
        signature.inputs.push_back(std::move(spec));
        facts->sampleInputs.push_back(std::make_shared<const ir::Tensor>(found->second.front()));
        facts->sampleArguments.emplace_back();
        const NodeId made = rewriter.insert(kMainGraph, before, std::move(placeholder));
        rewriter.replaceAllUsesWith({id, 0}, {made, 0});
    }
    // replaceAllUsesWith keeps the outputs in step; the inputs are ours to add.
    signature.outputs = program.signature->outputs;
    rewriter.setSignature(std::move(signature));
    program.info = std::move(facts);
    if (keepUnread)
        returnUnread(rewriter, calls);
    sweep(program, rewriter);
    return program;
}

ExportedProgram stepBack(const ExportedProgram& given, std::size_t at)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    std::vector<fx::OutputSpec> outputs = given.signature->outputs;
    const Value* value = outputs.at(at).value.as<Value>();
    if (!value || program.main()[value->node].op != fx::Op::CallFunction)
        return given;
    const NodeId call = value->node;
    outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(at));
    setOutputs(rewriter, std::move(outputs));
    returnUnread(rewriter, {call});
    sweep(program, rewriter);
    return program;
}

ExportedProgram bypass(const ExportedProgram& given, NodeId call, Value input)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    rewriter.replaceAllUsesWith({call, 0}, input);
    sweep(program, rewriter);
    return program;
}

ExportedProgram withoutCall(const ExportedProgram& given, NodeId call)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    if (const Status erased = rewriter.erase(call); !erased)
        return given;
    sweep(program, rewriter);
    return program;
}

ExportedProgram cutSizes(const ExportedProgram& given, std::int64_t size, std::int64_t smaller)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    auto facts = factsOf(program);
    const std::vector<NodeId> placeholders = placeholdersOf(program);
    std::size_t leaf = 0;
    for (std::size_t at = 0; at < placeholders.size() && at < program.signature->inputs.size(); ++at) {
        const fx::InputSpec& spec = program.signature->inputs[at];
        std::shared_ptr<const ir::Tensor> made;
        if (isUserInput(spec.kind)) {
            if (leaf < facts->sampleInputs.size() && facts->sampleInputs[leaf])
                if ((made = cut(*facts->sampleInputs[leaf], size, smaller)))
                    facts->sampleInputs[leaf] = made;
            ++leaf;
        } else if (const auto tensor = program.stateOf(spec.target)) {
            if ((made = cut(*tensor, size, smaller)))
                rewriter.setState(spec.target, made);
        }
        if (made)
            setTensorType(rewriter, placeholders[at], *made);
    }
    program.info = std::move(facts);
    return program;
}

ExportedProgram retyped(const ExportedProgram& given, const CallValues& values)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    for (const NodeId id : program.main().orderCopy()) {
        const auto found = values.find(id);
        fx::Node node = program.main()[id];
        if (found == values.end() || node.op == fx::Op::Placeholder)
            continue;
        if (found->second.size() == 1 && node.val.isTensor())
            setTensorType(rewriter, id, found->second.front());
        if (node.val.kind != ir::Type::Kind::List || node.val.elements.size() != found->second.size())
            continue;
        for (std::size_t at = 0; at < found->second.size(); ++at)
            if (node.val.elements[at].isTensor())
                node.val.elements[at].tensor = typeOf(found->second[at], node.val.elements[at].tensor);
        rewriter.update(id, std::move(node));
    }
    setOutputs(rewriter, program.signature->outputs);
    return program;
}

std::shared_ptr<const ir::Tensor> filled(const ir::Tensor& tensor, int value)
{
    const std::size_t size = ir::itemSize(tensor.dtype);
    if (!tensor.storage || !tensor.storage->hasData() || size == 0 || tensor.elementCount() == 0)
        return nullptr;
    std::vector<std::byte> item(size);
    const auto set = [&](const auto& number) { std::memcpy(item.data(), &number, sizeof number); };
    if (value != 0) {
        if (tensor.dtype == ir::DType::Float32)
            set(1.0F);
        else if (tensor.dtype == ir::DType::Float64)
            set(1.0);
        else if (ir::isInteger(tensor.dtype) || tensor.dtype == ir::DType::Bool)
            item[0] = std::byte{1};
        else
            return nullptr;
    }
    std::vector<std::byte> bytes;
    for (std::int64_t at = 0; at < tensor.elementCount(); ++at)
        bytes.insert(bytes.end(), item.begin(), item.end());
    const auto before = ir::readContiguous(tensor);
    if (!before || *before == bytes)
        return nullptr;
    return std::make_shared<const ir::Tensor>(ir::Tensor::fromBytes(tensor.dtype, tensor.sizes, std::move(bytes)));
}

ExportedProgram withState(const ExportedProgram& given, const std::string& name, std::shared_ptr<const ir::Tensor> tensor)
{
    ExportedProgram program = given;
    fx::Rewriter rewriter(program, "reduce");
    rewriter.setState(name, std::move(tensor));
    return program;
}

ExportedProgram withSample(const ExportedProgram& given, std::size_t at, std::shared_ptr<const ir::Tensor> tensor)
{
    ExportedProgram program = given;
    auto facts = factsOf(program);
    facts->sampleInputs.at(at) = std::move(tensor);
    program.info = std::move(facts);
    return program;
}

} // namespace sidelight::session
