// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/compare.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sidelight::runtime {
namespace {

using ir::DType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
T load(const std::byte* from)
{
    T value{};
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Layout of a binary float in `bits` bits; `finiteOnly` types have no infinity (all exponent codes are numbers, the
/// last one NaN).
struct FloatFormat
{
    int exponentBits;
    int mantissaBits;
    int bias;
    enum class Special : std::uint8_t
    {
        Ieee,
        OnlyNan,
        UnsignedZeroIsNan,
        ExponentOnly
    } special;
};
using Special = FloatFormat::Special;

std::optional<FloatFormat> smallFormat(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
    case DType::Complex32:
        return FloatFormat{5, 10, 15, Special::Ieee};
    case DType::BFloat16:
        return FloatFormat{8, 7, 127, Special::Ieee};
    case DType::Float8E5M2:
        return FloatFormat{5, 2, 15, Special::Ieee};
    case DType::Float8E4M3FN:
        return FloatFormat{4, 3, 7, Special::OnlyNan};
    case DType::Float8E5M2FNUZ:
        return FloatFormat{5, 2, 16, Special::UnsignedZeroIsNan};
    case DType::Float8E4M3FNUZ:
        return FloatFormat{4, 3, 8, Special::UnsignedZeroIsNan};
    case DType::Float8E8M0FNU:
        return FloatFormat{8, 0, 127, Special::ExponentOnly};
    default:
        return std::nullopt;
    }
}

double decode(std::uint32_t bits, const FloatFormat& format)
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    if (format.special == Special::ExponentOnly)
        return bits == 0xff ? kNan : std::ldexp(1.0, static_cast<int>(bits) - format.bias);
    const int width = format.exponentBits + format.mantissaBits;
    const bool negative = (bits >> width & 1) != 0;
    const auto exponent = static_cast<int>(bits >> format.mantissaBits & ((1u << format.exponentBits) - 1));
    const std::uint32_t mantissa = bits & ((1u << format.mantissaBits) - 1);
    const int last = (1 << format.exponentBits) - 1;
    if (format.special == Special::UnsignedZeroIsNan && negative && exponent == 0 && mantissa == 0)
        return kNan;
    if (format.special == Special::Ieee && exponent == last)
        return mantissa != 0 ? kNan : negative ? -kInfinity : kInfinity;
    if (format.special == Special::OnlyNan && exponent == last && mantissa == (1u << format.mantissaBits) - 1)
        return kNan;
    const double fraction = std::ldexp(static_cast<double>(mantissa), -format.mantissaBits);
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, 1 - format.bias) : std::ldexp(1 + fraction, exponent - format.bias);
    return negative ? -magnitude : magnitude;
}

/// Size of one real number of the type: half an element of a complex one.
std::size_t componentSize(DType dtype)
{
    return ir::itemSize(dtype) / (ir::isComplex(dtype) ? 2 : 1);
}

/// Bits of a component, in the low end.
std::uint64_t bitsAt(const std::byte* at, std::size_t size)
{
    switch (size) {
    case 1:
        return load<std::uint8_t>(at);
    case 2:
        return load<std::uint16_t>(at);
    case 4:
        return load<std::uint32_t>(at);
    default:
        return load<std::uint64_t>(at);
    }
}

double realAt(const std::byte* at, DType dtype)
{
    if (const auto format = smallFormat(dtype))
        return decode(static_cast<std::uint32_t>(bitsAt(at, componentSize(dtype))), *format);
    return componentSize(dtype) == 4 ? static_cast<double>(load<float>(at)) : load<double>(at);
}

/// Floats in order as integers: neighbours differ by one, both zeros are 0.
std::int64_t ordered(std::uint64_t bits, std::size_t size)
{
    const std::uint64_t sign = std::uint64_t{1} << (size * 8 - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

bool isSixteenBit(DType dtype)
{
    return dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Complex32;
}

bool isClose(double a, double b, Tolerance tolerance, bool sixteenBit)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    if (a == b)
        return true;
    if (std::isinf(a) || std::isinf(b) || tolerance == Tolerance::Exact)
        return false;
    const double difference = std::abs(a - b);
    if (tolerance == Tolerance::Sample)
        return difference <= 1e-5 * std::max(1.0, std::abs(b));
    return difference <= 1e-4 || difference <= (sixteenBit ? 1e-2 : 1e-3) * std::abs(b);
}

/// Updates the figures by one pair of reals; returns whether they are close.
bool compareReal(Comparison& result, const std::byte* a, const std::byte* b, DType dtype, Tolerance tolerance)
{
    const double x = realAt(a, dtype);
    const double y = realAt(b, dtype);
    if (x == y || (std::isnan(x) && std::isnan(y)))
        return true;
    const double difference = std::isfinite(x) && std::isfinite(y) ? std::abs(x - y) : kInfinity;
    result.maxAbsolute = std::max(result.maxAbsolute, difference);
    result.maxRelative =
        std::max(result.maxRelative, y == 0 ? kInfinity : difference / std::abs(std::isfinite(y) ? y : 1.0));
    if (difference != kInfinity) {
        const std::size_t size = componentSize(dtype);
        const std::int64_t left = ordered(bitsAt(a, size), size);
        const std::int64_t right = ordered(bitsAt(b, size), size);
        const std::uint64_t distance = left > right
                                           ? static_cast<std::uint64_t>(left) - static_cast<std::uint64_t>(right)
                                           : static_cast<std::uint64_t>(right) - static_cast<std::uint64_t>(left);
        result.maxUlp = std::max(result.maxUlp, distance);
    } else {
        result.maxUlp = std::numeric_limits<std::uint64_t>::max();
    }
    return isClose(x, y, tolerance, isSixteenBit(dtype) || tolerance == Tolerance::ModelHalf);
}

bool compareInteger(Comparison& result, const std::byte* a, const std::byte* b, DType dtype)
{
    const std::size_t size = ir::itemSize(dtype);
    if (std::memcmp(a, b, size) == 0)
        return true;
    const auto value = [&](const std::byte* at) {
        const std::uint64_t bits = bitsAt(at, size);
        if (!ir::isSigned(dtype))
            return static_cast<double>(bits);
        const auto shift = static_cast<int>(64 - size * 8);
        return static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
    };
    const double difference = std::abs(value(a) - value(b));
    result.maxAbsolute = std::max(result.maxAbsolute, difference);
    result.maxRelative = std::max(result.maxRelative, value(b) == 0 ? kInfinity : difference / std::abs(value(b)));
    return false;
}

std::vector<std::int64_t> indexOf(std::int64_t element, const std::vector<std::int64_t>& sizes)
{
    std::vector<std::int64_t> index(sizes.size());
    for (std::size_t i = sizes.size(); i-- > 0;) {
        index[i] = element % sizes[i];
        element /= sizes[i];
    }
    return index;
}

std::string text(const std::vector<std::int64_t>& values)
{
    std::vector<std::string> parts;
    for (const std::int64_t value : values)
        parts.push_back(concat(value));
    return concat("[", support::join(parts, ", "), "]");
}

std::string valueText(const std::byte* at, DType dtype)
{
    if (ir::isComplex(dtype))
        return concat(support::pythonFloat(realAt(at, dtype)), " + ",
            support::pythonFloat(realAt(at + componentSize(dtype), dtype)), "j");
    if (ir::isFloating(dtype))
        return support::pythonFloat(realAt(at, dtype));
    const std::size_t size = ir::itemSize(dtype);
    const std::uint64_t bits = bitsAt(at, size);
    const auto shift = static_cast<int>(64 - size * 8);
    return ir::isSigned(dtype) ? concat(static_cast<std::int64_t>(bits << shift) >> shift) : concat(bits);
}

} // namespace

Result<Comparison> compare(const ir::Tensor& a, const ir::Tensor& b, Tolerance tolerance)
{
    Comparison result;
    if (a.dtype != b.dtype) {
        result.reason = concat("dtype ", ir::name(a.dtype), " instead of ", ir::name(b.dtype));
        return result;
    }
    if (a.sizes != b.sizes) {
        result.reason = concat("shape ", text(a.sizes), " instead of ", text(b.sizes));
        return result;
    }
    const std::size_t size = ir::itemSize(a.dtype);
    if (size == 0)
        return support::diagnose(rules::kTensorInvalid, concat("tensors of ", ir::name(a.dtype), " are not compared"));
    const auto left = ir::readContiguous(a);
    if (!left.ok())
        return left.error();
    const auto right = ir::readContiguous(b);
    if (!right.ok())
        return right.error();
    const bool isReal = ir::isFloating(a.dtype) || ir::isComplex(a.dtype);
    const std::size_t step = isReal ? componentSize(a.dtype) : size;
    for (std::size_t at = 0; at + size <= left->size(); at += size) {
        bool close = true;
        for (std::size_t part = 0; part < size; part += step) {
            const std::byte* x = left->data() + at + part;
            const std::byte* y = right->data() + at + part;
            close = (isReal ? compareReal(result, x, y, a.dtype, tolerance) : compareInteger(result, x, y, a.dtype)) &&
                    close;
        }
        if (close)
            continue;
        if (result.differing++ == 0) {
            result.firstDiffering = indexOf(static_cast<std::int64_t>(at / size), a.sizes);
            result.reason = concat("at ", text(*result.firstDiffering), ": ", valueText(left->data() + at, a.dtype),
                " instead of ", valueText(right->data() + at, a.dtype));
        }
    }
    if (result.differing > 1)
        result.reason += concat(" (and ", result.differing - 1, " more of ", a.elementCount(), ")");
    result.equal = result.differing == 0;
    return result;
}

} // namespace sidelight::runtime
