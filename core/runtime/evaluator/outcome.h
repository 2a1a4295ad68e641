// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/descriptor.h"
#include "core/runtime/protocol.h"

#include <variant>
#include <vector>

namespace sidelight::runtime::evaluator {

/// A reply with the memory file that its tensors lie in.
struct Answer
{
    DoneReply reply;
    Descriptor memory;
};

/// What became of a request.
using Outcome = std::variant<Answer, DecomposedReply, FailedReply>;

} // namespace sidelight::runtime::evaluator
