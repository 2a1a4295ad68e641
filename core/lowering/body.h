// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/onnxir/model.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sidelight::lowering {

/// Index of a value in Body::values.
using ValueIndex = std::uint32_t;
constexpr ValueIndex kNoValue = std::numeric_limits<ValueIndex>::max();

/// What one call says of a node below it: `steps` are flat step numbers, one for each body on the way down. Becomes onnxir::Origin.
struct StepOrigin {
    std::vector<std::uint32_t> steps;
    NodeId fx = kNoNode;
    std::shared_ptr<const onnxir::Properties> properties;
};

struct Step;

/// Steps in order, with formal inputs and results: a function's body, or a graph attribute's (which may read values of enclosing regions).
struct Region {
    std::vector<ValueIndex> inputs;
    std::vector<Step> steps;
    std::vector<ValueIndex> results;
};

/// One node to be: an ONNX operator, or the call of a function of the FunctionTable.
struct Step {
    onnxir::OpId op;
    std::optional<std::size_t> function;
    std::vector<ValueIndex> inputs; ///< kNoValue: left out.
    std::vector<ValueIndex> outputs;
    std::vector<onnxir::Attribute> attributes; ///< Sorted by name; graphs are in `regions`.
    std::vector<std::string> regionNames;      ///< Names of graph attributes, sorted.
    std::vector<Region> regions;
    std::string name;                          ///< Wanted node name; empty: made from the operator's.
    NodeId cause = kNoNode;                    ///< The FX node it is made for.
    std::vector<StepOrigin> origins;
    onnxir::Properties metadata_props;
};

struct BodyValue {
    onnxir::ValueType type;
    std::string name; ///< Wanted name; empty: made from the operator's.
};

/// A function body (or the main graph) before it is written. Numbered canonically: inputs, then outputs in order of steps.
struct Body {
    std::vector<BodyValue> values;
    Region region;
};

/// Text that two bodies have in common when they are structurally equal: operators, attributes, wiring, input types; names and metadata are ignored.
std::string structureOf(const Body& body);

/// Keeps of `type` what `other` says too: sizes that differ become unknown.
void joinType(onnxir::ValueType& type, const onnxir::ValueType& other);

/// Calls visit(Step) for each step depth first, a step before those of its regions: the order of flat step numbers.
template <class Visit>
void visitSteps(const Region& region, Visit& visit)
{
    for (const Step& step : region.steps) {
        visit(step);
        for (const Region& inner : step.regions)
            visitSteps(inner, visit);
    }
}
template <class Visit>
void visitSteps(Region& region, Visit& visit)
{
    for (Step& step : region.steps) {
        visit(step);
        for (Region& inner : step.regions)
            visitSteps(inner, visit);
    }
}

} // namespace sidelight::lowering
