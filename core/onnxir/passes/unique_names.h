// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/text.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::onnxir::passes {

/// Names that are in use, and new ones beside them (`add`, `add_1`, …) at a constant price each.
class UniqueNames {
public:
    /// Whether `name` was free.
    bool take(const std::string& name) { return taken_.insert(name).second; }
    /// Returns `wanted` when it is free, else `wanted_N` with the next free N, and takes it.
    std::string make(const std::string& wanted)
    {
        if (take(wanted))
            return wanted;
        for (std::uint64_t& next = next_[wanted];;) {
            std::string name = concat(wanted, '_', ++next);
            if (take(name))
                return name;
        }
    }

private:
    std::unordered_set<std::string> taken_; ///< Looked up only.
    std::unordered_map<std::string, std::uint64_t> next_;
};

} // namespace sidelight::onnxir::passes
