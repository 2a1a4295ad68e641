// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/parse_call.h"

#include "core/fx/text/code_reader.h"
#include "core/fx/text/type_text.h"
#include "core/support/text.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sidelight::fx {
namespace {

/// Reads a call whose values are written by their types, each of which becomes an input.
class CallParser {
public:
    explicit CallParser(std::string_view text) : scanner_(text) {}

    Result<ExportedProgram> parse()
    {
        const std::string target = scanner_.word(".:");
        if (target.empty())
            scanner_.fail("a target such as aten.add.Tensor");
        if (!scanner_.failed() && scanner_.peek() == '(')
            call_ = std::move(*text::CodeReader(scanner_, values_).call(support::startsWith(target, "aten.") ? concat("torch.ops.", target) : target).node);
        else
            scanner_.fail("'('");
        scanner_.expect("->");
        results();
        if (!scanner_.acceptLineEnd() || !scanner_.atEnd())
            scanner_.fail("the end");
        if (scanner_.failed())
            return scanner_.error();
        return program();
    }

private:
    /// The value of a type such as f32[2, 3] or Sym(n); nothing for any other word.
    std::optional<Value> typed(std::string_view word)
    {
        if (scanner_.peek() != '[' && scanner_.peek() != '(')
            return std::nullopt;
        const std::size_t start = scanner_.at();
        ir::Type type = text::restOfType(scanner_, word);
        if (type.kind != ir::Type::Kind::Unknown)
            return input(std::move(type));
        scanner_.moveTo(start);
        if (scanner_.peek() == '[')
            scanner_.fail("a value or a type such as f32[2, 3]", start - word.size());
        return std::nullopt;
    }
    Value input(ir::Type type)
    {
        Node node;
        node.op = Op::Placeholder;
        node.name = concat("x", signature_.inputs.size());
        node.target = node.name;
        node.val = std::move(type);
        signature_.inputs.push_back({InputKind::UserInput, node.name, {}, true, {}});
        return Value{add(std::move(node)), 0};
    }
    void results()
    {
        scanner_.skipBlanks();
        const std::size_t start = scanner_.at();
        call_.val = text::readType(scanner_);
        bool known = call_.val.kind != ir::Type::Kind::Unknown;
        for (const ir::Type& element : call_.val.elements)
            known = known && element.kind != ir::Type::Kind::Unknown;
        if (!known)
            scanner_.fail("a type such as f32[2, 3]", start);
    }
    ExportedProgram program()
    {
        const bool several = call_.val.kind == ir::Type::Kind::List;
        const std::vector<ir::Type> types = several ? call_.val.elements : std::vector<ir::Type>{call_.val};
        call_.name = "call";
        const NodeId call = add(call_);
        Node output;
        output.op = Op::Output;
        output.name = output.target = "output";
        ArgumentTuple outputs;
        for (std::size_t i = 0; i < types.size(); ++i) {
            Value value{call, 0};
            if (several) {
                Node item;
                item.name = i == 0 ? "getitem" : concat("getitem_", i);
                item.target = "operator.getitem";
                item.args = {Value{call, 0}, static_cast<std::int64_t>(i)};
                item.val = types[i];
                value.node = add(std::move(item));
            }
            outputs.items.emplace_back(value);
            signature_.outputs.push_back({OutputKind::UserOutput, value, {}});
        }
        output.args = {std::move(outputs)};
        add(std::move(output));
        program_.graphs.add(kMainGraph, std::move(graph_));
        program_.signature = std::make_shared<const GraphSignature>(std::move(signature_));
        program_.state = std::make_shared<const ExportedProgram::State>();
        program_.info = std::make_shared<const ProgramInfo>();
        return std::move(program_);
    }
    NodeId add(Node node)
    {
        const NodeId id = program_.newNodeId();
        graph_.insert(id, std::make_shared<const Node>(std::move(node)));
        return id;
    }

    text::Scanner scanner_;
    NodeNamed values_ = [this](std::string_view word) { return typed(word); };
    Node call_;
    ExportedProgram program_;
    ir::Graph<Node> graph_;
    GraphSignature signature_;
};

} // namespace

Result<ExportedProgram> parseCall(std::string_view text) { return CallParser(text).parse(); }

} // namespace sidelight::fx
