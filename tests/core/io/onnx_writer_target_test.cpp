// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_writer.h"

#include "tests/core/io/weight_models.h"
#include "tests/support/file_limit.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;
using testing::asText;
using testing::contentOf;
using testing::inFile;
using testing::largeModel;
using testing::modelOf;
using testing::ramp;
using testing::ruleOf;
using testing::TemporaryFolder;
using testing::tensorOf;
using testing::view;
using testing::writeFile;

TEST(OnnxWriterTarget, OffersExternalDataForWhatIsTooLargeToEmbed)
{
    TemporaryFolder folder;
    auto b = largeModel();
    WriteOptions options;
    options.embedLimit = 3000;
    const auto written = writeOnnx(b.model, folder / "m.onnx", options);
    ASSERT_EQ(ruleOf(written), "SL4003");
    EXPECT_NE(written.error().message.find("--weights external"), std::string::npos);
    EXPECT_EQ(written.error().fixes.size(), 1u);
    options.weights = Weights::External;
    EXPECT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
}

TEST(OnnxWriterTarget, RefusesFoldersDevicesAndTheInputItself)
{
    TemporaryFolder folder;
    auto b = largeModel();
    WriteOptions force;
    force.overwrite = true;
    fs::create_directory(folder / "d.onnx");
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "d.onnx", force)), "SL4002");
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder.path() / "", force)), "SL4002");
    EXPECT_EQ(ruleOf(writeOnnx(b.model, "/dev/null", force)), "SL4002");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "pipe", force)), "SL4002");

    writeFile(folder / "model.pt2", asText(ramp(400)));
    fs::create_symlink(folder / "model.pt2", folder / "link.onnx");
    force.inputs = {folder / "model.pt2"};
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "model.pt2", force)), "SL4002");
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "link.onnx", force)), "SL4002");
    force.inputs.clear();
    auto own = modelOf({{"w", view(inFile(folder / "model.pt2", 0, 1600), {400}, {1})}});
    EXPECT_EQ(ruleOf(writeOnnx(own.model, folder / "model.pt2", force)), "SL4002") << "its weights are read from there";
    fs::create_hard_link(folder / "model.pt2", folder / "h.onnx.data");
    force.weights = Weights::External;
    EXPECT_EQ(ruleOf(writeOnnx(own.model, folder / "h.onnx", force)), "SL4002") << "nor may the data file replace it";
    EXPECT_EQ(contentOf(folder / "model.pt2"), asText(ramp(400)));
    EXPECT_FALSE(fs::exists(folder / "h.onnx"));
}

TEST(OnnxWriterTarget, RefusesToReplaceAnythingWithoutForce)
{
    TemporaryFolder folder;
    auto b = largeModel();
    writeFile(folder / "m.onnx", "old");
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx")), "SL4002");
    fs::remove(folder / "m.onnx");
    writeFile(folder / "m.onnx.data", "old");
    WriteOptions options;
    options.weights = Weights::External;
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)), "SL4002");
    fs::create_directory(folder / "m_initializers");
    options.weights = Weights::PerTensor;
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)), "SL4002");
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"m.onnx.data", "m_initializers"}));
    options.overwrite = true;
    EXPECT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
}

TEST(OnnxWriterTarget, DoesNotDeclareWeightsWhereOtherDataLieAlready)
{
    TemporaryFolder folder;
    auto b = largeModel();
    writeFile(folder / "m.onnx.data", "of another model");
    WriteOptions options;
    options.weights = Weights::None;
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)), "SL4002");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"m.onnx.data"});
    options.overwrite = true;
    EXPECT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    EXPECT_EQ(contentOf(folder / "m.onnx.data"), "of another model");
}

TEST(OnnxWriterTarget, DoesNotRemoveAFolderThatHoldsMoreThanInitializers)
{
    TemporaryFolder folder;
    auto b = largeModel();
    fs::create_directories(folder / "m_initializers" / "photos");
    WriteOptions options;
    options.weights = Weights::PerTensor;
    options.overwrite = true;
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)), "SL4002");
    EXPECT_TRUE(fs::exists(folder / "m_initializers" / "photos"));
}

TEST(OnnxWriterTarget, RefusesTwoDotsInANameThatExternalDataWouldBear)
{
    TemporaryFolder folder;
    auto b = largeModel();
    WriteOptions options;
    for (const Weights weights : {Weights::External, Weights::PerTensor, Weights::None}) {
        options.weights = weights;
        EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "a..b.onnx", options)), "SL4002");
    }
    options.weights = Weights::Embed;
    EXPECT_TRUE(writeOnnx(b.model, folder / "a..b.onnx", options));
}

TEST(OnnxWriterTarget, FailsWhereTheFolderIsMissing)
{
    TemporaryFolder folder;
    EXPECT_EQ(ruleOf(writeOnnx(largeModel().model, folder / "missing" / "m.onnx")), "SL4001");
    EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

TEST(OnnxWriterTarget, LeavesNothingOnAFullDiskAndKeepsTheOldModel)
{
    TemporaryFolder folder;
    auto b = modelOf({{"w", tensorOf<float>(ir::DType::Float32, {200'000}, ramp(200'000))}});
    writeFile(folder / "m.onnx", "old model");
    writeFile(folder / "m.onnx.data", "old data");
    std::vector<std::string> outcome;
    for (const Weights weights : {Weights::Embed, Weights::External, Weights::PerTensor}) {
        const testing::FileLimit full(100'000);
        WriteOptions options;
        options.weights = weights;
        options.overwrite = true;
        outcome.push_back(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)));
    }
    EXPECT_EQ(outcome, (std::vector<std::string>{"SL4001", "SL4001", "SL4001"}));
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"m.onnx", "m.onnx.data"}));
    EXPECT_EQ(contentOf(folder / "m.onnx"), "old model");
    EXPECT_EQ(contentOf(folder / "m.onnx.data"), "old data");
}

TEST(OnnxWriterTarget, LeavesNothingWhenCancelledHalfWay)
{
    TemporaryFolder folder;
    // Strided, so that it goes in pieces of 16 MiB.
    writeFile(folder / "weights", std::string(48u << 20, '\1'));
    auto b = modelOf({{"w", view(inFile(folder / "weights", 0, 48u << 20), {3 << 20, 4}, {4, 1})}});
    for (const Weights weights : {Weights::Embed, Weights::External, Weights::PerTensor}) {
        std::stop_source stop;
        WriteOptions options;
        options.weights = weights;
        options.stop = stop.get_token();
        std::vector<std::uint64_t> seen;
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            EXPECT_EQ(total, 48u << 20);
            seen.push_back(done);
            if (done > 0)
                stop.request_stop();
        };
        EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx", options)), "SL9003");
        EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 16u << 20}));
        EXPECT_EQ(folder.files(), std::vector<std::string>{"weights"});
    }
}

TEST(OnnxWriterTarget, FailsWhenTheWeightsChangeMeanwhile)
{
    TemporaryFolder folder;
    writeFile(folder / "weights", asText(ramp(1000)));
    auto b = modelOf({{"w", view(inFile(folder / "weights", 0, 4000), {1000}, {1})}});
    fs::resize_file(folder / "weights", 2000);
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx")), "SL1010");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"weights"});
}

} // namespace
} // namespace sidelight::io
