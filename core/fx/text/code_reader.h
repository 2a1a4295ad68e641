// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/text/argument_text.h"
#include "core/fx/text/scanner.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::fx::text {

/// What an expression is: a value or literal, or a call or attribute that no node holds yet.
struct Term {
    Argument value;
    std::optional<Node> node;
};

/// Adds a node and gives its value; it has no name yet. Empty where calls may not stand in each other.
using Emit = std::function<Value(Node)>;

/// Reads a Python expression of the kinds that torch.fx prints and people write: literals, names, calls, attributes of self, methods, items, operators.
class CodeReader {
public:
    CodeReader(Scanner& scanner, const NodeNamed& nodeNamed, Emit emit = {}) : scanner_(scanner), nodeNamed_(nodeNamed), emit_(std::move(emit)) {}

    /// An expression; `a, b` without parentheses is a tuple.
    Term expressions();
    Term expression() { return binary(0); }
    Argument argument() { return settle(expression()); }
    /// The rest of a call of `target`: its arguments in parentheses.
    Term call(std::string target);

private:
    Term binary(int level);
    Term unary();
    Term power();
    Term postfix();
    Term primary();
    Argument printedObject();
    Term parenthesized();
    Term named();
    Term selfPath();
    Term getattrPath();
    Term method(Term self);
    Term item(Term of);
    Argument dict();
    Argument device();
    std::optional<Term> symbolic(const std::string& name, std::size_t start);
    void arguments(Node& node);
    std::vector<Argument> items(char end, bool* comma = nullptr);
    Argument settle(Term term);
    Term operation(std::string_view target, Term left, Term right, std::string_view symbol);

    Scanner& scanner_;
    const NodeNamed& nodeNamed_;
    Emit emit_;
};

/// An argument in which no call stands.
Argument readCodeArgument(Scanner& scanner, const NodeNamed& nodeNamed);

} // namespace sidelight::fx::text
