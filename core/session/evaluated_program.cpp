// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/evaluated_program.h"

#include "core/runtime/compare.h"
#include "core/runtime/program_request.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

bool isMutation(fx::OutputKind kind)
{
    return kind == fx::OutputKind::BufferMutation || kind == fx::OutputKind::ParameterMutation || kind == fx::OutputKind::UserInputMutation;
}

/// The largest finite magnitude.
double largest(const ir::Tensor& tensor)
{
    std::vector<std::byte> zeros(static_cast<std::size_t>(tensor.elementCount()) * ir::itemSize(tensor.dtype));
    const auto against = runtime::compare(tensor, ir::Tensor::fromBytes(tensor.dtype, tensor.sizes, std::move(zeros)), runtime::Tolerance::Exact);
    return against ? against->maxAbsolute : 0;
}

ValueMatch compareOne(const std::string& name, const ir::Tensor& before, const ir::Tensor& after, double tolerance)
{
    const auto compared = runtime::compare(after, before, runtime::Tolerance::Exact);
    if (!compared)
        return {Match::Unknown, 0, 0, compared.error().message};
    ValueMatch match{Match::BitEqual, compared->maxAbsolute, compared->maxUlp, {}};
    if (compared->equal)
        return match;
    const bool sameForm = before.dtype == after.dtype && before.sizes == after.sizes;
    match.match = sameForm && tolerance > 0 && compared->maxAbsolute <= tolerance * largest(before) ? Match::Within : Match::Differs;
    if (match.match == Match::Differs)
        match.reason = concat("output ", name, " differs: ", compared->reason);
    return match;
}

/// Where a number was found to differ from what the node's type says.
struct TypeChecker {
    const EvaluatedProgram& values;
    ir::Dim::Bindings symbols; ///< Data-dependent sizes are learnt from the first value that has them.

    /// What is wrong, or nothing.
    std::string check(const ir::Type& type, const std::vector<ir::Tensor>& tensors, const std::vector<std::vector<std::int64_t>>& strides, bool checkStrides)
    {
        if (type.kind == ir::Type::Kind::List) {
            for (std::size_t i = 0; i < type.elements.size() && i < tensors.size(); ++i)
                if (std::string wrong = checkOne(type.elements[i], tensors[i], i < strides.size() && checkStrides ? &strides[i] : nullptr); !wrong.empty())
                    return concat("output ", i, ": ", wrong);
            return {};
        }
        return tensors.size() == 1 ? checkOne(type, tensors.front(), checkStrides && strides.size() == 1 ? &strides.front() : nullptr) : std::string();
    }

private:
    std::string checkOne(const ir::Type& type, const ir::Tensor& tensor, const std::vector<std::int64_t>* strides)
    {
        if (!type.isTensor() || tensor.dtype == ir::DType::Undefined)
            return {};
        if (type.tensor.dtype != tensor.dtype)
            return concat("dtype ", ir::name(type.tensor.dtype), " is recorded, evaluation gives ", ir::name(tensor.dtype));
        if (!agrees(type.tensor.sizes, tensor.sizes))
            return concat("shape ", ir::toText(type.tensor), " is recorded, evaluation gives ", listText(tensor.sizes));
        if (strides && !type.tensor.strides.empty() && tensor.elementCount() > 1 && !stridesAgree(type.tensor.strides, *strides, tensor.sizes))
            return concat("strides ", listText(type.tensor.strides), " are recorded, evaluation gives ", listText(*strides));
        return {};
    }
    bool agrees(const std::vector<ir::Dim>& recorded, const std::vector<std::int64_t>& actual)
    {
        if (recorded.size() != actual.size())
            return false;
        for (std::size_t i = 0; i < actual.size(); ++i) {
            if (recorded[i].kind() == ir::Dim::Kind::Symbol)
                symbols.try_emplace(recorded[i].name(), actual[i]);
            const auto size = recorded[i].evaluate(symbols);
            if (size && *size != actual[i])
                return false;
        }
        return true;
    }
    /// The stride of a dimension of one element means nothing.
    bool stridesAgree(const std::vector<ir::Dim>& recorded, const std::vector<std::int64_t>& actual, const std::vector<std::int64_t>& sizes) const
    {
        if (recorded.size() != actual.size())
            return false;
        for (std::size_t i = 0; i < actual.size(); ++i) {
            const auto stride = recorded[i].evaluate(symbols);
            if (sizes[i] > 1 && stride && *stride != actual[i])
                return false;
        }
        return true;
    }
    template <class Item>
    static std::string listText(const std::vector<Item>& items)
    {
        std::string text = "[";
        for (std::size_t i = 0; i < items.size(); ++i) {
            text += i == 0 ? "" : ", ";
            if constexpr (std::is_same_v<Item, ir::Dim>)
                text += items[i].text();
            else
                text += std::to_string(items[i]);
        }
        return text + "]";
    }
};

/// Nodes that a pass made or changed.
std::set<NodeId> touchedBy(const ir::PassRecord<fx::ExportedProgram>& record)
{
    std::set<NodeId> touched;
    for (const auto& change : record.changes)
        if (const auto* node = std::get_if<ir::NodeChange<fx::ExportedProgram>>(&change.what); node && node->after)
            touched.insert(node->id);
    return touched;
}

bool sameState(const fx::ExportedProgram& before, const fx::ExportedProgram& after, const fx::InputSpec& spec, double tolerance)
{
    const auto left = before.stateOf(spec.target);
    const auto right = after.stateOf(spec.target);
    if (left == right || !left || !right)
        return true;
    return compareOne(spec.target, *left, *right, tolerance).match != Match::Differs;
}

} // namespace

ValueMatch compareOutputs(const std::vector<runtime::NamedTensor>& before, const std::vector<runtime::NamedTensor>& after, double tolerance)
{
    ValueMatch all;
    if (before.size() != after.size())
        return {Match::Differs, 0, 0, concat("there are ", after.size(), " outputs instead of ", before.size())};
    for (std::size_t i = 0; i < before.size(); ++i) {
        ValueMatch one = compareOne(after[i].first, before[i].second, after[i].second, tolerance);
        if (one.match > all.match) {
            all.match = one.match;
            all.reason = std::move(one.reason);
        }
        all.maxAbsolute = std::max(all.maxAbsolute, one.maxAbsolute);
        all.maxUlp = std::max(all.maxUlp, one.maxUlp);
    }
    return all;
}

std::vector<std::string> mutatedPlaceholders(const fx::ExportedProgram& program)
{
    std::vector<std::string> names;
    for (const fx::OutputSpec& output : program.signature->outputs)
        if (isMutation(output.kind))
            names.push_back(output.target);
    return names;
}

Result<EvaluatedProgram> evaluateProgram(runtime::EvaluatorClient& evaluator, const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs,
                                         const std::vector<std::string>& mutated, std::uint64_t seed)
{
    runtime::RunOptions options;
    options.keepIntermediates = true;
    options.seed = seed;
    std::vector<std::string> readBack;
    const auto& specs = program.signature->outputs;
    for (const std::string& name : mutated) {
        const bool isOutput = std::any_of(specs.begin(), specs.end(), [&](const auto& spec) { return isMutation(spec.kind) && spec.target == name; });
        const NodeId placeholder = runtime::placeholderOf(program, name);
        if (isOutput || placeholder == kNoNode)
            continue;
        options.readBack.push_back(placeholder);
        readBack.push_back(name);
    }
    auto symbols = runtime::bindSymbols(program, inputs);
    if (!symbols)
        return symbols.error();
    auto run = evaluator.runProgram(program, inputs, options);
    if (!run)
        return run.error();
    EvaluatedProgram evaluated;
    evaluated.symbols = std::move(*symbols);
    std::vector<runtime::NamedTensor> held;
    for (std::size_t i = 0; i < specs.size() && i < run->outputs.size(); ++i) {
        if (isMutation(specs[i].kind))
            held.emplace_back(specs[i].target, run->outputs[i]);
        else if (run->outputs[i].dtype != ir::DType::Undefined)
            evaluated.outputs.emplace_back(std::to_string(i), run->outputs[i]);
    }
    for (std::size_t i = 0; i < readBack.size() && i < run->readBack.size(); ++i)
        held.emplace_back(readBack[i], run->readBack[i]);
    for (const std::string& name : mutated)
        for (const auto& [target, tensor] : held)
            if (target == name)
                evaluated.outputs.emplace_back(name, tensor);
    evaluated.run = std::move(*run);
    return evaluated;
}

NodeId firstDifference(const fx::ExportedProgram& before, const EvaluatedProgram& valuesBefore, const fx::ExportedProgram& after,
                       const EvaluatedProgram& valuesAfter, double tolerance)
{
    std::size_t placeholder = 0;
    for (const NodeId id : after.main().order()) {
        const fx::Node& node = after.main()[id];
        if (node.op == fx::Op::Placeholder) {
            if (placeholder < after.signature->inputs.size() && !sameState(before, after, after.signature->inputs[placeholder], tolerance))
                return id;
            ++placeholder;
            continue;
        }
        const auto now = valuesAfter.run.intermediates.find(id);
        auto then = valuesBefore.run.intermediates.find(id);
        if (then == valuesBefore.run.intermediates.end() && !node.metadata().from_node.empty())
            then = valuesBefore.run.intermediates.find(node.metadata().from_node.front().node);
        if (now == valuesAfter.run.intermediates.end() || then == valuesBefore.run.intermediates.end() || now->second.size() != then->second.size())
            continue;
        for (std::size_t i = 0; i < now->second.size(); ++i)
            if (compareOne({}, then->second[i], now->second[i], tolerance).match == Match::Differs)
                return id;
    }
    return kNoNode;
}

std::vector<Diagnostic> staleTypes(const fx::ExportedProgram& program, const EvaluatedProgram& values, const ir::PassRecord<fx::ExportedProgram>* record)
{
    const std::set<NodeId> touched = record ? touchedBy(*record) : std::set<NodeId>();
    std::vector<Diagnostic> found;
    TypeChecker checker{values, values.symbols};
    for (const NodeId id : program.main().order()) {
        const auto given = values.run.intermediates.find(id);
        const auto strides = values.run.strides.find(id);
        if (given == values.run.intermediates.end() || strides == values.run.strides.end())
            continue;
        const fx::Node& node = program.main()[id];
        const std::string wrong = checker.check(node.val, given->second, strides->second, touched.count(id) != 0);
        if (wrong.empty())
            continue;
        Diagnostic stale = support::diagnose(rules::kStaleType, concat("%", node.name, ": ", wrong));
        stale.locations.push_back(fx::locationOf(node));
        found.push_back(std::move(stale));
    }
    return found;
}

} // namespace sidelight::session
