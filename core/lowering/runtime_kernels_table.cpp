// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Made by make_kernels.py from onnxruntime 1.32.0; do not edit.
#include "core/lowering/runtime_kernels.h"

namespace sidelight::lowering {
namespace {

using enum ir::DType;

constexpr std::uint64_t of(std::initializer_list<ir::DType> types)
{
    std::uint64_t bits = 0;
    for (const ir::DType type : types)
        bits |= std::uint64_t{1} << static_cast<unsigned>(type);
    return bits;
}

constexpr std::uint64_t k0 = of({Float32, Float64, Float16, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k1 = of({Float32, Float16});
constexpr std::uint64_t k2 = of({Float32, Float64, Float16, Bool, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k3 = of({Bool});
constexpr std::uint64_t k4 = of({Float32, Float64, Float16, Int64, Int32, Int8, UInt8});
constexpr std::uint64_t k5 = of({Float32, Float64, Float16});
constexpr std::uint64_t k6 = of({Float32, Float64, Float16, BFloat16, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k7 = of({UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k8 = of({Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k9 = of({Float32, Float64, Float16, BFloat16, Bool, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k10 = of({Float32, Float64, Float16, BFloat16, Bool, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k11 = of({Int64});
constexpr std::uint64_t k12 = of({Int8, UInt8});
constexpr std::uint64_t k13 = of({Float32, Float64, Float16, Int64, Int32, UInt64, UInt32});
constexpr std::uint64_t k14 = of({Int64, Int32});
constexpr std::uint64_t k15 = of({Float32, Float64, Float16, Int64, Int32});
constexpr std::uint64_t k16 = of({Float32, Float64, Float16, Int8, UInt8});
constexpr std::uint64_t k17 = of({Int32, Int8, UInt8});
constexpr std::uint64_t k18 = of({Int32, Int8, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k19 = of({Int32, Int16, Int8, UInt16, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k20 = of({Float32, Float64, Float16, Bool, Int64, Int32, Int16, Int8, UInt64, UInt32, UInt16, UInt8});
constexpr std::uint64_t k21 = of({Float32, Float64, Float16, Int64, Int32, UInt64});
constexpr std::uint64_t k22 = of({Int32});
constexpr std::uint64_t k23 = of({});
constexpr std::uint64_t k24 = of({Float32, Float64, Float16, BFloat16, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k25 = of({Float32, Float64, Float16, Int64, Int32, Int8, UInt64, UInt32, UInt8});
constexpr std::uint64_t k26 = of({Float32, Float64, Float16, Int64, Int32, Int16, Int8});
constexpr std::uint64_t k27 = of({Float32, Float16, Bool, Int64, Int32, UInt8});
constexpr std::uint64_t k28 = of({Float32, Float16, Int64, Int32});
constexpr std::uint64_t k29 = of({Float32, Float64, Float16, Bool, Int64, Int32, Int8, UInt64, UInt32, UInt8});
constexpr std::uint64_t k30 = of({Float32, Float64, Float16, BFloat16, Bool, Int64, Int32, Int8, UInt64, UInt32, UInt8});
constexpr std::uint64_t k31 = of({Int8, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k32 = of({Int16, Int8, UInt16, UInt8, Float8E4M3FN, Float8E4M3FNUZ, Float8E5M2, Float8E5M2FNUZ});
constexpr std::uint64_t k33 = of({Float32, Float64, Float16, Bool, Int64, Int32, Int8, UInt8});
constexpr std::uint64_t k34 = of({Float32, Float16, Int32, Int8, UInt8});
constexpr std::uint64_t k35 = of({Float32, Float64, Float16, Bool, Int64, Int32});
constexpr std::uint64_t k36 = of({Float32, Float64, Float16, Int64, Int32, Int16, Int8, UInt8});
constexpr std::uint64_t k37 = of({Float32, Float64, Float16, Int64, Int8});
constexpr std::uint64_t k38 = of({Float32, Float64, Float16, Int64, Int32, Int8, UInt32, UInt8});

constexpr RuntimeKernel kKernels[] = {
    {"Abs", 13, 0, k0},
    {"Acos", 7, 0, k1},
    {"Acosh", 9, 0, k1},
    {"Add", 14, 0, k0},
    {"AffineGrid", 20, 0, k2},
    {"AffineGrid", 20, 1, k2},
    {"And", 7, 0, k3},
    {"ArgMax", 13, 0, k4},
    {"ArgMin", 13, 0, k4},
    {"Asin", 7, 0, k1},
    {"Asinh", 9, 0, k1},
    {"Atan", 7, 0, k1},
    {"Atanh", 9, 0, k1},
    {"Attention", 23, 0, k2},
    {"Attention", 23, 2, k2},
    {"Attention", 23, 3, k2},
    {"AveragePool", 11, 0, k1},
    {"BatchNormalization", 15, 0, k5},
    {"BatchNormalization", 15, 1, k5},
    {"BatchNormalization", 15, 3, k5},
    {"BitCast", 26, 0, k6},
    {"BitShift", 11, 0, k7},
    {"BitwiseAnd", 18, 0, k8},
    {"BitwiseNot", 18, 0, k8},
    {"BitwiseOr", 18, 0, k8},
    {"BitwiseXor", 18, 0, k8},
    {"BlackmanWindow", 17, 0, k2},
    {"Cast", 13, 0, k9},
    {"Ceil", 13, 0, k5},
    {"Celu", 12, 0, k2},
    {"Clip", 13, 0, k2},
    {"Col2Im", 18, 0, k1},
    {"Compress", 11, 0, k10},
    {"Compress", 11, 1, k3},
    {"Concat", 13, 0, k10},
    {"ConstantOfShape", 9, 0, k11},
    {"Conv", 11, 0, k1},
    {"ConvInteger", 10, 0, k12},
    {"ConvInteger", 10, 1, k12},
    {"ConvTranspose", 11, 0, k1},
    {"Cos", 7, 0, k5},
    {"Cosh", 9, 0, k1},
    {"CumProd", 26, 0, k13},
    {"CumProd", 26, 1, k14},
    {"CumSum", 14, 0, k15},
    {"CumSum", 14, 1, k14},
    {"DFT", 17, 0, k5},
    {"DFT", 17, 1, k14},
    {"DeformConv", 19, 0, k5},
    {"DepthToSpace", 13, 0, k16},
    {"DequantizeLinear", 13, 0, k17},
    {"DequantizeLinear", 19, 0, k18},
    {"DequantizeLinear", 19, 1, k1},
    {"DequantizeLinear", 21, 0, k19},
    {"Det", 11, 0, k1},
    {"Div", 14, 0, k0},
    {"Dropout", 13, 0, k5},
    {"Dropout", 13, 1, k5},
    {"Dropout", 13, 2, k3},
    {"DynamicQuantizeLinear", 11, 0, k2},
    {"Einsum", 12, 0, k15},
    {"Elu", 6, 0, k2},
    {"Equal", 13, 0, k20},
    {"Erf", 13, 0, k1},
    {"Exp", 13, 0, k5},
    {"Expand", 13, 0, k20},
    {"EyeLike", 9, 0, k21},
    {"Flatten", 13, 0, k10},
    {"Floor", 13, 0, k5},
    {"GRU", 14, 0, k5},
    {"GRU", 14, 4, k22},
    {"Gather", 13, 0, k10},
    {"Gather", 13, 1, k14},
    {"GatherElements", 13, 0, k10},
    {"GatherElements", 13, 1, k14},
    {"GatherND", 13, 0, k10},
    {"Gelu", 20, 0, k2},
    {"Gemm", 13, 0, k5},
    {"GlobalAveragePool", 1, 0, k1},
    {"GlobalLpPool", 2, 0, k1},
    {"GlobalLpPool", 22, 0, k23},
    {"GlobalMaxPool", 1, 0, k1},
    {"Greater", 13, 0, k0},
    {"GreaterOrEqual", 16, 0, k2},
    {"GridSample", 16, 0, k1},
    {"GridSample", 16, 1, k1},
    {"GridSample", 20, 0, k5},
    {"GridSample", 20, 1, k5},
    {"HammingWindow", 17, 0, k2},
    {"HannWindow", 17, 0, k2},
    {"HardSigmoid", 6, 0, k2},
    {"Hardmax", 13, 0, k1},
    {"Identity", 16, 0, k10},
    {"Identity", 19, 0, k9},
    {"If", 16, 0, k3},
    {"ImageDecoder", 20, 0, k23},
    {"InstanceNormalization", 6, 0, k1},
    {"IsInf", 10, 0, k5},
    {"IsInf", 20, 0, k24},
    {"IsNaN", 13, 0, k5},
    {"IsNaN", 20, 0, k24},
    {"LRN", 13, 0, k1},
    {"LSTM", 14, 0, k5},
    {"LSTM", 14, 4, k22},
    {"LayerNormalization", 17, 0, k9},
    {"LeakyRelu", 16, 0, k2},
    {"Less", 13, 0, k0},
    {"LessOrEqual", 16, 0, k2},
    {"Log", 13, 0, k5},
    {"LogSoftmax", 13, 0, k2},
    {"Loop", 16, 0, k11},
    {"Loop", 16, 1, k3},
    {"Loop", 16, 2, k10},
    {"Loop", 19, 2, k9},
    {"LpNormalization", 1, 0, k5},
    {"LpPool", 18, 0, k1},
    {"MatMul", 13, 0, k13},
    {"MatMulInteger", 10, 0, k12},
    {"MatMulInteger", 10, 1, k12},
    {"Max", 13, 0, k25},
    {"MaxPool", 12, 0, k16},
    {"MaxRoiPool", 1, 0, k1},
    {"MaxRoiPool", 22, 0, k23},
    {"MaxUnpool", 11, 0, k1},
    {"MaxUnpool", 11, 1, k11},
    {"Mean", 13, 0, k1},
    {"MeanVarianceNormalization", 13, 0, k2},
    {"MelWeightMatrix", 17, 0, k14},
    {"MelWeightMatrix", 17, 3, k1},
    {"Min", 13, 0, k25},
    {"Mod", 13, 0, k0},
    {"Mul", 14, 0, k0},
    {"Multinomial", 7, 0, k1},
    {"Multinomial", 22, 0, k23},
    {"Neg", 13, 0, k26},
    {"NonZero", 13, 0, k27},
    {"Not", 1, 0, k3},
    {"OneHot", 11, 0, k28},
    {"OneHot", 11, 1, k28},
    {"OneHot", 11, 2, k28},
    {"Optional", 15, 0, k10},
    {"OptionalGetElement", 18, 0, k10},
    {"OptionalHasElement", 18, 0, k10},
    {"Or", 7, 0, k3},
    {"PRelu", 16, 0, k2},
    {"Pad", 18, 0, k29},
    {"Pad", 21, 0, k30},
    {"Pow", 15, 0, k15},
    {"Pow", 15, 1, k15},
    {"QLinearConv", 10, 0, k12},
    {"QLinearConv", 10, 3, k12},
    {"QLinearConv", 10, 7, k12},
    {"QLinearConv", 10, 8, k22},
    {"QLinearMatMul", 10, 0, k12},
    {"QLinearMatMul", 10, 3, k12},
    {"QLinearMatMul", 10, 7, k12},
    {"QLinearMatMul", 21, 1, k1},
    {"QuantizeLinear", 13, 0, k1},
    {"QuantizeLinear", 13, 2, k12},
    {"QuantizeLinear", 19, 2, k31},
    {"QuantizeLinear", 21, 2, k32},
    {"QuantizeLinear", 23, 1, k1},
    {"RMSNormalization", 23, 0, k2},
    {"RMSNormalization", 23, 1, k2},
    {"RNN", 14, 0, k1},
    {"RNN", 14, 4, k22},
    {"RandomNormalLike", 1, 0, k10},
    {"RandomNormalLike", 22, 0, k23},
    {"RandomUniformLike", 1, 0, k10},
    {"RandomUniformLike", 22, 0, k23},
    {"Range", 11, 0, k2},
    {"Reciprocal", 13, 0, k5},
    {"ReduceL1", 18, 0, k2},
    {"ReduceL2", 18, 0, k2},
    {"ReduceLogSum", 18, 0, k2},
    {"ReduceLogSumExp", 18, 0, k2},
    {"ReduceMax", 18, 0, k4},
    {"ReduceMax", 20, 0, k33},
    {"ReduceMean", 18, 0, k15},
    {"ReduceMin", 18, 0, k4},
    {"ReduceMin", 20, 0, k33},
    {"ReduceProd", 18, 0, k15},
    {"ReduceSum", 13, 0, k15},
    {"ReduceSumSquare", 18, 0, k2},
    {"Relu", 14, 0, k2},
    {"Reshape", 14, 0, k10},
    {"Reshape", 21, 0, k9},
    {"Resize", 18, 0, k34},
    {"ReverseSequence", 10, 0, k10},
    {"RoiAlign", 16, 0, k5},
    {"RoiAlign", 16, 2, k11},
    {"RoiAlign", 22, 0, k23},
    {"RoiAlign", 22, 2, k23},
    {"RotaryEmbedding", 23, 0, k2},
    {"RotaryEmbedding", 23, 3, k2},
    {"Round", 11, 0, k5},
    {"STFT", 17, 0, k5},
    {"STFT", 17, 1, k14},
    {"Scan", 16, 0, k10},
    {"Scan", 19, 0, k9},
    {"ScatterElements", 18, 0, k10},
    {"ScatterElements", 18, 1, k14},
    {"ScatterND", 18, 0, k10},
    {"Selu", 6, 0, k2},
    {"SequenceAt", 11, 1, k14},
    {"SequenceConstruct", 11, 0, k10},
    {"SequenceErase", 11, 1, k14},
    {"SequenceInsert", 11, 2, k14},
    {"Shape", 15, 0, k10},
    {"Shape", 21, 0, k9},
    {"Shrink", 9, 0, k9},
    {"Sigmoid", 13, 0, k5},
    {"Sign", 13, 0, k6},
    {"Sin", 7, 0, k5},
    {"Sinh", 9, 0, k1},
    {"Size", 13, 0, k20},
    {"Slice", 13, 0, k10},
    {"Slice", 13, 1, k14},
    {"Softmax", 13, 0, k2},
    {"Softplus", 1, 0, k2},
    {"Softsign", 1, 0, k2},
    {"SpaceToDepth", 13, 0, k16},
    {"Split", 18, 0, k10},
    {"SplitToSequence", 11, 0, k35},
    {"SplitToSequence", 11, 1, k14},
    {"Sqrt", 13, 0, k5},
    {"Squeeze", 13, 0, k10},
    {"Sub", 14, 0, k0},
    {"Sum", 13, 0, k5},
    {"Tan", 7, 0, k1},
    {"Tanh", 13, 0, k5},
    {"TensorScatter", 24, 0, k10},
    {"TfIdfVectorizer", 9, 0, k14},
    {"ThresholdedRelu", 10, 0, k2},
    {"Tile", 13, 0, k20},
    {"Tile", 13, 1, k11},
    {"TopK", 11, 0, k36},
    {"Transpose", 13, 0, k10},
    {"Transpose", 21, 0, k9},
    {"Trilu", 14, 0, k35},
    {"Unique", 11, 0, k37},
    {"Unsqueeze", 13, 0, k10},
    {"Where", 16, 1, k38},
    {"Xor", 7, 0, k3},
};

} // namespace

std::span<const RuntimeKernel> runtimeKernels() { return kKernels; }

} // namespace sidelight::lowering
