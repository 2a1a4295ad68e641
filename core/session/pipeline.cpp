// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pipeline.h"

#include "core/fx/passes/pipeline.h"
#include "core/ir/pass_table.h"
#include "core/onnxir/passes/pipeline.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <charconv>
#include <type_traits>
#include <utility>

namespace sidelight::session {
namespace {

template <class Unit>
std::vector<ir::PassStep<Unit>> allSteps(std::span<const ir::Pass<Unit>* const> table)
{
    std::vector<ir::PassStep<Unit>> steps = ir::stepsOf<Unit>(table);
    for (auto& step : steps)
        step.enabled = step.pass->standard;
    return steps;
}

std::vector<std::string> allIds()
{
    std::vector<std::string> ids;
    for (const auto* pass : fx::passes::all())
        ids.emplace_back(pass->id);
    for (const auto* pass : onnxir::passes::all())
        ids.emplace_back(pass->id);
    return ids;
}

Diagnostic unknownPass(std::string_view id, const std::vector<std::string>& ids, std::string_view where)
{
    const auto near = support::nearest(id, ids);
    return support::diagnose(rules::kUnknownPass, concat(where, "there is no pass '", id, "'; it could be ",
                                                         support::join(near.empty() ? ids : near, ", "), " (see 'sidelight passes')"));
}

Diagnostic misshaped(std::string_view origin, std::string_view place, std::string_view expected)
{
    return support::diagnose(rules::kSchemaMismatch, concat(origin, ": ", place, " must be ", expected));
}

/// Reads one list of a preset.
template <class Unit>
class ListReader {
public:
    ListReader(std::span<const ir::Pass<Unit>* const> table, std::string_view list, std::string_view origin) : table_(table), list_(list), origin_(origin) {}

    Result<std::vector<ir::PassStep<Unit>>> read(const json::Value& value) const
    {
        const json::Array* items = value.asArray();
        if (!items)
            return misshaped(origin_, concat("'", list_, "'"), "a list of steps");
        std::vector<ir::PassStep<Unit>> steps;
        for (std::size_t i = 0; i < items->size(); ++i) {
            auto step = readStep((*items)[i], concat("step ", i + 1, " of '", list_, "'"));
            if (!step)
                return step.error();
            steps.push_back(std::move(*step));
        }
        return steps;
    }

private:
    Result<ir::PassStep<Unit>> readStep(const json::Value& value, const std::string& place) const
    {
        const json::Object* members = value.asObject();
        if (!members)
            return misshaped(origin_, place, R"(an object such as {"pass": "ID"})");
        ir::PassStep<Unit> step;
        for (const auto& [key, member] : *members) {
            if (key == "pass" && member.asString()) {
                step.pass = ir::findPass<Unit>(table_, *member.asString());
                if (!step.pass)
                    return unknownPass(*member.asString(), ids(), concat(origin_, ": ", place, ": "));
            } else if (key == "enabled" && member.asBool()) {
                step.enabled = *member.asBool();
            } else if (key == "options" && member.asObject()) {
                if (const Status status = readOptions(*member.asObject(), place, step.options); !status)
                    return status.error();
            } else {
                return misshaped(origin_, concat(place, ", member '", key, "',"), "one of pass (a text), enabled (true or false) and options (an object)");
            }
        }
        if (!step.pass)
            return misshaped(origin_, place, "given a pass: its member 'pass' is missing");
        if (const Status status = ir::checkOptions(*step.pass, step.options); !status) {
            Diagnostic problem = status.error();
            problem.message = concat(origin_, ": ", place, ": ", problem.message);
            return problem;
        }
        return step;
    }

    Status readOptions(const json::Object& members, const std::string& place, ir::PassOptions& options) const
    {
        for (const auto& [name, value] : members) {
            const bool known = std::visit(
                [&, &name = name](const auto& content) {
                    using T = std::decay_t<decltype(content)>;
                    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, double> || std::is_same_v<T, std::string>) {
                        options[name] = content;
                        return true;
                    } else {
                        return false;
                    }
                },
                value.content());
            if (!known)
                return misshaped(origin_, concat(place, ", option '", name, "',"), "true, false, a number or a text");
        }
        return {};
    }

    std::vector<std::string> ids() const
    {
        std::vector<std::string> all;
        for (const auto* pass : table_)
            all.emplace_back(pass->id);
        return all;
    }

    std::span<const ir::Pass<Unit>* const> table_;
    std::string_view list_;
    std::string_view origin_;
};

template <class Unit>
json::Value listOf(const std::vector<ir::PassStep<Unit>>& steps)
{
    json::Array list;
    for (const auto& step : steps) {
        json::Object object{{"pass", step.pass->id}};
        if (!step.enabled)
            object.emplace_back("enabled", false);
        json::Object options;
        for (const auto& [name, value] : step.options)
            std::visit([&, &name = name](const auto& content) { options.emplace_back(name, json::Value(content)); }, value);
        if (!options.empty())
            object.emplace_back("options", std::move(options));
        list.emplace_back(std::move(object));
    }
    return list;
}

template <class Unit>
void disable(std::vector<ir::PassStep<Unit>>& steps, const std::set<std::string, std::less<>>& ids)
{
    for (auto& step : steps)
        if (ids.count(step.pass->id) != 0)
            step.enabled = false;
}

} // namespace

Pipeline defaultPipeline()
{
    return {allSteps<fx::ExportedProgram>(fx::passes::all()), allSteps<onnxir::Model>(onnxir::passes::all())};
}

Result<Pipeline> readPipeline(std::string_view text, std::string_view origin)
{
    const auto value = json::parse(text, origin);
    if (!value)
        return value.error();
    const json::Object* members = value->asObject();
    if (!members)
        return misshaped(origin, "a preset", R"(an object with the lists "fx" and "onnx")");
    Pipeline pipeline = defaultPipeline();
    for (const auto& [key, list] : *members) {
        if (key == "fx") {
            auto steps = ListReader<fx::ExportedProgram>(fx::passes::all(), key, origin).read(list);
            if (!steps)
                return steps.error();
            pipeline.fx = std::move(*steps);
        } else if (key == "onnx") {
            auto steps = ListReader<onnxir::Model>(onnxir::passes::all(), key, origin).read(list);
            if (!steps)
                return steps.error();
            pipeline.onnx = std::move(*steps);
        } else {
            return misshaped(origin, concat("member '", key, "' of a preset"), R"(one of "fx" and "onnx")");
        }
    }
    return pipeline;
}

json::Value presetOf(const Pipeline& pipeline)
{
    return json::Object{{"fx", listOf(pipeline.fx)}, {"onnx", listOf(pipeline.onnx)}};
}

Status skipPasses(Pipeline& pipeline, const std::set<std::string, std::less<>>& ids)
{
    for (const std::string& id : ids)
        if (!fx::passes::find(id) && !onnxir::passes::find(id))
            return unknownPass(id, allIds(), "");
    disable(pipeline.fx, ids);
    disable(pipeline.onnx, ids);
    return {};
}

Result<PipelineEnd> readPipelineEnd(std::string_view text)
{
    PipelineEnd end;
    const std::size_t colon = text.find(':');
    end.pass = std::string(text.substr(0, colon));
    if (!fx::passes::find(end.pass) && !onnxir::passes::find(end.pass))
        return unknownPass(end.pass, allIds(), "");
    if (colon == std::string_view::npos)
        return end;
    const std::string_view digits = text.substr(colon + 1);
    std::size_t changes = 0;
    const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), changes);
    if (digits.empty() || problem != std::errc() || rest != digits.data() + digits.size())
        return support::diagnose(rules::kUsage, concat("'", digits, "' after ", end.pass, ": is no number of changes; give ", end.pass, ":0, ", end.pass, ":1, …"));
    end.changes = changes;
    return end;
}

} // namespace sidelight::session
