// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::io::pickle {

using Index = std::uint32_t;

/// One object of a pickle. Children are indices into Pickle::objects, so that shared and self-containing objects need
/// no ownership.
struct Object
{
    enum class Kind : std::uint8_t
    {
        None,
        Bool,
        Int,
        Float,
        Text,
        Bytes,
        List,
        Tuple,
        Dict,
        Set,
        Global,
        Call,
        Persistent
    };
    Kind kind = Kind::None;
    std::int64_t integer = 0; ///< Bool, Int.
    double real = 0;          ///< Float.
    std::string text;         ///< Text, Bytes; the module of a Global.
    std::string name;         ///< The name of a Global.
    std::vector<Index> items; ///< List, Tuple, Set; a Dict's keys and values in turn; a Call's function, then its
                              ///< arguments tuple; a Persistent's id.
};

/// A pickle that was read without executing anything: calls are recorded, not made.
struct Pickle
{
    std::vector<Object> objects;
    Index root = 0;
    [[nodiscard]] const Object& at(Index index) const { return objects[index]; }
};

/// Reads a pickle of protocol 0 to 5. A global outside the whitelist (what torch.save writes for tensors, containers
/// and dtypes), an opcode that is not known, and damaged bytes fail with SL1011. `origin` names the pickle in messages.
Result<Pickle> read(std::string_view bytes, std::string_view origin);

} // namespace sidelight::io::pickle
