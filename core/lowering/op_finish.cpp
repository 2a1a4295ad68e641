// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Puts a body into canonical form: steps depth first from the results, equal steps merged, values numbered in that order. What the compiler chose
// as order of evaluation is gone afterwards.
#include "core/lowering/op.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace sidelight::lowering {

namespace {

/// Two equal steps are two draws.
bool isRandom(const Step& step)
{
    const std::string& op = step.op.op_type;
    return op.starts_with("Random") || op == "Bernoulli" || op == "Multinomial" || op == "Dropout";
}

class Canonicaliser {
public:
    Canonicaliser(const std::vector<BodyValue>& values, Body& out) : values_(values), out_(out), mapped_(values.size(), kNoValue) {}

    ValueIndex adopt(ValueIndex old, std::string name = {})
    {
        const auto index = static_cast<ValueIndex>(out_.values.size());
        out_.values.push_back(values_[old]);
        if (!name.empty())
            out_.values.back().name = std::move(name);
        mapped_[old] = index;
        return index;
    }
    [[nodiscard]] bool isMapped(ValueIndex old) const { return mapped_[old] != kNoValue; }
    [[nodiscard]] ValueIndex mapped(ValueIndex old) const { return mapped_[old]; }

    /// Orders the steps of `region` that its results need.
    std::vector<Step> order(const Region& region)
    {
        std::unordered_map<ValueIndex, const Step*> producers;
        for (const Step& step : region.steps)
            for (const ValueIndex output : step.outputs)
                producers.emplace(output, &step);
        std::vector<Step> ordered;
        std::map<std::string, std::vector<ValueIndex>> known;
        for (const ValueIndex result : region.results)
            need(result, producers, ordered, known);
        return ordered;
    }

private:
    using Producers = std::unordered_map<ValueIndex, const Step*>;
    using Known = std::map<std::string, std::vector<ValueIndex>>;

    /// Emits what `value` needs. Depth is bounded by what one lowering builds, so recursion is safe.
    void need(ValueIndex value, const Producers& producers, std::vector<Step>& ordered, Known& known)
    {
        if (value == kNoValue || isMapped(value))
            return;
        const auto producer = producers.find(value);
        if (producer == producers.end())
            return; // Belongs to an enclosing region, which is asked in turn.
        const Step& step = *producer->second;
        for (const ValueIndex input : readsOf(step))
            need(input, producers, ordered, known);
        emit(step, ordered, known);
    }

    /// Inputs, then what its regions capture.
    static std::vector<ValueIndex> readsOf(const Step& step)
    {
        std::vector<ValueIndex> reads = step.inputs;
        for (const Region& region : step.regions)
            collectReads(region, reads);
        return reads;
    }
    static void collectReads(const Region& region, std::vector<ValueIndex>& reads)
    {
        for (const Step& step : region.steps) {
            reads.insert(reads.end(), step.inputs.begin(), step.inputs.end());
            for (const Region& inner : step.regions)
                collectReads(inner, reads);
        }
        reads.insert(reads.end(), region.results.begin(), region.results.end());
    }

    void emit(const Step& step, std::vector<Step>& ordered, Known& known)
    {
        Step made = step;
        for (ValueIndex& input : made.inputs)
            input = input == kNoValue ? kNoValue : mapped_[input];
        made.outputs.clear();
        const bool mergeable = made.regions.empty() && !made.function && !isRandom(made);
        std::string key;
        if (mergeable) {
            Body single;
            single.region.steps.push_back(made);
            key = structureOf(single);
            if (const auto found = known.find(key); found != known.end() && found->second.size() >= step.outputs.size()) {
                for (std::size_t i = 0; i < step.outputs.size(); ++i)
                    mapped_[step.outputs[i]] = found->second[i];
                return;
            }
        }
        for (std::size_t i = 0; i < made.regions.size(); ++i)
            made.regions[i] = canonical(step.regions[i]);
        for (const ValueIndex output : step.outputs)
            made.outputs.push_back(adopt(output));
        if (mergeable)
            known[key] = made.outputs;
        ordered.push_back(std::move(made));
    }

    Region canonical(const Region& region)
    {
        Region made;
        for (const ValueIndex input : region.inputs)
            made.inputs.push_back(adopt(input));
        made.steps = order(region);
        for (const ValueIndex result : region.results)
            made.results.push_back(mapped_[result]);
        return made;
    }

    const std::vector<BodyValue>& values_;
    Body& out_;
    std::vector<ValueIndex> mapped_;
};

void markReads(const Region& region, std::vector<bool>& read)
{
    for (const Step& step : region.steps) {
        for (const ValueIndex input : step.inputs)
            if (input != kNoValue)
                read[input] = true;
        for (const Region& inner : step.regions)
            markReads(inner, read);
    }
    for (const ValueIndex result : region.results)
        read[result] = true;
}

/// Renumbers so that inputs that are not read are gone.
void dropUnreadInputs(Body& body, std::vector<std::size_t>& kept)
{
    std::vector<bool> read(body.values.size(), false);
    markReads(body.region, read);
    std::vector<ValueIndex> renumbered(body.values.size(), kNoValue);
    std::vector<BodyValue> values;
    const std::size_t inputCount = body.region.inputs.size();
    body.region.inputs.clear();
    for (std::size_t i = 0; i < body.values.size(); ++i) {
        if (i < inputCount && !read[i])
            continue;
        renumbered[i] = static_cast<ValueIndex>(values.size());
        if (i < inputCount) {
            body.region.inputs.push_back(renumbered[i]);
            kept.push_back(i);
        }
        values.push_back(std::move(body.values[i]));
    }
    body.values = std::move(values);
    const auto apply = [&](std::vector<ValueIndex>& list) {
        for (ValueIndex& value : list)
            value = value == kNoValue ? kNoValue : renumbered[value];
    };
    auto visit = [&](Step& step) {
        apply(step.inputs);
        apply(step.outputs);
        for (Region& inner : step.regions) {
            apply(inner.inputs);
            apply(inner.results);
        }
    };
    visitSteps(body.region, visit);
    apply(body.region.results);
}

} // namespace

Body Op::finish(const Values& results, const std::vector<onnxir::ValueType>& resultTypes, std::vector<std::size_t>& keptInputs)
{
    // Results are distinct and never inputs: an Identity stands where one would be.
    Region& root = open_.front();
    std::vector<ValueIndex> taken = inputs_;
    for (std::size_t i = 0; i < results.size(); ++i) {
        Operand result = results[i];
        if (std::ranges::find(taken, result.index()) != taken.end())
            result = (*this)("Identity", result);
        taken.push_back(result.index());
        values_[result.index()].type = resultTypes[i];
        root.results.push_back(result.index());
    }
    Body body;
    Canonicaliser canonicaliser(values_, body);
    for (const ValueIndex input : inputs_)
        body.region.inputs.push_back(canonicaliser.adopt(input));
    body.region.steps = canonicaliser.order(root);
    std::vector<ValueIndex> seen;
    for (const ValueIndex result : root.results) {
        ValueIndex value = canonicaliser.mapped(result);
        if (std::ranges::find(seen, value) != seen.end()) {
            // Two results were merged into one: keep them apart.
            Step identity;
            identity.op.op_type = "Identity";
            identity.inputs = {value};
            value = static_cast<ValueIndex>(body.values.size());
            body.values.push_back({body.values[identity.inputs.front()].type, {}});
            identity.outputs = {value};
            body.region.steps.push_back(std::move(identity));
        }
        seen.push_back(value);
        body.region.results.push_back(value);
    }
    dropUnreadInputs(body, keptInputs);
    return body;
}

} // namespace sidelight::lowering
