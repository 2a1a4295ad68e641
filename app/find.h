// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace sidelight::app {

/// Words of a query; all must match. A plain word matches a node's name or operator; `op:`, `shape:` and `name:` ask for one of them.
struct Query {
    enum class Field : std::uint8_t { Any, Op, Shape, Name };
    struct Word {
        Field field = Field::Any;
        std::string text; ///< Lower case.
        friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> words;
};
Query parseQuery(std::string_view text);

/// Nodes that match, in order of the graphs, at most `limit`. An empty query finds nothing.
std::vector<NodePath> findNodes(const fx::ExportedProgram& program, const Query& query, std::size_t limit = 10'000);
std::vector<NodePath> findNodes(const onnxir::Model& model, const Query& query, std::size_t limit = 10'000);

} // namespace sidelight::app
