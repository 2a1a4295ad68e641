// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Operator by operator, version by version: where the schema of the next version takes the node as it is, nothing is to do; where it says something otherwise, an
// adapter rewrites the node. An opset holds for the whole model, so that one node that cannot follow keeps all of it back: the conversion is tried on a copy first.
// (onnx's own converter makes a new model from another representation, in which functions, metadata and the identity of nodes are lost.)
#include "core/onnxir/bodies.h"
#include "core/onnxir/operator_versions.h"
#include "core/onnxir/passes/operators.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/onnxir/passes/version_adapters.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::onnxir::passes {
namespace {

constexpr ir::PassOption kOptions[] = {
    {"opset", std::int64_t{21}, "The opset of ai.onnx to convert to, 13 or newer."},
};

/// A node that cannot follow.
struct Refusal {
    std::string node;
    std::string reason;
};

class Conversion {
public:
    Conversion(Rewriter& rewriter, std::int64_t target) : rewriter_(rewriter), target_(target)
    {
        for (const GraphId graph : rewriter_.unit().graphs.ids())
            for (const NodeId id : rewriter_.graph(graph).order()) {
                names_.take(rewriter_.graph(graph)[id].name);
                for (const ValueInfo& output : rewriter_.graph(graph)[id].outputs)
                    names_.take(output.name);
            }
    }

    /// Converts everything that can be; what cannot is told.
    std::vector<Refusal> run()
    {
        if (const auto opset = rewriter_.unit().opsetOf(""))
            convertScope(kMainGraph, *opset);
        const auto functions = rewriter_.unit().functions;
        for (const auto& [graph, function] : functions)
            if (const auto import = function->opsets.find(""); import != function->opsets.end()) {
                convertScope(graph, import->second);
                Function changed = *function;
                changed.opsets[""] = target_;
                rewriter_.setCause(kNoNode);
                rewriter_.setFunction(graph, std::make_shared<const Function>(std::move(changed)));
            }
        rewriter_.setCause(kNoNode);
        if (rewriter_.unit().opsetOf(""))
            rewriter_.setOpset("", target_);
        return std::move(refusals_);
    }

private:
    /// A main graph or function, with the bodies in it.
    void convertScope(GraphId graph, std::int64_t from)
    {
        if (from == target_)
            return;
        for (const NodeId id : rewriter_.graph(graph).orderCopy()) {
            for (const GraphId body : bodiesOf(rewriter_.graph(graph)[id]))
                convertScope(body, from);
            convertNode(graph, id, from);
        }
    }

    void convertNode(GraphId graph, NodeId id, std::int64_t from)
    {
        const Node node = rewriter_.graph(graph)[id];
        if (node.kind != Kind::Operator || !node.op.domain.empty())
            return;
        rewriter_.visit(id);
        const std::size_t changes = rewriter_.changes().size();
        std::string reason = from < target_ ? raise(graph, id, from) : lower(graph, id, from);
        if (reason.empty())
            if (const Node& now = rewriter_.graph(graph)[id]; const OperatorVersion* version = operatorVersion(now.op.op_type, target_)) {
                if (const auto wrong = misfit(*version, now, [&](Value value) -> const ValueType& { return typeOf(rewriter_, value); }))
                    reason = concat(now.op.op_type, " of opset ", target_, " does not take it: ", *wrong);
            }
        if (!reason.empty())
            refusals_.push_back({node.name, concat(node.op.op_type, " ", node.name.empty() ? node.outputs.front().name : node.name, " cannot be converted from opset ", from,
                                                   " to ", target_, ": ", reason)});
        else if (rewriter_.changes().size() != changes)
            rewriter_.match();
    }

    std::string raise(GraphId graph, NodeId id, std::int64_t from)
    {
        NodeConversion conversion(rewriter_, graph, id, target_, names_);
        const std::string opType = conversion.node().op.op_type;
        if (!operatorVersion(opType, from))
            return concat("ai.onnx ", from, " has no such operator");
        for (const OperatorVersion& version : operatorVersions(opType)) {
            if (version.since <= from || version.since > target_)
                continue;
            const VersionAdapter* adapter = findAdapter(opType, version.since);
            if (!adapter || !adapter->up)
                continue;
            if (std::string reason = adapter->up(conversion); !reason.empty())
                return reason;
        }
        return {};
    }

    std::string lower(GraphId graph, NodeId id, std::int64_t from)
    {
        NodeConversion conversion(rewriter_, graph, id, target_, names_);
        const std::string opType = conversion.node().op.op_type;
        const OperatorVersion* version = operatorVersion(opType, from);
        if (!version)
            return concat("ai.onnx ", from, " has no such operator");
        while (version && version->since > target_) {
            const VersionAdapter* adapter = findAdapter(opType, version->since);
            if (adapter && adapter->down)
                if (std::string reason = adapter->down(conversion); !reason.empty())
                    return reason;
            if (conversion.node().op.op_type != opType) // Written by others, which are of the target's opset.
                return {};
            const OperatorVersion* before = operatorVersion(opType, version->since - 1);
            if (!before)
                return concat("ai.onnx has it since opset ", version->since);
            dropDefaults(conversion, *version, *before);
            version = before;
        }
        return {};
    }

    /// Attributes that the older version does not have go where they say what it does anyway.
    static void dropDefaults(NodeConversion& conversion, const OperatorVersion& version, const OperatorVersion& before)
    {
        const std::vector<Attribute> attributes = conversion.node().attributes;
        for (const Attribute& attribute : attributes)
            if (!hasAttribute(before, attribute.name) && isDefault(version, attribute.name, attribute.value))
                conversion.drop(attribute.name);
    }

    Rewriter& rewriter_;
    std::int64_t target_;
    UniqueNames names_;
    std::vector<Refusal> refusals_;
};

bool isAt(const Model& model, std::int64_t target)
{
    const auto main = model.opsetOf("");
    return (!main || *main == target) && std::all_of(model.functions.begin(), model.functions.end(), [&](const auto& entry) {
               const auto import = entry.second->opsets.find("");
               return import == entry.second->opsets.end() || import->second == target;
           });
}

/// The oldest and newest opset that the model and its functions import.
std::pair<std::int64_t, std::int64_t> importedOpsets(const Model& model)
{
    std::vector<std::int64_t> opsets;
    if (const auto main = model.opsetOf(""))
        opsets.push_back(*main);
    for (const auto& [graph, function] : model.functions)
        if (const auto import = function->opsets.find(""); import != function->opsets.end())
            opsets.push_back(import->second);
    const auto [oldest, newest] = std::minmax_element(opsets.begin(), opsets.end());
    return {*oldest, *newest};
}

Status convertVersions(PassContext& context)
{
    const auto target = ir::optionOf<std::int64_t>(kVersionConversion, context.options, "opset");
    if (target < kOldestKnownOpset || target > kNewestKnownOpset)
        return support::diagnose(rules::kUsage, concat("version-conversion goes to the opsets ", kOldestKnownOpset, " to ", kNewestKnownOpset, ", not to ", target));
    if (isAt(context.unit(), target))
        return {};
    const auto [oldest, newest] = importedOpsets(context.unit());
    if (oldest < kOldestKnownOpset || newest > kNewestKnownOpset)
        return support::diagnose(rules::kOpsetUnsupported, concat("the model has opset ", oldest < kOldestKnownOpset ? oldest : newest, "; version-conversion knows ",
                                                                  kOldestKnownOpset, " to ", kNewestKnownOpset));
    Model copy = context.unit();
    Rewriter trial(copy, std::string(kVersionConversion.id));
    const std::vector<Refusal> refusals = Conversion(trial, target).run();
    if (refusals.empty()) {
        Conversion(context.rewriter, target).run();
        return {};
    }
    for (const Refusal& refusal : refusals) {
        Diagnostic problem = support::diagnose(rules::kOpsetUnsupported, refusal.reason);
        problem.locations.push_back({refusal.node, "node", {}, 0, {}, {}});
        context.log.append(std::move(problem));
    }
    return support::diagnose(rules::kOpsetUnsupported, concat("the model stays as it is: ", refusals.size(), refusals.size() == 1 ? " node" : " nodes",
                                                              " cannot be converted to opset ", target));
}

constexpr std::string_view kHelp = R"(Looks for operators of ai.onnx whose version between the model's opset and the one asked for (option opset) says something otherwise, in the main graph, in
functions and in the bodies of If, Loop and Scan.

Makes of each what the other opset wants: axes of reductions, pads and transforms move between attributes and inputs, the number of parts of a Split is said or left out,
modes get their new or old names, attributes that say what an older version does anyway go. Going down, LayerNormalization, RMSNormalization, Gelu, Mish, HardSwish, Swish,
GroupNormalization,
CastLike, Trilu and Attention (four dimensions, no past) are written by the operators that there are. Then the imports of the model and of its functions are changed. Where an operator
is written by others its numbers can differ in the last places.

Leaves operators of other domains. When a node cannot follow, each such node is a diagnostic and the whole model stays at its opset: it has one for all.

Before:                                    (opset 17)
    y = ReduceMean <axes=[1]> (x)
After:                                     (opset 18)
    axes = Constant <value=[1]> ()
    y = ReduceMean (x, axes)
)";

} // namespace

constinit const Pass kVersionConversion{
    .id = "version-conversion",
    .summary = "Converts the model to another opset of ai.onnx.",
    .run = convertVersions,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
    .tolerance = 1e-5,
};

} // namespace sidelight::onnxir::passes
