// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tree obeys DESIGN's include rules; and the checker that says so goes red on each kind of planted fault.

#include "tests/structure/include_rules.h"

#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::structure {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLicence = "// SPDX-FileCopyrightText: 2026 Sidelight contributors\n// SPDX-License-Identifier: Apache-2.0\n";

/// A small tree on disk that goes away with the test.
class PlantedTree : public ::testing::Test {
protected:
    void plantRaw(std::string_view file, std::string_view text)
    {
        fs::create_directories((root_ / file).parent_path());
        testing::writeFile(root_ / file, text);
    }

    void plant(std::string_view file, std::string_view text) { plantRaw(file, std::string(kLicence) + std::string(text)); }

    std::string check() const { return toText(checkTree(root_.path())); }

    testing::TemporaryFolder root_;
};

TEST(Tree, ObeysTheIncludeRules)
{
    EXPECT_EQ(toText(checkTree(SIDELIGHT_SOURCE_DIR)), "");
}

TEST_F(PlantedTree, IsCleanWhenEveryArrowPointsDown)
{
    plant("core/support/text.h", "#include <string>\n");
    plant("core/support/text.cpp", "#include \"core/support/text.h\"\n#include <fmt/format.h>\n");
    plant("core/ir/graph.h", "#include \"core/support/text.h\"\n");
    plant("core/io/onnx_writer.cpp", "#include \"core/ir/graph.h\"\n#include <onnx/onnx_pb.h>\n#include <sys/stat.h>\n");
    plant("views/scene/graph_scene.h", "#include \"core/ir/graph.h\"\n#include <QWidget>\n#include <QtCore/QObject>\n");
    plant("app/main.cpp", "#include \"views/scene/graph_scene.h\"\n#include <CLI/CLI.hpp>\n#include \"main.moc\"\n");
    EXPECT_EQ(check(), "");
}

TEST_F(PlantedTree, ReportsAnArrowThatTurnsBack)
{
    plant("core/fx/node.h", "");
    plant("core/ir/graph.h", "#include \"core/fx/node.h\"\n");
    EXPECT_EQ(check(), "core/ir/graph.h:3: layer: may not look into \"core/fx/node.h\"\n");
}

TEST_F(PlantedTree, ReportsFxAndOnnxThatLookAtEachOther)
{
    plant("core/fx/node.h", "");
    plant("core/onnxir/node.h", "#include \"core/fx/node.h\"\n");
    EXPECT_EQ(check(), "core/onnxir/node.h:3: layer: may not look into \"core/fx/node.h\"\n");
}

TEST_F(PlantedTree, ReportsViewsThatKnowAnEngine)
{
    plant("core/io/archive.h", "");
    plant("core/session/document.h", "#include \"core/io/archive.h\"\n");
    plant("views/panels/inspector.cpp", "#include \"core/session/document.h\"\n#include \"core/io/archive.h\"\n");
    EXPECT_EQ(check(), "views/panels/inspector.cpp:3: layer: may not look into \"core/session/document.h\"\n"
                       "views/panels/inspector.cpp:4: layer: may not look into \"core/io/archive.h\"\n");
}

TEST_F(PlantedTree, ReportsWhoeverOpensTheEvaluatorsDoor)
{
    plant("core/runtime/evaluator/torch_evaluator.h", "");
    plant("core/runtime/client.cpp", "#include \"core/runtime/evaluator/torch_evaluator.h\"\n");
    plant("core/runtime/evaluator/main.cpp", "#include \"core/runtime/evaluator/torch_evaluator.h\"\n");
    EXPECT_EQ(check(), "core/runtime/client.cpp:3: layer: may not look into \"core/runtime/evaluator/torch_evaluator.h\"\n");
}

TEST_F(PlantedTree, ReportsAThirdPartyHeaderOutsideItsFolder)
{
    plant("core/fx/print.cpp", "#include <fmt/format.h>\n");
    plant("core/io/reader.cpp", "  #  include <nlohmann/json.hpp>\n");
    plant("core/support/rules.cpp", "#include <nlohmann/json.hpp>\n");
    plant("core/session/pipeline.cpp", "#include <torch/script.h>\n");
    EXPECT_EQ(check(), "core/fx/print.cpp:3: third-party: <fmt/format.h> is fmt, which this file may not include\n"
                       "core/io/reader.cpp:3: third-party: <nlohmann/json.hpp> is nlohmann-json, which this file may not include\n"
                       "core/session/pipeline.cpp:3: third-party: <torch/script.h> is libtorch, which this file may not include\n"
                       "core/support/rules.cpp:3: third-party: <nlohmann/json.hpp> is nlohmann-json, which this file may not include\n");
}

TEST_F(PlantedTree, ReportsAThirdPartyHeaderInAHeaderEvenOfItsFolder)
{
    plant("core/io/onnx_writer.h", "#include <onnx/onnx_pb.h>\n");
    EXPECT_EQ(check(), "core/io/onnx_writer.h:3: third-party: <onnx/onnx_pb.h> is protobuf/onnx, which this file may not include\n");
}

TEST_F(PlantedTree, ReportsAHeaderThatNoTableKnows)
{
    plant("core/io/reader.cpp", "#include <boost/json.hpp>\n");
    EXPECT_EQ(check(), "core/io/reader.cpp:3: third-party: <boost/json.hpp> is unknown, which this file may not include\n");
}

TEST_F(PlantedTree, ReportsTwoHeavyLibrariesThatMeetThroughAHeader)
{
    plant("views/scene/graph_scene.h", "#include <QWidget>\n");
    plant("tests/views/scene_support.h", "#include \"views/scene/graph_scene.h\"\n");
    plant("tests/views/scene_test.cpp", "#include \"tests/views/scene_support.h\"\n#include <graphviz/gvc.h>\n");
    EXPECT_EQ(check(), "tests/views/scene_test.cpp:1: heavy-pair: one translation unit holds Qt and Graphviz\n");
}

TEST_F(PlantedTree, ReportsASourceThatDoesNotIncludeItsOwnHeaderFirst)
{
    plant("core/ir/graph.h", "");
    plant("core/ir/graph.cpp", "#include <string>\n#include \"core/ir/graph.h\"\n");
    EXPECT_EQ(check(), "core/ir/graph.cpp:3: own-header: must include \"core/ir/graph.h\" first\n");
}

TEST_F(PlantedTree, ReportsAPathThatIsNotFromTheRoot)
{
    plant("core/ir/graph.h", "");
    plant("core/ir/dim.h", "#include \"graph.h\"\n");
    EXPECT_EQ(check(), "core/ir/dim.h:3: unresolved: \"graph.h\" is no file from the root of the tree\n");
}

TEST_F(PlantedTree, ReportsFilesWithoutLicence)
{
    plantRaw("core/ir/graph.h", "#pragma once\n");
    plantRaw("packaging/run", "#!/usr/bin/env bash\nset -e\n");
    plantRaw("tests/fixtures/make_fixtures.py", "#!/usr/bin/env python3\n# SPDX-FileCopyrightText: 2026 Sidelight contributors\n"
                                               "# SPDX-License-Identifier: Apache-2.0\n");
    plantRaw("tests/fixtures/data.bin", "anything");
    EXPECT_EQ(check(), "core/ir/graph.h:1: licence: does not begin with the two SPDX lines\n"
                       "packaging/run:2: licence: does not begin with the two SPDX lines\n");
}

TEST_F(PlantedTree, LeavesIncludesInsideRawStringsAlone)
{
    plant("tests/core/text_test.cpp", "const char* kText = R\"(\n#include <boost/json.hpp>\n)\";\n");
    EXPECT_EQ(check(), "");
}

} // namespace
} // namespace sidelight::structure
