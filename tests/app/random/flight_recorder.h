// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace sidelight::app::testing {

/// Remembers the last actions of a random test and prints them with its seed when the program dies, be it by a signal,
/// by a sanitizer, or because an action takes longer than a minute. There is one at a time.
class FlightRecorder
{
public:
    explicit FlightRecorder(std::uint64_t seed);
    ~FlightRecorder();
    FlightRecorder(const FlightRecorder&) = delete;
    FlightRecorder& operator=(const FlightRecorder&) = delete;

    /// What is about to be done.
    void record(const QString& action);
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Seed and last actions to standard error; may be called from a signal handler.
    void print() const;

private:
    static constexpr std::size_t kKept = 50;
    static constexpr std::size_t kLength = 160;
    void watch(std::stop_token stop) const;

    std::uint64_t seed_;
    std::uint64_t count_ = 0;
    std::array<std::array<char, kLength>, kKept> lines_{};
    std::atomic<std::int64_t> lastSecond_{0};
    std::jthread watchdog_;
};

} // namespace sidelight::app::testing
