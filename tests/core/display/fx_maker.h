// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"
#include "core/fx/program.h"

#include <memory>
#include <string>
#include <vector>

namespace sidelight::display {

/// Makes small FX programs, node by node.
class FxMaker {
public:
    FxMaker();
    /// "f32[batch, 8]" from sizes such as "batch" and "8".
    static ir::Type tensor(const std::vector<std::string>& sizes, ir::DType dtype = ir::DType::Float32);

    Value input(const std::string& name, ir::Type type);
    Value state(const std::string& target, const std::vector<std::string>& sizes, fx::InputKind kind = fx::InputKind::Parameter);
    Value call(const std::string& target, std::vector<fx::Argument> args, ir::Type type, std::vector<std::pair<std::string, fx::Argument>> kwargs = {});
    void output(std::vector<Value> values);
    /// Following nodes are in this module: path and class, outermost first. The root is added in front.
    void inModule(std::vector<std::pair<std::string, std::string>> modules);
    /// Following nodes go to a new graph, until endBody.
    GraphId beginBody();
    void endBody();
    /// A get_attr of a body in the current graph.
    Value bodyReference(const std::string& name, GraphId body);

    fx::ExportedProgram finish();
    fx::ExportedProgram program;

private:
    Value add(fx::Node node);
    GraphId graph_ = kMainGraph;
    std::shared_ptr<const fx::NodeMeta> meta_;
    fx::GraphSignature signature_;
};

/// Options with fixed widths.
DisplayOptions plainOptions();

} // namespace sidelight::display
