// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Edits by hand and texts of graphs on the command line.
#include "tests/app/command_runner.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sidelight::testing {
namespace {

namespace fs = std::filesystem;

TEST(CommandEdits, AreMadeBehindThePassesOfBothGraphs)
{
    const TemporaryFolder folder;
    const fs::path edits = folder / "edits.txt";
    writeFile(edits, "# mine\nset %sigmoid = torch.ops.aten.relu.default(%linear)\n[onnx]\nrename linear_3 to result\n");
    const auto fx = sidelight({"print", sample("mlp"), "--after", "manual-edits", "--edits", edits.string()});
    EXPECT_EQ(fx.exit, 0) << fx.error;
    EXPECT_NE(fx.out.find("%sigmoid : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {})\n"), std::string::npos) << fx.out;
    const fs::path target = folder / "mlp.onnx";
    const auto exported = sidelight({"export", sample("mlp"), "-o", target.string(), "--edits", edits.string()});
    EXPECT_EQ(exported.exit, 0) << exported.error;
    EXPECT_NE(contentOf(target).find("result"), std::string::npos);
    const auto passes = sidelight({"passes", sample("mlp"), "--pass", "manual-onnx-edits", "--edits", edits.string()});
    EXPECT_EQ(passes.exit, 0) << passes.error;
    EXPECT_NE(passes.out.find("result"), std::string::npos) << passes.out;
}

TEST(CommandEdits, OfAnOnnxFileAreOfItsGraph)
{
    const TemporaryFolder folder;
    const fs::path model = folder / "mlp.onnx";
    ASSERT_EQ(sidelight({"export", sample("mlp"), "-o", model.string()}).exit, 0);
    const fs::path edits = folder / "edits.txt";
    writeFile(edits, "rename linear_3 to result\n");
    const auto printed = sidelight({"print", model.string(), "--format", "text", "--edits", edits.string()});
    EXPECT_EQ(printed.exit, 0) << printed.error;
    EXPECT_NE(printed.out.find("result"), std::string::npos) << printed.out.substr(0, 600);
    const fs::path edited = folder / "edited.onnx";
    const auto exported = sidelight({"export", model.string(), "-o", edited.string(), "--edits", edits.string()});
    EXPECT_EQ(exported.exit, 0) << exported.error;
    EXPECT_NE(contentOf(edited).find("result"), std::string::npos);
    const auto plain = sidelight({"export", model.string(), "-o", (folder / "again.onnx").string()});
    EXPECT_EQ(plain.exit, 1);
    EXPECT_NE(plain.error.find("is ONNX already"), std::string::npos) << plain.error;
}

TEST(CommandEdits, RefusedOnesSayWhichAndWhy)
{
    const TemporaryFolder folder;
    const fs::path edits = folder / "edits.txt";
    writeFile(edits, "rename %sigmoid to first\nerase %first\n");
    const auto refused = sidelight({"export", sample("mlp"), "-o", (folder / "mlp.onnx").string(), "--edits", edits.string()});
    EXPECT_EQ(refused.exit, 1);
    EXPECT_NE(refused.error.find("edit 2 (erase %first): %first cannot be erased: it is still read by %linear_1"), std::string::npos) << refused.error;
    EXPECT_FALSE(fs::exists(folder / "mlp.onnx"));
    writeFile(edits, "erase\n");
    const auto unread = sidelight({"print", sample("mlp"), "--edits", edits.string()});
    EXPECT_EQ(unread.exit, 2);
    EXPECT_NE(unread.error.find("line 1, column 6: expected the name of a node"), std::string::npos) << unread.error;
    EXPECT_EQ(sidelight({"print", sample("mlp"), "--edits", (folder / "none").string()}).exit, 2);
}

TEST(CommandEdits, TextOfAGraphIsOpenedWithWhatItSays)
{
    const TemporaryFolder folder;
    const auto printed = sidelight({"print", sample("resnet18")});
    const fs::path text = folder / "graph.txt";
    writeFile(text, printed.out);
    const auto again = sidelight({"print", text.string(), "--after", "loaded"});
    EXPECT_EQ(again.exit, 0) << again.error;
    EXPECT_EQ(again.out, printed.out);
    const auto exported = sidelight({"export", text.string(), "-o", (folder / "graph.onnx").string()});
    EXPECT_EQ(exported.exit, 1) << "types that nobody knows are not made up";
    EXPECT_FALSE(exported.error.empty());
    EXPECT_FALSE(fs::exists(folder / "graph.onnx"));
    writeFile(text, "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return (y,)\n");
    const auto broken = sidelight({"print", text.string()});
    EXPECT_EQ(broken.exit, 1);
    EXPECT_NE(broken.error.find("line 3, column"), std::string::npos) << broken.error;
}

TEST(CommandEdits, CodeWithTypesCanBeExported)
{
    const TemporaryFolder folder;
    const fs::path code = folder / "graph.py";
    writeFile(code, "def forward(self, x : \"f32[2, 3]\"):\n    relu = torch.ops.aten.relu.default(x);  x = None\n    add = torch.ops.aten.add.Tensor(relu, 1);  relu = None\n    return (add,)\n");
    const auto exported = sidelight({"export", code.string(), "-o", (folder / "graph.onnx").string()});
    EXPECT_EQ(exported.exit, 0) << exported.error;
    EXPECT_TRUE(fs::exists(folder / "graph.onnx"));
}

} // namespace
} // namespace sidelight::testing
