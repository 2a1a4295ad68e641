// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/constant_placeholders.h"

#include "core/fx/calls.h"
#include "core/support/text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sidelight::fx::passes {

namespace {

bool isState(InputKind kind) { return kind == InputKind::Parameter || kind == InputKind::Buffer || kind == InputKind::ConstantTensor; }

} // namespace

std::unordered_map<NodeId, const InputSpec*> inputSpecs(const ExportedProgram& program)
{
    std::unordered_map<NodeId, const InputSpec*> specs;
    if (!program.signature)
        return specs;
    std::unordered_map<std::string_view, const InputSpec*> byName;
    for (const InputSpec& input : program.signature->inputs)
        byName.emplace(input.name, &input);
    for (const NodeId id : program.main().order())
        if (const Node& node = program.main()[id]; node.op == Op::Placeholder)
            if (const auto found = byName.find(node.name); found != byName.end())
                specs.emplace(id, found->second);
    return specs;
}

bool isMutated(const ExportedProgram& program, const InputSpec& spec)
{
    const auto& outputs = program.signature->outputs;
    return std::any_of(outputs.begin(), outputs.end(), [&](const OutputSpec& output) {
        return (output.kind == OutputKind::BufferMutation || output.kind == OutputKind::ParameterMutation) && output.target == spec.target;
    });
}

ConstantPlaceholders::ConstantPlaceholders(Rewriter& rewriter) : rewriter_(rewriter)
{
    const auto specs = inputSpecs(rewriter.unit());
    for (const NodeId id : rewriter.graph(kMainGraph).order()) {
        if (rewriter.graph(kMainGraph)[id].op != Op::Placeholder) {
            firstCall_ = id;
            return;
        }
        const auto spec = specs.find(id);
        if (firstUserInput_ == kNoNode && spec != specs.end() && !isState(spec->second->kind))
            firstUserInput_ = id;
    }
}

NodeId ConstantPlaceholders::add(const Node& like, std::shared_ptr<const ir::Tensor> tensor, NodeId origin, std::string_view prefix)
{
    Node placeholder;
    placeholder.op = Op::Placeholder;
    placeholder.name = nameLike(concat("c_", prefix, like.name));
    placeholder.target = placeholder.name;
    placeholder.val = like.val;
    placeholder.val.tensor.storageOffset = ir::Dim::constant(0);
    placeholder.val.tensor.strides.clear();
    for (const std::int64_t stride : tensor->strides)
        placeholder.val.tensor.strides.push_back(ir::Dim::constant(stride));

    InputSpec spec;
    spec.kind = InputKind::ConstantTensor;
    spec.name = placeholder.name;
    spec.target = placeholder.name.substr(2);
    while (rewriter_.unit().stateOf(spec.target))
        spec.target += '_';
    rewriter_.setState(spec.target, std::move(tensor));
    return insert(std::move(placeholder), std::move(spec), origin);
}

NodeId ConstantPlaceholders::addStored(const Node& like, const std::string& target, NodeId origin)
{
    Node placeholder;
    placeholder.op = Op::Placeholder;
    placeholder.name = nameLike(concat("c_", like.name));
    placeholder.target = placeholder.name;
    placeholder.val = like.val;
    return insert(std::move(placeholder), {InputKind::ConstantTensor, {}, target, true, {}}, origin);
}

std::string ConstantPlaceholders::nameLike(std::string_view base)
{
    if (!names_)
        names_.emplace(rewriter_.graph(kMainGraph));
    return names_->make(base);
}

NodeId ConstantPlaceholders::insert(Node placeholder, InputSpec spec, NodeId origin)
{
    spec.name = placeholder.name;
    specs_.push_back(std::move(spec));
    return rewriter_.insert(kMainGraph, firstUserInput_ != kNoNode ? firstUserInput_ : firstCall_, std::move(placeholder), origin);
}

void ConstantPlaceholders::declare()
{
    rewriter_.setCause(kNoNode);
    if (!specs_.empty()) {
        GraphSignature signature = rewriter_.unit().signature ? *rewriter_.unit().signature : GraphSignature();
        const auto place = std::find_if(signature.inputs.begin(), signature.inputs.end(), [&](const InputSpec& input) {
            return firstUserInput_ != kNoNode && input.name == rewriter_.graph(kMainGraph)[firstUserInput_].name;
        });
        signature.inputs.insert(place, specs_.begin(), specs_.end());
        rewriter_.setSignature(std::move(signature));
    }
    syncSignature(rewriter_);
}

void readInstead(Rewriter& rewriter, NodeId folded, NodeId constant, const std::set<NodeId>& evaluated, ir::CodeLocation where)
{
    std::vector<NodeId> readers;
    for (const ir::Use& use : rewriter.uses({folded}))
        if (evaluated.count(use.user) == 0 && (readers.empty() || readers.back() != use.user))
            readers.push_back(use.user);
    for (const NodeId reader : readers) {
        Node changed = rewriter.node(reader);
        mapInputs(changed, [&](Value value) { return value.node == folded ? Value{constant} : value; });
        rewriter.update(reader, std::move(changed), where);
    }
}

} // namespace sidelight::fx::passes
