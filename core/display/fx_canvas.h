// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"
#include "core/display/fx_text.h"
#include "core/display/graph_builder.h"
#include "core/display/module_tree.h"
#include "core/support/text.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sidelight::display {

/// What a node's value is in the drawing.
struct FxBinding {
    std::vector<Source> sources; ///< More than one where branches meet.
    std::string row;             ///< Shown as a row of the readers instead: sizes of a parameter, text of a scalar.
    bool hidden = false;         ///< No edges: `row` says it all.
    NodePath origin;             ///< Of a hidden value: the node itself.
};
using FxBindings = std::unordered_map<NodeId, std::vector<FxBinding>>; ///< By node, one for each output.

/// One graph (main or a body) while it is put on the canvas.
struct FxScope {
    const ir::Graph<fx::Node>& graph;
    NodePath path;
    ClusterId cluster = kNoCluster;
    FxBindings bindings;
    std::unordered_map<NodeId, std::vector<NodeId>> users;
    std::size_t depth = 0;
    BoxKey prefix; ///< Of module keys.
};

/// Cuts a text that is too long for a row.
std::string shortened(std::string text);

constexpr std::size_t kDeepestNesting = 24;

/// Puts an FX program on the canvas, graph by graph.
class FxCanvas {
public:
    FxCanvas(const fx::ExportedProgram& program, const DisplayOptions& options) : program_(program), builder_(options) {}

    DisplayGraph run();

private:
    static void collectUsers(FxScope& scope);

    // Placeholders of the main graph.

    [[nodiscard]] const fx::InputSpec* specOf(const std::string& name) const;
    void addPlaceholders(FxScope& scope);
    static std::string noValue(Value) { return "value"; }

    void bindRow(FxScope& scope, NodeId id, std::string row);
    void addPlaceholderBox(FxScope& scope, NodeId id, const fx::InputSpec* spec, bool isState);
    /// State that nothing reads, all in one box.
    void addUnread(const FxScope& scope);

    // Nodes and modules.

    /// Sizes and arithmetic on them, read as scalars only: rows of their readers.
    [[nodiscard]] bool isScalarHelper(const FxScope& scope, NodeId id) const;
    [[nodiscard]] static bool isGetItem(const FxScope& scope, const fx::Node& node);
    /// Nodes that have a box of their own; the others are bound on the way.
    std::vector<NodeId> visibleNodes(FxScope& scope);
    void addNodes(FxScope& scope);
    struct Frame {
        ClusterId cluster;
        std::uint32_t at;
        std::uint32_t end;
        const std::vector<std::uint32_t>* groups;
        std::size_t nextGroup;
    };

    static std::string moduleTitle(const ModuleGroup& group) { return group.className.empty() ? group.path : concat(group.path, " · ", group.className); }

    ClusterId addModuleFrame(const FxScope& scope, const ModuleGroup& group);
    void addModuleBox(FxScope& scope, const ModuleTree& tree, const ModuleGroup& group);
    [[nodiscard]] std::vector<Row> moduleRows(const FxScope& scope, const ModuleTree& tree, const ModuleGroup& group) const;
    /// Boxes for a node by itself.
    void addNode(FxScope& scope, NodeId id);
    DisplayNode operatorBox(const FxScope& scope, NodeId id) const;
    /// Adds the box and its edges and makes it the source of the node's values.
    void place(FxScope& scope, NodeId id, DisplayNode box);
    /// Edges from what a node reads to `box`; what is hidden becomes a row.
    void readInputs(FxScope& scope, NodeId id, std::uint32_t box, std::vector<Row>* rows);
    /// Arguments that say how rather than what; the inspector shows them.
    [[nodiscard]] static bool isMinor(std::string_view name);
    /// Parameters among other values of a list: each a row of its own.
    void addListRows(const FxScope& scope, const NamedArgument& named, std::vector<Row>* rows) const;
    [[nodiscard]] std::string rowText(const FxScope& scope, const fx::Argument& argument) const;
    template <class Visit>
    static void eachValue(const fx::Argument& argument, Visit visit)
    {
        std::uint32_t slot = 0;
        const auto forward = [&](Value value, std::uint32_t) { visit(value); };
        fx::detail::visitArgument(argument, forward, slot);
    }

    [[nodiscard]] static const FxBinding* bindingOf(const FxScope& scope, Value value);
    void connectValue(FxScope& scope, Value value, std::uint32_t box);
    /// The values of a node that has a box: one, or those that its getitem nodes read.
    void bindOutputs(FxScope& scope, NodeId id, std::uint32_t box);
    /// Hidden nodes are shown by their first reader.
    void showHidden(FxScope& scope);

    // Calls with bodies.

    [[nodiscard]] bool isBody(const FxScope& scope, Value value) const;
    [[nodiscard]] bool isBodyArgument(const FxScope& scope, const fx::Argument& argument) const;
    [[nodiscard]] std::vector<std::pair<std::string, GraphId>> bodiesOf(const FxScope& scope, const fx::Node& node) const;
    /// Operands of a call in the order of its bodies' placeholders: all values after the bodies.
    [[nodiscard]] static std::vector<fx::Argument> operandsOf(const fx::Node& node, std::size_t firstOperand);
    void addOpenCall(FxScope& scope, NodeId id, const std::vector<std::pair<std::string, GraphId>>& bodies);
    struct Body {
        NodePath call;
        ClusterId frame;
        std::string name;
        GraphId graph;
    };

    void addBody(const FxScope& outer, const Body& body, const std::vector<fx::Argument>& operands, std::vector<FxBinding>& results);
    /// A placeholder of a body that stands for an operand is shown by the box that makes the operand.
    void showBoundPlaceholders(const FxScope& scope);
    /// Adds what a body returns to the sources of the call's outputs.
    void collectResults(FxScope& scope, std::vector<FxBinding>& results);
    void bindResults(FxScope& scope, NodeId id, std::vector<FxBinding> results);

    // Results of the main graph.

    void addOutputs(FxScope& scope);
    void addOutputBox(FxScope& scope, NodeId id, Value value, std::uint32_t at, std::size_t count);
    static std::string kindText(fx::OutputKind kind);
    static inline const std::vector<fx::OutputSpec> kNoOutputs{};

    const fx::ExportedProgram& program_;
    GraphBuilder builder_;
    mutable std::map<std::string, const fx::InputSpec*> specs_;
    std::vector<NodeId> unread_;
    std::map<NodePath, std::uint32_t> firstReader_;
    std::map<NodePath, std::uint32_t> boxOfHidden_;
};

} // namespace sidelight::display
