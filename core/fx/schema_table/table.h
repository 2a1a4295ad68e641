// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sidelight::fx::schema_table {

/// One row of the generated table: offsets into text().
struct Row
{
    std::uint32_t key; ///< "aten.add.Tensor"; its length follows.
    std::uint16_t keyLength;
    std::uint16_t schemaLength; ///< The schema's text lies behind the key.
    std::uint32_t tags;         ///< fx::SchemaTag bits.
};

/// Rows ascending by key. The definitions are generated at build time from libtorch's dispatcher.
std::span<const Row> rows();
std::string_view text();

} // namespace sidelight::fx::schema_table
