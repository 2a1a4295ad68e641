// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/constants.h"

#include "core/fx/schema.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace sidelight::fx::text {
namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// A float that fills all of `text`, which must look like one.
std::optional<double> realOf(std::string_view text)
{
    const std::string_view bare = !text.empty() && (text.front() == '-' || text.front() == '+') ? text.substr(1) : text;
    const double sign = text.size() != bare.size() && text.front() == '-' ? -1.0 : 1.0;
    if (bare == "inf")
        return sign * std::numeric_limits<double>::infinity();
    if (bare == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (bare.empty() || !(isDigit(bare.front()) || bare.front() == '.') || bare.find_first_not_of("0123456789.eE+-_") != std::string_view::npos)
        return std::nullopt;
    const std::string copy(text);
    char* stop = nullptr;
    const double real = std::strtod(copy.c_str(), &stop);
    if (stop != copy.c_str() + copy.size())
        return std::nullopt;
    return real;
}

/// `2j`, `(1+2j)`, `(-0-infj)`.
std::optional<std::complex<double>> complexOf(std::string_view text)
{
    if (text.size() > 2 && text.front() == '(' && text.back() == ')')
        text = text.substr(1, text.size() - 2);
    if (text.size() < 2 || text.back() != 'j')
        return std::nullopt;
    text.remove_suffix(1);
    if (const auto imaginary = realOf(text))
        return std::complex<double>(0, *imaginary);
    for (std::size_t at = text.size() - 1; at > 0; --at) {
        if ((text[at] != '+' && text[at] != '-') || text[at - 1] == 'e')
            continue;
        const auto real = realOf(text.substr(0, at));
        const auto imaginary = realOf(text.substr(at));
        if (real && imaginary)
            return std::complex<double>(*real, *imaginary);
    }
    return std::nullopt;
}

} // namespace

std::optional<Argument> constantNamed(std::string_view name)
{
    if (name == "None")
        return Argument(None{});
    if (name == "True" || name == "False")
        return Argument(name == "True");
    if (name == "inf" || name == "nan")
        return Argument(*realOf(name));
    if (name == "math.inf" || name == "math.nan")
        return Argument(*realOf(name.substr(5)));
    if (!support::startsWith(name, "torch."))
        return std::nullopt;
    const std::string_view rest = name.substr(6);
    if (const auto dtype = ir::dtypeFromName(rest))
        return Argument(*dtype);
    for (int i = 0; i <= static_cast<int>(ir::Layout::Strided); ++i)
        if (ir::name(static_cast<ir::Layout>(i)) == rest)
            return Argument(static_cast<ir::Layout>(i));
    for (int i = 0; i <= static_cast<int>(ir::MemoryFormat::Preserve); ++i)
        if (ir::name(static_cast<ir::MemoryFormat>(i)) == rest)
            return Argument(static_cast<ir::MemoryFormat>(i));
    return std::nullopt;
}

std::optional<Argument> numberOf(std::string_view text)
{
    std::int64_t integer = 0;
    const std::string_view digits = !text.empty() && text.front() == '+' ? text.substr(1) : text;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
    if (problem == std::errc() && end == digits.data() + digits.size())
        return Argument(integer);
    if (const auto real = realOf(text); real && (text.find_first_of(".eEin") != std::string_view::npos))
        return Argument(*real);
    if (const auto complex = complexOf(text))
        return Argument(*complex);
    return std::nullopt;
}

bool isSymbol(std::string_view word)
{
    const std::size_t letters = std::min(word.find_first_of("0123456789"), word.size());
    const std::string_view kind = word.substr(0, letters);
    return letters < word.size() && std::all_of(word.begin() + static_cast<std::ptrdiff_t>(letters), word.end(), isDigit) &&
           (kind == "s" || kind == "u" || kind == "zuf" || kind == "zf" || kind == "f");
}

std::optional<Argument> sizeOf(std::string_view text)
{
    bool symbols = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t start = at;
        while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_'))
            ++at;
        symbols = symbols || isSymbol(text.substr(start, at - start));
    }
    if (!symbols)
        return std::nullopt;
    auto dim = ir::Dim::parse(text);
    return dim && dim->text() == text ? std::optional(Argument(std::move(*dim))) : std::nullopt;
}

std::string targetNamed(std::string_view text)
{
    if (support::startsWith(text, "F."))
        return concat("torch.nn.functional.", text.substr(2));
    for (const std::string_view module : {"_operator", "operator", "math"})
        if (const std::size_t size = module.size(); text.substr(0, size) == module && text.size() > size && (text[size] == '_' || text[size] == '.'))
            return concat(module.front() == '_' ? module.substr(1) : module, '.', text.substr(size + 1));
    if (support::startsWith(text, "ops."))
        return concat("torch.", text);
    return !support::startsWith(text, "torch.") && findSchema(text) ? concat("torch.ops.", text) : std::string(text);
}

} // namespace sidelight::fx::text
