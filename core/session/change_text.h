// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"
#include "core/support/json.h"

#include <string>
#include <vector>

namespace sidelight::session {

/// One change in words. Nodes are named as they print.
struct ChangeText {
    std::string kind;   ///< "insert", "erase", "update", "move", "signature", "state", "function", "add graph", "remove graph", "opset".
    std::string graph;  ///< Empty for the main graph, else the function's name or the graph's number.
    std::string node;   ///< Name of the node (state: of the tensor; opset: the domain).
    std::string before; ///< The node's line before, empty where there is none.
    std::string after;
    std::string cause;  ///< Name of the node that was being looked at; empty when there is none.
    std::string code;   ///< Our source line that made it, "core/fx/passes/decompose.cpp:120".
};

/// A node's line: FX as print(graph) has it, ONNX as "y = Add(x, b)". Empty when `id` is not in `graph`.
std::string nodeLine(const fx::ExportedProgram& program, GraphId graph, NodeId id);
std::string nodeLine(const onnxir::Model& model, GraphId graph, NodeId id);

/// All changes of a record, `before` being the unit before it. For lowering, `causes` is the program that causes are nodes of.
std::vector<ChangeText> describeChanges(const fx::ExportedProgram& before, const ir::PassRecord<fx::ExportedProgram>& record);
std::vector<ChangeText> describeChanges(const onnxir::Model& before, const ir::PassRecord<onnxir::Model>& record, const fx::ExportedProgram* causes);

/// Both traces with every change, for programs to read.
json::Value traceJson(const Document& document);

/// Applies the changes of every record to what was before it, and takes them back. Fails with SL2001 for the first record that does not lead to its end, or not back.
Status checkReplay(const Document& document);

} // namespace sidelight::session
