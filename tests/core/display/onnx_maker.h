// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <memory>
#include <string>
#include <vector>

namespace sidelight::display {

/// Makes small ONNX models, node by node.
class OnnxMaker {
public:
    OnnxMaker();
    Value input(const std::string& name, const std::vector<std::string>& sizes);
    Value initializer(const std::string& name, std::vector<std::int64_t> sizes);
    /// A small initializer with numbers.
    Value numbers(const std::string& name, const std::vector<std::int64_t>& values);
    Value call(onnxir::OpId op, std::vector<Value> inputs, const std::vector<std::string>& sizes, std::vector<onnxir::Attribute> attributes = {});
    void output(const std::string& name, Value value);
    /// Following nodes go into a new function (or body, with an empty name), until end().
    GraphId begin(onnxir::OpId function = {});
    void end();
    onnxir::Model model;

private:
    Value add(onnxir::Node node);
    GraphId graph_ = kMainGraph;
    int names_ = 0;
};

} // namespace sidelight::display
