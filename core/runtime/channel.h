// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/descriptor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::runtime {

/// Words of the conversation between Sidelight and sidelight-evaluator.
enum class MessageKind : std::uint32_t
{
    Hello = 1, ///< Evaluator: ready; its protocol version follows.
    Run,       ///< Client: evaluate graphs.
    RunOnnx,   ///< Client: run a model in ONNX Runtime.
    Misbehave, ///< Client, in tests: crash, hang or grow.
    Running,   ///< Evaluator: this node is about to run.
    Done,      ///< Evaluator: the reply.
    Failed,    ///< Evaluator: why there is no reply.
    Decompose, ///< Client: take a call apart.
    Decomposed, ///< Evaluator: the calls that it is made of.
};

struct Message
{
    MessageKind kind = MessageKind::Hello;
    std::string payload;
    std::vector<Descriptor> descriptors; ///< As received.
};

enum class ChannelResult : std::uint8_t
{
    Ok,
    Closed,
    Interrupted,
    Invalid
};

/// Asked when the socket is not ready for `events` (of poll(2)): waits until it is and returns true, or returns false
/// to give up.
using Wait = std::function<bool(short events)>;

/// Sends one message with at most kMaximumDescriptors borrowed descriptors. Never raises SIGPIPE.
ChannelResult send(
    int socket, MessageKind kind, std::string_view payload, const std::vector<int>& descriptors, const Wait& wait);
/// Receives one message.
ChannelResult receive(int socket, Message& message, const Wait& wait);

constexpr std::size_t kMaximumDescriptors = 64;

} // namespace sidelight::runtime
