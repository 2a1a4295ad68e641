// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/model_plan.h"

#include "core/lowering/metadata.h"
#include "core/lowering/module_bodies.h"
#include "core/lowering/names.h"
#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sidelight::lowering {

namespace {

using fx::InputKind;
using fx::OutputKind;

/// One graph output to be.
struct PlannedOutput {
    std::string name;
    fx::Argument value;
};

bool isWeight(const fx::InputSpec& spec)
{
    return spec.kind == InputKind::Parameter || spec.kind == InputKind::Buffer || spec.kind == InputKind::ConstantTensor;
}

TensorPtr tensorOf(const fx::Argument& constant)
{
    if (const auto* number = constant.as<std::int64_t>())
        return filledTensor(ir::DType::Int64, *number);
    if (const auto* number = constant.as<double>())
        return filledTensor(ir::DType::Float32, *number);
    if (const auto* flag = constant.as<bool>())
        return filledTensor(ir::DType::Bool, *flag);
    if (const auto* text = constant.as<std::string>())
        return std::make_shared<const ir::Tensor>(onnxir::tensorFromStrings({}, {*text}));
    return nullptr;
}

class Planner {
public:
    Planner(const fx::ExportedProgram& program, const LowerOptions& options, CallLowering& calls, FunctionTable& table, DiagnosticLog& log)
        : program_(program), options_(options), calls_(calls), table_(table), log_(log)
    {
        if (program_.signature)
            for (const fx::InputSpec& spec : program_.signature->inputs)
                specs_.emplace(spec.name, &spec);
    }

    MainGraph plan()
    {
        readOutputs();
        lowerCalls();
        std::set<Value> results;
        for (const PlannedOutput& output : outputs_)
            if (const auto* value = output.value.as<Value>())
                results.insert(calls_.resolve(*value));
        nameComponents();
        ModuleBodies modules(
            calls_, table_, items_, results, [this](Value value) { return fqnOf(value); }, [this](Value value) { return fxNameOf(value); });
        const std::vector<OpenStep> steps = modules.build(groupByModule(moduleItems()), log_);
        addInputs(steps, results);
        chooseNames(steps);
        addSteps(steps);
        addOutputs();
        return std::move(main_);
    }

private:
    void readOutputs()
    {
        if (!program_.signature)
            return;
        std::vector<PlannedOutput> mutated;
        for (const fx::OutputSpec& spec : program_.signature->outputs) {
            switch (spec.kind) {
            case OutputKind::UserOutput:
            case OutputKind::LossOutput: {
                const auto* value = spec.value.as<Value>();
                outputs_.push_back({value ? calls_.node(value->node).name : concat("output_", outputs_.size()), spec.value});
                break;
            }
            case OutputKind::BufferMutation:
            case OutputKind::ParameterMutation:
            case OutputKind::UserInputMutation:
                mutated.push_back({concat(spec.target, ".mutated"), spec.value});
                break;
            case OutputKind::GradientToParameter:
            case OutputKind::GradientToUserInput:
                outputs_.push_back({concat(spec.target, ".grad"), spec.value});
                break;
            case OutputKind::Token:
                break;
            }
        }
        if (options_.mutations == Mutations::Outputs) {
            outputs_.insert(outputs_.end(), mutated.begin(), mutated.end());
            return;
        }
        for (const PlannedOutput& output : mutated)
            log_.append(support::diagnose(rules::kMutationDropped, concat("the program changes ", output.name.substr(0, output.name.rfind('.')),
                                                                          ", which the export leaves out; export with --mutations outputs to keep it")));
    }

    void lowerCalls()
    {
        const auto& graph = program_.main();
        for (const NodeId id : graph.order()) {
            const fx::Node& node = graph[id];
            if (node.op == fx::Op::CallMethod || node.op == fx::Op::CallModule)
                log_.append(support::diagnose(rules::kNoLowering, concat(fx::name(node.op), " ", node.target, " is not part of an ExportedProgram; export it again"),
                                              {fx::locationOf(node)}));
            if (node.op != fx::Op::CallFunction || calls_.resolve(Value{id, 0}) != Value{id, 0})
                continue;
            itemOf_[id] = items_.size();
            items_.push_back(calls_.lower(id, node));
        }
    }

    std::vector<ModuleItem> moduleItems() const
    {
        std::vector<ModuleItem> items;
        for (const LoweredCall& call : items_) {
            ModuleItem item;
            for (const Value input : call.inputs)
                if (const auto made = itemOf_.find(input.node); made != itemOf_.end())
                    item.reads.push_back(made->second);
            std::ranges::sort(item.reads);
            item.reads.erase(std::unique(item.reads.begin(), item.reads.end()), item.reads.end());
            item.stack = moduleStackOf(calls_.node(call.fx));
            items.push_back(std::move(item));
        }
        return items;
    }

    [[nodiscard]] const fx::InputSpec* specOf(NodeId id) const
    {
        const auto found = specs_.find(calls_.node(id).name);
        return calls_.node(id).op == fx::Op::Placeholder && found != specs_.end() ? found->second : nullptr;
    }
    [[nodiscard]] bool isAttribute(NodeId id) const
    {
        return calls_.node(id).op == fx::Op::GetAttr && calls_.node(id).subgraph == kMainGraph;
    }
    [[nodiscard]] std::string fqnOf(Value value) const
    {
        if (isAttribute(value.node))
            return calls_.node(value.node).target;
        const fx::InputSpec* spec = specOf(value.node);
        return spec && isWeight(*spec) ? spec->target : std::string();
    }

    /// Components of calls with several outputs are named after the getitem that reads them first.
    void nameComponents()
    {
        for (const NodeId id : program_.main().order()) {
            const Value resolved = calls_.resolve(Value{id, 0});
            if (resolved.node != id)
                componentNames_.try_emplace(resolved, program_.main()[id].name);
        }
    }
    [[nodiscard]] std::string fxNameOf(Value value) const
    {
        const auto component = componentNames_.find(value);
        if (component != componentNames_.end())
            return component->second;
        const std::string& name = calls_.node(value.node).name;
        return value.output == 0 ? name : concat(name, '_', value.output - 1);
    }

    ValueIndex addValue(Value value, onnxir::ValueType type)
    {
        const auto index = static_cast<ValueIndex>(main_.body.values.size());
        main_.body.values.push_back({std::move(type), {}});
        indices_[value] = index;
        return index;
    }

    void addInputs(const std::vector<OpenStep>& steps, const std::set<Value>& results)
    {
        std::set<Value> read = results;
        for (const OpenStep& step : steps)
            read.insert(step.inputs.begin(), step.inputs.end());
        for (const NodeId id : program_.main().order()) {
            const fx::Node& node = program_.main()[id];
            const fx::InputSpec* spec = specOf(id);
            const bool isInput = spec && spec->kind == InputKind::UserInput;
            const bool isInitializer = (spec && isWeight(*spec)) || isAttribute(id);
            if (isInput && node.op == fx::Op::Placeholder)
                addInput(id, onnxir::Kind::Input, nullptr);
            else if (isInitializer && read.count(Value{id, 0}) != 0)
                addInput(id, onnxir::Kind::Initializer, program_.stateOf(fqnOf(Value{id, 0})));
        }
    }

    void addInput(NodeId id, onnxir::Kind kind, std::shared_ptr<const ir::Tensor> tensor)
    {
        const fx::Node& node = calls_.node(id);
        onnxir::ValueType type = valueTypeOf(node.val);
        if (kind == onnxir::Kind::Initializer && !tensor) {
            log_.append(support::diagnose(rules::kTensorInvalid, concat("the program has no tensor for ", fqnOf(Value{id, 0}), "; save it again"), {fx::locationOf(node)}));
            return;
        }
        if (tensor && ir::isComplex(tensor->dtype)) {
            ir::Tensor parts = *tensor; // Real and imaginary part lie side by side already.
            parts.dtype = realTypeOf(tensor->dtype);
            for (std::int64_t& stride : parts.strides)
                stride *= 2;
            parts.storageOffset *= 2;
            parts.sizes.push_back(2);
            parts.strides.push_back(1);
            tensor = std::make_shared<const ir::Tensor>(std::move(parts));
        }
        if (kind == onnxir::Kind::Initializer && type.kind == onnxir::ValueType::Kind::Unknown) {
            std::vector<ir::Dim> sizes;
            for (const std::int64_t size : tensor->sizes)
                sizes.push_back(ir::Dim::constant(size));
            type = onnxir::ValueType::tensor(tensor->dtype, sizes);
        }
        if (kind == onnxir::Kind::Input && type.kind == onnxir::ValueType::Kind::Unknown)
            return; // None, a string or an object: it has no form in ONNX and no number depends on it.
        main_.body.region.inputs.push_back(addValue({id, 0}, std::move(type)));
        main_.inputs.push_back({kind, id, std::move(tensor), {}});
    }

    /// User inputs first, then outputs, then weights: those keep their names. The rest gives way.
    void chooseNames(const std::vector<OpenStep>& steps)
    {
        auto& values = main_.body.values;
        for (std::size_t i = 0; i < main_.inputs.size(); ++i)
            if (main_.inputs[i].kind == onnxir::Kind::Input)
                values[main_.body.region.inputs[i]].name = names_.make(calls_.node(main_.inputs[i].fx).name);
        for (PlannedOutput& output : outputs_) {
            output.name = names_.make(output.name);
            if (const auto* value = output.value.as<Value>(); value && itemOf_.count(calls_.resolve(*value).node) != 0)
                finalNames_.try_emplace(calls_.resolve(*value), output.name);
        }
        for (std::size_t i = 0; i < main_.inputs.size(); ++i)
            if (main_.inputs[i].kind == onnxir::Kind::Initializer)
                values[main_.body.region.inputs[i]].name = names_.make(fqnOf(Value{main_.inputs[i].fx, 0}));
        for (const OpenStep& step : steps)
            for (const Value output : step.outputs)
                if (finalNames_.count(output) == 0)
                    finalNames_.emplace(output, names_.make(fxNameOf(output)));
    }

    void addSteps(const std::vector<OpenStep>& steps)
    {
        for (const OpenStep& open : steps) {
            Step step = open.step;
            for (const Value input : open.inputs) {
                const auto known = indices_.find(input);
                step.inputs.push_back(known == indices_.end() ? kNoValue : known->second);
            }
            for (std::size_t i = 0; i < open.outputs.size(); ++i) {
                step.outputs.push_back(addValue(open.outputs[i], open.outputTypes[i]));
                main_.body.values.back().name = finalNames_.at(open.outputs[i]);
            }
            main_.body.region.steps.push_back(std::move(step));
        }
    }

    /// A graph output is the value of its name; an Identity stands where that value is an input, a weight or an output already.
    void addOutputs()
    {
        const NodeId outputNode = program_.main().back();
        for (const PlannedOutput& output : outputs_) {
            const auto* value = output.value.as<Value>();
            const Value resolved = value ? calls_.resolve(*value) : Value{};
            const fx::Argument* constant = value ? calls_.constantOf(resolved) : &output.value;
            if (constant) {
                addConstantOutput(output, *constant, outputNode);
                continue;
            }
            const auto index = indices_.find(resolved);
            if (index == indices_.end())
                continue; // An output that is None.
            if (main_.body.values[index->second].name == output.name) {
                finishOutput(index->second, outputNode);
                continue;
            }
            Step identity;
            identity.op.op_type = "Identity";
            identity.inputs = {index->second};
            addOutputStep(std::move(identity), output.name, main_.body.values[index->second].type, outputNode);
        }
    }

    void addConstantOutput(const PlannedOutput& output, const fx::Argument& constant, NodeId cause)
    {
        const TensorPtr tensor = tensorOf(constant);
        if (!tensor)
            return; // None has no form in ONNX.
        Step step;
        step.op.op_type = "Constant";
        step.attributes.push_back({"value", tensor});
        addOutputStep(std::move(step), output.name, onnxir::ValueType::tensor(tensor->dtype, {}), cause);
    }

    void addOutputStep(Step step, const std::string& name, const onnxir::ValueType& type, NodeId cause)
    {
        const auto index = static_cast<ValueIndex>(main_.body.values.size());
        main_.body.values.push_back({type, name});
        step.outputs = {index};
        step.cause = cause;
        step.name = name;
        step.origins.push_back({{}, cause, nullptr});
        main_.body.region.steps.push_back(std::move(step));
        finishOutput(index, cause);
    }

    void finishOutput(ValueIndex value, NodeId fx)
    {
        main_.body.region.results.push_back(value);
        main_.outputs.push_back(fx);
    }

    const fx::ExportedProgram& program_;
    const LowerOptions& options_;
    CallLowering& calls_;
    FunctionTable& table_;
    DiagnosticLog& log_;
    std::map<std::string, const fx::InputSpec*, std::less<>> specs_;
    std::vector<PlannedOutput> outputs_;
    std::vector<LoweredCall> items_;
    std::map<NodeId, std::size_t> itemOf_;
    std::map<Value, std::string> componentNames_;
    std::map<Value, std::string> finalNames_;
    std::map<Value, ValueIndex> indices_;
    NameTable names_;
    MainGraph main_;
};

} // namespace

MainGraph planModel(const fx::ExportedProgram& program, const LowerOptions& options, CallLowering& calls, FunctionTable& table, DiagnosticLog& log)
{
    return Planner(program, options, calls, table, log).plan();
}

} // namespace sidelight::lowering
