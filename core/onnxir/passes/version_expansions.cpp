// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Operators that an opset does not have yet, written by those that it has. Each follows the function body or the text of its schema.
#include "core/onnxir/passes/version_adapters.h"

#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;

ValueType resultType(const NodeConversion& node) { return node.node().outputs.front().type; }

ValueType retyped(ValueType type, DType dtype)
{
    type.dtype = dtype;
    return type;
}

bool isHalf(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }
bool isFloat(DType dtype) { return isHalf(dtype) || dtype == DType::Float32 || dtype == DType::Float64; }

std::string untyped() { return "the type of its input is not known, which its constants need"; }

Value cast(NodeConversion& node, Value value, ValueType type)
{
    const std::int64_t to = elementType(type.dtype);
    return node.add("Cast", {value}, std::move(type), {{"to", to}});
}

/// A reduction that keeps its axes, as the target has it.
Value reducedOver(NodeConversion& node, std::string_view opType, Value value, const std::vector<std::int64_t>& axes, ValueType type)
{
    constexpr std::int64_t kAxesAreInputs = 18;
    if (node.target() < kAxesAreInputs)
        return node.add(opType, {value}, std::move(type), {{"axes", axes}});
    const Value input = node.integers(axes);
    return node.add(opType, {value, input}, std::move(type));
}

std::string expandGelu(NodeConversion& node)
{
    const DType dtype = node.dtypeOfInput(0);
    if (!isFloat(dtype))
        return untyped();
    const Value x = node.input(0);
    const ValueType type = node.typeOfInput(0);
    const Value one = node.scalar(dtype, 1.0);
    const Value half = node.scalar(dtype, 0.5);
    Value bent = x;
    if (node.word("approximate", "none") == "tanh") {
        constexpr double kTwoOverPi = 0.63661977236758134308;
        const Value cubic = node.scalar(dtype, 0.044715);
        const Value scale = node.scalar(dtype, std::sqrt(kTwoOverPi));
        const Value square = node.add("Mul", {x, x}, type);
        const Value cube = node.add("Mul", {square, x}, type);
        const Value part = node.add("Mul", {cube, cubic}, type);
        const Value sum = node.add("Add", {x, part}, type);
        const Value scaled = node.add("Mul", {sum, scale}, type);
        bent = node.add("Tanh", {scaled}, type);
    } else {
        const Value root = node.scalar(dtype, std::sqrt(2.0));
        const Value scaled = node.add("Div", {x, root}, type);
        bent = node.add("Erf", {scaled}, type);
    }
    const Value raised = node.add("Add", {bent, one}, type);
    const Value halved = node.add("Mul", {x, half}, type);
    node.become("Mul", {halved, raised});
    return {};
}

std::string expandMish(NodeConversion& node)
{
    const ValueType type = node.typeOfInput(0);
    const Value soft = node.add("Softplus", {node.input(0)}, type);
    const Value bent = node.add("Tanh", {soft}, type);
    node.become("Mul", {node.input(0), bent});
    return {};
}

std::string expandHardSwish(NodeConversion& node)
{
    const Value hard = node.add("HardSigmoid", {node.input(0)}, node.typeOfInput(0), {{"alpha", 1.0F / 6.0F}, {"beta", 0.5F}});
    node.become("Mul", {node.input(0), hard});
    return {};
}

std::string expandSwish(NodeConversion& node)
{
    const auto alpha = node.real("alpha", 1.0F);
    const DType dtype = node.dtypeOfInput(0);
    if (!alpha || !isFloat(dtype))
        return alpha ? untyped() : "its alpha is given by the caller of the function";
    const ValueType type = node.typeOfInput(0);
    Value scaled = node.input(0);
    if (*alpha != 1.0F) {
        const Value factor = node.scalar(dtype, static_cast<double>(*alpha));
        scaled = node.add("Mul", {scaled, factor}, type);
    }
    const Value gate = node.add("Sigmoid", {scaled}, type);
    node.become("Mul", {node.input(0), gate});
    return {};
}

std::string expandCastLike(NodeConversion& node)
{
    const DType dtype = node.dtypeOfInput(1);
    if (dtype == DType::Undefined)
        return "the type that it casts to is not known";
    node.become("Cast", {node.input(0)}, {{"to", std::int64_t{elementType(dtype)}}});
    return {};
}

/// What the two normalizations over the last axes share.
struct Normalized {
    DType dtype = DType::Undefined;   ///< Of the input.
    DType stashed = DType::Undefined; ///< What it is computed in.
    ValueType type;                   ///< Of the input, stashed.
    ValueType reducedType;
    std::vector<std::int64_t> axes;
    double epsilon = 0;
};

std::string readNormalization(const NodeConversion& node, Normalized& out)
{
    const auto rank = node.rankOfInput(0);
    const auto axis = node.integer("axis", -1);
    const auto epsilon = node.real("epsilon", 1e-5F);
    out.dtype = node.dtypeOfInput(0);
    if (!rank || !axis || !epsilon || !isFloat(out.dtype))
        return "the type or rank of its input is not known";
    if (node.readsMoreOutputs())
        return "its mean or deviation is read";
    out.stashed = isHalf(out.dtype) ? DType::Float32 : out.dtype;
    out.type = retyped(node.typeOfInput(0), out.stashed);
    out.reducedType = out.type;
    for (std::int64_t at = *axis < 0 ? *axis + *rank : *axis; at >= 0 && at < *rank; ++at) {
        out.axes.push_back(at);
        out.reducedType.sizes[static_cast<std::size_t>(at)] = ir::Dim::constant(1);
    }
    out.epsilon = static_cast<double>(*epsilon);
    return out.axes.empty() ? "its axis lies outside its input" : "";
}

Value meanOf(NodeConversion& node, Value value, const Normalized& norm) { return reducedOver(node, "ReduceMean", value, norm.axes, norm.reducedType); }

/// value / sqrt(mean(value²) + epsilon), in the input's type.
Value overDeviation(NodeConversion& node, Value value, const Normalized& norm)
{
    const Value square = node.add("Mul", {value, value}, norm.type);
    const Value variance = meanOf(node, square, norm);
    const Value epsilon = node.scalar(norm.stashed, norm.epsilon);
    const Value raised = node.add("Add", {variance, epsilon}, norm.reducedType);
    const Value deviation = node.add("Sqrt", {raised}, norm.reducedType);
    const Value result = node.add("Div", {value, deviation}, norm.type);
    return norm.stashed == norm.dtype ? result : cast(node, result, retyped(norm.type, norm.dtype));
}

Value stashedInput(NodeConversion& node, const Normalized& norm)
{
    return norm.stashed == norm.dtype ? node.input(0) : cast(node, node.input(0), norm.type);
}

std::string expandLayerNormalization(NodeConversion& node)
{
    Normalized norm;
    if (const std::string why = readNormalization(node, norm); !why.empty())
        return why;
    const Value x = stashedInput(node, norm);
    const Value mean = meanOf(node, x, norm);
    const Value centred = node.add("Sub", {x, mean}, norm.type);
    const Value normal = overDeviation(node, centred, norm);
    if (!node.isGiven(2)) {
        node.become("Mul", {normal, node.input(1)});
        return {};
    }
    const Value scaled = node.add("Mul", {normal, node.input(1)}, resultType(node));
    node.become("Add", {scaled, node.input(2)});
    return {};
}

std::string expandRmsNormalization(NodeConversion& node)
{
    Normalized norm;
    if (const std::string why = readNormalization(node, norm); !why.empty())
        return why;
    const Value x = stashedInput(node, norm);
    const Value normal = overDeviation(node, x, norm);
    node.become("Mul", {normal, node.input(1)});
    return {};
}

/// Opset 21 gave scale and bias an element for each channel; before, they had one for each group.
std::string expandGroupNormalization(NodeConversion& node)
{
    const auto rank = node.rankOfInput(0);
    const auto groups = node.integer("num_groups", 0);
    const auto epsilon = node.real("epsilon", 1e-5F);
    Normalized norm;
    norm.dtype = node.dtypeOfInput(0);
    if (!rank || *rank < 3 || !groups || *groups <= 0 || !epsilon || !isFloat(norm.dtype))
        return "the type or rank of its input is not known";
    norm.stashed = isHalf(norm.dtype) ? DType::Float32 : norm.dtype;
    norm.epsilon = static_cast<double>(*epsilon);
    norm.axes = {2};
    const std::optional<ir::Dim> batch = node.typeOfInput(0).sizes.front();
    norm.type = ValueType::tensor(norm.stashed, {});
    norm.type.sizes = {batch, ir::Dim::constant(*groups), std::nullopt};
    norm.reducedType = norm.type;
    norm.reducedType.sizes.back() = ir::Dim::constant(1);
    const Value whole = node.add("Shape", {node.input(0)}, ValueType::tensor(DType::Int64, {ir::Dim::constant(*rank)}));
    const Value grouped = node.integers({0, *groups, -1});
    Value x = node.add("Reshape", {node.input(0), grouped}, retyped(norm.type, norm.dtype));
    if (norm.stashed != norm.dtype)
        x = cast(node, x, norm.type);
    const Value mean = meanOf(node, x, norm);
    const Value centred = node.add("Sub", {x, mean}, norm.type);
    const Value normal = overDeviation(node, centred, norm);
    const Value back = node.add("Reshape", {normal, whole}, node.typeOfInput(0));
    std::vector<std::int64_t> column(static_cast<std::size_t>(*rank) - 1, 1);
    column.front() = -1;
    const Value shape = node.integers(column);
    const auto ofChannels = [&](std::size_t input) {
        ValueType type = ValueType::tensor(norm.dtype, {});
        type.sizes.assign(column.size(), ir::Dim::constant(1));
        type.sizes.front() = node.typeOfInput(0).sizes[1];
        return node.add("Reshape", {node.input(input), shape}, std::move(type));
    };
    const Value scale = ofChannels(1);
    const Value bias = ofChannels(2);
    const Value scaled = node.add("Mul", {back, scale}, node.typeOfInput(0));
    node.become("Add", {scaled, bias});
    return {};
}

/// Each group's scale and bias once for each of its channels.
std::string affineOfChannels(NodeConversion& node)
{
    const auto channels = node.sizeOfInput(0, 1);
    const auto groups = node.integer("num_groups", 0);
    if (!channels || !groups || *groups <= 0 || *channels % *groups != 0)
        return "its number of channels is not known";
    for (std::size_t input = 1; input <= 2; ++input) {
        const DType dtype = node.dtypeOfInput(input);
        const auto typed = [dtype](std::int64_t rows, std::int64_t columns) { return ValueType::tensor(dtype, {ir::Dim::constant(rows), ir::Dim::constant(columns)}); };
        const Value axes = node.integers({1});
        const Value wide = node.integers({1, *channels / *groups});
        const Value flat = node.integers({-1});
        const Value column = node.add("Unsqueeze", {node.input(input), axes}, typed(*groups, 1));
        const Value spread = node.add("Expand", {column, wide}, typed(*groups, *channels / *groups));
        const Value all = node.add("Reshape", {spread, flat}, ValueType::tensor(dtype, {ir::Dim::constant(*channels)}));
        node.setInput(input, all);
    }
    return {};
}

// What masks and triangles share.

using Size = std::optional<ir::Dim>;

ValueType tensorOf(DType dtype, std::vector<Size> sizes)
{
    ValueType type;
    type.kind = ValueType::Kind::Tensor;
    type.dtype = dtype;
    type.hasShape = true;
    type.sizes = std::move(sizes);
    return type;
}

/// One size of a value as a tensor of one element.
Value sizeOf(NodeConversion& node, Value value, std::int64_t axis, std::int64_t rank)
{
    const Value shape = node.add("Shape", {value}, tensorOf(DType::Int64, {ir::Dim::constant(rank)}));
    const Value place = node.integer64(axis);
    return node.add("Gather", {shape, place}, tensorOf(DType::Int64, {}), {{"axis", std::int64_t{0}}});
}

Value counting(NodeConversion& node, Value count, const Size& size, std::int64_t axis)
{
    const Value zero = node.integer64(0);
    const Value one = node.integer64(1);
    const Value row = node.add("Range", {zero, count, one}, tensorOf(DType::Int64, {size}));
    const Value axes = node.integers({axis});
    return node.add("Unsqueeze", {row, axes}, tensorOf(DType::Int64, axis == 0 ? std::vector<Size>{ir::Dim::constant(1), size} : std::vector<Size>{size, ir::Dim::constant(1)}));
}

std::string expandTrilu(NodeConversion& node)
{
    const auto rank = node.rankOfInput(0);
    const auto isUpper = node.integer("upper", 1);
    const ValueType type = node.typeOfInput(0);
    if (!rank || *rank < 2 || !isUpper || type.dtype == DType::Undefined)
        return "the type or rank of its input is not known";
    const Size rows = type.sizes[type.sizes.size() - 2];
    const Size columns = type.sizes.back();
    const Value height = sizeOf(node, node.input(0), *rank - 2, *rank);
    const Value width = sizeOf(node, node.input(0), *rank - 1, *rank);
    Value row = counting(node, height, rows, 1);
    const Value column = counting(node, width, columns, 0);
    if (node.isGiven(1))
        row = node.add("Add", {row, node.input(1)}, tensorOf(DType::Int64, {rows, ir::Dim::constant(1)}));
    const Value kept = node.add(*isUpper != 0 ? "GreaterOrEqual" : "LessOrEqual", {column, row}, tensorOf(DType::Bool, {rows, columns}));
    const Value zero = node.scalar(type.dtype, 0.0);
    node.become("Where", {kept, node.input(0), zero});
    return {};
}

// Attention of four dimensions without a past.

/// Why the expansion does not say what the node says.
std::string refusedAttention(const NodeConversion& node)
{
    for (std::size_t at = 0; at < 3; ++at)
        if (node.rankOfInput(at) != std::int64_t{4} || !isFloat(node.dtypeOfInput(at)))
            return "its query, key and value are not known to have four dimensions";
    for (std::size_t at = 4; at < node.node().inputs.size(); ++at)
        if (node.isGiven(at))
            return "it has past keys";
    if (node.readsMoreOutputs())
        return "outputs beyond the first are read";
    if (node.real("softcap", 0.0F) != 0.0F || node.node().attribute("softmax_precision"))
        return "it has softcap or softmax_precision";
    if (node.integer("left_window_size", -1) != std::int64_t{-1} || node.integer("right_window_size", -1) != std::int64_t{-1})
        return "it has a window";
    if (!node.integer("is_causal", 0) || !node.real("scale", 0.0F))
        return "its attributes are given by the caller of the function";
    if (node.isGiven(3)) {
        // A mask of fewer columns than keys hides the rest since opset 24. Where sizes are not known such a model would stop with an error; one column would not.
        const auto columns = node.sizeOfInput(3, -1);
        const auto keys = node.sizeOfInput(1, 2);
        if (columns && (keys ? *columns != *keys : *columns == 1))
            return "its mask has not a column for each key";
    }
    return {};
}

/// Sizes `first` to `last` of a value of four dimensions, as a tensor.
Value sizesOf(NodeConversion& node, Value value, std::int64_t first, std::int64_t last)
{
    const Value shape = node.add("Shape", {value}, tensorOf(DType::Int64, {ir::Dim::constant(4)}));
    const Value from = node.integers({first});
    const Value to = node.integers({last});
    return node.add("Slice", {shape, from, to}, tensorOf(DType::Int64, {ir::Dim::constant(last - first)}));
}

/// Each head of key or value as often as the query's heads are more, one beside the other.
Value repeatedHeads(NodeConversion& node, std::size_t input)
{
    const ValueType type = node.typeOfInput(input);
    const Size heads = node.typeOfInput(0).sizes[1];
    const Value given = node.input(input);
    const Value wanted = sizesOf(node, node.input(0), 0, 2);
    const Value queryHeads = sizesOf(node, node.input(0), 1, 2);
    const Value ownHeads = sizesOf(node, given, 1, 2);
    const Value rest = sizesOf(node, given, 2, 4);
    const Value times = node.add("Div", {queryHeads, ownHeads}, tensorOf(DType::Int64, {ir::Dim::constant(1)}));
    const Value ones = node.integers({1, 1});
    const Value wide = node.add("Concat", {ones, times, ones}, tensorOf(DType::Int64, {ir::Dim::constant(5)}), {{"axis", std::int64_t{0}}});
    const Value axes = node.integers({2});
    const Value apart = node.add("Unsqueeze", {given, axes}, tensorOf(type.dtype, {type.sizes[0], type.sizes[1], ir::Dim::constant(1), type.sizes[2], type.sizes[3]}));
    const Value spread = node.add("Expand", {apart, wide}, tensorOf(type.dtype, {type.sizes[0], type.sizes[1], std::nullopt, type.sizes[2], type.sizes[3]}));
    const Value shape = node.add("Concat", {wanted, rest}, tensorOf(DType::Int64, {ir::Dim::constant(4)}), {{"axis", std::int64_t{0}}});
    return node.add("Reshape", {spread, shape}, tensorOf(type.dtype, {type.sizes[0], heads, type.sizes[2], type.sizes[3]}));
}

/// The softmax of scores; a row that is masked as a whole gives zeros, as in ONNX Runtime and torch.
Value weightsOf(NodeConversion& node, Value scores, Value lowest, const ValueType& type, bool isMasked)
{
    const Value soft = node.add("Softmax", {scores}, type, {{"axis", std::int64_t{-1}}});
    if (!isMasked)
        return soft;
    ValueType row = type;
    row.sizes.back() = ir::Dim::constant(1);
    const Value largest = reducedOver(node, "ReduceMax", scores, {3}, row);
    row.dtype = DType::Bool;
    const Value isHidden = node.add("Equal", {largest, lowest}, row);
    const Value zero = node.scalar(type.dtype, 0.0);
    return node.add("Where", {isHidden, zero, soft}, type);
}

std::string expandAttention(NodeConversion& node)
{
    if (std::string why = refusedAttention(node); !why.empty())
        return why;
    const ValueType query = node.typeOfInput(0);
    const ValueType keyType = node.typeOfInput(1);
    const DType dtype = query.dtype;
    Value key = node.input(1);
    Value value = node.input(2);
    if (!query.sizes[1] || query.sizes[1] != keyType.sizes[1]) {
        key = repeatedHeads(node, 1);
        value = repeatedHeads(node, 2);
    }
    const Value turned = node.add("Transpose", {key}, tensorOf(dtype, {query.sizes[0], query.sizes[1], keyType.sizes[3], keyType.sizes[2]}),
                                  {{"perm", std::vector<std::int64_t>{0, 1, 3, 2}}});
    const ValueType scoresType = tensorOf(dtype, {query.sizes[0], query.sizes[1], query.sizes[2], keyType.sizes[2]});
    Value scores = node.add("MatMul", {node.input(0), turned}, scoresType);
    const auto width = node.sizeOfInput(0, 3);
    if (node.node().attribute("scale") || width) {
        const double factor = node.node().attribute("scale") ? static_cast<double>(*node.real("scale", 0.0F)) : 1.0 / std::sqrt(static_cast<double>(*width));
        const Value scale = node.scalar(dtype, factor);
        scores = node.add("Mul", {scores, scale}, scoresType);
    } else {
        const Value size = cast(node, sizeOf(node, node.input(0), 3, 4), tensorOf(dtype, {}));
        const Value root = node.add("Sqrt", {size}, tensorOf(dtype, {}));
        scores = node.add("Div", {scores, root}, scoresType);
    }
    const Value lowest = node.scalar(dtype, -INFINITY);
    if (node.integer("is_causal", 0) != std::int64_t{0}) {
        const Value rows = sizeOf(node, node.input(0), 2, 4);
        const Value columns = sizeOf(node, node.input(1), 2, 4);
        const Value row = counting(node, rows, query.sizes[2], 1);
        const Value column = counting(node, columns, keyType.sizes[2], 0);
        const Value seen = node.add("LessOrEqual", {column, row}, tensorOf(DType::Bool, {query.sizes[2], keyType.sizes[2]}));
        scores = node.add("Where", {seen, scores, lowest}, scoresType);
    }
    if (node.isGiven(3))
        scores = node.dtypeOfInput(3) == DType::Bool ? node.add("Where", {node.input(3), scores, lowest}, scoresType) : node.add("Add", {scores, node.input(3)}, scoresType);
    const Value weights = weightsOf(node, scores, lowest, scoresType, node.isGiven(3));
    node.become("MatMul", {weights, value});
    return {};
}

constexpr VersionAdapter kExpansions[] = {
    {"Attention", 23, nullptr, expandAttention},
    {"CastLike", 15, nullptr, expandCastLike},
    {"Gelu", 20, nullptr, expandGelu},
    {"GroupNormalization", 21, affineOfChannels, expandGroupNormalization},
    {"HardSwish", 14, nullptr, expandHardSwish},
    {"LayerNormalization", 17, nullptr, expandLayerNormalization},
    {"Mish", 18, nullptr, expandMish},
    {"RMSNormalization", 23, nullptr, expandRmsNormalization},
    {"Swish", 24, nullptr, expandSwish},
    {"Trilu", 14, nullptr, expandTrilu},
};

} // namespace

std::span<const VersionAdapter> expansionAdapters() { return kExpansions; }

} // namespace sidelight::onnxir::passes
