// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// What inferType gives is what torch recorded, on every sample; and what it cannot know it leaves unknown.
#include "core/fx/transform/infer_type.h"

#include "core/fx/infer/unknown_type.h"
#include "core/fx/lint.h"
#include "core/fx/parse_call.h"
#include "core/io/pt2_reader.h"
#include "core/support/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

namespace sidelight::fx {
namespace {

/// The type of the call that `text` describes, whatever result `text` says.
std::string typeOf(const std::string& text)
{
    const auto program = parseCall(text);
    if (!program)
        return program.error().message;
    const auto& graph = program->main();
    return ir::toText(inferType(graph, graph[findByName(graph, "call")]));
}

/// Two types that say the same, strides where the inferred one knows them.
bool agree(const ir::Type& inferred, const ir::Type& recorded)
{
    if (inferred.kind != recorded.kind)
        return false;
    if (inferred.kind == ir::Type::Kind::List) {
        bool all = inferred.elements.size() == recorded.elements.size();
        for (std::size_t at = 0; all && at < inferred.elements.size(); ++at)
            all = agree(inferred.elements[at], recorded.elements[at]);
        return all;
    }
    if (inferred.kind == ir::Type::Kind::Int)
        return !inferred.value || inferred.value == recorded.value;
    if (!inferred.isTensor())
        return true;
    // torch guards the strides of symbolic sizes that may be 0 or less: Min(8, 8*s1), Max(1, u0).
    const bool isGuarded = std::any_of(recorded.tensor.strides.begin(), recorded.tensor.strides.end(), [](const ir::Dim& stride) { return stride.text().find('(') != std::string::npos; });
    return inferred.tensor.dtype == recorded.tensor.dtype && inferred.tensor.sizes == recorded.tensor.sizes &&
           (inferred.tensor.strides.empty() || isGuarded || inferred.tensor.strides == recorded.tensor.strides);
}

std::string withStrides(const ir::Type& type)
{
    std::string text = ir::toText(type);
    for (const ir::Dim& stride : type.tensor.strides)
        text += concat(" ", stride.text());
    return text;
}

TEST(InferType, GivesWhatTorchRecordedOnEverySample)
{
    std::size_t calls = 0;
    std::size_t known = 0;
    std::set<std::string> missing;
    for (const char* folder : {"/resources/samples", "/tests/fixtures"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(SIDELIGHT_SOURCE_DIR) + folder)) {
            const auto read = entry.path().extension() == ".pt2" ? io::readPt2(entry.path()) : Result<io::Pt2>(Diagnostic());
            if (!read)
                continue;
            if (entry.path().string().find("autocast") != std::string::npos)
                continue; // What surrounds a subgraph decides its dtypes there.
            for (const GraphId id : read->program.graphs.ids()) {
                const auto& graph = read->program.graphs[id];
                for (const NodeId at : graph.order()) {
                    const Node& node = graph[at];
                    if (node.op != Op::CallFunction)
                        continue;
                    ++calls;
                    const ir::Type type = inferType(graph, node);
                    if (type.kind == ir::Type::Kind::Unknown) {
                        missing.insert(node.target);
                        continue;
                    }
                    ++known;
                    EXPECT_TRUE(agree(type, node.val)) << entry.path().filename() << ": " << node.name << " = " << node.target << ": inferred " << withStrides(type)
                                                       << ", recorded " << withStrides(node.val);
                }
            }
        }
    std::string names;
    for (const std::string& name : missing)
        names += name + "\n";
    EXPECT_GT(known * 100, calls * 80) << known << " of " << calls << "; without a rule:\n" << names;
}

TEST(InferType, KeepsSymbolsThroughViewsAndProducts)
{
    EXPECT_EQ(typeOf("aten.add.Tensor(f32[n, 3], i64[3]) -> f32[1]"), "f32[n, 3]");
    EXPECT_EQ(typeOf("aten.view.default(f32[n, 6], [-1, 2, 3]) -> f32[1]"), "f32[n, 2, 3]");
    EXPECT_EQ(typeOf("aten.permute.default(f32[n, 2, 3], [2, 0, 1]) -> f32[1]"), "f32[3, n, 2]");
    EXPECT_EQ(typeOf("aten.mm.default(f32[n, 2], f32[2, 5]) -> f32[1]"), "f32[n, 5]");
    EXPECT_EQ(typeOf("aten.linear.default(f32[n, 4, 2], f32[7, 2]) -> f32[1]"), "f32[n, 4, 7]");
    EXPECT_EQ(typeOf("aten.sum.dim_IntList(i64[n, 4], [1], True) -> f32[1]"), "i64[n, 1]");
    EXPECT_EQ(typeOf("aten.gt.Scalar(f32[n], 0) -> f32[1]"), "b8[n]");
    EXPECT_EQ(typeOf("aten.max.dim(f32[n, 4], 1) -> f32[1]"), "[f32[n], i64[n]]");
    EXPECT_EQ(typeOf("aten.conv2d.default(f32[n, 3, 8, 8], f32[6, 3, 3, 3], None, [2, 2], [1, 1]) -> f32[1]"), "f32[n, 6, 4, 4]");
}

TEST(InferType, LeavesUnknownWhatDoesNotFitOrIsNotKnown)
{
    const std::string unknown = ir::toText(ir::Type());
    EXPECT_EQ(typeOf("aten.mm.default(f32[n, 2], f32[3, 5]) -> f32[1]"), unknown);
    EXPECT_EQ(typeOf("aten.add.Tensor(f32[2], f32[3]) -> f32[1]"), unknown);
    EXPECT_EQ(typeOf("aten.view.default(f32[5], [2, -1]) -> f32[1]"), unknown);
    EXPECT_EQ(typeOf("aten.nonzero.default(f32[5]) -> f32[1]"), unknown);
    EXPECT_EQ(typeOf("aten.squeeze.dim(f32[n, 2], 0) -> f32[1]"), unknown);
}

TEST(AssignType, MarksWhatIsUnknownAndLintTakesIt)
{
    auto program = parseCall("aten.relu.default(f32[2]) -> f32[2]");
    ASSERT_TRUE(program);
    const NodeId id = findByName(program->main(), "call");
    Rewriter rewriter(*program, "test");
    Node node = program->main()[id];
    const Node before = node;
    node.val = {};
    rewriter.update(id, node);
    EXPECT_EQ(lint(*program).size(), 1u) << "no type, and no mark";
    assignType(node, {});
    rewriter.update(id, node);
    EXPECT_TRUE(isMarkedUnknown(node));
    EXPECT_TRUE(lint(*program).empty());
    assignType(node, before.val);
    EXPECT_FALSE(isMarkedUnknown(node));
    EXPECT_EQ(node, before);
}

} // namespace
} // namespace sidelight::fx
