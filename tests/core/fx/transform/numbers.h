// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/transform/interpreter.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sidelight::fx::testing {

/// A torch.fx.Interpreter of one's own: each tensor is one number.
class Numbers : public Interpreter<double> {
public:
    using Interpreter::Interpreter;
    std::vector<std::string> ran;

protected:
    Result<double> callFunction(const Node& node, const Inputs& inputs) override
    {
        ran.push_back(node.name);
        const auto operand = [&](std::size_t at) {
            if (const auto* number = node.args[at].as<std::int64_t>())
                return static_cast<double>(*number);
            const auto* real = node.args[at].as<double>();
            return real ? *real : *valueOf(node.args[at].as<Value>()->node);
        };
        if (node.overload() == "aten.add.Tensor")
            return operand(0) + operand(1);
        if (node.overload() == "aten.mul.Tensor")
            return operand(0) * operand(1);
        if (node.overload() == "aten.relu.default")
            return std::max(0.0, *inputs.front());
        if (node.overload() == "aten.linear.default")
            return 3 * *inputs.front() - 1;
        return support::diagnose(support::rules::kFxPass, concat("no number for ", node.overload()));
    }
};

/// What the program gives for `inputs`; the message of its failure otherwise.
inline std::string numbersOf(const ExportedProgram& program, std::vector<double> inputs)
{
    Numbers numbers(program);
    const auto outputs = numbers.run(std::move(inputs));
    if (!outputs)
        return outputs.error().message;
    std::string text;
    for (const double value : *outputs)
        text += concat(text.empty() ? "" : " ", value);
    return text;
}

} // namespace sidelight::fx::testing
