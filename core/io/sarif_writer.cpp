// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/sarif_writer.h"

#include "core/support/file.h"
#include "core/support/json.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace sidelight::io {

namespace {

using json::Array;
using json::Object;
using json::Value;

Value message(std::string_view text)
{
    return Object{{"text", support::plainText(text)}};
}

/// A path or file name as an RFC 3986 reference.
std::string uri(const std::string& path)
{
    static constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::string out = support::startsWith(path, "/") ? "file://" : "";
    for (const char character : path) {
        const auto byte = static_cast<unsigned char>(character);
        if (kPlain.find(character) != std::string_view::npos)
            out += character;
        else
            out += concat('%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]);
    }
    return out;
}

/// §3.33.7 names the kinds of programs' parts; ours are of a graph, so "object" is nearest, and data files' parts are
/// "resource".
std::string_view logicalKind(std::string_view kind)
{
    if (kind == "fx-node" || kind == "onnx-node" || kind == "argument")
        return "object";
    return "resource";
}

Value physicalLocation(const support::Location& location)
{
    Object physical{{"artifactLocation", Object{{"uri", uri(location.file)}}}};
    if (location.line > 0) {
        Object region{{"startLine", location.line}};
        if (!location.code.empty())
            region.emplace_back("snippet", message(location.code));
        physical.emplace_back("region", std::move(region));
    }
    return physical;
}

Value locationOf(const support::Location& location)
{
    Object out;
    if (!location.file.empty())
        out.emplace_back("physicalLocation", physicalLocation(location));
    Array logical;
    if (!location.name.empty()) {
        const std::string name = support::plainText(location.name);
        const std::size_t slash = name.rfind('/');
        Object entry{{"name", slash == std::string::npos || location.kind == "file" ? name : name.substr(slash + 1)},
            {"fullyQualifiedName", name}, {"kind", std::string(logicalKind(location.kind))}};
        if (!location.kind.empty())
            entry.emplace_back("properties", Object{{"kind", location.kind}});
        logical.emplace_back(std::move(entry));
    }
    if (!location.function.empty()) {
        const std::string name = support::plainText(location.function);
        logical.emplace_back(Object{{"name", name}, {"fullyQualifiedName", name}, {"kind", "function"}});
    }
    if (!logical.empty())
        out.emplace_back("logicalLocations", std::move(logical));
    return out;
}

Value ruleOf(const support::Rule& rule)
{
    return Object{{"id", rule.id}, {"name", rule.name}, {"shortDescription", message(rule.summary)},
        {"help", message(rule.help.empty() ? rule.summary : rule.help)},
        {"defaultConfiguration", Object{{"level", support::levelName(rule.level)}}}};
}

/// A rule that is in no table: a diagnostic tells its id and name.
Value ruleOf(const Diagnostic& diagnostic)
{
    const std::string name = support::plainText(diagnostic.ruleName.empty() ? diagnostic.ruleId : diagnostic.ruleName);
    return Object{{"id", support::plainText(diagnostic.ruleId)}, {"name", name}, {"shortDescription", message(name)},
        {"help", message(name)}};
}

Value resultOf(const Diagnostic& diagnostic, std::size_t ruleIndex)
{
    std::string text = diagnostic.message;
    Array fixes;
    for (const support::Fix& fix : diagnostic.fixes) {
        text += concat("\nFix: ", fix.description);
        fixes.emplace_back(support::plainText(fix.description));
    }
    Object result{{"ruleId", support::plainText(diagnostic.ruleId)}, {"ruleIndex", ruleIndex},
        {"level", support::levelName(diagnostic.level)}};
    std::string plain;
    for (const std::string_view line : support::split(text, '\n'))
        plain += concat(plain.empty() ? "" : "\n", support::plainText(line));
    result.emplace_back("message", Object{{"text", std::move(plain)}});
    Array locations;
    for (const support::Location& location : diagnostic.locations)
        if (!location.file.empty() || !location.name.empty())
            locations.push_back(locationOf(location));
    if (!locations.empty())
        result.emplace_back("locations", std::move(locations));
    if (!fixes.empty())
        result.emplace_back("properties", Object{{"fixes", std::move(fixes)}});
    return result;
}

Value invocationOf(const RunInfo& run)
{
    Object invocation{{"executionSuccessful", run.successful}};
    if (!run.arguments.empty()) {
        Array arguments;
        for (const std::string& argument : run.arguments)
            arguments.emplace_back(support::plainText(argument));
        invocation.emplace_back("arguments", std::move(arguments));
    }
    return invocation;
}

} // namespace

std::string toSarif(std::span<const Diagnostic> diagnostics, const RunInfo& run)
{
    Array ruleArray;
    std::map<std::string, std::size_t> ruleIndices;
    Array results;
    for (const Diagnostic& diagnostic : diagnostics) {
        const auto [index, isNew] = ruleIndices.emplace(diagnostic.ruleId, ruleArray.size());
        if (isNew) {
            const support::Rule* rule = rules::find(diagnostic.ruleId);
            ruleArray.push_back(rule ? ruleOf(*rule) : ruleOf(diagnostic));
        }
        results.push_back(resultOf(diagnostic, index->second));
    }
    Object driver{{"name", "Sidelight"}};
    if (!run.toolVersion.empty())
        driver.emplace_back("version", run.toolVersion);
    driver.emplace_back("rules", std::move(ruleArray));
    Object sarifRun{{"tool", Object{{"driver", std::move(driver)}}}, {"invocations", Array{invocationOf(run)}}};
    if (!run.model.empty())
        sarifRun.emplace_back("artifacts",
            Array{Object{{"location", Object{{"uri", uri(run.model.string())}}}, {"roles", Array{"analysisTarget"}}}});
    sarifRun.emplace_back("columnKind", "unicodeCodePoints");
    sarifRun.emplace_back("results", std::move(results));
    const Value log = Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"},
        {"runs", Array{std::move(sarifRun)}}};
    return concat(json::print(log, 2), "\n");
}

Status writeSarif(std::span<const Diagnostic> diagnostics, const RunInfo& run, const std::filesystem::path& target)
{
    std::error_code error;
    if (!run.model.empty() && std::filesystem::equivalent(target, run.model, error))
        return support::diagnose(rules::kTargetRefused,
            concat(support::plainText(target.string()), " is the model itself; name another file for the SARIF log"));
    return support::writeText(target, toSarif(diagnostics, run));
}

} // namespace sidelight::io
