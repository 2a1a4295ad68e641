// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/views/sample_graph.h"

namespace sidelight::views::testing {
namespace {

using namespace display;

struct Draft
{
    LaidOutGraph graph;

    std::uint32_t box(std::uint32_t id, std::string title, Rect place, DisplayNode node = {})
    {
        const auto index = static_cast<std::uint32_t>(graph.boxes.size());
        node.key = "n" + std::to_string(id);
        node.ref = path(id);
        node.title = std::move(title);
        node.size = {place.width, place.height};
        graph.graph.boxOf[node.ref] = index;
        graph.graph.nodes.push_back(std::move(node));
        graph.boxes.push_back(place);
        return index;
    }

    void edge(std::uint32_t from, std::uint32_t to, std::string label = {})
    {
        const Rect& a = graph.boxes[from];
        const Rect& b = graph.boxes[to];
        const Point start{a.center().x, a.bottom()};
        const Point end{b.center().x, b.y};
        const double middle = (start.y + end.y) / 2;
        Route route{{start, {start.x, middle}, {end.x, middle}, end}, {}};
        if (!label.empty())
            route.label = {(start.x + end.x) / 2 + 7, middle - 7, 6.3 * double(label.size()), 13};
        graph.routes.push_back(std::move(route));
        DisplayEdge made;
        made.from = from;
        made.to = to;
        made.label = std::move(label);
        made.name = graph.graph.nodes[from].title;
        made.producer = graph.graph.nodes[from].ref;
        graph.graph.edges.push_back(std::move(made));
    }
};

} // namespace

std::shared_ptr<const LaidOutGraph> sampleGraph()
{
    Draft draft;
    DisplayNode input;
    input.role = Role::Input;
    const auto x = draft.box(1, "x", {250, 20, 110, 22}, input);
    DisplayNode linear;
    linear.category = Category::Layer;
    linear.rows = {{"weight", "192x192"}, {"bias", "192"}};
    const auto lin = draft.box(2, "linear", {235, 90, 140, 59}, linear);
    DisplayNode softmax;
    softmax.category = Category::Activation;
    softmax.rows = {{"dim", "-1"}};
    softmax.badge = {support::Level::Warning, 1};
    softmax.cluster = ClusterId{0};
    const auto soft = draft.box(3, "softmax", {130, 320, 160, 44}, softmax);
    DisplayNode copy;
    copy.category = Category::Tensor;
    copy.delta = Delta::Added;
    copy.rows = {{"dtype", "float32"}};
    copy.cluster = ClusterId{0};
    const auto cast = draft.box(4, "_to_copy", {130, 240, 160, 44}, copy);
    DisplayNode matmul;
    matmul.category = Category::Layer;
    const auto mm = draft.box(5, "matmul", {240, 440, 130, 22}, matmul);
    DisplayNode output;
    output.role = Role::Output;
    const auto out = draft.box(6, "output", {250, 560, 110, 22}, output);
    DisplayNode call = linear;
    call.expandable = true;
    call.isFunction = true;
    const auto fn = draft.box(7, "aten_linear", {235, 484, 140, 59}, call);
    DisplayNode ghost;
    ghost.delta = Delta::Erased;
    draft.box(8, "alias", {360, 250, 84, 22}, ghost);
    DisplayNode stub;
    stub.role = Role::Stub;
    const auto mask = draft.box(9, "mask", {60, 210, 56, 18}, stub);
    Cluster module;
    module.key = "m:layers.0";
    module.title = "layers.0 \u00B7 EncoderLayer";
    module.repeat = 12;
    draft.graph.graph.clusters.push_back(module);
    draft.graph.frames.push_back({40, 190, 440, 200});
    draft.edge(x, lin, "batch\u00D7197\u00D7192");
    draft.edge(lin, cast);
    draft.edge(mask, cast);
    draft.edge(cast, soft, "batch\u00D7197");
    draft.edge(soft, mm);
    draft.edge(mm, fn);
    draft.edge(fn, out);
    draft.graph.size = {520, 600};
    return std::make_shared<const LaidOutGraph>(std::move(draft.graph));
}

std::shared_ptr<const LaidOutGraph> chain(std::uint32_t count)
{
    Draft draft;
    for (std::uint32_t i = 0; i < count; ++i) {
        DisplayNode node;
        node.category = i % 3 == 0 ? Category::Layer : i % 3 == 1 ? Category::Activation : Category::Normalization;
        draft.box(i, "node_" + std::to_string(i), {20, 20 + 60.0 * i, 140, 22}, node);
        if (i > 0)
            draft.edge(i - 1, i);
    }
    draft.graph.size = {180, 20 + 60.0 * count};
    return std::make_shared<const LaidOutGraph>(std::move(draft.graph));
}

} // namespace sidelight::views::testing
