// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/print.h"
#include "core/fx/text/graph_text.h"
#include "core/io/pt2_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace sidelight::fx {
namespace {

/// The archives of a folder of the source tree, by name.
std::vector<std::filesystem::path> archivesOf(const std::string& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(SIDELIGHT_SOURCE_DIR) + folder))
        if (entry.path().extension() == ".pt2")
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Reads back both forms of every graph; returns their number.
std::size_t checkGraphs(const ExportedProgram& program, const std::string& name)
{
    for (const GraphId id : program.graphs.ids()) {
        const std::string lines = printGraph(program, id);
        const auto fromLines = parseGraph(lines);
        EXPECT_TRUE(fromLines.ok()) << name << ": " << (fromLines.ok() ? "" : fromLines.error().message);
        EXPECT_EQ(fromLines.ok() ? printGraph(*fromLines) : std::string(), lines) << name;
        const std::string code = printCode(program, id);
        const auto fromCode = parseGraph(code);
        EXPECT_TRUE(fromCode.ok()) << name << ": " << (fromCode.ok() ? "" : fromCode.error().message);
        EXPECT_EQ(fromCode.ok() ? printCode(*fromCode) : std::string(), code) << name;
    }
    return program.graphs.ids().size();
}

std::size_t checkFolder(const std::string& folder)
{
    std::size_t graphs = 0;
    for (const auto& path : archivesOf(folder))
        if (const auto pt2 = io::readPt2(path))
            graphs += checkGraphs(pt2->program, path.stem().string());
    return graphs;
}

TEST(GraphText, PrintsEverySampleTheSameAfterReading) { EXPECT_EQ(checkFolder("/resources/samples"), 4u); }

TEST(GraphText, PrintsEveryFixtureTheSameAfterReading) { EXPECT_GE(checkFolder("/tests/fixtures/pt2"), 55u); }

} // namespace
} // namespace sidelight::fx
