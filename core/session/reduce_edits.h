// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <map>
#include <vector>

namespace sidelight::session {

/// What calls gave at the sample inputs.
using CallValues = std::map<NodeId, std::vector<ir::Tensor>>;

/// Calls of the main graph, in order.
std::vector<NodeId> callsOf(const fx::ExportedProgram& program);

// Edits of a program that give another one, without what nobody reads any more: pure calls, inputs with their state and samples, subgraphs.

/// The program without its calls from the `count`-th on; what is left and nobody reads is returned.
fx::ExportedProgram keepCalls(const fx::ExportedProgram& program, std::size_t count);
/// The program that returns only the outputs at `kept` (ascending).
fx::ExportedProgram keepOutputs(const fx::ExportedProgram& program, const std::vector<std::size_t>& kept);
/// The program that reads what `calls` gave from new inputs. Calls that gave no tensor, or that no other call reads, stay.
/// `keepUnread`: calls in front that nobody reads then are returned instead of going too.
fx::ExportedProgram replaceByInputs(const fx::ExportedProgram& program, const std::vector<NodeId>& calls, const CallValues& values, bool keepUnread);
/// The program that returns, instead of its output at `at`, what the call of that output reads.
fx::ExportedProgram stepBack(const fx::ExportedProgram& program, std::size_t at);
/// The program whose readers of `call` read `input` instead.
fx::ExportedProgram bypass(const fx::ExportedProgram& program, NodeId call, Value input);
/// The program without `call`, which nobody reads.
fx::ExportedProgram withoutCall(const fx::ExportedProgram& program, NodeId call);
/// The program with each dimension of `size` in inputs and state cut to `smaller`, types yet as they were.
fx::ExportedProgram cutSizes(const fx::ExportedProgram& program, std::int64_t size, std::int64_t smaller);
/// The program whose recorded types are those of `values`.
fx::ExportedProgram retyped(const fx::ExportedProgram& program, const CallValues& values);
/// A copy of `tensor` whose elements are all 0 or 1; nothing when it is that already, or has no data.
std::shared_ptr<const ir::Tensor> filled(const ir::Tensor& tensor, int value);
fx::ExportedProgram withState(const fx::ExportedProgram& program, const std::string& name, std::shared_ptr<const ir::Tensor> tensor);
fx::ExportedProgram withSample(const fx::ExportedProgram& program, std::size_t at, std::shared_ptr<const ir::Tensor> tensor);

} // namespace sidelight::session
