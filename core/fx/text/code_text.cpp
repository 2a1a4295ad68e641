// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/code_text.h"

#include "core/fx/text/code_reader.h"
#include "core/fx/text/constants.h"
#include "core/fx/text/graph_builder.h"
#include "core/fx/text/signature_text.h"
#include "core/fx/text/type_text.h"
#include "core/support/text.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sidelight::fx::text {
namespace {

/// A graph, with where its class stands.
struct Scope {
    std::string name;
    std::size_t indent = 0;
    std::size_t at = 0;
    std::size_t parent = 0;
    std::unique_ptr<GraphBuilder> graph;
};

class CodeTextReader {
public:
    CodeTextReader(Scanner& scanner, ExportedProgram& program) : scanner_(scanner), program_(program) {}

    void read()
    {
        for (scanner_.skipLines(); !scanner_.failed() && !scanner_.atEnd() && !atSignature(scanner_); scanner_.skipLines())
            line();
        if (scanner_.failed())
            return;
        if (graphs_.empty() || !graphs_.back().graph->hasOutput())
            return scanner_.fail(graphs_.empty() ? "def forward(self, …):" : "return, which ends a graph");
        for (std::size_t i = 1; i < graphs_.size(); ++i)
            link(graphs_[i]);
    }
    void finish()
    {
        for (Scope& scope : graphs_)
            scope.graph->finish();
    }

private:
    [[nodiscard]] GraphBuilder& graph() { return *graphs_.back().graph; }

    void line()
    {
        const std::string_view rest = scanner_.text().substr(scanner_.at());
        if (scanner_.accept("class"))
            return classHead();
        if (scanner_.accept("def"))
            return functionHead();
        if (scanner_.accept("ExportedProgram:") || scanner_.accept("import") || scanner_.accept("from")) {
            scanner_.restOfLine();
            return;
        }
        if (support::startsWith(rest, R"(""")"))
            return docstring();
        if (graphs_.empty())
            return scanner_.fail("def forward(self, …): or graph():");
        if (graph().hasOutput())
            return scanner_.fail("the end, or a class with a subgraph, after return");
        statement();
        if (!scanner_.failed() && !scanner_.acceptLineEnd())
            scanner_.fail("an operator or the end of the line");
    }
    void docstring()
    {
        const std::size_t end = scanner_.text().find(R"(""")", scanner_.at() + 3);
        if (end == std::string_view::npos)
            return scanner_.fail(R"(a closing """ for the text that begins here)");
        scanner_.moveTo(end + 3);
    }
    /// `class true_graph_0(torch.nn.Module):`.
    void classHead()
    {
        const std::size_t start = scanner_.at() - std::string_view("class").size();
        const std::size_t lineStart = start == 0 ? 0 : scanner_.text().rfind('\n', start - 1) + 1;
        class_ = {};
        class_.indent = start - lineStart;
        class_.at = start;
        class_.name = scanner_.word("<>.");
        if (class_.name.empty())
            return scanner_.fail("the name of a class");
        scanner_.restOfLine();
        classOpen_ = true;
    }
    void functionHead()
    {
        const std::size_t start = scanner_.at();
        if (scanner_.word().empty())
            return scanner_.fail("the name of a function");
        if (!graphs_.empty() && !classOpen_)
            return scanner_.fail("one function; a subgraph stands in a class of its own", start);
        if (!graphs_.empty() && !graph().hasOutput())
            return scanner_.fail("return, which ends a graph, before the next function", start);
        const GraphId id = graphs_.empty() ? kMainGraph : program_.newGraphId();
        class_.graph = std::make_unique<GraphBuilder>(program_, id);
        for (std::size_t i = 0; i < graphs_.size(); ++i)
            if (graphs_[i].indent < class_.indent)
                class_.parent = i;
        graphs_.push_back(std::move(class_));
        class_ = {};
        classOpen_ = false;
        parameters();
        if (scanner_.accept("->"))
            annotation();
        scanner_.expect(':');
    }
    void parameters()
    {
        scanner_.expect('(');
        scanner_.open();
        while (!scanner_.failed() && !scanner_.accept(')')) {
            scanner_.skipBlanks();
            const std::size_t start = scanner_.at();
            std::string target = scanner_.word("*");
            if (target.find_first_not_of('*') == std::string::npos)
                scanner_.fail("the name of a parameter", start);
            std::optional<ir::Type> type;
            if (scanner_.accept(':'))
                type = annotation();
            Node node;
            node.op = Op::Placeholder;
            node.target = target;
            const std::string plain = target.substr(std::min(target.find_first_not_of('*'), target.size()));
            node.name = plain == target ? plain : concat('_', plain); // torch.fx calls *args _args.
            if (scanner_.accept('='))
                node.args = {readCodeArgument(scanner_, names_)};
            if (graph().isTaken(node.name))
                scanner_.refuse(concat("there are two parameters ", support::plainText(node.name)), start);
            if (!scanner_.failed() && target != "self")
                graph().bind(plain, graph().add(std::move(node), type));
            if (!scanner_.accept(',')) {
                scanner_.expect(')');
                break;
            }
        }
        scanner_.close();
    }
    /// A type, in quotes or not.
    ir::Type annotation()
    {
        scanner_.skipBlanks();
        const char quote = scanner_.peek();
        const bool quoted = quote == '"' || quote == '\'';
        if (quoted)
            scanner_.moveTo(scanner_.at() + 1);
        ir::Type type = readType(scanner_);
        if (quoted && scanner_.peek() != quote)
            scanner_.fail(concat("a closing ", quote, " after the type"));
        else if (quoted)
            scanner_.moveTo(scanner_.at() + 1);
        return type;
    }

    void statement()
    {
        if (scanner_.accept("return"))
            return returned();
        if (scanner_.accept("pass"))
            return;
        if (scanner_.accept("del")) {
            scanner_.restOfLine();
            return;
        }
        const std::size_t start = scanner_.at();
        std::vector<std::pair<std::string, std::size_t>> targets;
        std::optional<ir::Type> type;
        bool unpacked = false;
        bool assigned = targetsHere(targets, type, unpacked);
        if (!assigned) { // A call for its effect.
            scanner_.moveTo(start);
            targets.clear();
        }
        if (targets.size() > 1 && !unpacked) // a = b = None
            return released(targets);
        CodeReader reader(scanner_, names_, [this](Node node) { return graph().add(std::move(node)); });
        Term term = reader.expression();
        if (scanner_.failed())
            return;
        if (!assigned && (!term.node || term.node->op == Op::GetAttr))
            return scanner_.fail("a statement such as y = torch.relu(x)", start);
        if (unpacked)
            return unpack(std::move(term), targets);
        assign(std::move(term), targets.empty() ? std::string() : targets.front().first, type);
    }
    /// `name = `, `name: "f32[2]" = `, `a, b = ` or `a = b = `; whether one of them stands here.
    bool targetsHere(std::vector<std::pair<std::string, std::size_t>>& targets, std::optional<ir::Type>& type, bool& unpacked)
    {
        for (;;) {
            scanner_.accept('%');
            const std::size_t start = scanner_.at();
            const std::string name = scanner_.word();
            if (name.empty())
                return !targets.empty() && !unpacked;
            if (targets.empty() && scanner_.accept(':'))
                type = annotation();
            if (scanner_.failed())
                return true;
            scanner_.skipBlanks();
            const bool comma = scanner_.peek() == ',' && (targets.empty() || unpacked);
            if (!comma && (scanner_.peek() != '=' || scanner_.peek(1) == '=')) {
                scanner_.moveTo(start);
                if (type && targets.empty())
                    scanner_.fail("'=' after the type");
                return !targets.empty() && !unpacked;
            }
            targets.emplace_back(name, start);
            scanner_.moveTo(scanner_.at() + 1);
            unpacked = unpacked || comma;
            if (unpacked && !comma)
                return true;
        }
    }
    void released(const std::vector<std::pair<std::string, std::size_t>>& targets)
    {
        if (!scanner_.accept("None"))
            return scanner_.fail("None: several names at once are only released");
        for (const auto& [name, at] : targets)
            if (!graph().named(name))
                return scanner_.fail(concat("a node that is made before, and there is none called %", support::plainText(name)), at);
    }
    void assign(Term term, const std::string& name, const std::optional<ir::Type>& type)
    {
        if (term.node) {
            term.node->name = name;
            const Value value = graph().add(std::move(*term.node), type);
            if (!name.empty())
                graph().bind(name, value);
            return;
        }
        const auto* value = term.value.as<Value>();
        if (!value) {
            if (!term.value.isNone()) // `x = None` releases it.
                scanner_.fail("a call or a node; a literal needs no name");
            return;
        }
        graph().bind(name, *value); // input_1 = input: Python reserves the name, the placeholder has it all the same.
    }
    void unpack(Term term, const std::vector<std::pair<std::string, std::size_t>>& targets)
    {
        const auto* known = term.value.as<Value>();
        if (!term.node && !known)
            return scanner_.fail("a call with several results");
        const Value whole = term.node ? graph().add(std::move(*term.node)) : *known;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            Node item;
            item.name = targets[i].first;
            item.target = "operator.getitem";
            item.args = {whole, static_cast<std::int64_t>(i)};
            graph().bind(targets[i].first, graph().add(std::move(item)));
        }
    }
    void returned()
    {
        Node node;
        node.op = Op::Output;
        node.name = node.target = "output";
        scanner_.skipBlanks();
        Argument result;
        if (!scanner_.atEnd() && scanner_.peek() != '\n') {
            CodeReader reader(scanner_, names_, [this](Node inner) { return graph().add(std::move(inner)); });
            Term term = reader.expressions();
            if (scanner_.failed())
                return;
            result = term.node ? Argument(graph().add(std::move(*term.node))) : std::move(term.value);
        }
        node.args = {std::move(result)};
        graph().add(std::move(node));
    }

    /// Finds the get_attr that means the class, in the class around it, else anywhere.
    void link(Scope& scope)
    {
        if (linkIn(graphs_[scope.parent], scope))
            return;
        for (Scope& outer : graphs_)
            if (&outer != &scope && linkIn(outer, scope))
                return;
        scanner_.refuse(concat("no graph reads the subgraph ", support::plainText(scope.name), " by self.", support::plainText(scope.name)), scope.at);
    }
    static bool linkIn(Scope& outer, const Scope& scope)
    {
        bool found = false;
        for (const NodeId id : outer.graph->graph().orderCopy()) {
            Node node = outer.graph->graph()[id];
            if (node.op != Op::GetAttr || node.target != scope.name || node.subgraph != kMainGraph)
                continue;
            node.subgraph = scope.graph->id();
            node.val.kind = ir::Type::Kind::Object;
            node.meta = nullptr;
            outer.graph->replace(id, std::move(node));
            found = true;
        }
        return found;
    }

    Scanner& scanner_;
    ExportedProgram& program_;
    std::vector<Scope> graphs_;
    Scope class_;
    bool classOpen_ = false;
    NodeNamed names_ = [this](std::string_view name) { return graphs_.empty() ? std::nullopt : graph().named(name); };
};

} // namespace

void readCode(Scanner& scanner, ExportedProgram& program)
{
    CodeTextReader reader(scanner, program);
    reader.read();
    if (!scanner.failed())
        reader.finish();
}

} // namespace sidelight::fx::text
