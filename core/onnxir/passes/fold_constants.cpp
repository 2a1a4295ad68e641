// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Elements are moved as bytes, whatever their type; arithmetic is done for int64 and float32 only, where each operation has one right result.
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;
using Sizes = std::vector<std::int64_t>;

/// A tensor in row-major order.
struct Block {
    DType dtype = DType::Undefined;
    Sizes sizes;
    std::vector<std::byte> bytes;

    [[nodiscard]] std::size_t item() const { return ir::itemSize(dtype); }
};

std::int64_t countOf(const Sizes& sizes)
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count *= size;
    return count;
}

template <class T>
Block blockOf(DType dtype, Sizes sizes, const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return {dtype, std::move(sizes), {bytes.begin(), bytes.end()}};
}

/// The block whose element at each index of `sizes` is the one of `from` at offset + the sum of index times stride.
Block strided(const Block& from, Sizes sizes, const Sizes& strides, std::int64_t offset)
{
    const std::size_t item = from.item();
    const auto count = static_cast<std::size_t>(countOf(sizes));
    Block to{from.dtype, std::move(sizes), {}};
    to.bytes.reserve(count * item);
    Sizes index(to.sizes.size(), 0);
    for (std::size_t at = 0; at < count; ++at) {
        std::int64_t source = offset;
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            source += index[axis] * strides[axis];
        const auto begin = from.bytes.begin() + static_cast<std::ptrdiff_t>(source) * static_cast<std::ptrdiff_t>(item);
        to.bytes.insert(to.bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(item));
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < to.sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    return to;
}

std::optional<Block> expanded(const Block& from, const Sizes& sizes)
{
    if (from.sizes.size() > sizes.size())
        return std::nullopt;
    const Sizes own = ir::contiguousStrides(from.sizes);
    Sizes strides(sizes.size(), 0);
    const std::size_t skipped = sizes.size() - from.sizes.size();
    for (std::size_t axis = 0; axis < from.sizes.size(); ++axis) {
        if (from.sizes[axis] != 1 && from.sizes[axis] != sizes[skipped + axis])
            return std::nullopt;
        strides[skipped + axis] = from.sizes[axis] == 1 ? 0 : own[axis];
    }
    return strided(from, sizes, strides, 0);
}

std::optional<Sizes> broadcast(const Sizes& left, const Sizes& right)
{
    Sizes sizes(std::max(left.size(), right.size()), 1);
    for (const Sizes* one : {&left, &right})
        for (std::size_t axis = 0; axis < one->size(); ++axis) {
            std::int64_t& size = sizes[sizes.size() - one->size() + axis];
            if (size != 1 && (*one)[axis] != 1 && size != (*one)[axis])
                return std::nullopt;
            size = size == 1 ? (*one)[axis] : size;
        }
    return sizes;
}

template <class T>
bool compute(std::string_view op, T left, T right, T& result)
{
    if constexpr (std::is_same_v<T, std::int64_t>) {
        if (op == "Add")
            return !__builtin_add_overflow(left, right, &result);
        if (op == "Sub")
            return !__builtin_sub_overflow(left, right, &result);
        if (op == "Mul")
            return !__builtin_mul_overflow(left, right, &result);
        if (right == 0 || (right == -1 && left == INT64_MIN))
            return false;
        result = left / right;
        return true;
    } else {
        result = op == "Add" ? left + right : op == "Sub" ? left - right : op == "Mul" ? left * right : left / right;
        return true;
    }
}

template <class T>
std::optional<Block> arithmetic(std::string_view op, const Block& left, const Block& right, const Sizes& sizes)
{
    const auto a = expanded(left, sizes);
    const auto b = expanded(right, sizes);
    if (!a || !b)
        return std::nullopt;
    std::vector<T> values(a->bytes.size() / sizeof(T));
    for (std::size_t at = 0; at < values.size(); ++at) {
        T x{};
        T y{};
        std::memcpy(&x, a->bytes.data() + at * sizeof(T), sizeof(T));
        std::memcpy(&y, b->bytes.data() + at * sizeof(T), sizeof(T));
        if (!compute(op, x, y, values[at]))
            return std::nullopt;
    }
    return blockOf(left.dtype, sizes, values);
}

/// The sizes of a type when all are numbers.
std::optional<Sizes> sizesOf(const ValueType& type)
{
    if (type.kind != ValueType::Kind::Tensor || !type.hasShape)
        return std::nullopt;
    Sizes sizes;
    for (const auto& size : type.sizes) {
        const auto known = size ? size->asConstant() : std::nullopt;
        if (!known)
            return std::nullopt;
        sizes.push_back(*known);
    }
    return sizes;
}

/// Evaluates one node.
class Evaluation {
public:
    Evaluation(const Rewriter& rewriter, const Node& node, std::int64_t limit) : rewriter_(rewriter), node_(node), limit_(limit) {}

    [[nodiscard]] std::optional<Block> run() const
    {
        const auto sizes = node_.outputs.size() == 1 ? sizesOf(node_.outputs.front().type) : std::nullopt;
        if (!sizes || !node_.op.domain.empty() || std::any_of(sizes->begin(), sizes->end(), [](std::int64_t size) { return size > (std::int64_t{1} << 31); }))
            return std::nullopt;
        const auto item = static_cast<std::int64_t>(std::max<std::size_t>(1, ir::itemSize(node_.outputs.front().type.dtype)));
        if (limit_ > 0 && countOf(*sizes) > limit_ / item)
            return std::nullopt;
        auto result = evaluate(*sizes);
        if (!result || result->sizes != *sizes || result->dtype != node_.outputs.front().type.dtype)
            return std::nullopt;
        return result;
    }

private:
    [[nodiscard]] std::optional<Block> block(std::size_t at) const
    {
        const auto input = inputAt(node_, at);
        const auto tensor = input ? constantOf(rewriter_, *input) : nullptr;
        if (!tensor || ir::itemSize(tensor->dtype) == 0 || (limit_ > 0 && tensor->byteCount() > static_cast<std::uint64_t>(limit_)))
            return std::nullopt;
        auto bytes = ir::readContiguous(*tensor);
        return bytes ? std::optional(Block{tensor->dtype, tensor->sizes, std::move(*bytes)}) : std::nullopt;
    }
    [[nodiscard]] std::optional<Sizes> integers(std::size_t at) const
    {
        const auto input = inputAt(node_, at);
        return input ? constantIntegers(rewriter_, *input) : std::nullopt;
    }
    [[nodiscard]] bool is(std::initializer_list<std::string_view> names) const
    {
        return std::find(names.begin(), names.end(), node_.op.op_type) != names.end();
    }

    [[nodiscard]] std::optional<Block> evaluate(const Sizes& sizes) const
    {
        if (is({"Shape", "Size"}))
            return shape();
        if (is({"Concat"}))
            return concatenated(sizes);
        auto first = block(0);
        if (!first)
            return std::nullopt;
        if (is({"Identity", "Reshape", "Squeeze", "Unsqueeze", "Flatten"})) {
            if (countOf(first->sizes) != countOf(sizes))
                return std::nullopt;
            first->sizes = sizes;
            // What gives the shape must be known too: the type may be one of several that it could have.
            return node_.inputs.size() < 2 || !node_.inputs[1] || integers(1) ? first : std::nullopt;
        }
        if (is({"Expand"}))
            return integers(1) ? expanded(*first, sizes) : std::nullopt;
        if (is({"Transpose"})) {
            const auto axes = integersOf(node_, "perm");
            if (!axes || axes->size() != first->sizes.size() || sizes.size() != axes->size())
                return std::nullopt;
            const Sizes own = ir::contiguousStrides(first->sizes);
            Sizes strides;
            for (const std::int64_t axis : *axes) {
                if (axis < 0 || static_cast<std::size_t>(axis) >= own.size())
                    return std::nullopt;
                strides.push_back(own[static_cast<std::size_t>(axis)]);
            }
            return strided(*first, sizes, strides, 0);
        }
        if (is({"Gather"}))
            return gathered(*first, sizes);
        if (is({"Add", "Sub", "Mul", "Div"})) {
            const auto second = block(1);
            if (!second || second->dtype != first->dtype || broadcast(first->sizes, second->sizes) != sizes)
                return std::nullopt;
            if (first->dtype == DType::Int64)
                return arithmetic<std::int64_t>(node_.op.op_type, *first, *second, sizes);
            return first->dtype == DType::Float32 ? arithmetic<float>(node_.op.op_type, *first, *second, sizes) : std::nullopt;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Block> shape() const
    {
        const auto input = inputAt(node_, 0);
        const auto sizes = input ? sizesOf(typeOf(rewriter_, *input)) : std::nullopt;
        if (!sizes)
            return std::nullopt;
        if (is({"Size"}))
            return blockOf(DType::Int64, {}, std::vector<std::int64_t>{countOf(*sizes)});
        const auto rank = static_cast<std::int64_t>(sizes->size());
        const auto start = integerOf(node_, "start", 0);
        const auto end = integerOf(node_, "end", rank);
        if (!start || !end)
            return std::nullopt;
        const auto clamped = [rank](std::int64_t axis) { return std::clamp(axis < 0 ? axis + rank : axis, std::int64_t{0}, rank); };
        const Sizes part(sizes->begin() + clamped(*start), sizes->begin() + std::max(clamped(*start), clamped(*end)));
        return blockOf(DType::Int64, {static_cast<std::int64_t>(part.size())}, part);
    }

    [[nodiscard]] std::optional<Block> concatenated(const Sizes& sizes) const
    {
        const auto given = integerOf(node_, "axis", 0);
        if (!given || sizes.empty())
            return std::nullopt;
        const std::int64_t axis = *given < 0 ? *given + static_cast<std::int64_t>(sizes.size()) : *given;
        if (axis < 0 || axis >= static_cast<std::int64_t>(sizes.size()))
            return std::nullopt;
        std::vector<Block> parts;
        for (std::size_t at = 0; at < node_.inputs.size(); ++at) {
            auto part = block(at);
            if (!part || part->sizes.size() != sizes.size())
                return std::nullopt;
            parts.push_back(std::move(*part));
        }
        Block result{parts.empty() ? DType::Undefined : parts.front().dtype, sizes, {}};
        result.sizes[static_cast<std::size_t>(axis)] = 0;
        std::int64_t rows = 1;
        for (std::int64_t before = 0; before < axis; ++before)
            rows *= sizes[static_cast<std::size_t>(before)];
        for (const Block& part : parts)
            result.sizes[static_cast<std::size_t>(axis)] += part.sizes[static_cast<std::size_t>(axis)];
        for (std::int64_t row = 0; row < rows; ++row)
            for (const Block& part : parts) {
                const auto length = static_cast<std::ptrdiff_t>(part.bytes.size()) / static_cast<std::ptrdiff_t>(rows);
                result.bytes.insert(result.bytes.end(), part.bytes.begin() + row * length, part.bytes.begin() + (row + 1) * length);
            }
        return result;
    }

    [[nodiscard]] std::optional<Block> gathered(const Block& data, const Sizes& sizes) const
    {
        const auto indices = integers(1);
        const auto given = integerOf(node_, "axis", 0);
        const auto rank = static_cast<std::int64_t>(data.sizes.size());
        if (!indices || !given || rank == 0)
            return std::nullopt;
        const std::int64_t axis = *given < 0 ? *given + rank : *given;
        if (axis < 0 || axis >= rank)
            return std::nullopt;
        const std::int64_t length = data.sizes[static_cast<std::size_t>(axis)];
        const std::int64_t rows = countOf({data.sizes.begin(), data.sizes.begin() + axis});
        const auto width = static_cast<std::ptrdiff_t>(countOf({data.sizes.begin() + axis + 1, data.sizes.end()})) * static_cast<std::ptrdiff_t>(data.item());
        Block result{data.dtype, sizes, {}};
        for (std::int64_t row = 0; row < rows; ++row)
            for (const std::int64_t index : *indices) {
                const std::int64_t at = index < 0 ? index + length : index;
                if (at < 0 || at >= length)
                    return std::nullopt;
                const auto begin = data.bytes.begin() + (row * length + at) * width;
                result.bytes.insert(result.bytes.end(), begin, begin + width);
            }
        return result.bytes.size() == static_cast<std::size_t>(countOf(sizes)) * data.item() ? std::optional(std::move(result)) : std::nullopt;
    }

    const Rewriter& rewriter_;
    const Node& node_;
    std::int64_t limit_;
};

constexpr ir::PassOption kOptions[] = {
    {"max-bytes", std::int64_t{1} << 20, "The largest tensor, in bytes, that is read or made; 0 for any size."},
};

Status foldIn(PassContext& context, GraphId graph, std::int64_t limit)
{
    Rewriter& rewriter = context.rewriter;
    const std::vector<NodeId> order = rewriter.graph(graph).orderCopy();
    const auto first = std::find_if(order.begin(), order.end(), [&](NodeId id) {
        const Kind kind = rewriter.graph(graph)[id].kind;
        return kind == Kind::Operator || kind == Kind::Output;
    });
    NodeId place = first == order.end() ? kNoNode : *first;
    for (const NodeId id : order) {
        if (context.stop.stop_requested())
            return {};
        rewriter.visit(id);
        const Node& node = rewriter.graph(graph)[id];
        if (node.kind != Kind::Operator || isResult(rewriter, {id, 0}))
            continue;
        auto result = Evaluation(rewriter, node, limit).run();
        if (!result)
            continue;
        rewriter.match();
        Node initializer;
        initializer.kind = Kind::Initializer;
        initializer.name = node.outputs.front().name;
        initializer.outputs = node.outputs;
        initializer.tensor = std::make_shared<const ir::Tensor>(ir::Tensor::fromBytes(result->dtype, result->sizes, std::move(result->bytes)));
        const NodeId folded = rewriter.insert(graph, place, std::move(initializer), id);
        if (place == id)
            place = rewriter.graph(graph).next(id);
        if (const Status status = rewriter.deleteAndForward(id, {folded, 0}); !status)
            return status;
    }
    return {};
}

Status foldConstants(PassContext& context)
{
    const auto limit = ir::optionOf<std::int64_t>(kConstantNodeFolding, context.options, "max-bytes");
    for (const GraphId graph : context.unit().graphs.ids())
        if (!context.unit().functionOf(graph)) // Functions have no initializers.
            if (const Status status = foldIn(context, graph, limit); !status)
                return status;
    return {};
}

constexpr std::string_view kHelp = R"(Looks for operators all of whose inputs are initializers or Constant nodes, and for Shape and Size of what has a known shape: Identity, Reshape, Squeeze,
Unsqueeze, Flatten, Expand, Transpose, Gather and Concat of any type, Add, Sub, Mul and Div of int64 and float32.

Makes an initializer of what they give, under the same name. All of these have one right result, so that no bit changes.

Leaves other operators, tensors over max-bytes (1 MiB; 0 for any size), integers that overflow, the nodes of functions, which cannot have initializers (inline
comes before), values whose type is not known in full, and results of the graph. What nobody reads any more is left to dead-node-removal.

Before:
    shape = Shape(x)                (x is FLOAT[2, 8])
    last = Gather(shape, one)
    y = Mul(z, last)
After:
    last = Initializer()            (8)
    y = Mul(z, last)
)";

} // namespace

constinit const Pass kConstantNodeFolding{
    .id = "constant-node-folding",
    .summary = "Computes ahead what operators give for constants and known shapes.",
    .run = foldConstants,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::onnxir::passes
