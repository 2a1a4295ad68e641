// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_text_reader.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>

namespace sidelight::io {
namespace {

constexpr std::uint64_t kMostText = 256u << 20;
constexpr int kDeepestNesting = 512; ///< onnx's parser calls itself for each body and type.

/// The deepest nesting of brackets outside of strings and comments.
int nestingOf(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool isString = false;
    bool isComment = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isComment)
            isComment = c != '\n';
        else if (isString && c == '\\')
            ++i;
        else if (c == '"')
            isString = !isString;
        else if (isString)
            continue;
        else if (c == '#')
            isComment = true;
        else if (c == '{' || c == '(' || c == '[' || c == '<')
            deepest = std::max(deepest, ++depth);
        else if (c == '}' || c == ')' || c == ']' || c == '>')
            depth = std::max(0, depth - 1);
    }
    return deepest;
}

} // namespace

bool isOnnxText(const support::File& file)
{
    std::array<std::byte, 512> bytes{};
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), bytes.size()));
    if (!file.read(0, std::span(bytes).first(count)))
        return false;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), count);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '<' || text[first] == '#') && text.find('\0') == std::string_view::npos;
}

Result<std::string> readOnnxText(const support::File& file)
{
    const std::string origin = file.path().string();
    if (file.size() > kMostText)
        return support::diagnose(rules::kOnnxInvalid, concat(origin, ": a model in text may have up to ", kMostText, " bytes; save it as binary"));
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    if (const Status status = file.read(0, std::as_writable_bytes(std::span(text))); !status)
        return status.error();
    if (nestingOf(text) > kDeepestNesting)
        return support::diagnose(rules::kNestingTooDeep, concat(origin, ": brackets are nested more than ", kDeepestNesting, " deep"));
    try {
        onnx::ModelProto model;
        onnx::OnnxParser parser(text);
        if (const auto status = parser.Parse(model); !status.IsOK())
            return support::diagnose(rules::kOnnxInvalid, concat(origin, ": ", support::plainText(status.ErrorMessage())));
        if (!parser.EndOfInput())
            return support::diagnose(rules::kOnnxInvalid, concat(origin, ": something follows the model"));
        return model.SerializeAsString();
    } catch (const std::exception& error) {
        return support::diagnose(rules::kOnnxInvalid, concat(origin, ": cannot be read: ", support::plainText(error.what())));
    }
}

} // namespace sidelight::io
