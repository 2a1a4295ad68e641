// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/protocol.h"

namespace sidelight::runtime::evaluator {

/// The exception that is being handled as a reply: libtorch's words without its stack, cut to a sensible length.
FailedReply failureOfException();

} // namespace sidelight::runtime::evaluator
