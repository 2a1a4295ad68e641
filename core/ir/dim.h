// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::ir {

/// A symbolic size in canonical form: sums of products of symbols, floor division, modulo, min, max, powers, comparisons. Equal expressions
/// have equal form whatever the order they were built in (`s0*2 + 1` is `1 + 2*s0`). Immutable and cheap to copy. Hints of symbols are not part of it.
class Dim {
public:
    enum class Kind : std::uint8_t {
        Constant, Symbol, Sum, Product, Power, FloorDiv, Mod, Min, Max, TrueDiv, ///< integers (TrueDiv: real)
        Real,                                                                    ///< a floating constant
        Equal, NotEqual, Less, LessEqual, And, Or, Not,                          ///< conditions
        Call,                                                                    ///< any other sympy function, by name
    };
    using Bindings = std::map<std::string, std::int64_t, std::less<>>;

    Dim() : Dim(constant(0)) {}
    static Dim constant(std::int64_t value);
    static Dim real(double value);
    static Dim symbol(std::string name);
    /// Any other kind; canonicalises (sorts, folds constants, flattens). `name` is for Kind::Call.
    static Dim make(Kind kind, std::vector<Dim> operands, std::string name = {});
    /// Parses sympy's srepr text, such as `Mul(Integer(2), Symbol('s77', positive=True, integer=True))`. Fails with SL1014.
    static Result<Dim> parseSympy(std::string_view srepr);
    /// Parses what text() prints. Fails with SL1014.
    static Result<Dim> parse(std::string_view text);

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] std::optional<std::int64_t> asConstant() const;
    [[nodiscard]] bool isConstant() const { return asConstant().has_value(); }
    [[nodiscard]] const std::string& name() const;             ///< Of a symbol or call.
    [[nodiscard]] double realValue() const;                    ///< Of Kind::Real.
    [[nodiscard]] const std::vector<Dim>& operands() const;
    /// Python syntax as sympy's str() would read: `2*s77 + 1`, `(s0//2)`, `Max(1, u0)`. It is the `dim_param`.
    [[nodiscard]] std::string text() const;
    /// Value under `bindings`, or nothing when a symbol is unbound, a division is by zero or 64 bits overflow. Conditions give 0 or 1.
    [[nodiscard]] std::optional<std::int64_t> evaluate(const Bindings& bindings) const;
    /// Names of all symbols, sorted, each once.
    [[nodiscard]] std::vector<std::string> symbols() const;
    /// Replaces symbols by expressions.
    [[nodiscard]] Dim substitute(const std::map<std::string, Dim, std::less<>>& replacements) const;

    friend Dim operator+(const Dim& left, const Dim& right) { return make(Kind::Sum, {left, right}); }
    friend Dim operator*(const Dim& left, const Dim& right) { return make(Kind::Product, {left, right}); }
    friend Dim operator-(const Dim& left, const Dim& right);
    friend bool operator==(const Dim& left, const Dim& right);
    /// A total order for sorting, stable between runs.
    friend std::strong_ordering operator<=>(const Dim& left, const Dim& right);

private:
    friend struct DimBuilder;
    struct Node;
    explicit Dim(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    std::shared_ptr<const Node> node_;
};

/// Legal values of a symbol or expression: `range_constraints`. Bounds are inclusive.
struct Range {
    std::int64_t min = 0;
    std::optional<std::int64_t> max; ///< None: unbounded.
    friend bool operator==(const Range&, const Range&) = default;
};

} // namespace sidelight::ir
