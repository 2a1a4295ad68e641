// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sidelight::runtime {

/// Owns a file descriptor; every one of ours is close-on-exec.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool isOpen() const { return number_ >= 0; }
    void close();

private:
    int number_ = -1;
};

/// A nameless file in memory, or a closed descriptor when the system has none to give.
Descriptor makeMemoryFile(const char* name);
/// Appends all bytes at `offset`; false when the system refuses.
bool writeAll(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes);
/// Fills `into` from `offset`; false on a short read.
bool readAll(int descriptor, std::uint64_t offset, std::span<std::byte> into);

} // namespace sidelight::runtime
