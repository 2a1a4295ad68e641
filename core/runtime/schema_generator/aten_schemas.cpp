// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the ATen schema table as C++ source: every overload that libtorch's dispatcher declares in the namespaces that
// an ExportedProgram may call. Runs at build time only.

#include "core/fx/schema.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using sidelight::fx::SchemaTag;

struct Entry
{
    std::string key;
    std::string schema;
    std::uint32_t tags = 0;
};

constexpr std::array<std::pair<at::Tag, SchemaTag>, 9> kTags = {{
    {at::Tag::core, SchemaTag::Core},
    {at::Tag::view_copy, SchemaTag::ViewCopy},
    {at::Tag::nondeterministic_seeded, SchemaTag::NondeterministicSeeded},
    {at::Tag::pointwise, SchemaTag::Pointwise},
    {at::Tag::inplace_view, SchemaTag::InplaceView},
    {at::Tag::data_dependent_output, SchemaTag::DataDependentOutput},
    {at::Tag::dynamic_output_shape, SchemaTag::DynamicOutputShape},
    {at::Tag::reduction, SchemaTag::Reduction},
    {at::Tag::maybe_aliasing_or_mutating, SchemaTag::MaybeAliasing},
}};

bool isWanted(const std::string& space)
{
    return space == "aten" || space == "prims" || space == "prim" || space == "quantized" || space == "_quantized" ||
           space == "quantized_decomposed" || space == "rngprims" || space == "inductor";
}

Entry entryOf(const c10::OperatorHandle& op)
{
    const c10::OperatorName& name = op.operator_name();
    std::string key = name.name;
    key.replace(key.find("::"), 2, ".");
    std::ostringstream schema;
    schema << op.schema();
    Entry entry{key + "." + (name.overload_name.empty() ? "default" : name.overload_name), schema.str(), 0};
    for (const auto& [tag, bit] : kTags)
        if (op.hasTag(tag))
            entry.tags |= static_cast<std::uint32_t>(bit);
    if (op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd))
        entry.tags |= static_cast<std::uint32_t>(SchemaTag::CompositeImplicit);
    if (op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd))
        entry.tags |= static_cast<std::uint32_t>(SchemaTag::CompositeExplicit);
    return entry;
}

std::vector<Entry> collect()
{
    std::vector<Entry> entries;
    auto& dispatcher = c10::Dispatcher::singleton();
    for (const c10::OperatorName& name : dispatcher.getAllOpNames()) {
        const auto space = name.getNamespace();
        const auto op = dispatcher.findSchema(name);
        if (op && space && isWanted(std::string(*space)))
            entries.push_back(entryOf(*op));
    }
    std::sort(
        entries.begin(), entries.end(), [](const Entry& left, const Entry& right) { return left.key < right.key; });
    return entries;
}

std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}

void write(std::ostream& out, const std::vector<Entry>& entries)
{
    out << "// Generated from libtorch's dispatcher; do not edit.\n#include \"core/fx/schema_table/table.h\"\n\n"
           "namespace sidelight::fx::schema_table {\nnamespace {\nconstexpr char kText[] =\n";
    for (const Entry& entry : entries)
        out << quoted(entry.key) << ' ' << quoted(entry.schema) << '\n';
    out << ";\nconstexpr Row kRows[] = {\n";
    std::size_t offset = 0;
    for (const Entry& entry : entries) {
        out << '{' << offset << "u," << entry.key.size() << ',' << entry.schema.size() << ',' << entry.tags << "u},\n";
        offset += entry.key.size() + entry.schema.size();
    }
    out << "};\n} // namespace\n\nstd::span<const Row> rows() { return kRows; }\n"
           "std::string_view text() { return {kText, sizeof(kText) - 1}; }\n} // namespace "
           "sidelight::fx::schema_table\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " OUTPUT.cpp\n";
        return 2;
    }
    const std::vector<Entry> entries = collect();
    if (entries.size() < 1000) {
        std::cerr << "libtorch's dispatcher declares only " << entries.size()
                  << " operators; is this a full libtorch?\n";
        return 1;
    }
    const bool tooLong = std::any_of(
        entries.begin(), entries.end(), [](const Entry& e) { return e.key.size() > 65535 || e.schema.size() > 65535; });
    std::ofstream out(argv[1], std::ios::binary);
    write(out, entries);
    out.close();
    if (!out || tooLong) {
        std::cerr << "cannot write " << argv[1] << '\n';
        return 1;
    }
    return 0;
}
