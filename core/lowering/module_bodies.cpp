// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/module_bodies.h"

#include "core/fx/module_stack.h"
#include "core/lowering/metadata.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::lowering {

namespace {

/// What a body is called after its class, which may be unknown.
std::string bodyClassName(const std::string& className)
{
    const std::string_view name = fx::shortClassName(className);
    return std::string(name.empty() ? "Module" : name);
}

/// `blocks_0` for "m.blocks.0" in "m"; `_1` is added for the second call of the module ("key@1"), `_part2` for the second run of a call.
std::string callNameOf(const ModuleGroup& group, const std::string& parentPath)
{
    std::string_view path = group.frame->path;
    if (!parentPath.empty() && path.starts_with(concat(parentPath, '.')))
        path.remove_prefix(parentPath.size() + 1);
    std::string name = identifierOf(path);
    if (const auto at = group.frame->key.rfind('@'); at != std::string::npos)
        name += concat('_', identifierOf(std::string_view(group.frame->key).substr(at + 1)));
    return group.part > 1 ? concat(name, "_part", group.part) : name;
}

Diagnostic splitNote(const ModuleGroup& group)
{
    support::Location location;
    location.name = group.frame->path;
    location.kind = "module";
    Diagnostic note = support::diagnose(rules::kModuleSplit, concat("values leave the module ", group.frame->path, " and come back, so its call became ", group.parts,
                                                                    " functions"), {std::move(location)});
    note.level = Level::Note;
    return note;
}

void addUnique(std::vector<Value>& values, std::set<Value>& known, Value value)
{
    if (known.insert(value).second)
        values.push_back(value);
}

} // namespace

ModuleBodies::ModuleBodies(CallLowering& calls, FunctionTable& table, const std::vector<LoweredCall>& items, std::set<Value> results,
                           std::function<std::string(Value)> fqnOf, std::function<std::string(Value)> nameOf)
    : calls_(calls), table_(table), items_(items), results_(std::move(results)), fqnOf_(std::move(fqnOf)), nameOf_(std::move(nameOf)),
      position_(items.size())
{
}

void ModuleBodies::number(const std::vector<ModuleChild>& children, DiagnosticLog& log)
{
    for (const ModuleChild& child : children) {
        if (const auto* item = std::get_if<std::size_t>(&child)) {
            position_[*item] = nextPosition_++;
            continue;
        }
        const ModuleGroup& group = *std::get<std::unique_ptr<ModuleGroup>>(child);
        if (group.parts > 1 && group.part == 1)
            log.append(splitNote(group));
        number(group.children, log);
    }
}

std::vector<OpenStep> ModuleBodies::build(const std::vector<ModuleChild>& children, DiagnosticLog& log)
{
    number(children, log);
    for (std::size_t i = 0; i < items_.size(); ++i)
        for (const Value input : items_[i].inputs)
            readers_[input].push_back(position_[i]);
    nextPosition_ = 0;
    return childrenOf(children, {}, {});
}

OpenStep ModuleBodies::stepOf(const LoweredCall& call) const
{
    OpenStep open;
    const fx::Node& node = calls_.node(call.fx);
    open.step.function = call.function;
    if (!call.function)
        open.step.op = {std::string(kUnsupportedDomain), functionNameOf(node.overload()), {}};
    open.step.name = node.name;
    open.step.cause = call.fx;
    const auto properties = calls_.properties(call.fx);
    open.step.origins.push_back({{}, call.fx, properties});
    open.step.origins.insert(open.step.origins.end(), call.inner.begin(), call.inner.end());
    open.step.metadata_props = *properties;
    open.inputs = call.inputs;
    open.outputs = call.outputs;
    open.outputTypes = call.outputTypes;
    return open;
}

std::vector<OpenStep> ModuleBodies::childrenOf(const std::vector<ModuleChild>& children, const std::string& path,
                                               const std::vector<const fx::ModuleFrame*>& stack)
{
    std::vector<OpenStep> steps;
    for (const ModuleChild& child : children) {
        if (const auto* item = std::get_if<std::size_t>(&child)) {
            steps.push_back(stepOf(items_[*item]));
            ++nextPosition_;
        } else {
            steps.push_back(stepOf(*std::get<std::unique_ptr<ModuleGroup>>(child), path, stack));
        }
    }
    return steps;
}

bool ModuleBodies::isReadOutside(Value value, Extent extent) const
{
    if (results_.count(value) != 0)
        return true;
    const auto readers = readers_.find(value);
    return readers != readers_.end() &&
           std::ranges::any_of(readers->second, [&](std::size_t reader) { return reader < extent.begin || reader >= extent.end; });
}

OpenStep ModuleBodies::stepOf(const ModuleGroup& group, const std::string& parentPath, std::vector<const fx::ModuleFrame*> stack)
{
    stack.push_back(group.frame);
    Extent extent{nextPosition_, 0};
    const std::vector<OpenStep> steps = childrenOf(group.children, group.frame->path, stack);
    extent.end = nextPosition_;

    OpenStep open;
    std::set<Value> inside;
    std::set<Value> taken;
    for (const OpenStep& step : steps) {
        for (const Value input : step.inputs)
            if (inside.count(input) == 0)
                addUnique(open.inputs, taken, input);
        for (std::size_t i = 0; i < step.outputs.size(); ++i) {
            inside.insert(step.outputs[i]);
            if (isReadOutside(step.outputs[i], extent)) {
                open.outputs.push_back(step.outputs[i]);
                open.outputTypes.push_back(step.outputTypes[i]);
            }
        }
    }
    if (open.outputs.empty() && !steps.back().outputs.empty()) {
        // Nobody reads this module: a function needs a result all the same.
        open.outputs.push_back(steps.back().outputs.front());
        open.outputTypes.push_back(steps.back().outputTypes.front());
    }
    const auto properties = std::make_shared<const onnxir::Properties>(propertiesOf(stack, stack.size() - 1));
    open.step.origins.push_back({{}, kNoNode, properties});
    open.step.metadata_props = *properties;
    open.step.cause = steps.front().step.cause;
    open.step.name = callNameOf(group, parentPath);
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        for (StepOrigin origin : steps[i].step.origins) {
            origin.steps.insert(origin.steps.begin(), i);
            open.step.origins.push_back(std::move(origin));
        }
    }
    const std::string className = bodyClassName(group.frame->className);
    const std::string suffix = group.part > 1 ? concat("_part", group.part) : "";
    open.step.function = table_.share({kModuleDomain, identifierOf(className) + suffix, className, concat(group.frame->className, suffix), {}},
                                      bodyOf(steps, open.inputs, open.outputs, group.frame->path));
    return open;
}

Body ModuleBodies::bodyOf(const std::vector<OpenStep>& steps, const std::vector<Value>& inputs, const std::vector<Value>& outputs,
                          const std::string& path) const
{
    Body body;
    std::map<Value, ValueIndex> indices;
    const auto add = [&](Value value, const onnxir::ValueType& type, std::string name) {
        const auto index = static_cast<ValueIndex>(body.values.size());
        body.values.push_back({type, std::move(name)});
        indices[value] = index;
        return index;
    };
    for (const Value input : inputs) {
        std::string name = fqnOf_(input);
        const std::string prefix = concat(path, '.');
        if (name.starts_with(prefix))
            name.erase(0, prefix.size());
        body.region.inputs.push_back(add(input, valueTypeOf(calls_.typeOf(input)), name.empty() ? nameOf_(input) : name));
    }
    for (const OpenStep& open : steps) {
        Step step = open.step;
        step.inputs.clear();
        for (const Value input : open.inputs)
            step.inputs.push_back(indices.at(input));
        for (std::size_t i = 0; i < open.outputs.size(); ++i)
            step.outputs.push_back(add(open.outputs[i], open.outputTypes[i], nameOf_(open.outputs[i])));
        step.origins.clear();
        body.region.steps.push_back(std::move(step));
    }
    for (const Value output : outputs)
        body.region.results.push_back(indices.at(output));
    return body;
}

} // namespace sidelight::lowering
