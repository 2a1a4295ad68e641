// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_command.h"

#include "core/support/text.h"

#include <algorithm>
#include <cctype>

namespace sidelight::app {
namespace {

const char* weightsName(io::Weights weights)
{
    switch (weights) {
    case io::Weights::External:
        return "external";
    case io::Weights::PerTensor:
        return "per-tensor";
    case io::Weights::None:
        return "none";
    case io::Weights::Embed:
        break;
    }
    return "embed";
}

/// Options of the pipeline that are not its defaults.
std::string pipelineOptions(const session::OpenOptions& options)
{
    std::string words;
    if (options.opset != session::OpenOptions().opset)
        words += concat(" --opset ", options.opset);
    words += concat(" --functions ", lowering::name(options.functions));
    if (options.mutations == lowering::Mutations::Drop)
        words += " --mutations drop";
    if (!options.preset.empty())
        words += " --passes " + shellWord(options.preset.string());
    if (options.until)
        words += concat(" --until ", options.until->pass, options.until->changes ? concat(":", *options.until->changes) : std::string());
    for (const std::string& pass : options.skippedPasses)
        words += " --skip " + shellWord(pass);
    return words;
}

} // namespace

std::string shellWord(const std::string& text)
{
    const auto isPlain = [](unsigned char c) {
        return std::isalnum(c) || c == '.' || c == '_' || c == '-' || c == '/' || c == '+' || c == '=';
    };
    if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, isPlain))
        return text;
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return (text.starts_with("-") ? "./" : "") + out + "'";
}

std::filesystem::path defaultTarget(const std::filesystem::path& model)
{
    std::filesystem::path target = model;
    return target.replace_extension(".onnx");
}

std::string exportCommand(const std::filesystem::path& model, const std::filesystem::path& target,
    const session::OpenOptions& options, io::Weights weights, bool overwrite)
{
    std::string command = concat("sidelight export ", shellWord(model.string()), " -o ", shellWord(target.string()));
    command += pipelineOptions(options);
    if (!options.check)
        command += " --no-check";
    if (weights != io::Weights::Embed)
        command += concat(" --weights ", weightsName(weights));
    if (overwrite)
        command += " --force";
    return command;
}

std::string verifyCommand(const std::filesystem::path& model, const session::OpenOptions& options)
{
    return concat("sidelight verify ", shellWord(model.string()), pipelineOptions(options));
}

std::string openCommand(const std::filesystem::path& model, const std::filesystem::path& beside)
{
    return concat("sidelight ", shellWord(model.string()), " ", shellWord(beside.string()));
}

} // namespace sidelight::app
