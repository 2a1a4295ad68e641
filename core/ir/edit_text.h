// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::ir {

/// One change that somebody made by hand, as a line of text; of a graph of either kind. Names are looked up when it is applied.
///
///     rename %add_3 to total
///     set %add_3 = torch.ops.aten.mul.Tensor(%x, 2)
///     insert %r = torch.ops.aten.relu.default(%x) before %y        (or after %y)
///     erase %dropout
///     bypass %dropout                                              (or bypass %n with %input)
///     replace %x with %r                                           readers of %x that come after %r read %r
///     move %a before %b                                            (or after %b)
///
/// `in true_graph_0: …` in front means a subgraph, by the names of the get_attr nodes that lead to it, with a slash between them.
struct Edit {
    enum class Kind : std::uint8_t { Rename, Set, Insert, Erase, Bypass, Replace, Move };
    Kind kind = Kind::Erase;
    std::string graph{};  ///< Of `in`; empty: the graph that is edited.
    std::string node{};   ///< What is changed, without `%`; Insert: the new node.
    std::string call{};   ///< Set and Insert: what stands right of `=`.
    std::string other{};  ///< Rename: the new name; Bypass and Replace: what is read instead (Bypass: may be empty); Insert and Move: the node beside.
    bool after = false; ///< Insert and Move.
    std::size_t line = 0; ///< Where it stands in its text, from 1.
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// Reads one edit a line; blank lines and `#` comments are passed over. Fails with SL1014 at the line and column where it does not parse.
Result<std::vector<Edit>> parseEdits(std::string_view text);
/// Reads one edit.
Result<Edit> parseEdit(std::string_view line);
/// The line that parseEdit reads back.
std::string formatEdit(const Edit& edit);

/// "erase", "move", …, in the order of Edit::Kind.
std::string_view name(Edit::Kind kind);

} // namespace sidelight::ir
