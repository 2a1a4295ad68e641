// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_command.h"

#include "core/support/shell_word.h"
#include "core/support/text.h"

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

/// What a preset is called that "Save passes" has yet to write.
constexpr std::string_view kUnsavedPreset = "passes.json";

/// Whether the pipeline is one that no option or file gives.
bool isUnsaved(const session::OpenOptions& options)
{
    return options.preset.empty() && options.pipeline && json::print(session::presetOf(*options.pipeline)) != json::print(session::presetOf(session::defaultPipeline()));
}

/// What is to be done before a command can be run.
std::string whatIsMissing(const session::OpenOptions& options)
{
    return isUnsaved(options) ? concat("  # first save the passes as ", kUnsavedPreset) : std::string();
}

/// Options of the pipeline that are not its defaults.
std::string pipelineOptions(const std::filesystem::path& model, const session::OpenOptions& options)
{
    std::string words;
    if (!session::isOnnxFile(model)) { // Which is not lowered.
        if (options.opset != session::OpenOptions().opset)
            words += concat(" --opset ", options.opset);
        words += concat(" --functions ", lowering::name(options.functions));
        if (options.mutations == lowering::Mutations::Drop)
            words += " --mutations drop";
    }
    if (!options.preset.empty())
        words += " --passes " + support::shellWord(options.preset.string());
    else if (isUnsaved(options))
        words += concat(" --passes ", kUnsavedPreset);
    if (options.until)
        words += concat(" --until ", options.until->pass, options.until->changes ? concat(":", *options.until->changes) : std::string());
    for (const std::string& pass : options.skippedPasses)
        words += " --skip " + support::shellWord(pass);
    return words;
}

} // namespace

std::filesystem::path defaultTarget(const std::filesystem::path& model)
{
    std::filesystem::path target = model;
    if (session::isOnnxFile(model)) // Never over what was read.
        return target.replace_filename(target.stem().concat("-edited.onnx"));
    return target.replace_extension(".onnx");
}

std::string exportCommand(const std::filesystem::path& model, const std::filesystem::path& target,
    const session::OpenOptions& options, io::Weights weights, bool overwrite)
{
    std::string command = concat("sidelight export ", support::shellWord(model.string()), " -o ", support::shellWord(target.string()));
    command += pipelineOptions(model, options);
    if (!options.check)
        command += " --no-check";
    if (weights != io::Weights::Embed)
        command += concat(" --weights ", weightsName(weights));
    if (overwrite)
        command += " --force";
    return command + whatIsMissing(options);
}

std::string verifyCommand(const std::filesystem::path& model, const session::OpenOptions& options)
{
    return concat("sidelight verify ", support::shellWord(model.string()), pipelineOptions(model, options), whatIsMissing(options));
}

std::string openCommand(const std::filesystem::path& model, const std::filesystem::path& beside)
{
    return concat("sidelight ", support::shellWord(model.string()), " ", support::shellWord(beside.string()));
}

} // namespace sidelight::app
