// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/program_request.h"

#include "core/runtime/refusal.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace sidelight::runtime {
namespace {

using Bindings = ir::Dim::Bindings;

Diagnostic unfit(const fx::Node& node, std::string why)
{
    return support::diagnose(rules::kInputsInvalid, concat("input ", node.name, " ", why), {fx::locationOf(node)});
}

/// Replaces every Dim below `argument` by its value. Returns the first that has none.
std::optional<ir::Dim> resolveDims(fx::Argument& argument, const Bindings& bindings)
{
    const auto resolveAll = [&](std::vector<fx::Argument>& items) -> std::optional<ir::Dim> {
        for (fx::Argument& item : items)
            if (auto unresolved = resolveDims(item, bindings))
                return unresolved;
        return std::nullopt;
    };
    if (auto* list = std::get_if<fx::ArgumentList>(&argument.content))
        return resolveAll(*list);
    if (auto* tuple = std::get_if<fx::ArgumentTuple>(&argument.content))
        return resolveAll(tuple->items);
    if (auto* dict = std::get_if<fx::ArgumentDict>(&argument.content))
        return resolveAll(dict->values);
    if (const auto* dim = argument.as<ir::Dim>()) {
        if (dim->kind() == ir::Dim::Kind::Real) {
            argument = fx::Argument(dim->realValue());
        } else if (const auto value = dim->evaluate(bindings)) {
            argument = fx::Argument(*value);
        } else {
            return *dim;
        }
    }
    return std::nullopt;
}

Result<WireNode> wireNode(NodeId id, const fx::Node& node, const Bindings& bindings)
{
    if (Status status = checkEvaluable(node); !status.ok())
        return status.error();
    WireNode wire{id, {node.op, node.name, node.target, node.args, node.kwargs, {}, nullptr, node.subgraph}};
    wire.node.val.kind = node.val.kind;
    std::optional<ir::Dim> unresolved;
    for (fx::Argument& argument : wire.node.args)
        if (!unresolved)
            unresolved = resolveDims(argument, bindings);
    for (auto& [key, argument] : wire.node.kwargs)
        if (!unresolved)
            unresolved = resolveDims(argument, bindings);
    if (unresolved)
        return support::diagnose(rules::kEvaluatorRefused,
            concat("the size ", unresolved->text(), " has no value with these inputs"), {fx::locationOf(node)});
    return wire;
}

/// The number in a tensor of one integer or bool.
std::optional<std::int64_t> integerIn(const ir::Tensor& tensor)
{
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes.ok() || tensor.elementCount() != 1)
        return std::nullopt;
    std::int64_t value = 0;
    if (tensor.dtype == ir::DType::Int64)
        std::memcpy(&value, bytes->data(), sizeof value);
    else if (tensor.dtype == ir::DType::Bool)
        value = std::to_integer<std::int64_t>((*bytes)[0]);
    else
        return std::nullopt;
    return value;
}

/// Binds a lone symbol, or checks an expression whose symbols are all bound.
bool agrees(const ir::Dim& dim, std::int64_t value, Bindings& bindings)
{
    if (dim.kind() == ir::Dim::Kind::Symbol) {
        const auto [at, isNew] = bindings.emplace(dim.name(), value);
        return isNew || at->second == value;
    }
    const auto expected = dim.evaluate(bindings);
    return !expected || *expected == value;
}

Status bindInput(const fx::Node& node, const ir::Tensor& input, Bindings& bindings)
{
    if (node.val.kind == ir::Type::Kind::Int || node.val.kind == ir::Type::Kind::Bool) {
        const auto value = integerIn(input);
        if (!value)
            return unfit(
                node, concat("is a Python number and needs one int64 or bool element, not ", ir::name(input.dtype)));
        if (node.val.value && !agrees(*node.val.value, *value, bindings))
            return unfit(node, concat("is ", node.val.value->text(), " and cannot be ", *value));
        return {};
    }
    if (!node.val.isTensor())
        return {};
    const ir::TensorType& type = node.val.tensor;
    if (type.dtype != input.dtype)
        return unfit(node, concat("is ", ir::name(type.dtype), ", not ", ir::name(input.dtype)));
    if (type.rank() != input.sizes.size())
        return unfit(node, concat("has ", type.rank(), " dimensions, not ", input.sizes.size()));
    for (std::size_t i = 0; i < type.sizes.size(); ++i)
        if (!agrees(type.sizes[i], input.sizes[i], bindings))
            return unfit(
                node, concat("has size ", type.sizes[i].text(), " in dimension ", i, ", not ", input.sizes[i]));
    return {};
}

Diagnostic wrongCount(std::size_t expected, std::size_t given)
{
    return support::diagnose(
        rules::kInputsInvalid, concat("the program takes ", expected, " user inputs, ", given, " were given"));
}

bool isStateKind(fx::InputKind kind)
{
    return kind == fx::InputKind::Parameter || kind == fx::InputKind::Buffer || kind == fx::InputKind::ConstantTensor;
}

/// Fills bindings of the placeholders: inputs, state, constants.
class Binder
{
public:
    Binder(const fx::ExportedProgram& program, PackedRequest& packed) : program_(program), packed_(packed) {}

    Status bindPlaceholders(const std::vector<ir::Tensor>& inputs)
    {
        std::size_t nextInput = 0;
        std::size_t nextSpec = 0;
        for (const NodeId id : program_.main().order()) {
            const fx::Node& node = program_.main()[id];
            if (node.op != fx::Op::Placeholder)
                continue;
            const fx::InputSpec spec =
                nextSpec < program_.signature->inputs.size() ? program_.signature->inputs[nextSpec] : fx::InputSpec{};
            ++nextSpec;
            Status status;
            if (spec.kind == fx::InputKind::UserInput)
                status = bindTensor(id, node.name, inputs[nextInput++]);
            else if (isStateKind(spec.kind))
                status = bindState(id, node, spec.target);
            else if (spec.kind == fx::InputKind::ConstantInput)
                packed_.request.bindings.push_back({id, kNoTensor, spec.constant});
            else
                return support::diagnose(rules::kEvaluatorRefused,
                    concat("input ", node.name, " is a custom object or token and is never evaluated"),
                    {fx::locationOf(node)});
            if (!status.ok())
                return status;
        }
        return {};
    }
    Status bindState(NodeId id, const fx::Node& node, const std::string& name)
    {
        const auto tensor = program_.stateOf(name);
        if (!tensor)
            return support::diagnose(
                rules::kInputsInvalid, concat(name, " is not in the program's state"), {fx::locationOf(node)});
        return bindTensor(id, name, *tensor);
    }

private:
    Status bindTensor(NodeId id, std::string_view name, const ir::Tensor& tensor)
    {
        Result<std::uint32_t> index = packed_.packer.add(tensor, name);
        if (!index.ok())
            return index.error();
        packed_.request.bindings.push_back({id, *index, {}});
        return {};
    }

    const fx::ExportedProgram& program_;
    PackedRequest& packed_;
};

} // namespace

NodeId placeholderOf(const fx::ExportedProgram& program, std::string_view target)
{
    std::size_t next = 0;
    for (const NodeId id : program.main().order()) {
        const fx::Node& node = program.main()[id];
        if (node.op != fx::Op::Placeholder)
            continue;
        const fx::InputSpec spec =
            next < program.signature->inputs.size() ? program.signature->inputs[next] : fx::InputSpec{};
        ++next;
        if (node.name == target || (!spec.target.empty() && spec.target == target))
            return id;
    }
    return kNoNode;
}

std::vector<NodeId> userInputs(const fx::ExportedProgram& program)
{
    std::vector<NodeId> ids;
    std::size_t next = 0;
    for (const NodeId id : program.main().order()) {
        if (program.main()[id].op != fx::Op::Placeholder)
            continue;
        if (next >= program.signature->inputs.size() ||
            program.signature->inputs[next].kind == fx::InputKind::UserInput)
            ids.push_back(id);
        ++next;
    }
    return ids;
}

Result<Bindings> bindSymbols(const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs)
{
    const std::vector<NodeId> placeholders = userInputs(program);
    if (placeholders.size() != inputs.size())
        return wrongCount(placeholders.size(), inputs.size());
    Bindings bindings;
    // Twice: an expression may come before the symbols that it is made of.
    for (int round = 0; round < 2; ++round)
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (Status status = bindInput(program.main()[placeholders[i]], inputs[i], bindings); !status.ok())
                return status.error();
    return bindings;
}

Result<PackedRequest> packProgram(
    const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, const RunOptions& options)
{
    Result<Bindings> symbols = bindSymbols(program, inputs);
    if (!symbols.ok())
        return symbols.error();
    PackedRequest packed;
    Binder binder(program, packed);
    if (Status status = binder.bindPlaceholders(inputs); !status.ok())
        return status.error();
    for (const GraphId graph : program.graphs.ids()) {
        WireGraph& wire = packed.request.graphs.emplace_back();
        wire.id = graph;
        for (const NodeId id : program.graphs[graph].order()) {
            const fx::Node& node = program.graphs[graph][id];
            Result<WireNode> made = wireNode(id, node, *symbols);
            if (!made.ok())
                return made.error();
            if (node.op == fx::Op::GetAttr && node.subgraph == kMainGraph)
                if (Status status = binder.bindState(id, node, node.target); !status.ok())
                    return status.error();
            wire.nodes.push_back(std::move(*made));
        }
    }
    for (const fx::OutputSpec& output : program.signature->outputs) {
        fx::Argument value = output.value;
        if (const auto unresolved = resolveDims(value, *symbols))
            return support::diagnose(rules::kEvaluatorRefused,
                concat("an output is ", unresolved->text(), ", which has no value with these inputs"));
        packed.request.results.push_back(std::move(value));
    }
    packed.request.readBack = options.readBack;
    packed.request.keepIntermediates = options.keepIntermediates;
    packed.request.seed = options.seed;
    packed.request.tensors = packed.packer.table();
    return packed;
}

Result<PackedRequest> packNode(const fx::Node& node, const std::vector<ir::Tensor>& inputs)
{
    if (node.op != fx::Op::CallFunction)
        return support::diagnose(rules::kEvaluatorRefused,
            concat("a ", fx::name(node.op), " node cannot be evaluated alone"), {fx::locationOf(node)});
    fx::Node call = node;
    std::size_t count = 0;
    fx::mapInputs(call, [&](const Value&) { return Value{NodeId{static_cast<std::uint32_t>(count++)}, 0}; });
    if (count != inputs.size())
        return support::diagnose(rules::kInputsInvalid,
            concat(node.target, " reads ", count, " values, ", inputs.size(), " were given"), {fx::locationOf(node)});
    PackedRequest packed;
    WireGraph& graph = packed.request.graphs.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
        const NodeId id{static_cast<std::uint32_t>(i)};
        Result<std::uint32_t> tensor = packed.packer.add(inputs[i], concat("input ", i, " of ", node.name));
        if (!tensor.ok())
            return tensor.error();
        packed.request.bindings.push_back({id, *tensor, {}});
        graph.nodes.push_back({id, {}});
        graph.nodes.back().node.op = fx::Op::Placeholder;
    }
    const NodeId self{static_cast<std::uint32_t>(count)};
    Result<WireNode> made = wireNode(self, call, {});
    if (!made.ok())
        return made.error();
    graph.nodes.push_back(std::move(*made));
    packed.request.results.push_back(Value{self, 0});
    packed.request.tensors = packed.packer.table();
    return packed;
}

} // namespace sidelight::runtime
