// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/names.h"

#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sidelight::fx {

namespace {

bool isDigit(char character) { return character >= '0' && character <= '9'; }
bool isLegal(char character)
{
    return isDigit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

/// Splits `relu_12` into `relu` and 12; the number is 0 when there is none.
std::pair<std::string, std::uint64_t> splitSuffix(const std::string& name)
{
    std::size_t start = name.size();
    while (start > 0 && isDigit(name[start - 1]))
        --start;
    std::uint64_t number = 0;
    const bool fits = std::from_chars(name.data() + start, name.data() + name.size(), number).ec == std::errc();
    if (start == name.size() || start == 0 || name[start - 1] != '_' || !fits)
        return {name, 0};
    return {name.substr(0, start - 1), number};
}

} // namespace

NameScope::NameScope(const ir::Graph<Node>& graph)
{
    used_.reserve(graph.size());
    for (const NodeId id : graph.order())
        used_.insert(graph[id].name);
}

std::string NameScope::make(std::string_view base)
{
    std::string candidate(base);
    std::replace_if(candidate.begin(), candidate.end(), [](char character) { return !isLegal(character); }, '_');
    if (candidate.empty())
        candidate = "_unnamed";
    if (isDigit(candidate.front()))
        candidate.insert(candidate.begin(), '_');
    auto [stem, number] = splitSuffix(candidate);
    if (number == 0)
        number = next_[stem];
    while (used_.count(candidate) != 0)
        candidate = concat(stem, '_', ++number);
    next_[stem] = number;
    used_.insert(candidate);
    return candidate;
}

} // namespace sidelight::fx
