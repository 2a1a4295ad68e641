// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/aten/families.h"

#include "core/lowering/aten/operands.h"

#include <algorithm>
#include <cmath>

namespace sidelight::lowering::aten {

namespace {

constexpr std::int64_t kLongestConstant = 65536;

Result<Values> filledLike(Op& op, const Call& call, const Scalar& value)
{
    const Operand self = call["self"];
    const ir::DType dtype = call.output().dtype;
    const auto* number = value.number();
    const Operand shape = op.shapeOf(self);
    if (self.rank() == 0)
        return Values{op.scalar(value, dtype)};
    if (number && filledTensor(dtype, *number) && fillsShapes(op, dtype))
        return Values{op("ConstantOfShape", shape, Attributes{{"value", filledTensor(dtype, *number, {1})}})};
    return Values{op("Expand", op.scalar(value, dtype), shape)};
}

/// A 1-D tensor start, start + step, …: exact for constants, else computed from whole numbers.
Result<Values> arranged(Op& op, const Call& call, const Scalar& start, const Scalar& end, const Scalar& step)
{
    const ir::DType dtype = call.output().dtype;
    const bool isFloating = start.isFloating() || end.isFloating() || step.isFloating();
    if (!isFloating) {
        const Operand numbers = op("Range", op.scalar(start, ir::DType::Int64), op.scalar(end, ir::DType::Int64), op.scalar(step, ir::DType::Int64));
        return Values{op.cast(numbers, dtype)};
    }
    if (!start.number() || !end.number() || !step.number())
        return call.unsupported("a bound is neither a constant nor an integer");
    const double first = asDouble(*start.number());
    const double stride = asDouble(*step.number());
    const double count = std::ceil((asDouble(*end.number()) - first) / stride);
    if (!(count >= 0.0 && count <= static_cast<double>(kLongestConstant)))
        return call.unsupported("it has too many elements for a constant");
    std::vector<PythonNumber> values;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i)
        values.emplace_back(first + stride * static_cast<double>(i));
    return Values{op.constant(numberTensor(dtype, {static_cast<std::int64_t>(values.size())}, values))};
}

/// `steps` numbers from start to end, counted from the nearer one, as torch does.
std::vector<double> evenly(double start, double end, std::int64_t steps)
{
    const double step = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0.0;
    std::vector<double> values;
    for (std::int64_t i = 0; i < steps; ++i)
        values.push_back(i < steps / 2 || steps == 1 ? start + step * static_cast<double>(i) : end - step * static_cast<double>(steps - 1 - i));
    return values;
}

Result<Values> identity(Op& op, const Call& call, const Scalar& rows, const Scalar& columns)
{
    const ir::DType dtype = call.output().dtype;
    const Operand row = op.unsqueeze(counting(op, rows), {1});
    const Operand column = op.unsqueeze(counting(op, columns), {0});
    return Values{op.cast(op("Equal", row, column), dtype)};
}

/// aten::full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> full(Op& op, const Call& call)
{
    return Values{filled(op, call.sizes("size"), call.number("fill_value"), call.output().dtype)};
}

/// aten::zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
/// aten::empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
/// aten::new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
/// aten::new_empty(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> zeros(Op& op, const Call& call)
{
    return Values{filled(op, call.sizes("size"), 0, call.output().dtype)};
}

/// aten::ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
/// aten::new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> ones(Op& op, const Call& call)
{
    return Values{filled(op, call.sizes("size"), 1, call.output().dtype)};
}

/// aten::new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> newFull(Op& op, const Call& call)
{
    return Values{filled(op, call.sizes("size"), call.number("fill_value"), call.output().dtype)};
}

/// aten::full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> fullLike(Op& op, const Call& call)
{
    return filledLike(op, call, call.number("fill_value"));
}

/// aten::zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
/// aten::empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> zerosLike(Op& op, const Call& call)
{
    return filledLike(op, call, 0);
}

/// aten::ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
Result<Values> onesLike(Op& op, const Call& call)
{
    return filledLike(op, call, 1);
}

/// aten::fill.Scalar(Tensor self, Scalar value) -> Tensor
/// aten::fill.Tensor(Tensor self, Tensor value) -> Tensor
Result<Values> fill(Op& op, const Call& call)
{
    return filledLike(op, call, call.number("value"));
}

/// aten::scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> scalarTensor(Op& op, const Call& call)
{
    return Values{op.scalar(call.number("s"), call.output().dtype)};
}

/// aten::arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> arange(Op& op, const Call& call)
{
    return arranged(op, call, 0, call.number("end"), 1);
}

/// aten::arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> arangeStart(Op& op, const Call& call)
{
    return arranged(op, call, call.number("start"), call.number("end"), 1);
}

/// aten::arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> arangeStep(Op& op, const Call& call)
{
    return arranged(op, call, call.number("start"), call.number("end"), call.number("step"));
}

/// aten::linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> linspace(Op& op, const Call& call)
{
    const std::int64_t steps = call.integer("steps");
    if (steps < 0 || steps > kLongestConstant)
        return call.unsupported("it has too many elements for a constant");
    const std::vector<double> points = evenly(call.real("start"), call.real("end"), steps);
    return Values{op.constant(numberTensor(call.output().dtype, {steps}, std::vector<PythonNumber>(points.begin(), points.end())))};
}

/// aten::logspace(Scalar start, Scalar end, int steps, float base=10., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> logspace(Op& op, const Call& call)
{
    const std::int64_t steps = call.integer("steps");
    if (steps < 0 || steps > kLongestConstant)
        return call.unsupported("it has too many elements for a constant");
    std::vector<PythonNumber> values;
    for (const double exponent : evenly(call.real("start"), call.real("end"), steps))
        values.emplace_back(std::pow(call.real("base"), exponent));
    return Values{op.constant(numberTensor(call.output().dtype, {steps}, values))};
}

/// aten::eye(SymInt n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> eye(Op& op, const Call& call)
{
    return identity(op, call, call.number("n"), call.number("n"));
}

/// aten::eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> eyeRectangle(Op& op, const Call& call)
{
    return identity(op, call, call.number("n"), call.number("m"));
}

/// Rows and columns of the elements on one side of a diagonal, row by row.
Result<Values> triangleIndices(Op& op, const Call& call, bool upper)
{
    const std::int64_t offset = call.integer("offset");
    const std::int64_t height = call.integer("row");
    const std::int64_t width = call.integer("col");
    std::vector<PythonNumber> rows;
    std::vector<PythonNumber> columns;
    for (std::int64_t row = 0; row < height; ++row) {
        const std::int64_t first = upper ? std::max<std::int64_t>(row + offset, 0) : 0;
        const std::int64_t end = upper ? width : std::min(row + offset + 1, width);
        for (std::int64_t column = first; column < end; ++column) {
            rows.emplace_back(row);
            columns.emplace_back(column);
        }
        if (static_cast<std::int64_t>(rows.size()) > kLongestConstant)
            return call.unsupported("it has too many elements for a constant");
    }
    const auto count = static_cast<std::int64_t>(rows.size());
    rows.insert(rows.end(), columns.begin(), columns.end());
    return Values{op.constant(numberTensor(call.output().dtype, {2, count}, rows))};
}

/// aten::tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> trilIndices(Op& op, const Call& call)
{
    return triangleIndices(op, call, false);
}

/// aten::triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
Result<Values> triuIndices(Op& op, const Call& call)
{
    return triangleIndices(op, call, true);
}

/// aten::one_hot(Tensor self, int num_classes=-1) -> Tensor
Result<Values> oneHot(Op& op, const Call& call)
{
    const std::int64_t classes = call.integer("num_classes");
    if (classes < 0)
        return call.unsupported("num_classes is left to the data");
    const std::vector<std::int64_t> values{0, 1};
    return Values{op("OneHot", call["self"], op.constant(ir::DType::Int64, classes), op.integers(values), Attributes{{"axis", -1}})};
}

/// aten::tril(Tensor self, SymInt diagonal=0) -> Tensor
Result<Values> tril(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand diagonal = op.scalar(call.number("diagonal"), ir::DType::Int64);
    const bool isDirect = self.dtype() == ir::DType::Float32 || self.dtype() == ir::DType::Float64 || self.dtype() == ir::DType::Int64 || self.dtype() == ir::DType::Bool;
    const Operand input = isDirect ? self : op.cast(self, ir::isFloating(self.dtype()) ? ir::DType::Float32 : ir::DType::Int64);
    return Values{op.cast(op("Trilu", input, diagonal, Attributes{{"upper", 0}}), self.dtype())};
}

/// aten::triu(Tensor self, SymInt diagonal=0) -> Tensor
Result<Values> triu(Op& op, const Call& call)
{
    const Operand self = call["self"];
    const Operand diagonal = op.scalar(call.number("diagonal"), ir::DType::Int64);
    const bool isDirect = self.dtype() == ir::DType::Float32 || self.dtype() == ir::DType::Float64 || self.dtype() == ir::DType::Int64 || self.dtype() == ir::DType::Bool;
    const Operand input = isDirect ? self : op.cast(self, ir::isFloating(self.dtype()) ? ir::DType::Float32 : ir::DType::Int64);
    return Values{op.cast(op("Trilu", input, diagonal, Attributes{{"upper", 1}}), self.dtype())};
}

constexpr Lowering kCreation[] = {
    {"aten.arange.default", arange},
    {"aten.arange.start", arangeStart},
    {"aten.arange.start_step", arangeStep},
    {"aten.empty.memory_format", zeros},
    {"aten.empty_like.default", zerosLike},
    {"aten.eye.default", eye},
    {"aten.eye.m", eyeRectangle},
    {"aten.fill.Scalar", fill},
    {"aten.fill.Tensor", fill},
    {"aten.full.default", full},
    {"aten.full_like.default", fullLike},
    {"aten.linspace.default", linspace},
    {"aten.logspace.default", logspace},
    {"aten.new_empty.default", zeros},
    {"aten.new_full.default", newFull},
    {"aten.new_ones.default", ones},
    {"aten.new_zeros.default", zeros},
    {"aten.one_hot.default", oneHot},
    {"aten.ones.default", ones},
    {"aten.ones_like.default", onesLike},
    {"aten.scalar_tensor.default", scalarTensor},
    {"aten.tril.default", tril},
    {"aten.triu.default", triu},
    {"aten.tril_indices.default", trilIndices},
    {"aten.triu_indices.default", triuIndices},
    {"aten.zeros.default", zeros},
    {"aten.zeros_like.default", zerosLike},
};

} // namespace

std::span<const Lowering> creation()
{
    return kCreation;
}

} // namespace sidelight::lowering::aten
