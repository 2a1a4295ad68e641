// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/onnxir/model.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::display {

/// Words of a query; a node must match all. A plain word is looked for in name, operator, target, tensor, type, module and source file; `op:`, `name:`,
/// `shape:`, `dtype:`, `module:` and `file:` ask for one of them. Sizes may be written `batch×8`, `batchx8` or `batch,8`.
struct Query {
    enum class Field : std::uint8_t { Any, Op, Name, Shape, DType, Module, File };
    struct Word {
        Field field = Field::Any;
        std::string text; ///< Lower case.
        friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> words;
};
Query parseQuery(std::string_view text);

struct SearchOptions {
    std::size_t limit = 10'000;
    std::stop_token stop;
    std::function<bool(std::string_view text)> pattern; ///< When set, it decides instead of the query, on each text of a node, in lower case.
};
/// Nodes that match, in graph order, by path: those of a subgraph under their call, those of a shared function body once for each call. An empty query finds nothing.
std::vector<NodePath> findNodes(const fx::ExportedProgram& program, const Query& query, const SearchOptions& options = {});
std::vector<NodePath> findNodes(const onnxir::Model& model, const Query& query, const SearchOptions& options = {});

} // namespace sidelight::display
