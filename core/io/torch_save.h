// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/io/archive.h"
#include "core/ir/tensor.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::io {

/// A value that torch.save wrote: containers, scalars and tensors. Tensors stay where they are in the file; those of
/// one storage share it.
struct SavedValue
{
    enum class Kind : std::uint8_t
    {
        Scalar,
        Tensor,
        List,
        Tuple,
        Dict
    };
    Kind kind = Kind::Scalar;
    fx::Argument scalar; ///< None, bool, integer, float, complex, text, dtype, device.
    std::shared_ptr<const ir::Tensor> tensor;
    std::vector<SavedValue> items; ///< Of a list, a tuple, or a dict's values.
    std::vector<SavedValue> keys;  ///< Of a dict.
};

/// Reads what torch.save wrote into `entry` of `archive` (a zip in the zip) without executing anything. A class outside
/// the whitelist fails with SL1011.
Result<SavedValue> readTorchSave(const Archive& archive, const ArchiveEntry& entry);

/// A tensor leaf with its path of dict keys, when `value` is a dict of tensors as state_dict() gives; others are left
/// out.
std::vector<std::pair<std::string, std::shared_ptr<const ir::Tensor>>> tensorsByName(const SavedValue& value);

} // namespace sidelight::io
