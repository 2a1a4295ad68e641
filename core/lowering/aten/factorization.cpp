// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Factorizations as Loops over the columns: each body is the same for every size and any batch dimensions. They are computed in float64. Where torch
// raises an error (a singular system, a matrix that is not positive definite) infinities or NaN come out.
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/looping.h"
#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::lowering::aten {

namespace {

Operand number(Op& op, std::int64_t value)
{
    return op.constant(ir::DType::Int64, value);
}

/// A matrix in float64 that keeps its sizes.
Operand matrixOf(Op& op, const Operand& value)
{
    onnxir::ValueType type = value.type();
    type.dtype = ir::DType::Float64;
    return op.typed(widened(op, value), type);
}

onnxir::ValueType typeWith(onnxir::ValueType type, ir::DType dtype)
{
    type.dtype = dtype;
    return type;
}

/// Row and column numbers of a matrix, as a column and as a row.
struct Places {
    Operand rows;    ///< [m, 1]
    Operand columns; ///< [1, n]
};
Places placesOf(Op& op, const Operand& matrix)
{
    return {op.unsqueeze(counting(op, op.size(matrix, -2)), {1}), op.unsqueeze(counting(op, op.size(matrix, -1)), {0})};
}

/// The column or row `index`, its dimension kept.
Operand columnAt(Op& op, const Operand& matrix, const Operand& index)
{
    return op("Gather", matrix, op("Unsqueeze", index, op.integers({0})), Attributes{{"axis", -1}});
}
Operand rowAt(Op& op, const Operand& matrix, const Operand& index)
{
    return op("Gather", matrix, op("Unsqueeze", index, op.integers({0})), Attributes{{"axis", -2}});
}

Operand zeroOf(Op& op)
{
    return op.constant(ir::DType::Float64, 0.0);
}

/// Ones on the diagonal of a matrix with the sizes of `like`'s rows and columns.
Operand identityLike(Op& op, const Operand& rows, const Operand& columns)
{
    return op.cast(op("Equal", rows, columns), ir::DType::Float64);
}

Operand transposed(Op& op, const Call& call, const Operand& matrix)
{
    std::vector<std::int64_t> order = allDims(call.rankOf(matrix));
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return op.transpose(matrix, order);
}

/// Lower factor of a positive definite matrix, whose lower triangle is read.
Operand choleskyOf(Op& op, const Operand& matrix)
{
    const Places at = placesOf(op, matrix);
    const Operand zero = zeroOf(op);
    const Operand empty = op.typed(op("Where", at.rows < 0, matrix, zero), matrix.type());
    return repeated(op, op.size(matrix, -1), {matrix, empty}, [&](const Operand& k, const Values& state) {
        const Operand column = columnAt(op, state[0], k);
        const Operand pivot = op("Sqrt", rowAt(op, column, k));
        const Operand factor = op("Where", op("GreaterOrEqual", at.rows, k), column / pivot, zero);
        const Operand factorRow = op("Transpose", factor, Attributes{{"perm", [&] {
                                         std::vector<std::int64_t> order = allDims(matrix.rank().value_or(2));
                                         std::swap(order[order.size() - 1], order[order.size() - 2]);
                                         return order;
                                     }()}});
        const Operand rest = state[0] - factor * factorRow;
        const Operand lower = op("Where", op("Equal", at.columns, k), factor, state[1]);
        return Values{op.typed(rest, matrix.type()), op.typed(lower, matrix.type())};
    })[1];
}

/// LU with partial pivoting, all in one matrix: U above, the factors of L below the diagonal.
struct Factors {
    Operand compact;
    Operand order;  ///< Row of the given matrix that each row came from, [.., m, 1].
    Operand pivots; ///< The row swapped with each, [.., m, 1], from 0.
    Operand sign;   ///< 1.0 or -1.0, [.., 1, 1].
};
Factors factorsOf(Op& op, const Operand& matrix)
{
    const Places at = placesOf(op, matrix);
    const Operand zero = zeroOf(op);
    onnxir::ValueType columnType = typeWith(matrix.type(), ir::DType::Int64);
    columnType.sizes.back() = ir::Dim::constant(1);
    onnxir::ValueType signType = matrix.type();
    signType.sizes.back() = ir::Dim::constant(1);
    signType.sizes[signType.sizes.size() - 2] = ir::Dim::constant(1);
    Sizes columnSizes = op.sizes(matrix);
    columnSizes.back() = 1;
    Sizes signSizes = columnSizes;
    signSizes[signSizes.size() - 2] = 1;
    const Operand order = op.typed(op("Expand", at.rows, op.shape(columnSizes)), columnType);
    const Operand sign = op.typed(filled(op, signSizes, 1.0, ir::DType::Float64), signType);
    const Values last = repeated(op, smaller(op.size(matrix, -2), op.size(matrix, -1)), {matrix, order, order, sign}, [&](const Operand& k, const Values& state) {
        const Operand sizes = op("Where", op("GreaterOrEqual", at.rows, k), op("Abs", columnAt(op, state[0], k)), op.constant(ir::DType::Float64, -1.0));
        const Operand pivot = op("ArgMax", sizes, Attributes{{"axis", -2}, {"keepdims", 1}});
        const Operand swapped = op("Where", op("Equal", at.rows, k), pivot, op("Where", op("Equal", at.rows, pivot), k, at.rows));
        const Operand moved = op("GatherElements", state[0], op("Expand", swapped, op.shapeOf(matrix)), Attributes{{"axis", -2}});
        const Operand head = rowAt(op, moved, k);
        const Operand corner = columnAt(op, head, k);
        const Operand isZero = equal(corner, 0.0);
        const Operand divisor = op("Where", isZero, op.constant(ir::DType::Float64, 1.0), corner);
        const Operand isBelow = op("Greater", at.rows, k);
        const Operand factor = op("Where", isBelow, columnAt(op, moved, k) / divisor, zero);
        const Operand isAfter = op("Greater", at.columns, k);
        const Operand rest = moved - factor * op("Where", isAfter, head, zero);
        const Operand isColumn = op("And", isBelow, op("Equal", at.columns, k));
        const Operand next = op("Where", isColumn, factor, rest);
        const Operand flipped = op("Where", op("Equal", pivot, k), state[3], -state[3]);
        return Values{op.typed(next, matrix.type()), op.typed(op("GatherElements", state[1], swapped, Attributes{{"axis", -2}}), columnType),
                      op.typed(op("Where", op("Equal", at.rows, k), pivot, state[2]), columnType), op.typed(flipped, signType)};
    });
    return {last[0], last[1], last[2], last[3]};
}

/// Solves matrix * X = right by Gauss and Jordan with partial pivoting.
Operand solved(Op& op, const Operand& matrix, const Operand& right)
{
    const Places at = placesOf(op, matrix);
    const Operand zero = zeroOf(op);
    return repeated(op, op.size(matrix, -1), {matrix, right}, [&](const Operand& k, const Values& state) {
        const Operand sizes = op("Where", op("GreaterOrEqual", at.rows, k), op("Abs", columnAt(op, state[0], k)), op.constant(ir::DType::Float64, -1.0));
        const Operand pivot = op("ArgMax", sizes, Attributes{{"axis", -2}, {"keepdims", 1}});
        const Operand swapped = op("Where", op("Equal", at.rows, k), pivot, op("Where", op("Equal", at.rows, pivot), k, at.rows));
        const auto move = [&](const Operand& value) {
            return op("GatherElements", value, op("Expand", swapped, op("Shape", value)), Attributes{{"axis", -2}});
        };
        const Operand left = move(state[0]);
        const Operand side = move(state[1]);
        const Operand corner = columnAt(op, rowAt(op, left, k), k);
        const Operand leftRow = rowAt(op, left, k) / corner;
        const Operand sideRow = rowAt(op, side, k) / corner;
        const Operand isRow = op("Equal", at.rows, k);
        const Operand factor = op("Where", isRow, zero, columnAt(op, left, k));
        const Operand nextLeft = op("Where", isRow, leftRow, left - factor * leftRow);
        const Operand nextSide = op("Where", isRow, sideRow, side - factor * sideRow);
        return Values{op.typed(nextLeft, matrix.type()), op.typed(nextSide, right.type())};
    })[1];
}

/// Solves a triangular system from its first row on (lower) or its last (upper).
Operand triangularSolved(Op& op, const Operand& matrix, const Operand& right, bool upper, bool unit)
{
    const Places at = placesOf(op, matrix);
    const Operand zero = zeroOf(op);
    const Scalar count = op.size(matrix, -1);
    const Operand last = op.scalar(count - 1, ir::DType::Int64);
    return repeated(op, count, {right}, [&](const Operand& step, const Values& state) {
        const Operand k = upper ? last - step : step;
        const Operand column = columnAt(op, matrix, k);
        const Operand row = unit ? rowAt(op, state[0], k) : rowAt(op, state[0], k) / rowAt(op, column, k);
        const Operand isRest = upper ? op("Less", at.rows, k) : op("Greater", at.rows, k);
        const Operand rest = state[0] - op("Where", isRest, column, zero) * row;
        return Values{op.typed(op("Where", op("Equal", at.rows, k), row, rest), right.type())};
    })[0];
}

/// Q (square) and R by Householder's reflections, signs as LAPACK has them.
Values householder(Op& op, const Call& call, const Operand& matrix)
{
    const Places at = placesOf(op, matrix);
    const Operand zero = zeroOf(op);
    Sizes squareSizes = op.sizes(matrix);
    squareSizes.back() = squareSizes[squareSizes.size() - 2];
    const Operand rowNumbers = op("Transpose", at.rows, Attributes{{"perm", std::vector<std::int64_t>{1, 0}}});
    const Operand unit = op.expand(identityLike(op, at.rows, rowNumbers), squareSizes);
    return repeated(op, smaller(op.size(matrix, -2), op.size(matrix, -1)), {unit, matrix}, [&](const Operand& k, const Values& state) {
        const Operand column = op("Where", op("GreaterOrEqual", at.rows, k), columnAt(op, state[1], k), zero);
        const Operand head = rowAt(op, column, k);
        const Operand tail = op("Where", op("Greater", at.rows, k), column, zero);
        const Operand tailSize = op.reduce("ReduceL2", tail, {-2}, true);
        const Operand size = op("Sqrt", head * head + tailSize * tailSize);
        const Operand image = op("Where", head < 0.0, size, -size);
        const Operand isRow = op("Equal", at.rows, k);
        // A column that is zero below its head stays as it is.
        const Operand vector = op("Where", equal(tailSize, 0.0), zero, op("Where", isRow, head - image, tail));
        onnxir::ValueType type = matrix.type();
        type.sizes.back() = ir::Dim::constant(1);
        const Operand v = op.typed(vector, type);
        const Operand length = op.reduce("ReduceSumSquare", v, {-2}, true);
        const Operand factor = op("Where", equal(length, 0.0), zero, 2.0 / op("Where", equal(length, 0.0), op.constant(ir::DType::Float64, 1.0), length));
        const Operand row = transposed(op, call, v);
        const Operand r = state[1] - v * (op("MatMul", row, state[1]) * factor);
        const Operand q = state[0] - op("MatMul", state[0], v) * factor * row;
        return Values{op.typed(q, unit.type()), op.typed(r, matrix.type())};
    });
}

Operand maskedTriangle(Op& op, const Operand& matrix, bool upper, std::int64_t diagonal)
{
    return op.typed(op("Trilu", matrix, number(op, diagonal), Attributes{{"upper", upper ? 1 : 0}}), matrix.type());
}

Operand diagonalOf(Op& op, const Operand& matrix)
{
    const Places at = placesOf(op, matrix);
    return op.reduce("ReduceSum", op("Where", op("Equal", at.rows, at.columns), matrix, zeroOf(op)), {-1}, false);
}

/// A vector or a batch of them (`isVector`) is solved as a matrix of one column.
Operand solvedFor(Op& op, const Call& call, const Operand& matrix, const Operand& right, bool isVector)
{
    Operand side = isVector ? op.unsqueeze(right, {-1}) : right;
    Operand left = matrix;
    // Both get all batch dimensions.
    Sizes batch;
    const std::int64_t rank = std::max(call.rankOf(left), call.rankOf(side));
    while (call.rankOf(left) < rank)
        left = op.unsqueeze(left, {0});
    while (call.rankOf(side) < rank)
        side = op.unsqueeze(side, {0});
    const auto& sizes = left.type().sizes;
    const auto& others = side.type().sizes;
    for (std::size_t i = 0; i + 2 < static_cast<std::size_t>(rank); ++i) {
        const bool takesLeft = sizes[i] != ir::Dim::constant(1);
        const Operand& from = takesLeft ? left : side;
        if (takesLeft && others[i] != ir::Dim::constant(1) && sizes[i] != others[i])
            op.fail("its batch sizes are not known to agree");
        batch.push_back(op.size(from, static_cast<std::int64_t>(i)));
    }
    const auto broadcast = [&](const Operand& value) {
        Sizes whole = batch;
        whole.push_back(op.size(value, -2));
        whole.push_back(op.size(value, -1));
        onnxir::ValueType type = value.type();
        for (std::size_t i = 0; i < batch.size(); ++i)
            type.sizes[i] = sizes[i] != ir::Dim::constant(1) ? sizes[i] : others[i];
        return type == value.type() ? value : op.typed(op("Expand", value, op.shape(whole)), type);
    };
    const Operand result = solved(op, broadcast(left), broadcast(side));
    return isVector ? op("Squeeze", result, op.integers({-1})) : result;
}

/// aten::linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor
/// aten::cholesky(Tensor self, bool upper=False) -> Tensor
/// aten::linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)
Result<Values> cholesky(Op& op, const Call& call)
{
    const Operand self = matrixOf(op, call["self"]);
    const bool isUpper = call.boolean("upper");
    const Operand lower = choleskyOf(op, isUpper ? transposed(op, call, self) : self);
    const Operand result = op.cast(isUpper ? transposed(op, call, lower) : lower, call.output().dtype);
    if (call.outputCount() == 1)
        return Values{result};
    const Sizes sizes = op.sizes(self);
    const Sizes batch(sizes.begin(), sizes.end() - 2);
    return Values{result, filled(op, batch, 0, ir::DType::Int32)};
}

/// aten::cholesky_inverse(Tensor self, bool upper=False) -> Tensor
Result<Values> choleskyInverse(Op& op, const Call& call)
{
    const Operand given = matrixOf(op, call["self"]);
    const Operand factor = maskedTriangle(op, call.boolean("upper") ? transposed(op, call, given) : given, false, 0);
    const Places at = placesOf(op, factor);
    const Operand unit = op.expand(identityLike(op, at.rows, at.columns), op.sizes(factor));
    const Operand inverse = triangularSolved(op, factor, op.typed(unit, factor.type()), false, false);
    return Values{op.cast(op("MatMul", transposed(op, call, inverse), inverse), call.output().dtype)};
}

/// aten::linalg_inv(Tensor A) -> Tensor
/// aten::inverse(Tensor self) -> Tensor
Result<Values> inverse(Op& op, const Call& call)
{
    const Operand matrix = matrixOf(op, call[call.node().overload() == "aten.inverse.default" ? "self" : "A"]);
    const Places at = placesOf(op, matrix);
    const Operand unit = op.typed(op.expand(identityLike(op, at.rows, at.columns), op.sizes(matrix)), matrix.type());
    return Values{op.cast(solved(op, matrix, unit), call.output().dtype)};
}

/// aten::linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor
Result<Values> solve(Op& op, const Call& call)
{
    const Operand matrix = matrixOf(op, call["A"]);
    const Operand right = matrixOf(op, call["B"]);
    const bool isVector = call.rankOf(right) == 1 || (call.rankOf(right) + 1 == call.rankOf(matrix) &&
                                                      std::vector(right.type().sizes) == std::vector(matrix.type().sizes.begin(), matrix.type().sizes.end() - 1));
    if (call.boolean("left") || isVector)
        return Values{op.cast(solvedFor(op, call, matrix, right, isVector), call.output().dtype)};
    const Operand result = solvedFor(op, call, transposed(op, call, matrix), transposed(op, call, right), false);
    std::vector<std::int64_t> order = allDims(static_cast<std::int64_t>(call.output().sizes.size()));
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return Values{op.cast(op("Transpose", result, Attributes{{"perm", order}}), call.output().dtype)};
}

/// aten::linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor
Result<Values> solveTriangular(Op& op, const Call& call)
{
    const Operand matrix = matrixOf(op, call["self"]);
    const Operand right = matrixOf(op, call["B"]);
    const auto batchOf = [](const Operand& value) { return std::vector(value.type().sizes.begin(), value.type().sizes.end() - 2); };
    if (batchOf(matrix) != batchOf(right))
        return call.unsupported("its batch sizes are not known to agree");
    const bool isUpper = call.boolean("upper");
    const bool isUnit = call.boolean("unitriangular");
    if (call.boolean("left"))
        return Values{op.cast(triangularSolved(op, matrix, right, isUpper, isUnit), call.output().dtype)};
    const Operand result = triangularSolved(op, transposed(op, call, matrix), transposed(op, call, right), !isUpper, isUnit);
    return Values{op.cast(transposed(op, call, result), call.output().dtype)};
}

/// aten::linalg_det(Tensor A) -> Tensor
/// aten::det(Tensor self) -> Tensor
Result<Values> det(Op& op, const Call& call)
{
    const Operand matrix = call[call.node().overload() == "aten.det.default" ? "self" : "A"];
    if (matrix.dtype() == ir::DType::Float32) // The one type that ONNX Runtime has a kernel for.
        return Values{op("Det", matrix)};
    const Factors factors = factorsOf(op, matrixOf(op, matrix));
    const Operand product = op.reduce("ReduceProd", diagonalOf(op, factors.compact), {-1}, false);
    return Values{op.cast(product * op("Squeeze", factors.sign, op.integers({-2, -1})), call.output().dtype)};
}

/// aten::linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
/// aten::slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)
Result<Values> slogdet(Op& op, const Call& call)
{
    const Factors factors = factorsOf(op, matrixOf(op, call[call.node().overload() == "aten.slogdet.default" ? "self" : "A"]));
    const Operand diagonal = diagonalOf(op, factors.compact);
    const Operand sign = op.reduce("ReduceProd", op("Sign", diagonal), {-1}, false) * op("Squeeze", factors.sign, op.integers({-2, -1}));
    const Operand log = op.reduce("ReduceSum", op("Log", op("Abs", diagonal)), {-1}, false);
    return Values{op.cast(sign, call.output(0).dtype), op.cast(log, call.output(1).dtype)};
}

/// aten::logdet(Tensor self) -> Tensor
Result<Values> logdet(Op& op, const Call& call)
{
    const Operand self = call["self"];
    if (self.staticSize(-1) == 0) { // The determinant of nothing is 1.
        Sizes batch = op.sizes(self);
        batch.resize(batch.size() - 2, 0);
        return Values{filled(op, batch, 0.0, call.output().dtype)};
    }
    const Factors factors = factorsOf(op, matrixOf(op, self));
    const Operand diagonal = diagonalOf(op, factors.compact);
    const Operand sign = op.reduce("ReduceProd", op("Sign", diagonal), {-1}, false) * op("Squeeze", factors.sign, op.integers({-2, -1}));
    const Operand log = op.reduce("ReduceSum", op("Log", op("Abs", diagonal)), {-1}, false);
    return Values{op.cast(op("Where", sign < 0.0, op.constant(ir::DType::Float64, std::numeric_limits<double>::quiet_NaN()), log), call.output().dtype)};
}

/// aten::linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)
Result<Values> lu(Op& op, const Call& call)
{
    if (!call.boolean("pivot"))
        return call.unsupported("pivot is False");
    const Operand matrix = matrixOf(op, call["A"]);
    const Factors factors = factorsOf(op, matrix);
    const Places at = placesOf(op, matrix);
    const Scalar inner = smaller(op.size(matrix, -2), op.size(matrix, -1));
    const Operand compact = op.typed(factors.compact, matrix.type());
    const Operand below = op.slice(maskedTriangle(op, compact, false, -1), -1, 0, inner);
    const Operand unit = identityLike(op, at.rows, op.unsqueeze(counting(op, inner), {0}));
    const Operand upper = op.slice(maskedTriangle(op, compact, true, 0), -2, 0, inner);
    // Row order[j] of P holds its one in column j.
    const Operand rowOrder = transposed(op, call, factors.order);
    const Operand permutation = op("Equal", at.rows, rowOrder);
    return Values{op.cast(permutation, call.output(0).dtype), op.cast(below + unit, call.output(1).dtype), op.cast(upper, call.output(2).dtype)};
}

/// aten::linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)
Result<Values> luFactor(Op& op, const Call& call)
{
    if (!call.boolean("pivot"))
        return call.unsupported("pivot is False");
    const Operand matrix = matrixOf(op, call["A"]);
    const Factors factors = factorsOf(op, matrix);
    const Operand pivots = op.slice(op("Squeeze", factors.pivots, op.integers({-1})), -1, 0, smaller(op.size(matrix, -2), op.size(matrix, -1)));
    return Values{op.cast(factors.compact, call.output(0).dtype), op.cast(pivots + number(op, 1), ir::DType::Int32)};
}

/// aten::linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)
/// aten::qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)
Result<Values> qr(Op& op, const Call& call)
{
    const bool isOld = call.node().overload() == "aten.qr.default";
    const std::string mode = isOld ? (call.boolean("some") ? "reduced" : "complete") : call.text("mode");
    if (mode == "r")
        return call.unsupported("mode is r");
    const Operand matrix = matrixOf(op, call[isOld ? "self" : "A"]);
    const Values both = householder(op, call, matrix);
    const Operand upper = maskedTriangle(op, both[1], true, 0);
    if (mode == "complete")
        return Values{op.cast(both[0], call.output(0).dtype), op.cast(upper, call.output(1).dtype)};
    const Scalar inner = smaller(op.size(matrix, -2), op.size(matrix, -1));
    return Values{op.cast(op.slice(both[0], -1, 0, inner), call.output(0).dtype), op.cast(op.slice(upper, -2, 0, inner), call.output(1).dtype)};
}

constexpr Lowering kFactorization[] = {
    {"aten.cholesky.default", cholesky},
    {"aten.cholesky_inverse.default", choleskyInverse},
    {"aten.det.default", det},
    {"aten.inverse.default", inverse},
    {"aten.linalg_cholesky.default", cholesky},
    {"aten.linalg_cholesky_ex.default", cholesky},
    {"aten.linalg_det.default", det},
    {"aten.linalg_inv.default", inverse},
    {"aten.linalg_lu.default", lu},
    {"aten.linalg_lu_factor.default", luFactor},
    {"aten.linalg_qr.default", qr},
    {"aten.linalg_slogdet.default", slogdet},
    {"aten.linalg_solve.default", solve},
    {"aten.linalg_solve_triangular.default", solveTriangular},
    {"aten.logdet.default", logdet},
    {"aten.qr.default", qr},
    {"aten.slogdet.default", slogdet},
};

} // namespace

std::span<const Lowering> factorization()
{
    return kFactorization;
}

} // namespace sidelight::lowering::aten
