// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <array>
#include <vector>

namespace sidelight::fx {

/// Readers of values that got another type, to derive their types anew all at once.
class RetypedReaders {
public:
    /// `readers` read a value of the type `before` and now read one of `now`.
    void note(const std::vector<NodeId>& readers, const ir::Type& before, const ir::Type& now);
    /// Derives the types of all that were noted, and of what follows; see retype.
    void retype(Rewriter& rewriter, GraphId graph) const;

private:
    struct Group {
        std::vector<NodeId> readers;
        ir::Type before;
        ir::Type now;
    };
    std::array<Group, 2> groups_; ///< Where strides alone differ, and where more does: all that retype asks.
};

} // namespace sidelight::fx
