// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Batching rules: what a call that a vmap region makes for one element becomes for the whole batch. The batch is dimension 0, so dimensions counted
// from the front move by one and those counted from the back stay. Calls without a rule are made for each element of a batch of up to 32, and stacked.
#include "core/fx/passes/batched_calls.h"

#include "core/fx/calls.h"
#include "core/fx/schema.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sidelight::fx::passes {

namespace {

constexpr std::int64_t kLargestUnrolled = 32;

/// Calls whose result follows their one tensor element by element, beside those that the dispatcher tags as pointwise.
constexpr std::array<std::string_view, 14> kElementwise = {"aten.alias.default", "aten.clone.default", "aten.contiguous.default", "aten.detach.default",
    "aten.dropout.default", "aten.empty_like.default", "aten.full_like.default", "aten.lift_fresh_copy.default", "aten.ones_like.default",
    "aten.to.dtype", "aten.to.dtype_layout", "aten._to_copy.default", "aten.type_as.default", "aten.zeros_like.default"};

/// Calls with dimensions among their arguments.
struct DimensionRule {
    std::string_view overload;
    std::array<std::string_view, 2> arguments;
};
constexpr DimensionRule kDimensionRules[] = {
    {"aten._log_softmax.default", {"dim"}}, {"aten._softmax.default", {"dim"}},      {"aten.all.dim", {"dim"}},
    {"aten.amax.default", {"dim"}},         {"aten.amin.default", {"dim"}},          {"aten.any.dim", {"dim"}},
    {"aten.cat.default", {"dim"}},          {"aten.cumprod.default", {"dim"}},       {"aten.cumsum.default", {"dim"}},
    {"aten.flatten.using_ints", {"start_dim", "end_dim"}}, {"aten.flip.default", {"dims"}}, {"aten.gather.default", {"dim"}},
    {"aten.log_softmax.int", {"dim"}},      {"aten.logsumexp.default", {"dim"}},     {"aten.mean.dim", {"dim"}},
    {"aten.narrow.default", {"dim"}},       {"aten.prod.dim_int", {"dim"}},          {"aten.select.int", {"dim"}},
    {"aten.slice.Tensor", {"dim"}},         {"aten.softmax.int", {"dim"}},           {"aten.squeeze.dim", {"dim"}},
    {"aten.stack.default", {"dim"}},        {"aten.std.correction", {"dim"}},        {"aten.sum.dim_IntList", {"dim"}},
    {"aten.transpose.int", {"dim0", "dim1"}}, {"aten.unflatten.int", {"dim"}},       {"aten.unsqueeze.default", {"dim"}},
    {"aten.var.correction", {"dim"}},
};
/// Reductions to one number, and the same over given dimensions.
constexpr std::array<std::array<std::string_view, 2>, 2> kWholeReductions = {{{"aten.sum.default", "aten.sum.dim_IntList"}, {"aten.mean.default", "aten.mean.dim"}}};
/// Views that are given the sizes of their result.
constexpr std::array<std::array<std::string_view, 2>, 3> kSizedViews = {{{"aten.view.default", "size"}, {"aten.reshape.default", "shape"}, {"aten.expand.default", "size"}}};
constexpr std::array<std::string_view, 5> kProducts = {"aten.matmul.default", "aten.mm.default", "aten.bmm.default", "aten.mv.default", "aten.dot.default"};

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

const DimensionRule* dimensionRuleOf(std::string_view overload)
{
    const auto* found = std::find_if(std::begin(kDimensionRules), std::end(kDimensionRules), [&](const DimensionRule& rule) { return rule.overload == overload; });
    return found == std::end(kDimensionRules) ? nullptr : found;
}

template <std::size_t N>
std::string_view partnerIn(const std::array<std::array<std::string_view, 2>, N>& table, std::string_view overload)
{
    for (const auto& row : table)
        if (row[0] == overload)
            return row[1];
    return {};
}

std::vector<ir::Dim> inFront(const ir::Dim& size, const std::vector<ir::Dim>& sizes)
{
    std::vector<ir::Dim> all{size};
    all.insert(all.end(), sizes.begin(), sizes.end());
    return all;
}

std::int64_t rankOf(const BatchedTensor& tensor) { return static_cast<std::int64_t>(tensor.type.sizes.size()); }

/// One call that is being batched.
class Batching {
public:
    Batching(const Node& node, const BatchScope& scope) : node_(node), scope_(scope), schema_(*findSchema(node.target)) {}

    Value run()
    {
        const std::string_view overload = node_.overload();
        if (const DimensionRule* rule = dimensionRuleOf(overload); rule && hasDimensions())
            return alongDimensions(*rule);
        if (isOneOf(kElementwise, overload) || schema_.has(SchemaTag::Pointwise))
            return elementwise();
        if (const std::string_view over = partnerIn(kWholeReductions, overload); !over.empty())
            return scope_.make(over, {batched(only()).value, allDimensions()}, result());
        if (const std::string_view sizes = partnerIn(kSizedViews, overload); !sizes.empty())
            return sizedView(sizes);
        if (overload == "aten.permute.default")
            return permuted();
        if (isOneOf(kProducts, overload))
            return product();
        return unrolled();
    }

private:
    [[nodiscard]] std::vector<ir::Dim> result() const { return inFront(scope_.batchSize, node_.val.tensor.sizes); }
    [[nodiscard]] Value only() const
    {
        Value first;
        bool found = false;
        visitInputs(node_, [&](Value value, std::uint32_t) {
            if (!found && scope_.find(value).isBatched)
                first = value;
            found = found || scope_.find(value).isBatched;
        });
        return first;
    }
    /// A tensor of no dimensions has none that could be counted.
    [[nodiscard]] bool hasDimensions() const { return rankOf(scope_.find(only())) > 0 || node_.overload() == "aten.stack.default" || node_.overload() == "aten.unsqueeze.default"; }
    [[nodiscard]] Argument allDimensions() const
    {
        ArgumentList dims;
        for (std::int64_t dim = 1; dim <= rankOf(scope_.find(only())); ++dim)
            dims.emplace_back(dim);
        return dims;
    }

    /// The tensor with `rank` dimensions behind the batch, 1s in front of its own.
    BatchedTensor aligned(BatchedTensor tensor, std::int64_t rank)
    {
        for (; tensor.isBatched && rankOf(tensor) < rank; tensor.type.sizes.insert(tensor.type.sizes.begin(), ir::Dim::constant(1)))
            tensor.value = scope_.make("aten.unsqueeze.default", {tensor.value, 1}, inFront(scope_.batchSize, inFront(ir::Dim::constant(1), tensor.type.sizes)));
        return tensor;
    }
    /// The tensor with the batch in front, repeated where it is one for all.
    BatchedTensor batched(Value value)
    {
        BatchedTensor tensor = scope_.find(value);
        if (tensor.isBatched)
            return tensor;
        tensor.isBatched = true;
        const Value wide = scope_.make("aten.unsqueeze.default", {tensor.value, 0}, inFront(ir::Dim::constant(1), tensor.type.sizes));
        ArgumentList sizes{scope_.batchSize.isConstant() ? Argument(*scope_.batchSize.asConstant()) : Argument(scope_.batchSize)};
        sizes.resize(tensor.type.sizes.size() + 1, Argument(-1));
        tensor.value = scope_.make("aten.expand.default", {wide, sizes}, inFront(scope_.batchSize, tensor.type.sizes));
        return tensor;
    }

    Value remade(const std::function<Value(Value)>& map)
    {
        Node node = node_;
        mapInputs(node, map);
        return scope_.remake(std::move(node), result());
    }
    Value elementwise()
    {
        const auto rank = static_cast<std::int64_t>(node_.val.tensor.sizes.size());
        return remade([&](Value value) { return aligned(scope_.find(value), rank).value; });
    }
    static std::int64_t moved(std::int64_t dim) { return dim < 0 ? dim : dim + 1; }
    Value alongDimensions(const DimensionRule& rule)
    {
        Node node = node_;
        mapInputs(node, [&](Value value) { return batched(value).value; });
        for (const std::string_view name : rule.arguments) {
            if (name.empty())
                continue;
            const Argument* old = argumentOf(node_, schema_, name);
            Argument dims = allDimensions();
            if (const auto* dim = old ? old->as<std::int64_t>() : nullptr)
                dims = moved(*dim);
            else if (const auto* list = old ? old->as<ArgumentList>() : nullptr; list && !list->empty())
                dims = movedList(*list);
            if (Argument* given = givenArgument(node, schema_, name))
                *given = dims;
            else
                node.kwargs.emplace_back(name, dims);
        }
        return scope_.remake(std::move(node), result());
    }
    static ArgumentList movedList(const ArgumentList& list)
    {
        ArgumentList dims;
        for (const Argument& item : list)
            dims.emplace_back(item.as<std::int64_t>() ? Argument(moved(*item.as<std::int64_t>())) : item);
        return dims;
    }
    Value sizedView(std::string_view sizes)
    {
        Node node = node_;
        // Expanding may put dimensions in front, behind the batch.
        const auto rank = node_.overload() == "aten.expand.default" ? static_cast<std::int64_t>(node_.val.tensor.sizes.size()) : 0;
        mapInputs(node, [&](Value value) {
            const BatchedTensor tensor = scope_.find(value);
            return tensor.isBatched ? aligned(tensor, rank).value : value;
        });
        if (Argument* given = givenArgument(node, schema_, sizes))
            if (auto* list = std::get_if<ArgumentList>(&given->content))
                list->insert(list->begin(), scope_.batchSize.isConstant() ? Argument(*scope_.batchSize.asConstant()) : Argument(scope_.batchSize));
        return scope_.remake(std::move(node), result());
    }
    Value permuted()
    {
        const BatchedTensor tensor = batched(only());
        ArgumentList dims{Argument(0)};
        const Argument* old = argumentOf(node_, schema_, "dims");
        if (const auto* list = old ? old->as<ArgumentList>() : nullptr)
            for (const Argument& dim : movedList(*list))
                dims.push_back(dim);
        return scope_.make("aten.permute.default", {tensor.value, dims}, result());
    }
    /// One matrix product for all, vectors made matrices for it.
    Value product()
    {
        BatchedTensor left = scope_.find(*node_.args[0].as<Value>());
        BatchedTensor right = scope_.find(*node_.args[1].as<Value>());
        const bool isRow = rankOf(left) == 1;
        const bool isColumn = rankOf(right) == 1;
        std::vector<ir::Dim> sizes = result();
        if (isRow) {
            sizes.insert(sizes.end() - (isColumn ? 0 : 1), ir::Dim::constant(1));
            left = asMatrix(left, -2);
        }
        if (isColumn) {
            sizes.push_back(ir::Dim::constant(1));
            right = asMatrix(right, -1);
        }
        const std::int64_t rank = std::max(rankOf(left), rankOf(right));
        Value value = scope_.make("aten.matmul.default", {aligned(left, rank).value, aligned(right, rank).value}, sizes);
        if (isColumn) {
            sizes.pop_back();
            value = scope_.make("aten.squeeze.dim", {value, -1}, sizes);
        }
        return isRow ? scope_.make("aten.squeeze.dim", {value, isColumn ? -1 : -2}, result()) : value;
    }
    BatchedTensor asMatrix(BatchedTensor vector, std::int64_t dim)
    {
        auto& sizes = vector.type.sizes;
        sizes.insert(dim == -1 ? sizes.end() : sizes.begin(), ir::Dim::constant(1));
        vector.value = scope_.make("aten.unsqueeze.default", {vector.value, dim}, vector.isBatched ? inFront(scope_.batchSize, sizes) : sizes);
        return vector;
    }
    Value unrolled()
    {
        ArgumentList results;
        for (std::int64_t element = 0; element < scope_.batchSize.asConstant().value_or(0); ++element) {
            Node node = node_;
            mapInputs(node, [&](Value value) {
                const BatchedTensor tensor = scope_.find(value);
                return tensor.isBatched ? scope_.make("aten.select.int", {tensor.value, 0, element}, tensor.type.sizes) : value;
            });
            results.emplace_back(scope_.remake(std::move(node), node_.val.tensor.sizes));
        }
        return scope_.make("aten.stack.default", {results}, result());
    }

    const Node& node_;
    const BatchScope& scope_;
    const Schema& schema_;
};

bool hasRule(const Node& node, const Schema& schema)
{
    const std::string_view overload = node.overload();
    return dimensionRuleOf(overload) || isOneOf(kElementwise, overload) || schema.has(SchemaTag::Pointwise) || !partnerIn(kWholeReductions, overload).empty() ||
           !partnerIn(kSizedViews, overload).empty() || overload == "aten.permute.default" || isOneOf(kProducts, overload);
}

} // namespace

bool canBatch(const Node& node, const BatchScope& scope)
{
    const Schema* schema = node.op == Op::CallFunction ? findSchema(node.target) : nullptr;
    if (!schema || schema->isMutable() || !node.val.isTensor() || schema->has(SchemaTag::NondeterministicSeeded))
        return false;
    const std::int64_t size = scope.batchSize.asConstant().value_or(0);
    return hasRule(node, *schema) || (size > 0 && size <= kLargestUnrolled);
}

Value batchCall(const Node& node, const BatchScope& scope)
{
    return Batching(node, scope).run();
}

} // namespace sidelight::fx::passes
