// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/transform/replace_pattern.h"
#include "tests/core/fx/pass_test_program.h"

#include <string>
#include <vector>

/// Patterns and what replacing them does to a program.
namespace sidelight::fx::testing {

using passes::testing::b8;
using passes::testing::Builder;
using passes::testing::f32;
using passes::testing::i64;
using passes::testing::kTwo;
using passes::testing::tensor;
using passes::testing::text;

/// A program from a function that puts nodes into a builder and returns its outputs.
template <class Body>
ExportedProgram programOf(Body body)
{
    Builder build;
    build.output(body(build));
    return build.program();
}
template <class Body>
Pattern patternOf(Body body)
{
    auto pattern = Pattern::make(programOf(body));
    EXPECT_TRUE(pattern.ok()) << (pattern ? "" : pattern.error().message);
    return std::move(*pattern);
}

struct Replaced {
    ExportedProgram after;
    std::vector<Match> matches;
    std::vector<std::string> refusals;
    std::vector<ir::Change<ExportedProgram>> changes;
    ir::Coverage coverage;
};

/// Replaces, and checks that the program is sound afterwards and its changes lead there and back.
inline Replaced replace(const ExportedProgram& before, const Pattern& pattern, const ExportedProgram& replacement, PatternOptions options = {})
{
    Replaced result{before, {}, {}, {}, {}};
    options.refused = [&](const Diagnostic& diagnostic) { result.refusals.push_back(diagnostic.message); };
    Rewriter rewriter(result.after, "rules");
    auto matches = replacePattern(rewriter, kMainGraph, pattern, replacement, options);
    EXPECT_TRUE(matches.ok()) << (matches ? "" : matches.error().message);
    if (matches)
        result.matches = std::move(*matches);
    result.coverage = rewriter.takeCoverage();
    result.changes = rewriter.takeChanges();
    for (const Diagnostic& finding : lint(result.after))
        ADD_FAILURE() << finding.message << '\n' << text(result.after);
    ir::PassRecord<ExportedProgram> record;
    record.after = result.after;
    record.changes = result.changes;
    sidelight::testing::expectReplay(before, record);
    return result;
}

/// `mul(a, b)` of f32[2] and its like, where types matter little.
inline Value call(Builder& build, const std::string& overload, std::vector<Argument> args) { return build.call(overload, std::move(args), f32(kTwo)); }

} // namespace sidelight::fx::testing
