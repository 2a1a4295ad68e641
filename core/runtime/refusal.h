// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace sidelight::runtime {

/// Why calls of `target` are never evaluated, or an empty string. Only operators known to be pure or seeded-random are
/// evaluated: those of ATen that touch no file, stream or custom object, Python's operators on sizes, and the
/// higher-order operators that only call subgraphs.
std::string reasonToRefuse(std::string_view target);

/// Fails with SL9002 when the node is never evaluated.
Status checkEvaluable(const fx::Node& node);

} // namespace sidelight::runtime
