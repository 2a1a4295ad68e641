// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::session {

/// A change of a document's traces: `change` counts from 1, so it is also how many changes are done once it is.
struct ChangePlace {
    bool isOnnx = false;
    std::size_t record = 0;
    std::size_t change = 0;
    friend auto operator<=>(const ChangePlace&, const ChangePlace&) = default;
};

/// When to stop among changes. `pass:ID`, `node:NAME`, `op:TARGET`, `module:PATH`, `rule:ID` (a finding of the pass at the node), `kind:insert|erase|update|move|…`
/// and `code:FILE` each ask for one thing, a word without a field for any of them; text is looked for anywhere in it, in any case, but for pass, rule and kind, which
/// are named whole, and for nodes named as `%add_3`. Words are joined by `and` (or nothing), `or`, `not` and parentheses.
class Breakpoint {
public:
    /// Fails with SL9004 for text that is no expression, saying where.
    static Result<Breakpoint> parse(std::string_view text);

    /// The nearest change after `from` (before it, when `isBackward`) that the expression holds for; nothing when there is none. `from` {false, 0, 0} is the beginning.
    [[nodiscard]] std::optional<ChangePlace> next(const Document& document, const ChangePlace& from, bool isBackward = false) const;
    [[nodiscard]] const std::string& text() const { return text_; }

    struct Node;

private:
    std::string text_;
    std::shared_ptr<const Node> root_;
};

} // namespace sidelight::session
