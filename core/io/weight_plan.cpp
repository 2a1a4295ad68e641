// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/weight_plan.h"

#include "core/io/tensor_stream.h"
#include "core/onnxir/element_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace sidelight::io {

namespace {

constexpr std::uint64_t kInlineBytes = 1024;
constexpr std::uint64_t kLargeBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargeAlignment = 4096;
constexpr std::uint64_t kSmallAlignment = 64;
constexpr std::size_t kLongestName = 200;

struct Weight
{
    NodeId node;
    const onnxir::Node* initializer;
    std::size_t storage; ///< By order of first appearance.
    std::uint64_t start; ///< Bytes into the storage; contiguous only.
    std::uint64_t bytes;
    bool contiguous;
};

struct Interval
{
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t offset = 0;
    bool placed = false;
};

std::string hashOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037u;
    for (const char character : text)
        hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211u;
    std::string out;
    for (int shift = 60; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[(hash >> shift) & 15];
    return out;
}

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// Unique also where A and a are one file.
std::string uniqueFileName(std::string_view tensorName, std::set<std::string>& taken)
{
    std::string candidate = fileNameFor(tensorName);
    for (std::string seed(tensorName); !taken.insert(lowered(candidate)).second; seed += '+')
        candidate = concat(fileNameFor(tensorName).substr(0, kLongestName), '-', hashOf(seed));
    return candidate;
}

std::uint64_t alignmentOf(std::uint64_t bytes)
{
    return bytes >= kLargeBytes ? kLargeAlignment : kSmallAlignment;
}

std::uint64_t alignUp(std::uint64_t offset, std::uint64_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

bool staysInline(const ir::Tensor& tensor, std::uint64_t bytes)
{
    const bool inMemory = std::holds_alternative<std::vector<std::byte>>(tensor.storage->content);
    return tensor.dtype == ir::DType::String || bytes == 0 || (inMemory && bytes <= kInlineBytes);
}

ir::Tensor bytesOf(const std::shared_ptr<const ir::Storage>& storage, std::uint64_t start, std::uint64_t length)
{
    ir::Tensor tensor;
    tensor.dtype = ir::DType::UInt8;
    tensor.sizes = {static_cast<std::int64_t>(length)};
    tensor.strides = {1};
    tensor.storageOffset = static_cast<std::int64_t>(start);
    tensor.storage = storage;
    return tensor;
}

Result<std::vector<Weight>> collect(const onnxir::Model& model)
{
    std::vector<Weight> weights;
    std::unordered_map<const ir::Storage*, std::size_t> storages;
    for (const GraphId graphId : model.graphs.ids()) {
        const auto& graph = model.graphs[graphId];
        for (const NodeId id : graph.order()) {
            const onnxir::Node& node = graph[id];
            if (node.kind != onnxir::Kind::Initializer || !node.tensor)
                continue;
            if (Status status = checkRaw(*node.tensor, node.name); !status)
                return status.error();
            const ir::Tensor& tensor = *node.tensor;
            const std::uint64_t bytes = onnxir::rawByteCount(tensor.dtype, tensor.sizes).value_or(0);
            if (staysInline(tensor, bytes))
                continue;
            const std::size_t storage = storages.emplace(tensor.storage.get(), storages.size()).first->second;
            const std::uint64_t item = onnxir::elementBits(tensor.dtype) / 8;
            const bool contiguous = item == 0 || tensor.isContiguous();
            weights.push_back(
                {id, &node, storage, static_cast<std::uint64_t>(tensor.storageOffset) * item, bytes, contiguous});
        }
    }
    return weights;
}

/// Overlapping intervals of each storage, merged, ascending.
std::vector<std::vector<Interval>> merge(const std::vector<Weight>& weights)
{
    std::vector<std::vector<Interval>> byStorage;
    for (const Weight& weight : weights) {
        if (weight.storage >= byStorage.size())
            byStorage.resize(weight.storage + 1);
        if (weight.contiguous)
            byStorage[weight.storage].push_back({weight.start, weight.start + weight.bytes});
    }
    for (auto& intervals : byStorage) {
        std::sort(intervals.begin(), intervals.end(),
            [](const Interval& a, const Interval& b) { return std::tie(a.start, a.end) < std::tie(b.start, b.end); });
        std::vector<Interval> merged;
        for (const Interval& interval : intervals) {
            if (merged.empty() || interval.start >= merged.back().end)
                merged.push_back(interval);
            else
                merged.back().end = std::max(merged.back().end, interval.end);
        }
        intervals = std::move(merged);
    }
    return byStorage;
}

/// Identity of a strided view.
using View = std::tuple<std::size_t, ir::DType, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
View viewOf(const Weight& weight)
{
    const ir::Tensor& tensor = *weight.initializer->tensor;
    return {weight.storage, tensor.dtype, tensor.storageOffset, tensor.sizes, tensor.strides};
}

std::uint64_t append(DataFile& file, ir::Tensor tensor, std::uint64_t bytes)
{
    const std::uint64_t offset = alignUp(file.size, alignmentOf(bytes));
    file.stretches.push_back({offset, std::move(tensor)});
    file.size = offset + bytes;
    return offset;
}

WeightPlan planOneFile(const std::vector<Weight>& weights, std::string location)
{
    WeightPlan plan;
    if (weights.empty())
        return plan;
    DataFile file;
    file.location = std::move(location);
    auto intervals = merge(weights);
    std::map<View, std::uint64_t> views;
    for (const Weight& weight : weights) {
        const ir::Tensor& tensor = *weight.initializer->tensor;
        std::uint64_t offset = 0;
        if (weight.contiguous) {
            auto& candidates = intervals[weight.storage];
            auto found = std::upper_bound(candidates.begin(), candidates.end(), weight.start,
                             [](std::uint64_t start, const Interval& i) { return start < i.start; }) -
                         1;
            if (!found->placed) {
                found->offset = append(
                    file, bytesOf(tensor.storage, found->start, found->end - found->start), found->end - found->start);
                found->placed = true;
            }
            offset = found->offset + (weight.start - found->start);
        } else if (const auto [view, isNew] = views.emplace(viewOf(weight), 0); isNew) {
            offset = view->second = append(file, tensor, weight.bytes);
        } else {
            offset = view->second;
        }
        plan.placements[weight.node] = {file.location, offset, weight.bytes};
    }
    plan.files.push_back(std::move(file));
    return plan;
}

WeightPlan planFileEach(const std::vector<Weight>& weights, const std::string& folder)
{
    WeightPlan plan;
    std::set<std::string> taken;
    std::map<View, std::string> views;
    for (const Weight& weight : weights) {
        const auto [view, isNew] = views.emplace(viewOf(weight), std::string());
        if (isNew) {
            view->second = concat(folder, "/", uniqueFileName(weight.initializer->name, taken));
            DataFile file;
            file.location = view->second;
            append(file, *weight.initializer->tensor, weight.bytes);
            plan.files.push_back(std::move(file));
        }
        plan.placements[weight.node] = {view->second, 0, weight.bytes};
    }
    return plan;
}

} // namespace

std::string fileNameFor(std::string_view tensorName)
{
    std::string out;
    for (const char character : tensorName) {
        // onnx's checker and ONNX Runtime refuse locations with two dots in a row, wherever they stand.
        const bool secondDot = character == '.' && !out.empty() && out.back() == '.';
        const bool plain =
            !secondDot &&
            ((character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
                (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-');
        if (plain) {
            out += character;
        } else {
            const auto byte = static_cast<unsigned char>(character);
            out += '%';
            out += "0123456789ABCDEF"[byte >> 4];
            out += "0123456789ABCDEF"[byte & 15];
        }
    }
    if (out.empty() || out == ".")
        return concat("%", out.size(), "-", hashOf(tensorName));
    if (out.size() > kLongestName)
        return concat(out.substr(0, kLongestName), "-", hashOf(tensorName));
    return out;
}

Result<WeightPlan> planWeights(const onnxir::Model& model, Weights weights, std::string_view stem)
{
    auto collected = collect(model);
    if (!collected)
        return collected.error();
    if (weights == Weights::Embed)
        return WeightPlan{};
    if (weights == Weights::PerTensor)
        return planFileEach(*collected, concat(stem, "_initializers"));
    return planOneFile(*collected, concat(stem, ".onnx.data"));
}

} // namespace sidelight::io
