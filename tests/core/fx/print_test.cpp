// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/print.h"

#include "core/io/pt2_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace sidelight::fx {
namespace {

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
std::string folder()
{
    return std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/pt2/";
}

/// Calls check(program, text that Python printed, name) for each fixture with a text of this ending.
template <class Check>
std::size_t forEach(const std::string& ending, Check&& check)
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        if (name.size() <= ending.size() || name.substr(name.size() - ending.size()) != ending)
            continue;
        const std::string stem = name.substr(0, name.size() - ending.size());
        const auto pt2 = io::readPt2(folder() + stem + ".pt2");
        EXPECT_TRUE(pt2.ok()) << stem;
        if (!pt2.ok())
            continue;
        check(pt2->program, textOf(entry.path()), stem);
        ++count;
    }
    return count;
}

TEST(Print, EqualsPythonsPrintOfEveryGraph)
{
    const std::size_t count =
        forEach(".graph.txt", [](const ExportedProgram& program, const std::string& text, const std::string& name) {
            EXPECT_EQ(printGraph(program) + "\n", text) << name;
        });
    EXPECT_GE(count, 55u);
}

TEST(Print, EqualsThePythonCodeThatTorchFxGenerates)
{
    const std::size_t count =
        forEach(".code.txt", [](const ExportedProgram& program, const std::string& text, const std::string& name) {
            EXPECT_EQ(printCode(program), text) << name;
        });
    EXPECT_GE(count, 7u);
}

TEST(Print, EqualsPrintTabular)
{
    const std::size_t count =
        forEach(".tabular.txt", [](const ExportedProgram& program, const std::string& text, const std::string& name) {
            EXPECT_EQ(printTabular(program), text) << name;
        });
    EXPECT_GE(count, 4u);
}

TEST(Print, PrintsEveryKindOfArgument)
{
    const ir::Graph<Node> graph;
    const auto format = [&](const Argument& argument) { return formatArgument(graph, argument); };
    const auto repr = [&](const Argument& argument) { return reprArgument(graph, argument); };
    EXPECT_EQ(format({}), "None");
    EXPECT_EQ(format(true), "True");
    EXPECT_EQ(format(1e-5), "1e-05");
    EXPECT_EQ(format(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(format("mean"), "mean");
    EXPECT_EQ(repr("it's"), "\"it's\"");
    EXPECT_EQ(format(std::complex<double>(1, -2.5)), "(1-2.5j)");
    EXPECT_EQ(format(std::complex<double>(0, 2)), "2j");
    EXPECT_EQ(format(ir::DType::BFloat16), "torch.bfloat16");
    EXPECT_EQ(format(ir::Device{"cuda", 1}), "cuda:1");
    EXPECT_EQ(repr(ir::Device{"cuda", 1}), "device(type='cuda', index=1)");
    EXPECT_EQ(format(ir::Layout::Strided), "torch.strided");
    EXPECT_EQ(format(ir::MemoryFormat::ChannelsLast), "torch.channels_last");
    EXPECT_EQ(format(OperatorRef{"torch.ops.aten.add.Tensor"}), "aten.add.Tensor");
    EXPECT_EQ(format(ArgumentList{1, Argument(ArgumentList{}), Argument()}), "[1, [], None]");
    EXPECT_EQ(format(ArgumentTuple{{1}}), "(1,)");
    EXPECT_EQ(format(ArgumentTuple{}), "()");
    EXPECT_EQ(format(ArgumentDict{{"a", "b"}, {1, "x"}}), "{a: 1, b: x}");
    EXPECT_EQ(repr(ArgumentDict{{"a"}, {"x"}}), "{'a': 'x'}");
}

TEST(Print, CountsANodeOnceHoweverOftenItIsReadByOne)
{
    ir::Graph<Node> graph;
    Node x{Op::Placeholder, "x", "x", {}, {}, {}, nullptr, kMainGraph};
    Node add{Op::CallFunction, "add", "torch.ops.aten.add.Tensor", {Value{NodeId{0}, 0}, Value{NodeId{0}, 0}}, {}, {},
        nullptr, kMainGraph};
    graph.insert(NodeId{0}, std::make_shared<const Node>(x));
    graph.insert(NodeId{1}, std::make_shared<const Node>(add));
    EXPECT_EQ(userCounts(graph).at(NodeId{0}), 1u);
    EXPECT_EQ(formatNode(graph, add, 0),
        "%add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {})");
}

} // namespace
} // namespace sidelight::fx
