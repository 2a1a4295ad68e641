// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/names.h"

#include "core/support/text.h"

namespace sidelight::lowering {

std::string NameTable::make(const std::string& base)
{
    if (taken_.insert(base).second)
        return base;
    std::uint64_t& next = next_[base];
    std::string name;
    do {
        name = concat(base, '_', ++next);
    } while (!taken_.insert(name).second);
    return name;
}

} // namespace sidelight::lowering
