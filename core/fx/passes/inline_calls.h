// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/program.h"

#include <span>
#include <string_view>

namespace sidelight::fx::passes {

/// Puts the body of each call of `wrappers` ("higher_order.invoke_subgraph") in the call's place, those inside bodies too, with the casts that an autocast region
/// makes. Bodies that no node names any more are removed. Fails with FXE0010 for a call without a body, or whose result is read as a whole.
Status inlineCalls(PassContext& context, std::span<const std::string_view> wrappers);

} // namespace sidelight::fx::passes
