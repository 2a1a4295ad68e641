// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/link.h"

#include "core/fx/module_stack.h"
#include "core/onnxir/bodies.h"
#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sidelight::session {
namespace {

constexpr std::size_t kDeepestBody = 24;

std::string_view propertyOf(const onnxir::Node& node, std::string_view key)
{
    const auto found = std::ranges::find(node.metadata_props, key, &onnxir::Properties::value_type::first);
    return found == node.metadata_props.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view between(std::string_view text, std::string_view before, std::string_view after)
{
    const std::size_t begin = text.find(before);
    if (begin == std::string_view::npos)
        return {};
    text.remove_prefix(begin + before.size());
    return text.substr(0, text.find(after));
}

/// "aten.relu" for relu, relu_ and their overloads: what stays when a call is made functional.
std::string_view operatorOf(std::string_view target)
{
    constexpr std::string_view kTorch = "torch.ops.";
    if (target.starts_with(kTorch))
        target.remove_prefix(kTorch.size());
    const std::size_t dot = target.find('.');
    const std::size_t overload = dot == std::string_view::npos ? dot : target.find('.', dot + 1);
    target = target.substr(0, overload);
    while (target.ends_with('_'))
        target.remove_suffix(1);
    return target;
}

/// Where a call stands in the source, as one text; empty when that is unknown.
std::string placeOf(std::string_view file, std::string_view line, std::string_view module)
{
    return file.empty() || line.empty() ? std::string() : concat(module, "\n", file, "\n", line);
}

std::string placeOf(const fx::Node& node)
{
    if (node.metadata().stack_trace.empty())
        return {};
    std::string module;
    for (const fx::ModuleFrame& frame : node.metadata().nn_module_stack)
        if (fx::isModule(frame))
            module = frame.path;
    const fx::SourceFrame& last = node.metadata().stack_trace.back();
    return placeOf(last.file, std::to_string(last.line), module);
}

/// Of `['', 'layers.0', 'linear']`: the last but one, which is the module of the node.
std::string_view moduleIn(std::string_view scopes)
{
    std::vector<std::string_view> names;
    for (std::size_t open = scopes.find_first_of("'\""); open != std::string_view::npos; open = scopes.find_first_of("'\"", open)) {
        const std::size_t close = scopes.find(scopes[open], open + 1);
        if (close == std::string_view::npos)
            break;
        names.push_back(scopes.substr(open + 1, close - open - 1));
        open = close + 1;
    }
    return names.size() < 2 ? std::string_view() : names[names.size() - 2];
}

std::string placeOf(const onnxir::Node& node)
{
    const std::string_view trace = propertyOf(node, onnxir::kKeyStackTrace);
    const std::size_t last = trace.rfind("File \"");
    if (last == std::string_view::npos)
        return {};
    const std::string_view frame = trace.substr(last);
    std::string_view line = between(frame, "\", line ", ",");
    line = line.substr(0, line.find('\n'));
    return placeOf(between(frame, "File \"", "\""), line, moduleIn(propertyOf(node, onnxir::kKeyNameScopes)));
}

class Linker {
public:
    explicit Linker(const fx::Trace& trace)
    {
        // Where a name was given more than once, the program as it is at the end counts.
        add(trace.final());
        for (auto record = trace.records.rbegin(); record != trace.records.rend(); ++record)
            if (!record->changes.empty())
                add(record->after);
        add(trace.initial);
        if (trace.initial.signature)
            for (const fx::InputSpec& input : trace.initial.signature->inputs)
                if (!input.target.empty())
                    if (const auto found = byName_.find(input.name); found != byName_.end())
                        byTarget_.emplace(input.target, found->second.id);
    }

    [[nodiscard]] NodeId fxOf(const onnxir::Node& node) const
    {
        if (node.kind == onnxir::Kind::Initializer)
            return found(byTarget_, node.name);
        if (node.kind == onnxir::Kind::Input) {
            const auto named = byName_.find(node.name);
            return named != byName_.end() && named->second.op == fx::Op::Placeholder ? named->second.id : kNoNode;
        }
        const std::string_view text = propertyOf(node, onnxir::kKeyFxNode);
        if (node.kind != onnxir::Kind::Operator || text.empty())
            return kNoNode;
        const std::string_view name = text.starts_with('%') ? text.substr(1, text.find_first_of(" :,", 1) - 1) : std::string_view();
        const std::string_view wanted = operatorOf(between(text, "target=", "]"));
        if (const auto named = byName_.find(name); named != byName_.end() && named->second.target == wanted)
            return named->second.id;
        const auto place = byPlace_.find(placeOf(node));
        if (place == byPlace_.end())
            return kNoNode;
        const auto same = std::ranges::find(place->second, wanted, &Known::target);
        return same != place->second.end() ? same->id : place->second.front().id;
    }

private:
    struct Known {
        NodeId id = kNoNode;
        fx::Op op = fx::Op::CallFunction;
        std::string target;
    };

    template <class Map>
    [[nodiscard]] static NodeId found(const Map& map, const std::string& key)
    {
        const auto at = map.find(key);
        return at == map.end() ? kNoNode : at->second;
    }

    void add(const fx::ExportedProgram& program)
    {
        for (const GraphId graph : program.graphs.ids())
            for (const NodeId id : program.graphs[graph].order()) {
                const fx::Node& node = program.graphs[graph][id];
                Known known{id, node.op, std::string(operatorOf(node.overload()))};
                const bool isNew = seen_.insert(id).second;
                if (const std::string place = isNew && node.op == fx::Op::CallFunction ? placeOf(node) : std::string(); !place.empty())
                    byPlace_[place].push_back(known);
                byName_.emplace(node.name, std::move(known));
            }
    }

    std::map<std::string, Known, std::less<>> byName_;
    std::map<std::string, NodeId> byTarget_;
    std::map<std::string, std::vector<Known>, std::less<>> byPlace_;
    std::set<NodeId> seen_;
};

/// Origins of the nodes in the bodies of `node`, by path below the call.
void addBodies(const onnxir::Model& model, const onnxir::Node& node, const Linker& linker, std::vector<NodeId>& path, std::vector<onnxir::Origin>& origins)
{
    std::vector<GraphId> bodies = onnxir::bodiesOf(node);
    if (const auto function = model.functionBody(node.op))
        bodies.push_back(*function);
    if (path.size() >= kDeepestBody)
        return;
    for (const GraphId body : bodies) {
        const ir::Graph<onnxir::Node>* graph = model.graphs.find(body);
        if (!graph)
            continue;
        for (const NodeId id : graph->order()) {
            path.push_back(id);
            const onnxir::Node& inner = (*graph)[id];
            if (const NodeId fx = inner.kind == onnxir::Kind::Operator ? linker.fxOf(inner) : kNoNode; fx != kNoNode)
                origins.push_back({path, fx, nullptr});
            addBodies(model, inner, linker, path, origins);
            path.pop_back();
        }
    }
}

} // namespace

void linkToProgram(onnxir::Model& model, const fx::Trace& program)
{
    if (!model.graphs.contains(kMainGraph))
        return;
    const Linker linker(program);
    onnxir::Rewriter rewriter(model, "link");
    for (const NodeId id : model.main().orderCopy()) {
        std::vector<onnxir::Origin> origins;
        if (const NodeId fx = linker.fxOf(model.main()[id]); fx != kNoNode)
            origins.push_back({{}, fx, nullptr});
        std::vector<NodeId> path;
        addBodies(model, model.main()[id], linker, path, origins);
        if (origins.empty())
            continue;
        std::ranges::sort(origins, {}, &onnxir::Origin::path);
        onnxir::Node linked = model.main()[id];
        linked.origins = std::move(origins);
        rewriter.update(id, std::move(linked));
    }
}

} // namespace sidelight::session
