// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_metadata.h"

#include "core/support/text.h"
#include "core/support/trimmed.h"

#include <charconv>

namespace sidelight::io::pt2 {
namespace {

/// `File "model.py", line 12, in forward`.
bool parseFrameLine(std::string_view line, fx::SourceFrame& frame)
{
    constexpr std::string_view kStart = "File \"";
    constexpr std::string_view kLine = "\", line ";
    constexpr std::string_view kFunction = ", in ";
    if (!support::startsWith(line, kStart))
        return false;
    const std::size_t end = line.rfind(kLine);
    if (end == std::string_view::npos || end < kStart.size())
        return false;
    frame.file = line.substr(kStart.size(), end - kStart.size());
    std::string_view rest = line.substr(end + kLine.size());
    const auto [last, error] = std::from_chars(rest.data(), rest.data() + rest.size(), frame.line);
    if (error != std::errc{})
        return false;
    rest.remove_prefix(static_cast<std::size_t>(last - rest.data()));
    if (support::startsWith(rest, kFunction))
        frame.function = rest.substr(kFunction.size());
    return true;
}

bool isMarker(std::string_view line)
{
    return !line.empty() && line.find_first_not_of("^~ ") == std::string_view::npos;
}

std::string textOf(const json::Value& object, std::string_view key)
{
    const json::Value* value = object.find(key);
    const std::string* text = value ? value->asString() : nullptr;
    return text ? *text : std::string();
}

void appendSources(const json::Value& value, std::vector<fx::NodeSource>& sources)
{
    const json::Array* steps = value.asArray();
    if (!steps)
        return;
    for (const json::Value& step : *steps) {
        sources.push_back(
            {textOf(step, "name"), textOf(step, "target"), textOf(step, "pass_name"), textOf(step, "action"), kNoNode});
        if (const json::Value* earlier = step.find("from_node"))
            appendSources(*earlier, sources);
    }
}

} // namespace

std::vector<fx::SourceFrame> parseStackTrace(std::string_view text)
{
    std::vector<fx::SourceFrame> frames;
    for (const std::string_view raw : support::split(text, '\n')) {
        const std::string_view line = support::trimmed(raw, " \t\r");
        fx::SourceFrame frame;
        if (parseFrameLine(line, frame))
            frames.push_back(std::move(frame));
        else if (!frames.empty() && !line.empty() && !isMarker(line))
            frames.back().code += frames.back().code.empty() ? std::string(line) : concat('\n', line);
    }
    return frames;
}

std::vector<fx::ModuleFrame> parseModuleStack(std::string_view text)
{
    std::vector<fx::ModuleFrame> frames;
    if (text.empty())
        return frames;
    for (const std::string_view item : support::split(text, ';')) {
        std::vector<std::string> parts(1);
        int depth = 0;
        for (const char c : item) {
            if (c == '[' || c == '(')
                ++depth;
            else if (c == ']' || c == ')')
                --depth;
            if (c == ',' && depth == 0)
                parts.emplace_back();
            else
                parts.back() += c;
        }
        if (parts.size() == 3)
            frames.push_back({parts[0], parts[1], parts[2]});
    }
    return frames;
}

std::vector<fx::NodeSource> parseFromNode(std::string_view text)
{
    std::vector<fx::NodeSource> sources;
    const auto value = json::parse(text, "from_node");
    if (value.ok())
        appendSources(*value, sources);
    return sources;
}

std::shared_ptr<const fx::NodeMeta> MetadataReader::read(const json::Object& metadata)
{
    std::string key;
    for (const auto& [name, value] : metadata)
        if (const std::string* text = value.asString())
            key += concat(name.size(), ':', name, text->size(), ':', *text);
    if (key.empty())
        return nullptr;
    auto& shared = known_[key];
    if (shared)
        return shared;
    auto meta = std::make_shared<fx::NodeMeta>();
    for (const auto& [name, value] : metadata) {
        const std::string* text = value.asString();
        if (!text)
            continue;
        if (name == "stack_trace") {
            const auto [found, isNew] = stacks_.try_emplace(*text);
            if (isNew)
                found->second = parseStackTrace(*text);
            meta->stack_trace = found->second;
        } else if (name == "nn_module_stack") {
            const auto [found, isNew] = modules_.try_emplace(*text);
            if (isNew)
                found->second = parseModuleStack(*text);
            meta->nn_module_stack = found->second;
        } else if (name == "from_node") {
            meta->from_node = parseFromNode(*text);
        } else if (name == "torch_fn") {
            meta->torch_fn = *text;
        } else {
            meta->custom.emplace_back(name, *text);
        }
    }
    shared = std::move(meta);
    return shared;
}

} // namespace sidelight::io::pt2
