// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// sidelight-bench-passes NODES: the default FX pipeline over a graph of so many nodes, and CSE, dead code and constant folding alone, which torch.fx has too. A fifth of
// the calls repeats another, a fifth is read by nobody. Prints "name value" lines: seconds, and bytes of memory. A cursor is asked for three times and the quickest counts:
// the first large allocation after the runs above makes the C library sort the million small blocks that they freed, which takes 10 ms once.
#include "core/fx/lint.h"
#include "core/fx/names.h"
#include "core/fx/passes/pipeline.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace {

std::atomic<std::size_t> bytesAllocated = 0; ///< Of C++ objects, as large as the allocator makes them.

} // namespace

// The allocator is the one that users run (mimalloc), which tells no sum.
void* operator new(std::size_t size)
{
    void* memory = std::malloc(size);
    if (!memory)
        std::abort();
    bytesAllocated.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed);
    return memory;
}
void operator delete(void* memory) noexcept
{
    bytesAllocated.fetch_sub(memory ? malloc_usable_size(memory) : 0, std::memory_order_relaxed);
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace sidelight::fx {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double bytesInUse() { return static_cast<double>(bytesAllocated.load()); }

class Maker {
public:
    Maker()
    {
        ir::TensorType type;
        type.dtype = ir::DType::Float32;
        type.sizes = {ir::Dim::constant(8)};
        type.strides = {ir::Dim::constant(1)};
        type_ = ir::Type::of(std::move(type));
        graph_ = &program_.graphs.forWrite(kMainGraph);
    }

    ExportedProgram make(std::size_t nodes)
    {
        GraphSignature signature;
        Node input;
        input.op = Op::Placeholder;
        input.name = input.target = names_.make("x");
        input.val = type_;
        signature.inputs.push_back({InputKind::UserInput, input.name, {}, true, {}});
        Value value = add(std::move(input));
        for (std::size_t i = 0; i < nodes / 5; ++i) {
            const Value once = call("add.Tensor", {value, 1.0});
            const Value again = call("add.Tensor", {value, 1.0});
            const Value product = call("mul.Tensor", {once, again});
            call("sub.Tensor", {product, 2.0});
            value = call("relu.default", {product});
        }
        Node output;
        output.op = Op::Output;
        output.name = output.target = "output";
        output.args = {ArgumentTuple{{Argument(value)}}};
        add(std::move(output));
        signature.outputs.push_back({OutputKind::UserOutput, value, {}});
        program_.signature = std::make_shared<const GraphSignature>(std::move(signature));
        program_.state = std::make_shared<const ExportedProgram::State>();
        return std::move(program_);
    }

private:
    Value call(const char* overload, ArgumentList args)
    {
        Node node;
        node.target = std::string("torch.ops.aten.") + overload;
        node.name = names_.make(std::string(overload).substr(0, std::string(overload).find('.')));
        node.args = std::move(args);
        node.val = type_;
        return add(std::move(node));
    }
    Value add(Node node)
    {
        const NodeId id = program_.newNodeId();
        graph_->insert(id, std::make_shared<const Node>(std::move(node)));
        return {id, 0};
    }

    ExportedProgram program_ = [] {
        ExportedProgram program;
        program.graphs.add(kMainGraph, {});
        return program;
    }();
    ir::Graph<Node>* graph_ = nullptr;
    NameScope names_{program_.graphs[kMainGraph]};
    ir::Type type_;
};

double run(const ExportedProgram& program, const std::vector<PassStep>& steps, bool lints)
{
    ir::RunOptions<ExportedProgram> options;
    if (lints)
        options.lint = lint;
    const auto start = Clock::now();
    const Trace trace = ir::runPasses<ExportedProgram>(program, steps, options);
    const double seconds = secondsSince(start);
    if (trace.records.size() != steps.size())
        std::exit(1);
    return seconds;
}

double cursorSeconds(const Trace& trace, ir::Cursor cursor)
{
    double quickest = 1;
    for (int turn = 0; turn < 3; ++turn) {
        const auto start = Clock::now();
        const ExportedProgram at = trace.at(cursor);
        quickest = std::min(quickest, secondsSince(start));
    }
    return quickest;
}

void measure(std::size_t nodes)
{
    const double empty = bytesInUse();
    const ExportedProgram program = Maker().make(nodes);
    const double graph = bytesInUse() - empty;
    std::printf("nodes %zu\n", program.main().size());
    std::printf("pipeline %.6f\n", run(program, passes::defaultPipeline(), true));
    std::vector<PassStep> common;
    for (const char* id : {"constant-folding", "common-subexpression-elimination", "dead-code-elimination"})
        common.push_back({passes::find(id), {}, true});
    std::printf("common %.6f\n", run(program, common, false));

    ir::RunOptions<ExportedProgram> options;
    options.lint = lint;
    const double before = bytesInUse();
    const Trace trace = ir::runPasses<ExportedProgram>(program, passes::defaultPipeline(), options);
    std::printf("graph-bytes %.0f\ntrace-bytes %.0f\n", graph, bytesInUse() - before);
    std::size_t changes = 0;
    double slowest = 0;
    for (std::size_t record = 0; record < trace.records.size(); ++record) {
        const std::size_t count = trace.records[record].changes.size();
        changes += count;
        constexpr std::size_t kAsked = 40;
        for (std::size_t i = 0; count > 0 && i < kAsked; ++i)
            slowest = std::max(slowest, cursorSeconds(trace, {record, count * i / kAsked}));
        // The farthest from a checkpoint.
        for (std::size_t last = ir::kCheckpointInterval - 1; last < count; last += ir::kCheckpointInterval)
            slowest = std::max(slowest, cursorSeconds(trace, {record, last}));
    }
    std::printf("changes %zu\nslowest-cursor %.6f\n", changes, slowest);
}

} // namespace
} // namespace sidelight::fx

int main(int argc, char** argv)
{
    sidelight::fx::measure(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000);
    return 0;
}
