// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/program.h"

#include "core/fx/names.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::fx {

namespace {

template <class T>
bool sameContent(const std::shared_ptr<const T>& left, const std::shared_ptr<const T>& right)
{
    return left == right || (left && right && *left == *right);
}

bool sameTensor(const std::shared_ptr<const ir::Tensor>& left, const std::shared_ptr<const ir::Tensor>& right)
{
    if (left == right)
        return true;
    return left && right && left->dtype == right->dtype && left->sizes == right->sizes && left->strides == right->strides &&
           left->storageOffset == right->storageOffset && left->storage == right->storage;
}

bool sameState(const std::shared_ptr<const ExportedProgram::State>& left, const std::shared_ptr<const ExportedProgram::State>& right)
{
    static const ExportedProgram::State kEmpty;
    const auto& a = left ? *left : kEmpty;
    const auto& b = right ? *right : kEmpty;
    return &a == &b || std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
               return x.first == y.first && sameTensor(x.second, y.second);
           });
}

bool isInsideTorch(const SourceFrame& frame)
{
    return frame.file.find("site-packages/torch/") != std::string::npos || frame.file.find("dist-packages/torch/") != std::string::npos;
}

} // namespace

bool replaceValue(GraphSignature& signature, Value from, Value to)
{
    bool changed = false;
    for (OutputSpec& output : signature.outputs) {
        if (auto* value = std::get_if<Value>(&output.value.content); value && *value == from) {
            *value = to;
            changed = true;
        }
    }
    return changed;
}

std::shared_ptr<const ir::Tensor> ExportedProgram::stateOf(std::string_view name) const
{
    if (!state)
        return nullptr;
    const auto found = state->find(name);
    return found == state->end() ? nullptr : found->second;
}

void ExportedProgram::assignState(const std::string& name, std::shared_ptr<const ir::Tensor> tensor)
{
    // Held by `state` and `ownState` of this program only: no snapshot sees the change.
    if (!ownState || ownState != state || ownState.use_count() > 2) {
        ownState = state ? std::make_shared<State>(*state) : std::make_shared<State>();
        state = ownState;
    }
    if (tensor)
        (*ownState)[name] = std::move(tensor);
    else
        ownState->erase(name);
}

void ExportedProgram::assignOpset(const std::string& domain, std::optional<std::int64_t> version)
{
    if (version)
        opsets[domain] = *version;
    else
        opsets.erase(domain);
}

std::optional<std::int64_t> ExportedProgram::opsetOf(const std::string& domain) const
{
    const auto found = opsets.find(domain);
    return found == opsets.end() ? std::nullopt : std::optional(found->second);
}

bool operator==(const ExportedProgram& left, const ExportedProgram& right)
{
    return left.graphs == right.graphs && sameContent(left.signature, right.signature) && sameState(left.state, right.state) &&
           left.opsets == right.opsets;
}

std::string uniqueName(const ir::Graph<Node>& graph, std::string_view base) { return NameScope(graph).make(base); }

NodeId findByName(const ir::Graph<Node>& graph, std::string_view name)
{
    for (const NodeId id : graph.order())
        if (graph[id].name == name)
            return id;
    return kNoNode;
}

support::Location locationOf(const Node& node)
{
    support::Location location;
    location.name = concat('%', node.name);
    location.kind = "fx-node";
    const auto& frames = node.metadata().stack_trace;
    if (frames.empty())
        return location;
    const auto outside = std::find_if(frames.rbegin(), frames.rend(), [](const SourceFrame& frame) { return !isInsideTorch(frame); });
    const SourceFrame& frame = outside == frames.rend() ? frames.back() : *outside;
    location.file = frame.file;
    location.line = frame.line;
    location.function = frame.function;
    location.code = frame.code;
    return location;
}

} // namespace sidelight::fx
