// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/file.h"
#include "core/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::io {

/// Where raw_data lies in an .onnx file.
struct RawExtent
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// A serialized ModelProto without the large raw_data of the main graph's initializers, and where those lie.
struct ScannedModel
{
    std::string skeleton;
    std::vector<std::optional<RawExtent>> rawData; ///< By position of the initializer.
};

/// Walks the wire format of an .onnx of any size without reading its weights. Fails with SL1016 where it is no protobuf
/// message.
Result<ScannedModel> scanOnnx(const support::File& file);

} // namespace sidelight::io
