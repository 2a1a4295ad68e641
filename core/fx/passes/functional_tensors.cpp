// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/passes/functional_tensors.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"

#include <utility>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kGetItem = "operator.getitem";

/// The argument that a view is made from.
Argument* sourceArgument(Node& call)
{
    if (call.target == kGetItem)
        return &call.args.front();
    const Schema* schema = findSchema(call.target);
    for (const SchemaArgument& parameter : schema->arguments)
        if (!parameter.alias.set.empty())
            return givenArgument(call, *schema, parameter.name);
    return call.args.empty() ? nullptr : &call.args.front();
}

} // namespace

FunctionalTensors::Index FunctionalTensors::add(Tensor tensor)
{
    tensors_.push_back(tensor);
    if (tensor.parent == kNone)
        tensors_.back().base = tensors_.size() - 1;
    return tensors_.size() - 1;
}

void FunctionalTensors::addBase(NodeId id)
{
    Tensor tensor;
    tensor.maker = tensor.value = id;
    const Index index = add(tensor);
    names_[id] = {objects_.size(), true};
    objects_.push_back({index, index});
}

void FunctionalTensors::addBaseHeldBy(NodeId id, NodeId value)
{
    addBase(id);
    tensors_.back().value = value;
    names_[id].isOwn = false;
}

void FunctionalTensors::addSame(NodeId id, NodeId source, bool isObject)
{
    const std::size_t object = names_.at(source).object;
    names_[id] = {isObject ? object : objects_.size(), tensors_[objects_[object].tensor].clock == 0};
    if (!isObject)
        objects_.push_back({objects_[object].tensor, objects_[object].tensor});
}

void FunctionalTensors::addView(NodeId id, NodeId source)
{
    Tensor tensor;
    tensor.parent = tensorOf(source);
    tensor.base = tensors_[tensor.parent].base;
    tensor.maker = tensor.value = id;
    tensor.time = tensors_[tensor.base].clock;
    const Index index = add(tensor);
    names_[id] = {objects_.size(), true};
    objects_.push_back({index, index});
}

void FunctionalTensors::renameTo(NodeId id, NodeId view)
{
    const std::size_t object = names_.at(id).object;
    objects_[object].tensor = tensorOf(view);
    for (auto& [name, entry] : names_)
        if (entry.object == object)
            entry.isOwn = false;
    names_[view] = {object, true};
}

NodeId FunctionalTensors::read(NodeId id)
{
    const auto found = names_.find(id);
    if (found == names_.end())
        return id;
    const Index tensor = objects_[found->second.object].tensor;
    const NodeId value = read(tensor);
    return found->second.isOwn && value == tensors_[tensor].maker ? id : value;
}

NodeId FunctionalTensors::readFirst(NodeId id)
{
    return read(objects_[names_.at(id).object].first);
}

NodeId FunctionalTensors::read(Index tensor)
{
    const Index base = tensors_[tensor].base;
    if (const Index pending = tensors_[base].pending; pending != kNone && !isWithin(tensor, pending))
        writeBack(base);
    return tensors_[tensor].time == tensors_[base].clock ? tensors_[tensor].value : makeAnew(tensor);
}

NodeId FunctionalTensors::makeAnew(Index tensor)
{
    const NodeId parent = read(tensors_[tensor].parent);
    const NodeId maker = tensors_[tensor].maker;
    Node call = emitter_.graph()[maker];
    if (Argument* source = sourceArgument(call))
        *source = Value{parent};
    relaxView(call, emitter_.graph());
    tensors_[tensor].value = emitter_.add(std::move(call), maker);
    tensors_[tensor].time = tensors_[tensors_[tensor].base].clock;
    return tensors_[tensor].value;
}

void FunctionalTensors::write(NodeId id, NodeId value, NodeId writer)
{
    const Index tensor = tensorOf(id);
    const Index base = tensors_[tensor].base;
    if (const Index pending = tensors_[base].pending; pending != kNone && pending != tensor)
        writeBack(base);
    Tensor& owner = tensors_[base];
    ++owner.clock;
    owner.pending = tensor == base ? kNone : tensor;
    owner.writer = writer;
    tensors_[tensor].value = value;
    tensors_[tensor].time = owner.clock;
}

/// The parents of a pending view still hold what they held before the write: exactly what the inverses scatter into.
void FunctionalTensors::writeBack(Index base)
{
    const Index pending = std::exchange(tensors_[base].pending, kNone);
    emitter_.setOrigin(tensors_[base].writer);
    Index parent = kNone;
    for (Index tensor = pending; tensors_[tensor].parent != kNone; tensor = parent) {
        const ViewStep step = stepOf(tensor, parent);
        tensors_[parent].value = invert(emitter_, step, tensors_[parent].value, tensors_[tensor].value);
        tensors_[parent].time = tensors_[base].clock;
    }
}

bool FunctionalTensors::isElement(Index tensor) const
{
    return emitter_.graph()[tensors_[tensor].maker].target == kGetItem;
}

/// The step from `parent`, which it says, to `tensor`: over the list where the tensor is an element of one.
ViewStep FunctionalTensors::stepOf(Index tensor, Index& parent) const
{
    const Tensor& view = tensors_[tensor];
    parent = view.parent;
    if (!isElement(tensor))
        return {view.maker, std::nullopt};
    const Node& element = emitter_.graph()[view.maker];
    const auto* at = element.args.size() > 1 ? element.args[1].as<std::int64_t>() : nullptr;
    const Tensor& list = tensors_[view.parent];
    ViewStep step{list.maker, std::nullopt};
    if (at) {
        const auto count = static_cast<std::int64_t>(emitter_.graph()[list.maker].val.elements.size());
        step.element = static_cast<std::size_t>(*at < 0 ? *at + count : *at);
    }
    parent = list.parent;
    return step;
}

bool FunctionalTensors::isWithin(Index tensor, Index other) const
{
    for (; tensor != kNone; tensor = tensors_[tensor].parent)
        if (tensor == other)
            return true;
    return false;
}

bool FunctionalTensors::isWithin(NodeId id, NodeId other) const
{
    return isWithin(tensorOf(id), tensorOf(other));
}

bool FunctionalTensors::haveOneBase(NodeId left, NodeId right) const
{
    return contains(left) && contains(right) && tensors_[tensorOf(left)].base == tensors_[tensorOf(right)].base;
}

bool FunctionalTensors::isWritten(NodeId id) const
{
    return contains(id) && tensors_[tensors_[objects_[names_.at(id).object].first].base].clock > 0;
}

std::string FunctionalTensors::whyNotWritable(NodeId id) const
{
    Index parent = kNone;
    for (Index tensor = tensorOf(id); tensors_[tensor].parent != kNone; tensor = parent) {
        const ViewStep step = stepOf(tensor, parent);
        if (parent == kNone)
            return "a list of views is written to";
        if (std::string reason = whyNotInvertible(emitter_.graph(), step, emitter_.graph()[tensors_[parent].value].val);
            !reason.empty())
            return reason;
    }
    return {};
}

} // namespace sidelight::fx::passes
