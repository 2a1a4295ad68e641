// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/flat_graph.h"

#include <map>
#include <memory>
#include <string>

namespace sidelight::display {

/// Layouts of pieces by their exact form, for one run of layOut.
struct PieceMemory {
    std::map<std::string, std::shared_ptr<const FlatLayout>, std::less<>> known;
    std::size_t reused = 0; ///< How many pieces were found here.
};

/// Lays out a level: cut where one node carries everything, pieces by Graphviz, those over `largestPiece` layer by layer. Equal pieces are
/// laid out once. Returns false when stopped.
bool layOutLevel(const FlatGraph& graph, const FlatOptions& options, PieceMemory& memory, FlatLayout& out);

/// Pieces of a level as node numbers in topological order. A piece shares its last node with the next piece's first.
std::vector<std::vector<std::uint32_t>> cutIntoPieces(const FlatGraph& graph);

} // namespace sidelight::display
