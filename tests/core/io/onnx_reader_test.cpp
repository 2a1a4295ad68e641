// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_reader.h"
#include "core/io/onnx_writer.h"
#include "core/onnxir/print.h"
#include "tests/core/onnxir/model_builder.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <onnx/onnx_pb.h>

#include <gtest/gtest.h>

#include <cstring>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;
using testing::writeFile;

std::string ruleOf(const Result<onnxir::Model>& result)
{
    return result ? "" : result.error().ruleId;
}

/// A model y = Identity(w) whose initializer `edit` fills.
std::string withTensor(const std::function<void(onnx::TensorProto&)>& edit)
{
    onnx::ModelProto proto;
    proto.set_ir_version(10);
    proto.add_opset_import()->set_version(18);
    auto& graph = *proto.mutable_graph();
    graph.set_name("g");
    auto& tensor = *graph.add_initializer();
    tensor.set_name("w");
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    edit(tensor);
    auto& node = *graph.add_node();
    node.set_op_type("Identity");
    node.add_input("w");
    node.add_output("y");
    graph.add_output()->set_name("y");
    return proto.SerializeAsString();
}

std::string readTensor(const std::string& bytes)
{
    DiagnosticLog log;
    const auto model = parseOnnx(bytes, log);
    if (!model)
        return model.error().ruleId + " " + model.error().message;
    return onnxir::printTensor(*model->main()[NodeId{0}].tensor);
}

TEST(OnnxReader, ReadsAModelInTextSyntax)
{
    TemporaryFolder folder;
    const std::string text = "\n" + onnxir::printText(testing::linearModel().model);
    writeFile(folder.path() / "m.onnx", text);
    DiagnosticLog log;
    const auto model = readOnnx(folder.path() / "m.onnx", log);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ("\n" + onnxir::printText(*model), text);
}

TEST(OnnxReader, OpensAModelOfAnIrVersionThatIsYetToCome)
{
    onnx::ModelProto proto;
    ASSERT_TRUE(proto.ParseFromString(withTensor([](onnx::TensorProto& tensor) { tensor.add_float_data(7); })));
    proto.set_ir_version(99);
    DiagnosticLog log;
    const auto model = parseOnnx(proto.SerializeAsString(), log);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->signature->ir_version, 99);
    EXPECT_EQ(model->main().size(), 3u);
}

TEST(OnnxReader, SaysWhereATextIsWrong)
{
    TemporaryFolder folder;
    DiagnosticLog log;
    const auto read = [&](const std::string& text) {
        writeFile(folder.path() / "m.onnx", text);
        return readOnnx(folder.path() / "m.onnx", log);
    };
    const auto broken = read("<ir_version: 10, opset_import: [\"\" : 18]>\nmain (float[2] x) => (float[2] y) {\n  y = Relu x\n}\n");
    EXPECT_EQ(ruleOf(broken), "SL1016");
    EXPECT_NE(broken.error().message.find("y = Relu x"), std::string::npos) << broken.error().message;
    EXPECT_EQ(ruleOf(read("<")), "SL1016");
    EXPECT_EQ(ruleOf(read("<ir_version: 10, opset_import: [\"\" : 18]>\nmain () => () {}\nmore")), "SL1016");
    EXPECT_EQ(ruleOf(read("<" + std::string(100'000, '{'))), "SL1009");
    EXPECT_EQ(ruleOf(read("# {{{\n<ir_version: 10, opset_import: [\"\" : 18]>\nmain (float[2] x) => (float[2] y) { y = Relu (x) }")), "");
}

TEST(OnnxReader, RefusesWhatIsNoModel)
{
    TemporaryFolder folder;
    const std::string good = *toOnnxBytes(testing::linearModel().model);
    const std::vector<std::pair<std::string, std::string>> files{{"empty", ""}, {"text", "hello, world\n"},
        {"zip", std::string("PK\3\4\0\0\0\0", 8)}, {"half", good.substr(0, good.size() / 2)},
        {"binary", std::string(1000, '\xff')}, {"length", std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10)}};
    DiagnosticLog log;
    for (const auto& [name, content] : files) {
        writeFile(folder / name, content);
        EXPECT_EQ(ruleOf(readOnnx(folder / name, log)), "SL1016") << name;
    }
    EXPECT_EQ(ruleOf(readOnnx(folder / "missing", log)), "SL1001");
    EXPECT_EQ(ruleOf(readOnnx(folder.path(), log)), "SL1001");
}

TEST(OnnxReader, SurvivesEveryTruncationAndManyFlips)
{
    TemporaryFolder folder;
    const std::string good = *toOnnxBytes(testing::linearModel().model);
    DiagnosticLog log;
    for (std::size_t length = 0; length < good.size(); ++length) {
        writeFile(folder / "m.onnx", good.substr(0, length));
        const auto model = readOnnx(folder / "m.onnx", log);
        EXPECT_TRUE(model || !model.error().message.empty());
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 0x55);
        const auto model = parseOnnx(bad, log);
        EXPECT_TRUE(model || !model.error().message.empty());
    }
}

TEST(OnnxReader, ReadsTypedFieldsAsRawData)
{
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.add_dims(2);
        t.add_float_data(1.5f);
        t.add_float_data(-2);
    })),
        "float[2] {1.5, -2}");
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.set_data_type(onnx::TensorProto::INT8);
        t.add_dims(1);
        t.add_int32_data(-3);
    })),
        "int8[1] {-3}");
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.set_data_type(onnx::TensorProto::FLOAT16);
        t.add_dims(1);
        t.add_int32_data(15360);
    })),
        "float16[1] {15360}");
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.set_data_type(onnx::TensorProto::UINT32);
        t.add_dims(1);
        t.add_uint64_data(4294967295u);
    })),
        "uint32[1] {4294967295}");
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.set_data_type(onnx::TensorProto::DOUBLE);
        t.add_double_data(0.1);
    })),
        "double {0.1}");
}

TEST(OnnxReader, RefusesTensorsWhoseDataDoNotFit)
{
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.add_dims(3);
        t.add_float_data(1);
    })),
        "SL1008 tensor w has 4 bytes of data where its sizes say 12");
    EXPECT_EQ(readTensor(withTensor([](auto& t) { t.add_dims(-1); })),
        "SL1008 tensor w has sizes that no tensor can have, or is cut into segments");
    EXPECT_EQ(readTensor(withTensor([](auto& t) {
        t.add_dims(1LL << 40);
        t.add_dims(1LL << 40);
    })),
        "SL1008 tensor w has sizes that no tensor can have, or is cut into segments");
    EXPECT_EQ(readTensor(withTensor([](auto& t) { t.set_data_type(99); })),
        "SL1008 tensor w has the element type 99, which is not known here");
}

TEST(OnnxReader, RefusesExternalDataOutsideTheFolderOrTheFile)
{
    TemporaryFolder folder;
    fs::create_directory(folder / "in");
    writeFile(folder / "secret", std::string(64, 's'));
    writeFile(folder / "in" / "data", std::string(64, 'd'));
    fs::create_symlink(folder / "secret", folder / "in" / "link");
    const auto read = [&](const std::string& location, const std::string& offset, const std::string& length) {
        writeFile(folder / "in" / "m.onnx", withTensor([&](auto& t) {
            t.add_dims(4);
            t.set_data_location(onnx::TensorProto::EXTERNAL);
            for (const auto& [key, value] :
                {std::pair<std::string, std::string>{"location", location}, {"offset", offset}, {"length", length}}) {
                auto* entry = t.add_external_data();
                entry->set_key(key);
                entry->set_value(value);
            }
        }));
        DiagnosticLog log;
        return ruleOf(readOnnx(folder / "in" / "m.onnx", log));
    };
    EXPECT_EQ(read("data", "48", "16"), "");
    EXPECT_EQ(read("data", "49", "16"), "SL1008");
    EXPECT_EQ(read("data", "18446744073709551615", "16"), "SL1008");
    EXPECT_EQ(read("data", "0", "15"), "SL1008");
    EXPECT_EQ(read("data", "-1", "16"), "SL1008");
    EXPECT_EQ(read("../secret", "0", "16"), "SL1016");
    EXPECT_EQ(read((folder / "secret").string(), "0", "16"), "SL1016");
    EXPECT_EQ(read("link", "0", "16"), "SL1016");
    EXPECT_EQ(read("", "0", "16"), "SL1016");
}

TEST(OnnxReader, RefusesReadsOfValuesThatNothingGives)
{
    onnx::ModelProto proto;
    proto.mutable_graph()->set_name("g");
    auto& node = *proto.mutable_graph()->add_node();
    node.set_name("n");
    node.set_op_type("Relu");
    node.add_input("nowhere");
    DiagnosticLog log;
    const auto model = parseOnnx(proto.SerializeAsString(), log);
    ASSERT_EQ(ruleOf(model), "SL1016");
    EXPECT_EQ(model.error().message, "node n reads nowhere, which nothing before it gives");
    EXPECT_EQ(model.error().locations.at(0).name, "n");
}

TEST(OnnxReader, FindsEmbeddedWeightsWhereTheyLieInTheFile)
{
    TemporaryFolder folder;
    const std::string raw(4000, '\7');
    writeFile(folder / "m.onnx", withTensor([&](auto& t) {
        t.add_dims(1000);
        t.set_raw_data(raw);
    }));
    DiagnosticLog log;
    const auto model = readOnnx(folder / "m.onnx", log);
    ASSERT_TRUE(model) << model.error().message;
    const auto& storage = *model->main()[NodeId{0}].tensor->storage;
    const auto* extent = std::get_if<ir::FileExtent>(&storage.content);
    ASSERT_TRUE(extent);
    EXPECT_EQ(testing::contentOf(folder / "m.onnx").substr(extent->offset, extent->length), raw);
}

TEST(OnnxReader, TellsWhatItLeavesOut)
{
    const std::string bytes = [] {
        onnx::ModelProto proto;
        proto.ParseFromString(withTensor([](auto& t) { t.add_float_data(1); }));
        proto.mutable_graph()->add_input()->set_name("w");
        return proto.SerializeAsString();
    }();
    DiagnosticLog log;
    ASSERT_TRUE(parseOnnx(bytes, log));
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.entries()[0].level, Level::Note);
    EXPECT_EQ(log.entries()[0].message, "the input w has a default and is read as an initializer");
}

} // namespace
} // namespace sidelight::io
