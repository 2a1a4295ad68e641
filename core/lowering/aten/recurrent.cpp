// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

struct Layout
{
    std::string op;                  ///< "LSTM", "GRU" or "RNN".
    std::vector<std::int64_t> gates; ///< torch's gates in the order that ONNX wants.
    std::string activation;          ///< Of an RNN.
};

Layout lstmLayout()
{
    return {"LSTM", {0, 3, 1, 2}, {}};
}
Layout gruLayout()
{
    return {"GRU", {1, 0, 2}, {}};
}
Layout rnnLayout(std::string activation)
{
    return {"RNN", {0}, std::move(activation)};
}

std::vector<AttributeArgument> attributesOf(const Layout& layout, std::int64_t hidden, std::int64_t directions)
{
    std::vector<AttributeArgument> attributes{
        {"direction", directions == 2 ? "bidirectional" : "forward"}, {"hidden_size", hidden}};
    if (layout.op == "GRU")
        attributes.emplace_back("linear_before_reset", 1);
    if (!layout.activation.empty())
        attributes.emplace_back(
            "activations", std::vector<std::string>(static_cast<std::size_t>(directions), layout.activation));
    return attributes;
}

/// Rows of a weight or bias with the gates in ONNX's order: [gates * hidden, …].
Operand reordered(Op& op, const Operand& weight, const Layout& layout)
{
    if (layout.gates.size() == 1)
        return weight;
    const Values parts = op.outputs(layout.gates.size(), "Split", weight,
        Attributes{{"axis", 0}, {"num_outputs", static_cast<std::int64_t>(layout.gates.size())}});
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
                biases.push_back(
                    op.concat({reordered(op, weights[at + 2], layout), reordered(op, weights[at + 3], layout)}, 0));
        }
        std::vector<std::optional<Operand>> inputs{
            input, byDirection(op, inputWeights), byDirection(op, hiddenWeights)};
        inputs.push_back(hasBias ? std::optional(byDirection(op, biases)) : std::nullopt);
        inputs.push_back(std::nullopt);
        for (const Operand& state : states)
            inputs.push_back(layers == 1 ? state : op.slice(state, 0, layer * directions, (layer + 1) * directions));
        const Values results =
            op.outputs(1 + states.size(), layout.op, inputs, attributesOf(layout, *hidden, directions));
        // [sequence, directions, batch, hidden] becomes [sequence, batch, directions * hidden].
        if (isBidirectional)
            input =
                op("Reshape", op("Transpose", results[0], Attributes{{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}}),
                    op.integers({0, 0, -1}));
        else
            input = op("Squeeze", results[0], op.integers({1}));
        for (std::size_t i = 0; i < states.size(); ++i)
            lastStates[i].push_back(results[i + 1]);
    }
    Values all{call.boolean("batch_first")
                   ? op("Transpose", input, Attributes{{"perm", std::vector<std::int64_t>{1, 0, 2}}})
                   : input};
    for (const Values& state : lastStates)
        all.push_back(op.concat(state, 0));
    return all;
}

/// The weights of one direction of an LSTM with a projection.
struct ProjectedWeights
{
    Operand input;
    Operand hidden;
    std::optional<Operand> bias; ///< Both together.
    Operand projection;
};

/// One direction: [sequence, batch, features], the states [batch, …] become the outputs and the states after. ONNX's
/// LSTM has no projection: a Scan.
Values projectedDirection(
    Op& op, const Operand& input, const ProjectedWeights& weights, const Values& states, bool isReverse)
{
    Operand gates = op("MatMul", input, op.transpose(weights.input, {1, 0}));
    if (weights.bias)
        gates = gates + *weights.bias;
    onnxir::ValueType slice = states[0].type();
    slice.sizes[1].reset();
    Step scan;
    scan.op.op_type = "Scan";
    scan.attributes = {{"num_scan_inputs", std::int64_t{1}},
        {"scan_input_directions", std::vector<std::int64_t>{isReverse ? 1 : 0}},
        {"scan_output_directions", std::vector<std::int64_t>{isReverse ? 1 : 0}}};
    scan.inputs = {states[0].index(), states[1].index(), gates.index()};
    scan.regionNames = {"body"};
    scan.regions.push_back(op.region({states[0].type(), states[1].type(), slice}, [&](const Values& now) {
        const Values parts = op.outputs(4, "Split", now[2] + op("MatMul", now[0], op.transpose(weights.hidden, {1, 0})),
            Attributes{{"axis", 1}, {"num_outputs", 4}});
        const Operand cellState = op("Sigmoid", parts[1]) * now[1] + op("Sigmoid", parts[0]) * op("Tanh", parts[2]);
        const Operand hidden =
            op("MatMul", op("Sigmoid", parts[3]) * op("Tanh", cellState), op.transpose(weights.projection, {1, 0}));
        return Values{hidden, cellState, op("Identity", hidden)};
    }));
    onnxir::ValueType all = input.type();
    if (all.hasShape)
        all.sizes[2] = states[0].type().sizes[1];
    return op.emitStep(std::move(scan), {states[0].type(), states[1].type(), all});
}

/// An LSTM whose hidden states are projected; `hx` are [layers * directions, batch, projected] and […, hidden].
Result<Values> projectedLstm(Op& op, const Call& call)
{
    const bool hasBias = call.boolean("has_biases");
    const std::int64_t layers = call.integer("num_layers");
    const std::int64_t directions = call.boolean("bidirectional") ? 2 : 1;
    const std::size_t stride = hasBias ? 5 : 3;
    const Values weights = call.list("params");
    const Values states = call.list("hx");
    if (call.boolean("train") && call.real("dropout") != 0.0)
        return call.unsupported("dropout between layers in training");
    if (weights.size() != static_cast<std::size_t>(layers * directions) * stride || states.size() != 2)
        return call.unsupported("its weights are not those of a layer");
    Operand input = call["input"];
    if (call.rankOf(input) != 3 || states[0].rank() != 3)
        return call.unsupported("its input has no batch");
    if (call.boolean("batch_first"))
        input = op.transpose(input, {1, 0, 2});
    std::vector<Values> lastStates(2);
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        Values outputs;
        for (std::int64_t direction = 0; direction < directions; ++direction) {
            const std::int64_t place = layer * directions + direction;
            const std::size_t at = static_cast<std::size_t>(place) * stride;
            const std::optional<Operand> bias =
                hasBias ? std::optional(weights[at + 2] + weights[at + 3]) : std::nullopt;
            Values first;
            for (const Operand& state : states) {
                onnxir::ValueType type = state.type();
                type.sizes.erase(type.sizes.begin());
                first.push_back(
                    op.typed(op("Gather", state, op.constant(ir::DType::Int64, place), Attributes{{"axis", 0}}),
                        std::move(type)));
            }
            const Values results = projectedDirection(
                op, input, {weights[at], weights[at + 1], bias, weights[at + stride - 1]}, first, direction == 1);
            outputs.push_back(results[2]);
            for (std::size_t i = 0; i < 2; ++i)
                lastStates[i].push_back(op("Unsqueeze", results[i], op.integers({0})));
        }
        input = op.typed(op.concat(outputs, 2), outputs.front().type());
    }
    return Values{call.boolean("batch_first")
                      ? op("Transpose", input, Attributes{{"perm", std::vector<std::int64_t>{1, 0, 2}}})
                      : input,
        op.concat(lastStates[0], 0), op.concat(lastStates[1], 0)};
}

/// aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool
/// train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)
Result<Values> lstm(Op& op, const Call& call)
{
    const std::size_t plain = static_cast<std::size_t>(call.integer("num_layers")) *
                              (call.boolean("bidirectional") ? 2 : 1) * (call.boolean("has_biases") ? 4 : 2);
    return call.list("params").size() > plain ? projectedLstm(op, call)
                                              : recurrent(op, call, lstmLayout(), call.list("hx"));
}

/// aten::gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool
/// train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)
Result<Values> gru(Op& op, const Call& call)
{
    return recurrent(op, call, gruLayout(), {call["hx"]});
}

/// aten::rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool
/// train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)
Result<Values> rnnTanh(Op& op, const Call& call)
{
    return recurrent(op, call, rnnLayout("Tanh"), {call["hx"]});
}

/// aten::rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool
/// train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)
Result<Values> rnnRelu(Op& op, const Call& call)
{
    return recurrent(op, call, rnnLayout("Relu"), {call["hx"]});
}

/// One step: a sequence of one element. Results: the states after it.
Result<Values> cell(Op& op, const Call& call, const Layout& layout, const Values& states)
{
    const auto hidden = states.front().staticSize(1);
    if (call.rankOf(call["input"]) != 2 || !hidden)
        return call.unsupported("its input has no batch, or the hidden size is not constant");
    if (call.has("b_ih") != call.has("b_hh"))
        return call.unsupported("it has one bias of two");
    const auto one = [&](const Operand& value) { return op("Unsqueeze", value, op.integers({0})); };
    std::vector<std::optional<Operand>> inputs{
        one(call["input"]), one(reordered(op, call["w_ih"], layout)), one(reordered(op, call["w_hh"], layout))};
    if (call.has("b_ih"))
        inputs.push_back(one(op.concat({reordered(op, call["b_ih"], layout), reordered(op, call["b_hh"], layout)}, 0)));
    else
        inputs.push_back(std::nullopt);
    inputs.push_back(std::nullopt);
    for (const Operand& state : states)
        inputs.push_back(one(state));
    const Values results = op.outputs(1 + states.size(), layout.op, inputs, attributesOf(layout, *hidden, 1));
    Values after;
    for (std::size_t i = 1; i < results.size(); ++i)
        after.push_back(op("Squeeze", results[i], op.integers({0})));
    return after;
}

/// aten::lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) ->
/// (Tensor, Tensor)
Result<Values> lstmCell(Op& op, const Call& call)
{
    return cell(op, call, lstmLayout(), call.list("hx"));
}

/// aten::gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
Result<Values> gruCell(Op& op, const Call& call)
{
    return cell(op, call, gruLayout(), {call["hx"]});
}

/// aten::rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) ->
/// Tensor
Result<Values> rnnTanhCell(Op& op, const Call& call)
{
    return cell(op, call, rnnLayout("Tanh"), {call["hx"]});
}

/// aten::rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) ->
/// Tensor
Result<Values> rnnReluCell(Op& op, const Call& call)
{
    return cell(op, call, rnnLayout("Relu"), {call["hx"]});
}

constexpr Lowering kRecurrent[] = {
    {"aten.gru.input", gru},
    {"aten.gru_cell.default", gruCell},
    {"aten.lstm.input", lstm},
    {"aten.lstm_cell.default", lstmCell},
    {"aten.rnn_relu.input", rnnRelu},
    {"aten.rnn_relu_cell.default", rnnReluCell},
    {"aten.rnn_tanh.input", rnnTanh},
    {"aten.rnn_tanh_cell.default", rnnTanhCell},
};

} // namespace

std::span<const Lowering> recurrent()
{
    return kRecurrent;
}

} // namespace sidelight::lowering::aten
