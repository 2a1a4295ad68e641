// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/passes/view_inverse.h"
#include "core/fx/schema.h"

namespace sidelight::fx::passes {

/// An instance normalization that updates running statistics, without the update.
struct InstanceStatistics
{
    NodeId normalized = kNoNode; ///< The result with batch and channels as one dimension.
    NodeId mean = kNoNode;       ///< The new running mean.
    NodeId variance = kNoNode;
};

/// Emits what at::instance_norm does: a batch normalization over one batch of all the instances' channels, and the mean
/// of its statistics over the instances. `call` has use_input_stats and both running statistics.
InstanceStatistics emitInstanceStatistics(Emitter& emitter, const Node& call, const Schema& schema);

} // namespace sidelight::fx::passes
