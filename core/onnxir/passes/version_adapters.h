// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/passes/node_conversion.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sidelight::onnxir::passes {

/// Brings a node over the border of one version of its operator. Returns why it cannot, empty when it did. What the schema's table tells (defaults of attributes that
/// are new, numbers of inputs, types) needs no adapter.
using Adapt = std::string (*)(NodeConversion&);

struct VersionAdapter {
    std::string_view opType;
    std::int64_t since; ///< The version that says it otherwise.
    Adapt up;           ///< From the version before to `since`, or null.
    Adapt down;         ///< From `since` to the version before, or, where there is none, to other operators; or null.
};

/// Adapters between versions of one operator.
std::span<const VersionAdapter> versionAdapters();
/// Adapters that write an operator by others.
std::span<const VersionAdapter> expansionAdapters();

const VersionAdapter* findAdapter(std::string_view opType, std::int64_t since);

} // namespace sidelight::onnxir::passes
