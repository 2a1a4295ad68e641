// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace sidelight::fx {

/// A subgraph to look for, as in torch.fx.subgraph_rewriter: the main graph of a program whose placeholders are wildcards and whose outputs are what is replaced.
/// A wildcard stands for a value or a literal, everywhere for the same one; two wildcards may stand for one value (torch.fx does not allow that).
class Pattern {
public:
    /// Refuses (FXE0010) a pattern without a call, with an output that no node of it computes, or with a node or placeholder that no output needs.
    static Result<Pattern> make(ExportedProgram program);

    [[nodiscard]] const ExportedProgram& program() const { return *program_; }
    [[nodiscard]] const ir::Graph<Node>& graph() const { return program_->main(); }
    [[nodiscard]] const std::vector<NodeId>& placeholders() const { return placeholders_; }
    /// Calls and attributes in order: all that a match replaces.
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return nodes_; }
    /// The node of each output; one may stand there twice.
    [[nodiscard]] const std::vector<NodeId>& returning() const { return returning_; }
    /// Outputs that no other node of the pattern reads, in output order: a match is searched from them upwards.
    [[nodiscard]] const std::vector<NodeId>& anchors() const { return anchors_; }

private:
    std::shared_ptr<const ExportedProgram> program_;
    std::vector<NodeId> placeholders_;
    std::vector<NodeId> nodes_;
    std::vector<NodeId> returning_;
    std::vector<NodeId> anchors_;
};

/// One place where a pattern fits.
struct Match {
    GraphId graph = kMainGraph;
    NodeId anchor = kNoNode;                      ///< The node that fits the pattern's first anchor.
    std::vector<std::pair<NodeId, NodeId>> nodes; ///< Each of Pattern::nodes() with the node that fits it.
    std::vector<Argument> placeholders;           ///< What each of Pattern::placeholders() stands for: a Value or a literal.
    std::vector<NodeId> returning;                ///< The node of each output.
    std::vector<NodeId> replacements;             ///< What replacePattern put in their place, in order.

    /// The node that fits the pattern's node, or kNoNode.
    [[nodiscard]] NodeId nodeOf(NodeId patternNode) const;
};

/// Whether a match is wanted.
using MatchFilter = std::function<bool(const Match&, const ExportedProgram&)>;

struct PatternOptions {
    bool ignoreLiterals = false;      ///< Literals of the pattern fit any literal.
    bool commute = true;              ///< Operands of add (without alpha), mul, maximum and their like fit in either order.
    std::vector<MatchFilter> filters; ///< All must hold.
    /// Told (SL2005, with the reason, at the node) of each place that fits and is left: an overlapping match, an inner value that is used outside, ….
    std::function<void(Diagnostic)> refused{};
};

/// Matches in the order of their anchors that share no node; of two that overlap the earlier one. Arguments are compared as the schema orders them, defaults
/// filled in; literals by type and value; attributes by their tensors where both are known. Refused, and told, is a match with an inner value that is used
/// outside, and one whose results are needed to compute what it reads. The cost is linear in the graph, for patterns whose outputs share a value.
std::vector<Match> findMatches(const ExportedProgram& program, GraphId graph, const Pattern& pattern, const PatternOptions& options = {});

/// Makes the replacement of one match; nothing (a diagnostic) fails the whole.
using ReplacementMaker = std::function<Result<std::shared_ptr<const ExportedProgram>>(const Match&)>;

/// Replaces each match by the main graph of `replacement`, whose placeholders and outputs stand for the pattern's by position. New nodes are named after the
/// replacement's as torch.fx does, inherit metadata and from_node of the match, and have the type of what they replace, or one from inferType, or their own.
/// State that the replacement's attributes name is taken over. Visits every node, and counts those of the matches as matched. Fails with FXE0010 when the
/// replacement does not go with the pattern: before any change, when it is the same for all matches.
Result<std::vector<Match>> replacePattern(Rewriter& rewriter, GraphId graph, const Pattern& pattern, const ExportedProgram& replacement,
                                          const PatternOptions& options = {});
Result<std::vector<Match>> replacePattern(Rewriter& rewriter, GraphId graph, const Pattern& pattern, const ReplacementMaker& replacement,
                                          const PatternOptions& options = {});

} // namespace sidelight::fx
