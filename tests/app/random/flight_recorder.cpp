// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/random/flight_recorder.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

// Of the address sanitizer; absent without it.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
// Asked by the sanitizer of undefined behaviour, which otherwise exits without a signal.
extern "C" const char* __ubsan_default_options()
{
    return "abort_on_error=1:print_stacktrace=1";
}

namespace sidelight::app::testing {
namespace {

constexpr std::int64_t kPatience = 60; // Seconds.

/// What a signal handler can reach.
std::atomic<const FlightRecorder*> living = nullptr;

void printLiving()
{
    if (const FlightRecorder* recorder = living.exchange(nullptr))
        recorder->print();
}

extern "C" void dieWith(int signal)
{
    printLiving();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

std::int64_t nowInSeconds()
{
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void put(const char* text)
{
    const auto ignored = ::write(STDERR_FILENO, text, std::strlen(text));
    (void)ignored;
}

} // namespace

FlightRecorder::FlightRecorder(std::uint64_t seed) : seed_(seed), lastSecond_(nowInSeconds())
{
    living = this;
    std::signal(SIGABRT, dieWith);
    if (__sanitizer_set_death_callback != nullptr)
        __sanitizer_set_death_callback(printLiving);
    else
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
            std::signal(signal, dieWith);
    watchdog_ = std::jthread([this](std::stop_token stop) { watch(stop); });
}

FlightRecorder::~FlightRecorder()
{
    living = nullptr;
}

void FlightRecorder::record(const QString& action)
{
    const QByteArray text = action.toUtf8();
    auto& line = lines_[count_ % kKept];
    const auto length = std::min<std::size_t>(static_cast<std::size_t>(text.size()), kLength - 1);
    std::copy_n(text.data(), length, line.begin());
    line[length] = '\0';
    ++count_;
    lastSecond_ = nowInSeconds();
}

void FlightRecorder::print() const
{
    std::array<char, 96> head{};
    std::snprintf(head.data(), head.size(), "\nSIDELIGHT_RANDOM_SEED=%llu, action %llu; the last ones:\n",
        static_cast<unsigned long long>(seed_), static_cast<unsigned long long>(count_));
    put(head.data());
    for (std::uint64_t at = count_ > kKept ? count_ - kKept : 0; at < count_; ++at) {
        put("  ");
        put(lines_[at % kKept].data());
        put("\n");
    }
}

void FlightRecorder::watch(std::stop_token stop) const
{
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        if (nowInSeconds() - lastSecond_ > kPatience) {
            put("the window does nothing any more\n");
            std::abort();
        }
    }
}

} // namespace sidelight::app::testing
