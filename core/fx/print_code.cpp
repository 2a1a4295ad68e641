// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/print.h"

#include "core/fx/python_names.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

// torch.fx.graph.CodeGen: a forward() whose statements free each value after its last use.

namespace sidelight::fx {
namespace {

struct MagicMethod
{
    std::string_view name;
    std::string_view before;
    std::string_view between;
    std::string_view after;
};
constexpr std::array kMagicMethods = {
    MagicMethod{"eq", "", " == ", ""},
    MagicMethod{"ne", "", " != ", ""},
    MagicMethod{"lt", "", " < ", ""},
    MagicMethod{"gt", "", " > ", ""},
    MagicMethod{"le", "", " <= ", ""},
    MagicMethod{"ge", "", " >= ", ""},
    MagicMethod{"pos", "+", "", ""},
    MagicMethod{"neg", "-", "", ""},
    MagicMethod{"invert", "~", "", ""},
    MagicMethod{"add", "", " + ", ""},
    MagicMethod{"sub", "", " - ", ""},
    MagicMethod{"mul", "", " * ", ""},
    MagicMethod{"floordiv", "", " // ", ""},
    MagicMethod{"truediv", "", " / ", ""},
    MagicMethod{"mod", "", " % ", ""},
    MagicMethod{"pow", "", " ** ", ""},
    MagicMethod{"lshift", "", " << ", ""},
    MagicMethod{"rshift", "", " >> ", ""},
    MagicMethod{"and_", "", " & ", ""},
    MagicMethod{"or_", "", " | ", ""},
    MagicMethod{"xor", "", " ^ ", ""},
    MagicMethod{"getitem", "", "[", "]"},
    MagicMethod{"matmul", "", " @ ", ""},
};
constexpr std::string_view kOperator = "operator.";

bool isIdentifier(std::string_view text)
{
    const auto isWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               (c & '\x80') != 0;
    };
    return !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
           std::all_of(text.begin(), text.end(), isWord);
}

/// `self.layers.getattr(…, "0").weight`, as _format_target writes it.
std::string attribute(std::string base, std::string_view path)
{
    for (const std::string_view part : support::split(path, '.'))
        base = isIdentifier(part) ? concat(base, '.', part) : concat("getattr(", base, ", \"", part, "\")");
    return base;
}

/// "args" of the parameter "*args".
std::string_view withoutStars(std::string_view target)
{
    return target.substr(std::min(target.find_first_not_of('*'), target.size()));
}

class CodeWriter
{
public:
    explicit CodeWriter(const ir::Graph<Node>& graph) : graph_(graph), naming_([this](NodeId id) { return nameOf(id); })
    {
        findLastUses();
    }
    CodeWriter(const CodeWriter&) = delete;
    CodeWriter& operator=(const CodeWriter&) = delete;

    std::string write()
    {
        for (const NodeId id : graph_.order())
            writeNode(id);
        std::string body = body_.empty() ? "pass\n" : body_;
        std::string code;
        const auto lines = support::split(body, '\n');
        for (std::size_t at = 0; at < lines.size(); ++at)
            code += concat(at == 0 ? "    " : "\n    ", lines[at]);
        std::vector<std::string> parameters{"self"};
        parameters.insert(parameters.end(), placeholders_.begin(), placeholders_.end());
        return concat("\n\n\ndef forward(", support::join(parameters, ", "), "):\n", code);
    }

private:
    /// Names are made at first mention, as torch.fx does: a node called `input` becomes `input_1`, because Python has
    /// an `input`.
    std::string nameOf(NodeId id)
    {
        std::string& name = names_[id];
        if (name.empty())
            name = namespace_.create(graph_.contains(id) ? graph_[id].name : "unknown");
        return name;
    }
    void findLastUses()
    {
        const std::vector<NodeId> order = graph_.orderCopy();
        std::unordered_set<NodeId> seen;
        for (auto user = order.rbegin(); user != order.rend(); ++user)
            visitInputs(graph_[*user], [&](Value value, std::uint32_t) {
                used_.insert(value.node);
                if (seen.insert(value.node).second)
                    lastUses_[*user].push_back(value.node);
            });
    }
    /// repr, but operators by their qualified name.
    [[nodiscard]] std::string code(const Argument& argument)
    {
        if (const auto* reference = argument.as<OperatorRef>())
            return reference->target;
        if (const auto* list = argument.as<ArgumentList>())
            return concat('[', joined(*list), ']');
        if (const auto* tuple = argument.as<ArgumentTuple>())
            return concat('(', joined(tuple->items), tuple->items.size() == 1 ? ",)" : ")");
        return reprArgument(graph_, argument, naming_);
    }
    [[nodiscard]] std::string joined(const std::vector<Argument>& items)
    {
        std::vector<std::string> parts;
        for (const Argument& item : items)
            parts.push_back(code(item));
        return support::join(parts, ", ");
    }
    [[nodiscard]] std::string arguments(const Node& node, std::size_t from = 0)
    {
        std::vector<std::string> parts;
        for (std::size_t at = from; at < node.args.size(); ++at)
            parts.push_back(code(node.args[at]));
        for (const auto& [key, value] : node.kwargs)
            parts.push_back(concat(key, " = ", code(value)));
        return support::join(parts, ", ");
    }
    [[nodiscard]] std::string call(const Node& node)
    {
        if (support::startsWith(node.target, kOperator)) {
            const std::string_view method = std::string_view(node.target).substr(kOperator.size());
            for (const MagicMethod& magic : kMagicMethods) {
                if (magic.name != method || node.args.empty())
                    continue;
                const bool binary = !magic.between.empty();
                if (binary && node.args.size() < 2)
                    break;
                const std::string left = code(node.args[0]);
                return concat(
                    magic.before, left, magic.between, binary ? code(node.args[1]) : std::string(), magic.after);
            }
        }
        // What is not torch's own becomes a global of a legal name.
        std::string target = node.target;
        if (!support::startsWith(target, "torch."))
            std::replace(target.begin(), target.end(), '.', '_');
        if (support::startsWith(node.target, kOperator))
            target.insert(target.begin(), '_');
        return concat(target, '(', arguments(node), ')');
    }
    [[nodiscard]] std::string callMethod(const Node& node)
    {
        const std::string self = attribute(node.args.empty() ? "self" : code(node.args[0]), node.target);
        return concat(self, '(', arguments(node, 1), ')');
    }
    void writeNode(NodeId id)
    {
        const Node& node = graph_[id];
        switch (node.op) {
        case Op::Placeholder:
            placeholders_.push_back(node.args.empty() ? node.target : concat(node.target, " = ", code(node.args[0])));
            if (const std::string_view plain = withoutStars(node.target); plain != nameOf(id))
                body_ += concat(nameOf(id), " = ", plain, '\n');
            return;
        case Op::Output:
            body_ += concat("return ", node.args.empty() ? "None" : code(node.args[0]), '\n');
            return;
        default:
            break;
        }
        body_ += concat(nameOf(id), " = ");
        if (node.op == Op::GetAttr)
            body_ += attribute("self", node.target);
        else if (node.op == Op::CallModule)
            body_ += concat(attribute("self", node.target), '(', arguments(node), ')');
        else if (node.op == Op::CallMethod)
            body_ += callMethod(node);
        else
            body_ += call(node);
        freeUnused(id);
    }
    void freeUnused(NodeId id)
    {
        std::vector<NodeId> freed;
        if (const auto found = lastUses_.find(id); found != lastUses_.end())
            freed = found->second;
        if (used_.count(id) == 0)
            freed.push_back(id);
        if (!freed.empty()) {
            body_ += ";  ";
            for (const NodeId unused : freed)
                body_ += concat(nameOf(unused), " = ");
            body_ += "None";
        }
        body_ += '\n';
    }

    const ir::Graph<Node>& graph_;
    NodeNaming naming_;
    Namespace namespace_;
    std::unordered_map<NodeId, std::string> names_;
    std::unordered_map<NodeId, std::vector<NodeId>> lastUses_;
    std::unordered_set<NodeId> used_;
    std::vector<std::string> placeholders_;
    std::string body_;
};

} // namespace

std::string printCode(const ExportedProgram& program, GraphId id)
{
    return CodeWriter(program.graphs[id]).write();
}

} // namespace sidelight::fx
