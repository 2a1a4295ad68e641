// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/rule_files.h"

#include "core/fx/passes/pipeline.h"
#include "core/fx/rules/rule_file.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::session {
namespace {

/// The text of a rule file that can be read.
Result<std::string> rulesFrom(const std::filesystem::path& file)
{
    auto text = support::readText(file);
    if (!text)
        return text.error();
    if (const auto rules = fx::readRules(*text); !rules) {
        Diagnostic problem = rules.error();
        problem.message = concat(support::plainText(file.string()), ": ", problem.message);
        return problem;
    }
    return text;
}

bool isRules(const fx::PassStep& step) { return step.pass == &fx::passes::kRules; }

bool hasText(const fx::PassStep& step)
{
    const auto text = step.options.find("text");
    return text != step.options.end() && !std::get<std::string>(text->second).empty();
}

} // namespace

Status addRuleFile(Pipeline& pipeline, const std::filesystem::path& file)
{
    auto text = rulesFrom(file);
    if (!text)
        return text.error();
    const fx::PassStep step{&fx::passes::kRules, {{"text", std::move(*text)}, {"file", file.filename().string()}}, true};
    auto& steps = pipeline.fx;
    const auto last = std::find_if(steps.rbegin(), steps.rend(), isRules);
    if (last != steps.rend() && !hasText(*last))
        *last = step;
    else
        steps.insert(last == steps.rend() ? steps.begin() : last.base(), step);
    return {};
}

Result<Pipeline> readPreset(const std::filesystem::path& file)
{
    const auto text = support::readText(file);
    if (!text)
        return text.error();
    auto pipeline = readPipeline(*text, file.string());
    if (!pipeline)
        return pipeline;
    for (fx::PassStep& step : pipeline->fx) {
        const auto name = isRules(step) && !hasText(step) ? step.options.find("file") : step.options.end();
        if (name == step.options.end() || std::get<std::string>(name->second).empty())
            continue;
        auto rules = rulesFrom(file.parent_path() / std::get<std::string>(name->second));
        if (!rules)
            return rules.error();
        step.options["text"] = std::move(*rules);
    }
    return pipeline;
}

} // namespace sidelight::session
