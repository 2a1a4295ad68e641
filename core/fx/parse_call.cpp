// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/parse_call.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <utility>

namespace sidelight::fx {
namespace {

/// Reads the text from left to right; a failure keeps the first diagnostic.
class CallParser {
public:
    explicit CallParser(std::string_view text) : text_(text) {}

    Result<ExportedProgram> parse()
    {
        call_.op = Op::CallFunction;
        const std::string target = word();
        call_.target = target.find("::") == std::string::npos && target.rfind("aten.", 0) == 0 ? concat("torch.ops.", target) : target;
        expect('(');
        for (bool more = !accept(')'); more && !failed_; more = accept(',') || !closed())
            argument();
        expect('-');
        expect('>');
        results();
        skipSpace();
        if (at_ != text_.size())
            fail("the end");
        if (failed_)
            return *failed_;
        return program();
    }

private:
    bool closed()
    {
        if (failed_)
            return true;
        expect(')');
        return true;
    }
    void argument()
    {
        skipSpace();
        const std::size_t start = at_;
        const std::string name = word();
        if (!name.empty() && accept('=')) {
            call_.kwargs.emplace_back(name, value());
            return;
        }
        at_ = start;
        call_.args.push_back(value());
    }
    Argument value()
    {
        skipSpace();
        if (accept('['))
            return list();
        if (accept('\'')) {
            const std::size_t end = text_.find('\'', at_);
            if (end == std::string_view::npos) {
                fail("a closing quote");
                return {};
            }
            std::string string(text_.substr(at_, end - at_));
            at_ = end + 1;
            return string;
        }
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-'))
            return number();
        return named();
    }
    Argument list()
    {
        ArgumentList items;
        while (!failed_ && !accept(']')) {
            items.push_back(value());
            accept(',');
        }
        return items;
    }
    Argument number()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && std::string_view("+-.einfx0123456789").find(text_[at_]) != std::string_view::npos)
            ++at_;
        const std::string token(text_.substr(start, at_ - start));
        if (token == "-inf")
            return -std::numeric_limits<double>::infinity();
        std::int64_t integer = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), integer);
        if (error == std::errc() && end == token.data() + token.size())
            return integer;
        char* stop = nullptr;
        const double real = std::strtod(token.c_str(), &stop);
        if (stop != token.c_str() + token.size())
            fail("a number");
        return real;
    }
    Argument named()
    {
        const std::string name = word();
        if (name == "None")
            return None{};
        if (name == "True" || name == "False")
            return name == "True";
        if (name == "inf")
            return std::numeric_limits<double>::infinity();
        if (name == "nan")
            return std::numeric_limits<double>::quiet_NaN();
        if (name == "cpu")
            return ir::Device{};
        if (name.rfind("torch.", 0) == 0) {
            if (const auto dtype = ir::dtypeFromName(std::string_view(name).substr(6)))
                return *dtype;
            if (name == "torch.strided")
                return ir::Layout::Strided;
            if (name == "torch.contiguous_format")
                return ir::MemoryFormat::Contiguous;
            fail("a dtype");
            return {};
        }
        if (name == "Sym")
            return input(symbol());
        if (name == "Float")
            return input(floating());
        const auto type = tensorType(name);
        return type ? Argument(input(ir::Type::of(*type))) : Argument();
    }
    std::optional<ir::TensorType> tensorType(const std::string& shortName)
    {
        ir::TensorType type;
        for (int i = 0; i < static_cast<int>(ir::DType::Undefined); ++i)
            if (ir::shortName(static_cast<ir::DType>(i)) == shortName)
                type.dtype = static_cast<ir::DType>(i);
        if (type.dtype == ir::DType::Undefined) {
            fail("a value or a type such as f32[2, 3]");
            return std::nullopt;
        }
        expect('[');
        while (!failed_ && !accept(']')) {
            const std::size_t start = at_ = spaceEnd();
            while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']')
                ++at_;
            auto dim = ir::Dim::parse(text_.substr(start, at_ - start));
            if (!dim) {
                fail("a size");
                return std::nullopt;
            }
            type.sizes.push_back(std::move(*dim));
            accept(',');
        }
        ir::Dim stride = ir::Dim::constant(1);
        type.strides.resize(type.sizes.size());
        for (std::size_t i = type.sizes.size(); i-- > 0;) {
            type.strides[i] = stride;
            stride = stride * type.sizes[i];
        }
        return type;
    }
    /// The rest of `Sym(n)`.
    ir::Type symbol()
    {
        expect('(');
        const std::size_t start = at_;
        for (int depth = 0; at_ < text_.size() && (depth > 0 || text_[at_] != ')'); ++at_)
            depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
        auto dim = ir::Dim::parse(text_.substr(start, at_ - start));
        if (!dim)
            fail("a size");
        expect(')');
        return ir::Type::integer(dim ? *dim : ir::Dim());
    }
    /// The rest of `Float(n)`: a symbolic number that is no integer.
    ir::Type floating()
    {
        ir::Type type = symbol();
        type.kind = ir::Type::Kind::Float;
        return type;
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
        std::vector<ir::Type> types;
        const bool several = accept('(');
        do {
            const std::string name = word();
            if (name == "Sym") {
                types.push_back(symbol());
            } else if (name == "Float" || name == "Bool") {
                types.push_back(floating());
                types.back().kind = name == "Bool" ? ir::Type::Kind::Bool : ir::Type::Kind::Float;
            } else if (const auto type = tensorType(name)) {
                types.push_back(ir::Type::of(*type));
            }
        } while (!failed_ && several && accept(','));
        if (several)
            expect(')');
        call_.val = several ? ir::Type::list(std::move(types)) : types.empty() ? ir::Type{} : types.front();
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

    std::size_t spaceEnd() const
    {
        std::size_t end = at_;
        while (end < text_.size() && std::isspace(static_cast<unsigned char>(text_[end])) != 0)
            ++end;
        return end;
    }
    void skipSpace() { at_ = spaceEnd(); }
    bool accept(char character)
    {
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != character)
            return false;
        ++at_;
        return true;
    }
    void expect(char character)
    {
        if (!accept(character))
            fail(concat("'", character, "'"));
    }
    std::string word()
    {
        skipSpace();
        const std::size_t start = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '.'))
            ++at_;
        return std::string(text_.substr(start, at_ - start));
    }
    void fail(std::string_view expected)
    {
        if (!failed_)
            failed_ = support::diagnose(rules::kExpressionInvalid, concat("expected ", expected, " at column ", at_ + 1, " of `", text_, "`"));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Diagnostic> failed_;
    Node call_;
    ExportedProgram program_;
    ir::Graph<Node> graph_;
    GraphSignature signature_;
};

} // namespace

Result<ExportedProgram> parseCall(std::string_view text) { return CallParser(text).parse(); }

} // namespace sidelight::fx
