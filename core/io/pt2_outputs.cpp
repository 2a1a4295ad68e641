// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_graph.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <map>

// GraphReader's half that makes values of a call's outputs: the schema lists all outputs, FX has one and reads the
// others by operator.getitem.

namespace sidelight::io::pt2 {

using fx::Argument;

const std::string* nameOfOutput(const json::Value& output)
{
    for (const std::string_view key : {"as_tensor", "as_sym_int", "as_sym_float", "as_sym_bool", "as_custom_obj"})
        if (const json::Value* value = output.find(key)) {
            const json::Value* name = value->find(key.substr(0, 6) == "as_sym" ? "as_name" : "name");
            return name ? name->asString() : nullptr;
        }
    return nullptr;
}

void GraphReader::readOutputs(const json::Value& node, std::size_t call)
{
    const json::Array& outputs = schema_.array(node, "outputs", place_);
    if (outputs.empty()) {
        nodes_[call].node.val.kind = ir::Type::Kind::None;
        return;
    }
    const std::string target = nodes_[call].node.target;
    const Choice first = schema_.choice(outputs[0], place_);
    const fx::Node origin = nodes_[call].node;
    if (outputs.size() == 1) {
        const json::Value* single = schema_.optionalMember(node, "is_hop_single_tensor_return");
        const bool returnsTensor = single && schema_.asBoolean(*single, place_);
        const std::string* name = nameOfOutput(outputs[0]);
        if (support::startsWith(target, kHigherOrder) && !returnsTensor && name) {
            std::vector<ir::Type> types;
            makeGetitem(call, *name, 0, origin, types);
            nodes_[call].node.val = ir::Type::list(std::move(types));
            byName_.try_emplace(nodes_[call].node.name, call);
            return;
        }
        if (name)
            return sync(*name, call);
        if (first.type == "as_none") {
            nodes_[call].node.val.kind = ir::Type::Kind::None;
            const std::string renamed = concat(fx::targetToName(target), "_unused");
            if (renamed != nodes_[call].node.name)
                nodes_[call].node.name = names_.create(renamed);
            return;
        }
    }
    std::vector<ir::Type> types;
    if (outputs.size() == 1 && first.value && first.value->asArray())
        makeGetitems(call, *first.value->asArray(), origin, types);
    else
        makeGetitems(call, outputs, origin, types);
    nodes_[call].node.val = ir::Type::list(std::move(types));
    byName_.insert_or_assign(nodes_[call].node.name, call);
}

void GraphReader::makeGetitem(
    std::size_t source, std::string name, std::int64_t index, const fx::Node& call, std::vector<ir::Type>& types)
{
    fx::Node node;
    node.op = fx::Op::CallFunction;
    node.target = "operator.getitem";
    node.args = {Argument(Value{nodes_[source].id, 0}), Argument(index)};
    node.meta = call.meta;
    const std::size_t at = create(std::move(node), name);
    sync(name, at);
    types.push_back(nodes_[at].node.val);
}

void GraphReader::makeGetitems(
    std::size_t source, const json::Array& outputs, const fx::Node& call, std::vector<ir::Type>& types)
{
    std::int64_t index = -1;
    for (const json::Value& output : outputs) {
        ++index;
        if (schema_.failed())
            return;
        // Items of as_tensors and its kin are bare: {"name": …} or {"as_name": …}.
        const json::Value* bare = output.find("name") ? output.find("name") : output.find("as_name");
        const std::string* name = bare && bare->asString() ? bare->asString() : nameOfOutput(output);
        if (name) {
            makeGetitem(source, *name, index, call, types);
            continue;
        }
        const Choice field = schema_.choice(output, place_);
        fx::Node node;
        node.op = fx::Op::CallFunction;
        node.target = "operator.getitem";
        node.args = {Argument(Value{nodes_[source].id, 0}), Argument(index)};
        node.meta = call.meta;
        if (field.type == "as_none") {
            node.val.kind = ir::Type::Kind::None;
            create(std::move(node), "as_none");
            types.push_back(nodes_.back().node.val);
        } else if (field.value && field.value->asArray()) {
            const std::size_t at = create(std::move(node), "getitem");
            std::vector<ir::Type> inner;
            makeGetitems(at, *field.value->asArray(), call, inner);
            nodes_[at].node.val = ir::Type::list(std::move(inner));
            types.push_back(nodes_[at].node.val);
        } else {
            losses_.push_back(concat("output ", index, " of the kind `", support::plainText(field.type), '`'));
            types.emplace_back();
        }
    }
}

/// ExportedProgram's constructor merges getitems of the same output.
void GraphReader::removeDuplicateGetitems()
{
    std::map<std::pair<NodeId, std::int64_t>, std::size_t> seen;
    std::unordered_map<NodeId, NodeId> replaced;
    std::unordered_map<std::size_t, std::size_t> kept;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
        fx::Node& node = nodes_[at].node;
        if (!replaced.empty())
            fx::mapInputs(node, [&replaced](Value value) {
                const auto found = replaced.find(value.node);
                return found == replaced.end() ? value : Value{found->second, value.output};
            });
        if (node.op != fx::Op::CallFunction || node.target != "operator.getitem" || node.args.size() != 2)
            continue;
        const Value* source = node.args[0].as<Value>();
        const auto* index = node.args[1].as<std::int64_t>();
        if (!source || !index)
            continue;
        const auto [found, isNew] = seen.try_emplace({source->node, *index}, at);
        if (isNew)
            continue;
        nodes_[at].erased = true;
        replaced.emplace(nodes_[at].id, nodes_[found->second].id);
        kept.emplace(at, found->second);
    }
    for (auto& [name, at] : byName_)
        if (const auto found = kept.find(at); found != kept.end())
            at = found->second;
}

} // namespace sidelight::io::pt2
