// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/categories.h"

#include <algorithm>
#include <iterator>

namespace sidelight::display {
namespace {

using enum Category;

struct Entry {
    std::string_view name;
    Category category;
};
/// ATen and higher-order operators by name; ascending, for binary search. What is not here is arithmetic on tensors.
constexpr Entry kAten[] = {
    {"_assert_async", Control}, {"_assert_scalar", Control}, {"_assert_tensor_metadata", Control}, {"adaptive_avg_pool1d", Pooling},
    {"adaptive_avg_pool2d", Pooling}, {"adaptive_avg_pool3d", Pooling}, {"adaptive_max_pool1d", Pooling}, {"adaptive_max_pool2d", Pooling},
    {"adaptive_max_pool3d", Pooling}, {"addbmm", Layer}, {"addmm", Layer}, {"addmv", Layer}, {"addr", Layer}, {"affine_grid", Shape},
    {"alias", Shape}, {"alpha_dropout", Dropout}, {"arange", Constant}, {"as_strided", Shape}, {"associative_scan", Control}, {"atleast_1d", Shape},
    {"atleast_2d", Shape}, {"atleast_3d", Shape}, {"auto_functionalized", Control}, {"avg_pool1d", Pooling}, {"avg_pool2d", Pooling},
    {"avg_pool3d", Pooling}, {"baddbmm", Layer}, {"batch_norm", Normalization}, {"bernoulli", Dropout}, {"bilinear", Layer}, {"bmm", Layer},
    {"broadcast_tensors", Shape}, {"broadcast_to", Shape}, {"cat", Shape}, {"celu", Activation}, {"chain_matmul", Layer}, {"channel_shuffle", Shape},
    {"chunk", Shape}, {"col2im", Shape}, {"concat", Shape}, {"concatenate", Shape}, {"cond", Control}, {"constant_pad_nd", Shape},
    {"contiguous", Shape}, {"conv1d", Layer}, {"conv2d", Layer}, {"conv3d", Layer}, {"conv_tbc", Layer}, {"conv_transpose1d", Layer},
    {"conv_transpose2d", Layer}, {"conv_transpose3d", Layer}, {"convolution", Layer}, {"cosine_similarity", Normalization},
    {"cudnn_batch_norm", Normalization}, {"cudnn_convolution", Layer}, {"dequantize", Quantization}, {"dequantize_per_channel", Quantization},
    {"dequantize_per_tensor", Quantization}, {"detach", Shape}, {"diag", Shape}, {"diagonal", Shape}, {"dot", Layer}, {"dropout", Dropout},
    {"dsplit", Shape}, {"dstack", Shape}, {"einsum", Layer}, {"elu", Activation}, {"embedding", Layer}, {"embedding_bag", Layer}, {"empty", Constant},
    {"empty_like", Constant}, {"empty_permuted", Constant}, {"expand", Shape}, {"expand_as", Shape}, {"eye", Constant},
    {"fake_quantize_per_channel_affine", Quantization}, {"fake_quantize_per_tensor_affine", Quantization}, {"feature_alpha_dropout", Dropout},
    {"feature_dropout", Dropout}, {"flatten", Shape}, {"flex_attention", Attention}, {"flip", Shape}, {"fliplr", Shape}, {"flipud", Shape},
    {"fractional_max_pool2d", Pooling}, {"fractional_max_pool3d", Pooling}, {"full", Constant}, {"full_like", Constant}, {"gather", Shape},
    {"gelu", Activation}, {"getitem", Shape}, {"glu", Activation}, {"grid_sampler", Shape}, {"grid_sampler_2d", Shape}, {"group_norm", Normalization},
    {"gru", Layer}, {"gru_cell", Layer}, {"hamming_window", Constant}, {"hann_window", Constant}, {"hardshrink", Activation},
    {"hardsigmoid", Activation}, {"hardswish", Activation}, {"hardtanh", Activation}, {"hsplit", Shape}, {"hstack", Shape}, {"im2col", Shape},
    {"index", Shape}, {"index_put", Shape}, {"index_select", Shape}, {"inner", Layer}, {"instance_norm", Normalization}, {"int_repr", Quantization},
    {"invoke_subgraph", Control}, {"layer_norm", Normalization}, {"leaky_relu", Activation}, {"lift_fresh", Constant}, {"lift_fresh_copy", Shape},
    {"linalg_matmul", Layer}, {"linalg_vector_norm", Normalization}, {"linear", Layer}, {"linspace", Constant},
    {"local_response_norm", Normalization}, {"log_sigmoid", Activation}, {"log_softmax", Activation}, {"logspace", Constant}, {"lp_pool1d", Pooling},
    {"lp_pool2d", Pooling}, {"lstm", Layer}, {"lstm_cell", Layer}, {"map", Control}, {"map_impl", Control}, {"masked_select", Shape},
    {"matmul", Layer}, {"max_pool1d", Pooling}, {"max_pool1d_with_indices", Pooling}, {"max_pool2d", Pooling}, {"max_pool2d_with_indices", Pooling},
    {"max_pool3d", Pooling}, {"max_pool3d_with_indices", Pooling}, {"max_unpool2d", Pooling}, {"max_unpool3d", Pooling}, {"meshgrid", Shape},
    {"mish", Activation}, {"mkldnn_linear", Layer}, {"mm", Layer}, {"movedim", Shape}, {"multi_head_attention_forward", Attention},
    {"multinomial", Dropout}, {"mv", Layer}, {"narrow", Shape}, {"native_batch_norm", Normalization}, {"native_dropout", Dropout},
    {"native_group_norm", Normalization}, {"native_layer_norm", Normalization}, {"native_multi_head_attention", Attention}, {"new_empty", Constant},
    {"new_full", Constant}, {"new_ones", Constant}, {"new_zeros", Constant}, {"norm", Normalization}, {"normal", Dropout},
    {"normal_functional", Dropout}, {"normalize", Normalization}, {"numpy_T", Shape}, {"ones", Constant}, {"ones_like", Constant}, {"outer", Layer},
    {"pad", Shape}, {"permute", Shape}, {"pixel_shuffle", Shape}, {"pixel_unshuffle", Shape}, {"poisson", Dropout}, {"prelu", Activation},
    {"q_scale", Quantization}, {"q_zero_point", Quantization}, {"quantize_per_channel", Quantization}, {"quantize_per_tensor", Quantization},
    {"rand", Dropout}, {"rand_like", Dropout}, {"randint", Dropout}, {"randint_like", Dropout}, {"randn", Dropout}, {"randn_like", Dropout},
    {"randperm", Dropout}, {"ravel", Shape}, {"reflection_pad1d", Shape}, {"reflection_pad2d", Shape}, {"reflection_pad3d", Shape},
    {"relu", Activation}, {"relu6", Activation}, {"repeat", Shape}, {"repeat_interleave", Shape}, {"replication_pad1d", Shape},
    {"replication_pad2d", Shape}, {"replication_pad3d", Shape}, {"reshape", Shape}, {"reshape_as", Shape}, {"resize", Shape},
    {"rms_norm", Normalization}, {"rnn_relu", Layer}, {"rnn_relu_cell", Layer}, {"rnn_tanh", Layer}, {"rnn_tanh_cell", Layer}, {"roll", Shape},
    {"rot90", Shape}, {"rrelu", Activation}, {"rrelu_with_noise", Activation}, {"scalar_tensor", Constant},
    {"scaled_dot_product_attention", Attention}, {"scaled_dot_product_cudnn_attention", Attention},
    {"scaled_dot_product_efficient_attention", Attention}, {"scaled_dot_product_flash_attention", Attention},
    {"scaled_dot_product_flash_attention_for_cpu", Attention}, {"scaled_dot_product_fused_attention_overrideable", Attention}, {"scan", Control},
    {"scatter", Shape}, {"scatter_add", Shape}, {"scatter_reduce", Shape}, {"select", Shape}, {"select_scatter", Shape}, {"selu", Activation},
    {"sigmoid", Activation}, {"silu", Activation}, {"slice", Shape}, {"slice_scatter", Shape}, {"softmax", Activation}, {"softplus", Activation},
    {"softshrink", Activation}, {"softsign", Activation}, {"split", Shape}, {"split_with_sizes", Shape}, {"squeeze", Shape}, {"stack", Shape},
    {"swapaxes", Shape}, {"swapdims", Shape}, {"sym_constrain_range", Control}, {"sym_constrain_range_for_size", Control}, {"sym_numel", Shape},
    {"sym_size", Shape}, {"sym_stride", Shape}, {"t", Shape}, {"take", Shape}, {"take_along_dim", Shape}, {"tanh", Activation}, {"tensor", Constant},
    {"tensor_split", Shape}, {"tensordot", Layer}, {"thnn_conv2d", Layer}, {"threshold", Activation}, {"tile", Shape}, {"transpose", Shape},
    {"tril", Shape}, {"triu", Shape}, {"unbind", Shape}, {"unflatten", Shape}, {"unfold", Shape}, {"uniform", Dropout}, {"unsafe_chunk", Shape},
    {"unsafe_split", Shape}, {"unsafe_view", Shape}, {"unsqueeze", Shape}, {"upsample_bicubic2d", Shape}, {"upsample_bilinear2d", Shape},
    {"upsample_linear1d", Shape}, {"upsample_nearest1d", Shape}, {"upsample_nearest2d", Shape}, {"upsample_nearest3d", Shape},
    {"upsample_trilinear3d", Shape}, {"vdot", Layer}, {"view", Shape}, {"view_as", Shape}, {"view_as_complex", Shape}, {"view_as_real", Shape},
    {"view_copy", Shape}, {"vsplit", Shape}, {"vstack", Shape}, {"weight_norm", Normalization}, {"weight_norm_interface", Normalization},
    {"while_loop", Control}, {"wrap", Control}, {"wrap_with_autocast", Control}, {"wrap_with_set_grad_enabled", Control}, {"zeros", Constant},
    {"zeros_like", Constant},
};

/// ONNX operators; ascending.
constexpr Entry kOnnx[] = {
    {"Attention", Attention}, {"AveragePool", Pooling}, {"BatchNormalization", Normalization}, {"Bernoulli", Dropout}, {"BiasGelu", Activation},
    {"Celu", Activation}, {"CenterCropPad", Shape}, {"Col2Im", Shape}, {"Compress", Shape}, {"Concat", Shape}, {"ConcatFromSequence", Shape},
    {"Constant", Constant}, {"ConstantOfShape", Constant}, {"Conv", Layer}, {"ConvInteger", Layer}, {"ConvTranspose", Layer}, {"DeformConv", Layer},
    {"DepthToSpace", Shape}, {"DequantizeLinear", Quantization}, {"Dropout", Dropout}, {"DynamicQuantizeLinear", Quantization}, {"Einsum", Layer},
    {"Elu", Activation}, {"Expand", Shape}, {"EyeLike", Constant}, {"FastGelu", Activation}, {"Flatten", Shape}, {"FusedConv", Layer},
    {"FusedGemm", Layer}, {"FusedMatMul", Layer}, {"GRU", Layer}, {"Gather", Shape}, {"GatherElements", Shape}, {"GatherND", Shape},
    {"Gelu", Activation}, {"Gemm", Layer}, {"GlobalAveragePool", Pooling}, {"GlobalLpPool", Pooling}, {"GlobalMaxPool", Pooling},
    {"GridSample", Shape}, {"GroupNormalization", Normalization}, {"GroupQueryAttention", Attention}, {"HardSigmoid", Activation},
    {"HardSwish", Activation}, {"Hardmax", Activation}, {"If", Control}, {"InstanceNormalization", Normalization}, {"LRN", Normalization},
    {"LSTM", Layer}, {"LayerNormalization", Normalization}, {"LeakyRelu", Activation}, {"LogSoftmax", Activation}, {"Loop", Control},
    {"LpNormalization", Normalization}, {"LpPool", Pooling}, {"MatMul", Layer}, {"MatMulInteger", Layer}, {"MaxPool", Pooling},
    {"MaxRoiPool", Pooling}, {"MaxUnpool", Pooling}, {"MeanVarianceNormalization", Normalization}, {"Mish", Activation},
    {"MultiHeadAttention", Attention}, {"Multinomial", Dropout}, {"NonZero", Shape}, {"OneHot", Constant}, {"PRelu", Activation}, {"Pad", Shape},
    {"QLinearConv", Quantization}, {"QLinearMatMul", Quantization}, {"QuantizeLinear", Quantization}, {"QuickGelu", Activation},
    {"RMSNormalization", Normalization}, {"RNN", Layer}, {"RandomNormal", Dropout}, {"RandomNormalLike", Dropout}, {"RandomUniform", Dropout},
    {"RandomUniformLike", Dropout}, {"Range", Constant}, {"Relu", Activation}, {"Reshape", Shape}, {"Resize", Shape}, {"ReverseSequence", Shape},
    {"RoiAlign", Pooling}, {"RotaryEmbedding", Attention}, {"Scan", Control}, {"Scatter", Shape}, {"ScatterElements", Shape}, {"ScatterND", Shape},
    {"Selu", Activation}, {"SequenceMap", Control}, {"Shape", Shape}, {"Shrink", Activation}, {"Sigmoid", Activation},
    {"SimplifiedLayerNormalization", Normalization}, {"Size", Shape}, {"SkipLayerNormalization", Normalization}, {"Slice", Shape},
    {"Softmax", Activation}, {"Softplus", Activation}, {"Softsign", Activation}, {"SpaceToDepth", Shape}, {"Split", Shape},
    {"SplitToSequence", Shape}, {"Squeeze", Shape}, {"Swish", Activation}, {"Tanh", Activation}, {"TensorScatter", Shape},
    {"ThresholdedRelu", Activation}, {"Tile", Shape}, {"Transpose", Shape}, {"Trilu", Shape}, {"Unsqueeze", Shape}, {"Upsample", Shape},
};

/// Module classes and functions, by a part of their name in lower case; the first that fits counts.
constexpr Entry kClasses[] = {
    {"layernorm", Normalization}, {"batchnorm", Normalization}, {"groupnorm", Normalization}, {"instancenorm", Normalization}, {"rmsnorm", Normalization},
    {"attention", Attention}, {"attn", Attention}, {"dropout", Dropout}, {"pool", Pooling}, {"quant", Quantization}, {"embedding", Layer},
    {"conv", Layer}, {"linear", Layer}, {"lstm", Layer}, {"gru", Layer}, {"softmax", Activation}, {"relu", Activation}, {"gelu", Activation},
    {"silu", Activation}, {"sigmoid", Activation}, {"tanh", Activation}, {"swish", Activation}, {"softplus", Activation}, {"norm", Normalization},
};

struct InputNames {
    std::string_view opType;
    std::string_view names; ///< Parted by spaces.
};
/// Formal inputs of operators that commonly read initializers; ascending.
constexpr InputNames kInputs[] = {
    {"Add", "A B"}, {"And", "A B"}, {"Attention", "Q K V attn_mask past_key past_value"}, {"BatchNormalization", "X scale B input_mean input_var"},
    {"Cast", "input"}, {"CastLike", "input target_type"}, {"Clip", "input min max"}, {"Compress", "input condition"}, {"ConstantOfShape", "input"},
    {"Conv", "X W B"}, {"ConvTranspose", "X W B"}, {"CumSum", "x axis"}, {"DeformConv", "X W offset B mask"},
    {"DequantizeLinear", "x x_scale x_zero_point"}, {"Div", "A B"}, {"Dropout", "data ratio training_mode"}, {"Einsum", "Inputs Inputs"},
    {"Equal", "A B"}, {"Expand", "input shape"}, {"GRU", "X W R B sequence_lens initial_h"}, {"Gather", "data indices"},
    {"GatherElements", "data indices"}, {"GatherND", "data indices"}, {"Gemm", "A B C"}, {"Greater", "A B"}, {"GreaterOrEqual", "A B"},
    {"GridSample", "X grid"}, {"GroupNormalization", "X scale bias"}, {"If", "cond"}, {"InstanceNormalization", "input scale B"},
    {"LSTM", "X W R B sequence_lens initial_h initial_c P"}, {"LayerNormalization", "X Scale B"}, {"Less", "A B"}, {"LessOrEqual", "A B"},
    {"Loop", "M cond"}, {"MatMul", "A B"}, {"Max", "data_0 data_1"}, {"Min", "data_0 data_1"}, {"Mod", "A B"}, {"Mul", "A B"},
    {"OneHot", "indices depth values"}, {"Or", "A B"}, {"PRelu", "X slope"}, {"Pad", "data pads constant_value axes"}, {"Pow", "X Y"},
    {"QuantizeLinear", "x y_scale y_zero_point"}, {"RMSNormalization", "X scale"}, {"RNN", "X W R B sequence_lens initial_h"},
    {"Range", "start limit delta"}, {"ReduceL1", "data axes"}, {"ReduceL2", "data axes"}, {"ReduceMax", "data axes"}, {"ReduceMean", "data axes"},
    {"ReduceMin", "data axes"}, {"ReduceProd", "data axes"}, {"ReduceSum", "data axes"}, {"Reshape", "data shape"}, {"Resize", "X roi scales sizes"},
    {"ScatterElements", "data indices updates"}, {"ScatterND", "data indices updates"}, {"Slice", "data starts ends axes steps"},
    {"Split", "input split"}, {"Squeeze", "data axes"}, {"Sub", "A B"}, {"Tile", "input repeats"}, {"TopK", "X K"}, {"Trilu", "input k"},
    {"Unsqueeze", "data axes"}, {"Where", "condition X Y"},
};

template <std::size_t N>
Category find(const Entry (&table)[N], std::string_view name, Category otherwise)
{
    const auto at = std::ranges::lower_bound(table, name, {}, &Entry::name);
    return at != std::end(table) && at->name == name ? at->category : otherwise;
}

} // namespace

Category atenCategory(std::string_view name)
{
    while (name.starts_with('_') && name.size() > 1)
        if (find(kAten, name, None) != None)
            return find(kAten, name, None);
        else
            name.remove_prefix(1);
    if (name.ends_with("_copy") && find(kAten, name, None) == None)
        name.remove_suffix(5);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    if (name.ends_with("_backward"))
        name.remove_suffix(9);
    return find(kAten, name, Tensor);
}

Category onnxCategory(std::string_view opType)
{
    return find(kOnnx, opType, Tensor);
}

Category classCategory(std::string_view className)
{
    std::string lower(className);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (const std::size_t aten = lower.find("aten_"); aten == 0) {
        const std::string_view base = std::string_view(lower).substr(5);
        if (const Category known = find(kAten, base, None); known != None)
            return known;
    }
    for (const Entry& entry : kClasses)
        if (lower.find(entry.name) != std::string::npos)
            return entry.category;
    return None;
}

std::string_view name(Category category)
{
    constexpr std::string_view kNames[] = {"none", "layer", "activation", "normalization", "pooling", "dropout", "control", "shape", "tensor", "attention",
                                           "constant", "quantization"};
    return kNames[static_cast<std::size_t>(category)];
}

std::string_view onnxInputName(std::string_view opType, std::size_t input)
{
    const auto at = std::ranges::lower_bound(kInputs, opType, {}, &InputNames::opType);
    if (at == std::end(kInputs) || at->opType != opType)
        return {};
    std::string_view names = at->names;
    for (; input > 0 && !names.empty(); --input)
        names.remove_prefix(std::min(names.size(), names.find(' ') == std::string_view::npos ? names.size() : names.find(' ') + 1));
    return names.substr(0, names.find(' '));
}

} // namespace sidelight::display
