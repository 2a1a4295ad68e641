// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

struct Layout {
    std::string op;                   ///< "LSTM" or "GRU".
    std::vector<std::int64_t> gates;  ///< torch's gates in the order that ONNX wants.
};

/// Rows of a weight or bias with the gates in ONNX's order: [gates * hidden, …].
Operand reordered(Op& op, const Operand& weight, const Layout& layout)
{
    const Values parts = op.outputs(layout.gates.size(), "Split", weight, Attributes{{"axis", 0}, {"num_outputs", static_cast<std::int64_t>(layout.gates.size())}});
    Values sorted;
    for (const std::int64_t gate : layout.gates)
        sorted.push_back(parts[static_cast<std::size_t>(gate)]);
    return op.concat(sorted, 0);
}

/// One direction after the other along a new first dimension.
Operand byDirection(Op& op, const Values& directions)
{
    Values wide;
    for (const Operand& direction : directions)
        wide.push_back(op("Unsqueeze", direction, op.integers({0})));
    return op.concat(wide, 0);
}

/// Layers one by one; `states` are [layers * directions, batch, hidden] each. Results: output, then the last states.
Result<Values> recurrent(Op& op, const Call& call, const Layout& layout, const Values& states)
{
    const bool hasBias = call.boolean("has_biases");
    const std::int64_t layers = call.integer("num_layers");
    const bool isBidirectional = call.boolean("bidirectional");
    const std::int64_t directions = isBidirectional ? 2 : 1;
    const Values weights = call.list("params");
    const std::size_t stride = hasBias ? 4 : 2;
    if (call.boolean("train") && call.real("dropout") != 0.0)
        return call.unsupported("dropout between layers in training");
    if (weights.size() != static_cast<std::size_t>(layers * directions) * stride)
        return call.unsupported("its weights are not those of a plain layer (a projection, perhaps)");
    Operand input = call["input"];
    if (call.rankOf(input) != 3)
        return call.unsupported("its input has no batch");
    if (call.boolean("batch_first"))
        input = op.transpose(input, {1, 0, 2});
    const auto hidden = states.front().staticSize(2);
    if (!hidden)
        return call.unsupported("the hidden size is not constant");
    std::vector<Values> lastStates(states.size());
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        Values inputWeights;
        Values hiddenWeights;
        Values biases;
        for (std::int64_t direction = 0; direction < directions; ++direction) {
            const std::size_t at = static_cast<std::size_t>(layer * directions + direction) * stride;
            inputWeights.push_back(reordered(op, weights[at], layout));
            hiddenWeights.push_back(reordered(op, weights[at + 1], layout));
            if (hasBias)
                biases.push_back(op.concat({reordered(op, weights[at + 2], layout), reordered(op, weights[at + 3], layout)}, 0));
        }
        std::vector<std::optional<Operand>> inputs{input, byDirection(op, inputWeights), byDirection(op, hiddenWeights)};
        inputs.push_back(hasBias ? std::optional(byDirection(op, biases)) : std::nullopt);
        inputs.push_back(std::nullopt);
        for (const Operand& state : states)
            inputs.push_back(layers == 1 ? state : op.slice(state, 0, layer * directions, (layer + 1) * directions));
        std::vector<AttributeArgument> attributes{{"direction", isBidirectional ? "bidirectional" : "forward"}, {"hidden_size", *hidden}};
        if (layout.op == "GRU")
            attributes.emplace_back("linear_before_reset", 1);
        const Values results = op.outputs(1 + states.size(), layout.op, inputs, attributes);
        // [sequence, directions, batch, hidden] becomes [sequence, batch, directions * hidden].
        if (isBidirectional)
            input = op("Reshape", op("Transpose", results[0], Attributes{{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}}), op.integers({0, 0, -1}));
        else
            input = op("Squeeze", results[0], op.integers({1}));
        for (std::size_t i = 0; i < states.size(); ++i)
            lastStates[i].push_back(results[i + 1]);
    }
    Values all{call.boolean("batch_first") ? op("Transpose", input, Attributes{{"perm", std::vector<std::int64_t>{1, 0, 2}}}) : input};
    for (const Values& state : lastStates)
        all.push_back(op.concat(state, 0));
    return all;
}

/// aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)
Result<Values> lstm(Op& op, const Call& call)
{
    return recurrent(op, call, {"LSTM", {0, 3, 1, 2}}, call.list("hx"));
}

/// aten::gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)
Result<Values> gru(Op& op, const Call& call)
{
    return recurrent(op, call, {"GRU", {1, 0, 2}}, {call["hx"]});
}

constexpr Lowering kRecurrent[] = {
    {"aten.gru.input", gru},
    {"aten.lstm.input", lstm},
};

} // namespace

std::span<const Lowering> recurrent()
{
    return kRecurrent;
}

} // namespace sidelight::lowering::aten
