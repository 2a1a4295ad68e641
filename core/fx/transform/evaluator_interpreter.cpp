// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/evaluator_interpreter.h"

#include "core/fx/calls.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstring>
#include <optional>

namespace sidelight::fx {

namespace {

using Kind = ir::Type::Kind;

bool isNumber(const ir::Type& type) { return type.kind == Kind::Int || type.kind == Kind::Float || type.kind == Kind::Bool; }

template <class T>
T elementOf(const std::vector<std::byte>& bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

/// The number that a tensor without dimensions holds.
std::optional<Argument> numberOf(const ir::Tensor& tensor)
{
    const auto bytes = tensor.elementCount() == 1 ? ir::readContiguous(tensor) : Result<std::vector<std::byte>>(std::vector<std::byte>());
    if (!bytes || bytes->size() != ir::itemSize(tensor.dtype))
        return std::nullopt;
    switch (tensor.dtype) {
    case ir::DType::Int64: return Argument(elementOf<std::int64_t>(*bytes));
    case ir::DType::Int32: return Argument(std::int64_t{elementOf<std::int32_t>(*bytes)});
    case ir::DType::Bool: return Argument(elementOf<std::uint8_t>(*bytes) != 0);
    case ir::DType::Float64: return Argument(elementOf<double>(*bytes));
    case ir::DType::Float32: return Argument(double{elementOf<float>(*bytes)});
    default: return std::nullopt;
    }
}

} // namespace

EvaluatorInterpreter::EvaluatorInterpreter(const ExportedProgram& program, ir::Evaluator& evaluator, bool freesValues)
    : Interpreter(program, kMainGraph, freesValues), evaluator_(evaluator)
{
    if (program.signature)
        for (const InputSpec& spec : program.signature->inputs)
            if (spec.kind != InputKind::UserInput)
                specs_.emplace(spec.name, &spec);
}

bool EvaluatorInterpreter::takesInput(const Node& node) const { return specs_.count(node.name) == 0; }

Result<Tensors> EvaluatorInterpreter::stateOf(const std::string& name) const
{
    if (const auto tensor = program().stateOf(name))
        return Tensors{*tensor};
    return support::diagnose(rules::kTensorInvalid, concat("the program's state has no ", support::plainText(name)));
}

Result<Tensors> EvaluatorInterpreter::placeholder(const Node& node)
{
    const auto spec = specs_.find(node.name);
    return spec == specs_.end() ? Interpreter::placeholder(node) : stateOf(spec->second->target);
}

Result<Tensors> EvaluatorInterpreter::getAttr(const Node& node)
{
    if (node.subgraph != kMainGraph)
        return Tensors(); // What calls it is refused.
    return stateOf(node.target);
}

Result<Tensors> EvaluatorInterpreter::callFunction(const Node& node, const Inputs& inputs)
{
    if (support::startsWith(node.overload(), "higher_order."))
        return support::diagnose(rules::kEvaluatorRefused, concat(node.overload(), " runs a subgraph: it is not evaluated call by call"));
    if (node.target == "operator.getitem" && node.args.size() == 2 && inputs.size() == 1 && node.args[1].as<std::int64_t>()) {
        const auto at = static_cast<std::size_t>(*node.args[1].as<std::int64_t>());
        if (at >= inputs.front()->size())
            return support::diagnose(rules::kFxPass, concat("there is no output ", at));
        return Tensors{(*inputs.front())[at]};
    }
    // Numbers go as literals, tensors as inputs; a list of tensors as the list of its items.
    Node call = node;
    std::vector<Argument> numbers(inputs.size());
    std::vector<ir::Tensor> tensors;
    std::size_t slot = 0;
    bool isKnown = true;
    substitute(call, [&](Value value) -> const Argument* {
        const std::size_t at = slot++;
        const Tensors& given = *inputs[at];
        const ir::Type& type = graph()[value.node].val;
        if (isNumber(type)) {
            const auto number = given.size() == 1 ? numberOf(given.front()) : std::nullopt;
            isKnown = isKnown && number.has_value();
            numbers[at] = number.value_or(Argument());
            return &numbers[at];
        }
        if (given.size() == 1 && type.kind != Kind::List) {
            tensors.push_back(given.front());
            return nullptr;
        }
        ArgumentList items;
        for (const ir::Tensor& tensor : given) {
            items.emplace_back(value); // Counted by position alone.
            tensors.push_back(tensor);
        }
        numbers[at] = std::move(items);
        return &numbers[at];
    });
    if (!isKnown)
        return support::diagnose(rules::kFxPass, "a number that it reads could not be read");
    return evaluator_.evaluate(call, tensors);
}

} // namespace sidelight::fx
