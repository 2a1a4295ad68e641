// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/pass_pages.h"

#include "app/terminal.h"
#include "core/fx/passes/pipeline.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/json.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <cstdio>
#include <vector>

namespace sidelight::app {
namespace {

constexpr std::string_view kLowering = "Lowers every FX call to ONNX, with function bodies.";

std::string textOf(const ir::PassOption& option)
{
    return std::visit(
        [](const auto& value) -> std::string {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, bool>)
                return value ? "true" : "false";
            else if constexpr (std::is_same_v<T, double>)
                return support::pythonFloat(value);
            else if constexpr (std::is_same_v<T, std::int64_t>)
                return std::to_string(value);
            else
                return concat("\"", value, "\"");
        },
        option.standard);
}

json::Value toJson(const ir::PassOption& option)
{
    json::Object object{{"name", option.name}, {"summary", option.summary}};
    std::visit([&](const auto& value) { object.emplace_back("default", json::Value(value)); }, option.standard);
    if (!option.choices.empty())
        object.emplace_back("choices", json::Array(option.choices.begin(), option.choices.end()));
    return object;
}

template <class Unit>
json::Value toJson(const char* graph, const ir::PassStep<Unit>& step)
{
    json::Array options;
    for (const ir::PassOption& option : step.pass->options)
        options.push_back(toJson(option));
    return json::Object{{"graph", graph},         {"id", step.pass->id},     {"enabled", step.enabled},           {"default", step.pass->standard},
                        {"summary", step.pass->summary}, {"help", step.pass->help}, {"tolerance", step.pass->tolerance}, {"options", std::move(options)}};
}

template <class Unit>
void print(const char* graph, const std::vector<ir::PassStep<Unit>>& steps)
{
    for (const auto& step : steps)
        std::printf("%-5s %-3s %-34s %s\n", graph, step.enabled ? "on" : "off", std::string(step.pass->id).c_str(), std::string(step.pass->summary).c_str());
}

template <class Unit>
void printPage(const ir::Pass<Unit>& pass, std::string_view graph)
{
    std::printf("%s (%s pass, %s)\n\n%s\n\n%s\n", std::string(pass.id).c_str(), std::string(graph).c_str(),
                pass.standard ? "in the default pipeline" : "on demand: enable it in a preset", std::string(pass.summary).c_str(), std::string(pass.help).c_str());
    if (pass.tolerance == 0)
        std::printf("\nNumbers: keeps every bit.\n");
    else
        std::printf("\nNumbers: may move by %s of a tensor's largest value.\n", support::pythonFloat(pass.tolerance).c_str());
    for (const ir::PassOption& option : pass.options) {
        std::printf("%s  %s (default %s): %s\n", &option == pass.options.data() ? "\nOptions:\n" : "", std::string(option.name).c_str(), textOf(option).c_str(),
                    std::string(option.summary).c_str());
        for (const std::string_view choice : option.choices)
            std::printf("      %s\n", std::string(choice).c_str());
    }
}

} // namespace

void listPasses(const session::Pipeline& pipeline, bool asJson)
{
    if (asJson) {
        json::Array all;
        for (const auto& step : pipeline.fx)
            all.push_back(toJson("fx", step));
        all.push_back(json::Object{{"graph", "onnx"}, {"id", "lower"}, {"enabled", true}, {"default", true}, {"summary", kLowering}});
        for (const auto& step : pipeline.onnx)
            all.push_back(toJson("onnx", step));
        std::printf("%s\n", json::print(all, 2).c_str());
        return;
    }
    print("fx", pipeline.fx);
    std::printf("%-5s %-3s %-34s %s\n", "onnx", "on", "lower", std::string(kLowering).c_str());
    print("onnx", pipeline.onnx);
}

Exit explainPass(const std::string& id)
{
    if (const auto* pass = fx::passes::find(id)) {
        printPage(*pass, "FX");
        return Exit::Fine;
    }
    if (const auto* pass = onnxir::passes::find(id)) {
        printPage(*pass, "ONNX");
        return Exit::Fine;
    }
    std::vector<std::string> ids;
    for (const auto* pass : fx::passes::all())
        ids.emplace_back(pass->id);
    for (const auto* pass : onnxir::passes::all())
        ids.emplace_back(pass->id);
    const auto near = support::nearest(id, ids);
    report(support::diagnose(rules::kUnknownPass, concat("there is no pass '", id, "'; it could be ", support::join(near.empty() ? ids : near, ", "))));
    return Exit::Errors;
}

} // namespace sidelight::app
