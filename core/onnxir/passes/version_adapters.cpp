// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/version_adapters.h"

#include "core/onnxir/passes/operators.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;
using Numbers = std::vector<std::int64_t>;

// Reductions: axes were an attribute before opset 18 and are an input since.

std::string axesToInput(NodeConversion& node)
{
    if (!node.node().attribute("axes"))
        return {};
    const auto axes = integersOf(node.node(), "axes");
    if (!axes)
        return "its axes are given by the caller of the function";
    const Value input = node.integers(*axes);
    node.drop("axes");
    node.setInput(1, input);
    return {};
}

std::string axesToAttribute(NodeConversion& node)
{
    const auto noop = node.integer("noop_with_empty_axes", 0);
    const auto axes = node.isGiven(1) ? node.integersOfInput(1) : std::optional(Numbers());
    if (!axes || !noop)
        return "its axes are not constant";
    if (axes->empty() && *noop != 0)
        return "noop_with_empty_axes leaves it without axes";
    node.dropInputs(1);
    node.drop("noop_with_empty_axes");
    if (!axes->empty())
        node.set("axes", *axes);
    return {};
}

/// ReduceMax and ReduceMin know bool since opset 20: before, by uint8.
std::string reduceBoolByInteger(NodeConversion& node)
{
    if (node.dtypeOfInput(0) != DType::Bool)
        return {};
    constexpr std::int64_t kUint8 = 2;
    constexpr std::int64_t kBool = 9;
    ValueType wide = node.typeOfInput(0);
    wide.dtype = DType::UInt8;
    const Value input = node.add("Cast", {node.input(0)}, std::move(wide), {{"to", kUint8}});
    std::vector<std::optional<Value>> inputs = node.node().inputs;
    inputs.front() = input;
    ValueType reduced = node.node().outputs.front().type;
    reduced.dtype = DType::UInt8;
    std::vector<Attribute> attributes = node.node().attributes;
    const std::string opType = node.node().op.op_type;
    if (node.target() < 18) { // The reduction is a node of its own from here on.
        const auto axes = node.isGiven(1) ? node.integersOfInput(1) : std::optional(Numbers());
        const auto noop = node.integer("noop_with_empty_axes", 0);
        if (!axes || noop != 0)
            return "its axes are not constant";
        inputs.resize(1);
        std::erase_if(attributes, [](const Attribute& attribute) { return attribute.name == "noop_with_empty_axes"; });
        if (!axes->empty())
            attributes.insert(attributes.begin(), {"axes", *axes});
    }
    const Value result = node.add(opType, std::move(inputs), std::move(reduced), std::move(attributes));
    node.become("Cast", {result}, {{"to", kBool}});
    return {};
}

// Split: the number of parts is said since opset 18.

std::string nameParts(NodeConversion& node)
{
    if (!node.isGiven(1))
        node.set("num_outputs", static_cast<std::int64_t>(node.node().outputs.size()));
    return {};
}

std::string splitEvenly(NodeConversion& node)
{
    if (!node.node().attribute("num_outputs"))
        return {};
    const auto parts = node.integer("num_outputs", 0);
    const auto axis = node.integer("axis", 0);
    if (!parts || !axis || *parts <= 0)
        return "its number of parts is given by the caller of the function";
    const auto size = node.sizeOfInput(0, *axis);
    if (!size && *parts != 1)
        return "the size that it splits is not known, and older versions want parts of one size";
    node.drop("num_outputs");
    if (!size || *size % *parts == 0)
        return {};
    const std::int64_t part = (*size + *parts - 1) / *parts;
    Numbers sizes(static_cast<std::size_t>(*parts), part);
    sizes.back() = *size - part * (*parts - 1);
    const Value input = node.integers(sizes);
    node.setInput(1, input);
    return {};
}

// Pad: axes since opset 18, the mode wrap since 19.

std::string padEveryAxis(NodeConversion& node)
{
    if (!node.isGiven(3))
        return {};
    const auto rank = node.rankOfInput(0);
    const auto axes = node.integersOfInput(3);
    if (!rank || !axes)
        return "its axes are not constant, or its input's rank is not known";
    Numbers places;
    for (const std::int64_t shift : {std::int64_t{0}, *rank})
        for (const std::int64_t axis : *axes) {
            if (axis < -*rank || axis >= *rank)
                return "an axis lies outside its input";
            places.push_back((axis < 0 ? axis + *rank : axis) + shift);
        }
    Numbers all(static_cast<std::size_t>(2 * *rank), 0);
    Value pads;
    if (const auto given = node.integersOfInput(1); given && given->size() == places.size()) {
        for (std::size_t at = 0; at < places.size(); ++at)
            all[static_cast<std::size_t>(places[at])] = (*given)[at];
        pads = node.integers(all);
    } else if (node.dtypeOfInput(1) == DType::Int64) {
        const Value none = node.integers(all);
        const Value where = node.integers(places);
        pads = node.add("ScatterElements", {none, where, node.input(1)}, ValueType::tensor(DType::Int64, {ir::Dim::constant(2 * *rank)}), {{"axis", std::int64_t{0}}});
    } else {
        return "its pads are not int64";
    }
    node.setInput(1, pads);
    node.dropInputs(3);
    return {};
}

std::string refuseWrap(NodeConversion& node) { return node.word("mode", "constant") == "wrap" ? "its mode is wrap" : ""; }

// Attributes that are new, or whose values are.

std::string refuseReduction(NodeConversion& node)
{
    const std::string reduction = node.word("reduction", "none");
    return reduction == "max" || reduction == "min" ? concat("its reduction is ", reduction) : std::string();
}

std::string refuseSymmetricPixels(NodeConversion& node)
{
    return node.word("coordinate_transformation_mode", "half_pixel") == "half_pixel_symmetric" ? "its coordinate_transformation_mode is half_pixel_symmetric" : "";
}

std::string dropUnitDilations(NodeConversion& node)
{
    if (!node.node().attribute("dilations"))
        return {};
    const auto dilations = integersOf(node.node(), "dilations");
    if (!dilations || std::any_of(dilations->begin(), dilations->end(), [](std::int64_t dilation) { return dilation != 1; }))
        return "it has dilations";
    node.drop("dilations");
    return {};
}

/// Whether the shape of a Reshape holds a zero only where the input's own size in that place is zero as well, which is what a zero meant always.
bool meansZerosAlike(const NodeConversion& node)
{
    if (const auto shape = node.integersOfInput(1))
        return std::find(shape->begin(), shape->end(), 0) == shape->end();
    const ValueType from = node.typeOfInput(0);
    const ValueType& to = node.node().outputs.front().type;
    if (to.kind != ValueType::Kind::Tensor || !to.hasShape)
        return false;
    for (std::size_t axis = 0; axis < to.sizes.size(); ++axis) {
        const auto number = to.sizes[axis] ? to.sizes[axis]->asConstant() : std::nullopt;
        const bool isCopied = to.sizes[axis] && from.hasShape && axis < from.sizes.size() && from.sizes[axis] == to.sizes[axis];
        if (!isCopied && number.value_or(0) == 0)
            return false;
    }
    return true;
}

std::string dropAllowZero(NodeConversion& node)
{
    if (node.integer("allowzero", 0) == std::int64_t{0})
        return {};
    if (!meansZerosAlike(node))
        return "its shape may hold a zero, which older versions take for the size of the input";
    node.drop("allowzero");
    return {};
}

std::string sliceShape(NodeConversion& node)
{
    const bool hasEnd = node.node().attribute("end") != nullptr;
    const auto start = node.integer("start", 0);
    const auto end = node.integer("end", INT64_MAX);
    if (!start || !end)
        return "its start or end is given by the caller of the function";
    if (*start == 0 && !hasEnd) {
        node.drop("start");
        return {};
    }
    const auto rank = node.rankOfInput(0);
    ValueType whole;
    whole.kind = ValueType::Kind::Tensor;
    whole.dtype = DType::Int64;
    whole.hasShape = true;
    whole.sizes = {rank ? std::optional(ir::Dim::constant(*rank)) : std::nullopt};
    const Value shape = node.add("Shape", {node.input(0)}, std::move(whole));
    const Value first = node.integers({*start});
    const Value last = node.integers({*end});
    const Value axes = node.integers({0});
    node.become("Slice", {shape, first, last, axes});
    return {};
}

std::string keepHalfPixel(NodeConversion& node)
{
    node.set("coordinate_transformation_mode", std::string("output_half_pixel"));
    return {};
}

std::string dropHalfPixel(NodeConversion& node)
{
    if (node.word("coordinate_transformation_mode", "half_pixel") != "output_half_pixel")
        return "older versions have coordinate_transformation_mode output_half_pixel only";
    node.drop("coordinate_transformation_mode");
    return {};
}

std::string newModeNames(NodeConversion& node)
{
    const std::string mode = node.word("mode", "linear");
    if (mode == "bilinear" || mode == "bicubic")
        node.set("mode", mode.substr(2));
    return {};
}

std::string oldModeNames(NodeConversion& node)
{
    if (node.rankOfInput(0) != std::int64_t{4})
        return "older versions take inputs of four dimensions only";
    if (const std::string mode = node.word("mode", "linear"); mode == "linear" || mode == "cubic")
        node.set("mode", concat("bi", mode));
    return {};
}

std::string refuseTrainingOutputs(NodeConversion& node)
{
    const auto& outputs = node.node().outputs;
    return outputs.size() > 1 && std::any_of(outputs.begin() + 1, outputs.end(), [](const ValueInfo& output) { return !output.name.empty(); })
               ? "it gives statistics of its batch, which the versions say otherwise"
               : "";
}

std::string refuseOtherOutputType(NodeConversion& node)
{
    if (node.integer("output_dtype", 0) != std::int64_t{0} && !node.isGiven(2))
        return "its output_dtype is new, and it has no zero point that says the same";
    node.drop("output_dtype");
    return {};
}

std::string refuseFloatModulo(NodeConversion& node)
{
    constexpr DType kFloats[] = {DType::Float16, DType::BFloat16, DType::Float32, DType::Float64};
    const bool isFloat = std::find(std::begin(kFloats), std::end(kFloats), node.dtypeOfInput(0)) != std::end(kFloats);
    return isFloat && node.integer("fmod", 0) == std::int64_t{0} ? "older versions have no modulo of floats with fmod 0" : "";
}

// DFT: the axis was an attribute, counted behind a batch, and is an input since opset 20.

std::string transformAxisToInput(NodeConversion& node)
{
    const auto axis = node.integer("axis", 1);
    if (!axis)
        return "its axis is given by the caller of the function";
    const Value input = node.integer64(*axis);
    node.drop("axis");
    node.setInput(2, input);
    return {};
}

std::string transformAxisToAttribute(NodeConversion& node)
{
    const auto rank = node.rankOfInput(0);
    const auto given = node.isGiven(2) ? node.integersOfInput(2) : std::optional(Numbers{-2});
    if (!rank || !given || given->size() != 1)
        return "its axis is not constant, or its input's rank is not known";
    const std::int64_t axis = given->front() < 0 ? given->front() + *rank : given->front();
    node.dropInputs(2);
    if (axis != 0) {
        node.set("axis", axis);
        return {};
    }
    const Value axes = node.integers({0});
    const auto batched = [](ValueType type) {
        type.sizes.insert(type.sizes.begin(), ir::Dim::constant(1));
        return type;
    };
    std::vector<std::optional<Value>> inputs = node.node().inputs;
    inputs.front() = node.add("Unsqueeze", {node.input(0), axes}, batched(node.typeOfInput(0)));
    std::vector<Attribute> attributes = node.node().attributes;
    attributes.insert(attributes.begin(), {"axis", std::int64_t{1}});
    const Value result = node.add("DFT", std::move(inputs), batched(node.node().outputs.front().type), std::move(attributes));
    node.become("Squeeze", {result, axes});
    return {};
}

constexpr VersionAdapter kAdapters[] = {
    {"AveragePool", 19, nullptr, dropUnitDilations},
    {"BatchNormalization", 14, refuseTrainingOutputs, refuseTrainingOutputs},
    {"DFT", 20, transformAxisToInput, transformAxisToAttribute},
    {"GridSample", 20, newModeNames, oldModeNames},
    {"LpPool", 18, nullptr, dropUnitDilations},
    {"Mod", 28, nullptr, refuseFloatModulo},
    {"Pad", 18, nullptr, padEveryAxis},
    {"Pad", 19, nullptr, refuseWrap},
    {"QuantizeLinear", 21, nullptr, refuseOtherOutputType},
    {"ReduceL1", 18, axesToInput, axesToAttribute},
    {"ReduceL2", 18, axesToInput, axesToAttribute},
    {"ReduceLogSum", 18, axesToInput, axesToAttribute},
    {"ReduceLogSumExp", 18, axesToInput, axesToAttribute},
    {"ReduceMax", 18, axesToInput, axesToAttribute},
    {"ReduceMax", 20, nullptr, reduceBoolByInteger},
    {"ReduceMean", 18, axesToInput, axesToAttribute},
    {"ReduceMin", 18, axesToInput, axesToAttribute},
    {"ReduceMin", 20, nullptr, reduceBoolByInteger},
    {"ReduceProd", 18, axesToInput, axesToAttribute},
    {"ReduceSumSquare", 18, axesToInput, axesToAttribute},
    {"Reshape", 14, nullptr, dropAllowZero},
    {"Resize", 19, nullptr, refuseSymmetricPixels},
    {"RoiAlign", 16, keepHalfPixel, dropHalfPixel},
    {"ScatterElements", 18, nullptr, refuseReduction},
    {"ScatterND", 18, nullptr, refuseReduction},
    {"Shape", 15, nullptr, sliceShape},
    {"Split", 18, nameParts, splitEvenly},
};

} // namespace

std::span<const VersionAdapter> versionAdapters() { return kAdapters; }

const VersionAdapter* findAdapter(std::string_view opType, std::int64_t since)
{
    for (const auto table : {versionAdapters(), expansionAdapters()})
        for (const VersionAdapter& adapter : table)
            if (adapter.opType == opType && adapter.since == since)
                return &adapter;
    return nullptr;
}

} // namespace sidelight::onnxir::passes
