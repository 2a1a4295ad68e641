// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_writer.h"

#include "core/fx/passes/pipeline.h"
#include "core/fx/print.h"
#include "core/io/archive.h"
#include "core/io/pt2_reader.h"
#include "core/io/pt2_write_values.h"
#include "tests/support/file_limit.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;
using testing::contentOf;
using testing::TemporaryFolder;
using testing::writeFile;

const fs::path kSource = SIDELIGHT_SOURCE_DIR;

std::vector<fs::path> models()
{
    std::vector<fs::path> paths;
    for (const char* folder : {"resources/samples", "tests/fixtures/pt2", "tests/fixtures/functionalize"})
        for (const auto& entry : fs::recursive_directory_iterator(kSource / folder))
            if (entry.path().extension() == ".pt2" && entry.path().filename().string().find("broken") == std::string::npos)
                paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

fx::ExportedProgram read(const fs::path& path)
{
    auto pt2 = readPt2(path);
    EXPECT_TRUE(pt2.ok()) << (pt2.ok() ? "" : pt2.error().message);
    return pt2.ok() ? std::move(pt2->program) : fx::ExportedProgram{};
}
fx::ExportedProgram sample(const std::string& name)
{
    return read(kSource / "resources/samples" / (name + ".pt2"));
}

template <class T>
std::string ruleOf(const Result<T>& result)
{
    return result.ok() ? std::string("none") : result.error().ruleId;
}

void expectEqualTensors(const ir::Tensor& a, const ir::Tensor& b, const std::string& name)
{
    EXPECT_EQ(a.dtype, b.dtype) << name;
    EXPECT_EQ(a.sizes, b.sizes) << name;
    EXPECT_EQ(a.strides, b.strides) << name;
    EXPECT_EQ(a.storageOffset, b.storageOffset) << name;
    const bool empty = a.elementCount() == 0;
    EXPECT_TRUE(a.storage->hasData() == b.storage->hasData() || empty) << name;
    if (!a.storage->hasData() || empty)
        return;
    const auto left = ir::readContiguous(a);
    const auto right = ir::readContiguous(b);
    ASSERT_TRUE(left.ok() && right.ok()) << name;
    EXPECT_TRUE(*left == *right) << name;
}

void expectEqual(const fx::ExportedProgram& a, const fx::ExportedProgram& b)
{
    EXPECT_TRUE(a.graphs == b.graphs);
    EXPECT_TRUE(*a.signature == *b.signature);
    EXPECT_EQ(a.opsets, b.opsets);
    EXPECT_EQ(fx::printGraph(a), fx::printGraph(b));
    ASSERT_EQ(a.state->size(), b.state->size());
    for (auto left = a.state->begin(), right = b.state->begin(); left != a.state->end(); ++left, ++right) {
        EXPECT_EQ(left->first, right->first);
        expectEqualTensors(*left->second, *right->second, left->first);
    }
    EXPECT_TRUE(a.info->moduleCalls == b.info->moduleCalls);
    EXPECT_TRUE(a.info->ranges == b.info->ranges);
    EXPECT_EQ(a.info->hints, b.info->hints);
    EXPECT_EQ(a.info->guards, b.info->guards);
    EXPECT_EQ(a.info->dialect, b.info->dialect);
    EXPECT_EQ(a.info->torchVersion, b.info->torchVersion);
    EXPECT_EQ(a.info->sampleArguments, b.info->sampleArguments);
    ASSERT_EQ(a.info->sampleInputs.size(), b.info->sampleInputs.size());
    for (std::size_t at = 0; at < a.info->sampleInputs.size(); ++at) {
        ASSERT_EQ(a.info->sampleInputs[at] == nullptr, b.info->sampleInputs[at] == nullptr);
        if (a.info->sampleInputs[at])
            expectEqualTensors(*a.info->sampleInputs[at], *b.info->sampleInputs[at], "a sample input");
    }
}

TEST(Pt2Writer, ReadsBackEveryModelAsItWas)
{
    TemporaryFolder folder;
    std::size_t count = 0;
    for (const fs::path& path : models()) {
        SCOPED_TRACE(path.string());
        const fx::ExportedProgram program = read(path);
        const fs::path target = folder / ("m" + std::to_string(count++) + ".pt2");
        const auto written = writePt2(program, target);
        ASSERT_TRUE(written.ok()) << written.error().message;
        EXPECT_EQ(written->bytes, fs::file_size(target));
        EXPECT_TRUE(written->diagnostics.empty());
        expectEqual(program, read(target));
    }
    EXPECT_GT(count, 80u);
}

TEST(Pt2Writer, ReadsBackProgramsAfterAllPasses)
{
    TemporaryFolder folder;
    std::size_t changed = 0;
    for (const fs::path& path : models()) {
        SCOPED_TRACE(path.string());
        ir::RunOptions<fx::ExportedProgram> run;
        const auto steps = fx::passes::defaultPipeline();
        const fx::Trace trace = ir::runPasses<fx::ExportedProgram>(read(path), steps, run);
        const fx::ExportedProgram& program = trace.final();
        const auto written = writePt2(program, folder / "m.pt2", {true, {}, {}, {}});
        if (!written.ok()) {
            EXPECT_NE(written.error().message.find('%'), std::string::npos) << "names the node: " << written.error().message;
            continue;
        }
        // What the format cannot say (an output that nobody reads has no getitem) is gone after the first time.
        const fx::ExportedProgram once = read(folder / "m.pt2");
        ASSERT_TRUE(writePt2(once, folder / "n.pt2", {true, {}, {}, {}}).ok());
        expectEqual(once, read(folder / "n.pt2"));
        EXPECT_EQ(program.signature->outputs.size(), once.signature->outputs.size());
        EXPECT_EQ(program.signature->inputs.size(), once.signature->inputs.size());
        changed += fx::printGraph(program) == fx::printGraph(once) ? 0 : 1;
    }
    EXPECT_LT(changed, 25u) << "programs whose unused outputs got getitems";
}

TEST(Pt2Writer, WritesTheEntriesThatPyTorchLooksFor)
{
    TemporaryFolder folder;
    ASSERT_TRUE(writePt2(sample("gpt"), folder / "small.pt2").ok());
    const auto file = support::File::open(folder / "small.pt2");
    ASSERT_TRUE(file.ok());
    const auto archive = Archive::open(*file);
    ASSERT_TRUE(archive.ok()) << archive.error().message;
    const auto content = [&](const std::string& name) {
        const ArchiveEntry* entry = archive->find("small/" + name);
        return entry ? *archive->read(*entry) : std::string("missing");
    };
    EXPECT_EQ(content("archive_format"), "pt2");
    EXPECT_EQ(content("archive_version"), "0");
    EXPECT_EQ(content("byteorder"), "little");
    EXPECT_EQ(content(".data/version"), "6\n");
    EXPECT_EQ(content(".data/serialization_id").size(), 40u);
    EXPECT_NE(content("models/model.json").find("\"schema_version\""), std::string::npos);
    std::size_t weights = 0;
    for (const ArchiveEntry& entry : archive->entries()) {
        EXPECT_EQ(entry.offset % 64, 0u) << entry.name;
        EXPECT_FALSE(entry.deflated);
        weights += entry.name.find("/weight_") == std::string::npos ? 0 : 1;
    }
    EXPECT_EQ(weights, 52u) << "tied weights are written once";
}

TEST(Pt2Writer, GivesEqualBytesForEqualPrograms)
{
    TemporaryFolder folder;
    fs::create_directory(folder / "a");
    ASSERT_TRUE(writePt2(sample("mlp"), folder / "m.pt2").ok());
    ASSERT_TRUE(writePt2(sample("mlp"), folder / "a" / "m.pt2").ok());
    EXPECT_EQ(contentOf(folder / "m.pt2"), contentOf(folder / "a" / "m.pt2"));
}

TEST(Pt2Writer, NamesTheNodeThatAPt2CannotHold)
{
    TemporaryFolder folder;
    fx::ExportedProgram program = sample("mlp");
    const NodeId id = fx::findByName(program.main(), "linear");
    ASSERT_NE(id, kNoNode);
    const fx::Node good = program.main()[id];
    const auto refusal = [&](const fx::Node& node) {
        fx::ExportedProgram changed = program;
        changed.graphs.forWrite(kMainGraph).replace(id, std::make_shared<const fx::Node>(node));
        const auto written = writePt2(changed, folder / "m.pt2");
        EXPECT_EQ(ruleOf(written), "SL4001");
        EXPECT_FALSE(fs::exists(folder / "m.pt2"));
        return written.ok() ? std::string() : written.error().message;
    };
    fx::Node node = good;
    node.val = {};
    EXPECT_NE(refusal(node).find("%linear"), std::string::npos);
    node = good;
    node.op = fx::Op::CallModule;
    EXPECT_NE(refusal(node).find("%linear"), std::string::npos);
    node = good;
    node.args[1] = fx::Argument(ir::Dim::symbol("s0"));
    EXPECT_NE(refusal(node).find("s0"), std::string::npos);
    node = good;
    node.args[1] = fx::Argument(fx::CustomObject{"obj", "a.B"});
    EXPECT_NE(refusal(node).find("custom object"), std::string::npos);
    node = good;
    node.val.tensor.dtype = ir::DType::Int4;
    EXPECT_NE(refusal(node).find("%linear"), std::string::npos);
    EXPECT_TRUE(folder.files().empty());
}

TEST(Pt2Writer, RefusesTargetsThatExistOrAreTheInput)
{
    TemporaryFolder folder;
    fs::copy_file(kSource / "resources/samples/mlp.pt2", folder / "mlp.pt2");
    const std::string before = contentOf(folder / "mlp.pt2");
    const fx::ExportedProgram program = read(folder / "mlp.pt2");
    fs::create_hard_link(folder / "mlp.pt2", folder / "link.pt2");
    writeFile(folder / "old.pt2", "old");
    fs::create_directory(folder / "folder");
    Pt2WriteOptions force;
    force.overwrite = true;
    EXPECT_EQ(ruleOf(writePt2(program, folder / "mlp.pt2", force)), "SL4002");
    EXPECT_EQ(ruleOf(writePt2(program, folder / "link.pt2", force)), "SL4002");
    EXPECT_EQ(ruleOf(writePt2(program, folder / "old.pt2")), "SL4002");
    EXPECT_EQ(ruleOf(writePt2(program, folder / "folder", force)), "SL4002");
    EXPECT_EQ(ruleOf(writePt2(program, folder / ".", force)), "SL4002");
    EXPECT_EQ(contentOf(folder / "old.pt2"), "old");
    EXPECT_EQ(contentOf(folder / "mlp.pt2"), before);
    EXPECT_TRUE(writePt2(program, folder / "old.pt2", force).ok());
    expectEqual(program, read(folder / "old.pt2"));
}

TEST(Pt2Writer, LeavesNothingBehindWhenTheDiskIsFull)
{
    TemporaryFolder folder;
    const fx::ExportedProgram program = sample("resnet18");
    writeFile(folder / "m.pt2", "old");
    {
        const testing::FileLimit limit(40'000);
        EXPECT_EQ(ruleOf(writePt2(program, folder / "m.pt2", {true, {}, {}, {}})), "SL4001");
    }
    EXPECT_EQ(contentOf(folder / "m.pt2"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"m.pt2"});
}

TEST(Pt2Writer, SaysThatTheFolderCannotBeWritten)
{
    TemporaryFolder folder;
    EXPECT_EQ(ruleOf(writePt2(sample("mlp"), folder / "none" / "m.pt2")), "SL4001");
    writeFile(folder / "file", "");
    EXPECT_EQ(ruleOf(writePt2(sample("mlp"), folder / "file" / "m.pt2")), "SL4001");
}

TEST(Pt2Writer, StopsWhenAskedAndTellsHowFarItIs)
{
    TemporaryFolder folder;
    std::stop_source stop;
    std::uint64_t last = 0;
    std::uint64_t total = 0;
    Pt2WriteOptions options;
    options.progress = [&](std::uint64_t done, std::uint64_t all) { last = done, total = all; };
    ASSERT_TRUE(writePt2(sample("mlp"), folder / "a.pt2", options).ok());
    EXPECT_GT(total, 0u);
    EXPECT_EQ(last, total);
    stop.request_stop();
    options.stop = stop.get_token();
    EXPECT_EQ(ruleOf(writePt2(sample("mlp"), folder / "b.pt2", options)), "SL9003");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.pt2"});
}

TEST(SympyText, IsReadBackAsTheSameSize)
{
    for (const char* text : {"s77", "2*s77 + 1", "(s0//2)", "Max(1, u0)", "s0 - 1", "Mod(s0, 3)", "s0**2", "s0/2", "Min(3, s0)", "s0 <= 4", "Eq(s0, 2)",
             "Ne(u0, 1)", "~(s0 <= 4)", "(s0 <= 4) & (u0 <= 3)", "(s0 <= 4) | (u0 <= 3)", "7", "-7"}) {
        const auto dim = ir::Dim::parse(text);
        ASSERT_TRUE(dim.ok()) << text;
        const auto back = ir::Dim::parseSympy(pt2::sympyText(*dim));
        ASSERT_TRUE(back.ok()) << pt2::sympyText(*dim) << ": " << back.error().message;
        EXPECT_TRUE(*dim == *back) << pt2::sympyText(*dim);
    }
    EXPECT_EQ(pt2::sympyText(*ir::Dim::parse("2*s77")), "Mul(Integer(2), Symbol('s77', positive=True, integer=True))");
}

} // namespace
} // namespace sidelight::io
