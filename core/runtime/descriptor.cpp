// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/descriptor.h"

#include <algorithm>
#include <cerrno>

#include <sys/mman.h>
#include <unistd.h>

namespace sidelight::runtime {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30;

} // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other) {
        close();
        number_ = std::exchange(other.number_, -1);
    }
    return *this;
}

void Descriptor::close()
{
    if (number_ >= 0)
        ::close(std::exchange(number_, -1));
}

Descriptor makeMemoryFile(const char* name)
{
    return Descriptor(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
}

bool writeAll(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(descriptor, bytes.data(), std::min(bytes.size(), kPiece), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return true;
}

bool readAll(int descriptor, std::uint64_t offset, std::span<std::byte> into)
{
    while (!into.empty()) {
        const ssize_t count =
            ::pread(descriptor, into.data(), std::min(into.size(), kPiece), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        into = into.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return true;
}

} // namespace sidelight::runtime
