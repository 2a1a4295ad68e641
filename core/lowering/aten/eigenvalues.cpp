// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Eigenvalues and singular values by Jacobi's rotations in float64, and what is made of them. A step rotates all pairs (i, j) with i + j = s modulo n
// at once: they are disjoint, and n steps meet every pair. A Loop repeats them until the parts off the diagonal are gone.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

Operand matrixOf(Op& op, const Operand& value)
{
    onnxir::ValueType type = value.type();
    type.dtype = ir::DType::Float64;
    return op.typed(widened(op, value), type);
}

Operand transposed(Op& op, const Operand& matrix)
{
    std::vector<std::int64_t> order = allDims(matrix.rank().value_or(2));
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return op.transpose(matrix, order);
}

/// Rotates `given` until `gram` of it is diagonal: on both sides when `symmetric`, else its columns alone. Gives the matrix and the rotations.
Values rotated(Op& op, const Operand& given, bool symmetric)
{
    const Scalar size = op.size(given, -1);
    const Operand count = op.scalar(size, ir::DType::Int64);
    const Operand rows = op.unsqueeze(counting(op, size), {1});
    const Operand columns = op.unsqueeze(counting(op, size), {0});
    const Operand zero = op.constant(ir::DType::Float64, 0.0);
    const Operand one = op.constant(ir::DType::Float64, 1.0);
    const Operand isDiagonal = op("Equal", rows, columns);
    const auto gramOf = [&](const Operand& matrix) { return symmetric ? matrix : op("MatMul", transposed(op, matrix), matrix); };
    const auto goesOn = [&](const Operand& gram) {
        const auto sizeOf = [&](const Operand& value) { return op.reduce("ReduceSumSquare", op("Reshape", value, op.integers({-1})), {0}, false); };
        const Operand rest = op("Greater", sizeOf(op("Where", isDiagonal, zero, gram)), sizeOf(gram) * 1e-31);
        return op.typed(rest, onnxir::ValueType::tensor(ir::DType::Bool, {}));
    };
    Sizes square = op.sizes(given);
    square[square.size() - 2] = size;
    const Operand unit = op.expand(op.cast(isDiagonal, ir::DType::Float64), square);
    return repeatedWhile(op, goesOn(gramOf(given)), size * 30, {given, unit}, [&](const Operand& step, const Values& state) {
        const Operand gram = gramOf(state[0]);
        const Operand partner = op("Mod", op("Sub", step, rows), count);
        const Operand isPartner = op("Equal", columns, partner);
        const auto chosen = [&](const Operand& mask) { return op.reduce("ReduceSum", op("Where", mask, gram, zero), {-1}, true); };
        const Operand own = chosen(isDiagonal);
        const Operand diagonal = op.reduce("ReduceSum", op("Where", isDiagonal, gram, zero), {-2}, true);
        const Operand other = op.reduce("ReduceSum", op("Where", isPartner, diagonal, zero), {-1}, true);
        const Operand between = chosen(isPartner);
        const Operand isStill = op("Or", equal(between, 0.0), op("Equal", partner, rows));
        const Operand theta = (other - own) / (op("Where", isStill, one, between) * 2.0);
        const Operand sign = op("Where", equal(theta, 0.0), op("Where", op("Less", rows, partner), one, -one), op("Sign", theta));
        const Operand tangent = op("Where", isStill, zero, sign / (op("Abs", theta) + op("Sqrt", theta * theta + 1.0)));
        const Operand cosine = op("Reciprocal", op("Sqrt", tangent * tangent + 1.0));
        const Operand turn = op("Where", isDiagonal, cosine, op("Where", isPartner, tangent * cosine, zero));
        const Operand rotation = op.typed(turn, unit.type());
        const Operand right = op("MatMul", state[0], rotation);
        const Operand next = op.typed(symmetric ? op("MatMul", transposed(op, rotation), right) : right, given.type());
        return Values{goesOn(gramOf(next)), next, op.typed(op("MatMul", state[1], rotation), unit.type())};
    });
}

/// Eigenvalues ascending, and where each comes from.
Values spectrumOf(Op& op, const Operand& rotatedMatrix)
{
    const Scalar size = op.size(rotatedMatrix, -1);
    const Operand isDiagonal = op("Equal", op.unsqueeze(counting(op, size), {1}), op.unsqueeze(counting(op, size), {0}));
    const Operand values = op.reduce("ReduceSum", op("Where", isDiagonal, rotatedMatrix, op.constant(ir::DType::Float64, 0.0)), {-1}, false);
    return op.outputs(2, "TopK", values, op.shape({size}), Attributes{{"axis", -1}, {"largest", 0}});
}

/// The symmetric matrix that one triangle says.
Operand symmetricOf(Op& op, const Operand& matrix, bool upper)
{
    const auto triangle = [&](std::int64_t from) {
        return op.typed(op("Trilu", matrix, op.constant(ir::DType::Int64, from), Attributes{{"upper", upper ? 1 : 0}}), matrix.type());
    };
    return op.typed(triangle(0) + transposed(op, triangle(upper ? 1 : -1)), matrix.type());
}

Operand singularValues(Op& op, const Operand& given)
{
    // The columns are rotated: the fewer, the better.
    const auto rows = given.staticSize(-2);
    const auto columns = given.staticSize(-1);
    const bool isWide = rows && columns && *rows < *columns;
    const Operand turned = rotated(op, isWide ? transposed(op, given) : given, false)[0];
    const Operand sizes = op.reduce("ReduceL2", turned, {-2}, false);
    const Scalar count = isWide ? op.size(given, -2) : smaller(op.size(given, -2), op.size(given, -1));
    return op.outputs(2, "TopK", sizes, op.shape({count}), Attributes{{"axis", -1}, {"largest", 1}})[0];
}

/// aten::linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor
Result<Values> eigvalsh(Op& op, const Call& call)
{
    const Operand matrix = symmetricOf(op, matrixOf(op, call["self"]), call.text("UPLO") == "U");
    return Values{op.cast(spectrumOf(op, rotated(op, matrix, true)[0])[0], call.output().dtype)};
}

/// aten::linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)
Result<Values> eigh(Op& op, const Call& call)
{
    const Operand matrix = symmetricOf(op, matrixOf(op, call["self"]), call.text("UPLO") == "U");
    const Values both = rotated(op, matrix, true);
    const Values spectrum = spectrumOf(op, both[0]);
    const Operand places = op("Expand", op("Unsqueeze", spectrum[1], op.integers({-2})), op.shapeOf(matrix));
    return Values{op.cast(spectrum[0], call.output(0).dtype), op.cast(op("GatherElements", both[1], places, Attributes{{"axis", -1}}), call.output(1).dtype)};
}

/// aten::linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor
Result<Values> svdvals(Op& op, const Call& call)
{
    return Values{op.cast(singularValues(op, matrixOf(op, call["A"])), call.output().dtype)};
}

/// aten::linalg_matrix_exp(Tensor self) -> Tensor
/// aten::matrix_exp(Tensor self) -> Tensor
Result<Values> matrixExp(Op& op, const Call& call)
{
    const Operand matrix = matrixOf(op, call["self"]);
    const Scalar size = op.size(matrix, -1);
    // Scaled down to a norm of a half at most, Taylor's series, squared up again.
    const Operand flat = op.concat({op("Reshape", op.reduce("ReduceL1", matrix, {-2}, false), op.integers({-1})), op.constant(ir::DType::Float64, 0.5, {1})}, 0);
    const Operand norm = op.reduce("ReduceMax", flat, {0}, false);
    const Operand halvings = op("Ceil", op("Log", norm * 2.0) * 1.4426950408889634);
    const Operand scaled = op.typed(matrix / op("Pow", op.constant(ir::DType::Float64, 2.0), halvings), matrix.type());
    const Operand isDiagonal = op("Equal", op.unsqueeze(counting(op, size), {1}), op.unsqueeze(counting(op, size), {0}));
    const Operand unit = op.typed(op.expand(op.cast(isDiagonal, ir::DType::Float64), op.sizes(matrix)), matrix.type());
    const Operand sum = repeated(op, 18, {unit, unit}, [&](const Operand& k, const Values& state) {
        const Operand term = op("MatMul", state[1], scaled) / (op.cast(k, ir::DType::Float64) + 1.0);
        return Values{op.typed(state[0] + term, matrix.type()), op.typed(term, matrix.type())};
    })[0];
    const Operand count = op.typed(op.cast(halvings, ir::DType::Int64), onnxir::ValueType::tensor(ir::DType::Int64, {}));
    const Operand result = repeated(op, Scalar(count), {sum}, [&](const Operand&, const Values& state) {
        return Values{op.typed(op("MatMul", state[0], state[0]), matrix.type())};
    })[0];
    return Values{op.cast(result, call.output().dtype)};
}

/// aten::linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
Result<Values> matrixNorm(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const std::vector<std::int64_t> dims = call.dims("dim", call.rankOf(call["self"]));
    const std::int64_t rank = call.rankOf(call["self"]);
    const bool keeps = call.boolean("keepdim");
    if (call.text("ord") == "fro")
        return Values{op.reduce("ReduceL2", self, dims, keeps)};
    if (dims != std::vector<std::int64_t>{rank - 2, rank - 1})
        return call.unsupported("its dimensions are not the last two");
    const Operand sum = op.reduce("ReduceSum", singularValues(op, matrixOf(op, call["self"])), {-1}, false);
    return Values{op.cast(keeps ? op("Unsqueeze", sum, op.integers({-2, -1})) : sum, call.output().dtype)};
}

constexpr Lowering kEigenvalues[] = {
    {"aten.linalg_eigh.default", eigh},
    {"aten.linalg_eigvalsh.default", eigvalsh},
    {"aten.linalg_matrix_exp.default", matrixExp},
    {"aten.linalg_matrix_norm.str_ord", matrixNorm},
    {"aten.linalg_svdvals.default", svdvals},
    {"aten.matrix_exp.default", matrixExp},
};

} // namespace

std::span<const Lowering> eigenvalues()
{
    return kEigenvalues;
}

} // namespace sidelight::lowering::aten
