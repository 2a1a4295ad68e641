// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/onnxir/element_type.h"
#include "tests/core/onnxir/pass_test_model.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sidelight::onnxir::passes {
namespace {

using ir::DType;
using testing::floats;
using testing::ModelBuilder;
using testing::run;
using testing::tensorOf;
using testing::text;
using testing::typeOf;

ir::Tensor integers(std::vector<std::int64_t> values)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return tensorOf<std::int64_t>(DType::Int64, {count}, std::move(values));
}
Attribute to(DType dtype) { return {"to", std::int64_t{elementType(dtype)}}; }
Attribute perm(std::vector<std::int64_t> axes) { return {"perm", std::move(axes)}; }

TEST(NoOpElimination, ForwardsWhatGivesBackItsInput)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2, 4}));
    const Value shape = b.initializer("shape", integers({2, 4}));
    const Value zero = b.initializer("zero", integers({0, 0, 0, 0}));
    const Value start = b.initializer("start", integers({0}));
    const Value end = b.initializer("end", integers({9}));
    const Value same = b.op("Reshape", {x, shape}, "same", floats({2, 4}));
    const Value wide = b.op("Expand", {same, shape}, "wide", floats({2, 4}));
    const Value padded = b.op("Pad", {wide, zero}, "padded", floats({2, 4}));
    const Value cut = b.op("Slice", {padded, start, end}, "cut", floats({2, 4}));
    const Value joined = b.op("Concat", {cut}, "joined", floats({2, 4}), kMainGraph, {{"axis", std::int64_t{0}}});
    const Value kept = b.op("Dropout", {joined}, "kept", floats({2, 4}));
    b.output("y", b.op("Relu", {kept}, "y", floats({2, 4})));
    const auto record = run("no-op-elimination", b.model);
    EXPECT_EQ(text(record.after), "in x\ninit shape\ninit zero\ninit start\ninit end\ny = Relu(x)\nout y = y\n");
    EXPECT_EQ(record.coverage.matched.size(), 6u);
}

TEST(NoOpElimination, LeavesBackwardSlicesUnknownShapesReadMasksAndResults)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2, 4}));
    const Value shape = b.initializer("shape", integers({2, 4}));
    const Value last = b.initializer("last", integers({-1}));
    const Value before = b.initializer("before", integers({-9}));
    const Value axis = b.initializer("axis", integers({0}));
    const Value step = b.initializer("step", integers({-1}));
    const Value backwards = b.op("Slice", {x, last, before, axis, step}, "backwards", floats({2, 4}));
    const Value unknown = b.op("Reshape", {backwards, shape}, "unknown");
    Node dropout;
    dropout.op.op_type = "Dropout";
    dropout.name = "node_dropped";
    dropout.inputs = {unknown};
    dropout.outputs = {{"dropped", floats({2, 4})}, {"mask", typeOf(DType::Bool, {2, 4})}};
    const NodeId dropped = b.add(std::move(dropout));
    const Value result = b.op("Reshape", {x, shape}, "result", floats({2, 4}));
    b.output("dropped", {dropped, 0});
    b.output("mask", {dropped, 1});
    b.output("result", result);
    EXPECT_EQ(run("no-op-elimination", b.model).outcome, ir::Outcome::Unchanged);
}

TEST(CastElimination, FusesCastsThatLoseNothing)
{
    ModelBuilder b;
    const Value half = b.input("half", typeOf(DType::Float16, {2}));
    const Value flag = b.input("flag", typeOf(DType::Bool, {2}));
    const Value wide = b.op("Cast", {half}, "wide", floats({2}), kMainGraph, {to(DType::Float32)});
    const Value back = b.op("Cast", {wide}, "back", typeOf(DType::Float16, {2}), kMainGraph, {to(DType::Float16)});
    const Value number = b.op("Cast", {flag}, "number", typeOf(DType::Int32, {2}), kMainGraph, {to(DType::Int32)});
    const Value real = b.op("Cast", {number}, "real", floats({2}), kMainGraph, {to(DType::Float32)});
    b.output("y", b.op("Relu", {back}, "y", typeOf(DType::Float16, {2})));
    b.output("z", b.op("Relu", {real}, "z", floats({2})));
    EXPECT_EQ(text(run("cast-elimination", b.model).after), "in half\nin flag\nreal = Cast(flag)\ny = Relu(half)\nout y = y\nz = Relu(real)\nout z = z\n");
}

TEST(CastElimination, LeavesCastsThatRoundWrapOrSign)
{
    const std::pair<DType, DType> kLossy[] = {{DType::Float32, DType::Float16}, {DType::Int64, DType::Float32}, {DType::Int32, DType::UInt64},
        {DType::Float32, DType::Int64}, {DType::Int64, DType::Int32}, {DType::Int32, DType::Bool}, {DType::UInt64, DType::Int64}, {DType::BFloat16, DType::Float16}};
    for (const auto& [from, middle] : kLossy) {
        ModelBuilder b;
        const Value x = b.input("x", typeOf(from, {2}));
        const Value first = b.op("Cast", {x}, "first", typeOf(middle, {2}), kMainGraph, {to(middle)});
        const Value second = b.op("Cast", {first}, "second", typeOf(from, {2}), kMainGraph, {to(from)});
        b.output("y", b.op("Identity", {second}, "y", typeOf(from, {2})));
        EXPECT_EQ(run("cast-elimination", b.model).outcome, ir::Outcome::Unchanged) << ir::name(from) << " " << ir::name(middle);
    }
}

/// x → Transpose → Relu → Transpose back → Neg.
ModelBuilder channelsLast()
{
    ModelBuilder b;
    const Value x = b.input("x", floats({1, 2, 3, 4}));
    const Value last = b.op("Transpose", {x}, "last", floats({1, 3, 4, 2}), kMainGraph, {perm({0, 2, 3, 1})});
    const Value relu = b.op("Relu", {last}, "relu", floats({1, 3, 4, 2}));
    const Value first = b.op("Transpose", {relu}, "first", floats({1, 2, 3, 4}), kMainGraph, {perm({0, 3, 1, 2})});
    b.output("y", b.op("Neg", {first}, "y", floats({1, 2, 3, 4})));
    return b;
}

TEST(TransposeElimination, FusesAcrossElementwiseOperators)
{
    const auto record = run("transpose-elimination", channelsLast().model);
    EXPECT_EQ(text(record.after), "in x\nrelu = Relu(x)\ny = Neg(relu)\nout y = y\n");
    std::string type;
    for (const NodeId id : record.after.main().order())
        if (const Node& node = record.after.main()[id]; node.name == "node_relu")
            type = toText(node.outputs.front().type);
    EXPECT_EQ(type, "FLOAT[1, 2, 3, 4]");
    EXPECT_EQ(run("transpose-elimination", channelsLast().model, {{"through-elementwise", false}}).outcome, ir::Outcome::Unchanged);
}

TEST(TransposeElimination, ComposesAndKeepsWhatOthersRead)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2, 3, 4}));
    const Value one = b.op("Transpose", {x}, "one", floats({3, 4, 2}), kMainGraph, {perm({1, 2, 0})});
    const Value two = b.op("Transpose", {one}, "two", floats({2, 4, 3})); // Reversed.
    b.output("two", two);
    b.output("y", b.op("Neg", {one}, "y", floats({3, 4, 2})));
    const auto record = run("transpose-elimination", b.model);
    EXPECT_EQ(text(record.after), "in x\none = Transpose(x)\ntwo = Transpose(x)\nout two = two\ny = Neg(one)\nout y = y\n");
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(record.after.main()[two.node].attribute("perm")->value), (std::vector<std::int64_t>{0, 2, 1}));
}

TEST(CommonNodeElimination, MergesEqualNodesTransitively)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value a = b.op("Exp", {x}, "a", floats({2}));
    const Value c = b.op("Exp", {x}, "c", floats({2}));
    const Value d = b.op("Neg", {a}, "d", floats({2}));
    const Value e = b.op("Neg", {c}, "e", floats({2}));
    b.output("y", b.op("Add", {d, e}, "y", floats({2})));
    EXPECT_EQ(text(run("common-node-elimination", b.model).after), "in x\na = Exp(x)\nd = Neg(a)\ny = Add(d, d)\nout y = y\n");
}

TEST(CommonNodeElimination, LeavesChanceOtherAttributesForeignOperatorsAndTwoResults)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value r1 = b.op("RandomNormalLike", {x}, "r1", floats({2}));
    const Value r2 = b.op("RandomNormalLike", {x}, "r2", floats({2}));
    const Value l1 = b.op("LeakyRelu", {x}, "l1", floats({2}), kMainGraph, {{"alpha", 0.1F}});
    const Value l2 = b.op("LeakyRelu", {x}, "l2", floats({2}), kMainGraph, {{"alpha", 0.2F}});
    for (const Value value : {r1, r2, l1, l2})
        b.output(b.model.main()[value.node].outputs.front().name, value);
    b.output("e1", b.op("Exp", {x}, "e1", floats({2})));
    b.output("e2", b.op("Exp", {x}, "e2", floats({2})));
    EXPECT_EQ(run("common-node-elimination", b.model).outcome, ir::Outcome::Unchanged);
}

TEST(ConstantLifting, MakesInitializersOfConstantsButNotInFunctions)
{
    ModelBuilder b;
    const GraphId function = b.function("local", "Twice");
    const Value in = b.input("in", {}, function);
    const Value own = b.op("Constant", {}, "own", {}, function, {{"value_float", 2.0F}});
    b.output("out", b.op("Mul", {in, own}, "out", {}, function), function);
    const Value x = b.input("x", floats({2}));
    const Value two = b.op("Constant", {}, "two", floats({}), kMainGraph, {{"value_float", 2.0F}});
    const Value y = b.op("Mul", {x, two}, "y", floats({2}));
    const Value result = b.op("Constant", {}, "result", typeOf(DType::Int64, {1}), kMainGraph, {{"value_ints", std::vector<std::int64_t>{7}}});
    const Value word = b.op("Constant", {}, "word", typeOf(DType::String, {}), kMainGraph, {{"value_string", std::string("w")}});
    b.output("y", y);
    b.output("result", result);
    b.output("word2", b.op("Identity", {word}, "word2", typeOf(DType::String, {})));
    const auto record = run("constant-lifting", b.model);
    EXPECT_EQ(text(record.after), "in x\ninit two\ny = Mul(x, two)\nresult = Constant()\nword = Constant()\nout y = y\n"
                                  "out result = result\nword2 = Identity(word)\nout word2 = word2\n");
    EXPECT_EQ(text(record.after, function), "in in\nown = Constant()\nout = Mul(in, own)\nout out = out\n");
}

TEST(ConstantNodeFolding, ComputesShapesMovesElementsAndAdds)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2, 8}));
    const Value z = b.input("z", typeOf(DType::Int64, {3, 2}));
    const Value one = b.initializer("one", integers({1, 0}));
    const Value shape = b.op("Shape", {x}, "shape", typeOf(DType::Int64, {2}));
    const Value turned = b.op("Gather", {shape, one}, "turned", typeOf(DType::Int64, {2}), kMainGraph, {{"axis", std::int64_t{0}}});
    const Value joined = b.op("Concat", {turned, shape}, "joined", typeOf(DType::Int64, {4}), kMainGraph, {{"axis", std::int64_t{0}}});
    const Value three = b.initializer("three", integers({3}));
    const Value scaled = b.op("Mul", {joined, three}, "scaled", typeOf(DType::Int64, {4}));
    const Value grid = b.op("Reshape", {scaled, b.initializer("square", integers({2, 2}))}, "grid", typeOf(DType::Int64, {2, 2}));
    const Value flipped = b.op("Transpose", {grid}, "flipped", typeOf(DType::Int64, {2, 2}), kMainGraph, {perm({1, 0})});
    b.output("y", b.op("MatMul", {z, flipped}, "y", typeOf(DType::Int64, {3, 2})));
    const auto record = run("constant-node-folding", b.model);
    std::string values;
    for (const NodeId id : record.after.main().order()) {
        const Node& node = record.after.main()[id];
        if (node.kind == Kind::Initializer && node.name == "flipped") {
            const auto bytes = ir::readContiguous(*node.tensor);
            ASSERT_TRUE(bytes.ok());
            for (const std::byte byte : *bytes)
                values += byte == std::byte{0} ? std::string() : concat(std::to_integer<int>(byte), ' ');
        }
        EXPECT_TRUE(node.kind != Kind::Operator || node.op.op_type == "MatMul") << node.op.op_type;
    }
    EXPECT_EQ(values, "24 6 6 24 "); // 3 * [8, 2, 2, 8] as rows [24, 6], [6, 24], turned.
    EXPECT_EQ(run("constant-node-folding", b.model, {{"max-bytes", std::int64_t{15}}}).outcome, ir::Outcome::Unchanged);
}

TEST(InitializerDeduplication, MergesAllOfOneStorageIntoAnEqualOneBeforeThem)
{
    ModelBuilder b;
    const Value x = b.input("x", floats({2}));
    const Value first = b.initializer("first", tensorOf<float>(DType::Float32, {2}, {1, 2}));
    const ir::Tensor shared = tensorOf<float>(DType::Float32, {2}, {1, 2});
    const Value second = b.initializer("second", shared);
    const Value third = b.initializer("third", shared);
    const Value sum = b.op("Sum", {first, second, third, x}, "sum", floats({2}));
    b.output("sum", sum);
    EXPECT_EQ(text(run("initializer-deduplication", b.model).after), "in x\ninit first\nsum = Sum(first, first, first, x)\nout sum = sum\n");
}

TEST(ConstantNodeFolding, LeavesOverflowDivisionByZeroBadIndicesAndSymbolicShapes)
{
    ModelBuilder b;
    const Value x = b.input("x", onnxir::ValueType::tensor(DType::Float32, {ir::Dim::symbol("batch")}));
    const Value big = b.initializer("big", integers({INT64_MAX}));
    const Value zero = b.initializer("zero", integers({0}));
    const ValueType one = typeOf(DType::Int64, {1});
    const Value sum = b.op("Add", {big, big}, "sum", one);
    const Value quotient = b.op("Div", {big, zero}, "quotient", one);
    const Value item = b.op("Gather", {zero, big}, "item", one);
    const Value shape = b.op("Shape", {x}, "shape", one);
    for (const Value value : {sum, quotient, item, shape})
        b.output(concat("y", index(value.node)), b.op("Abs", {value}, concat("abs", index(value.node)), one));
    EXPECT_EQ(run("constant-node-folding", b.model).outcome, ir::Outcome::Unchanged);
}

} // namespace
} // namespace sidelight::onnxir::passes
