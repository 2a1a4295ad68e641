// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace sidelight::views {
namespace {

using Lines = std::vector<std::string_view>;
using Kind = DiffLine::Kind;

Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// Forward furthest points of Myers' algorithm for each number of edits; none beyond `mostEdits`.
std::optional<std::vector<std::vector<std::int64_t>>> furthestPoints(
    const Lines& a, const Lines& b, std::size_t mostEdits)
{
    const auto n = static_cast<std::int64_t>(a.size());
    const auto m = static_cast<std::int64_t>(b.size());
    std::vector<std::vector<std::int64_t>> history;
    std::vector<std::int64_t> furthest(2, 0);
    for (std::int64_t d = 0; d <= static_cast<std::int64_t>(mostEdits); ++d) {
        std::vector<std::int64_t> next(static_cast<std::size_t>(2 * d + 1), 0);
        const auto previous = [&](std::int64_t k) {
            const std::int64_t at = k + d - 1;
            return at >= 0 && at < static_cast<std::int64_t>(furthest.size()) ? furthest[static_cast<std::size_t>(at)]
                                                                              : -1;
        };
        for (std::int64_t k = -d; k <= d; k += 2) {
            std::int64_t x = 0;
            if (d > 0)
                x = k == -d || (k != d && previous(k - 1) < previous(k + 1)) ? previous(k + 1) : previous(k - 1) + 1;
            while (x < n && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
                ++x;
            next[static_cast<std::size_t>(k + d)] = x;
            if (x >= n && x - k >= m) {
                history.push_back(std::move(next));
                return history;
            }
        }
        history.push_back(next);
        furthest = std::move(next);
    }
    return std::nullopt;
}

/// Edits of the middle, in order.
std::vector<Kind> editsOf(const Lines& a, const Lines& b, std::size_t mostEdits)
{
    std::vector<Kind> edits;
    const auto history = furthestPoints(a, b, mostEdits);
    if (!history) {
        edits.insert(edits.end(), a.size(), Kind::Removed);
        edits.insert(edits.end(), b.size(), Kind::Inserted);
        return edits;
    }
    auto x = static_cast<std::int64_t>(a.size());
    auto y = static_cast<std::int64_t>(b.size());
    for (auto d = static_cast<std::int64_t>(history->size()) - 1; d > 0; --d) {
        const std::vector<std::int64_t>& furthest = (*history)[static_cast<std::size_t>(d - 1)];
        const auto at = [&](std::int64_t k) {
            const std::int64_t i = k + d - 1;
            return i >= 0 && i < static_cast<std::int64_t>(furthest.size()) ? furthest[static_cast<std::size_t>(i)]
                                                                            : -1;
        };
        const std::int64_t k = x - y;
        const bool isInsertion = k == -d || (k != d && at(k - 1) < at(k + 1));
        const std::int64_t fromK = isInsertion ? k + 1 : k - 1;
        const std::int64_t fromX = at(fromK);
        for (const std::int64_t startX = isInsertion ? fromX : fromX + 1; x > startX; --x, --y)
            edits.push_back(Kind::Equal);
        edits.push_back(isInsertion ? Kind::Inserted : Kind::Removed);
        x = fromX;
        y = fromX - fromK;
    }
    edits.insert(edits.end(), static_cast<std::size_t>(x), Kind::Equal);
    std::ranges::reverse(edits);
    return edits;
}

/// Replaces equal runs that are further than `context` from an edit by a gap.
std::vector<DiffLine> withGaps(std::vector<DiffLine> lines, std::size_t context)
{
    std::vector<bool> isNear(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].kind != Kind::Equal)
            for (std::size_t j = i > context ? i - context : 0; j < std::min(lines.size(), i + context + 1); ++j)
                isNear[j] = true;
    std::vector<DiffLine> shown;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isNear[i])
            shown.push_back(std::move(lines[i]));
        else if (!shown.empty() && shown.back().kind == Kind::Gap)
            ++shown.back().count;
        else
            shown.push_back({Kind::Gap, lines[i].before, lines[i].after, 1, {}});
    }
    return shown;
}

} // namespace

std::vector<DiffLine> diffLines(
    std::string_view before, std::string_view after, std::size_t context, std::size_t mostEdits)
{
    const Lines a = linesOf(before);
    const Lines b = linesOf(after);
    std::size_t head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head])
        ++head;
    std::size_t tail = 0;
    while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    const auto middle = [&](const Lines& lines) {
        return Lines(
            lines.begin() + static_cast<std::ptrdiff_t>(head), lines.end() - static_cast<std::ptrdiff_t>(tail));
    };
    std::vector<Kind> edits(head, Kind::Equal);
    const std::vector<Kind> inner = editsOf(middle(a), middle(b), mostEdits);
    edits.insert(edits.end(), inner.begin(), inner.end());
    edits.insert(edits.end(), tail, Kind::Equal);

    std::vector<DiffLine> lines;
    std::size_t x = 0;
    std::size_t y = 0;
    for (const Kind kind : edits) {
        DiffLine line{kind, 0, 0, 0, std::string(kind == Kind::Inserted ? b[y] : a[x])};
        if (kind != Kind::Inserted)
            line.before = ++x;
        if (kind != Kind::Removed)
            line.after = ++y;
        lines.push_back(std::move(line));
    }
    return context == 0 ? lines : withGaps(std::move(lines), context);
}

} // namespace sidelight::views
