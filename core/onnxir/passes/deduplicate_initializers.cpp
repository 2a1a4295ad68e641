// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Two FQNs of one storage (tied weights) become one initializer, under the first name. Equal values alone are no reason to merge parameters or
// buffers, whose names people replace weights by; constants that the program made itself are merged by value up to 1 KiB.
#include "core/onnxir/passes/pipeline.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

constexpr std::uint64_t kLargestByValue = 1024;

bool isConstant(const ir::Tensor& tensor) { return tensor.storage->name.find("data/weights/") == std::string::npos; }

class Deduplicator {
public:
    explicit Deduplicator(Rewriter& rewriter) : rewriter_(rewriter) {}

    Status run(GraphId graph)
    {
        for (const NodeId id : rewriter_.graph(graph).orderCopy()) {
            const Node& node = rewriter_.graph(graph)[id];
            rewriter_.visit(id);
            if (node.kind != Kind::Initializer || !node.tensor || !node.tensor->storage)
                continue;
            auto first = firstOf(id, *node.tensor);
            if (!first)
                return first.error();
            if (*first == id)
                continue;
            rewriter_.match();
            if (const Status status = rewriter_.deleteAndForward(id, {*first, 0}); !status)
                return status;
        }
        return {};
    }

private:
    using Layout = std::tuple<const ir::Storage*, ir::DType, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
    using Content = std::tuple<ir::DType, std::vector<std::int64_t>, std::vector<std::byte>>;

    Result<NodeId> firstOf(NodeId id, const ir::Tensor& tensor)
    {
        const Layout layout{tensor.storage.get(), tensor.dtype, tensor.storageOffset, tensor.sizes, tensor.strides};
        const NodeId first = byLayout_.emplace(layout, id).first->second;
        if (first != id || !isConstant(tensor) || !tensor.storage->hasData() || tensor.byteCount() > kLargestByValue)
            return first;
        auto bytes = ir::readContiguous(tensor);
        if (!bytes)
            return bytes.error();
        const NodeId equal = byContent_.emplace(Content{tensor.dtype, tensor.sizes, std::move(*bytes)}, id).first->second;
        byLayout_[layout] = equal; // `id` goes: what shares its storage must find the one that stays.
        return equal;
    }

    Rewriter& rewriter_;
    std::map<Layout, NodeId> byLayout_; ///< Looked up only; its order reaches nothing.
    std::map<Content, NodeId> byContent_;
};

Status deduplicateInitializers(PassContext& context) { return Deduplicator(context.rewriter).run(kMainGraph); }

constexpr std::string_view kHelp = R"(Looks for initializers of the main graph that are the same part of the same storage (tied weights), and for constants of at most 1 KiB that the program made
itself and that have equal type, sizes and bytes.

Makes the readers of the later one read the first, under whose name it stays.

Leaves parameters and buffers that only happen to be equal: people replace weights by name.

Before:
    embedding.weight = Initializer()
    lm_head.weight = Initializer()      (the same storage)
    y = MatMul(x, lm_head.weight)
After:
    embedding.weight = Initializer()
    y = MatMul(x, embedding.weight)
)";

} // namespace

constinit const Pass kInitializerDeduplication{
    .id = "initializer-deduplication",
    .summary = "Merges initializers that share a storage, and small equal constants.",
    .run = deduplicateInitializers,
    .help = kHelp,
};

} // namespace sidelight::onnxir::passes
