// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_writer.h"

#include "core/onnxir/element_type.h"
#include "tests/core/io/weight_models.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <onnx/onnx_pb.h>

#include <gtest/gtest.h>

#include <set>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;
using testing::asText;
using testing::contentOf;
using testing::floats;
using testing::inFile;
using testing::largeModel;
using testing::ModelBuilder;
using testing::modelOf;
using testing::ramp;
using testing::ruleOf;
using testing::TemporaryFolder;
using testing::tensorOf;
using testing::view;
using testing::writeFile;

onnx::ModelProto parse(const fs::path& path)
{
    onnx::ModelProto proto;
    EXPECT_TRUE(proto.ParseFromString(contentOf(path)));
    return proto;
}

std::string externalOf(const onnx::TensorProto& tensor)
{
    std::string out;
    for (const auto& entry : tensor.external_data())
        out += (out.empty() ? "" : " ") + entry.key() + "=" + entry.value();
    return out;
}

TEST(OnnxWriter, StreamsEmbeddedWeightsAsProtobufWouldWriteThem)
{
    TemporaryFolder folder;
    writeFile(folder / "weights", "....." + asText(ramp(600)));
    auto b = modelOf({{"file", view(inFile(folder / "weights", 5, 2400), {20, 30}, {30, 1})},
        {"transposed", view(inFile(folder / "weights", 5, 2400), {30, 20}, {1, 30})},
        {"memory", tensorOf<std::int64_t>(ir::DType::Int64, {2}, {1, 2})},
        {"empty", tensorOf<float>(ir::DType::Float32, {0}, {})}, {"text", onnxir::tensorFromStrings({1}, {"abc"})}});
    b.function("pkg.torch.aten", "f");
    const auto written = writeOnnx(b.model, folder / "m.onnx");
    ASSERT_TRUE(written) << written.error().message;
    const std::string content = contentOf(folder / "m.onnx");
    onnx::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromString(content));
    EXPECT_EQ(proto.SerializeAsString(), content) << "byte for byte";
    EXPECT_EQ(written->bytes, content.size());
    EXPECT_EQ(proto.graph().initializer(0).raw_data(), asText(ramp(600)));
    std::vector<float> transposed;
    for (int i = 0; i < 30; ++i)
        for (int j = 0; j < 20; ++j)
            transposed.push_back(static_cast<float>(j * 30 + i));
    EXPECT_EQ(proto.graph().initializer(1).raw_data(), asText(transposed));
    EXPECT_EQ(*toOnnxBytes(b.model), content);
}

TEST(OnnxWriter, PutsExternalWeightsIntoOneAlignedFile)
{
    TemporaryFolder folder;
    auto b = largeModel();
    WriteOptions options;
    options.weights = Weights::External;
    const auto written = writeOnnx(b.model, folder / "m.onnx", options);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->files, (std::vector<fs::path>{folder / "m.onnx", folder / "m.onnx.data"}));
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"m.onnx", "m.onnx.data"}));
    const auto proto = parse(folder / "m.onnx");
    EXPECT_EQ(externalOf(proto.graph().initializer(0)), "location=m.onnx.data offset=0 length=2048");
    EXPECT_EQ(externalOf(proto.graph().initializer(1)), "location=m.onnx.data offset=2048 length=1200");
    EXPECT_EQ(contentOf(folder / "m.onnx.data"), asText(ramp(512)) + asText(ramp(300)));
}

TEST(OnnxWriter, KeepsSmallConstantsInTheModelAndSmallWeightsOutOfIt)
{
    TemporaryFolder folder;
    writeFile(folder / "weights", asText({7}));
    auto b = modelOf({{"shape", tensorOf<std::int64_t>(ir::DType::Int64, {1}, {-1})},
        {"scale", view(inFile(folder / "weights", 0, 4), {1}, {1})}});
    WriteOptions options;
    options.weights = Weights::External;
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    const auto proto = parse(folder / "m.onnx");
    EXPECT_EQ(proto.graph().initializer(0).raw_data().size(), 8u);
    EXPECT_EQ(externalOf(proto.graph().initializer(1)), "location=m.onnx.data offset=0 length=4");
}

TEST(OnnxWriter, WritesAliasesAndOverlappingSlicesOfAStorageOnce)
{
    TemporaryFolder folder;
    writeFile(folder / "weights", asText(ramp(1000)));
    const auto storage = inFile(folder / "weights", 0, 4000);
    auto b = modelOf({{"tied", view(storage, {10, 50}, {50, 1}, 100)}, {"tied_too", view(storage, {500}, {1}, 100)},
        {"slice", view(storage, {100}, {1}, 550)}, {"strided", view(storage, {50, 10}, {1, 50}, 100)},
        {"strided_too", view(storage, {50, 10}, {1, 50}, 100)}});
    WriteOptions options;
    options.weights = Weights::External;
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    const auto proto = parse(folder / "m.onnx");
    EXPECT_EQ(externalOf(proto.graph().initializer(0)), "location=m.onnx.data offset=0 length=2000");
    EXPECT_EQ(externalOf(proto.graph().initializer(1)), "location=m.onnx.data offset=0 length=2000");
    EXPECT_EQ(externalOf(proto.graph().initializer(2)), "location=m.onnx.data offset=1800 length=400");
    EXPECT_EQ(externalOf(proto.graph().initializer(3)), "location=m.onnx.data offset=2240 length=2000");
    EXPECT_EQ(externalOf(proto.graph().initializer(4)), "location=m.onnx.data offset=2240 length=2000");
    EXPECT_EQ(contentOf(folder / "m.onnx.data").substr(0, 2200), asText(ramp(650)).substr(400));
    EXPECT_EQ(contentOf(folder / "m.onnx.data").size(), 4240u);
}

TEST(OnnxWriter, DeclaresWithoutWeightsWhatExternalWouldWrite)
{
    TemporaryFolder folder;
    auto b = largeModel();
    WriteOptions options;
    options.weights = Weights::External;
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    const std::string external = contentOf(folder / "m.onnx");
    fs::remove(folder / "m.onnx");
    fs::remove(folder / "m.onnx.data");
    options.weights = Weights::None;
    const auto written = writeOnnx(b.model, folder / "m.onnx", options);
    ASSERT_TRUE(written);
    EXPECT_EQ(folder.files(), std::vector<std::string>{"m.onnx"});
    EXPECT_EQ(contentOf(folder / "m.onnx"), external);
}

TEST(OnnxWriter, WritesFakeWeightsOnlyWithoutWeights)
{
    TemporaryFolder folder;
    auto storage = std::make_shared<ir::Storage>();
    storage->name = "data/weights/weight_0";
    auto b = modelOf({{"w", view(storage, {4}, {1})}});
    for (const Weights weights : {Weights::Embed, Weights::External, Weights::PerTensor}) {
        WriteOptions options;
        options.weights = weights;
        const auto written = writeOnnx(b.model, folder / "m.onnx", options);
        EXPECT_EQ(ruleOf(written), "SL4001");
        EXPECT_EQ(folder.files(), std::vector<std::string>{});
    }
    WriteOptions options;
    options.weights = Weights::None;
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx", options));
    EXPECT_EQ(externalOf(parse(folder / "m.onnx").graph().initializer(0)), "location=m.onnx.data offset=0 length=16");
}

TEST(OnnxWriter, NamesFilesOfHostileTensorsInsideTheirFolder)
{
    TemporaryFolder folder;
    const std::vector<std::string> names{"a/../../x", std::string(300, 'n'), std::string(300, 'n') + "2", "A", "a",
        "日本語", ".", "..", "\x01\x1b[31m", "a\\b", "%41", "layers.0.weight", "CON:", "/abs"};
    std::vector<std::pair<std::string, ir::Tensor>> weights;
    for (const std::string& name : names)
        weights.emplace_back(name,
            tensorOf<float>(ir::DType::Float32, {300}, std::vector<float>(300, static_cast<float>(weights.size()))));
    auto b = modelOf(weights);
    WriteOptions options;
    options.weights = Weights::PerTensor;
    fs::create_directory(folder / "out");
    const auto written = writeOnnx(b.model, folder / "out" / "m.onnx", options);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->files.size(), names.size() + 1);
    const auto proto = parse(folder / "out" / "m.onnx");
    std::set<std::string> folded;
    for (int i = 0; i < proto.graph().initializer_size(); ++i) {
        std::string location = proto.graph().initializer(i).external_data(0).value();
        ASSERT_EQ(location.rfind("m_initializers/", 0), 0u) << location;
        const std::string file = location.substr(15);
        EXPECT_EQ(file.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%-"),
            std::string::npos)
            << file;
        EXPECT_LE(file.size(), 217u);
        EXPECT_NE(file, ".");
        EXPECT_EQ(file.find(".."), std::string::npos) << "onnx's checker refuses it: " << file;
        for (char& c : location)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        EXPECT_TRUE(folded.insert(location).second) << location;
        EXPECT_EQ(contentOf(folder / "out" / "m_initializers" / file),
            asText(std::vector<float>(300, static_cast<float>(i))));
    }
    EXPECT_EQ(proto.graph().initializer(11).external_data(0).value(), "m_initializers/layers.0.weight");
    EXPECT_EQ(proto.graph().initializer(0).external_data(0).value(), "m_initializers/a%2F.%2E%2F.%2E%2Fx");
    for (const std::string& file : folder.files())
        EXPECT_EQ(file.rfind("out/m", 0), 0u) << file;
}

TEST(OnnxWriter, FileNamesAreNeverEmptyOrAFolder)
{
    for (const std::string name : {"", ".", ".."}) {
        const std::string file = fileNameFor(name);
        EXPECT_FALSE(file.empty());
        EXPECT_NE(file, ".");
        EXPECT_NE(file, "..");
    }
    EXPECT_NE(fileNameFor(""), fileNameFor("."));
}

TEST(OnnxWriter, RefusesAnInitializerWithoutName)
{
    TemporaryFolder folder;
    auto b = modelOf({{"", tensorOf<float>(ir::DType::Float32, {1}, {1})}});
    EXPECT_EQ(ruleOf(writeOnnx(b.model, folder / "m.onnx")), "SL2001");
    EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

TEST(OnnxWriter, RefusesTwoValuesOfOneNameAndValuesThatNobodyGives)
{
    TemporaryFolder folder;
    ModelBuilder twice;
    twice.op("Relu", {twice.input("x", floats({1}))}, "x", floats({1}));
    EXPECT_EQ(ruleOf(writeOnnx(twice.model, folder / "m.onnx")), "SL2001");
    ModelBuilder dangling;
    dangling.op("Relu", {Value{NodeId{9}, 0}}, "y", floats({1}));
    EXPECT_EQ(ruleOf(writeOnnx(dangling.model, folder / "m.onnx")), "SL2001");
    EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

TEST(OnnxWriter, RefusesComplexHalvesByName)
{
    TemporaryFolder folder;
    auto b = modelOf({{"w", tensorOf<std::uint32_t>(ir::DType::Complex32, {1}, {1})}});
    const auto written = writeOnnx(b.model, folder / "m.onnx");
    ASSERT_EQ(ruleOf(written), "SL4001");
    EXPECT_EQ(written.error().message, "ONNX has no tensor type for complex32 (w)");
}

TEST(OnnxWriter, GivesAValueTheNameOfItsOutputAndAnIdentityToTheRest)
{
    TemporaryFolder folder;
    ModelBuilder b;
    const Value x = b.input("x", floats({1}));
    const Value r = b.op("Relu", {x}, "relu_0", floats({1}));
    b.output("y", r);
    b.output("z", r);
    b.output("copy", x);
    ASSERT_TRUE(writeOnnx(b.model, folder / "m.onnx"));
    const auto proto = parse(folder / "m.onnx");
    ASSERT_EQ(proto.graph().node_size(), 3);
    EXPECT_EQ(proto.graph().node(0).output(0), "y");
    EXPECT_EQ(
        proto.graph().node(1).op_type() + " " + proto.graph().node(1).input(0) + " " + proto.graph().node(1).output(0),
        "Identity y z");
    EXPECT_EQ(proto.graph().node(2).input(0), "x");
    EXPECT_EQ(proto.graph().output_size(), 3);
    EXPECT_EQ(proto.graph().output(2).name(), "copy");
    EXPECT_EQ(proto.graph().output(2).type().tensor_type().elem_type(), 1);
}

TEST(OnnxWriter, GivesABodyItsOwnCopyOfAValueOutsideThatItReturns)
{
    TemporaryFolder folder;
    for (const std::string name : {"t", "x"}) {
        ModelBuilder b;
        const Value c = b.input("c", testing::typeOf(ir::DType::Bool, {}));
        const Value x = b.input("x", floats({1}));
        const GraphId no = b.body();
        const GraphId yes = b.body();
        b.output(name, x, no);
        b.output("u", b.op("Relu", {x}, "u", floats({1}), yes), yes);
        b.output("y", b.op("If", {c}, "y", floats({1}), kMainGraph, {{"else_branch", no}, {"then_branch", yes}}));
        WriteOptions options;
        options.overwrite = true;
        const auto written = writeOnnx(b.model, folder / "m.onnx", options);
        if (name == "x") {
            EXPECT_EQ(ruleOf(written), "SL2001") << "an Identity could not be called x inside x's scope";
            continue;
        }
        ASSERT_TRUE(written);
        const auto proto = parse(folder / "m.onnx");
        const auto& body = proto.graph().node(0).attribute(0).g();
        EXPECT_EQ(body.node(0).op_type() + " " + body.node(0).input(0) + " " + body.node(0).output(0), "Identity x t");
    }
}

TEST(OnnxWriter, WritesEqualBytesForEqualModels)
{
    EXPECT_EQ(*toOnnxBytes(largeModel().model), *toOnnxBytes(largeModel().model));
}

} // namespace
} // namespace sidelight::io
