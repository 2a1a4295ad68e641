// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/emit.h"

#include "core/lowering/names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sidelight::lowering {

namespace {

/// "MatMul" gives "matmul".
std::string lowerCase(std::string text)
{
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

class Emitter {
public:
    Emitter(onnxir::Rewriter& rewriter, const FunctionTable& table, std::int64_t opset)
        : rewriter_(rewriter), table_(table), opset_(opset), functions_(table.size())
    {
    }

    void main(const MainGraph& main)
    {
        Scope scope{main.body, std::vector<Value>(main.body.values.size()), {}, {}, {}, {}};
        for (std::size_t i = 0; i < main.inputs.size(); ++i)
            mainInput(scope, main, i);
        nameValues(scope);
        steps(kMainGraph, main.body.region, scope);
        for (std::size_t i = 0; i < main.body.region.results.size(); ++i) {
            rewriter_.setCause(main.outputs[i]);
            output(kMainGraph, scope, main.body.region.results[i], main.outputs[i]);
        }
    }

private:
    struct EmittedStep {
        NodeId node = kNoNode;
        std::optional<std::size_t> callee; ///< Index of the function that it calls.
    };
    struct Scope {
        const Body& body;
        std::vector<Value> values;           ///< By value index.
        std::vector<std::string> names;      ///< By value index.
        NameTable valueNames;
        NameTable nodeNames;
        std::vector<EmittedStep> steps;      ///< By flat step number.
    };
    struct EmittedFunction {
        GraphId graph{};
        std::vector<EmittedStep> steps;
    };

    /// Formal inputs and results come first, so that they keep their names.
    static void nameValues(Scope& scope)
    {
        const Body& body = scope.body;
        scope.names.resize(body.values.size());
        const auto make = [&](ValueIndex value, const std::string& fallback) {
            if (scope.names[value].empty())
                scope.names[value] = scope.valueNames.make(body.values[value].name.empty() ? fallback : body.values[value].name);
        };
        for (const ValueIndex input : body.region.inputs)
            make(input, "input");
        for (const ValueIndex result : body.region.results)
            make(result, body.region.results.size() == 1 ? "result" : "result_0");
        auto visit = [&](const Step& step) {
            for (const Region& inner : step.regions)
                for (const ValueIndex input : inner.inputs)
                    make(input, "item");
            for (const ValueIndex value : step.outputs)
                make(value, step.function ? (step.name.empty() ? "value" : step.name) : lowerCase(step.op.op_type));
        };
        visitSteps(body.region, visit);
    }

    void mainInput(Scope& scope, const MainGraph& main, std::size_t at)
    {
        const MainInput& input = main.inputs[at];
        const ValueIndex index = main.body.region.inputs[at];
        const BodyValue& value = main.body.values[index];
        onnxir::Node node;
        node.kind = input.kind;
        node.name = value.name;
        node.outputs = {{value.name, value.type}};
        node.tensor = input.tensor;
        node.metadata_props = input.metadata_props;
        node.origins.push_back({{}, input.fx, nullptr});
        rewriter_.setCause(input.fx);
        scope.values[index] = {rewriter_.insert(kMainGraph, kNoNode, std::move(node)), 0};
    }

    void formalInputs(GraphId graph, const Region& region, Scope& scope)
    {
        for (const ValueIndex input : region.inputs) {
            onnxir::Node node;
            node.kind = onnxir::Kind::Input;
            node.name = scope.names[input];
            node.outputs = {{node.name, scope.body.values[input].type}};
            scope.values[input] = {rewriter_.insert(graph, kNoNode, std::move(node)), 0};
        }
    }

    void output(GraphId graph, const Scope& scope, ValueIndex value, NodeId fx = kNoNode)
    {
        onnxir::Node node;
        node.kind = onnxir::Kind::Output;
        node.name = scope.names[value];
        node.inputs = {scope.values[value]};
        if (fx != kNoNode)
            node.origins.push_back({{}, fx, nullptr});
        rewriter_.insert(graph, kNoNode, std::move(node));
    }

    void steps(GraphId graph, const Region& region, Scope& scope)
    {
        for (const Step& step : region.steps)
            this->step(graph, step, scope);
    }

    void step(GraphId graph, const Step& step, Scope& scope)
    {
        const std::size_t flat = scope.steps.size();
        scope.steps.push_back({kNoNode, step.function});
        if (step.cause != kNoNode)
            rewriter_.setCause(step.cause);
        onnxir::Node node;
        node.op = step.op;
        node.attributes = step.attributes;
        node.metadata_props = step.metadata_props;
        const EmittedFunction* callee = step.function ? &function(*step.function) : nullptr;
        if (step.cause != kNoNode)
            rewriter_.setCause(step.cause);
        if (callee)
            node.op = table_[*step.function].id;
        node.name = scope.nodeNames.make(step.name.empty() ? lowerCase(node.op.op_type) : step.name);
        for (const ValueIndex input : step.inputs)
            node.inputs.push_back(input == kNoValue ? std::nullopt : std::optional(scope.values[input]));
        for (const ValueIndex value : step.outputs)
            node.outputs.push_back({scope.names[value], scope.body.values[value].type});
        for (std::size_t i = 0; i < step.regions.size(); ++i)
            node.attributes.push_back({step.regionNames[i], this->region(step.regions[i], scope)});
        std::ranges::sort(node.attributes, {}, &onnxir::Attribute::name);
        if (graph == kMainGraph)
            for (const StepOrigin& origin : step.origins)
                node.origins.push_back({pathOf(origin.steps, step), origin.fx, origin.properties});
        std::ranges::sort(node.origins, {}, &onnxir::Origin::path);
        const NodeId id = rewriter_.insert(graph, kNoNode, std::move(node));
        scope.steps[flat].node = id;
        for (std::size_t i = 0; i < step.outputs.size(); ++i)
            scope.values[step.outputs[i]] = {id, static_cast<std::uint32_t>(i)};
    }

    /// Node ids of the steps on the way down from `step`.
    std::vector<NodeId> pathOf(const std::vector<std::uint32_t>& flat, const Step& step) const
    {
        std::vector<NodeId> path;
        std::optional<std::size_t> callee = step.function;
        for (const std::uint32_t number : flat) {
            const EmittedStep& below = functions_[*callee]->steps[number];
            path.push_back(below.node);
            callee = below.callee;
        }
        return path;
    }

    GraphId region(const Region& region, Scope& scope)
    {
        const GraphId graph = rewriter_.addGraph();
        formalInputs(graph, region, scope);
        steps(graph, region, scope);
        std::set<ValueIndex> made;
        for (const Step& step : region.steps)
            made.insert(step.outputs.begin(), step.outputs.end());
        for (const ValueIndex result : region.results) {
            if (made.erase(result) != 0)
                output(graph, scope, result);
            else
                copiedOutput(graph, scope, result); // A captured value, an input, or a second use.
        }
        return graph;
    }

    void copiedOutput(GraphId graph, Scope& scope, ValueIndex value)
    {
        onnxir::Node copy;
        copy.op.op_type = "Identity";
        copy.name = scope.nodeNames.make("identity");
        copy.inputs = {scope.values[value]};
        copy.outputs = {{scope.valueNames.make(scope.names[value]), scope.body.values[value].type}};
        onnxir::Node node;
        node.kind = onnxir::Kind::Output;
        node.name = copy.outputs.front().name;
        node.inputs = {Value{rewriter_.insert(graph, kNoNode, std::move(copy)), 0}};
        rewriter_.insert(graph, kNoNode, std::move(node));
    }

    const EmittedFunction& function(std::size_t index)
    {
        if (functions_[index])
            return *functions_[index];
        const FunctionTable::Entry& entry = table_[index];
        auto emitted = std::make_unique<EmittedFunction>();
        emitted->graph = rewriter_.addGraph();
        onnxir::Function declaration;
        declaration.id = entry.id;
        declaration.displayName = entry.displayName;
        declaration.doc_string = entry.doc;
        declaration.opsets = domainsOf(entry.body.region);
        rewriter_.setFunction(emitted->graph, std::make_shared<const onnxir::Function>(std::move(declaration)));
        rewriter_.setOpset(entry.id.domain, 1);
        Scope scope{entry.body, std::vector<Value>(entry.body.values.size()), {}, {}, {}, {}};
        nameValues(scope);
        formalInputs(emitted->graph, entry.body.region, scope);
        steps(emitted->graph, entry.body.region, scope);
        for (const ValueIndex result : entry.body.region.results)
            output(emitted->graph, scope, result);
        emitted->steps = std::move(scope.steps);
        functions_[index] = std::move(emitted);
        return *functions_[index];
    }

    [[nodiscard]] std::map<std::string, std::int64_t> domainsOf(const Region& region) const
    {
        std::map<std::string, std::int64_t> domains{{"", opset_}};
        auto visit = [&](const Step& step) {
            const std::string& domain = step.function ? table_[*step.function].id.domain : step.op.domain;
            if (!domain.empty())
                domains[domain] = 1;
        };
        visitSteps(region, visit);
        return domains;
    }

    onnxir::Rewriter& rewriter_;
    const FunctionTable& table_;
    std::int64_t opset_;
    std::vector<std::unique_ptr<EmittedFunction>> functions_;
};

} // namespace

void emit(onnxir::Rewriter& rewriter, const FunctionTable& table, const MainGraph& main, std::int64_t opset)
{
    rewriter.setOpset("", opset);
    Emitter(rewriter, table, opset).main(main);
    bool hasUnsupported = false;
    auto visit = [&](const Step& step) { hasUnsupported |= step.op.domain == kUnsupportedDomain; };
    visitSteps(main.body.region, visit);
    for (std::size_t i = 0; i < table.size(); ++i)
        visitSteps(table[i].body.region, visit);
    if (hasUnsupported)
        rewriter.setOpset(std::string(kUnsupportedDomain), 1);
}

} // namespace sidelight::lowering
