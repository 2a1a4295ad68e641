// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/node.h"
#include "core/fx/python_names.h"

#include <string>
#include <string_view>

namespace sidelight::fx {

/// The names of one graph, to make new ones as torch.fx makes them (`relu`, `relu_1`, …) at a constant price each.
class NameScope {
public:
    explicit NameScope(const ir::Graph<Node>& graph);

    /// Returns `base`, or `base_N` with the first free N, and takes it.
    std::string make(std::string_view base) { return names_.create(std::string(base)); }

private:
    Namespace names_;
};

} // namespace sidelight::fx
