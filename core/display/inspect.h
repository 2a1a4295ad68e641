// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/display_graph.h"
#include "core/fx/program.h"
#include "core/onnxir/model.h"

#include <string>
#include <utility>
#include <vector>

namespace sidelight::display {

/// A line of the inspector; copies as text.
struct InspectorRow {
    std::string label;
    std::string value;
    std::string link;   ///< "fx:12", "onnx:3/40", "file:/path/model.py:88"; empty when it is no link.
    bool isCode = false; ///< Shown as a block of code.
    friend bool operator==(const InspectorRow&, const InspectorRow&) = default;
};
struct InspectorSection {
    std::string title;
    std::vector<InspectorRow> rows;
    friend bool operator==(const InspectorSection&, const InspectorSection&) = default;
};
/// What the inspector shows of one thing.
struct Inspection {
    std::string title;
    std::string subtitle; ///< "call_function".
    std::string chip;     ///< "%softmax".
    std::vector<InspectorSection> sections;
    Category category = Category::None; ///< Of a node.
    friend bool operator==(const Inspection&, const Inspection&) = default;
};

/// What stands for a node in the other graph: text and link ("onnx:3/40", "fx:12").
using Partners = std::vector<std::pair<std::string, std::string>>;

/// Every field of an FX node: call by schema argument name, value, where it comes from, its ATen schema, its partners in ONNX, its history.
Inspection inspectFx(const fx::ExportedProgram& program, NodeId node, const Partners& partners, const fx::Trace* history);
/// Every field of an ONNX node; `schemas` may be null.
Inspection inspectOnnx(const onnxir::Model& model, const NodePath& path, const Partners& partners, const ir::OnnxSchemas* schemas);
/// The model as a whole: inputs and outputs with types and ranges, opsets, producer, operator counts, parameters.
Inspection inspectModel(const fx::ExportedProgram* program, const onnxir::Model* model);

} // namespace sidelight::display
