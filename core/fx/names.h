// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/node.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::fx {

/// The names of one graph, to make new ones as torch.fx's _Namespace does (`relu`, `relu_1`, …) at a constant price each.
class NameScope {
public:
    explicit NameScope(const ir::Graph<Node>& graph);

    /// Returns `base`, or `base_N` with the first free N, and takes it.
    std::string make(std::string_view base);

private:
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, std::uint64_t> next_;
};

} // namespace sidelight::fx
