// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/build.h"
#include "core/display/display_graph.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sidelight::display {

/// Where a value comes from: a box, and the node in it that makes the value.
struct Source {
    std::uint32_t box = 0;
    NodePath producer;
    std::uint32_t output = 0;
    std::string label;
    std::string name;
};

/// Collects boxes, frames and values of a display graph; what FX and ONNX have in common. Boxes are added in topological order.
class GraphBuilder {
public:
    explicit GraphBuilder(const DisplayOptions& options);

    /// Whether the box with this key, in the frame `parent`, is shown as a frame.
    [[nodiscard]] bool isOpen(const BoxKey& key, ClusterId parent) const;
    [[nodiscard]] const DisplayOptions& options() const { return options_; }
    std::uint32_t addBox(DisplayNode node);
    ClusterId addFrame(Cluster cluster);
    [[nodiscard]] DisplayNode& box(std::uint32_t index) { return graph_.nodes[index]; }
    /// A value that `to` reads; nothing when it comes from the same box.
    void connect(const Source& source, std::uint32_t to);
    /// `path` is shown by a box, or by an open frame.
    void show(const NodePath& path, std::uint32_t box);
    void show(const NodePath& path, ClusterId frame);
    /// Cuts hub values into stubs, sums badges and measures boxes and labels.
    DisplayGraph finish();

private:
    void cutHubs();
    void sumBadges();

    const DisplayOptions& options_;
    DisplayGraph graph_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> between_; ///< Edges by their ends, to know equal ones.
};

/// "n12/40".
BoxKey keyOf(const NodePath& path);
NodePath operator/(const NodePath& path, NodeId node);
/// "7.1 M".
std::string shortCount(std::uint64_t count);

} // namespace sidelight::display
