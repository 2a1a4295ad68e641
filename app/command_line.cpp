// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include "core/session/manual_edits.h"
#include "core/session/rule_files.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>
#include <variant>

namespace sidelight::app {
namespace {

constexpr std::array<std::string_view, 6> kReserved{"run", "trace", "explain", "report", "fill", "review"};

/// Strings as CLI11 binds them, turned into values once parsing is done.
struct Raw {
    std::vector<std::string> models;
    std::int64_t opset = 18;
    std::string functions = "both";
    std::string mutations = "outputs";
    std::vector<std::string> skip;
    std::string passes;
    std::string until;
    std::string edits;
    std::vector<std::string> rules;
    std::string graph = "fx";
    std::string after;
};

void addModel(CLI::App& command, Raw& raw, bool required = true)
{
    auto* option = command.add_option("MODEL", raw.models, "A .pt2 file written by torch.export.save")->expected(1);
    if (required)
        option->required();
}

void addPipeline(CLI::App& command, Raw& raw)
{
    command.add_option("--opset", raw.opset, "ONNX opset, 18 to onnx's newest")->capture_default_str();
    command.add_option("--functions", raw.functions, "Function bodies to keep: none, operator, module or both")
        ->check(CLI::IsMember({"none", "operator", "module", "both"}))
        ->capture_default_str();
    command.add_option("--mutations", raw.mutations, "Mutated buffers and inputs: outputs (as NAME.mutated) or drop")
        ->check(CLI::IsMember({"outputs", "drop"}))
        ->capture_default_str();
    command.add_option("--skip", raw.skip, "Leave out a pass, by id (see 'sidelight passes'); may be repeated")->allow_extra_args(false);
    command.add_option("--passes", raw.passes, "Run the passes of this preset (JSON; 'sidelight passes --preset' prints one)");
    command.add_option("--rules", raw.rules, "Change the FX graph as this rule file says (see 'passes --explain rules'); may be repeated")->allow_extra_args(false);
    command.add_option("--edits", raw.edits, "Make the edits of this file, one a line, such as 'bypass %dropout'; behind a line [onnx] those of the ONNX graph");
    command.add_option("--until", raw.until, "End the pipeline of the FX or the ONNX graph after this pass, or inside it (PASS:CHANGES)");
}

void addGraph(CLI::App& command, Raw& raw)
{
    command.add_option("--graph", raw.graph, "fx or onnx")->check(CLI::IsMember({"fx", "onnx"}))->capture_default_str();
    command.add_option("--after", raw.after, "Show the graph as it is after this pass, by id");
}

void addExport(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* command = root.add_subcommand("export", "Write MODEL as ONNX");
    addModel(*command, raw);
    command->add_option("-o,--output", arguments.output, "The .onnx file to write")->required();
    addPipeline(*command, raw);
    command->add_option("--weights", arguments.weights, "Where initializers go: embed, external, per-tensor or none")
        ->check(CLI::IsMember({"embed", "external", "per-tensor", "none"}))
        ->capture_default_str();
    command->add_flag("--force", arguments.force, "Replace files that exist");
    command->add_flag("!--no-check", arguments.open.check, "Leave out onnx's checker and shape inference");
    command->add_option("--sarif", arguments.sarif, "Write all diagnostics as SARIF 2.1.0");
    command->add_flag("--json", arguments.json, "Print the result as JSON");
    command->callback([&] { arguments.command = Command::Export; });
}

void addPrint(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* command = root.add_subcommand("print", "Print a graph as text");
    addModel(*command, raw);
    addGraph(*command, raw);
    command->add_option("--format", arguments.format, "graph (as Python prints it), code, tabular, dot or text")
        ->check(CLI::IsMember({"graph", "code", "tabular", "dot", "text"}))
        ->capture_default_str();
    addPipeline(*command, raw);
    command->callback([&] { arguments.command = Command::Print; });
}

/// Empty, or what is wrong with it.
std::string isExpandable(const std::string& name)
{
    constexpr std::string_view kDepth = "depth:";
    if (!name.starts_with(kDepth))
        return {};
    const bool isNumber = name.size() > kDepth.size() && name.size() < kDepth.size() + 4 &&
        name.find_first_not_of("0123456789", kDepth.size()) == std::string::npos;
    return isNumber ? std::string() : "'" + name + "' has no number of levels: write depth:2 to open the two outer levels";
}

void addRender(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* command = root.add_subcommand("render", "Draw a graph to an SVG, PNG or PDF file");
    addModel(*command, raw);
    command->add_option("-o,--output", arguments.output, "The .svg, .png or .pdf file to write")->required();
    addGraph(*command, raw);
    command->add_option("--expand", arguments.expand, "Open a module path or function, 'depth:N' or 'all'; may be repeated")
        ->allow_extra_args(false)
        ->check(CLI::Validator(isExpandable, "NAME|depth:N|all"));
    command->add_flag("--dark", arguments.dark, "Dark colours");
    command->add_flag("--force", arguments.force, "Replace a file that exists");
    addPipeline(*command, raw);
    command->callback([&] { arguments.command = Command::Render; });
}

void addVerify(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* command = root.add_subcommand("verify", "Run the export beside PyTorch and compare the numbers");
    addModel(*command, raw);
    command->add_option("--inputs", arguments.inputs, "Inputs (.npz, in signature order); default: the sample inputs in MODEL");
    command->add_option("--expected", arguments.expected, "Expected outputs (.npz, in order); default: PyTorch evaluates MODEL");
    command->add_option("--onnx", arguments.onnx, "Check this exported file instead of exporting MODEL anew");
    command->add_flag("--each-pass", arguments.eachPass, "Compare the graph before and after every pass, bit by bit, and the recorded types");
    addPipeline(*command, raw);
    command->add_flag("--json", arguments.json, "Print the result as JSON");
    command->callback([&] { arguments.command = Command::Verify; });
}

void addPasses(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* passes = root.add_subcommand("passes", "List the passes; with MODEL also what each did to it");
    addModel(*passes, raw, false);
    addPipeline(*passes, raw);
    passes->add_option("--explain", arguments.explain, "Print the help page of this pass");
    passes->add_flag("--preset", arguments.preset, "Print the pipeline as a preset to edit and give to --passes");
    passes->add_option("--pass", arguments.pass, "With MODEL: show every change of this pass, and the code that made it");
    passes->add_flag("--coverage", arguments.coverage, "With --pass: which nodes it visited, matched, changed and let fall through, by target");
    passes->add_option("--trace", arguments.trace, "With MODEL: print every change of every pass (json)")->check(CLI::IsMember({"json"}));
    passes->add_flag("--replay", arguments.replay, "With MODEL: apply and take back every change and compare both ends");
    passes->add_option("--save-test", arguments.saveTest, "With --pass: write what the pass got, its options and what it made to this file, as a test that runs by itself");
    passes->add_flag("--force", arguments.force, "Replace the file of --save-test");
    passes->add_flag("--json", arguments.json, "Print as JSON");
    passes->callback([&] { arguments.command = Command::Passes; });

    CLI::App* bisect = root.add_subcommand("bisect", "Find the first pass, and the change inside it, after which a check fails");
    addModel(*bisect, raw);
    addPipeline(*bisect, raw);
    bisect->add_option("--pass", arguments.pass, "Look inside this pass only");
    bisect->add_option("--check", arguments.check, "lint, equal (numbers as before), or a shell command: it gets the graph as a .pt2 or .onnx file, exit 0 is good, 125 cannot say")
        ->required();
    bisect->add_flag("--json", arguments.json, "Print the result as JSON");
    bisect->callback([&] { arguments.command = Command::Bisect; });

    CLI::App* reduce = root.add_subcommand("reduce", "Make a small .pt2 on which a check still fails after the passes");
    addModel(*reduce, raw);
    addPipeline(*reduce, raw);
    reduce->add_option("--pass", arguments.pass, "Run this pass alone; default: all, FX and ONNX");
    reduce->add_option("--check", arguments.check, "As for bisect: what must go on failing")->required();
    reduce->add_option("-o,--output", arguments.output, "Where to write the small model (.pt2)")->required();
    reduce->add_flag("--force", arguments.force, "Replace existing files");
    reduce->add_flag("--json", arguments.json, "Print the result as JSON");
    reduce->callback([&] { arguments.command = Command::Reduce; });
}

void addLists(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* info = root.add_subcommand("info", "Say what MODEL holds: inputs, outputs, ranges, operators, weights");
    addModel(*info, raw);
    info->add_flag("--json", arguments.json, "Print as JSON");
    info->callback([&] { arguments.command = Command::Info; });

    CLI::App* ops = root.add_subcommand("ops", "List the operators that can be lowered");
    ops->add_option("--opset", raw.opset, "ONNX opset, 18 to onnx's newest")->capture_default_str();
    ops->add_flag("--json", arguments.json, "Print as JSON");
    ops->callback([&] { arguments.command = Command::Ops; });
}

void addWindow(CLI::App& root, Raw& raw, Arguments& arguments)
{
    CLI::App* command = root.add_subcommand("open", "Open the window (the same as 'sidelight MODEL')");
    command->add_option("MODEL", raw.models, "Files to open: .pt2, .onnx; one of each are shown side by side")->expected(0, -1);
    addPipeline(*command, raw);
    command->add_option("--grab", arguments.grab, "Save a picture of the window to this .png file and quit");
    command->add_option("--action", arguments.actions, "With --grab: drive the window first; may be repeated")->allow_extra_args(false);
    command->callback([&] { arguments.command = Command::Window; });
}

/// The preset and the end of the pipeline.
std::optional<UsageError> readPasses(const Raw& raw, session::OpenOptions& open)
{
    if (!raw.passes.empty()) {
        auto pipeline = session::readPreset(raw.passes);
        if (!pipeline)
            return UsageError{support::plainText(pipeline.error().message)};
        open.preset = raw.passes;
        open.pipeline = std::make_shared<const session::Pipeline>(std::move(*pipeline));
    }
    for (const std::string& file : raw.rules) {
        session::Pipeline pipeline = open.pipeline ? *open.pipeline : session::defaultPipeline();
        if (const Status status = session::addRuleFile(pipeline, file); !status)
            return UsageError{support::plainText(status.error().message)};
        open.pipeline = std::make_shared<const session::Pipeline>(std::move(pipeline));
        open.preset.clear();
    }
    if (!raw.edits.empty()) {
        const auto text = support::readText(raw.edits);
        if (!text)
            return UsageError{text.error().message};
        session::Pipeline pipeline = open.pipeline ? *open.pipeline : session::defaultPipeline();
        const bool isOnnx = !raw.models.empty() && session::isOnnxFile(raw.models.front());
        if (const Status status = session::addEdits(pipeline, *text, isOnnx); !status)
            return UsageError{support::plainText(concat(raw.edits, ": ", status.error().message))};
        open.pipeline = std::make_shared<const session::Pipeline>(std::move(pipeline));
        open.preset.clear();
    }
    if (!raw.until.empty()) {
        auto end = session::readPipelineEnd(raw.until);
        if (!end)
            return UsageError{support::plainText(end.error().message)};
        open.until = std::move(*end);
    }
    return std::nullopt;
}

std::optional<UsageError> finish(const Raw& raw, Arguments& arguments)
{
    const std::int64_t newest = session::newestOpset();
    if (raw.opset < 18 || raw.opset > newest)
        return UsageError{concat("--opset ", raw.opset, " is not supported; give 18 to ", newest)};
    arguments.open.opset = raw.opset;
    arguments.open.functions = *lowering::functionLevelFromName(raw.functions);
    arguments.open.mutations = raw.mutations == "drop" ? lowering::Mutations::Drop : lowering::Mutations::Outputs;
    arguments.open.skippedPasses.insert(raw.skip.begin(), raw.skip.end());
    if (const auto error = readPasses(raw, arguments.open))
        return error;
    if (arguments.coverage && arguments.pass.empty())
        return UsageError{"--coverage is of one pass; name it with --pass"};
    if (!arguments.saveTest.empty() && arguments.pass.empty())
        return UsageError{"--save-test is of one pass; name it with --pass"};
    const bool needsModel = !arguments.pass.empty() || !arguments.trace.empty() || arguments.replay;
    if (needsModel && raw.models.empty())
        return UsageError{"--pass, --trace and --replay show what passes did to a model; name one"};
    arguments.graph = raw.graph == "onnx" ? GraphKind::Onnx : GraphKind::Fx;
    if (!raw.after.empty())
        arguments.after = raw.after;
    arguments.models.assign(raw.models.begin(), raw.models.end());
    return std::nullopt;
}

} // namespace

std::variant<Arguments, UsageError> parseCommandLine(int argc, const char* const* argv)
{
    Arguments arguments;
    Raw raw;
    CLI::App root("PyTorch ExportedProgram to ONNX, step by step.\n\n  sidelight MODEL   opens the window on a .pt2 file", "sidelight");
    root.set_version_flag("--version", "sidelight " SIDELIGHT_VERSION);
    addExport(root, raw, arguments);
    addPrint(root, raw, arguments);
    addLists(root, raw, arguments);
    addPasses(root, raw, arguments);
    addRender(root, raw, arguments);
    addVerify(root, raw, arguments);
    addWindow(root, raw, arguments);
    root.require_subcommand(1);

    std::vector<std::string> words(argv + 1, argv + argc);
    arguments.words = words;
    const auto known = [&](const std::string& word) {
        const auto commands = root.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
        return !commands.empty();
    };
    if (!words.empty() && std::find(kReserved.begin(), kReserved.end(), words.front()) != kReserved.end())
        return UsageError{concat("'", support::plainText(words.front()), "' is reserved for a later version of sidelight")};
    if (words.empty() || (!known(words.front()) && words.front().rfind('-', 0) != 0))
        words.insert(words.begin(), "open");

    try {
        std::reverse(words.begin(), words.end());
        root.parse(std::move(words));
    } catch (const CLI::Success& success) {
        std::ostringstream out;
        std::ostringstream error;
        root.exit(success, out, error);
        arguments.command = Command::Help;
        arguments.text = out.str();
        return arguments;
    } catch (const CLI::ParseError& problem) {
        return UsageError{concat(support::plainText(problem.what()), "\nRun 'sidelight --help' for the commands and their options")};
    }
    if (const auto error = finish(raw, arguments))
        return *error;
    return arguments;
}

} // namespace sidelight::app
