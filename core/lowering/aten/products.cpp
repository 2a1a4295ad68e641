// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Products and arrangements of matrices and vectors that need no factorization.
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

char letter(std::size_t at)
{
    return static_cast<char>('a' + at);
}

/// Whether Einsum and MatMul have kernels for it; others are computed in a wider type.
ir::DType productType(ir::DType dtype)
{
    if (dtype == ir::DType::Int8 || dtype == ir::DType::Int16 || dtype == ir::DType::UInt8 || dtype == ir::DType::Bool)
        return ir::DType::Int32;
    return dtype;
}

/// Contracts `left` over its dimensions with `right` over its own, in order.
Result<Values> contracted(Op& op, const Call& call, const Operand& left, const Operand& right, const std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>& dims)
{
    const auto leftRank = static_cast<std::size_t>(call.rankOf(left));
    const auto rightRank = static_cast<std::size_t>(call.rankOf(right));
    if (leftRank + rightRank > 26)
        return call.unsupported("it has more dimensions than Einsum has letters");
    std::string first;
    for (std::size_t i = 0; i < leftRank; ++i)
        first += letter(i);
    std::string second;
    for (std::size_t i = 0; i < rightRank; ++i)
        second += letter(leftRank + i);
    std::string result = first;
    std::string rest = second;
    for (std::size_t i = 0; i < dims.first.size(); ++i) {
        const auto from = static_cast<std::size_t>(dims.first[i] < 0 ? dims.first[i] + static_cast<std::int64_t>(leftRank) : dims.first[i]);
        const auto to = static_cast<std::size_t>(dims.second[i] < 0 ? dims.second[i] + static_cast<std::int64_t>(rightRank) : dims.second[i]);
        std::erase(result, first[from]);
        std::erase(rest, second[to]);
        second[to] = first[from];
    }
    return Values{op.cast(op("Einsum", left, right, Attributes{{"equation", first + "," + second + "->" + result + rest}}), call.output().dtype)};
}

/// aten::inner(Tensor self, Tensor other) -> Tensor
Result<Values> inner(Op& op, const Call& call)
{
    const ir::DType dtype = productType(call.output().dtype);
    const Operand self = operand(op, call, "self", dtype);
    const Operand other = operand(op, call, "other", dtype);
    if (call.rankOf(call["self"]) == 0 || call.rankOf(call["other"]) == 0)
        return Values{op.cast(self * other, call.output().dtype)};
    return contracted(op, call, self, other, {{-1}, {-1}});
}

/// aten::tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor
Result<Values> tensordot(Op& op, const Call& call)
{
    const ir::DType dtype = productType(call.output().dtype);
    return contracted(op, call, op.cast(call["self"], dtype), op.cast(call["other"], dtype), {call.integers("dims_self"), call.integers("dims_other")});
}

/// aten::addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
Result<Values> addr(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    if (dtype == ir::DType::Bool)
        return call.unsupported("its result is bool");
    const Operand product = op.unsqueeze(op.cast(call["vec1"], dtype), {1}) * op.unsqueeze(op.cast(call["vec2"], dtype), {0});
    const Scalar alpha = call.number("alpha");
    const Scalar beta = call.number("beta");
    const Operand scaled = alpha.is(1) ? product : product * alpha;
    if (beta.is(0))
        return Values{scaled};
    const Operand self = op.cast(call["self"], dtype);
    return Values{(beta.is(1) ? self : self * beta) + scaled};
}

/// aten::kron(Tensor self, Tensor other) -> Tensor
Result<Values> kron(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    Operand self = op.cast(call["self"], dtype);
    Operand other = op.cast(call["other"], dtype);
    const std::int64_t rank = std::max(call.rankOf(call["self"]), call.rankOf(call["other"]));
    while (call.rankOf(self) < rank)
        self = op.unsqueeze(self, {0});
    while (call.rankOf(other) < rank)
        other = op.unsqueeze(other, {0});
    Sizes wideSelf;
    Sizes wideOther;
    Sizes result;
    for (std::int64_t i = 0; i < rank; ++i) {
        wideSelf.insert(wideSelf.end(), {op.size(self, i), Scalar(1)});
        wideOther.insert(wideOther.end(), {Scalar(1), op.size(other, i)});
        result.push_back(op.size(self, i) * op.size(other, i));
    }
    if (dtype == ir::DType::Bool)
        return Values{op.reshape(op("And", op.reshape(self, wideSelf), op.reshape(other, wideOther)), result)};
    return Values{op.reshape(op.reshape(self, wideSelf) * op.reshape(other, wideOther), result)};
}

Operand crossed(Op& op, const Operand& left, const Operand& right, std::int64_t dim)
{
    const Operand next = op.integers({1, 2, 0});
    const Operand after = op.integers({2, 0, 1});
    const auto at = [&](const Operand& value, const Operand& order) { return op("Gather", value, order, Attributes{{"axis", dim}}); };
    return at(left, next) * at(right, after) - at(left, after) * at(right, next);
}

/// aten::linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor
Result<Values> linalgCross(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const auto rank = static_cast<std::int64_t>(call.output().sizes.size());
    const std::int64_t dim = call.dim("dim", rank);
    if (call.rankOf(call["self"]) != rank || call.rankOf(call["other"]) != rank)
        return call.unsupported("its inputs differ in rank");
    return Values{crossed(op, op.cast(call["self"], dtype), op.cast(call["other"], dtype), dim)};
}

/// aten::cross(Tensor self, Tensor other, int? dim=None) -> Tensor
Result<Values> cross(Op& op, const Call& call)
{
    const ir::DType dtype = call.output().dtype;
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::int64_t dim = call.has("dim") ? call.dim("dim", rank) : 0;
    if (!call.has("dim"))
        while (dim < rank && self.staticSize(dim) != 3)
            ++dim;
    if (dim >= rank || call.rankOf(call["other"]) != rank)
        return call.unsupported("no dimension of size 3 is known");
    return Values{crossed(op, op.cast(self, dtype), op.cast(call["other"], dtype), dim)};
}

/// aten::trace(Tensor self) -> Tensor
Result<Values> trace(Op& op, const Call& call)
{
    const Operand self = op.cast(call["self"], call.output().dtype);
    const Operand given = call["self"];
    const Scalar columns = op.size(given, 1);
    const Operand places = counting(op, smaller(op.size(given, 0), columns)) * op.scalar(columns + 1, ir::DType::Int64);
    return Values{op.reduce("ReduceSum", op("Gather", op.reshape(self, {-1}), places), {0}, false)};
}

/// aten::bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor
Result<Values> bilinear(Op& op, const Call& call)
{
    const Operand product = op("Einsum", call["input1"], call["weight"], call["input2"], Attributes{{"equation", "...i,oij,...j->...o"}});
    return Values{call.has("bias") ? product + call["bias"] : product};
}

/// aten::linalg_multi_dot(Tensor[] tensors) -> Tensor
/// aten::chain_matmul(Tensor[] matrices) -> Tensor
Result<Values> multiDot(Op& op, const Call& call)
{
    const Values tensors = call.list(call.node().overload() == "aten.chain_matmul.default" ? "matrices" : "tensors");
    Operand product = tensors.front();
    for (std::size_t i = 1; i < tensors.size(); ++i)
        product = op("MatMul", product, tensors[i]);
    return Values{product};
}

/// aten::matrix_power(Tensor self, int n) -> Tensor
/// aten::linalg_matrix_power(Tensor self, int n) -> Tensor
Result<Values> matrixPower(Op& op, const Call& call)
{
    const Operand self = call["self"];
    std::int64_t n = call.integer("n");
    if (n < 0)
        return call.unsupported("n is negative; take the inverse first");
    Operand square = self;
    Operand result;
    for (; n > 0; n /= 2) {
        if (n % 2 == 1)
            result = result ? op("MatMul", result, square) : square;
        if (n > 1)
            square = op("MatMul", square, square);
    }
    if (result)
        return Values{result};
    const Operand places = counting(op, op.size(self, -1));
    const Operand one = op.cast(op("Equal", op.unsqueeze(places, {0}), op.unsqueeze(places, {1})), self.dtype());
    return Values{op("Expand", one, op.shapeOf(self))};
}

/// Powers of x along a new last dimension.
Result<Values> vandermonde(Op& op, const Call& call, const Operand& x, const Scalar& count, bool increasing)
{
    const ir::DType dtype = call.output().dtype;
    Operand powers = counting(op, count);
    if (!increasing)
        powers = op.scalar(count - 1, ir::DType::Int64) - powers;
    return Values{op("Pow", op.unsqueeze(op.cast(x, dtype), {-1}), op.cast(powers, dtype))};
}

/// aten::linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor
Result<Values> linalgVander(Op& op, const Call& call)
{
    const Operand given = call["x"];
    const Operand x = given.rank() == 0 ? op.reshape(given, {1}) : given;
    return vandermonde(op, call, x, call.has("N") ? call.number("N") : op.size(x, -1), true);
}

/// aten::vander(Tensor x, int? N=None, bool increasing=False) -> Tensor
Result<Values> vander(Op& op, const Call& call)
{
    const Operand x = call["x"];
    return vandermonde(op, call, x, call.has("N") ? call.number("N") : op.size(x, -1), call.boolean("increasing"));
}

/// Consecutive rows of `rows` times the matrices of `weights`, one group of rows for each: group i ends before row ends[i]. What lies behind the last is 0.
Operand groupedProduct(Op& op, const Operand& rows, const Operand& weights, const Operand& ends)
{
    const Scalar groups = op.size(weights, 0);
    const Operand bounds = op.cast(ends, ir::DType::Int64);
    const Operand starts = op.concat({op.integers({0}), op.slice(bounds, 0, 0, -1)}, 0);
    onnxir::ValueType type = onnxir::ValueType::tensor(rows.dtype(), {});
    type.sizes = {std::nullopt, weights.type().hasShape ? weights.type().sizes[2] : std::nullopt};
    const Operand empty = op.typed(filled(op, {0, op.size(weights, 2)}, 0, rows.dtype()), type);
    const Operand product = repeated(op, groups, {empty}, [&](const Operand& group, const Values& state) {
        const Operand at = op.unsqueeze(group, {0});
        const Operand own = op("Slice", rows, op("Gather", starts, at), op("Gather", bounds, at), op.integers({0}));
        return Values{op.typed(op.concat({state[0], op("MatMul", own, op("Gather", weights, group))}, 0), type)};
    })[0];
    const Scalar rest = op.size(rows, 0) - op.size(product, 0);
    return op.concat({product, filled(op, {rest, op.size(weights, 2)}, 0, rows.dtype())}, 0);
}

/// transformers::grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs) -> Tensor
Result<Values> groupedFallback(Op& op, const Call& call)
{
    return Values{groupedProduct(op, call["input"], call["weight"], call["offs"])};
}

/// aten::_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor
Result<Values> groupedProducts(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand mat2 = call["mat2"];
    if (call.has("bias"))
        return call.unsupported("it has a bias");
    if (self.rank() == 3 && mat2.rank() == 3)
        return Values{op.cast(op("MatMul", self, mat2), call.output().dtype)};
    if (self.rank() != 2 || mat2.rank() != 3)
        return call.unsupported("its groups are not rows of the first matrix");
    return Values{op.cast(groupedProduct(op, self, mat2, call["offs"]), call.output().dtype)};
}

/// Spread of trapezoids: the mean of neighbours times their distance.
Operand trapezoids(Op& op, const Operand& y, std::int64_t dim, const Operand& width)
{
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    return (op.slice(y, dim, 1, kEnd) + op.slice(y, dim, 0, -1)) * 0.5 * width;
}

Result<Values> integrated(Op& op, const Call& call, bool cumulative)
{
    const ir::DType dtype = call.output().dtype;
    if (!ir::isFloating(dtype))
        return call.unsupported("its result is not floating");
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    const Operand y = op.cast(call["y"], dtype);
    const std::int64_t rank = call.rankOf(y);
    const std::int64_t dim = call.dim("dim", rank);
    Operand width;
    if (call.node().overload().ends_with(".dx")) {
        width = op.constant(dtype, call.real("dx"));
    } else {
        Operand x = op.cast(call["x"], dtype);
        if (call.rankOf(x) == 1 && rank > 1) {
            std::vector<std::int64_t> behind;
            for (std::int64_t i = 1; i < rank - dim; ++i)
                behind.push_back(i);
            x = behind.empty() ? x : op.unsqueeze(x, behind);
        } else if (call.rankOf(x) != rank) {
            return call.unsupported("x and y differ in rank");
        }
        const std::int64_t at = call.rankOf(x) - (rank - dim);
        width = op.slice(x, at, 1, kEnd) - op.slice(x, at, 0, -1);
    }
    const Operand areas = trapezoids(op, y, dim, width);
    return Values{cumulative ? op("CumSum", areas, op.constant(ir::DType::Int64, dim)) : op.reduce("ReduceSum", areas, {dim}, false)};
}

/// aten::trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
/// aten::trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor
/// aten::trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
/// aten::trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor
Result<Values> trapezoid(Op& op, const Call& call)
{
    return integrated(op, call, false);
}

/// aten::cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
/// aten::cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor
Result<Values> cumulativeTrapezoid(Op& op, const Call& call)
{
    return integrated(op, call, true);
}

/// aten::renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor
Result<Values> renorm(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const std::int64_t rank = call.rankOf(self);
    std::vector<std::int64_t> others = allDims(rank);
    std::erase(others, call.dim("dim", rank));
    const double p = call.real("p");
    const double limit = call.real("maxnorm");
    const Operand sizes = p == 2.0   ? op.reduce("ReduceL2", self, others, true)
                          : p == 1.0 ? op.reduce("ReduceL1", self, others, true)
                                     : op("Pow", op.reduce("ReduceSum", op("Pow", op("Abs", self), p), others, true), 1.0 / p);
    const Operand factor = op("Where", sizes > limit, op("Reciprocal", sizes + 1e-7) * limit, op.constant(self.dtype(), 1.0));
    return Values{self * factor};
}

constexpr Lowering kProducts[] = {
    {"aten._grouped_mm.default", groupedProducts},
    {"aten.addr.default", addr},
    {"aten.bilinear.default", bilinear},
    {"aten.chain_matmul.default", multiDot},
    {"aten.cross.default", cross},
    {"aten.cumulative_trapezoid.dx", cumulativeTrapezoid},
    {"aten.cumulative_trapezoid.x", cumulativeTrapezoid},
    {"aten.inner.default", inner},
    {"aten.kron.default", kron},
    {"aten.linalg_cross.default", linalgCross},
    {"aten.linalg_matrix_power.default", matrixPower},
    {"aten.linalg_multi_dot.default", multiDot},
    {"aten.linalg_vander.default", linalgVander},
    {"aten.matrix_power.default", matrixPower},
    {"aten.renorm.default", renorm},
    {"aten.tensordot.default", tensordot},
    {"aten.trace.default", trace},
    {"aten.trapezoid.dx", trapezoid},
    {"aten.trapezoid.x", trapezoid},
    {"aten.trapz.dx", trapezoid},
    {"aten.trapz.x", trapezoid},
    {"aten.vander.default", vander},
    {"transformers.grouped_mm_fallback.default", groupedFallback},
};

} // namespace

std::span<const Lowering> products()
{
    return kProducts;
}

} // namespace sidelight::lowering::aten
