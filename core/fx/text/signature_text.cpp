// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/text/signature_text.h"

#include "core/support/text.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace sidelight::fx::text {
namespace {

constexpr auto kInputKinds = std::to_array<std::pair<std::string_view, InputKind>>({
    {"USER_INPUT", InputKind::UserInput},
    {"PARAMETER", InputKind::Parameter},
    {"BUFFER", InputKind::Buffer},
    {"CONSTANT_TENSOR", InputKind::ConstantTensor},
    {"CUSTOM_OBJ", InputKind::CustomObj},
    {"TOKEN", InputKind::Token},
    {"CONSTANT_INPUT", InputKind::ConstantInput},
});
constexpr auto kOutputKinds = std::to_array<std::pair<std::string_view, OutputKind>>({
    {"USER_OUTPUT", OutputKind::UserOutput},
    {"LOSS_OUTPUT", OutputKind::LossOutput},
    {"BUFFER_MUTATION", OutputKind::BufferMutation},
    {"PARAMETER_MUTATION", OutputKind::ParameterMutation},
    {"GRADIENT_TO_PARAMETER", OutputKind::GradientToParameter},
    {"GRADIENT_TO_USER_INPUT", OutputKind::GradientToUserInput},
    {"USER_INPUT_MUTATION", OutputKind::UserInputMutation},
    {"TOKEN", OutputKind::Token},
});

template <class Kind, std::size_t N>
std::optional<Kind> kindNamed(const std::array<std::pair<std::string_view, Kind>, N>& table, std::string_view name)
{
    for (const auto& [text, kind] : table)
        if (text == name)
            return kind;
    return std::nullopt;
}

class SignatureReader {
public:
    SignatureReader(Scanner& scanner, GraphSignature& signature, ProgramInfo& info) : scanner_(scanner), signature_(signature), info_(info) {}

    void read()
    {
        for (scanner_.skipLines(); !scanner_.failed() && !scanner_.atEnd(); scanner_.skipLines()) {
            if (scanner_.accept("Graph") || scanner_.accept("graph")) {
                scanner_.expect("signature");
                scanner_.expect(':');
            } else if (scanner_.accept("Range") || scanner_.accept("range")) {
                scanner_.expect("constraints");
                scanner_.expect(':');
                if (scanner_.accept('{'))
                    ranges();
            } else {
                entry();
            }
        }
    }

private:
    /// `name: KIND target='fqn' persistent=True`.
    void entry()
    {
        scanner_.accept('%');
        const std::size_t start = scanner_.at();
        const std::string name = scanner_.word();
        if (!scanner_.accept(':')) // A constant result has no name.
            return scanner_.fail("an entry of the graph signature such as p_weight: PARAMETER target='weight'", start);
        if (scanner_.accept('[')) { // `s77: [2, 10]` of ours.
            scanner_.moveTo(scanner_.at() - 1);
            return range(ir::Dim::symbol(name));
        }
        scanner_.skipBlanks();
        const std::size_t kindAt = scanner_.at();
        const std::string kind = scanner_.word();
        std::string target;
        bool persistent = true;
        while (!scanner_.failed() && !scanner_.acceptLineEnd()) {
            const std::string key = scanner_.word();
            if (key.empty())
                return scanner_.fail("target='…', persistent=True or the end of the line");
            scanner_.expect('=');
            if (key == "persistent")
                persistent = scanner_.word() == "True";
            else
                target = scanner_.quoted();
        }
        const auto input = kindNamed(kInputKinds, kind);
        const auto output = kindNamed(kOutputKinds, kind);
        const bool stored = input == InputKind::Parameter || input == InputKind::Buffer || input == InputKind::ConstantTensor;
        if (stored && target.empty())
            return scanner_.fail("target='…', the name of the tensor, before the end of the line", kindAt + kind.size());
        for (InputSpec& spec : signature_.inputs)
            if (input && spec.name == name && (!output || !inputsDone_)) {
                spec.kind = *input;
                spec.target = target;
                spec.persistent = persistent;
                return;
            }
        if (!output)
            return input ? scanner_.refuse(concat("the graph has no placeholder %", support::plainText(name)), start)
                         : scanner_.fail("a kind such as USER_INPUT, PARAMETER or USER_OUTPUT", kindAt);
        inputsDone_ = true;
        if (outputs_ >= signature_.outputs.size())
            return scanner_.refuse(concat("the graph returns ", signature_.outputs.size(), " values, and the signature has more"), start);
        signature_.outputs[outputs_].kind = *output;
        signature_.outputs[outputs_++].target = target;
    }
    /// `{s77: VR[2, 10], s33: VR[0, int_oo]}`.
    void ranges()
    {
        while (!scanner_.failed() && !scanner_.accept('}')) {
            const std::size_t start = scanner_.at();
            auto dim = ir::Dim::parse(scanner_.until(':'));
            if (!dim)
                return scanner_.fail("a symbol such as s77", start);
            scanner_.accept("VR");
            range(*dim);
            scanner_.accept(',');
        }
    }
    void range(const ir::Dim& dim)
    {
        scanner_.expect('[');
        ir::Range range;
        range.min = number().value_or(range.min);
        scanner_.expect(',');
        range.max = number();
        scanner_.expect(']');
        info_.ranges.emplace_back(dim, range);
    }
    std::optional<std::int64_t> number()
    {
        const std::string word = scanner_.word("-");
        std::int64_t value = 0;
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
        return problem == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
    }

    Scanner& scanner_;
    GraphSignature& signature_;
    ProgramInfo& info_;
    std::size_t outputs_ = 0;
    bool inputsDone_ = false;
};

} // namespace

bool atSignature(Scanner& scanner)
{
    const std::string_view rest = scanner.text().substr(scanner.at());
    return support::startsWith(rest, "Graph signature") || support::startsWith(rest, "graph signature") || support::startsWith(rest, "Range constraints") ||
           support::startsWith(rest, "range constraints");
}

void readSignature(Scanner& scanner, GraphSignature& signature, ProgramInfo& info) { SignatureReader(scanner, signature, info).read(); }

} // namespace sidelight::fx::text
