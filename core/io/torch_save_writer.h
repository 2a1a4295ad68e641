// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/torch_save.h"
#include "core/io/zip_writer.h"

namespace sidelight::io {

/// Writes `value` as torch.save does: a zip with a pickle of protocol 2 and the tensors' storages. Tensors
/// without data are of the meta device. Fails with SL4001 for what plain pickles do not have (a dtype, an operator).
Status writeTorchSave(const SavedValue& value, const ByteSink& sink);

/// Appends the bytes of a storage; those of a file in pieces of 1 MiB.
Status streamStorage(const ir::Storage& storage, const ByteSink& sink);

} // namespace sidelight::io
