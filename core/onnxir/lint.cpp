// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/onnxir/lint.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sidelight::onnxir {

namespace {

/// Domains whose operators are not model-local functions.
bool isOperatorDomain(std::string_view domain)
{
    return domain.empty() || domain == "ai.onnx" || support::startsWith(domain, "ai.onnx.") ||
           support::startsWith(domain, "com.microsoft");
}

std::string textOf(const OpId& op)
{
    return support::plainText(
        concat(op.domain, op.domain.empty() ? "" : ".", op.op_type, op.overload.empty() ? "" : ":", op.overload));
}

class Linter
{
public:
    explicit Linter(const Model& model) : model_(model)
    {
        for (const auto& [graph, function] : model.functions)
            if (!bodies_.emplace(function->id, graph).second)
                report(concat("two functions are called ", textOf(function->id)), {});
    }

    std::vector<Diagnostic> run()
    {
        if (!model_.graphs.contains(kMainGraph)) {
            report("the model has no main graph", {});
            return log_.take();
        }
        lintScope(kMainGraph, nullptr);
        for (const auto& [graph, function] : model_.functions) {
            if (!model_.graphs.contains(graph))
                report(concat("the function ", textOf(function->id), " has no body"), {});
            else
                lintScope(graph, function.get());
        }
        lintRecursion();
        return log_.take();
    }

private:
    void report(std::string message, std::string_view nodeName, Level level = Level::Error,
        const support::Rule& rule = rules::kLint)
    {
        std::vector<support::Location> locations;
        if (!nodeName.empty())
            locations.push_back({std::string(nodeName), "onnx-node", {}, 0, {}, {}});
        Diagnostic diagnostic = support::diagnose(rule, std::move(message), std::move(locations));
        diagnostic.level = level;
        log_.append(std::move(diagnostic));
    }

    /// The main graph or a function body, with all bodies within.
    void lintScope(GraphId id, const Function* function)
    {
        function_ = function;
        root_ = id;
        names_.clear();
        defined_.clear();
        lintGraph(id);
    }

    void lintGraph(GraphId id)
    {
        if (!open_.insert(id).second) {
            report("a body contains itself", {}, Level::Error, rules::kCycle);
            return;
        }
        const auto& graph = model_.graphs[id];
        std::vector<std::string> namesHere;
        std::vector<Value> definedHere;
        std::unordered_set<std::string> nodeNames;
        std::unordered_set<std::string> outputNames;
        for (const NodeId nodeId : graph.order()) {
            const Node& node = graph[nodeId];
            lintKind(node, id);
            lintReads(graph, node);
            lintAttributes(node);
            if (node.kind == Kind::Operator) {
                lintOperator(node, id);
                if (!node.name.empty() && !nodeNames.insert(node.name).second)
                    report(concat("two nodes are called ", support::plainText(node.name)), node.name, Level::Warning);
            }
            if (node.kind == Kind::Output && !outputNames.insert(node.name).second)
                report(concat("two outputs are called ", support::plainText(node.name)), node.name);
            for (std::uint32_t i = 0; i < node.outputs.size(); ++i) {
                definedHere.push_back({nodeId, i});
                defined_.insert({nodeId, i});
                const std::string& name = node.outputs[i].name;
                if (name.empty())
                    continue;
                if (!names_.insert(name).second)
                    report(concat("two values are called ", support::plainText(name)), node.name);
                else
                    namesHere.push_back(name);
            }
        }
        // Bodies side by side may use the same names; bodies see only what stands before them.
        for (const std::string& name : namesHere)
            names_.erase(name);
        for (const Value& value : definedHere)
            defined_.erase(value);
        open_.erase(id);
    }

    void lintKind(const Node& node, GraphId id)
    {
        const std::string name = support::plainText(node.name);
        const bool isSource = node.kind == Kind::Input || node.kind == Kind::Initializer;
        if (isSource && (!node.inputs.empty() || node.outputs.size() != 1 || node.outputs[0].name != node.name ||
                            node.name.empty()))
            report(concat(node.kind == Kind::Input ? "input " : "initializer ", name,
                       " must have no inputs and one output of its own name"),
                node.name);
        if (node.kind == Kind::Output &&
            (node.inputs.size() != 1 || !node.inputs[0] || !node.outputs.empty() || node.name.empty()))
            report(concat("output ", name, " must have a name and one input"), node.name);
        if (node.kind == Kind::Input && id == kMainGraph && node.outputs.size() == 1 &&
            node.outputs[0].type.kind == ValueType::Kind::Unknown)
            report(concat("input ", name, " has no type"), node.name);
        if (node.kind == Kind::Initializer)
            lintInitializer(node, name);
        if (node.kind == Kind::Operator && node.op.op_type.empty())
            report(concat("node ", name, " has no operator"), node.name);
    }

    void lintInitializer(const Node& node, const std::string& name)
    {
        if (function_ && root_ != kMainGraph)
            if (open_.size() == 1)
                report(concat("initializer ", name, " stands in a function; functions have none"), node.name);
        if (!node.tensor) {
            report(concat("initializer ", name, " has no tensor"), node.name);
            return;
        }
        if (node.outputs.size() != 1 || node.outputs[0].type.kind == ValueType::Kind::Unknown)
            return;
        std::vector<ir::Dim> sizes;
        for (const std::int64_t size : node.tensor->sizes)
            sizes.push_back(ir::Dim::constant(size));
        if (!(node.outputs[0].type == ValueType::tensor(node.tensor->dtype, sizes)))
            report(
                concat("initializer ", name, " is said to be ", toText(node.outputs[0].type), " but its tensor is not"),
                node.name);
    }

    void lintReads(const ir::Graph<Node>& graph, const Node& node)
    {
        visitInputs(node, [&](Value value, std::uint32_t slot) {
            const std::string place =
                concat("input ", slot, " of ", support::plainText(node.name.empty() ? node.op.op_type : node.name));
            if (defined_.count(value) == 0) {
                const bool later = graph.contains(value.node);
                const bool noOutput = later && value.output >= graph[value.node].outputs.size();
                report(concat(place, noOutput ? " reads an output that its node does not have"
                                     : later  ? " reads a value that comes after it"
                                              : " reads a value that is not in reach"),
                    node.name);
            } else if (const Node* source = nodeOf(value.node, graph);
                       source && source->outputs[value.output].name.empty()) {
                report(concat(place, " reads an output that is left out"), node.name);
            } else if (node.kind == Kind::Output && source && root_ == kMainGraph && open_.size() == 1 &&
                       source->outputs[value.output].type.kind == ValueType::Kind::Unknown) {
                report(concat("output ", support::plainText(node.name), " has no type"), node.name);
            }
        });
    }

    /// Only the graph at hand and those open around it can define what is in reach.
    const Node* nodeOf(NodeId id, const ir::Graph<Node>& graph) const
    {
        if (const Node* node = graph.find(id))
            return node;
        for (const GraphId around : open_)
            if (const Node* node = model_.graphs[around].find(id))
                return node;
        return nullptr;
    }

    void lintAttributes(const Node& node)
    {
        for (std::size_t i = 0; i < node.attributes.size(); ++i) {
            const Attribute& attribute = node.attributes[i];
            const std::string name = concat("attribute ", support::plainText(attribute.name), " of ",
                support::plainText(node.name.empty() ? node.op.op_type : node.name));
            if (i > 0 && !(node.attributes[i - 1].name < attribute.name))
                report(concat(name, " is not in order or there twice"), node.name);
            if (const auto* body = std::get_if<GraphId>(&attribute.value))
                lintBody(*body, node, name);
            if (const auto* bodies = std::get_if<std::vector<GraphId>>(&attribute.value))
                for (const GraphId each : *bodies)
                    lintBody(each, node, name);
            if (const auto* tensor = std::get_if<std::shared_ptr<const ir::Tensor>>(&attribute.value);
                tensor && !*tensor)
                report(concat(name, " has no tensor"), node.name);
            if (const auto* reference = std::get_if<AttributeRef>(&attribute.value))
                lintReference(*reference, node, name);
        }
    }

    void lintBody(GraphId body, const Node& node, const std::string& name)
    {
        if (!model_.graphs.contains(body)) {
            report(concat(name, " names a graph that does not exist"), node.name);
        } else if (body == kMainGraph || model_.functions.count(body) != 0) {
            report(concat(name, " names the main graph or a function body"), node.name);
        } else {
            if (!owned_.insert(body).second && open_.count(body) == 0)
                report(concat(name, " names a graph that another attribute names too"), node.name);
            lintGraph(body);
        }
    }

    void lintReference(const AttributeRef& reference, const Node& node, const std::string& name)
    {
        bool known = false;
        if (function_) {
            for (const std::string& attribute : function_->attributes)
                known = known || attribute == reference.name;
            for (const Attribute& attribute : function_->attributeDefaults)
                known = known || attribute.name == reference.name;
        }
        if (!known)
            report(
                concat(name, " refers to ", support::plainText(reference.name), ", which the function does not have"),
                node.name);
    }

    void lintOperator(const Node& node, GraphId)
    {
        const auto& opsets = function_ ? function_->opsets : model_.opsets;
        const std::string domain = node.op.domain == "ai.onnx" ? std::string() : node.op.domain;
        if (opsets.count(domain) == 0 && missingDomains_.insert({root_, domain}).second)
            report(concat(function_ ? concat("function ", textOf(function_->id)) : std::string("the model"),
                       " imports no opset of domain \"", support::plainText(domain), "\""),
                node.name);
        const auto body = bodies_.find(node.op);
        if (body == bodies_.end()) {
            if (!isOperatorDomain(node.op.domain))
                report(concat(textOf(node.op), " is called by ", support::plainText(node.name), " and has no body"),
                    node.name);
            return;
        }
        calls_[root_].insert(body->second);
        if (!model_.graphs.contains(body->second))
            return;
        const auto [inputs, outputs] = arity(body->second);
        if (node.inputs.size() > inputs || node.outputs.size() > outputs)
            report(concat(support::plainText(node.name), " calls ", textOf(node.op), " with ", node.inputs.size(),
                       " inputs and ", node.outputs.size(), " outputs; it has ", inputs, " and ", outputs),
                node.name);
    }

    std::pair<std::size_t, std::size_t> arity(GraphId id)
    {
        const auto known = arities_.find(id);
        if (known != arities_.end())
            return known->second;
        std::pair<std::size_t, std::size_t> counts;
        const auto& graph = model_.graphs[id];
        for (const NodeId nodeId : graph.order()) {
            counts.first += graph[nodeId].kind == Kind::Input ? 1 : 0;
            counts.second += graph[nodeId].kind == Kind::Output ? 1 : 0;
        }
        return arities_[id] = counts;
    }

    /// Calls between functions must not go round (depth-first, without recursion of our own).
    void lintRecursion()
    {
        enum class Mark
        {
            New,
            Open,
            Done
        };
        std::map<GraphId, Mark> marks;
        for (const auto& [start, function] : model_.functions) {
            std::vector<std::pair<GraphId, bool>> stack{{start, false}};
            while (!stack.empty()) {
                const auto [graph, leaving] = stack.back();
                stack.pop_back();
                if (leaving) {
                    marks[graph] = Mark::Done;
                    continue;
                }
                if (marks[graph] == Mark::Done || marks[graph] == Mark::Open)
                    continue;
                marks[graph] = Mark::Open;
                stack.emplace_back(graph, true);
                for (const GraphId callee : calls_[graph]) {
                    if (marks[callee] == Mark::Open)
                        report(concat("the function ", textOf(model_.functionOf(callee)->id), " calls itself"), {},
                            Level::Error, rules::kCycle);
                    else if (marks[callee] == Mark::New)
                        stack.emplace_back(callee, false);
                }
            }
        }
    }

    const Model& model_;
    DiagnosticLog log_;
    std::map<OpId, GraphId> bodies_;
    std::map<GraphId, std::set<GraphId>> calls_;
    std::map<GraphId, std::pair<std::size_t, std::size_t>> arities_;
    std::set<std::pair<GraphId, std::string>> missingDomains_;
    std::set<GraphId> owned_;
    std::set<GraphId> open_;
    std::unordered_set<std::string> names_;
    std::unordered_set<Value> defined_;
    const Function* function_ = nullptr;
    GraphId root_{};
};

} // namespace

std::vector<Diagnostic> lint(const Model& model)
{
    return Linter(model).run();
}

} // namespace sidelight::onnxir
