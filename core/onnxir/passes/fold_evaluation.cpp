// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/passes/fold_evaluation.h"

#include "core/onnxir/element_type.h"
#include "core/onnxir/passes/operators.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;

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

/// Whether the model tells nothing else of the value.
bool agrees(const ValueType& type, const Block& block)
{
    if (type.kind == ValueType::Kind::Unknown)
        return true;
    if (type.kind != ValueType::Kind::Tensor || (type.dtype != DType::Undefined && type.dtype != block.dtype))
        return false;
    if (!type.hasShape)
        return true;
    return type.sizes.size() == block.sizes.size() && std::equal(type.sizes.begin(), type.sizes.end(), block.sizes.begin(), [](const auto& told, std::int64_t size) {
               const auto known = told ? told->asConstant() : std::nullopt;
               return !known || *known == size;
           });
}

class Evaluation {
public:
    Evaluation(const Rewriter& rewriter, const Node& node, std::int64_t maxBytes) : rewriter_(rewriter), node_(node), maxBytes_(maxBytes) {}

    [[nodiscard]] std::optional<Block> run() const
    {
        if (is({"Shape", "Size"}))
            return shape();
        if (is({"Concat"}))
            return concatenated();
        if (is({"ConstantOfShape"}))
            return filled();
        if (is({"Where"}))
            return chosen();
        const auto first = block(0);
        if (!first)
            return std::nullopt;
        if (is({"Identity"}))
            return first;
        if (is({"Reshape"}))
            return reshaped(*first);
        if (is({"Squeeze", "Unsqueeze", "Flatten"}))
            return withAxes(*first);
        if (is({"Expand"})) {
            const auto wanted = integers(1);
            const auto sizes = wanted ? broadcast(first->sizes, *wanted) : std::nullopt;
            return sizes && fits(first->dtype, *sizes) ? expanded(*first, *sizes) : std::nullopt;
        }
        if (is({"Transpose"}))
            return transposed(*first);
        if (is({"Slice"}))
            return sliced(*first);
        if (is({"Gather"}))
            return gathered(*first);
        if (is({"Cast"})) {
            const auto number = integerOf(node_, "to", 0);
            const auto to = number ? dtypeFromElementType(static_cast<std::int32_t>(*number)) : std::nullopt;
            return to ? cast(*first, *to) : std::nullopt;
        }
        if (is({"ReduceProd", "ReduceSum", "ReduceMax", "ReduceMin"}))
            return reducedOver(*first);
        if (node_.inputs.size() == 1)
            return is({"Not", "Neg", "Abs", "Sqrt", "Floor", "Ceil"}) ? unary(node_.op.op_type, *first) : std::nullopt;
        const auto second = block(1);
        if (is({"Range"})) {
            const auto third = block(2);
            return second && third ? range(*first, *second, *third, maxBytes_) : std::nullopt;
        }
        return second ? combined(*first, *second) : std::nullopt;
    }

private:
    [[nodiscard]] bool is(std::initializer_list<std::string_view> names) const { return std::find(names.begin(), names.end(), node_.op.op_type) != names.end(); }
    [[nodiscard]] bool fits(DType dtype, const Sizes& sizes) const
    {
        const auto count = countOf(sizes);
        const auto item = static_cast<std::int64_t>(std::max<std::size_t>(1, ir::itemSize(dtype)));
        return count && *count <= maxBytes_ / item;
    }
    [[nodiscard]] std::optional<Block> block(std::size_t at) const
    {
        const auto input = inputAt(node_, at);
        const auto tensor = input ? constantOf(rewriter_, *input) : nullptr;
        if (!tensor || ir::itemSize(tensor->dtype) == 0 || tensor->byteCount() > static_cast<std::uint64_t>(maxBytes_))
            return std::nullopt;
        auto bytes = ir::readContiguous(*tensor);
        return bytes ? std::optional(Block{tensor->dtype, tensor->sizes, std::move(*bytes)}) : std::nullopt;
    }
    [[nodiscard]] std::optional<Sizes> integers(std::size_t at) const
    {
        const auto given = block(at);
        if (!given)
            return std::nullopt;
        if (given->dtype == DType::Int64)
            return valuesOf<std::int64_t>(*given);
        if (given->dtype != DType::Int32)
            return std::nullopt;
        const auto narrow = valuesOf<std::int32_t>(*given);
        return Sizes(narrow.begin(), narrow.end());
    }

    [[nodiscard]] std::optional<Block> shape() const
    {
        const auto input = inputAt(node_, 0);
        const auto sizes = input ? sizesOf(typeOf(rewriter_, *input)) : std::nullopt;
        const auto count = sizes ? countOf(*sizes) : std::nullopt;
        if (!count)
            return std::nullopt;
        if (is({"Size"}))
            return blockOf(DType::Int64, {}, Sizes{*count});
        const auto rank = static_cast<std::int64_t>(sizes->size());
        const auto start = integerOf(node_, "start", 0);
        const auto end = integerOf(node_, "end", rank);
        if (!start || !end)
            return std::nullopt;
        const auto clamped = [rank](std::int64_t axis) { return std::clamp(axis < 0 ? axis + rank : axis, std::int64_t{0}, rank); };
        const Sizes part(sizes->begin() + clamped(*start), sizes->begin() + std::max(clamped(*start), clamped(*end)));
        return blockOf(DType::Int64, {static_cast<std::int64_t>(part.size())}, part);
    }

    [[nodiscard]] std::optional<Block> concatenated() const
    {
        std::vector<Block> parts;
        for (std::size_t at = 0; at < node_.inputs.size(); ++at) {
            auto part = block(at);
            if (!part || (at > 0 && (part->sizes.size() != parts[0].sizes.size() || part->dtype != parts[0].dtype)))
                return std::nullopt;
            parts.push_back(std::move(*part));
        }
        const auto given = integerOf(node_, "axis", 0);
        const auto axis = parts.empty() || !given ? std::nullopt : axisOf(*given, parts.front().sizes.size());
        if (!axis)
            return std::nullopt;
        Block result{parts.front().dtype, parts.front().sizes, {}};
        result.sizes[*axis] = 0;
        for (const Block& part : parts) {
            Sizes sizes = part.sizes;
            result.sizes[*axis] += sizes[*axis];
            sizes[*axis] = result.sizes[*axis];
            if (sizes != result.sizes)
                return std::nullopt;
        }
        if (!fits(result.dtype, result.sizes))
            return std::nullopt;
        const std::int64_t rows = *countOf({result.sizes.begin(), result.sizes.begin() + static_cast<std::ptrdiff_t>(*axis)});
        for (std::int64_t row = 0; row < rows; ++row)
            for (const Block& part : parts) {
                const auto length = static_cast<std::ptrdiff_t>(part.bytes.size()) / static_cast<std::ptrdiff_t>(rows);
                result.bytes.insert(result.bytes.end(), part.bytes.begin() + row * length, part.bytes.begin() + (row + 1) * length);
            }
        return result;
    }

    [[nodiscard]] std::optional<Block> filled() const
    {
        const auto sizes = integers(0);
        const Attribute* value = node_.attribute("value");
        const auto* held = value ? std::get_if<std::shared_ptr<const ir::Tensor>>(&value->value) : nullptr;
        if (!sizes || (value && (!held || !*held || (*held)->elementCount() != 1)))
            return std::nullopt;
        Block one = blockOf(DType::Float32, {}, std::vector<float>{0.0F});
        if (held) {
            auto bytes = ir::readContiguous(**held);
            if (!bytes || ir::itemSize((*held)->dtype) == 0)
                return std::nullopt;
            one = {(*held)->dtype, {}, std::move(*bytes)};
        }
        return fits(one.dtype, *sizes) ? expanded(one, *sizes) : std::nullopt;
    }

    [[nodiscard]] std::optional<Block> chosen() const
    {
        const auto condition = block(0);
        const auto left = block(1);
        const auto right = block(2);
        if (!condition || !left || !right || left->dtype != right->dtype || condition->dtype != DType::Bool)
            return std::nullopt;
        const auto both = broadcast(left->sizes, right->sizes);
        const auto sizes = both ? broadcast(*both, condition->sizes) : std::nullopt;
        if (!sizes || !fits(left->dtype, *sizes))
            return std::nullopt;
        const Block which = *expanded(*condition, *sizes);
        Block result = *expanded(*left, *sizes);
        const Block other = *expanded(*right, *sizes);
        const std::size_t item = result.item();
        for (std::size_t at = 0; at < which.bytes.size(); ++at)
            if (which.bytes[at] == std::byte{0})
                std::copy_n(other.bytes.begin() + static_cast<std::ptrdiff_t>(at * item), item, result.bytes.begin() + static_cast<std::ptrdiff_t>(at * item));
        return result;
    }

    [[nodiscard]] std::optional<Block> reshaped(Block data) const
    {
        auto wanted = integers(1);
        const auto allowZero = integerOf(node_, "allowzero", 0);
        if (!wanted || !allowZero)
            return std::nullopt;
        std::optional<std::size_t> open;
        std::int64_t known = 1;
        for (std::size_t axis = 0; axis < wanted->size(); ++axis) {
            std::int64_t& size = (*wanted)[axis];
            if (size == 0 && *allowZero == 0) {
                if (axis >= data.sizes.size())
                    return std::nullopt;
                size = data.sizes[axis];
            }
            if (size == -1 && !open)
                open = axis;
            else if (size < 0 || __builtin_mul_overflow(known, size, &known))
                return std::nullopt;
        }
        const auto count = countOf(data.sizes);
        if (open && count && known != 0 && *count % known == 0)
            (*wanted)[*open] = *count / known;
        if (!count || countOf(*wanted) != count)
            return std::nullopt;
        data.sizes = std::move(*wanted);
        return data;
    }

    /// The axes of Squeeze, Unsqueeze or a reduction, where an attribute or a constant gives them; `rank` is what they count in. Empty when left out.
    [[nodiscard]] std::optional<std::vector<std::size_t>> axes(std::size_t rank) const
    {
        Sizes given;
        if (node_.attribute("axes")) {
            const auto numbers = integersOf(node_, "axes");
            if (!numbers)
                return std::nullopt;
            given = *numbers;
        } else if (inputAt(node_, 1)) {
            const auto numbers = integers(1);
            if (!numbers)
                return std::nullopt;
            given = *numbers;
        }
        std::vector<std::size_t> places;
        for (const std::int64_t axis : given) {
            const auto place = axisOf(axis, rank);
            if (!place || std::find(places.begin(), places.end(), *place) != places.end())
                return std::nullopt;
            places.push_back(*place);
        }
        return places;
    }

    [[nodiscard]] std::optional<Block> withAxes(Block data) const
    {
        if (is({"Flatten"})) {
            const auto axis = integerOf(node_, "axis", 1);
            const auto rank = static_cast<std::int64_t>(data.sizes.size());
            const std::int64_t place = axis && *axis < 0 ? *axis + rank : axis.value_or(-1);
            if (place < 0 || place > rank)
                return std::nullopt;
            const auto rows = countOf({data.sizes.begin(), data.sizes.begin() + place});
            const auto columns = countOf({data.sizes.begin() + place, data.sizes.end()});
            data.sizes = {rows.value_or(0), columns.value_or(0)};
            return data;
        }
        Sizes sizes;
        if (is({"Squeeze"})) {
            const auto gone = axes(data.sizes.size());
            if (!gone)
                return std::nullopt;
            for (std::size_t axis = 0; axis < data.sizes.size(); ++axis) {
                const bool isNamed = std::find(gone->begin(), gone->end(), axis) != gone->end();
                if (isNamed && data.sizes[axis] != 1)
                    return std::nullopt;
                if (!isNamed && (!gone->empty() || data.sizes[axis] != 1))
                    sizes.push_back(data.sizes[axis]);
            }
        } else {
            const auto given = integers(1);
            const auto added = given ? axes(data.sizes.size() + given->size()) : std::nullopt;
            if (!added)
                return std::nullopt;
            auto own = data.sizes.begin();
            for (std::size_t axis = 0; axis < data.sizes.size() + added->size(); ++axis)
                sizes.push_back(std::find(added->begin(), added->end(), axis) != added->end() ? 1 : *own++);
        }
        data.sizes = std::move(sizes);
        return data;
    }

    [[nodiscard]] std::optional<Block> transposed(const Block& data) const
    {
        Sizes order;
        for (std::size_t axis = data.sizes.size(); axis-- > 0;)
            order.push_back(static_cast<std::int64_t>(axis));
        if (node_.attribute("perm")) {
            const auto given = integersOf(node_, "perm");
            if (!given || given->size() != order.size() || !std::is_permutation(given->begin(), given->end(), order.begin()))
                return std::nullopt;
            order = *given;
        }
        const Sizes own = ir::contiguousStrides(data.sizes);
        Sizes sizes;
        Sizes strides;
        for (const std::int64_t axis : order) {
            sizes.push_back(data.sizes[static_cast<std::size_t>(axis)]);
            strides.push_back(own[static_cast<std::size_t>(axis)]);
        }
        return strided(data, std::move(sizes), strides, 0);
    }

    [[nodiscard]] std::optional<Block> sliced(const Block& data) const
    {
        const auto starts = integers(1);
        const auto ends = integers(2);
        if (!starts || !ends || starts->size() != ends->size())
            return std::nullopt;
        Sizes axesGiven;
        for (std::size_t at = 0; at < starts->size(); ++at)
            axesGiven.push_back(static_cast<std::int64_t>(at));
        Sizes steps(starts->size(), 1);
        for (const auto& [slot, into] : {std::pair<std::size_t, Sizes*>{3, &axesGiven}, {4, &steps}})
            if (inputAt(node_, slot)) {
                const auto numbers = integers(slot);
                if (!numbers || numbers->size() != starts->size())
                    return std::nullopt;
                *into = *numbers;
            }
        Sizes sizes = data.sizes;
        Sizes strides = ir::contiguousStrides(data.sizes);
        const Sizes own = strides;
        std::int64_t offset = 0;
        for (std::size_t at = 0; at < starts->size(); ++at) {
            const auto axis = axisOf(axesGiven[at], data.sizes.size());
            const std::int64_t step = steps[at];
            if (!axis || step == 0 || step == INT64_MIN || strides[*axis] != own[*axis] || sizes[*axis] != data.sizes[*axis])
                return std::nullopt; // An axis named twice has no one meaning.
            const std::int64_t size = data.sizes[*axis];
            const auto placed = [size](std::int64_t index) { return index < 0 ? (index < -size ? std::int64_t{-1} : index + size) : index; };
            const std::int64_t start = step > 0 ? std::clamp((*starts)[at] < -size ? 0 : placed((*starts)[at]), std::int64_t{0}, size)
                                                : std::clamp(placed((*starts)[at]), std::int64_t{-1}, size - 1);
            const std::int64_t end = step > 0 ? std::clamp((*ends)[at] < -size ? 0 : placed((*ends)[at]), std::int64_t{0}, size)
                                              : std::clamp(placed((*ends)[at]), std::int64_t{-1}, size - 1);
            const std::int64_t way = step > 0 ? end - start : start - end;
            const std::int64_t stride = step > 0 ? step : -step;
            sizes[*axis] = way > 0 ? way / stride + (way % stride != 0 ? 1 : 0) : 0;
            offset += (sizes[*axis] > 0 ? start : 0) * own[*axis];
            strides[*axis] = sizes[*axis] > 1 ? own[*axis] * step : own[*axis];
        }
        return strided(data, std::move(sizes), strides, offset);
    }

    [[nodiscard]] std::optional<Block> gathered(const Block& data) const
    {
        const auto indices = integers(1);
        const auto shapeOfIndices = block(1);
        const auto given = integerOf(node_, "axis", 0);
        const auto axis = given ? axisOf(*given, data.sizes.size()) : std::nullopt;
        if (!indices || !shapeOfIndices || !axis)
            return std::nullopt;
        const auto place = data.sizes.begin() + static_cast<std::ptrdiff_t>(*axis);
        Block result{data.dtype, {data.sizes.begin(), place}, {}};
        result.sizes.insert(result.sizes.end(), shapeOfIndices->sizes.begin(), shapeOfIndices->sizes.end());
        result.sizes.insert(result.sizes.end(), place + 1, data.sizes.end());
        if (!fits(data.dtype, result.sizes))
            return std::nullopt;
        const std::int64_t length = *place;
        const std::int64_t rows = *countOf({data.sizes.begin(), place});
        const auto width = static_cast<std::ptrdiff_t>(*countOf({place + 1, data.sizes.end()})) * static_cast<std::ptrdiff_t>(data.item());
        for (std::int64_t row = 0; row < rows; ++row)
            for (const std::int64_t index : *indices) {
                const std::int64_t at = index < 0 ? index + length : index;
                if (at < 0 || at >= length)
                    return std::nullopt;
                const auto begin = data.bytes.begin() + (row * length + at) * width;
                result.bytes.insert(result.bytes.end(), begin, begin + width);
            }
        return result;
    }

    [[nodiscard]] std::optional<Block> reducedOver(const Block& data) const
    {
        const auto keeps = integerOf(node_, "keepdims", 1);
        const auto noop = integerOf(node_, "noop_with_empty_axes", 0);
        auto over = axes(data.sizes.size());
        if (!keeps || !noop || !over)
            return std::nullopt;
        if (over->empty() && *noop != 0)
            return data;
        for (std::size_t axis = 0; over->size() < data.sizes.size() && axis < data.sizes.size(); ++axis)
            if (!inputAt(node_, 1) && !node_.attribute("axes"))
                over->push_back(axis);
        return over->empty() && !data.sizes.empty() ? std::nullopt : reduced(node_.op.op_type, data, *over, *keeps != 0);
    }

    [[nodiscard]] std::optional<Block> combined(const Block& left, const Block& right) const
    {
        const bool isKnown = is({"Add", "Sub", "Mul", "Div", "Mod", "Min", "Max", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "And", "Or", "Xor"});
        const auto sizes = broadcast(left.sizes, right.sizes);
        if (!isKnown || node_.inputs.size() != 2 || left.dtype != right.dtype || !sizes || !fits(left.dtype, *sizes) || node_.attribute("fmod"))
            return std::nullopt;
        return binary(node_.op.op_type, *expanded(left, *sizes), *expanded(right, *sizes));
    }

    const Rewriter& rewriter_;
    const Node& node_;
    std::int64_t maxBytes_;
};

} // namespace

std::optional<Block> evaluateNode(const Rewriter& rewriter, const Node& node, std::int64_t maxBytes)
{
    if (node.kind != Kind::Operator || !node.op.domain.empty() || node.outputs.size() != 1)
        return std::nullopt;
    // What the model tells of the result is asked first: it may be too large.
    const ValueType& type = node.outputs.front().type;
    if (const auto sizes = sizesOf(type)) {
        const auto count = countOf(*sizes);
        const auto item = static_cast<std::int64_t>(std::max<std::size_t>(1, ir::itemSize(type.dtype)));
        if (!count || *count > maxBytes / item)
            return std::nullopt;
    }
    auto result = Evaluation(rewriter, node, maxBytes).run();
    if (!result || !agrees(type, *result) || result->bytes.size() > static_cast<std::size_t>(maxBytes))
        return std::nullopt;
    return result;
}

} // namespace sidelight::onnxir::passes
