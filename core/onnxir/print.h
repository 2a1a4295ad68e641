// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <cstdint>
#include <string>

namespace sidelight::onnxir {

struct PrintOptions
{
    /// Tensors of more elements print as external data that say where they lie.
    std::int64_t largestTensor = 64;
    bool metadata = false; ///< Adds metadata_props of nodes as comments.
};

/// The model in ONNX text syntax, which onnx's own parser reads: header, main graph, functions. Names that are no
/// identifiers are quoted; control characters in them are escaped, so the text is plain.
std::string printText(const Model& model, const PrintOptions& options = {});
/// One graph: the main graph, a body, or, with its header, a function.
std::string printText(const Model& model, GraphId graph, const PrintOptions& options = {});

/// A table of kind, name, operator, inputs, outputs and attributes, a node a line.
std::string printTabular(const Model& model, GraphId graph = kMainGraph);

/// "float[batch, 8]" in text syntax (sizes that are no identifiers are quoted).
std::string printType(const ValueType& type);
/// An attribute's value in text syntax; bodies as "graph".
std::string printValue(const AttributeValue& value, const PrintOptions& options = {});
/// A tensor's type and elements, or where they lie.
std::string printTensor(const ir::Tensor& tensor, const PrintOptions& options = {});

} // namespace sidelight::onnxir
