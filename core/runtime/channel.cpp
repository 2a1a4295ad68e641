// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Framing on a stream socket: a fixed header, which carries the descriptors, then the payload.

#include "core/runtime/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>

namespace sidelight::runtime {
namespace {

constexpr std::uint32_t kMagic = 0x534c4556; // "SLEV"
constexpr std::uint64_t kMaximumPayload = std::uint64_t{1} << 30;

struct Header
{
    std::uint32_t magic = kMagic;
    std::uint32_t kind = 0;
    std::uint64_t length = 0;
    std::uint64_t descriptors = 0;
};

constexpr std::size_t kControlSize = CMSG_SPACE(sizeof(int) * kMaximumDescriptors);

/// What to do after a system call returned `count` <= 0; Ok means to try again.
ChannelResult afterFailure(ssize_t count, short events, const Wait& wait)
{
    if (count == 0)
        return ChannelResult::Closed;
    if (errno == EINTR)
        return ChannelResult::Ok;
    if (errno == EAGAIN || errno == EWOULDBLOCK)
        return wait && wait(events) ? ChannelResult::Ok : ChannelResult::Interrupted;
    return ChannelResult::Closed;
}

/// Sends with the descriptors on the first byte.
ChannelResult sendBytes(
    int socket, const char* data, std::size_t size, const std::vector<int>& descriptors, const Wait& wait)
{
    alignas(cmsghdr) std::array<char, kControlSize> control{};
    bool attached = descriptors.empty();
    while (size > 0) {
        iovec piece{const_cast<char*>(data), size};
        msghdr message{};
        message.msg_iov = &piece;
        message.msg_iovlen = 1;
        if (!attached) {
            message.msg_control = control.data();
            message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptors.size());
            cmsghdr* header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int) * descriptors.size());
            std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof(int) * descriptors.size());
        }
        const ssize_t count = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (count <= 0) {
            if (const ChannelResult result = afterFailure(count, POLLOUT, wait); result != ChannelResult::Ok)
                return result;
            continue;
        }
        attached = true;
        data += count;
        size -= static_cast<std::size_t>(count);
    }
    return ChannelResult::Ok;
}

void takeDescriptors(msghdr& message, std::vector<Descriptor>& into)
{
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int number = -1;
            std::memcpy(&number, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            into.emplace_back(number);
        }
    }
}

ChannelResult receiveBytes(
    int socket, char* data, std::size_t size, std::vector<Descriptor>& descriptors, const Wait& wait)
{
    alignas(cmsghdr) std::array<char, kControlSize> control{};
    while (size > 0) {
        iovec piece{data, size};
        msghdr message{};
        message.msg_iov = &piece;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const ssize_t count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count <= 0) {
            if (const ChannelResult result = afterFailure(count, POLLIN, wait); result != ChannelResult::Ok)
                return result;
            continue;
        }
        takeDescriptors(message, descriptors);
        data += count;
        size -= static_cast<std::size_t>(count);
    }
    return ChannelResult::Ok;
}

} // namespace

ChannelResult send(
    int socket, MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const Wait& wait)
{
    if (descriptors.size() > kMaximumDescriptors || payload.size() > kMaximumPayload)
        return ChannelResult::Invalid;
    Header header;
    header.kind = static_cast<std::uint32_t>(kind);
    header.length = payload.size();
    header.descriptors = descriptors.size();
    std::array<char, sizeof(Header)> bytes{};
    std::memcpy(bytes.data(), &header, sizeof(Header));
    if (const ChannelResult result = sendBytes(socket, bytes.data(), bytes.size(), descriptors, wait);
        result != ChannelResult::Ok)
        return result;
    return sendBytes(socket, payload.data(), payload.size(), {}, wait);
}

ChannelResult receive(int socket, Message& message, const Wait& wait)
{
    std::array<char, sizeof(Header)> bytes{};
    message.descriptors.clear();
    if (const ChannelResult result = receiveBytes(socket, bytes.data(), bytes.size(), message.descriptors, wait);
        result != ChannelResult::Ok)
        return result;
    Header header;
    std::memcpy(&header, bytes.data(), sizeof(Header));
    if (header.magic != kMagic || header.length > kMaximumPayload)
        return ChannelResult::Invalid;
    message.kind = static_cast<MessageKind>(header.kind);
    message.payload.resize(header.length);
    const ChannelResult result =
        receiveBytes(socket, message.payload.data(), message.payload.size(), message.descriptors, wait);
    if (result == ChannelResult::Ok && message.descriptors.size() != header.descriptors)
        return ChannelResult::Invalid;
    return result;
}

} // namespace sidelight::runtime
