// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/passes/decomposition_sizes.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <set>

namespace sidelight::fx::passes {

namespace {

using Numbers = std::array<std::int64_t, kTracings>;

constexpr std::array<std::int64_t, 30> kPrimes = {5,  7,  11, 13, 17, 19, 23, 29, 31, 37, 41, 43,  47,  53,  59,
                                                  61, 67, 71, 73, 79, 83, 89, 97, 3,  2,  101, 103, 107, 109, 113};

ir::Range rangeOf(const std::string& symbol, const ProgramInfo& info)
{
    for (const auto& [key, range] : info.ranges)
        if (key.kind() == ir::Dim::Kind::Symbol && key.name() == symbol)
            return range;
    return {};
}

bool allows(const ir::Range& range, std::int64_t value)
{
    return value >= range.min && (!range.max || value <= *range.max);
}

/// An expression with the values that it has at the three assignments.
struct Candidate {
    ir::Dim dim;
    Numbers values{};
};

class Generalizer {
public:
    Generalizer(const std::array<ir::Dim::Bindings, kTracings>& sizes, const std::vector<ir::Dim>& atoms) : sizes_(sizes)
    {
        for (const ir::Dim& atom : atoms)
            add(candidates_, atom);
        const std::vector<Candidate> singles = candidates_;
        for (std::size_t i = 0; i < singles.size(); ++i)
            for (std::size_t j = i; j < singles.size(); ++j) {
                add(candidates_, singles[i].dim + singles[j].dim);
                add(candidates_, singles[i].dim * singles[j].dim);
                add(candidates_, singles[i].dim - singles[j].dim);
            }
    }

    /// The expression of an integer, or nothing.
    [[nodiscard]] std::optional<ir::Dim> expression(const Numbers& values) const
    {
        if (values[0] == values[1] && values[1] == values[2])
            return ir::Dim::constant(values[0]);
        for (const Candidate& candidate : candidates_)
            if (candidate.values == values)
                return candidate.dim;
        for (const Candidate& candidate : candidates_)
            if (auto linear = linearIn(candidate, values))
                return linear;
        for (const Candidate& candidate : candidates_)
            if (auto quotient = quotientOf(candidate, values))
                return quotient;
        return std::nullopt;
    }

private:
    void add(std::vector<Candidate>& to, const ir::Dim& dim) const
    {
        if (dim.isConstant())
            return;
        Candidate candidate{dim, {}};
        for (std::size_t i = 0; i < kTracings; ++i) {
            const auto value = dim.evaluate(sizes_[i]);
            if (!value)
                return;
            candidate.values[i] = *value;
        }
        to.push_back(std::move(candidate));
    }

    static std::optional<ir::Dim> linearIn(const Candidate& candidate, const Numbers& values)
    {
        const std::int64_t run = candidate.values[1] - candidate.values[0];
        if (run == 0 || (values[1] - values[0]) % run != 0)
            return std::nullopt;
        const std::int64_t slope = (values[1] - values[0]) / run;
        const std::int64_t offset = values[0] - slope * candidate.values[0];
        if (slope == 0 || slope * candidate.values[2] + offset != values[2])
            return std::nullopt;
        return ir::Dim::constant(slope) * candidate.dim + ir::Dim::constant(offset);
    }

    static std::optional<ir::Dim> quotientOf(const Candidate& candidate, const Numbers& values)
    {
        constexpr std::int64_t kLargest = 64;
        for (std::int64_t divisor = 2; divisor <= kLargest; ++divisor)
            for (const std::int64_t added : {std::int64_t{0}, divisor - 1, std::int64_t{1}}) {
                bool fits = true;
                for (std::size_t i = 0; i < kTracings; ++i)
                    fits = fits && candidate.values[i] + added >= 0 && (candidate.values[i] + added) / divisor == values[i];
                if (fits)
                    return ir::Dim::make(ir::Dim::Kind::FloorDiv, {candidate.dim + ir::Dim::constant(added), ir::Dim::constant(divisor)});
            }
        return std::nullopt;
    }

    const std::array<ir::Dim::Bindings, kTracings>& sizes_;
    std::vector<Candidate> candidates_;
};

class Merger {
public:
    Merger(const std::vector<Decomposition>& traced, const Generalizer& generalizer) : traced_(traced), generalizer_(generalizer) {}

    Result<Decomposition> run()
    {
        Decomposition merged = traced_.front();
        for (const Decomposition& other : traced_)
            if (other.calls.size() != merged.calls.size() || other.results != merged.results)
                return differs("the number of its parts depends on sizes");
        for (std::size_t i = 0; i < merged.calls.size(); ++i)
            if (Status status = mergeCall(i, merged.calls[i].node); !status)
                return status.error();
        return merged;
    }

private:
    static Diagnostic differs(const std::string& why) { return support::diagnose(rules::kNoLowering, why); }

    Status mergeCall(std::size_t index, Node& into)
    {
        std::array<const Node*, kTracings> nodes{};
        for (std::size_t t = 0; t < kTracings; ++t) {
            nodes[t] = &traced_[t].calls[index].node;
            if (nodes[t]->target != into.target || nodes[t]->args.size() != into.args.size() || nodes[t]->kwargs.size() != into.kwargs.size())
                return differs(concat("which parts it has depends on sizes (", into.overload(), " at one, ", nodes[t]->overload(), " at another)"));
        }
        for (std::size_t a = 0; a < into.args.size(); ++a)
            if (!merge({&nodes[0]->args[a], &nodes[1]->args[a], &nodes[2]->args[a]}, into.args[a]))
                return differs(concat("argument ", a, " of its part ", into.overload(), " depends on sizes in a way that three tracings do not tell"));
        for (std::size_t k = 0; k < into.kwargs.size(); ++k) {
            const auto sameKey = [&](const Node* node) { return node->kwargs[k].first == into.kwargs[k].first; };
            if (!std::all_of(nodes.begin(), nodes.end(), sameKey) ||
                !merge({&nodes[0]->kwargs[k].second, &nodes[1]->kwargs[k].second, &nodes[2]->kwargs[k].second}, into.kwargs[k].second))
                return differs(concat("argument ", into.kwargs[k].first, " of its part ", into.overload(), " depends on sizes in a way that three tracings do not tell"));
        }
        if (!mergeType({&nodes[0]->val, &nodes[1]->val, &nodes[2]->val}, into.val))
            return differs(concat("the sizes of its part ", into.overload(), " depend on the call's in a way that three tracings do not tell"));
        return {};
    }

    [[nodiscard]] bool merge(const std::array<const Argument*, kTracings>& given, Argument& into) const
    {
        if (*given[0] == *given[1] && *given[1] == *given[2])
            return true;
        Numbers numbers{};
        bool areIntegers = true;
        for (std::size_t t = 0; t < kTracings; ++t) {
            const auto* number = given[t]->as<std::int64_t>();
            areIntegers = areIntegers && number;
            numbers[t] = number ? *number : 0;
        }
        if (areIntegers) {
            const auto dim = generalizer_.expression(numbers);
            if (dim)
                into = *dim;
            return dim.has_value();
        }
        std::array<const ArgumentList*, kTracings> lists{};
        for (std::size_t t = 0; t < kTracings; ++t) {
            lists[t] = given[t]->as<ArgumentList>();
            if (!lists[t] || lists[t]->size() != lists[0]->size())
                return false;
        }
        ArgumentList merged = *lists[0];
        for (std::size_t i = 0; i < merged.size(); ++i)
            if (!merge({&(*lists[0])[i], &(*lists[1])[i], &(*lists[2])[i]}, merged[i]))
                return false;
        into = std::move(merged);
        return true;
    }

    [[nodiscard]] bool mergeSizes(const std::array<const std::vector<ir::Dim>*, kTracings>& given, std::vector<ir::Dim>& into) const
    {
        into.clear();
        for (std::size_t i = 0; i < given[0]->size(); ++i) {
            Numbers numbers{};
            for (std::size_t t = 0; t < kTracings; ++t) {
                if (given[t]->size() != given[0]->size())
                    return false;
                numbers[t] = (*given[t])[i].asConstant().value_or(-1);
            }
            const auto dim = generalizer_.expression(numbers);
            if (!dim)
                return false;
            into.push_back(*dim);
        }
        return true;
    }

    [[nodiscard]] bool mergeType(const std::array<const ir::Type*, kTracings>& given, ir::Type& into) const
    {
        for (const ir::Type* type : given)
            if (type->kind != into.kind || type->elements.size() != into.elements.size() || type->tensor.dtype != into.tensor.dtype ||
                type->tensor.rank() != given[0]->tensor.rank())
                return false;
        for (std::size_t i = 0; i < into.elements.size(); ++i)
            if (!mergeType({&given[0]->elements[i], &given[1]->elements[i], &given[2]->elements[i]}, into.elements[i]))
                return false;
        if (!into.isTensor())
            return true;
        if (!mergeSizes({&given[0]->tensor.sizes, &given[1]->tensor.sizes, &given[2]->tensor.sizes}, into.tensor.sizes))
            return false;
        if (!mergeSizes({&given[0]->tensor.strides, &given[1]->tensor.strides, &given[2]->tensor.strides}, into.tensor.strides))
            into.tensor.strides.clear();
        return true;
    }

    const std::vector<Decomposition>& traced_;
    const Generalizer& generalizer_;
};

} // namespace

std::array<ir::Dim::Bindings, kTracings> chooseSizes(const std::vector<std::string>& symbols, const ProgramInfo& info)
{
    std::array<ir::Dim::Bindings, kTracings> sizes;
    std::set<std::int64_t> taken;
    for (ir::Dim::Bindings& bindings : sizes)
        for (const std::string& symbol : symbols) {
            const ir::Range range = rangeOf(symbol, info);
            std::optional<std::int64_t> chosen;
            for (const std::int64_t prime : kPrimes)
                if (!chosen && allows(range, prime) && taken.insert(prime).second)
                    chosen = prime;
            // A narrow range, or one beyond the primes: whatever it has that this symbol was not given yet.
            const std::int64_t step = static_cast<std::int64_t>(&bindings - sizes.data());
            std::int64_t fallback = std::max<std::int64_t>(range.min, 2) + step;
            if (range.max && fallback > *range.max)
                fallback = *range.max;
            bindings[symbol] = chosen.value_or(fallback);
        }
    return sizes;
}

Result<Decomposition> generalize(const std::vector<Decomposition>& traced, const std::array<ir::Dim::Bindings, kTracings>& sizes, const std::vector<ir::Dim>& atoms)
{
    const Generalizer generalizer(sizes, atoms);
    return Merger(traced, generalizer).run();
}

} // namespace sidelight::fx::passes
