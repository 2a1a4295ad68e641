// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/provenance.h"
#include "core/session/document.h"

#include <set>
#include <string>

namespace sidelight::app {

/// ONNX nodes made for these FX nodes.
std::set<NodePath> onnxPartners(const lowering::Provenance& provenance, const std::set<NodePath>& fxNodes);
/// FX nodes that these ONNX nodes were made for.
std::set<NodePath> fxPartners(
    const lowering::Provenance& provenance, const fx::ExportedProgram& program, const std::set<NodePath>& onnxNodes);

/// One sentence: why an FX node has no ONNX node now ("erased by the pass cse").
std::string whyNoOnnx(const session::Document& document, NodeId node);
/// One sentence: why an ONNX node has no FX node.
std::string whyNoFx(const session::Document& document, const NodePath& path);

} // namespace sidelight::app
