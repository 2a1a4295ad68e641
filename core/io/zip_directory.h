// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// One record of a zip's central directory, with the place of its data from the local header.
struct ZipRecord
{
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0; ///< 0 stored, 8 deflated.
    std::uint64_t stored = 0; ///< Bytes in the file.
    std::uint64_t length = 0; ///< Bytes of the content.
    std::uint64_t header = 0; ///< Offset of the local header from the start of the zip.
    std::uint64_t data = 0;   ///< Offset of the data from the start of the zip.
};

/// A zip as a stretch of a file.
struct ZipStretch
{
    const support::File* file = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::string_view name; ///< For messages.
};

/// Reads the central directory (Zip64 too: minizip 1.1, which Debian 12 has, does not) and the local headers. Fails
/// with SL1002 when there is none or it is damaged, and with SL1004 when a record lies outside the zip or disagrees
/// with its header.
Result<std::vector<ZipRecord>> readZipDirectory(const ZipStretch& zip);

} // namespace sidelight::io
