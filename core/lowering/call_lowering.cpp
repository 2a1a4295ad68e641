// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/call_lowering.h"

#include "core/fx/print.h"
#include "core/lowering/metadata.h"
#include "core/lowering/registry.h"
#include "core/lowering/runtime_kernels.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sidelight::lowering {

namespace {

bool isGetItem(const fx::Node& node)
{
    return node.op == fx::Op::CallFunction && node.target == "operator.getitem" && node.args.size() == 2;
}

/// "aten.add" of "aten.add.Tensor"; "aten.linear.default" shows as "aten.linear".
std::string displayNameOf(std::string_view overload)
{
    constexpr std::string_view kDefault = ".default";
    return std::string(overload.ends_with(kDefault) ? overload.substr(0, overload.size() - kDefault.size()) : overload);
}

} // namespace

CallLowering::CallLowering(const fx::ExportedProgram& program, std::int64_t opset, FunctionTable& table, DiagnosticLog& log)
    : program_(program), opset_(opset), table_(table), log_(log)
{
    indexNodes();
    readAliases();
}

void CallLowering::indexNodes()
{
    for (const GraphId graph : program_.graphs.ids()) {
        for (const NodeId id : program_.graphs[graph].order()) {
            if (ir::index(id) >= nodes_.size())
                nodes_.resize(ir::index(id) + 1, nullptr);
            nodes_[ir::index(id)] = program_.graphs[graph].find(id);
            homes_[id] = graph;
        }
        users_.merge(fx::userCounts(program_.graphs[graph]));
    }
    for (const NodeId id : program_.main().order()) {
        const fx::Node& node = program_.main()[id];
        if (node.val.isTensor())
            for (std::size_t dim = 0; dim < node.val.tensor.sizes.size(); ++dim)
                if (node.val.tensor.sizes[dim].kind() == ir::Dim::Kind::Symbol)
                    symbols_.try_emplace(node.val.tensor.sizes[dim].name(), Value{id, 0}, static_cast<std::int64_t>(dim));
    }
    if (!program_.signature)
        return;
    std::map<std::string_view, const fx::InputSpec*> specs;
    for (const fx::InputSpec& input : program_.signature->inputs)
        specs.emplace(input.name, &input);
    for (const NodeId id : program_.main().order()) {
        const auto spec = program_.main()[id].op == fx::Op::Placeholder ? specs.find(program_.main()[id].name) : specs.end();
        if (spec != specs.end() && spec->second->kind == fx::InputKind::ConstantInput)
            constants_.emplace(Value{id, 0}, spec->second->constant);
    }
}

void CallLowering::readAliases()
{
    for (const GraphId graph : program_.graphs.ids()) {
        for (const NodeId id : program_.graphs[graph].order()) {
            const fx::Node& node = program_.graphs[graph][id];
            const auto* list = isGetItem(node) ? node.args[0].as<Value>() : nullptr;
            const auto* index = isGetItem(node) ? node.args[1].as<std::int64_t>() : nullptr;
            if (list && index && typeOf(resolve(*list)).kind == ir::Type::Kind::List) {
                const Value source = resolve(*list);
                const auto count = static_cast<std::int64_t>(typeOf(source).elements.size());
                aliases_.emplace(Value{id, 0}, componentOf(source.node, static_cast<std::size_t>(*index < 0 ? *index + count : *index)));
            }
        }
    }
    for (const fx::Node* node : nodes_)
        if (node && !isGetItem(*node))
            visitInputs(*node, [&](Value value, std::uint32_t) { markRead(resolve(value)); });
}

void CallLowering::markRead(Value value)
{
    read_.insert(value);
    if (typeOf(value).kind == ir::Type::Kind::List)
        for (std::size_t i = 0; i < typeOf(value).elements.size(); ++i)
            read_.insert(componentOf(value.node, i));
}

Value CallLowering::resolve(Value value) const
{
    const auto found = aliases_.find(value);
    return found == aliases_.end() ? value : found->second;
}

const ir::Type& CallLowering::typeOf(Value resolved) const
{
    static const ir::Type kUnknown;
    if (ir::index(resolved.node) >= nodes_.size() || !nodes_[ir::index(resolved.node)])
        return kUnknown;
    const ir::Type& type = nodes_[ir::index(resolved.node)]->val;
    if (resolved.output == 0)
        return type;
    return resolved.output <= type.elements.size() ? type.elements[resolved.output - 1] : kUnknown;
}

const fx::Argument* CallLowering::constantOf(Value resolved) const
{
    const auto found = constants_.find(resolved);
    return found == constants_.end() ? nullptr : &found->second;
}

std::optional<std::pair<Value, std::int64_t>> CallLowering::sourceOf(std::string_view symbol) const
{
    const auto found = symbols_.find(std::string(symbol));
    return found == symbols_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<GraphId> CallLowering::subgraphOf(Value value) const
{
    const fx::Node* node = ir::index(value.node) < nodes_.size() ? nodes_[ir::index(value.node)] : nullptr;
    return node && node->op == fx::Op::GetAttr && node->subgraph != kMainGraph ? std::optional(node->subgraph) : std::nullopt;
}

std::shared_ptr<const onnxir::Properties> CallLowering::properties(NodeId id) const
{
    const auto users = users_.find(id);
    const std::string text = fx::formatNode(program_.graphs[homes_.at(id)], node(id), users == users_.end() ? 0 : users->second);
    return std::make_shared<const onnxir::Properties>(propertiesOf(node(id), text));
}

std::vector<Value> CallLowering::componentsOf(NodeId id, const fx::Node& node) const
{
    if (node.val.kind != ir::Type::Kind::List)
        return {Value{id, 0}};
    std::vector<Value> components;
    for (std::size_t i = 0; i < node.val.elements.size(); ++i)
        components.push_back(componentOf(id, i));
    return components;
}

Diagnostic CallLowering::noLowering(const fx::Node& node) const
{
    const std::string_view overload = node.overload();
    const fx::Schema* schema = fx::findSchema(overload);
    Diagnostic diagnostic = support::diagnose(
        rules::kNoLowering, concat(overload, " has no lowering for opset ", opset_, "; decompose it or register one"), {fx::locationOf(node)});
    diagnostic.level = Level::Error;
    if (isComplexCall(node, *this) && findLowering(overload, opset_))
        diagnostic.message = concat(overload, " has no lowering for complex tensors at opset ", opset_, "; take the real and imaginary parts in the model");
    if (schema && schema->isMutable() && !fx::functionalTwin(overload).empty())
        diagnostic.fixes.push_back({concat("leave the functionalize pass enabled: it makes this ", fx::functionalTwin(overload))});
    else if (schema && schema->has(fx::SchemaTag::CompositeImplicit))
        diagnostic.fixes.push_back({"run ep.run_decompositions() before torch.export.save, which takes this operator apart"});
    else
        diagnostic.fixes.push_back({"replace the call in the model by operators that have a lowering (sidelight ops lists them)"});
    return diagnostic;
}

LoweredCall CallLowering::placeholder(NodeId id, const fx::Node& node) const
{
    LoweredCall call;
    call.fx = id;
    visitInputs(node, [&](Value value, std::uint32_t) {
        const Value resolved = resolve(value);
        const ir::Type& type = typeOf(resolved);
        if (constantOf(resolved) || subgraphOf(resolved))
            return;
        if (type.kind == ir::Type::Kind::List)
            for (std::size_t i = 0; i < type.elements.size(); ++i)
                call.inputs.push_back(componentOf(resolved.node, i));
        else
            call.inputs.push_back(resolved);
    });
    for (const Value component : componentsOf(id, node)) {
        call.outputs.push_back(component);
        call.outputTypes.push_back(valueTypeOf(typeOf(component)));
    }
    return call;
}

LoweredCall CallLowering::lower(NodeId id, const fx::Node& node)
{
    auto lowered = tryLower(id, node);
    if (lowered)
        return std::move(lowered).value();
    ++failures_;
    log_.append(lowered.error());
    return placeholder(id, node);
}

Result<LoweredCall> CallLowering::tryLower(NodeId id, const fx::Node& node)
{
    const Lowering* row = findLowering(node.overload(), opset_, isComplexCall(node, *this));
    if (!row)
        return noLowering(node);
    Op op(opset_);
    auto call = Call::bind(node, *this, op);
    if (!call)
        return call.error();
    auto results = row->function(op, *call);
    if (op.failure())
        return call->unsupported(*op.failure());
    if (!results)
        return results.error();
    const std::vector<Value> components = componentsOf(id, node);
    LoweredCall lowered;
    lowered.fx = id;
    Values kept;
    for (std::size_t i = 0; i < components.size(); ++i) {
        const bool isRead = read_.count(components[i]) != 0;
        const bool isOnly = components.size() == 1 || (i + 1 == components.size() && kept.empty());
        if (!isRead && !isOnly)
            continue;
        if (i >= results->size() || !(*results)[i]) {
            if (isRead)
                return call->unsupported(concat("its output ", i, " is not computed"));
            continue;
        }
        const onnxir::ValueType type = valueTypeOf(typeOf(components[i]));
        if (type.dtype == ir::DType::Undefined)
            return call->unsupported(concat("its output has the type ", ir::toText(typeOf(components[i])), ", which has no ONNX form here"));
        kept.push_back(op.cast((*results)[i], type.dtype));
        lowered.outputs.push_back(components[i]);
        lowered.outputTypes.push_back(type);
    }
    std::vector<std::size_t> keptInputs;
    Body body = op.finish(kept, lowered.outputTypes, keptInputs);
    if (op.failure())
        return call->unsupported(*op.failure());
    warnOfMissingKernel(node, body);
    for (const std::size_t input : keptInputs)
        lowered.inputs.push_back(call->inputs()[input]);
    std::uint32_t flat = 0;
    auto collect = [&](const Step& step) {
        for (StepOrigin origin : step.origins) {
            origin.steps.insert(origin.steps.begin(), flat);
            lowered.inner.push_back(std::move(origin));
        }
        ++flat;
    };
    visitSteps(std::as_const(body.region), collect);
    const fx::Schema* schema = fx::findSchema(node.overload());
    lowered.function = table_.share({kOperatorDomain, functionNameOf(node.overload()), displayNameOf(node.overload()), std::string(node.overload()),
                                     schema ? schema->text : std::string()},
                                    std::move(body));
    return lowered;
}

void CallLowering::warnOfMissingKernel(const fx::Node& node, const Body& body)
{
    const auto missing = missingKernel(body, opset_);
    if (!missing)
        return;
    const bool isFloating = ir::isFloating(missing->dtype);
    const std::string what = missing->dtype == ir::DType::Undefined ? concat("of this version, at opset ", opset_) : concat("for ", ir::name(missing->dtype));
    Diagnostic diagnostic = support::diagnose(
        rules::kFxNodeToOnnx, concat(node.overload(), " becomes ", missing->op_type, ", which ONNX Runtime's CPU kernels do not have ", what), {fx::locationOf(node)});
    diagnostic.level = Level::Warning;
    if (missing->dtype == ir::DType::Undefined)
        diagnostic.fixes.push_back({"choose an older opset, or another runtime"});
    else
        diagnostic.fixes.push_back({concat("cast its inputs to ", isFloating ? "float32" : "int64", " and its result back to ", ir::name(missing->dtype), ", or choose another runtime")});
    log_.append(std::move(diagnostic));
}

Result<Values> CallLowering::inlineSubgraph(Op& op, GraphId graph, const Values& inputs)
{
    std::map<Value, Operand> environment;
    std::size_t nextInput = 0;
    Values results;
    const std::size_t failuresBefore = failures_;
    for (const NodeId id : program_.graphs[graph].order()) {
        const fx::Node& node = program_.graphs[graph][id];
        if (node.op == fx::Op::Placeholder) {
            if (nextInput < inputs.size())
                environment[Value{id, 0}] = inputs[nextInput];
            ++nextInput;
        } else if (node.op == fx::Op::CallFunction && aliases_.count(Value{id, 0}) == 0) {
            const LoweredCall call = lower(id, node);
            Step step;
            step.function = call.function;
            step.name = node.name;
            step.cause = id;
            step.origins.push_back({{}, id, properties(id)});
            step.origins.insert(step.origins.end(), call.inner.begin(), call.inner.end());
            for (const Value input : call.inputs)
                step.inputs.push_back(environment[input].index());
            const Values outputs = op.emitStep(std::move(step), call.outputTypes);
            for (std::size_t i = 0; i < outputs.size(); ++i)
                environment[call.outputs[i]] = outputs[i];
        } else if (node.op == fx::Op::Output) {
            visitInputs(node, [&](Value value, std::uint32_t) { results.push_back(environment[resolve(value)]); });
        }
    }
    if (failures_ != failuresBefore)
        return support::diagnose(rules::kNoLowering, "its subgraph has calls without a lowering");
    return results;
}

} // namespace sidelight::lowering
