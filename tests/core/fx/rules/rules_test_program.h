// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/lint.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/rules/rule_file.h"
#include "core/fx/text/graph_text.h"
#include "tests/core/fx/pass_test_program.h"

#include <fstream>
#include <sstream>
#include <string>

namespace sidelight::fx::testing {

inline ExportedProgram programOf(std::string_view text)
{
    auto program = parseGraph(text);
    EXPECT_TRUE(program.ok()) << (program ? "" : program.error().message);
    return program ? *program : ExportedProgram{};
}

/// What the pass `rules` makes of the program with this rule file; every change goes both ways.
inline ir::PassRecord<ExportedProgram> ruled(const ExportedProgram& program, const std::string& rules, const ir::Services& services = {})
{
    ir::RunOptions<ExportedProgram> options;
    options.lint = lint;
    options.services = services;
    const std::vector<PassStep> steps = {{passes::find("rules"), {{"text", rules}, {"file", std::string("my.rules")}}, true}};
    auto record = ir::runPasses<ExportedProgram>(program, steps, options).records.front();
    sidelight::testing::expectReplay(program, record);
    return record;
}

/// The program after it, as text, or why it failed.
inline std::string afterRules(const ExportedProgram& program, const std::string& rules)
{
    const auto record = ruled(program, rules);
    for (const Diagnostic& one : record.diagnostics)
        if (one.level == Level::Error)
            return one.message;
    return passes::testing::text(record.after);
}

/// A rule file that comes with Sidelight.
inline std::string bundled(const std::string& name)
{
    std::ifstream file(SIDELIGHT_SOURCE_DIR "/resources/rules/" + name + ".rules");
    EXPECT_TRUE(file.good()) << name;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace sidelight::fx::testing
