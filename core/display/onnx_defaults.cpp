// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/onnx_defaults.h"

#include <algorithm>
#include <utility>

namespace sidelight::display {

namespace {

// A test holds it against onnx's own schemas.
constexpr AttributeDefault kDefaults[] = {
    {"Add", "broadcast", std::int64_t{0}},
    {"AffineGrid", "align_corners", std::int64_t{0}},
    {"And", "broadcast", std::int64_t{0}},
    {"ArgMax", "axis", std::int64_t{0}},
    {"ArgMax", "keepdims", std::int64_t{1}},
    {"ArgMax", "select_last_index", std::int64_t{0}},
    {"ArgMin", "axis", std::int64_t{0}},
    {"ArgMin", "keepdims", std::int64_t{1}},
    {"ArgMin", "select_last_index", std::int64_t{0}},
    {"Attention", "is_causal", std::int64_t{0}},
    {"Attention", "left_window_size", std::int64_t{-1}},
    {"Attention", "qk_matmul_output_mode", std::int64_t{0}},
    {"Attention", "right_window_size", std::int64_t{-1}},
    {"Attention", "softcap", 0.0F},
    {"AveragePool", "auto_pad", std::string_view("NOTSET")},
    {"AveragePool", "ceil_mode", std::int64_t{0}},
    {"AveragePool", "count_include_pad", std::int64_t{0}},
    {"BatchNormalization", "epsilon", 1e-05F},
    {"BatchNormalization", "is_test", std::int64_t{0}},
    {"BatchNormalization", "momentum", 0.9F},
    {"BatchNormalization", "spatial", std::int64_t{1}},
    {"BatchNormalization", "training_mode", std::int64_t{0}},
    {"BlackmanWindow", "output_datatype", std::int64_t{1}},
    {"BlackmanWindow", "periodic", std::int64_t{1}},
    {"Cast", "round_mode", std::string_view("up")},
    {"Cast", "saturate", std::int64_t{1}},
    {"CastLike", "round_mode", std::string_view("up")},
    {"CastLike", "saturate", std::int64_t{1}},
    {"CausalConvWithState", "activation", std::string_view("none")},
    {"Celu", "alpha", 1.0F},
    {"ConcatFromSequence", "new_axis", std::int64_t{0}},
    {"Conv", "auto_pad", std::string_view("NOTSET")},
    {"Conv", "group", std::int64_t{1}},
    {"ConvInteger", "auto_pad", std::string_view("NOTSET")},
    {"ConvInteger", "group", std::int64_t{1}},
    {"ConvTranspose", "auto_pad", std::string_view("NOTSET")},
    {"ConvTranspose", "group", std::int64_t{1}},
    {"CumProd", "exclusive", std::int64_t{0}},
    {"CumProd", "reverse", std::int64_t{0}},
    {"CumSum", "exclusive", std::int64_t{0}},
    {"CumSum", "reverse", std::int64_t{0}},
    {"DFT", "axis", std::int64_t{1}},
    {"DFT", "inverse", std::int64_t{0}},
    {"DFT", "onesided", std::int64_t{0}},
    {"DeformConv", "group", std::int64_t{1}},
    {"DeformConv", "offset_group", std::int64_t{1}},
    {"DepthToSpace", "mode", std::string_view("DCR")},
    {"DequantizeLinear", "axis", std::int64_t{1}},
    {"DequantizeLinear", "block_size", std::int64_t{0}},
    {"DequantizeLinear", "output_dtype", std::int64_t{0}},
    {"Div", "broadcast", std::int64_t{0}},
    {"Dropout", "is_test", std::int64_t{0}},
    {"Dropout", "ratio", 0.5F},
    {"Elu", "alpha", 1.0F},
    {"Equal", "broadcast", std::int64_t{0}},
    {"EyeLike", "k", std::int64_t{0}},
    {"Flatten", "axis", std::int64_t{1}},
    {"GRU", "layout", std::int64_t{0}},
    {"GRU", "linear_before_reset", std::int64_t{0}},
    {"GRU", "output_sequence", std::int64_t{0}},
    {"Gather", "axis", std::int64_t{0}},
    {"GatherElements", "axis", std::int64_t{0}},
    {"GatherND", "batch_dims", std::int64_t{0}},
    {"Gelu", "approximate", std::string_view("none")},
    {"Gemm", "alpha", 1.0F},
    {"Gemm", "beta", 1.0F},
    {"Gemm", "broadcast", std::int64_t{0}},
    {"Gemm", "transA", std::int64_t{0}},
    {"Gemm", "transB", std::int64_t{0}},
    {"Greater", "broadcast", std::int64_t{0}},
    {"GridSample", "align_corners", std::int64_t{0}},
    {"GridSample", "padding_mode", std::string_view("zeros")},
    {"GroupNormalization", "epsilon", 1e-05F},
    {"GroupNormalization", "stash_type", std::int64_t{1}},
    {"HammingWindow", "output_datatype", std::int64_t{1}},
    {"HammingWindow", "periodic", std::int64_t{1}},
    {"HannWindow", "output_datatype", std::int64_t{1}},
    {"HannWindow", "periodic", std::int64_t{1}},
    {"HardSigmoid", "alpha", 0.2F},
    {"HardSigmoid", "beta", 0.5F},
    {"ImageDecoder", "pixel_format", std::string_view("RGB")},
    {"InstanceNormalization", "epsilon", 1e-05F},
    {"IsInf", "detect_negative", std::int64_t{1}},
    {"IsInf", "detect_positive", std::int64_t{1}},
    {"LRN", "alpha", 1e-04F},
    {"LRN", "beta", 0.75F},
    {"LRN", "bias", 1.0F},
    {"LSTM", "direction", std::string_view("forward")},
    {"LSTM", "input_forget", std::int64_t{0}},
    {"LSTM", "layout", std::int64_t{0}},
    {"LSTM", "output_sequence", std::int64_t{0}},
    {"LayerNormalization", "axis", std::int64_t{-1}},
    {"LayerNormalization", "epsilon", 1e-05F},
    {"LayerNormalization", "stash_type", std::int64_t{1}},
    {"LeakyRelu", "alpha", 0.01F},
    {"Less", "broadcast", std::int64_t{0}},
    {"LinearAttention", "chunk_size", std::int64_t{64}},
    {"LinearAttention", "scale", 0.0F},
    {"LinearAttention", "update_rule", std::string_view("gated_delta")},
    {"LpNormalization", "axis", std::int64_t{-1}},
    {"LpNormalization", "p", std::int64_t{2}},
    {"LpPool", "auto_pad", std::string_view("NOTSET")},
    {"LpPool", "ceil_mode", std::int64_t{0}},
    {"MaxPool", "auto_pad", std::string_view("NOTSET")},
    {"MaxPool", "ceil_mode", std::int64_t{0}},
    {"MaxPool", "storage_order", std::int64_t{0}},
    {"MaxRoiPool", "spatial_scale", 1.0F},
    {"MelWeightMatrix", "output_datatype", std::int64_t{1}},
    {"Mod", "fmod", std::int64_t{0}},
    {"Mul", "broadcast", std::int64_t{0}},
    {"Multinomial", "dtype", std::int64_t{6}},
    {"Multinomial", "sample_size", std::int64_t{1}},
    {"NegativeLogLikelihoodLoss", "reduction", std::string_view("mean")},
    {"NonMaxSuppression", "center_point_box", std::int64_t{0}},
    {"OneHot", "axis", std::int64_t{-1}},
    {"Or", "broadcast", std::int64_t{0}},
    {"Pad", "mode", std::string_view("constant")},
    {"Pad", "value", 0.0F},
    {"Pow", "broadcast", std::int64_t{0}},
    {"QLinearConv", "auto_pad", std::string_view("NOTSET")},
    {"QLinearConv", "group", std::int64_t{1}},
    {"QuantizeLinear", "axis", std::int64_t{1}},
    {"QuantizeLinear", "block_size", std::int64_t{0}},
    {"QuantizeLinear", "output_dtype", std::int64_t{0}},
    {"QuantizeLinear", "precision", std::int64_t{0}},
    {"QuantizeLinear", "saturate", std::int64_t{1}},
    {"RMSNormalization", "axis", std::int64_t{-1}},
    {"RMSNormalization", "epsilon", 1e-05F},
    {"RMSNormalization", "stash_type", std::int64_t{1}},
    {"RNN", "direction", std::string_view("forward")},
    {"RNN", "layout", std::int64_t{0}},
    {"RNN", "output_sequence", std::int64_t{0}},
    {"RandomNormal", "dtype", std::int64_t{1}},
    {"RandomNormal", "mean", 0.0F},
    {"RandomNormal", "scale", 1.0F},
    {"RandomNormalLike", "mean", 0.0F},
    {"RandomNormalLike", "scale", 1.0F},
    {"RandomUniform", "dtype", std::int64_t{1}},
    {"RandomUniform", "high", 1.0F},
    {"RandomUniform", "low", 0.0F},
    {"RandomUniformLike", "high", 1.0F},
    {"RandomUniformLike", "low", 0.0F},
    {"Range", "stash_type", std::int64_t{1}},
    {"ReduceL1", "keepdims", std::int64_t{1}},
    {"ReduceL1", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceL2", "keepdims", std::int64_t{1}},
    {"ReduceL2", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceLogSum", "keepdims", std::int64_t{1}},
    {"ReduceLogSum", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceLogSumExp", "keepdims", std::int64_t{1}},
    {"ReduceLogSumExp", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceMax", "keepdims", std::int64_t{1}},
    {"ReduceMax", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceMean", "keepdims", std::int64_t{1}},
    {"ReduceMean", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceMin", "keepdims", std::int64_t{1}},
    {"ReduceMin", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceProd", "keepdims", std::int64_t{1}},
    {"ReduceProd", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceSum", "keepdims", std::int64_t{1}},
    {"ReduceSum", "noop_with_empty_axes", std::int64_t{0}},
    {"ReduceSumSquare", "keepdims", std::int64_t{1}},
    {"ReduceSumSquare", "noop_with_empty_axes", std::int64_t{0}},
    {"Reshape", "allowzero", std::int64_t{0}},
    {"Resize", "antialias", std::int64_t{0}},
    {"Resize", "coordinate_transformation_mode", std::string_view("half_pixel")},
    {"Resize", "cubic_coeff_a", -0.75F},
    {"Resize", "exclude_outside", std::int64_t{0}},
    {"Resize", "extrapolation_value", 0.0F},
    {"Resize", "keep_aspect_ratio_policy", std::string_view("stretch")},
    {"Resize", "mode", std::string_view("nearest")},
    {"Resize", "nearest_mode", std::string_view("round_prefer_floor")},
    {"ReverseSequence", "batch_axis", std::int64_t{1}},
    {"ReverseSequence", "time_axis", std::int64_t{0}},
    {"RoiAlign", "coordinate_transformation_mode", std::string_view("half_pixel")},
    {"RoiAlign", "mode", std::string_view("avg")},
    {"RoiAlign", "output_height", std::int64_t{1}},
    {"RoiAlign", "output_width", std::int64_t{1}},
    {"RoiAlign", "sampling_ratio", std::int64_t{0}},
    {"RoiAlign", "spatial_scale", 1.0F},
    {"RotaryEmbedding", "interleaved", std::int64_t{0}},
    {"RotaryEmbedding", "rotary_embedding_dim", std::int64_t{0}},
    {"STFT", "onesided", std::int64_t{1}},
    {"Scatter", "axis", std::int64_t{0}},
    {"ScatterElements", "axis", std::int64_t{0}},
    {"ScatterElements", "reduction", std::string_view("none")},
    {"ScatterND", "reduction", std::string_view("none")},
    {"Shape", "start", std::int64_t{0}},
    {"Shrink", "bias", 0.0F},
    {"Shrink", "lambd", 0.5F},
    {"SoftmaxCrossEntropyLoss", "reduction", std::string_view("mean")},
    {"SpaceToDepth", "mode", std::string_view("DCR")},
    {"SplitToSequence", "axis", std::int64_t{0}},
    {"SplitToSequence", "keepdims", std::int64_t{1}},
    {"StringNormalizer", "case_change_action", std::string_view("NONE")},
    {"StringNormalizer", "is_case_sensitive", std::int64_t{0}},
    {"Sub", "broadcast", std::int64_t{0}},
    {"SwiGLU", "alpha", 1.0F},
    {"Swish", "alpha", 1.0F},
    {"TensorScatter", "axis", std::int64_t{-2}},
    {"TensorScatter", "mode", std::string_view("linear")},
    {"ThresholdedRelu", "alpha", 1.0F},
    {"TopK", "axis", std::int64_t{-1}},
    {"TopK", "largest", std::int64_t{1}},
    {"TopK", "sorted", std::int64_t{1}},
    {"Trilu", "upper", std::int64_t{1}},
    {"Unique", "sorted", std::int64_t{1}},
    {"Upsample", "mode", std::string_view("nearest")},
    {"Xor", "broadcast", std::int64_t{0}},
};

/// Convolutions and poolings take what their texts say, not their schemas: steps of 1 along each axis, no padding.
bool isPlainWindow(std::string_view op, const onnxir::Attribute& attribute)
{
    const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value);
    const bool isStep = attribute.name == "strides" || attribute.name == "dilations";
    if (!numbers || (!isStep && attribute.name != "pads"))
        return false;
    if (!op.starts_with("Conv") && op != "MaxPool" && op != "AveragePool" && op != "LpPool")
        return false;
    return std::all_of(numbers->begin(), numbers->end(), [&](std::int64_t number) { return number == (isStep ? 1 : 0); });
}

} // namespace

std::span<const AttributeDefault> attributeDefaults()
{
    return kDefaults;
}

bool isDefaultAttribute(const onnxir::Node& node, const onnxir::Attribute& attribute)
{
    if (!node.op.domain.empty() && node.op.domain != "ai.onnx")
        return false;
    if (isPlainWindow(node.op.op_type, attribute))
        return true;
    const auto before = [](const AttributeDefault& row, const std::pair<std::string_view, std::string_view>& key) {
        return std::pair(row.op, row.attribute) < key;
    };
    const std::pair<std::string_view, std::string_view> key(node.op.op_type, attribute.name);
    const auto* row = std::lower_bound(std::begin(kDefaults), std::end(kDefaults), key, before);
    if (row == std::end(kDefaults) || row->op != key.first || row->attribute != key.second)
        return false;
    if (const auto* number = std::get_if<std::int64_t>(&row->value)) {
        const auto* given = std::get_if<std::int64_t>(&attribute.value);
        return given && *given == *number;
    }
    if (const auto* real = std::get_if<float>(&row->value)) {
        const auto* given = std::get_if<float>(&attribute.value);
        return given && std::equal_to<>()(*given, *real);
    }
    const auto* given = std::get_if<std::string>(&attribute.value);
    return given && *given == std::get<std::string_view>(row->value);
}

} // namespace sidelight::display
