// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each graph is walked in the order of its module tree. Parameters, buffers, scalars and symbolic sizes become rows of their readers; getitem becomes an
// output of the call that it reads; a subgraph's placeholders stand for the operands of its call, its results for the call's outputs.
#include "core/display/fx_canvas.h"

#include <algorithm>

namespace sidelight::display {
namespace {

constexpr std::size_t kMostUnreadRows = 3;
constexpr std::size_t kLongestRowText = 40;

} // namespace

std::string shortened(std::string text)
{
    if (text.size() <= kLongestRowText)
        return text;
    std::size_t end = kLongestRowText - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end) + "…";
}

DisplayGraph FxCanvas::run()
{
    if (!program_.graphs.contains(kMainGraph))
        return builder_.finish();
    FxScope scope{program_.main(), {}, kNoCluster, {}, {}, 0, {}};
    collectUsers(scope);
    addPlaceholders(scope);
    addNodes(scope);
    addOutputs(scope);
    addUnread(scope);
    return builder_.finish();
}

void FxCanvas::collectUsers(FxScope& scope)
{
    for (const NodeId id : scope.graph.order())
        fx::visitInputs(scope.graph[id], [&](Value value, std::uint32_t) { scope.users[value.node].push_back(id); });
}

const fx::InputSpec* FxCanvas::specOf(const std::string& name) const
{
    if (specs_.empty() && program_.signature)
        for (const fx::InputSpec& spec : program_.signature->inputs)
            specs_.emplace(spec.name, &spec);
    const auto found = specs_.find(name);
    return found == specs_.end() ? nullptr : found->second;
}

void FxCanvas::addPlaceholders(FxScope& scope)
{
    for (const NodeId id : scope.graph.order()) {
        const fx::Node& node = scope.graph[id];
        if (node.op != fx::Op::Placeholder)
            continue;
        const fx::InputSpec* spec = specOf(node.name);
        const bool isState = spec && spec->kind != fx::InputKind::UserInput;
        const std::vector<NodeId>& users = scope.users[id];
        const bool onlyReturned = std::ranges::all_of(users, [&](NodeId user) { return scope.graph[user].op == fx::Op::Output; });
        if (isState && users.empty())
            unread_.push_back(id);
        else if (isState && !onlyReturned)
            bindRow(scope, id, spec->kind == fx::InputKind::ConstantInput ? shortened(argumentText(spec->constant, noValue)) : parameterText(node.val));
        else
            addPlaceholderBox(scope, id, spec, isState);
    }
}

void FxCanvas::bindRow(FxScope& scope, NodeId id, std::string row)
{
    FxBinding binding;
    binding.row = std::move(row);
    binding.hidden = true;
    binding.origin = scope.path / id;
    scope.bindings[id] = {std::move(binding)};
}

void FxCanvas::addPlaceholderBox(FxScope& scope, NodeId id, const fx::InputSpec* spec, bool isState)
{
    const fx::Node& node = scope.graph[id];
    DisplayNode box;
    box.ref = scope.path / id;
    box.key = keyOf(box.ref);
    box.title = isState && !spec->target.empty() ? spec->target : node.name;
    box.subtitle = "%" + node.name;
    box.role = isState ? Role::Constant : Role::Input;
    box.category = isState ? Category::Constant : Category::None;
    box.cluster = scope.cluster;
    if (isState)
        box.rows.push_back({parameterText(node.val), {}});
    place(scope, id, std::move(box));
}

void FxCanvas::addUnread(const FxScope& scope)
{
    if (unread_.empty())
        return;
    DisplayNode box;
    box.key = "unread";
    box.ref = scope.path / unread_.front();
    box.title = "not read";
    box.subtitle = "parameters, buffers and constants that nothing reads";
    box.role = Role::Constant;
    box.category = Category::Constant;
    for (std::size_t i = 0; i < unread_.size(); ++i) {
        box.members.push_back(scope.path / unread_[i]);
        if (i == kMostUnreadRows)
            box.rows.push_back({concat("and ", unread_.size() - i, " more"), {}});
        if (i >= kMostUnreadRows)
            continue;
        const fx::Node& node = scope.graph[unread_[i]];
        const fx::InputSpec* spec = specOf(node.name);
        box.rows.push_back({shortened(spec && !spec->target.empty() ? spec->target : node.name), parameterText(node.val)});
    }
    const std::uint32_t at = builder_.addBox(std::move(box));
    for (const NodeId id : unread_)
        builder_.show(scope.path / id, at);
}

void FxCanvas::addOutputs(FxScope& scope)
{
    for (const NodeId id : scope.graph.order()) {
        const fx::Node& node = scope.graph[id];
        if (node.op != fx::Op::Output)
            continue;
        std::vector<Value> leaves;
        fx::visitInputs(node, [&](Value value, std::uint32_t) { leaves.push_back(value); });
        for (std::uint32_t i = 0; i < leaves.size(); ++i)
            addOutputBox(scope, id, leaves[i], i, leaves.size());
    }
}

void FxCanvas::addOutputBox(FxScope& scope, NodeId id, Value value, std::uint32_t at, std::size_t count)
{
    const auto& specs = program_.signature ? program_.signature->outputs : kNoOutputs;
    const fx::OutputSpec* spec = at < specs.size() ? &specs[at] : nullptr;
    DisplayNode box;
    box.ref = scope.path / id;
    box.key = count == 1 ? keyOf(box.ref) : concat(keyOf(box.ref), ".", at);
    box.role = Role::Output;
    box.title = count == 1 ? "output" : concat("output ", at);
    if (spec && spec->kind != fx::OutputKind::UserOutput && !spec->target.empty()) {
        box.title = spec->target;
        box.rows.push_back({kindText(spec->kind), {}});
    }
    if (const fx::Node* read = scope.graph.find(value.node))
        box.subtitle = "%" + read->name;
    const std::uint32_t index = builder_.addBox(std::move(box));
    if (at == 0)
        builder_.show(scope.path / id, index);
    connectValue(scope, value, index);
}

std::string FxCanvas::kindText(fx::OutputKind kind)
{
    switch (kind) {
    case fx::OutputKind::UserOutput: return "output";
    case fx::OutputKind::LossOutput: return "loss";
    case fx::OutputKind::BufferMutation: return "buffer mutation";
    case fx::OutputKind::ParameterMutation: return "parameter mutation";
    case fx::OutputKind::GradientToParameter: return "gradient of parameter";
    case fx::OutputKind::GradientToUserInput: return "gradient of input";
    case fx::OutputKind::UserInputMutation: return "input mutation";
    case fx::OutputKind::Token: return "token";
    }
    return "output";
}

DisplayGraph displayFx(const fx::ExportedProgram& program, const DisplayOptions& options)
{
    return FxCanvas(program, options).run();
}

} // namespace sidelight::display
