// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fx/transform/transform_test_program.h"

namespace sidelight::fx::testing {
namespace {

/// x * 2 + y
std::vector<Value> mulAdd(Builder& build)
{
    const Value x = build.input("x", f32(kTwo));
    const Value y = build.input("y", f32(kTwo));
    return {call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {x, 2}), y})};
}

/// One line a match: the node of each pattern node, then what the placeholders stand for.
std::string matchesOf(const ExportedProgram& program, const Pattern& pattern, PatternOptions options = {}, std::string* refusals = nullptr)
{
    options.refused = [&](const Diagnostic& diagnostic) {
        EXPECT_EQ(diagnostic.ruleId, "SL2005");
        if (refusals)
            *refusals += diagnostic.message + "\n";
    };
    std::string out;
    for (const Match& match : findMatches(program, kMainGraph, pattern, options)) {
        for (const auto& [patternNode, id] : match.nodes)
            out += program.main()[id].name + " ";
        out += "|";
        for (const Argument& argument : match.placeholders)
            out += " " + reprArgument(program.main(), argument);
        out += "\n";
    }
    return out;
}

TEST(FindMatches, FindsEachPlaceInOrder)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value first = call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {a, 2}), a});
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {first, 2}), 1})};
    });
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd)), "mul add | a a\n"
                                                     "mul_1 add_1 | add 1\n");
}

TEST(FindMatches, ComparesLiteralsByTypeAndValueUnlessToldNotTo)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        std::vector<Value> out;
        for (const Argument& factor : {Argument(2.0), Argument(3), Argument(2)})
            out.push_back(call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {a, factor}), a}));
        return out;
    });
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd)), "mul_2 add_2 | a a\n");
    PatternOptions any;
    any.ignoreLiterals = true;
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), any), "mul add | a a\nmul_1 add_1 | a a\nmul_2 add_2 | a a\n");
}

TEST(FindMatches, TakesOperandsInEitherOrderWhereTheyCommute)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value swapped = call(build, "aten.add.Tensor", {a, call(build, "aten.mul.Tensor", {a, 2})});
        const Value scaled = build.call("aten.add.Tensor", {a, call(build, "aten.mul.Tensor", {a, 2})}, f32(kTwo), {{"alpha", 3}});
        return std::vector<Value>{swapped, scaled};
    });
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd)), "mul add | a a\n");
    PatternOptions ordered;
    ordered.commute = false;
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), ordered), "");
    const auto subtraction = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sub.Tensor", {call(build, "aten.neg.default", {x}), x})};
    });
    const auto other = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sub.Tensor", {a, call(build, "aten.neg.default", {a})})};
    });
    EXPECT_EQ(matchesOf(other, subtraction), "");
}

TEST(FindMatches, TakesBackAChoiceOfOperandsThatFailsLater)
{
    // Both operands are products; only the second one's inner value is not used elsewhere.
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value used = call(build, "aten.mul.Tensor", {a, 2});
        const Value free = call(build, "aten.mul.Tensor", {a, 2});
        return std::vector<Value>{call(build, "aten.add.Tensor", {used, free}), used};
    });
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd)), "mul_1 add | a mul\n");
}

TEST(FindMatches, ComparesArgumentsAsTheSchemaOrdersThem)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.softmax.int", {x, 1})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        return std::vector<Value>{build.call("aten.softmax.int", {}, f32(kTwo), {{"dim", 1}, {"self", a}}), build.call("aten.softmax.int", {a, 1}, f32(kTwo), {{"dtype", None{}}}),
            build.call("aten.softmax.int", {a, 1, ir::DType::Float32}, f32(kTwo)), build.call("aten.softmax.int", {a, 0}, f32(kTwo))};
    });
    EXPECT_EQ(matchesOf(program, pattern), "softmax | a\nsoftmax_1 | a\n");
}

TEST(FindMatches, GivesAWildcardOneMeaning)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value n = build.input("n", f32(kTwo));
        return std::vector<Value>{call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {x, n}), n})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        return std::vector<Value>{call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {a, 3}), 3}),
            call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {a, 3}), 4}), call(build, "aten.mul.Tensor", {call(build, "aten.add.Tensor", {a, a}), a})};
    });
    EXPECT_EQ(matchesOf(program, pattern), "add mul | a 3\nadd_2 mul_2 | a a\n");
}

TEST(FindMatches, MatchesListsItemByItem)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.cat.default", {ArgumentList{x, y}})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value b = build.input("b", f32(kTwo));
        return std::vector<Value>{call(build, "aten.cat.default", {ArgumentList{a, b}}), call(build, "aten.cat.default", {ArgumentList{a}}),
            call(build, "aten.cat.default", {ArgumentTuple{{b, a}}, 0}), call(build, "aten.cat.default", {ArgumentList{a, b}, 1})};
    });
    EXPECT_EQ(matchesOf(program, pattern), "cat | a b\ncat_2 | b a\n");
}

TEST(FindMatches, RefusesAMatchWhoseInnerValueIsUsedOutsideAndSaysBy)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value mul = call(build, "aten.mul.Tensor", {a, 2});
        return std::vector<Value>{call(build, "aten.add.Tensor", {mul, a}), call(build, "aten.neg.default", {mul})};
    });
    std::string refusals;
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), {}, &refusals), "");
    EXPECT_EQ(refusals, "the pattern fits %add and is not replaced: its inner value %mul is used outside, by %neg\n");
}

TEST(FindMatches, LetsTheEarlierOfTwoOverlappingMatchesWin)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        return std::vector<Value>{call(build, "aten.relu.default", {call(build, "aten.relu.default", {x})})};
    });
    const auto program = programOf([](Builder& build) {
        Value value = build.input("a", f32(kTwo));
        for (int i = 0; i < 5; ++i)
            value = call(build, "aten.relu.default", {value});
        return std::vector<Value>{value};
    });
    std::string refusals;
    EXPECT_EQ(matchesOf(program, pattern, {}, &refusals), "relu relu_1 | a\nrelu_2 relu_3 | relu_1\n");
    EXPECT_EQ(refusals, "the pattern fits %relu_2 and is not replaced: %relu_1 belongs to an earlier match\n"
                        "the pattern fits %relu_4 and is not replaced: %relu_3 belongs to an earlier match\n");
}

TEST(FindMatches, FindsFurtherOutputsAmongTheReadersOfWhatIsMatched)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value exp = call(build, "aten.exp.default", {x});
        return std::vector<Value>{call(build, "aten.sin.default", {exp}), call(build, "aten.cos.default", {exp})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        std::vector<Value> out;
        const Value one = call(build, "aten.exp.default", {a});
        const Value two = call(build, "aten.exp.default", {a});
        out.push_back(call(build, "aten.cos.default", {two}));
        out.push_back(call(build, "aten.sin.default", {one}));
        out.push_back(call(build, "aten.cos.default", {one}));
        out.push_back(call(build, "aten.sin.default", {two}));
        return out;
    });
    EXPECT_EQ(matchesOf(program, pattern), "exp sin cos_1 | a\nexp_1 sin_1 cos | a\n");
}

TEST(FindMatches, RefusesWhatWouldBeACycle)
{
    // Returns exp(x) and exp(x) + y, where y is computed from exp(x).
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        const Value exp = call(build, "aten.exp.default", {x});
        return std::vector<Value>{exp, call(build, "aten.add.Tensor", {exp, y})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value exp = call(build, "aten.exp.default", {a});
        return std::vector<Value>{call(build, "aten.add.Tensor", {exp, call(build, "aten.neg.default", {exp})})};
    });
    std::string refusals;
    EXPECT_EQ(matchesOf(program, pattern, {}, &refusals), "");
    EXPECT_EQ(refusals, "the pattern fits %add and is not replaced: what it reads, %neg, is computed from what it gives: replaced by one, they would be a cycle\n");
}

TEST(FindMatches, RefusesToPostponeACallWhoseEffectKeepsItsPlace)
{
    const auto pattern = patternOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        const Value y = build.input("y", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sin.default", {x}), call(build, "aten.mul.Tensor", {x, y})};
    });
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value sin = call(build, "aten.sin.default", {a});
        const Value random = call(build, "aten.rand_like.default", {sin});
        const Value exp = call(build, "aten.exp.default", {a});
        return std::vector<Value>{random, call(build, "aten.mul.Tensor", {a, exp})};
    });
    std::string refusals;
    EXPECT_EQ(matchesOf(program, pattern, {}, &refusals), "");
    EXPECT_EQ(refusals, "the pattern fits %sin and is not replaced: %rand_like, whose effect keeps its place, reads a result before %exp is computed\n");
}

TEST(FindMatches, RefusesToMoveAMatchAcrossAWriteToWhatItReads)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value mul = call(build, "aten.mul.Tensor", {a, 2});
        call(build, "aten.zero_.default", {a});
        return std::vector<Value>{call(build, "aten.add.Tensor", {mul, a})};
    });
    std::string refusals;
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), {}, &refusals), "");
    EXPECT_EQ(refusals, "the pattern fits %add and is not replaced: %zero_ stands within it and writes what it reads, or reads what it writes\n");
}

TEST(FindMatches, AsksTheFiltersAndTriesTheOtherOrderWhenTheyRefuse)
{
    const auto program = programOf([](Builder& build) {
        const Value a = build.input("a", f32(kTwo));
        const Value b = build.input("b", f32(kTwo));
        return std::vector<Value>{call(build, "aten.add.Tensor", {call(build, "aten.mul.Tensor", {a, 2}), call(build, "aten.mul.Tensor", {b, 2})})};
    });
    PatternOptions options;
    options.filters = {[](const Match& match, const ExportedProgram& unit) { return unit.main()[match.placeholders[0].as<Value>()->node].name == "b"; }};
    std::string refusals;
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), options, &refusals), "mul_1 add | b mul\n");
    options.filters.emplace_back([](const Match&, const ExportedProgram&) { return false; });
    EXPECT_EQ(matchesOf(program, patternOf(mulAdd), options, &refusals), "");
    EXPECT_EQ(refusals, "") << "a filter's wish is no refusal";
}

TEST(FindMatches, ComparesConstantsAndBodies)
{
    const auto body = [](Builder& build, const char* overload) {
        const GraphId graph = build.begin();
        build.output({call(build, overload, {build.input("arg", f32(kTwo))})});
        build.end();
        return graph;
    };
    const auto wrapped = [&](const char* overload) {
        return [&body, overload](Builder& build) {
            const Value x = build.input("x", f32(kTwo));
            const Value graph = build.subgraph("body", body(build, overload));
            return std::vector<Value>{build.call("higher_order.invoke_subgraph", {graph, "body", x}, ir::Type::list({f32(kTwo)}))};
        };
    };
    EXPECT_EQ(matchesOf(programOf(wrapped("aten.sin.default")), patternOf(wrapped("aten.sin.default"))), "body invoke_subgraph | x\n");
    EXPECT_EQ(matchesOf(programOf(wrapped("aten.sin.default")), patternOf(wrapped("aten.cos.default"))), "");
}

TEST(Pattern, RefusesWhatCouldNeverMatch)
{
    const auto why = [](const ExportedProgram& program) {
        const auto pattern = Pattern::make(program);
        return pattern ? std::string("accepted") : pattern.error().ruleId + " " + pattern.error().message;
    };
    EXPECT_EQ(why({}), "FXE0010 the pattern has no graph");
    EXPECT_EQ(why(programOf([](Builder& build) {
        build.input("x", f32(kTwo));
        return std::vector<Value>();
    })), "FXE0010 the pattern returns nothing: there is nothing to replace");
    EXPECT_EQ(why(programOf([](Builder& build) { return std::vector<Value>{build.input("x", f32(kTwo))}; })),
        "FXE0010 the pattern returns its placeholder %x, which nothing computes");
    EXPECT_EQ(why(programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        build.input("unread", f32(kTwo));
        return std::vector<Value>{call(build, "aten.sin.default", {x})};
    })), "FXE0010 the pattern does not need %unread for what it returns: it would never be matched");
    EXPECT_EQ(why(programOf([](Builder& build) {
        const Value x = build.input("x", f32(kTwo));
        call(build, "aten.cos.default", {x});
        return std::vector<Value>{call(build, "aten.sin.default", {x})};
    })), "FXE0010 the pattern does not need %cos for what it returns: it would never be matched");
}

} // namespace
} // namespace sidelight::fx::testing
