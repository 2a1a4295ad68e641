// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/lint.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/text.h"
#include "tests/core/ir/replay.h"
#include "tests/core/onnxir/model_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

/// What tests of ONNX passes share.
namespace sidelight::testing {

inline std::string nameOf(const onnxir::Model& model, Value value)
{
    for (const GraphId graph : model.graphs.ids())
        if (const onnxir::Node* node = model.graphs[graph].find(value.node))
            return node->outputs[value.output].name;
    return "?";
}

/// One graph, one line a node: `sum = Add(x, w)`, `out y = sum`.
inline std::string text(const onnxir::Model& model, GraphId graph = kMainGraph)
{
    std::string out;
    for (const NodeId id : model.graphs[graph].order()) {
        const onnxir::Node& node = model.graphs[graph][id];
        std::string inputs;
        for (const auto& input : node.inputs)
            inputs += concat(inputs.empty() ? "" : ", ", input ? nameOf(model, *input) : "-");
        std::string outputs;
        for (const onnxir::ValueInfo& output : node.outputs)
            outputs += concat(outputs.empty() ? "" : ", ", output.name);
        switch (node.kind) {
        case onnxir::Kind::Input: out += concat("in ", node.name, '\n'); break;
        case onnxir::Kind::Initializer: out += concat("init ", node.name, '\n'); break;
        case onnxir::Kind::Output: out += concat("out ", node.name, " = ", inputs, '\n'); break;
        case onnxir::Kind::Operator: out += concat(outputs, " = ", node.op.op_type, '(', inputs, ")\n"); break;
        }
    }
    return out;
}

/// Runs one pass; checks that its trace goes both ways, that lint is content and that a second run changes nothing.
inline ir::PassRecord<onnxir::Model> run(const char* id, const onnxir::Model& before, ir::PassOptions options = {})
{
    const std::vector<onnxir::PassStep> steps = {{onnxir::passes::find(id), std::move(options), true}};
    ir::RunOptions<onnxir::Model> lints;
    lints.lint = onnxir::lint;
    const onnxir::Trace trace = ir::runPasses<onnxir::Model>(before, steps, lints);
    auto record = trace.records.front();
    EXPECT_NE(record.outcome, ir::Outcome::Failed) << (record.diagnostics.empty() ? "" : support::toText(record.diagnostics.back()));
    expectReplay(before, record);
    EXPECT_EQ(ir::runPasses<onnxir::Model>(record.after, steps).records.front().outcome, ir::Outcome::Unchanged);
    return record;
}

} // namespace sidelight::testing
