// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator_client.h"

#include "core/runtime/channel.h"
#include "core/runtime/child_process.h"
#include "core/runtime/refusal.h"
#include "core/runtime/wire.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <functional>
#include <mutex>
#include <optional>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace sidelight::runtime {
namespace {

using Clock = std::chrono::steady_clock;
using FindNode = std::function<const fx::Node*(NodeId)>;
using Read = std::function<bool(const Message&)>;

constexpr std::chrono::seconds kStartLimit{60};

/// Waits for the socket, the stop token or the end of time, whichever is first.
class Waiter
{
public:
    Waiter(int socket, Clock::time_point deadline, const std::stop_token& stop)
        : socket_(socket), deadline_(deadline), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
          onStop_(stop, Signal{event_.number()})
    {}
    bool operator()(short events)
    {
        for (;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
            if (left <= 0)
                return false;
            pollfd ready[2] = {{socket_, events, 0}, {event_.number(), POLLIN, 0}};
            const int count = ::poll(ready, 2, static_cast<int>(std::min<std::int64_t>(left, 1'000'000)));
            if (count < 0 && errno != EINTR)
                return false;
            if (count > 0 && ready[1].revents != 0) {
                stopped_ = true;
                return false;
            }
            if (count > 0)
                return true;
        }
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// For a peer that never lets us wait: whether the time is over or a stop was asked for.
    bool isOver()
    {
        pollfd stop{event_.number(), POLLIN, 0};
        stopped_ = stopped_ || ::poll(&stop, 1, 0) > 0;
        return stopped_ || Clock::now() >= deadline_;
    }
    void setDeadline(Clock::time_point deadline) { deadline_ = deadline; }

private:
    struct Signal
    {
        int event;
        void operator()() const
        {
            const std::uint64_t one = 1;
            [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
        }
    };
    int socket_;
    Clock::time_point deadline_;
    Descriptor event_;
    std::stop_callback<Signal> onStop_;
    bool stopped_ = false;
};

Diagnostic failed(std::string message, const fx::Node* node)
{
    std::vector<support::Location> locations;
    if (node) {
        message = concat(message, " (running %", node->name, ", ", node->target, ")");
        locations.push_back(fx::locationOf(*node));
    }
    return support::diagnose(rules::kEvaluatorFailed, std::move(message), std::move(locations));
}

Diagnostic failed(const FailedReply& reply, const fx::Node* node)
{
    if (reply.kind != FailureKind::Refused)
        return failed(reply.kind == FailureKind::OutOfMemory
                          ? concat("the evaluator reached its memory limit: ", reply.message)
                          : reply.message,
            node);
    Diagnostic diagnostic = failed(reply.message, node);
    diagnostic.ruleId = rules::kEvaluatorRefused.id;
    diagnostic.ruleName = rules::kEvaluatorRefused.name;
    return diagnostic;
}

std::string seconds(std::chrono::milliseconds time)
{
    return support::pythonFloat(static_cast<double>(time.count()) / 1000);
}

/// Whether the other end is gone, as after the system took an idle evaluator's memory.
bool isHungUp(int socket)
{
    pollfd ready{socket, 0, 0};
    return ::poll(&ready, 1, 0) > 0;
}

std::uint64_t defaultMemoryLimit()
{
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long size = ::sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) / 4 * 3 * static_cast<std::uint64_t>(size) : 0;
}

/// Tensors of one group; None is a tensor of DType::Undefined. Nothing when an index is out of the table.
std::optional<std::vector<ir::Tensor>> tensorsOf(const NodeTensors& group, const std::vector<ir::Tensor>& all)
{
    std::vector<ir::Tensor> tensors;
    for (const std::uint32_t index : group.tensors) {
        if (index != kNoTensor && index >= all.size())
            return std::nullopt;
        tensors.push_back(index == kNoTensor ? ir::Tensor{} : all[index]);
    }
    return tensors;
}

struct Reply
{
    std::vector<NodeTensors> groups;
    std::vector<ir::Tensor> tensors;
};

} // namespace

struct EvaluatorClient::State
{
    explicit State(EvaluatorOptions given) : options(std::move(given)) {}

    EvaluatorOptions options;
    std::mutex mutex;
    std::optional<ChildProcess> child;
    std::atomic<int> process{-1}; ///< Id of the child, to be read while a request runs.

    void drop();

    Status start(std::optional<Waiter>& waiter);
    /// Sends a request and hands the answer to `read`, which tells whether it made sense.
    Status converse(MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const FindNode& find,
        const Read& read);
    Result<Reply> exchange(
        MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const FindNode& find);
    Diagnostic lost(ChannelResult result, const Waiter& waiter, const fx::Node* node);
};

void EvaluatorClient::State::drop()
{
    process = -1;
    child.reset();
}

/// Says why the conversation ended, and makes sure that the child is gone.
Diagnostic EvaluatorClient::State::lost(ChannelResult result, const Waiter& waiter, const fx::Node* node)
{
    if (result == ChannelResult::Interrupted) {
        drop();
        if (waiter.stopped())
            return support::diagnose(rules::kCancelled, "the evaluation was cancelled");
        return failed(
            concat("the evaluator did not finish within ", seconds(options.timeLimit), " s and was ended"), node);
    }
    std::string how = "answered with nonsense and was ended";
    if (result == ChannelResult::Closed) {
        how = child->describeEnd();
        if (const std::string words = child->lastWords(); !words.empty())
            how = concat(how, "; its last words: ", words);
    }
    drop();
    return failed(concat("the evaluator ", how), node);
}

Status EvaluatorClient::State::start(std::optional<Waiter>& waiter)
{
    if (child && isHungUp(child->socket()))
        drop();
    const bool isFresh = !child;
    if (isFresh) {
        Result<std::filesystem::path> program = findEvaluator(options.program);
        if (!program.ok())
            return program.error();
        const std::uint64_t memory = options.memoryLimit != 0 ? options.memoryLimit : defaultMemoryLimit();
        Result<ChildProcess> started =
            ChildProcess::start(*program, {concat("--memory=", memory), concat("--threads=", options.threads)});
        if (!started.ok())
            return started.error();
        child.emplace(std::move(*started));
        process = child->id();
    }
    // Loading libtorch takes its time on a busy machine, which is not the request's.
    const auto limit =
        isFresh ? std::max<std::chrono::milliseconds>(options.timeLimit, kStartLimit) : options.timeLimit;
    waiter.emplace(child->socket(), Clock::now() + limit, options.stop);
    if (!isFresh)
        return {};
    Message hello;
    const ChannelResult result = receive(child->socket(), hello, std::ref(*waiter));
    if (result != ChannelResult::Ok)
        return lost(result, *waiter, nullptr);
    Reader in(hello.payload);
    if (hello.kind != MessageKind::Hello || in.get<std::uint32_t>() != kProtocolVersion) {
        drop();
        return failed("sidelight-evaluator is of another version; build both from one source", nullptr);
    }
    waiter->setDeadline(Clock::now() + options.timeLimit);
    return {};
}

Status EvaluatorClient::State::converse(
    MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const FindNode& find, const Read& read)
{
    if (options.stop.stop_requested())
        return support::diagnose(rules::kCancelled, "the evaluation was cancelled");
    std::optional<Waiter> waiter;
    if (Status status = start(waiter); !status.ok())
        return status;
    const fx::Node* running = nullptr;
    ChannelResult result = send(child->socket(), kind, payload, descriptors, std::ref(*waiter));
    while (result == ChannelResult::Ok) {
        Message message;
        result = waiter->isOver() ? ChannelResult::Interrupted : receive(child->socket(), message, std::ref(*waiter));
        if (result != ChannelResult::Ok)
            break;
        if (message.kind == MessageKind::Running) {
            running = find ? find(Reader(message.payload).get<NodeId>()) : nullptr;
            continue;
        }
        if (message.kind == MessageKind::Failed) {
            if (const auto reply = decodeFailedReply(message.payload))
                return failed(*reply, running);
        } else if (read(message)) {
            return {};
        }
        result = ChannelResult::Invalid;
    }
    return lost(result, *waiter, running);
}

Result<Reply> EvaluatorClient::State::exchange(
    MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const FindNode& find)
{
    Reply answer;
    const Status status = converse(kind, payload, descriptors, find, [&](const Message& message) {
        auto reply = message.kind == MessageKind::Done ? decodeDoneReply(message.payload) : std::nullopt;
        auto tensors = reply ? unpackTensors(reply->tensors, message.descriptors) : std::nullopt;
        if (tensors)
            answer = {std::move(reply->groups), std::move(*tensors)};
        return tensors.has_value();
    });
    return status.ok() ? Result<Reply>(std::move(answer)) : Result<Reply>(status.error());
}

EvaluatorClient::EvaluatorClient(EvaluatorOptions options) : state_(std::make_unique<State>(std::move(options))) {}

EvaluatorClient::~EvaluatorClient() = default;

Result<std::vector<ir::Tensor>> EvaluatorClient::evaluate(const fx::Node& node, const std::vector<ir::Tensor>& inputs)
{
    Result<PackedRequest> packed = packNode(node, inputs);
    if (!packed.ok())
        return packed.error();
    const std::scoped_lock lock(state_->mutex);
    Result<Reply> reply = state_->exchange(
        MessageKind::Run, encode(packed->request), packed->packer.descriptors(), [&](NodeId) { return &node; });
    if (!reply.ok())
        return reply.error();
    if (Status status = packed->packer.checkUnchanged(); !status.ok())
        return status.error();
    auto tensors = reply->groups.empty() ? std::nullopt : tensorsOf(reply->groups.front(), reply->tensors);
    if (!tensors)
        return failed("the evaluator answered with nonsense", &node);
    return std::move(*tensors);
}

namespace {

/// The calls with their types as constants; nothing when they do not fit together.
std::optional<fx::Decomposition> decompositionOf(DecomposedReply reply)
{
    fx::Decomposition made;
    for (std::size_t i = 0; i < reply.calls.size(); ++i) {
        fx::Decomposition::Call call{reply.calls[i].id, std::move(reply.calls[i].node)};
        std::vector<ir::Type> outputs;
        for (const TensorRef& type : reply.types[i]) {
            ir::TensorType tensor;
            tensor.dtype = type.dtype;
            for (const std::int64_t size : type.sizes)
                tensor.sizes.push_back(ir::Dim::constant(size));
            for (const std::int64_t stride : type.strides)
                tensor.strides.push_back(ir::Dim::constant(stride));
            outputs.push_back(ir::Type::of(std::move(tensor)));
        }
        const bool isList = call.node.val.kind == ir::Type::Kind::List;
        if (!isList && outputs.size() != 1)
            return std::nullopt;
        call.node.val = isList ? ir::Type::list(std::move(outputs)) : outputs.front();
        made.calls.push_back(std::move(call));
    }
    made.results = std::move(reply.results);
    return made;
}

std::vector<std::int64_t> constantsOf(const std::vector<ir::Dim>& sizes)
{
    std::vector<std::int64_t> numbers;
    for (const ir::Dim& size : sizes)
        numbers.push_back(size.asConstant().value_or(-1));
    return numbers;
}

} // namespace

Result<fx::Decomposition> EvaluatorClient::decompose(
    const fx::Node& node, const std::vector<ir::TensorType>& inputs, const std::vector<std::string>& kept)
{
    if (const Status status = checkEvaluable(node); !status.ok())
        return status.error();
    DecomposeRequest request{node, {}, {}, kept};
    fx::visitInputs(node, [&](const Value& value, std::uint32_t) { request.inputs.push_back(value.node); });
    for (const ir::TensorType& type : inputs)
        request.types.push_back({type.dtype, constantsOf(type.sizes), constantsOf(type.strides), 0, 0});
    if (request.types.size() != request.inputs.size())
        return failed("a call is taken apart without the types of its inputs", &node);
    std::optional<fx::Decomposition> made;
    const std::scoped_lock lock(state_->mutex);
    const Status status = state_->converse(MessageKind::Decompose, encode(request), {}, {}, [&](const Message& message) {
        auto reply = message.kind == MessageKind::Decomposed ? decodeDecomposedReply(message.payload) : std::nullopt;
        made = reply ? decompositionOf(std::move(*reply)) : std::nullopt;
        return made.has_value();
    });
    return status.ok() ? Result<fx::Decomposition>(std::move(*made)) : Result<fx::Decomposition>(status.error());
}

Result<RunResult> EvaluatorClient::runProgram(
    const fx::ExportedProgram& program, const std::vector<ir::Tensor>& inputs, const RunOptions& options)
{
    Result<PackedRequest> packed = packProgram(program, inputs, options);
    if (!packed.ok())
        return packed.error();
    const FindNode find = [&](NodeId id) -> const fx::Node* {
        if (options.onRunning)
            options.onRunning(id);
        const auto graph = program.graphs.graphOf(id);
        return graph ? program.graphs[*graph].find(id) : nullptr;
    };
    const std::scoped_lock lock(state_->mutex);
    Result<Reply> reply =
        state_->exchange(MessageKind::Run, encode(packed->request), packed->packer.descriptors(), find);
    if (!reply.ok())
        return reply.error();
    if (Status status = packed->packer.checkUnchanged(); !status.ok())
        return status.error();
    RunResult run;
    for (std::size_t i = 0; i < reply->groups.size(); ++i) {
        auto tensors = tensorsOf(reply->groups[i], reply->tensors);
        if (!tensors)
            return failed("the evaluator answered with nonsense", nullptr);
        if (i == 0)
            run.outputs = std::move(*tensors);
        else if (i == 1)
            run.readBack = std::move(*tensors);
        else
            run.intermediates.emplace(reply->groups[i].node, std::move(*tensors));
        if (i > 1)
            run.strides.emplace(reply->groups[i].node, std::move(reply->groups[i].strides));
    }
    return run;
}

Result<std::vector<NamedTensor>> EvaluatorClient::runOnnx(
    const std::filesystem::path& model, const std::vector<NamedTensor>& inputs, bool optimize)
{
    OnnxRequest request;
    request.optimize = optimize;
    std::error_code ignored;
    request.path = std::filesystem::absolute(model, ignored).string();
    TensorPacker packer;
    for (const auto& [name, tensor] : inputs) {
        Result<std::uint32_t> index = packer.add(tensor, name);
        if (!index.ok())
            return index.error();
        request.inputs.emplace_back(name, *index);
    }
    request.tensors = packer.table();
    const std::scoped_lock lock(state_->mutex);
    Result<Reply> reply = state_->exchange(MessageKind::RunOnnx, encode(request), packer.descriptors(), {});
    if (!reply.ok()) {
        Diagnostic diagnostic = reply.error();
        if (diagnostic.ruleId == rules::kEvaluatorFailed.id && state_->child) {
            diagnostic.ruleId = rules::kRuntimeFailed.id;
            diagnostic.ruleName = rules::kRuntimeFailed.name;
        }
        diagnostic.message = concat(model.string(), ": ", diagnostic.message);
        diagnostic.locations.push_back({model.string(), "file", model.string(), 0, {}, {}});
        return diagnostic;
    }
    std::vector<NamedTensor> outputs;
    for (const NodeTensors& group : reply->groups) {
        auto tensors = tensorsOf(group, reply->tensors);
        if (!tensors || tensors->size() != 1)
            return failed("the evaluator answered with nonsense", nullptr);
        outputs.emplace_back(group.name, std::move(tensors->front()));
    }
    return outputs;
}

int EvaluatorClient::processId() const
{
    return state_->process;
}

Status EvaluatorClient::misbehave(std::string_view how)
{
    const std::scoped_lock lock(state_->mutex);
    const Result<Reply> reply = state_->exchange(MessageKind::Misbehave, how, {}, {});
    return reply.ok() ? Status() : Status(reply.error());
}

} // namespace sidelight::runtime
