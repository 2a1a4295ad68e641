// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::lowering {

/// The names of one scope, each taken once: `base`, then `base_1`, `base_2`, …
class NameTable {
public:
    std::string make(const std::string& base);
    [[nodiscard]] bool isTaken(const std::string& name) const { return taken_.count(name) != 0; }

private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::uint64_t> next_;
};

} // namespace sidelight::lowering
