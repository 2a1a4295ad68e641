// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/archive.h"
#include "tests/core/io/zip_builder.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

/// Takes a .pt2 apart and puts it together again, with faults.
namespace sidelight::testing {

using Pt2Entries = std::map<std::string, std::string>;

inline std::string pt2Fixture(const std::string& name)
{
    return std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/pt2/" + name + ".pt2";
}

/// Names and contents of a fixture's entries.
inline Pt2Entries entriesOf(const std::string& fixture)
{
    Pt2Entries entries;
    const auto file = support::File::open(pt2Fixture(fixture));
    const auto archive = io::Archive::open(*file);
    for (const io::ArchiveEntry& entry : archive->entries())
        entries[entry.name] = *archive->read(entry);
    return entries;
}

inline std::string packed(const Pt2Entries& entries)
{
    ZipBuilder zip;
    for (const auto& [name, content] : entries)
        zip.add(name, content);
    return zip.build();
}

/// What a model may be called that wants to be markup, an order to the terminal and text that runs backwards.
inline constexpr std::string_view kHostileName = "<img src=file:///x>\"\x1b[31m\u202e";

/// mlp.pt2 whose node relu, and whatever is named in `more`, has the hostile name; the others with their own behind it.
inline std::string hostilePt2(std::initializer_list<std::string_view> more = {})
{
    Pt2Entries entries = entriesOf("mlp");
    std::string& program = entries["mlp/models/model.json"];
    const auto rename = [&](std::string_view name, std::string_view suffix) {
        const std::string from = '"' + std::string(name) + '"';
        const std::string to = R"("<img src=file:///x>\"\u001b[31m\u202e)" + std::string(suffix) + '"';
        for (std::size_t at = 0; (at = program.find(from, at)) != std::string::npos; at += to.size())
            program.replace(at, from.size(), to);
    };
    rename("relu", "");
    for (const std::string_view name : more)
        rename(name, name);
    return packed(entries);
}

} // namespace sidelight::testing
