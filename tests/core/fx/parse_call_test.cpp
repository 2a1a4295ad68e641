// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/parse_call.h"

#include <gtest/gtest.h>

#include <limits>

namespace sidelight::fx {
namespace {

const Node& callOf(const ExportedProgram& program) { return program.main()[findByName(program.main(), "call")]; }

TEST(ParseCall, MakesAnInputOfEachTensor)
{
    const auto program = parseCall("aten.add.Tensor(f32[2, n], f32[n], alpha=2) -> f32[2, n]");
    ASSERT_TRUE(program.ok()) << program.error().message;
    ASSERT_EQ(program->signature->inputs.size(), 2u);
    const Node& call = callOf(*program);
    EXPECT_EQ(call.target, "torch.ops.aten.add.Tensor");
    ASSERT_EQ(call.args.size(), 2u);
    EXPECT_EQ(call.args[0].as<Value>()->node, findByName(program->main(), "x0"));
    EXPECT_EQ(*call.kwargs.at(0).second.as<std::int64_t>(), 2);
    EXPECT_EQ(ir::toText(call.val), "f32[2, n]");
    EXPECT_EQ(program->main().size(), 4u);
}

TEST(ParseCall, ReadsEachKindOfArgument)
{
    const auto program = parseCall("aten.x.y([f32[2], None], 1, -2.5, inf, -inf, True, None, 'a b', torch.int64, cpu, [1, 2]) -> f32[2]");
    ASSERT_TRUE(program.ok()) << program.error().message;
    const auto& args = callOf(*program).args;
    ASSERT_EQ(args.size(), 11u);
    EXPECT_TRUE(args[0].as<ArgumentList>()->at(1).isNone());
    EXPECT_EQ(*args[1].as<std::int64_t>(), 1);
    EXPECT_EQ(*args[2].as<double>(), -2.5);
    EXPECT_EQ(*args[3].as<double>(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(*args[4].as<double>(), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(*args[5].as<bool>());
    EXPECT_TRUE(args[6].isNone());
    EXPECT_EQ(*args[7].as<std::string>(), "a b");
    EXPECT_EQ(*args[8].as<ir::DType>(), ir::DType::Int64);
    EXPECT_NE(args[9].as<ir::Device>(), nullptr);
    EXPECT_EQ(args[10].as<ArgumentList>()->size(), 2u);
}

TEST(ParseCall, ReadsResultsByGetitem)
{
    const auto program = parseCall("aten.max.dim(f32[2, 3], 1) -> (f32[2], i64[2])");
    ASSERT_TRUE(program.ok()) << program.error().message;
    EXPECT_EQ(program->signature->outputs.size(), 2u);
    const NodeId second = findByName(program->main(), "getitem_1");
    ASSERT_NE(second, kNoNode);
    EXPECT_EQ(ir::toText(program->main()[second].val), "i64[2]");
}

TEST(ParseCall, MakesSymbolsInputs)
{
    const auto program = parseCall("operator.add(Sym(n), 2) -> Sym(n + 2)");
    ASSERT_TRUE(program.ok()) << program.error().message;
    EXPECT_EQ(program->signature->inputs.size(), 1u);
    EXPECT_EQ(callOf(*program).val.value->text(), "n + 2");
}

TEST(ParseCall, SaysWhereItDoesNotParse)
{
    for (const char* text : {"", "aten.add.Tensor(", "aten.add.Tensor(f32[2) -> f32[2]", "aten.add.Tensor(q7[2]) -> f32[2]", "aten.x.y(1) f32[2]",
                             "aten.x.y(1) -> f32[2] more", "aten.x.y('open) -> f32[2]", "aten.x.y(1e) -> f32[2]"}) {
        const auto program = parseCall(text);
        ASSERT_FALSE(program.ok()) << text;
        EXPECT_EQ(program.error().ruleId, "SL1014");
        EXPECT_NE(program.error().message.find("column"), std::string::npos) << program.error().message;
    }
    EXPECT_EQ(parseCall("aten.add.Tensor(q7[2]) -> f32[2]").error().message,
        "column 17: expected a value or a type such as f32[2, 3] in `aten.add.Tensor(q7[2]) -> f32[2]`");
    EXPECT_EQ(parseCall("aten.x.y(1) -> tensor").error().message, "column 16: expected a type such as f32[2, 3] in `aten.x.y(1) -> tensor`");
}

} // namespace
} // namespace sidelight::fx
