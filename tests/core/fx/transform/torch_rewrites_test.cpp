// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What torch.fx.subgraph_rewriter makes of a graph (fixtures/make_fixtures.py), name by name.

#include "core/fx/print.h"
#include "core/fx/text/graph_text.h"
#include "tests/core/fx/transform/transform_test_program.h"

#include <fstream>
#include <sstream>

namespace sidelight::fx::testing {
namespace {

std::vector<std::string> split(const std::string& text, const std::string& separator)
{
    std::vector<std::string> parts;
    std::size_t at = 0;
    for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, at)) {
        parts.push_back(text.substr(at, end - at));
        at = end + separator.size();
    }
    parts.push_back(text.substr(at));
    return parts;
}

ExportedProgram parsed(const std::string& text)
{
    auto program = parseGraph(text);
    EXPECT_TRUE(program.ok()) << (program ? "" : program.error().message);
    return program ? std::move(*program) : ExportedProgram();
}

TEST(ReplacePattern, GivesWhatTorchGivesNameByName)
{
    std::ifstream file(SIDELIGHT_SOURCE_DIR "/tests/core/fx/transform/fixtures/rewrites.txt");
    std::stringstream content;
    content << file.rdbuf();
    std::string all = content.str();
    ASSERT_FALSE(all.empty());
    all.pop_back();
    const auto cases = split(all, "\n===\n");
    EXPECT_EQ(cases.size(), 7U);
    for (const std::string& one : cases) {
        const auto parts = split(one, "\n---\n");
        ASSERT_EQ(parts.size(), 5U);
        SCOPED_TRACE(parts[0]);
        auto pattern = Pattern::make(parsed(parts[2]));
        ASSERT_TRUE(pattern.ok()) << pattern.error().message;
        PatternOptions options;
        options.commute = false; // torch.fx does not.
        EXPECT_EQ(printGraph(replace(parsed(parts[1]), *pattern, parsed(parts[3]), options).after), parts[4]);
    }
}

} // namespace
} // namespace sidelight::fx::testing
