// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

// Type promotion as torch does it (c10/core/ScalarType.cpp, aten/src/ATen/native/TypeProperties.cpp, torch._refs): tensors with dimensions
// come first, tensors without next, Python numbers last; a later rank counts only when its category (bool < integer < floating < complex) is higher.

#include "core/fx/promotion.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sidelight::fx {

namespace {

using ir::DType;

/// torch's ELEMENTWISE_TYPE_PROMOTION_KIND, and the two forms that are not elementwise.
enum class Kind : std::uint8_t { Default, IntToFloat, BoolToLong, AlwaysBool, SumLike };

struct Row {
    std::string_view name; ///< Operator without overload.
    Kind kind;
    std::string_view arguments; ///< Names that take part, separated by blanks; those that the overload lacks are passed over.
};

constexpr auto kRows = std::to_array<Row>({
    {"aten.__and__", Kind::Default, "self other"}, {"aten.__or__", Kind::Default, "self other"}, {"aten.__xor__", Kind::Default, "self other"},
    {"aten.__lshift__", Kind::Default, "self other"}, {"aten.__rshift__", Kind::Default, "self other"},
    {"aten.acos", Kind::IntToFloat, "self"}, {"aten.acosh", Kind::IntToFloat, "self"}, {"aten.add", Kind::Default, "self other"},
    {"aten.addcdiv", Kind::IntToFloat, "self tensor1 tensor2"}, {"aten.addcmul", Kind::Default, "self tensor1 tensor2"},
    {"aten.arccos", Kind::IntToFloat, "self"}, {"aten.arcsin", Kind::IntToFloat, "self"}, {"aten.arctan", Kind::IntToFloat, "self"},
    {"aten.arctan2", Kind::IntToFloat, "self other"}, {"aten.asin", Kind::IntToFloat, "self"}, {"aten.asinh", Kind::IntToFloat, "self"},
    {"aten.atan", Kind::IntToFloat, "self"}, {"aten.atan2", Kind::IntToFloat, "self other"}, {"aten.atanh", Kind::IntToFloat, "self"},
    {"aten.bitwise_and", Kind::Default, "self other"}, {"aten.bitwise_left_shift", Kind::Default, "self other"},
    {"aten.bitwise_or", Kind::Default, "self other"}, {"aten.bitwise_right_shift", Kind::Default, "self other"},
    {"aten.bitwise_xor", Kind::Default, "self other"}, {"aten.cat", Kind::Default, "tensors"}, {"aten.clamp", Kind::Default, "self min max"},
    {"aten.clamp_max", Kind::Default, "self max"}, {"aten.clamp_min", Kind::Default, "self min"}, {"aten.clip", Kind::Default, "self min max"},
    {"aten.column_stack", Kind::Default, "tensors"}, {"aten.concat", Kind::Default, "tensors"}, {"aten.concatenate", Kind::Default, "tensors"},
    {"aten.copysign", Kind::IntToFloat, "self other"}, {"aten.cos", Kind::IntToFloat, "self"}, {"aten.cosh", Kind::IntToFloat, "self"},
    {"aten.cumprod", Kind::SumLike, "self"}, {"aten.cumsum", Kind::SumLike, "self"}, {"aten.deg2rad", Kind::IntToFloat, "self"},
    {"aten.digamma", Kind::IntToFloat, "self"}, {"aten.div", Kind::IntToFloat, "self other"}, {"aten.divide", Kind::IntToFloat, "self other"},
    {"aten.dstack", Kind::Default, "tensors"}, {"aten.eq", Kind::AlwaysBool, "self other"}, {"aten.erf", Kind::IntToFloat, "self"},
    {"aten.erfc", Kind::IntToFloat, "self"}, {"aten.erfinv", Kind::IntToFloat, "self"}, {"aten.exp", Kind::IntToFloat, "self"},
    {"aten.exp2", Kind::IntToFloat, "self"}, {"aten.expm1", Kind::IntToFloat, "self"}, {"aten.floor_divide", Kind::Default, "self other"},
    {"aten.fmax", Kind::Default, "self other"}, {"aten.fmin", Kind::Default, "self other"}, {"aten.fmod", Kind::Default, "self other"},
    {"aten.gcd", Kind::Default, "self other"}, {"aten.ge", Kind::AlwaysBool, "self other"}, {"aten.greater", Kind::AlwaysBool, "self other"},
    {"aten.greater_equal", Kind::AlwaysBool, "self other"}, {"aten.gt", Kind::AlwaysBool, "self other"},
    {"aten.hstack", Kind::Default, "tensors"}, {"aten.huber_loss", Kind::Default, "self target"}, {"aten.hypot", Kind::Default, "self other"},
    {"aten.i0", Kind::IntToFloat, "self"}, {"aten.isclose", Kind::AlwaysBool, "self other"}, {"aten.l1_loss", Kind::Default, "self target"},
    {"aten.lcm", Kind::Default, "self other"}, {"aten.le", Kind::AlwaysBool, "self other"}, {"aten.lerp", Kind::Default, "self end weight"},
    {"aten.less", Kind::AlwaysBool, "self other"}, {"aten.less_equal", Kind::AlwaysBool, "self other"}, {"aten.lgamma", Kind::IntToFloat, "self"},
    {"aten.log", Kind::IntToFloat, "self"}, {"aten.log10", Kind::IntToFloat, "self"}, {"aten.log1p", Kind::IntToFloat, "self"},
    {"aten.log2", Kind::IntToFloat, "self"}, {"aten.logaddexp", Kind::Default, "self other"}, {"aten.logaddexp2", Kind::Default, "self other"},
    {"aten.logit", Kind::IntToFloat, "self"}, {"aten.lt", Kind::AlwaysBool, "self other"}, {"aten.maximum", Kind::Default, "self other"},
    {"aten.max", Kind::Default, "self other"}, {"aten.min", Kind::Default, "self other"}, {"aten.minimum", Kind::Default, "self other"},
    {"aten.mse_loss", Kind::Default, "self target"}, {"aten.mul", Kind::Default, "self other"}, {"aten.multiply", Kind::Default, "self other"},
    {"aten.ne", Kind::AlwaysBool, "self other"}, {"aten.nextafter", Kind::Default, "self other"}, {"aten.not_equal", Kind::AlwaysBool, "self other"},
    {"aten.pow", Kind::BoolToLong, "self exponent"}, {"aten.prod", Kind::SumLike, "self"}, {"aten.rad2deg", Kind::IntToFloat, "self"},
    {"aten.reciprocal", Kind::IntToFloat, "self"}, {"aten.remainder", Kind::Default, "self other"}, {"aten.rsqrt", Kind::IntToFloat, "self"},
    {"aten.rsub", Kind::Default, "self other"}, {"aten.sigmoid", Kind::IntToFloat, "self"}, {"aten.sin", Kind::IntToFloat, "self"},
    {"aten.sinc", Kind::IntToFloat, "self"}, {"aten.sinh", Kind::IntToFloat, "self"}, {"aten.smooth_l1_loss", Kind::Default, "self target"},
    {"aten.special_entr", Kind::IntToFloat, "self"}, {"aten.special_erfcx", Kind::IntToFloat, "self"}, {"aten.special_expit", Kind::IntToFloat, "self"},
    {"aten.special_xlog1py", Kind::IntToFloat, "self other"}, {"aten.sqrt", Kind::IntToFloat, "self"}, {"aten.stack", Kind::Default, "tensors"},
    {"aten.sub", Kind::Default, "self other"}, {"aten.subtract", Kind::Default, "self other"}, {"aten.sum", Kind::SumLike, "self"},
    {"aten.tan", Kind::IntToFloat, "self"}, {"aten.tanh", Kind::IntToFloat, "self"}, {"aten.true_divide", Kind::IntToFloat, "self other"},
    {"aten.vstack", Kind::Default, "tensors"}, {"aten.where", Kind::Default, "self other"}, {"aten.xlogy", Kind::IntToFloat, "self other"},
});

const Row* rowOf(std::string_view overload)
{
    const std::string_view name = overload.substr(0, overload.rfind('.'));
    const auto found = std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.name == name; });
    return found == kRows.end() ? nullptr : &*found;
}

bool isIntegral(DType dtype) { return ir::isInteger(dtype) || dtype == DType::Bool; }

DType toComplex(DType dtype)
{
    switch (dtype) {
    case DType::Float16: return DType::Complex32;
    case DType::Float64: return DType::Complex128;
    case DType::BFloat16:
    case DType::Float32: return DType::Complex64;
    default: return dtype;
    }
}

DType promoteIntegers(DType left, DType right)
{
    if (left == DType::Bool)
        return right;
    if (right == DType::Bool)
        return left;
    if (ir::isSigned(left) == ir::isSigned(right))
        return ir::itemSize(left) >= ir::itemSize(right) ? left : right;
    const DType whole = ir::isSigned(left) ? left : right;
    const DType natural = ir::isSigned(left) ? right : left;
    if (ir::itemSize(whole) > ir::itemSize(natural))
        return whole;
    switch (natural) {
    case DType::UInt8: return DType::Int16;
    default: return DType::Undefined; // torch refuses the wider unsigned types with signed ones.
    }
}

/// Promoted types of the ranks of arguments, as at::native::ResultTypeState.
struct Ranks {
    DType dimensions = DType::Undefined;
    DType zero = DType::Undefined;
    DType numbers = DType::Undefined;
};

DType combine(DType higher, DType lower)
{
    if (ir::isComplex(higher))
        return higher;
    if (ir::isFloating(higher))
        return ir::isComplex(lower) ? toComplex(higher) : higher;
    if (higher == DType::Bool || ir::isFloating(lower) || ir::isComplex(lower))
        return promoteTypes(higher, lower);
    return higher != DType::Undefined ? higher : lower;
}

void addType(const ir::Type& type, Ranks& ranks)
{
    using TypeKind = ir::Type::Kind;
    switch (type.kind) {
    case TypeKind::Tensor: {
        DType& rank = type.tensor.rank() > 0 ? ranks.dimensions : ranks.zero;
        rank = promoteTypes(rank, type.tensor.dtype);
        break;
    }
    case TypeKind::Int: ranks.numbers = promoteTypes(ranks.numbers, DType::Int64); break;
    case TypeKind::Bool: ranks.numbers = promoteTypes(ranks.numbers, DType::Bool); break;
    case TypeKind::Float: ranks.numbers = promoteTypes(ranks.numbers, DType::Float32); break;
    case TypeKind::List:
        for (const ir::Type& element : type.elements)
            addType(element, ranks);
        break;
    default: break;
    }
}

void addArgument(const ir::Graph<Node>& graph, const Argument& argument, Ranks& ranks)
{
    if (const auto* value = argument.as<Value>()) {
        if (const Node* source = graph.find(value->node))
            addType(source->val, ranks);
    } else if (const auto* list = argument.as<ArgumentList>()) {
        for (const Argument& item : *list)
            addArgument(graph, item, ranks);
    } else if (argument.as<bool>()) {
        ranks.numbers = promoteTypes(ranks.numbers, DType::Bool);
    } else if (argument.as<std::int64_t>() || argument.as<ir::Dim>()) {
        ranks.numbers = promoteTypes(ranks.numbers, DType::Int64);
    } else if (argument.as<double>()) {
        ranks.numbers = promoteTypes(ranks.numbers, DType::Float32);
    } else if (argument.as<std::complex<double>>()) {
        ranks.numbers = promoteTypes(ranks.numbers, DType::Complex64);
    }
}

Kind kindOf(const Row& row, const Node& node, const Schema& schema)
{
    if (row.name != "aten.div" && row.name != "aten.divide")
        return row.kind;
    const Argument* rounding = argumentOf(node, schema, "rounding_mode");
    return rounding && !rounding->isNone() ? Kind::Default : Kind::IntToFloat;
}

} // namespace

DType promoteTypes(DType left, DType right)
{
    if (left == right || right == DType::Undefined)
        return left;
    if (left == DType::Undefined)
        return right;
    if (ir::isComplex(left) || ir::isComplex(right)) {
        const DType a = toComplex(left);
        const DType b = toComplex(right);
        if (!ir::isComplex(a) || !ir::isComplex(b))
            return ir::isComplex(a) ? a : b;
        return ir::itemSize(a) >= ir::itemSize(b) ? a : b;
    }
    if (ir::isFloating(left) && ir::isFloating(right)) {
        if (ir::itemSize(left) == ir::itemSize(right))
            return ir::itemSize(left) == 2 ? DType::Float32 : DType::Undefined; // float16 with bfloat16; 8-bit types do not mix.
        return ir::itemSize(left) > ir::itemSize(right) ? left : right;
    }
    if (ir::isFloating(left))
        return left;
    if (ir::isFloating(right))
        return right;
    return promoteIntegers(left, right);
}

std::optional<Promotion> promotionOf(const ir::Graph<Node>& graph, const Node& node)
{
    if (node.op != Op::CallFunction)
        return std::nullopt;
    const Row* row = rowOf(node.overload());
    const Schema* schema = row ? findSchema(node.target) : nullptr;
    if (!schema)
        return std::nullopt;
    Promotion promotion;
    Ranks ranks;
    for (const std::string_view name : support::split(row->arguments, ' ')) {
        const Argument* argument = schema->find(name) ? argumentOf(node, *schema, name) : nullptr;
        if (!argument || argument->isNone())
            continue;
        addArgument(graph, *argument, ranks);
        promotion.arguments.emplace_back(name);
    }
    DType result = combine(ranks.dimensions, combine(ranks.zero, ranks.numbers));
    switch (kindOf(*row, node, *schema)) {
    case Kind::Default:
    case Kind::AlwaysBool: break;
    case Kind::IntToFloat:
        if (isIntegral(result))
            result = DType::Float32;
        break;
    case Kind::BoolToLong:
        if (result == DType::Bool)
            result = DType::Int64;
        break;
    case Kind::SumLike: {
        const Argument* dtype = argumentOf(node, *schema, "dtype");
        if (dtype && dtype->as<DType>())
            result = *dtype->as<DType>();
        else if (isIntegral(result))
            result = DType::Int64;
        break;
    }
    }
    if (result == DType::Undefined)
        return std::nullopt;
    promotion.compute = result;
    promotion.comparison = row->kind == Kind::AlwaysBool;
    return promotion;
}

} // namespace sidelight::fx
