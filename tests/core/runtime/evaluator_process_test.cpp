// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of requests when the evaluator crashes, hangs, grows or is stopped, and what it leaves behind.

#include "core/runtime/evaluator_client.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace sidelight::runtime::test {
namespace {

using namespace std::chrono_literals;

const fx::Node kNegation = call("aten.neg.default", {input()});

bool works(EvaluatorClient& client)
{
    const auto outputs = client.evaluate(kNegation, {floats({1}, {1})});
    return outputs.ok() && valuesOf<float>(outputs->at(0)) == std::vector<float>{-1};
}

std::size_t openDescriptors()
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

bool hasChildren()
{
    return ::waitpid(-1, nullptr, WNOHANG) >= 0;
}

bool isAlive(int process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string id, name, state;
    return static_cast<bool>(status >> id >> name >> state) && state != "Z";
}

TEST(EvaluatorProcess, StartsAtFirstNeedOnly)
{
    EvaluatorClient client;
    EXPECT_EQ(client.processId(), -1);
    EXPECT_TRUE(works(client));
    EXPECT_GT(client.processId(), 0);
}

TEST(EvaluatorProcess, ServesManyRequestsFromOneProcess)
{
    EvaluatorClient client;
    ASSERT_TRUE(works(client));
    const int first = client.processId();
    ASSERT_TRUE(works(client));
    EXPECT_EQ(client.processId(), first);
}

TEST(EvaluatorProcess, AbortBecomesADiagnosticWithItsLastWords)
{
    EvaluatorClient client;
    const Status status = client.misbehave("abort");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().ruleId, "SL9001");
    EXPECT_NE(status.error().message.find("signal 6"), std::string::npos) << status.error().message;
    EXPECT_NE(status.error().message.find("aborted on request"), std::string::npos) << status.error().message;
    EXPECT_EQ(client.processId(), -1);
    EXPECT_TRUE(works(client)) << "the next request starts a fresh process";
}

TEST(EvaluatorProcess, SegmentationFaultAndExitBecomeDiagnostics)
{
    EvaluatorClient client;
    const Status fault = client.misbehave("segfault");
    ASSERT_FALSE(fault.ok());
    EXPECT_NE(fault.error().message.find("signal 11"), std::string::npos) << fault.error().message;
    const Status exit = client.misbehave("exit");
    ASSERT_FALSE(exit.ok());
    EXPECT_NE(exit.error().message.find("status 3"), std::string::npos) << exit.error().message;
    EXPECT_TRUE(works(client));
}

TEST(EvaluatorProcess, HangIsEndedAtTheTimeLimit)
{
    EvaluatorOptions options;
    options.timeLimit = 1s;
    EvaluatorClient client(options);
    ASSERT_TRUE(works(client));
    const int process = client.processId();
    const auto start = std::chrono::steady_clock::now();
    const Status status = client.misbehave("hang");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().ruleId, "SL9001");
    EXPECT_NE(status.error().message.find("within 1.0 s"), std::string::npos) << status.error().message;
    EXPECT_LT(std::chrono::steady_clock::now() - start, 6s);
    EXPECT_FALSE(isAlive(process));
    EXPECT_TRUE(works(client));
}

TEST(EvaluatorProcess, MemoryLimitIsADiagnosticAndTheProcessLivesOn)
{
    EvaluatorOptions options;
    options.memoryLimit = 256u << 20;
    EvaluatorClient client(options);
    ASSERT_TRUE(works(client));
    [[maybe_unused]] const int process = client.processId();
    const auto outputs = client.evaluate(call("aten.ones.default", {fx::ArgumentList{std::int64_t{1} << 28}}), {});
    ASSERT_FALSE(outputs.ok()) << "1 GiB under a limit of 256 MiB";
    EXPECT_EQ(outputs.error().ruleId, "SL9001");
    EXPECT_NE(outputs.error().message.find("memory limit"), std::string::npos) << outputs.error().message;
    EXPECT_NE(outputs.error().message.find("aten.ones.default"), std::string::npos) << outputs.error().message;
    EXPECT_FALSE(client.misbehave("grow").ok());
    EXPECT_TRUE(works(client));
#ifndef __SANITIZE_ADDRESS__ // Its operator new ends the process where C++'s throws.
    EXPECT_EQ(client.processId(), process);
#endif
}

TEST(EvaluatorProcess, StopTokenKillsTheRunningRequest)
{
    std::stop_source source;
    EvaluatorOptions options;
    options.stop = source.get_token();
    EvaluatorClient client(options);
    ASSERT_TRUE(works(client));
    const int process = client.processId();
    std::jthread stopper([&] {
        std::this_thread::sleep_for(100ms);
        source.request_stop();
    });
    const Status status = client.misbehave("hang");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().ruleId, "SL9003");
    EXPECT_FALSE(isAlive(process));
}

TEST(EvaluatorProcess, StopBeforeTheRequestStartsNothing)
{
    std::stop_source source;
    source.request_stop();
    EvaluatorOptions options;
    options.stop = source.get_token();
    EvaluatorClient client(options);
    const auto outputs = client.evaluate(kNegation, {floats({1}, {1})});
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(outputs.error().ruleId, "SL9003");
    EXPECT_EQ(client.processId(), -1);
}

TEST(EvaluatorProcess, AnIdleOneThatWasKilledIsReplaced)
{
    EvaluatorClient client;
    ASSERT_TRUE(works(client));
    const int process = client.processId();
    ::kill(process, SIGKILL);
    siginfo_t ended{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT),
        0); // ended with all its threads, not yet reaped
    EXPECT_TRUE(works(client));
    EXPECT_NE(client.processId(), process);
}

TEST(EvaluatorProcess, LeavesNoZombieAndNoDescriptor)
{
    const std::size_t before = openDescriptors();
    {
        EvaluatorClient client;
        EXPECT_TRUE(works(client));
        EXPECT_FALSE(client.misbehave("abort").ok());
        EXPECT_TRUE(works(client));
    }
    EXPECT_EQ(openDescriptors(), before);
    EXPECT_FALSE(hasChildren());
}

TEST(EvaluatorProcess, HasNothingOfOursOpen)
{
    const int ours = ::dup(0); // not close-on-exec
    EvaluatorClient client;
    ASSERT_TRUE(works(client));
    std::error_code error;
    const std::filesystem::path there = "/proc/" + std::to_string(client.processId()) + "/fd/" + std::to_string(ours);
    const bool isTheSame = std::filesystem::exists(there, error) &&
                           std::filesystem::read_symlink(there, error) ==
                               std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(ours), error);
    EXPECT_FALSE(isTheSame);
    ::close(ours);
}

TEST(EvaluatorProcess, EndsWhenItsClientIsKilledInTheMiddleOfARequest)
{
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t middle = ::fork();
    if (middle == 0) {
        EvaluatorClient client;
        [[maybe_unused]] const bool worked = works(client);
        const int process = client.processId();
        [[maybe_unused]] const ssize_t written = ::write(pipe[1], &process, sizeof process);
        [[maybe_unused]] const Status never = client.misbehave("hang");
        ::_exit(0);
    }
    int process = -1;
    ASSERT_EQ(::read(pipe[0], &process, sizeof process), static_cast<ssize_t>(sizeof process));
    ASSERT_TRUE(isAlive(process));
    ::kill(middle, SIGKILL);
    ::waitpid(middle, nullptr, 0);
    const auto deadline = std::chrono::steady_clock::now() + 5s;
    while (isAlive(process) && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(5ms); // no signal tells of a grandchild's end
    EXPECT_FALSE(isAlive(process));
    ::close(pipe[0]);
    ::close(pipe[1]);
}

TEST(EvaluatorProcess, OutlivesTheThreadThatStartedIt)
{
    EvaluatorClient client;
    std::thread([&] { EXPECT_TRUE(works(client)); }).join();
    const int process = client.processId();
    EXPECT_TRUE(works(client));
    EXPECT_EQ(client.processId(), process);
}

TEST(EvaluatorProcess, MissingProgramIsADiagnosticThatSaysWhereItLooked)
{
    EvaluatorOptions options;
    options.program = "/nowhere/sidelight-evaluator";
    EvaluatorClient client(options);
    const auto outputs = client.evaluate(kNegation, {floats({1}, {1})});
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(outputs.error().ruleId, "SL9001");
    EXPECT_NE(outputs.error().message.find("/nowhere/sidelight-evaluator"), std::string::npos);
}

TEST(EvaluatorProcess, ProgramThatIsNoEvaluatorIsADiagnostic)
{
    EvaluatorOptions options;
    options.program = "/bin/false";
    EvaluatorClient client(options);
    const auto outputs = client.evaluate(kNegation, {floats({1}, {1})});
    ASSERT_FALSE(outputs.ok());
    EXPECT_NE(outputs.error().message.find("exited with status 1"), std::string::npos) << outputs.error().message;
}

TEST(EvaluatorProcess, RefusesByNameWithoutStarting)
{
    EvaluatorClient client;
    for (const char* target : {"aten.from_file.default", "mylib.custom.default", "aoti_torch.run.default",
             "prims.fft_r2c.default", "higher_order.triton_kernel_wrapper_mutation", "quantized.linear.default"}) {
        const auto outputs = client.evaluate(call(target, {input()}), {floats({1}, {1})});
        ASSERT_FALSE(outputs.ok()) << target;
        EXPECT_EQ(outputs.error().ruleId, "SL9002") << target;
        EXPECT_NE(outputs.error().message.find(target), std::string::npos) << outputs.error().message;
    }
    const auto object = client.evaluate(call("aten.neg.default", {fx::CustomObject{"obj", "Foo"}}), {});
    ASSERT_FALSE(object.ok());
    EXPECT_EQ(object.error().ruleId, "SL9002");
    EXPECT_EQ(client.processId(), -1);
}

} // namespace
} // namespace sidelight::runtime::test
