// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The core speaks English and knows no Qt. What it says in a few fixed words is listed here with the section of the
// inspector that says it, because the same word may be a model's name in another one. "%1" stands for any text.

#include "views/support/core_words.h"

#include "views/support/text.h"

#include <QCoreApplication>

#include <optional>

namespace sidelight::views {
namespace {

struct Word
{
    std::string_view section;
    const char* text;
};

constexpr std::string_view kHead;         ///< Titles of sections, title and subtitle of the whole.
constexpr std::string_view kSchema("::"); ///< Sections that are named after an operator.
constexpr std::string_view kHistory("History");

constexpr Word kWords[] = {
    {kHead, QT_TRANSLATE_NOOP("core", "ONNX model")},
    {kHead, QT_TRANSLATE_NOOP("core", "This node is not in the graph at this position.")},
    {kHead, QT_TRANSLATE_NOOP("core", "This node is not in the model at this position.")},
    {kHead, QT_TRANSLATE_NOOP("core", "function call")},
    {kHead, QT_TRANSLATE_NOOP("core", "input")},
    {kHead, QT_TRANSLATE_NOOP("core", "initializer")},
    {kHead, QT_TRANSLATE_NOOP("core", "operator")},
    {kHead, QT_TRANSLATE_NOOP("core", "output")},
    {kHead, QT_TRANSLATE_NOOP("core", "Call")},
    {kHead, QT_TRANSLATE_NOOP("core", "Value")},
    {kHead, QT_TRANSLATE_NOOP("core", "Where it comes from")},
    {kHead, QT_TRANSLATE_NOOP("core", "Graph signature")},
    {kHead, QT_TRANSLATE_NOOP("core", "History")},
    {kHead, QT_TRANSLATE_NOOP("core", "In ONNX")},
    {kHead, QT_TRANSLATE_NOOP("core", "In FX")},
    {kHead, QT_TRANSLATE_NOOP("core", "Inputs")},
    {kHead, QT_TRANSLATE_NOOP("core", "Outputs")},
    {kHead, QT_TRANSLATE_NOOP("core", "Attributes")},
    {kHead, QT_TRANSLATE_NOOP("core", "Tensor")},
    {kHead, QT_TRANSLATE_NOOP("core", "Function")},
    {kHead, QT_TRANSLATE_NOOP("core", "Sizes")},
    {kHead, QT_TRANSLATE_NOOP("core", "Parameters and buffers")},
    {kHead, QT_TRANSLATE_NOOP("core", "Program")},
    {kHead, QT_TRANSLATE_NOOP("core", "Operators")},
    {kHead, QT_TRANSLATE_NOOP("core", "ONNX inputs")},
    {kHead, QT_TRANSLATE_NOOP("core", "ONNX outputs")},
    {kHead, QT_TRANSLATE_NOOP("core", "ONNX operators")},
    {kHead, QT_TRANSLATE_NOOP("core", "verified against PyTorch")},
    {"Call", QT_TRANSLATE_NOOP("core", "users")},
    {"Call", QT_TRANSLATE_NOOP("core", "%1 (default)")},
    {"Value", QT_TRANSLATE_NOOP("core", "type")},
    {"Value", QT_TRANSLATE_NOOP("core", "device")},
    {"Value", QT_TRANSLATE_NOOP("core", "strides")},
    {"Value", QT_TRANSLATE_NOOP("core", "requires grad")},
    {"Value", QT_TRANSLATE_NOOP("core", "any size")},
    {"Value", QT_TRANSLATE_NOOP("core", "%1  example %2")},
    {"Sizes", QT_TRANSLATE_NOOP("core", "any size")},
    {"Sizes", QT_TRANSLATE_NOOP("core", "%1  example %2")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "module")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "source")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "function")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "torch function")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "from node")},
    {"Where it comes from", QT_TRANSLATE_NOOP("core", "doc string")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "kind")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "target")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "persistent")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "user input")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "parameter")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "buffer")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "constant tensor")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "custom object")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "token")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "constant input")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "tensor")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "size")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "stored in")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "data")},
    {"Graph signature", QT_TRANSLATE_NOOP("core", "declared without data")},
    {"Tensor", QT_TRANSLATE_NOOP("core", "tensor")},
    {"Tensor", QT_TRANSLATE_NOOP("core", "size")},
    {"Tensor", QT_TRANSLATE_NOOP("core", "stored in")},
    {"Tensor", QT_TRANSLATE_NOOP("core", "data")},
    {"Tensor", QT_TRANSLATE_NOOP("core", "declared without data")},
    {"In ONNX", QT_TRANSLATE_NOOP("core", "node")},
    {"In ONNX", QT_TRANSLATE_NOOP(
                    "core", "No ONNX node stands for it: it was folded, or is only a size, a parameter or a name.")},
    {"In FX", QT_TRANSLATE_NOOP("core", "node")},
    {"In FX", QT_TRANSLATE_NOOP("core", "No FX node is known for it.")},
    {kSchema, QT_TRANSLATE_NOOP("core", "writes")},
    {kSchema, QT_TRANSLATE_NOOP("core", "to an argument")},
    {kSchema, QT_TRANSLATE_NOOP("core", "returns")},
    {kSchema, QT_TRANSLATE_NOOP("core", "a view of an argument")},
    {kSchema, QT_TRANSLATE_NOOP("core", "random")},
    {kSchema, QT_TRANSLATE_NOOP("core", "seeded")},
    {kSchema, QT_TRANSLATE_NOOP("core", "since")},
    {kSchema, QT_TRANSLATE_NOOP("core", "opset %1")},
    {kHistory, QT_TRANSLATE_NOOP("core", "loaded")},
    {kHistory, QT_TRANSLATE_NOOP("core", "+ was in the file")},
    {kHistory, QT_TRANSLATE_NOOP("core", "+ added")},
    {kHistory, QT_TRANSLATE_NOOP("core", "\u2212 erased")},
    {kHistory, QT_TRANSLATE_NOOP("core", "\u2195 moved")},
    {kHistory, QT_TRANSLATE_NOOP("core", "metadata changed")},
    {kHistory, QT_TRANSLATE_NOOP("core", "arguments changed")},
    {kHistory, QT_TRANSLATE_NOOP("core", "target is %1 now")},
    {kHistory, QT_TRANSLATE_NOOP("core", "renamed from %1")},
    {kHistory, QT_TRANSLATE_NOOP("core", "type is %1 now")},
    {"Inputs", QT_TRANSLATE_NOOP("core", "left out")},
    {"Outputs", QT_TRANSLATE_NOOP("core", "left out")},
    {"Outputs", QT_TRANSLATE_NOOP("core", "users")},
    {"Function", QT_TRANSLATE_NOOP("core", "name")},
    {"Function", QT_TRANSLATE_NOOP("core", "domain")},
    {"Function", QT_TRANSLATE_NOOP("core", "body")},
    {"Function", QT_TRANSLATE_NOOP("core", "1 node")},
    {"Function", QT_TRANSLATE_NOOP("core", "%1 nodes")},
    {"Function", QT_TRANSLATE_NOOP("core", "calls")},
    {"Function", QT_TRANSLATE_NOOP("core", "opset %1")},
    {"Program", QT_TRANSLATE_NOOP("core", "schema")},
    {"Program", QT_TRANSLATE_NOOP("core", "dialect")},
    {"Parameters and buffers", QT_TRANSLATE_NOOP("core", "tensors")},
    {"Parameters and buffers", QT_TRANSLATE_NOOP("core", "elements")},
    {"Parameters and buffers", QT_TRANSLATE_NOOP("core", "stored")},
    {"ONNX", QT_TRANSLATE_NOOP("core", "opset %1")},
    {"ONNX", QT_TRANSLATE_NOOP("core", "IR version")},
    {"ONNX", QT_TRANSLATE_NOOP("core", "producer")},
    {"ONNX", QT_TRANSLATE_NOOP("core", "functions")},
    {"ONNX", QT_TRANSLATE_NOOP("core", "initializers")},
    {"Operators", QT_TRANSLATE_NOOP("core", "%1 more")},
    {"ONNX operators", QT_TRANSLATE_NOOP("core", "%1 more")},
    {"verified against PyTorch", QT_TRANSLATE_NOOP("core", "equal, %1")},
    {"verified against PyTorch", QT_TRANSLATE_NOOP("core", "differs, %1")},
    {"stage", QT_TRANSLATE_NOOP("core", "read")},
    {"stage", QT_TRANSLATE_NOOP("core", "read onnx")},
    {"stage", QT_TRANSLATE_NOOP("core", "passes")},
    {"stage", QT_TRANSLATE_NOOP("core", "lower")},
    {"stage", QT_TRANSLATE_NOOP("core", "onnx passes")},
    {"stage", QT_TRANSLATE_NOOP("core", "check")},
    {"stage", QT_TRANSLATE_NOOP("core", "exporting")},
    {"stage", QT_TRANSLATE_NOOP("core", "evaluating")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Inlines subgraphs that are only run: regions of no_grad and autocast, with autocast's casts.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Replaces calls that vmap makes for single elements by calls on the whole batch.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Removes run-time assertions and what only they read.")},
    {"pass", QT_TRANSLATE_NOOP("core",
                 "Replaces in-place calls by their functional twins and makes mutated buffers and inputs outputs.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Takes operators without a lowering apart by their composite kernels, in the "
                                       "evaluator.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Makes implicit type promotion explicit by casts.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Evaluates constant sizes, scalars and small tensors.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Replaces calls that repeat an earlier one.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Removes calls whose results nobody reads.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Lower each call to an ONNX function body, and group the calls by module.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Inlines calls of functions that the chosen level does not keep.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Removes Identity nodes whose readers can read their input.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Removes nodes, initializers, functions and opset imports that nothing uses.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Merges initializers that share a storage, and small equal constants.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Gives values the types that onnx's shape inference finds.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Gives every node and value a name of its own.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Replaces nodes that repeat an earlier one.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Computes ahead what operators give for constants and known shapes.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Makes Constant nodes initializers.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Makes the edits that somebody wrote by hand.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Makes the edits of the ONNX model that somebody wrote by hand.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Converts the model to another opset of ai.onnx.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Removes transposes that move nothing or undo each other, and fuses the others.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Removes casts to the type that a value has, and fuses those that follow each other.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Removes operators that give back their input as it is.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Makes a subgraph of each module's calls, and calls it.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Moves nodes next to those of their module, or by their distance from the inputs.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Names calls anew after their targets or modules.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Changes the graph as a rule file says.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Replaces views and permutations that undo each other, follow each other or do nothing.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Computes ahead, in the evaluator, what depends on parameters and constants alone.")},
    {"pass", QT_TRANSLATE_NOOP("core", "Folds batch norms in evaluation mode into the convolutions before them.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Takes operators outside Core ATen apart by their composite kernels, in the evaluator.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Makes tensors that the graph takes up as attributes or literals placeholders.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Gives each call's arguments in the order of its schema, without those that have their default.")},
    {"pass",
        QT_TRANSLATE_NOOP("core", "Inlines subgraphs that are called as they are, such as those that modularize makes.")},
};

QString translated(const char* text)
{
    return QCoreApplication::translate("core", text);
}

/// What stands for %1 (and %2) when `text` reads like `pattern`.
std::optional<QStringList> matched(const QString& text, const QString& pattern)
{
    const qsizetype one = pattern.indexOf(QLatin1String("%1"));
    if (one < 0)
        return text == pattern ? std::optional(QStringList()) : std::nullopt;
    const QString before = pattern.left(one);
    const QString after = pattern.mid(one + 2);
    if (!text.startsWith(before))
        return std::nullopt;
    if (const qsizetype two = after.indexOf(QLatin1String("%2")); two >= 0) {
        const QString between = after.left(two);
        const qsizetype at = text.indexOf(between, before.size());
        if (at < 0)
            return std::nullopt;
        return QStringList{text.mid(before.size(), at - before.size()), text.mid(at + between.size())};
    }
    if (!text.endsWith(after) || text.size() <= before.size() + after.size())
        return std::nullopt;
    return QStringList{text.mid(before.size(), text.size() - before.size() - after.size())};
}

QString filled(QString text, const QStringList& parts)
{
    return parts.size() == 2 ? text.arg(parts[0], parts[1]) : parts.size() == 1 ? text.arg(parts[0]) : text;
}

std::optional<QString> oneWord(std::string_view section, const QString& text)
{
    for (const Word& word : kWords)
        if (word.section == section)
            if (const auto parts = matched(text, QString::fromUtf8(word.text)))
                return filled(translated(word.text), *parts);
    return std::nullopt;
}

/// "target is aten.add.Tensor now, arguments changed": the shortest beginnings that are known, up to the end.
std::optional<QString> listOfWords(std::string_view section, const QString& text)
{
    const QString comma = QStringLiteral(", ");
    for (qsizetype end = text.indexOf(comma); end >= 0; end = text.indexOf(comma, end + 1)) {
        const auto first = oneWord(section, text.left(end));
        const auto rest = first ? listOfWords(section, text.mid(end + comma.size())) : std::nullopt;
        if (rest)
            return *first + comma + *rest;
    }
    return oneWord(section, text);
}

std::optional<QString> found(std::string_view section, std::string_view text)
{
    const bool isSchema = section.find("::") != std::string_view::npos;
    const QString plain = shownLines(text);
    if (section == kHistory && text.starts_with("~ "))
        if (const auto list = listOfWords(kHistory, plain.mid(2)))
            return QStringLiteral("~ ") + *list;
    return oneWord(isSchema ? kSchema : section, plain);
}

} // namespace

QString coreWord(std::string_view section, std::string_view text)
{
    if (text.empty())
        return {};
    return found(section, text).value_or(shownLines(text));
}

bool isCoreWord(std::string_view section, std::string_view text)
{
    return found(section, text).has_value();
}

} // namespace sidelight::views
