// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/onnx_scan.h"
#include "core/ir/tensor.h"
#include "core/support/result.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace onnx {
class TensorProto;
} // namespace onnx

namespace sidelight::io {

/// Turns TensorProtos into tensors: bytes in memory, extents of the .onnx, or extents of external data, each file
/// opened once.
class OnnxTensorReader
{
public:
    /// `model` may be null: then there is no external data.
    OnnxTensorReader(std::shared_ptr<const support::File> model, DiagnosticLog& log)
        : model_(std::move(model)), log_(&log)
    {}

    Result<std::shared_ptr<const ir::Tensor>> read(
        const onnx::TensorProto& proto, const std::optional<RawExtent>& raw = {});

private:
    Result<ir::Storage> externalStorage(const onnx::TensorProto& proto, std::uint64_t bytes);
    Result<std::shared_ptr<const support::File>> openData(const std::string& location);

    std::shared_ptr<const support::File> model_;
    DiagnosticLog* log_;
    std::map<std::string, std::shared_ptr<const support::File>> files_; ///< Null: missing, and said so.
    std::map<std::pair<std::string, std::uint64_t>, std::shared_ptr<const ir::Storage>>
        storages_; ///< Of external data, so that aliases share.
};

} // namespace sidelight::io
