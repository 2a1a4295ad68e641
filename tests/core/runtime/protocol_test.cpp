// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/channel.h"
#include "core/runtime/protocol.h"
#include "core/runtime/tensor_transfer.h"
#include "core/runtime/wire.h"
#include "tests/core/runtime/nodes.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <thread>

#include <sys/socket.h>

namespace sidelight::runtime::test {
namespace {

fx::Argument roundTrip(const fx::Argument& argument)
{
    Writer out;
    out.put(argument);
    const std::string bytes = out.take();
    Reader in(bytes);
    fx::Argument back = in.argument();
    EXPECT_TRUE(in.finished());
    return back;
}

RunRequest sampleRequest()
{
    RunRequest request;
    WireGraph& graph = request.graphs.emplace_back();
    graph.nodes.push_back({NodeId{0}, {}});
    graph.nodes.back().node.op = fx::Op::Placeholder;
    graph.nodes.push_back({NodeId{7}, call("aten.add.Tensor", {input(), 2.5}, {{"alpha", 3}})});
    request.bindings.push_back({NodeId{0}, 0, {}});
    request.bindings.push_back({NodeId{1}, kNoTensor, fx::Argument(4)});
    request.results = {Value{NodeId{7}, 0}};
    request.readBack = {NodeId{0}};
    request.keepIntermediates = true;
    request.seed = 42;
    request.tensors.storages.push_back({1, 64, 16});
    request.tensors.tensors.push_back({ir::DType::Float32, {2, 2}, {2, 1}, 0, 0});
    return request;
}

TEST(Protocol, EveryKindOfArgumentComesBack)
{
    const fx::ArgumentDict dict{{"a", "b"}, {fx::Argument(1), fx::Argument("x")}};
    for (const fx::Argument& argument : {fx::Argument(), fx::Argument(Value{NodeId{3}, 1}), fx::Argument(true),
             fx::Argument(std::numeric_limits<std::int64_t>::max()), fx::Argument(-0.5),
             fx::Argument(std::numeric_limits<double>::infinity()), fx::Argument(std::string("a\0b", 3)),
             fx::Argument(std::complex<double>(1, -2)), fx::Argument(ir::Dim::symbol("s0") + ir::Dim::constant(1)),
             fx::Argument(ir::DType::BFloat16), fx::Argument(ir::Device{"cuda", 1}), fx::Argument(ir::Device{}),
             fx::Argument(ir::Layout::SparseCsr), fx::Argument(ir::MemoryFormat::ChannelsLast),
             fx::Argument(GraphId{2}), fx::Argument(fx::OperatorRef{"aten.add.Tensor"}),
             fx::Argument(fx::CustomObject{"obj", "Foo"}), fx::Argument(fx::ArgumentList{1, fx::ArgumentList{2.0}}),
             fx::Argument(fx::ArgumentTuple{{fx::Argument(1)}}), fx::Argument(dict)})
        EXPECT_EQ(roundTrip(argument), argument) << "alternative " << argument.content.index();
}

TEST(Protocol, RequestsAndRepliesComeBack)
{
    const RunRequest request = sampleRequest();
    const auto back = decodeRunRequest(encode(request));
    ASSERT_TRUE(back);
    EXPECT_EQ(encode(*back), encode(request));
    EXPECT_EQ(back->graphs[0].nodes[1].node.kwargs, request.graphs[0].nodes[1].node.kwargs);
    EXPECT_EQ(back->tensors, request.tensors);
    EXPECT_EQ(back->seed, 42u);

    const DoneReply done{{{NodeId{1}, "y", {0, kNoTensor}, {{4, 1}, {}}}}, request.tensors};
    const auto doneBack = decodeDoneReply(encode(done));
    ASSERT_TRUE(doneBack);
    EXPECT_EQ(doneBack->groups, done.groups);

    const auto failed = decodeFailedReply(encode(FailedReply{FailureKind::OutOfMemory, "no"}));
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->kind, FailureKind::OutOfMemory);

    const auto onnx = decodeOnnxRequest(encode(OnnxRequest{"m.onnx", {{"x", 0}}, true, request.tensors}));
    ASSERT_TRUE(onnx);
    EXPECT_EQ(onnx->path, "m.onnx");
}

TEST(Protocol, EveryTruncationIsRefused)
{
    const std::string whole = encode(sampleRequest());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(decodeRunRequest(std::string_view(whole).substr(0, size))) << size;
    EXPECT_FALSE(decodeRunRequest(whole + "x"));
}

TEST(Protocol, FlippedBytesNeverCrash)
{
    const std::string whole = encode(sampleRequest());
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char value : {'\x00', '\x7f', '\xff'}) {
            std::string changed = whole;
            changed[at] = value;
            decodeRunRequest(changed);
        }
}

TEST(Protocol, NestingIsBounded)
{
    Writer out;
    const auto list = static_cast<std::uint8_t>(fx::Argument(fx::ArgumentList{}).content.index());
    for (int i = 0; i < 100'000; ++i) {
        out.put(list);
        out.put(std::uint64_t{1});
    }
    const std::string bytes = out.take();
    Reader in(bytes);
    in.argument();
    EXPECT_FALSE(in.ok());
}

class ChannelTest : public testing::Test
{
protected:
    void SetUp() override { ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0); }
    void TearDown() override
    {
        for (const int end : ends)
            Descriptor{end}.close();
    }
    std::array<int, 2> ends{};
};

TEST_F(ChannelTest, MessageLargerThanTheSocketsBufferArrivesWithItsDescriptor)
{
    const std::string payload(10 << 20, 'p');
    const Descriptor file = makeMemoryFile("test");
    ASSERT_TRUE(writeAll(file.number(), 0, std::as_bytes(std::span(payload.data(), 5))));
    std::jthread sender(
        [&] { EXPECT_EQ(send(ends[0], MessageKind::Run, payload, {file.number()}, {}), ChannelResult::Ok); });
    Message message;
    ASSERT_EQ(receive(ends[1], message, {}), ChannelResult::Ok);
    EXPECT_EQ(message.payload, payload);
    ASSERT_EQ(message.descriptors.size(), 1u);
    std::array<std::byte, 5> bytes{};
    EXPECT_TRUE(readAll(message.descriptors[0].number(), 0, bytes));
    EXPECT_EQ(bytes[4], std::byte{'p'});
}

TEST_F(ChannelTest, ClosedEndIsSaidOnBothSides)
{
    Descriptor{std::exchange(ends[0], -1)}.close();
    Message message;
    EXPECT_EQ(receive(ends[1], message, {}), ChannelResult::Closed);
    EXPECT_EQ(send(ends[1], MessageKind::Run, "x", {}, {}), ChannelResult::Closed);
}

TEST_F(ChannelTest, NonsenseIsInvalid)
{
    const std::string nonsense(64, 'n');
    ASSERT_EQ(::send(ends[0], nonsense.data(), nonsense.size(), 0), 64);
    Message message;
    EXPECT_EQ(receive(ends[1], message, {}), ChannelResult::Invalid);
}

TEST(TensorPacker, SharesStoragesAndAligns)
{
    TensorPacker packer;
    const ir::Tensor whole = floats({3}, {1, 2, 3});
    ir::Tensor part = whole;
    part.sizes = {1};
    part.storageOffset = 2;
    ASSERT_TRUE(packer.add(whole, "whole").ok());
    ASSERT_TRUE(packer.add(part, "part").ok());
    ASSERT_TRUE(packer.add(floats({1}, {4}), "other").ok());
    ASSERT_EQ(packer.table().storages.size(), 2u);
    EXPECT_EQ(packer.table().tensors[1].storage, 0u);
    EXPECT_EQ(packer.table().storages[1].offset % 64, 0u);
    EXPECT_EQ(packer.descriptors().size(), 1u);
}

TEST(TensorPacker, RefusesATensorOutsideItsStorage)
{
    TensorPacker packer;
    ir::Tensor broken = floats({3}, {1, 2, 3});
    broken.sizes = {4};
    const auto index = packer.add(broken, "weight");
    ASSERT_FALSE(index.ok());
    EXPECT_EQ(index.error().ruleId, "SL1008");
}

TEST(UnpackTensors, RefusesWhatDoesNotFit)
{
    std::vector<Descriptor> descriptors;
    descriptors.push_back(makeMemoryFile("test"));
    const std::array<std::byte, 8> bytes{};
    ASSERT_TRUE(writeAll(descriptors[0].number(), 0, bytes));
    const TensorTable good{{{0, 0, 8}}, {{ir::DType::Float32, {2}, {1}, 0, 0}}};
    EXPECT_TRUE(unpackTensors(good, descriptors));
    const TensorTable tooLong{{{0, 4, 8}}, {{ir::DType::Float32, {1}, {1}, 0, 0}}};
    EXPECT_FALSE(unpackTensors(tooLong, descriptors));
    const TensorTable noDescriptor{{{1, 0, 8}}, {{ir::DType::Float32, {1}, {1}, 0, 0}}};
    EXPECT_FALSE(unpackTensors(noDescriptor, descriptors));
    const TensorTable noStorage{{{0, 0, 8}}, {{ir::DType::Float32, {1}, {1}, 0, 5}}};
    EXPECT_FALSE(unpackTensors(noStorage, descriptors));
    const TensorTable tooLarge{{{0, 0, 8}}, {{ir::DType::Float32, {3}, {1}, 0, 0}}};
    EXPECT_FALSE(unpackTensors(tooLarge, descriptors));
}

} // namespace
} // namespace sidelight::runtime::test
