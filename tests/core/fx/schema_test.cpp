// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace sidelight::fx {
namespace {

using Kind = SchemaType::Kind;

const Schema& schemaOf(std::string_view key)
{
    const Schema* schema = findSchema(key);
    EXPECT_TRUE(schema) << key;
    static const Schema kNothing;
    return schema ? *schema : kNothing;
}

TEST(Schema, EveryEntryOfTheTableParses)
{
    ASSERT_GT(schemaCount(), 3000u);
    for (std::size_t i = 0; i < schemaCount(); ++i) {
        const Schema* schema = findSchema(schemaKey(i));
        ASSERT_TRUE(schema) << schemaKey(i);
        EXPECT_EQ(schema->key(), schemaKey(i));
        for (const SchemaArgument& argument : schema->arguments)
            EXPECT_FALSE(argument.name.empty()) << schema->text;
    }
}

TEST(Schema, KeysAscendSoThatSearchFindsThem)
{
    for (std::size_t i = 1; i < schemaCount(); ++i)
        ASSERT_LT(schemaKey(i - 1), schemaKey(i));
}

TEST(Schema, AddReadsAsLibtorchDeclaresIt)
{
    const Schema& add = schemaOf("aten.add.Tensor");
    EXPECT_EQ(add.text, "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
    ASSERT_EQ(add.arguments.size(), 3u);
    EXPECT_TRUE(add.arguments[0].type.isTensor());
    EXPECT_FALSE(add.arguments[0].keywordOnly);
    EXPECT_FALSE(add.arguments[0].defaultValue);
    EXPECT_TRUE(add.arguments[2].keywordOnly);
    EXPECT_EQ(add.arguments[2].type.kind, Kind::Scalar);
    EXPECT_EQ(add.arguments[2].defaultValue, Argument(1));
    EXPECT_TRUE(add.has(SchemaTag::Core));
    EXPECT_TRUE(add.has(SchemaTag::Pointwise));
    EXPECT_FALSE(add.isMutable());
    EXPECT_FALSE(add.isView());
}

TEST(Schema, PrefixOfTorchOpsIsFineAndUnknownIsNull)
{
    EXPECT_EQ(findSchema("torch.ops.aten.add.Tensor"), findSchema("aten.add.Tensor"));
    EXPECT_EQ(findSchema("aten.add"), nullptr);
    EXPECT_EQ(findSchema("aten.add.Nothing"), nullptr);
    EXPECT_EQ(findSchema("higher_order.cond"), nullptr);
    EXPECT_EQ(findSchema(""), nullptr);
}

TEST(Schema, ListsHaveTheirSizeAndDefault)
{
    const SchemaArgument* stride = schemaOf("aten.conv2d.default").find("stride");
    ASSERT_TRUE(stride);
    EXPECT_EQ(stride->type.kind, Kind::SymInt);
    EXPECT_TRUE(stride->type.list);
    EXPECT_EQ(stride->type.listSize, 2);
    EXPECT_EQ(stride->type.text, "SymInt[2]");
    EXPECT_EQ(schemaOf("aten.conv2d.default").find("bias")->defaultValue, Argument());
    EXPECT_TRUE(schemaOf("aten.conv2d.default").find("bias")->type.optional);
    EXPECT_EQ(schemaOf("aten.max_pool2d.default").find("stride")->defaultValue, Argument(ArgumentList{}));
    const Schema& index = schemaOf("aten.index.Tensor");
    EXPECT_TRUE(index.find("indices")->type.isTensorList());
    EXPECT_TRUE(index.find("indices")->type.optionalElements);
    EXPECT_FALSE(index.find("indices")->type.optional);
    EXPECT_TRUE(schemaOf("aten.mean.dim").find("dim")->type.optional) << "int[1]? is None or a list";
}

TEST(Schema, DefaultsHaveTheTypeOfTheirArgument)
{
    EXPECT_EQ(schemaOf("aten.tril_indices.default").find("dtype")->defaultValue, Argument(ir::DType::Int64));
    EXPECT_EQ(schemaOf("aten.contiguous.default").find("memory_format")->defaultValue,
        Argument(ir::MemoryFormat::Contiguous));
    EXPECT_EQ(schemaOf("aten.leaky_relu.default").find("negative_slope")->defaultValue, Argument(0.01));
    EXPECT_EQ(schemaOf("aten.layer_norm.default").find("eps")->defaultValue, Argument(1e-5));
    EXPECT_EQ(schemaOf("aten.gelu.default").find("approximate")->defaultValue, Argument("none"));
    EXPECT_EQ(schemaOf("aten.dropout.default").find("p")->defaultValue, std::nullopt);
    EXPECT_EQ(schemaOf("aten.sort.default").find("descending")->defaultValue, Argument(false));
    EXPECT_EQ(schemaOf("aten.flip.default").find("dims")->defaultValue, std::nullopt);
    for (std::size_t i = 0; i < schemaCount(); ++i)
        for (const SchemaArgument& argument : findSchema(schemaKey(i))->arguments) {
            const bool isFloat = argument.type.kind == Kind::Float && !argument.type.list && argument.defaultValue &&
                                 !argument.defaultValue->isNone();
            EXPECT_TRUE(!isFloat || argument.defaultValue->as<double>()) << schemaKey(i) << " " << argument.name;
        }
}

TEST(Schema, AliasSetsAndWritesAreRead)
{
    const Schema& relu = schemaOf("aten.relu_.default");
    EXPECT_TRUE(relu.isMutable());
    EXPECT_EQ(relu.arguments[0].alias, (AliasInfo{"a", "", true}));
    EXPECT_EQ(relu.returns[0].alias, (AliasInfo{"a", "", true}));
    EXPECT_FALSE(relu.isView());
    EXPECT_TRUE(schemaOf("aten.view.default").isView());
    const Schema& split = schemaOf("aten.split.Tensor");
    EXPECT_EQ(split.arguments[0].alias, (AliasInfo{"a", "*", false}));
    EXPECT_TRUE(split.returns[0].type.isTensorList());
    EXPECT_TRUE(split.isView());
    const Schema& topk = schemaOf("aten.topk.default");
    ASSERT_EQ(topk.returns.size(), 2u);
    EXPECT_EQ(topk.returns[1].name, "indices");
}

TEST(Schema, TagsComeFromTheDispatcher)
{
    EXPECT_TRUE(schemaOf("aten.rand.default").has(SchemaTag::NondeterministicSeeded));
    EXPECT_TRUE(schemaOf("aten.nonzero.default").has(SchemaTag::DynamicOutputShape));
    EXPECT_TRUE(schemaOf("aten.item.default").has(SchemaTag::DataDependentOutput));
    EXPECT_TRUE(schemaOf("aten.view_copy.default").has(SchemaTag::ViewCopy));
    EXPECT_TRUE(schemaOf("aten.squeeze_.default").has(SchemaTag::InplaceView));
    EXPECT_TRUE(schemaOf("aten.linear.default").has(SchemaTag::CompositeImplicit));
    EXPECT_FALSE(schemaOf("aten.mm.default").has(SchemaTag::CompositeImplicit));
}

TEST(Schema, FunctionalTwinComputesTheSameWithoutWriting)
{
    EXPECT_EQ(functionalTwin("aten.relu_.default"), "aten.relu.default");
    EXPECT_EQ(functionalTwin("torch.ops.aten.add_.Tensor"), "aten.add.Tensor");
    EXPECT_EQ(functionalTwin("aten.squeeze_.dims"), "aten.squeeze.dims");
    EXPECT_EQ(functionalTwin("aten.bernoulli_.float"), "aten.bernoulli.p")
        << "named otherwise, but with the same arguments";
    EXPECT_EQ(functionalTwin("aten.relu.default"), "");
    EXPECT_EQ(functionalTwin("aten.nothing_.default"), "");
    EXPECT_EQ(functionalTwin("aten.add.out"), "");
}

TEST(Schema, NearOverloadsAreThoseOfTheOperatorFirst)
{
    const auto add = nearOverloads("aten.add.Tnsor");
    ASSERT_FALSE(add.empty());
    EXPECT_EQ(add[0], "aten.add.Tensor");
    EXPECT_TRUE(
        std::all_of(add.begin(), add.end(), [](const std::string& name) { return name.rfind("aten.add.", 0) == 0; }));
    const auto linear = nearOverloads("aten.lineer.default");
    ASSERT_FALSE(linear.empty());
    EXPECT_EQ(linear[0], "aten.linear.default");
    EXPECT_EQ(nearOverloads("aten.lineer.default", 1).size(), 1u);
}

TEST(Schema, ThreadsThatAskAtOnceGetOneSchema)
{
    std::vector<const Schema*> found(8);
    {
        std::vector<std::jthread> threads;
        for (const Schema*& slot : found)
            threads.emplace_back([&slot] { slot = findSchema("aten.grid_sampler_3d.default"); });
    }
    EXPECT_TRUE(found[0]);
    EXPECT_EQ(std::count(found.begin(), found.end(), found[0]), 8);
}

TEST(ParseSchema, WrongTextIsADiagnosticWithThePosition)
{
    for (const char* text : {"", "aten", "aten::", "aten::f", "aten::f(", "aten::f(Tensor)", "aten::f(Tensor self",
             "aten::f(Tensor self) -> ", "aten::f(Tensor self=) -> Tensor", "aten::f(Tensor(a self) -> Tensor",
             "aten::f(int[2 x) -> Tensor", "aten::f(str x=\"open) -> Tensor", "aten::f(int x=1x) -> Tensor",
             "aten::f(Tensor self) -> Tensor rest more"}) {
        const auto schema = parseSchema(text);
        ASSERT_FALSE(schema.ok()) << text;
        EXPECT_EQ(schema.error().ruleId, "FXE0014");
    }
}

TEST(ParseSchema, OddTypesKeepTheirText)
{
    const auto schema = parseSchema(
        "x::f(__torch__.torch.classes.rnn.Cell[] a, Dict(Tensor, int) b, *, int[][] c=[], str d=\"\\\"\\\\\") -> ()");
    ASSERT_TRUE(schema.ok()) << schema.error().message;
    EXPECT_EQ(schema->arguments[0].type.kind, Kind::Object);
    EXPECT_EQ(schema->arguments[0].type.text, "__torch__.torch.classes.rnn.Cell[]");
    EXPECT_EQ(schema->arguments[1].type.text, "Dict(Tensor, int)");
    EXPECT_EQ(schema->arguments[2].type.kind, Kind::Object) << "a list of lists";
    EXPECT_EQ(schema->arguments[3].defaultValue, Argument("\"\\"));
    EXPECT_TRUE(schema->returns.empty());
}

} // namespace
} // namespace sidelight::fx
