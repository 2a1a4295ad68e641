// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::runtime {

/// Appends values in their little-endian bytes. Both ends run on one machine.
class Writer
{
public:
    template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void put(T value)
    {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put(std::string_view text)
    {
        put(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    void put(const std::vector<std::int64_t>& values)
    {
        put(static_cast<std::uint64_t>(values.size()));
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int64_t));
    }
    void put(const fx::Argument& argument);
    void put(const fx::Node& node);

    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Reads what a Writer wrote. After anything that does not fit, ok() is false and all reads give empty values.
class Reader
{
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool ok() const { return ok_; }
    /// Whether everything was read, and rightly.
    [[nodiscard]] bool finished() const { return ok_ && at_ == bytes_.size(); }

    template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) T get()
    {
        T value{};
        if (const std::string_view raw = takeBytes(sizeof(T)); raw.size() == sizeof(T))
            std::memcpy(&value, raw.data(), sizeof(T));
        return value;
    }
    std::string string() { return std::string(takeBytes(get<std::uint64_t>())); }
    std::vector<std::int64_t> integers();
    /// A count of things of at least `size` bytes each; 0 when so many cannot follow.
    std::size_t count(std::size_t size = 1);
    fx::Argument argument() { return argument(0); }
    fx::Node node();

private:
    fx::Argument argument(int depth);
    fx::ArgumentList list(int depth);
    std::string_view takeBytes(std::uint64_t size);

    std::string_view bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

} // namespace sidelight::runtime
