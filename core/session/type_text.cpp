// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/type_text.h"

#include "core/support/rules.h"
#include "core/support/text.h"
#include "core/support/trimmed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace sidelight::session {
namespace {

using ir::Type;
using Kind = ir::Type::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> kWords = {{
    {"?", Kind::Unknown},
    {"None", Kind::None},
    {"int", Kind::Int},
    {"float", Kind::Float},
    {"bool", Kind::Bool},
    {"str", Kind::String},
    {"object", Kind::Object},
}};

std::string listOf(const std::vector<ir::Dim>& sizes)
{
    std::string text;
    for (const ir::Dim& size : sizes)
        text += concat(text.empty() ? "" : ", ", size.text());
    return text;
}

std::string printTensor(const ir::TensorType& type)
{
    std::string text = ir::toText(type);
    if (!type.strides.empty())
        text += concat(" strides (", listOf(type.strides), ')');
    if (type.storageOffset != ir::Dim::constant(0))
        text += concat(" offset (", type.storageOffset.text(), ')');
    if (type.device != ir::Device{})
        text += concat(" device (", type.device.type, type.device.index ? concat(':', *type.device.index) : std::string(), ')');
    if (type.layout != ir::Layout::Strided)
        text += concat(" layout (", ir::name(type.layout), ')');
    return text + (type.requiresGrad ? " requires_grad" : "");
}

/// The place of the bracket that closes the one at the beginning of `text`.
std::optional<std::size_t> closing(std::string_view text)
{
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '(' || text[at] == '[' ? 1 : text[at] == ')' || text[at] == ']' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return std::nullopt;
}

Diagnostic noType(std::string_view text) { return support::diagnose(rules::kExpressionInvalid, concat("`", support::plainText(text), "` is no type of a value")); }

Result<std::vector<ir::Dim>> parseSizes(std::string_view text)
{
    std::vector<ir::Dim> sizes;
    for (const std::string_view part : splitAtCommas(text)) {
        auto size = ir::Dim::parse(part);
        if (!size)
            return size.error();
        sizes.push_back(std::move(*size));
    }
    return sizes;
}

ir::Device parseDevice(std::string_view text)
{
    ir::Device device;
    const std::size_t colon = text.find(':');
    device.type = std::string(text.substr(0, colon));
    int index = 0;
    if (colon != std::string_view::npos && std::from_chars(text.data() + colon + 1, text.data() + text.size(), index).ec == std::errc())
        device.index = index;
    return device;
}

/// One of the words behind the sizes, with what its brackets hold.
Status applyWord(ir::TensorType& type, std::string_view word, std::string_view content)
{
    if (word == "requires_grad") {
        type.requiresGrad = true;
    } else if (word == "device") {
        type.device = parseDevice(content);
    } else if (word == "layout") {
        for (int i = 0; i <= static_cast<int>(ir::Layout::Strided); ++i)
            if (ir::name(static_cast<ir::Layout>(i)) == content)
                type.layout = static_cast<ir::Layout>(i);
    } else if (word == "strides" || word == "offset") {
        auto sizes = parseSizes(content);
        if (!sizes)
            return sizes.error();
        if (word == "strides")
            type.strides = std::move(*sizes);
        else if (sizes->size() == 1)
            type.storageOffset = sizes->front();
    } else {
        return noType(word);
    }
    return {};
}

Result<Type> parseTensor(std::string_view text)
{
    ir::TensorType type;
    const std::size_t open = text.find('[');
    const std::string_view shortName = text.substr(0, open);
    for (int i = 0; i < static_cast<int>(ir::DType::Undefined); ++i)
        if (ir::shortName(static_cast<ir::DType>(i)) == shortName)
            type.dtype = static_cast<ir::DType>(i);
    const auto close = open == std::string_view::npos ? std::nullopt : closing(text.substr(open));
    if (!close || type.dtype == ir::DType::Undefined)
        return noType(text);
    auto sizes = parseSizes(text.substr(open + 1, *close - 1));
    if (!sizes)
        return sizes.error();
    type.sizes = std::move(*sizes);
    for (std::string_view rest = support::trimmed(text.substr(open + *close + 1)); !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest = support::trimmed(rest.substr(word.size()));
        std::string_view content;
        if (!rest.empty() && rest.front() == '(') {
            const auto end = closing(rest);
            if (!end)
                return noType(text);
            content = rest.substr(1, *end - 1);
            rest = support::trimmed(rest.substr(*end + 1));
        }
        if (const Status status = applyWord(type, word, content); !status)
            return status.error();
    }
    return Type::of(std::move(type));
}

} // namespace

std::vector<std::string_view> splitAtCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at == text.size() || (text[at] == ',' && depth == 0)) {
            parts.push_back(support::trimmed(text.substr(start, at - start)));
            start = at + 1;
        } else {
            depth += text[at] == '(' || text[at] == '[' ? 1 : text[at] == ')' || text[at] == ']' ? -1 : 0;
        }
    }
    if (parts.size() == 1 && parts.front().empty())
        parts.clear();
    return parts;
}

std::string printWholeType(const Type& type)
{
    if (type.kind == Kind::Tensor)
        return printTensor(type.tensor);
    if (type.kind == Kind::List) {
        std::string text;
        for (const Type& element : type.elements)
            text += concat(text.empty() ? "" : ", ", printWholeType(element));
        return concat('[', text, ']');
    }
    const auto* word = std::find_if(kWords.begin(), kWords.end(), [&](const auto& row) { return row.second == type.kind; });
    return concat(word->first, type.value ? concat(' ', type.value->text()) : std::string());
}

Result<Type> parseWholeType(std::string_view given)
{
    const std::string_view text = support::trimmed(given);
    Type type;
    if (!text.empty() && text.front() == '[') {
        if (closing(text) != text.size() - 1)
            return noType(text);
        type.kind = Kind::List;
        for (const std::string_view part : splitAtCommas(text.substr(1, text.size() - 2))) {
            auto element = parseWholeType(part);
            if (!element)
                return element.error();
            type.elements.push_back(std::move(*element));
        }
        return type;
    }
    const std::string_view first = text.substr(0, text.find(' '));
    const auto* word = std::find_if(kWords.begin(), kWords.end(), [&](const auto& row) { return row.first == first; });
    if (word == kWords.end())
        return parseTensor(text);
    type.kind = word->second;
    if (first.size() < text.size()) {
        auto value = ir::Dim::parse(support::trimmed(text.substr(first.size())));
        if (!value)
            return value.error();
        type.value = std::move(*value);
    }
    return type;
}

} // namespace sidelight::session
