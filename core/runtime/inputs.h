// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::runtime {

/// The sample inputs that the file holds, as runProgram takes them. Fails with SL1017 when it holds none, or one that
/// is neither tensor nor number.
Result<std::vector<ir::Tensor>> sampleInputs(const fx::ExportedProgram& program);

/// Inputs out of arrays, one for each tensor among the user inputs, in signature order; numbers come from the sample
/// inputs. A uint16 array holds bfloat16 bits where the program says bfloat16, a real one with a last dimension of 2 a
/// complex tensor. Fails with SL1017 when their count does not fit.
Result<std::vector<ir::Tensor>> inputsFromArrays(const fx::ExportedProgram& program, std::vector<ir::Tensor> arrays);

/// Random inputs at the given sizes, the same for each seed on every machine. Symbols left out take the file's hints.
/// Numbers stay within what the sample inputs show to be legal (an index below a vocabulary, a probability). Fails with
/// SL1017 when a size has no value.
Result<std::vector<ir::Tensor>> makeInputs(
    const fx::ExportedProgram& program, const ir::Dim::Bindings& sizes, std::uint64_t seed);

/// A complex tensor as its parts in a last dimension of 2, as torch.view_as_real: ONNX has no complex operators to speak of. Others as they are.
ir::Tensor viewAsReal(ir::Tensor tensor);

} // namespace sidelight::runtime
