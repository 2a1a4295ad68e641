// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// sidelight-evaluator: libtorch and ONNX Runtime behind a socket (descriptor 3). It ends when the other end closes,
// also in the middle of a request. (A parent-death signal would not do: it fires when the *thread* that started us
// ends.)

#include "core/runtime/channel.h"
#include "core/runtime/evaluator/decompose.h"
#include "core/runtime/evaluator/onnx_session.h"
#include "core/runtime/evaluator/torch_evaluate.h"
#include "core/runtime/wire.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace sidelight::runtime {
namespace {

constexpr int kSocket = 3;

struct Options
{
    std::uint64_t memory = 0;
    int threads = 1;
};

template <class T>
bool readOption(std::string_view argument, std::string_view name, T& value)
{
    if (argument.substr(0, name.size()) != name)
        return false;
    argument.remove_prefix(name.size());
    const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), value);
    return error == std::errc{} && end == argument.data() + argument.size();
}

std::optional<Options> readOptions(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i)
        if (!readOption(argv[i], "--memory=", options.memory) && !readOption(argv[i], "--threads=", options.threads))
            return std::nullopt;
    return options.threads >= 1 ? std::optional(options) : std::nullopt;
}

/// Bytes of private writable memory that this process maps now, which is what RLIMIT_DATA counts.
std::uint64_t dataSize()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    std::uint64_t kilobytes = 0;
    while (status >> word)
        if (word == "VmData:" && status >> kilobytes)
            return kilobytes * 1024;
    return 0;
}

/// Allocations over `memory` bytes from here on fail, which libtorch reports as an error of the operator. Should the
/// machine run out of memory all the same, this process is the first that the system takes.
void limitMemory(std::uint64_t memory)
{
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    std::ofstream("/proc/self/oom_score_adj") << 1000;
    if (memory == 0)
        return;
    const rlim_t most = dataSize() + memory;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_DATA, &limit);
}

/// Ends the process when the other end of the socket has closed, whatever the main thread is doing.
void endWithClient()
{
    std::thread([] {
        for (;;) {
            pollfd hangUp{kSocket, POLLRDHUP, 0};
            if (::poll(&hangUp, 1, -1) > 0)
                ::_exit(0);
            if (errno != EINTR)
                ::_exit(1);
        }
    }).detach();
}

/// Keeps what was allocated in sight, so that no optimiser removes it.
void grow()
{
    std::vector<std::vector<char>> pieces;
    for (;;)
        pieces.emplace_back(std::size_t{16} << 20, 'x');
}

/// What the tests of the client ask for.
FailedReply misbehave(std::string_view how)
{
    if (how == "abort") {
        std::cerr << "aborted on request" << std::endl;
        std::abort();
    }
    if (how == "segfault")
        ::raise(SIGSEGV);
    if (how == "exit")
        ::_exit(3);
    while (how == "hang")
        ::pause();
    if (how != "grow")
        return {FailureKind::Protocol, "unknown misbehaviour"};
    try {
        grow();
    } catch (const std::bad_alloc&) {
    }
    return {FailureKind::OutOfMemory, "there is no memory left"};
}

void reply(const evaluator::Outcome& outcome)
{
    if (const auto* answer = std::get_if<evaluator::Answer>(&outcome))
        send(kSocket, MessageKind::Done, encode(answer->reply), {answer->memory.number()}, {});
    else if (const auto* decomposed = std::get_if<DecomposedReply>(&outcome))
        send(kSocket, MessageKind::Decomposed, encode(*decomposed), {}, {});
    else if (const auto* failed = std::get_if<FailedReply>(&outcome))
        send(kSocket, MessageKind::Failed, encode(*failed), {}, {});
}

void tellRunning(NodeId node)
{
    Writer out;
    out.put(node);
    send(kSocket, MessageKind::Running, out.take(), {}, {});
}

evaluator::Outcome answer(const Message& message, const Options& options)
{
    if (message.kind == MessageKind::Run) {
        if (const auto request = decodeRunRequest(message.payload))
            return evaluator::evaluateGraphs(*request, message.descriptors, tellRunning);
    } else if (message.kind == MessageKind::RunOnnx) {
        if (const auto request = decodeOnnxRequest(message.payload))
            return evaluator::runOnnxModel(*request, message.descriptors, options.threads);
    } else if (message.kind == MessageKind::Decompose) {
        if (const auto request = decodeDecomposeRequest(message.payload))
            return evaluator::decompose(*request);
    } else if (message.kind == MessageKind::Misbehave) {
        return misbehave(message.payload);
    }
    return FailedReply{FailureKind::Protocol, "the request cannot be read"};
}

} // namespace

/// The whole program; returns its exit status.
int serve(int argc, char** argv)
{
    const auto options = readOptions(argc, argv);
    if (!options || ::fcntl(kSocket, F_GETFD) < 0) {
        std::cerr << "sidelight-evaluator is started by Sidelight and does nothing on its own.\n";
        return 2;
    }
    ::syscall(SYS_close_range, kSocket + 1, ~0U, 0U);
    endWithClient();
    evaluator::prepareTorch(options->threads);
    limitMemory(options->memory);
    Writer hello;
    hello.put(kProtocolVersion);
    send(kSocket, MessageKind::Hello, hello.take(), {}, {});
    for (;;) {
        Message message;
        if (receive(kSocket, message, {}) != ChannelResult::Ok)
            return 0;
        reply(answer(message, *options));
    }
}

} // namespace sidelight::runtime

#ifdef __SANITIZE_ADDRESS__
/// Crashes and lack of memory are this program's business to report, also under the sanitizer.
extern "C" const char* __asan_default_options() // NOLINT(bugprone-reserved-identifier): the name that the sanitizer asks for.
{
    return "handle_segv=0:handle_abort=0:allocator_may_return_null=1";
}
#endif

int main(int argc, char** argv)
{
    return sidelight::runtime::serve(argc, argv);
}
