// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"
#include "core/support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::io {

/// Where the weights of an exported model go.
enum class Weights : std::uint8_t
{
    Embed,     ///< In the .onnx itself.
    External,  ///< In NAME.onnx.data beside it.
    PerTensor, ///< In a file each, in NAME_initializers/.
    None,      ///< Declared as External would, but not written.
};

/// ONNX external data of one initializer.
struct Placement
{
    std::string location; ///< Relative to the model's folder, with `/`.
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// A stretch of a data file. Contiguous tensors that overlap in one storage share a stretch.
struct Stretch
{
    std::uint64_t offset = 0;
    ir::Tensor tensor;
};

struct DataFile
{
    std::string location;
    std::vector<Stretch> stretches; ///< Ascending by offset.
    std::uint64_t size = 0;
};

/// What goes where. Initializers without a placement stay in the model.
struct WeightPlan
{
    std::map<NodeId, Placement> placements;
    std::vector<DataFile> files;
};

/// Lays out the initializers of all graphs in their order. `stem` is the target's name without `.onnx`. Constants in
/// memory of at most 1 KiB and empty tensors stay in the model, so that shapes can be inferred without the data.
Result<WeightPlan> planWeights(const onnxir::Model& model, Weights weights, std::string_view stem);

/// The plan of Weights::PerTensor names files by it: bytes outside `[A-Za-z0-9._-]` percent-encoded, at most 200 bytes
/// plus a hash; never empty or `.`, and `..` nowhere. Names that differ give names that differ, unless only in case.
std::string fileNameFor(std::string_view tensorName);

} // namespace sidelight::io
