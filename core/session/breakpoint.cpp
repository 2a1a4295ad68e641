// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/breakpoint.h"

#include "core/session/change_text.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace sidelight::session {
namespace {

enum class Field : std::uint8_t { Any, Pass, Node, Op, Module, Rule, Kind, Code };
constexpr std::array<std::pair<std::string_view, Field>, 7> kFields{{{"pass", Field::Pass}, {"node", Field::Node}, {"op", Field::Op}, {"module", Field::Module},
                                                                     {"rule", Field::Rule}, {"kind", Field::Kind}, {"code", Field::Code}}};

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

/// What can be asked of one change, in lower case, by field.
struct Facts {
    std::array<std::vector<std::string>, 8> texts;
    std::vector<std::string>& at(Field field) { return texts[static_cast<std::size_t>(field)]; }
    [[nodiscard]] const std::vector<std::string>& at(Field field) const { return texts[static_cast<std::size_t>(field)]; }

    [[nodiscard]] bool holds(Field field, const std::string& word) const
    {
        if (field == Field::Any)
            return std::any_of(kFields.begin(), kFields.end(), [&](const auto& one) { return holds(one.second, word); });
        const bool isWhole = field == Field::Pass || field == Field::Rule || field == Field::Kind;
        return std::any_of(at(field).begin(), at(field).end(), [&](const std::string& text) {
            if (field == Field::Node && word.front() == '%')
                return text == word.substr(1);
            return isWhole ? text == word : text.find(word) != std::string::npos;
        });
    }
};

void addNode(Facts& facts, const fx::Node& node)
{
    facts.at(Field::Node).push_back(lower(node.name));
    facts.at(Field::Op).push_back(lower(node.target));
    for (const fx::ModuleFrame& frame : node.metadata().nn_module_stack)
        facts.at(Field::Module).push_back(lower(concat(frame.path, " ", frame.className)));
}

void addNode(Facts& facts, const onnxir::Node& node)
{
    facts.at(Field::Node).push_back(lower(node.name));
    for (const auto& output : node.outputs)
        facts.at(Field::Node).push_back(lower(output.name));
    facts.at(Field::Op).push_back(lower(concat(node.op.domain, node.op.domain.empty() ? "" : ".", node.op.op_type)));
    const auto addScopes = [&](const onnxir::Properties& properties) {
        for (const auto& [key, value] : properties)
            if (key == onnxir::kKeyNameScopes || key == onnxir::kKeyNamespace)
                facts.at(Field::Module).push_back(lower(value));
    };
    addScopes(node.metadata_props);
    for (const auto& origin : node.origins)
        if (origin.path.empty() && origin.properties)
            addScopes(*origin.properties);
}

template <class Unit>
std::string_view kindOf(const ir::Change<Unit>& change)
{
    if (const auto* node = std::get_if<ir::NodeChange<Unit>>(&change.what))
        return !node->before ? "insert" : !node->after ? "erase" : "update";
    constexpr std::string_view kKinds[] = {"", "move", "signature", "state", "function", "add graph", "remove graph", "opset"};
    return kKinds[change.what.index()];
}

/// The facts of a record's changes, one at a time.
template <class Unit>
class FactsOf {
public:
    FactsOf(const ir::PassRecord<Unit>& record, const Unit& before) : record_(record), before_(before)
    {
        for (const Diagnostic& diagnostic : record.diagnostics)
            for (const support::Location& location : diagnostic.locations)
                found_.emplace(lower(location.name), lower(diagnostic.ruleId));
    }
    [[nodiscard]] Facts of(std::size_t index) const
    {
        const ir::Change<Unit>& change = record_.changes[index];
        Facts facts;
        facts.at(Field::Pass).push_back(lower(record_.pass->id));
        facts.at(Field::Kind).emplace_back(kindOf(change));
        facts.at(Field::Code).push_back(lower(concat(change.where.file, ":", change.where.line)));
        if (const auto* node = std::get_if<ir::NodeChange<Unit>>(&change.what)) {
            if (node->before)
                addNode(facts, *node->before);
            if (node->after)
                addNode(facts, *node->after);
        } else if (const auto* moved = std::get_if<ir::OrderChange>(&change.what)) {
            for (const Unit* unit : {&before_, &record_.after})
                if (const auto home = unit->graphs.graphOf(moved->id))
                    addNode(facts, *unit->graphs[*home].find(moved->id));
        } else if (const auto* state = std::get_if<ir::StateChange>(&change.what)) {
            facts.at(Field::Node).push_back(lower(state->name));
        }
        for (const auto& [node, rule] : found_)
            for (const std::string& name : facts.at(Field::Node))
                if (node == name || node == "%" + name)
                    facts.at(Field::Rule).push_back(rule);
        return facts;
    }

private:
    const ir::PassRecord<Unit>& record_;
    const Unit& before_;
    std::set<std::pair<std::string, std::string>> found_; ///< Node and rule.
};

} // namespace

struct Breakpoint::Node {
    enum class Kind : std::uint8_t { Word, And, Or, Not };
    Kind kind = Kind::Word;
    Field field = Field::Any;
    std::string word;
    std::vector<std::shared_ptr<const Node>> operands;

    [[nodiscard]] bool holds(const Facts& facts) const
    {
        const auto isTrue = [&](const auto& operand) { return operand->holds(facts); };
        switch (kind) {
        case Kind::Word:
            return facts.holds(field, word);
        case Kind::And:
            return std::all_of(operands.begin(), operands.end(), isTrue);
        case Kind::Or:
            return std::any_of(operands.begin(), operands.end(), isTrue);
        case Kind::Not:
            return !operands.front()->holds(facts);
        }
        return false;
    }
};

namespace {

using Node = Breakpoint::Node;
using NodePtr = std::shared_ptr<const Node>;

/// or := and {"or" and};  and := not {["and"] not};  not := "not" not | "(" or ")" | word.
class Parser {
public:
    explicit Parser(std::string_view text)
    {
        std::size_t start = 0;
        const auto flush = [&](std::size_t end) {
            if (end > start)
                words_.emplace_back(text.substr(start, end - start));
        };
        for (std::size_t i = 0; i <= text.size(); ++i) {
            const char c = i < text.size() ? text[i] : ' ';
            if (c != ' ' && c != '(' && c != ')')
                continue;
            flush(i);
            if (c != ' ')
                words_.emplace_back(1, c);
            start = i + 1;
        }
    }
    Result<NodePtr> run()
    {
        auto root = parseOr(0);
        if (root && at_ < words_.size())
            return problem(concat("'", words_[at_], "' stands alone"));
        return root;
    }

private:
    static Diagnostic problem(std::string_view what)
    {
        return support::diagnose(rules::kUsage, concat("a breakpoint is words such as op:relu_ or node:%add_3 joined by and, or, not and parentheses; here ", what));
    }
    [[nodiscard]] bool isNext(std::string_view word) const { return at_ < words_.size() && words_[at_] == word; }
    Result<NodePtr> join(Node::Kind kind, std::vector<NodePtr> operands) const
    {
        if (operands.size() == 1)
            return operands.front();
        auto node = std::make_shared<Node>();
        node->kind = kind;
        node->operands = std::move(operands);
        return NodePtr(std::move(node));
    }
    Result<NodePtr> parseOr(int depth)
    {
        std::vector<NodePtr> operands;
        do {
            auto operand = parseAnd(depth);
            if (!operand)
                return operand;
            operands.push_back(std::move(*operand));
        } while (isNext("or") && ++at_ != 0);
        return join(Node::Kind::Or, std::move(operands));
    }
    Result<NodePtr> parseAnd(int depth)
    {
        std::vector<NodePtr> operands;
        do {
            auto operand = parseNot(depth);
            if (!operand)
                return operand;
            operands.push_back(std::move(*operand));
            if (isNext("and") && ++at_ != 0 && at_ == words_.size())
                return problem("nothing follows 'and'");
        } while (at_ < words_.size() && !isNext("or") && !isNext(")"));
        return join(Node::Kind::And, std::move(operands));
    }
    Result<NodePtr> parseNot(int depth)
    {
        constexpr int kDeepest = 64;
        if (depth > kDeepest)
            return problem("it is nested too deeply");
        if (at_ >= words_.size())
            return problem("a word is missing");
        if (isNext("not")) {
            ++at_;
            auto operand = parseNot(depth + 1);
            if (!operand)
                return operand;
            auto node = std::make_shared<Node>();
            node->kind = Node::Kind::Not;
            node->operands = {std::move(*operand)};
            return NodePtr(std::move(node));
        }
        if (isNext("(")) {
            ++at_;
            auto inner = parseOr(depth + 1);
            if (!inner)
                return inner;
            if (!isNext(")"))
                return problem("a parenthesis is not closed");
            ++at_;
            return inner;
        }
        return parseWord();
    }
    Result<NodePtr> parseWord()
    {
        const std::string& word = words_[at_];
        if (word == "and" || word == "or" || word == ")")
            return problem(concat("'", word, "' stands where a word is expected"));
        ++at_;
        auto node = std::make_shared<Node>();
        node->word = lower(word);
        const std::size_t colon = word.find(':');
        if (colon != std::string::npos) {
            const auto field = std::find_if(kFields.begin(), kFields.end(), [&](const auto& one) { return one.first == lower(word.substr(0, colon)); });
            if (field == kFields.end())
                return problem(concat("'", word.substr(0, colon), ":' is no field; there are pass, node, op, module, rule, kind and code"));
            node->field = field->second;
            node->word = lower(word.substr(colon + 1));
        }
        if (node->word.empty())
            return problem(concat("nothing follows '", word, "'"));
        return NodePtr(std::move(node));
    }

    std::vector<std::string> words_;
    std::size_t at_ = 0;
};

/// Searches one trace; `first` and `last` are positions between 1 and the number of changes.
template <class Unit>
std::optional<ChangePlace> findIn(const ir::Trace<Unit>& trace, bool isOnnx, const ChangePlace& from, bool isBackward, const Node& root)
{
    const std::size_t count = trace.records.size();
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t record = isBackward ? count - 1 - step : step;
        const std::size_t changes = trace.records[record].changes.size();
        if (changes == 0)
            continue;
        const FactsOf<Unit> facts(trace.records[record], trace.before(record));
        for (std::size_t i = 1; i <= changes; ++i) {
            const ChangePlace place{isOnnx, record, isBackward ? changes + 1 - i : i};
            const bool isBeyond = isBackward ? place < from : from < place;
            if (isBeyond && root.holds(facts.of(place.change - 1)))
                return place;
        }
    }
    return std::nullopt;
}

} // namespace

Result<Breakpoint> Breakpoint::parse(std::string_view text)
{
    auto root = Parser(text).run();
    if (!root)
        return root.error();
    Breakpoint breakpoint;
    breakpoint.text_ = std::string(text);
    breakpoint.root_ = std::move(*root);
    return breakpoint;
}

std::optional<ChangePlace> Breakpoint::next(const Document& document, const ChangePlace& from, bool isBackward) const
{
    const auto inFx = [&] { return findIn(document.fx, false, from, isBackward, *root_); };
    const auto inOnnx = [&] { return findIn(document.onnx, true, from, isBackward, *root_); };
    const auto first = isBackward ? inOnnx() : inFx();
    if (first)
        return first;
    return isBackward ? inFx() : inOnnx();
}

} // namespace sidelight::session
