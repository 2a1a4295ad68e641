// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/program_text.h"

#include "core/fx/text/argument_text.h"
#include "core/fx/print.h"
#include "core/session/tensor_text.h"
#include "core/session/type_text.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace sidelight::session {
namespace {

using fx::ExportedProgram;
using fx::Node;
using fx::Op;

constexpr std::array<std::string_view, 7> kInputKinds = {"user_input", "parameter", "buffer", "constant_tensor", "custom_obj", "token", "constant_input"};
constexpr std::array<std::string_view, 8> kOutputKinds = {"user_output",           "loss_output",            "buffer_mutation",     "parameter_mutation",
                                                          "gradient_to_parameter", "gradient_to_user_input", "user_input_mutation", "token"};
constexpr std::string_view kTypeMark = " :: ";
constexpr std::string_view kIndent = "    ";

template <class Kind, std::size_t N>
Kind kindNamed(const std::array<std::string_view, N>& names, std::string_view name)
{
    const auto* const found = std::find(names.begin(), names.end(), name);
    return static_cast<Kind>(found == names.end() ? 0 : found - names.begin());
}

/// Sizes that no node holds are written as texts in braces, '{2*s77 + 1}'; a text that begins with a brace of its own has it twice.
fx::Argument bracedSizes(const fx::Argument& argument)
{
    const auto all = [](std::vector<fx::Argument> items) {
        std::transform(items.begin(), items.end(), items.begin(), bracedSizes);
        return items;
    };
    if (const auto* dim = argument.as<ir::Dim>())
        return concat('{', dim->text(), '}');
    if (const auto* text = argument.as<std::string>())
        return support::startsWith(*text, "{") ? concat('{', *text) : *text;
    if (const auto* list = argument.as<fx::ArgumentList>())
        return all(*list);
    if (const auto* tuple = argument.as<fx::ArgumentTuple>())
        return fx::ArgumentTuple{all(tuple->items)};
    if (const auto* dict = argument.as<fx::ArgumentDict>())
        return fx::ArgumentDict{dict->keys, all(dict->values)};
    return argument;
}

/// Takes bracedSizes back; the first text that is no size is told in `problem`.
void readSizes(fx::Argument& argument, Status& problem)
{
    if (const auto* text = argument.as<std::string>(); text && support::startsWith(*text, "{{")) {
        argument = text->substr(1);
    } else if (text && text->size() > 1 && text->front() == '{' && text->back() == '}') {
        const auto dim = ir::Dim::parse(std::string_view(*text).substr(1, text->size() - 2));
        if (dim)
            argument = *dim;
        else
            problem = dim.error();
    }
    if (auto* list = std::get_if<fx::ArgumentList>(&argument.content))
        for (fx::Argument& item : *list)
            readSizes(item, problem);
    if (auto* tuple = std::get_if<fx::ArgumentTuple>(&argument.content))
        for (fx::Argument& item : tuple->items)
            readSizes(item, problem);
    if (auto* dict = std::get_if<fx::ArgumentDict>(&argument.content))
        for (fx::Argument& item : dict->values)
            readSizes(item, problem);
}

/// Where a graph stands in the order of ids: numbers without gaps, the main graph 0.
using GraphNumbers = std::map<GraphId, std::size_t>;

class Printer {
public:
    explicit Printer(const ExportedProgram& program) : program_(program) {}

    std::string print()
    {
        for (const GraphId id : program_.graphs.ids())
            numbers_.emplace(id, numbers_.size());
        for (const auto& [id, number] : numbers_)
            printGraph(id, number);
        for (std::size_t i = 0; i < stacks_.size(); ++i)
            out_ += concat("modules ", i + 1, ' ', stacks_[i], '\n');
        if (program_.signature)
            printSignature(*program_.signature);
        if (program_.info)
            for (const auto& [dim, range] : program_.info->ranges)
                out_ += concat("range ", range.min, ' ', range.max ? concat(*range.max) : std::string("inf"), ' ', dim.text(), '\n');
        if (program_.info)
            for (const auto& [symbol, hint] : program_.info->hints)
                out_ += concat("hint ", hint, ' ', symbol, '\n');
        if (program_.state)
            for (const auto& [name, tensor] : *program_.state)
                if (tensor)
                    out_ += concat("state ", name, ' ', printTensorText(*tensor), '\n');
        return std::move(out_);
    }

private:
    void printGraph(GraphId id, std::size_t number)
    {
        const ir::Graph<Node>& graph = program_.graphs[id];
        const fx::NodeNaming naming = [&](NodeId node) { return concat('%', graph[node].name); };
        const auto repr = [&](const fx::Argument& argument) { return fx::reprArgument(graph, bracedSizes(argument), naming); };
        out_ += concat("graph ", number, '\n');
        for (const NodeId node : graph.order())
            out_ += concat(kIndent, printNode(graph[node], repr), '\n');
    }
    template <class Repr>
    std::string printNode(const Node& node, Repr&& repr)
    {
        if (node.op == Op::Output)
            return concat("output ", node.args.empty() ? std::string("None") : repr(node.args.front()));
        std::string text = concat('%', node.name, " = ");
        if (node.op == Op::Placeholder) {
            text += concat("placeholder ", node.target, node.args.empty() ? std::string() : concat(" default ", repr(node.args.front())));
        } else if (node.op == Op::GetAttr) {
            text += concat("get_attr ", node.target);
            if (node.subgraph != kMainGraph)
                text += concat(" graph ", numbers_[node.subgraph]);
        } else {
            std::string arguments;
            for (const fx::Argument& argument : node.args)
                arguments += concat(arguments.empty() ? "" : ", ", repr(argument));
            for (const auto& [key, value] : node.kwargs)
                arguments += concat(arguments.empty() ? "" : ", ", key, '=', repr(value));
            text += concat(node.op == Op::CallMethod ? "call_method " : node.op == Op::CallModule ? "call_module " : "", node.target, '(', arguments, ')');
        }
        text += kTypeMark;
        if (const auto& stack = node.metadata().nn_module_stack; !stack.empty())
            text += concat('@', stackNumber(stack), ' ');
        return text + printWholeType(node.val);
    }
    std::size_t stackNumber(const std::vector<fx::ModuleFrame>& stack)
    {
        std::string text;
        for (const fx::ModuleFrame& frame : stack)
            text += concat(text.empty() ? "" : " > ", frame.key, '|', frame.path, '|', frame.className);
        const auto found = std::find(stacks_.begin(), stacks_.end(), text);
        if (found != stacks_.end())
            return static_cast<std::size_t>(found - stacks_.begin()) + 1;
        stacks_.push_back(text);
        return stacks_.size();
    }
    void printSignature(const fx::GraphSignature& signature)
    {
        const fx::NodeNaming naming = [&](NodeId node) { return concat('%', program_.main()[node].name); };
        for (const fx::InputSpec& input : signature.inputs) {
            out_ += concat("input ", kInputKinds[static_cast<std::size_t>(input.kind)], ' ', input.name, input.persistent ? "" : " not_persistent");
            if (!input.target.empty())
                out_ += concat(" of ", input.target);
            if (input.kind == fx::InputKind::ConstantInput)
                out_ += concat(" is ", fx::reprArgument(program_.main(), bracedSizes(input.constant), naming));
            out_ += '\n';
        }
        for (const fx::OutputSpec& output : signature.outputs) {
            out_ += concat("result ", kOutputKinds[static_cast<std::size_t>(output.kind)], ' ', fx::reprArgument(program_.main(), bracedSizes(output.value), naming));
            if (!output.target.empty())
                out_ += concat(" of ", output.target);
            out_ += '\n';
        }
    }

    const ExportedProgram& program_;
    GraphNumbers numbers_;
    std::vector<std::string> stacks_;
    std::string out_;
};

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Takes the first word off `text`.
std::string_view takeWord(std::string_view& text)
{
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return word;
}

/// Takes what stands behind `mark` off the end of `text`; empty where there is no mark.
std::string_view takeBehind(std::string_view& text, std::string_view mark)
{
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(at + mark.size());
    text = text.substr(0, at);
    return rest;
}

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Result<fx::Argument> parseArgument(std::string_view text, const fx::NodeNamed& nodeNamed)
{
    auto argument = fx::parseArgument(text, nodeNamed);
    Status problem;
    if (argument)
        readSizes(*argument, problem);
    if (!problem)
        return problem.error();
    return argument;
}

class Parser {
public:
    Result<ExportedProgram> parse(std::string_view text)
    {
        const auto lines = linesOf(text);
        for (const std::string_view line : lines) // Module stacks and graphs are named before they are told.
            if (support::startsWith(line, "modules "))
                readModules(line.substr(8));
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (Status status = readLine(lines[i]); !status) {
                Diagnostic problem = status.error();
                problem.message = concat("line ", i + 1, ": ", problem.message);
                return problem;
            }
        program_.signature = std::make_shared<const fx::GraphSignature>(std::move(signature_));
        program_.info = std::make_shared<const fx::ProgramInfo>(std::move(info_));
        program_.state = std::make_shared<const ExportedProgram::State>(std::move(state_));
        return std::move(program_);
    }

private:
    static Diagnostic fault(std::string_view what, std::string_view line)
    {
        return support::diagnose(rules::kExpressionInvalid, concat("expected ", what, " in `", support::plainText(line), "`"));
    }

    Status readLine(std::string_view line)
    {
        if (line.empty())
            return {};
        if (support::startsWith(line, kIndent))
            return readNode(line.substr(kIndent.size()));
        std::string_view rest = line;
        const std::string_view word = takeWord(rest);
        if (word == "graph")
            return readGraph(rest);
        if (word == "modules")
            return {};
        if (word == "input")
            return readInput(rest);
        if (word == "result")
            return readResult(rest);
        if (word == "range" || word == "hint")
            return readFact(word, rest);
        if (word != "state")
            return fault("graph, modules, input, result, range, hint or state", line);
        const std::string_view name = takeWord(rest);
        auto tensor = parseTensorText(rest);
        if (!tensor)
            return tensor.error();
        state_.emplace(std::string(name), std::make_shared<const ir::Tensor>(std::move(*tensor)));
        return {};
    }

    GraphId graphNumbered(std::size_t number)
    {
        while (graphs_.size() <= number) {
            graphs_.push_back(graphs_.empty() ? kMainGraph : program_.newGraphId());
            program_.graphs.add(graphs_.back(), {});
        }
        return graphs_[number];
    }
    Status readGraph(std::string_view text)
    {
        const auto number = numberOf(text);
        constexpr std::int64_t kMost = 100'000;
        if (!number || *number < 0 || *number > kMost)
            return fault("the number of a graph", text);
        graph_ = graphNumbered(static_cast<std::size_t>(*number));
        values_ = &named_[graph_];
        return {};
    }
    Status readNode(std::string_view line)
    {
        if (!values_)
            return fault("'graph 0' before the nodes", line);
        const auto nodeNamed = [&](std::string_view name) -> std::optional<Value> {
            const auto found = values_->find(name);
            return found == values_->end() ? std::nullopt : std::optional(Value{found->second, 0});
        };
        Node node;
        if (support::startsWith(line, "output ")) {
            auto value = parseArgument(line.substr(7), nodeNamed);
            if (!value)
                return value.error();
            node.op = Op::Output;
            node.name = node.target = "output";
            node.args = {std::move(*value)};
            add(std::move(node));
            return {};
        }
        std::string_view rest = line;
        std::string_view type = takeBehind(rest, kTypeMark);
        const std::size_t equals = rest.find(" = ");
        if (rest.empty() || rest.front() != '%' || equals == std::string_view::npos || type.empty())
            return fault("%name = call :: type", line);
        const std::string name(rest.substr(1, equals - 1));
        if (const Status status = readCall(rest.substr(equals + 3), nodeNamed, node); !status)
            return status.error();
        node.name = name;
        if (type.front() == '@') {
            const auto number = numberOf(takeWord(type).substr(1));
            if (!number || *number < 1 || static_cast<std::size_t>(*number) > stacks_.size())
                return fault("the number of a module stack", line);
            node.meta = stacks_[static_cast<std::size_t>(*number) - 1];
        }
        auto val = parseWholeType(type);
        if (!val)
            return val.error();
        node.val = std::move(*val);
        if (!values_->emplace(name, NodeId{program_.nextNode}).second)
            return fault("a name that no other node of the graph has", line);
        add(std::move(node));
        return {};
    }
    Status readCall(std::string_view text, const fx::NodeNamed& nodeNamed, Node& node)
    {
        std::string_view rest = text;
        const std::string_view word = takeWord(rest);
        if (word == "placeholder") {
            node.op = Op::Placeholder;
            const std::string_view standard = takeBehind(rest, " default ");
            node.target = std::string(rest);
            if (standard.empty())
                return {};
            auto value = parseArgument(standard, nodeNamed);
            if (!value)
                return value.error();
            node.args = {std::move(*value)};
            return {};
        }
        if (word == "get_attr") {
            node.op = Op::GetAttr;
            const std::string_view graph = takeBehind(rest, " graph ");
            node.target = std::string(rest);
            if (const auto number = graph.empty() ? std::nullopt : numberOf(graph))
                node.subgraph = graphNumbered(static_cast<std::size_t>(*number));
            return {};
        }
        const bool isMethod = word == "call_method";
        const bool isModule = word == "call_module";
        auto call = fx::parseNodeLine(isMethod || isModule ? rest : text, nodeNamed);
        if (!call)
            return call.error();
        node = std::move(*call);
        Status problem;
        for (fx::Argument& argument : node.args)
            readSizes(argument, problem);
        for (auto& [key, argument] : node.kwargs)
            readSizes(argument, problem);
        if (!problem)
            return problem;
        node.op = isMethod ? Op::CallMethod : isModule ? Op::CallModule : Op::CallFunction;
        return {};
    }
    void add(Node node)
    {
        const NodeId id = program_.newNodeId();
        program_.graphs.forWrite(graph_).insert(id, std::make_shared<const Node>(std::move(node)));
    }
    void readModules(std::string_view text)
    {
        takeWord(text);
        fx::NodeMeta meta;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(" > "), text.size());
            const std::string_view frame = text.substr(0, end);
            text.remove_prefix(std::min(end + 3, text.size()));
            const std::size_t first = std::min(frame.find('|'), frame.size());
            const std::size_t last = std::max(frame.rfind('|') + 1, first);
            meta.nn_module_stack.push_back({std::string(frame.substr(0, first)), std::string(frame.substr(std::min(first + 1, frame.size()), last > first + 1 ? last - first - 2 : 0)),
                                            std::string(frame.substr(last))});
        }
        stacks_.push_back(std::make_shared<const fx::NodeMeta>(std::move(meta)));
    }
    Status readInput(std::string_view text)
    {
        fx::InputSpec input;
        input.kind = kindNamed<fx::InputKind>(kInputKinds, takeWord(text));
        if (const std::string_view constant = takeBehind(text, " is "); !constant.empty()) {
            auto value = parseArgument(constant, [](std::string_view) { return std::optional<Value>(); });
            if (!value)
                return value.error();
            input.constant = std::move(*value);
        }
        input.target = std::string(takeBehind(text, " of "));
        input.name = std::string(takeWord(text));
        input.persistent = text != "not_persistent";
        signature_.inputs.push_back(std::move(input));
        return {};
    }
    Status readResult(std::string_view text)
    {
        fx::OutputSpec output;
        output.kind = kindNamed<fx::OutputKind>(kOutputKinds, takeWord(text));
        output.target = std::string(takeBehind(text, " of "));
        const auto& main = named_[kMainGraph];
        auto value = parseArgument(text, [&](std::string_view name) {
            const auto found = main.find(name);
            return found == main.end() ? std::nullopt : std::optional(Value{found->second, 0});
        });
        if (!value)
            return value.error();
        output.value = std::move(*value);
        signature_.outputs.push_back(std::move(output));
        return {};
    }
    Status readFact(std::string_view kind, std::string_view text)
    {
        const auto number = numberOf(takeWord(text));
        if (!number)
            return fault("a number", text);
        if (kind == "hint") {
            info_.hints.emplace(std::string(text), *number);
            return {};
        }
        ir::Range range{*number, numberOf(takeWord(text))};
        auto dim = ir::Dim::parse(text);
        if (!dim)
            return dim.error();
        info_.ranges.emplace_back(std::move(*dim), range);
        return {};
    }

    ExportedProgram program_;
    std::vector<GraphId> graphs_;
    GraphId graph_ = kMainGraph;
    std::map<GraphId, std::map<std::string, NodeId, std::less<>>> named_;
    std::map<std::string, NodeId, std::less<>>* values_ = nullptr;
    std::vector<std::shared_ptr<const fx::NodeMeta>> stacks_;
    fx::GraphSignature signature_;
    fx::ProgramInfo info_;
    ExportedProgram::State state_;
};

} // namespace

std::string printWholeProgram(const ExportedProgram& program) { return Printer(program).print(); }
Result<ExportedProgram> parseWholeProgram(std::string_view text) { return Parser().parse(text); }

} // namespace sidelight::session
