// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace sidelight::fx {

/// torch.fx.graph._Namespace: makes the names that Python makes, which shadow no builtin and no keyword.
class Namespace
{
public:
    std::string create(std::string candidate);

private:
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, std::int64_t> baseCount_;
};

/// Graph._target_to_str: what a node without a name of its own is named after ("add_tensor" for
/// "torch.ops.aten.add.Tensor").
std::string targetToName(std::string_view target);

/// Python's keyword.iskeyword.
bool isKeyword(std::string_view name);

} // namespace sidelight::fx
