// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lookup in the generated table: by hash, for which the keys are gone through once (a fifth of a millisecond); passes ask at every node.
// A schema is parsed when somebody first asks for it and published through an atomic pointer, so that readers take no lock.

#include "core/fx/schema.h"

#include "core/fx/schema_table/table.h"
#include "core/support/text.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <unordered_map>
#include <vector>

namespace sidelight::fx {
namespace {

using schema_table::Row;

std::string_view keyOf(const Row& row)
{
    return schema_table::text().substr(row.key, row.keyLength);
}
std::string_view schemaOf(const Row& row)
{
    return schema_table::text().substr(row.key + row.keyLength, row.schemaLength);
}

std::string_view withoutPrefix(std::string_view overload)
{
    constexpr std::string_view kPrefix = "torch.ops.";
    return support::startsWith(overload, kPrefix) ? overload.substr(kPrefix.size()) : overload;
}

/// Parsed schemas by row, each set once; and rows by key, which every pass asks for at every node.
class Memo
{
public:
    Memo() : schemas_(schema_table::rows().size())
    {
        rows_.reserve(schemas_.size());
        for (const Row& row : schema_table::rows())
            rows_.emplace(keyOf(row), &row);
    }
    ~Memo()
    {
        for (std::atomic<const Schema*>& schema : schemas_)
            delete schema.load();
    }
    Memo(const Memo&) = delete;
    Memo& operator=(const Memo&) = delete;

    const Row* find(std::string_view key) const
    {
        const auto found = rows_.find(key);
        return found == rows_.end() ? nullptr : found->second;
    }
    const Schema* get(const Row& row)
    {
        std::atomic<const Schema*>& slot = schemas_[static_cast<std::size_t>(&row - schema_table::rows().data())];
        if (const Schema* known = slot.load(std::memory_order_acquire))
            return known;
        Result<Schema> parsed = parseSchema(schemaOf(row), row.tags);
        assert(parsed.ok()); // a test parses all of them
        if (!parsed.ok())
            return nullptr;
        auto mine = std::make_unique<const Schema>(std::move(*parsed));
        const Schema* expected = nullptr;
        if (slot.compare_exchange_strong(expected, mine.get(), std::memory_order_acq_rel))
            return mine.release();
        return expected;
    }

private:
    std::vector<std::atomic<const Schema*>> schemas_;
    std::unordered_map<std::string_view, const Row*> rows_;
};

Memo& memo()
{
    static Memo instance;
    return instance;
}

/// The part before the overload: "aten.add" of "aten.add.Tensor".
std::string_view operatorOf(std::string_view key)
{
    return key.substr(0, key.rfind('.'));
}

/// Rows of the overloads of `base` ("aten.add").
std::span<const Row> overloadsOf(std::string_view base)
{
    const auto rows = schema_table::rows();
    const std::string prefix = concat(base, ".");
    const auto first = std::lower_bound(
        rows.begin(), rows.end(), prefix, [](const Row& row, const std::string& p) { return keyOf(row) < p; });
    auto last = first;
    while (last != rows.end() && support::startsWith(keyOf(*last), prefix))
        ++last;
    return {first, last};
}

bool haveEqualArguments(const Schema& left, const Schema& right)
{
    return std::equal(left.arguments.begin(), left.arguments.end(), right.arguments.begin(), right.arguments.end(),
        [](const SchemaArgument& a, const SchemaArgument& b) { return a.name == b.name && a.type == b.type; });
}

} // namespace

bool Schema::isMutable() const
{
    return std::any_of(
        arguments.begin(), arguments.end(), [](const SchemaArgument& argument) { return argument.alias.write; });
}

bool Schema::isView() const
{
    return std::any_of(returns.begin(), returns.end(),
        [](const SchemaReturn& result) { return !result.alias.set.empty() && !result.alias.write; });
}

const SchemaArgument* Schema::find(std::string_view argument) const
{
    const auto found =
        std::find_if(arguments.begin(), arguments.end(), [&](const SchemaArgument& a) { return a.name == argument; });
    return found == arguments.end() ? nullptr : &*found;
}

const Schema* findSchema(std::string_view overload)
{
    const Row* row = memo().find(withoutPrefix(overload));
    return row ? memo().get(*row) : nullptr;
}

std::string_view functionalTwin(std::string_view overload)
{
    const Schema* schema = findSchema(overload);
    if (!schema || !schema->isMutable() || schema->name.back() != '_')
        return {};
    const std::string base = schema->name.substr(0, schema->name.size() - 1);
    std::string_view twin;
    for (const Row& row : overloadsOf(base)) {
        const Schema* candidate = memo().get(row);
        if (!candidate || candidate->isMutable() || !haveEqualArguments(*schema, *candidate))
            continue;
        if (twin.empty() || candidate->overload == schema->overload)
            twin = keyOf(row);
    }
    return twin;
}

std::vector<std::string> nearOverloads(std::string_view overload, std::size_t limit)
{
    const std::string_view key = withoutPrefix(overload);
    std::vector<std::string> known;
    for (const std::string_view base : {operatorOf(key), key})
        for (const Row& row : overloadsOf(base))
            if (keyOf(row) != key)
                known.emplace_back(keyOf(row));
    if (known.empty())
        for (const Row& row : schema_table::rows())
            known.emplace_back(keyOf(row));
    return support::nearest(key, known, limit);
}

std::size_t schemaCount()
{
    return schema_table::rows().size();
}

std::string_view schemaKey(std::size_t index)
{
    return keyOf(schema_table::rows()[index]);
}

} // namespace sidelight::fx
