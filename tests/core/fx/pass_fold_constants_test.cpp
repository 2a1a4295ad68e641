// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/fold/constant.h"
#include "tests/core/fx/pass_test_program.h"

namespace sidelight::fx::passes::testing {
namespace {

ir::Tensor integers(std::vector<std::int64_t> sizes, std::vector<std::int64_t> values)
{
    return ir::Tensor::fromValues<std::int64_t>(ir::DType::Int64, std::move(sizes), values);
}
std::vector<std::int64_t> integersOf(const ExportedProgram& program, std::string_view name)
{
    const auto tensor = program.stateOf(name);
    return tensor ? fold::fromTensor(*tensor)->integers : std::vector<std::int64_t>{-99};
}
std::vector<double> realsOf(const ExportedProgram& program, std::string_view name)
{
    const auto tensor = program.stateOf(name);
    return tensor ? fold::fromTensor(*tensor)->reals : std::vector<double>{-99};
}

TEST(ConstantFolding, EvaluatesSmallTensorsAndStoresOnlyWhatIsRead)
{
    Builder build;
    const Value x = build.input("x", i64({size(3)}));
    const Value range = build.call("aten.arange.start_step", {2, 8, 2}, i64({size(3)}));
    const Value two = build.call("aten.full.default", {ArgumentList{}, 2}, i64());
    const Value product = build.call("aten.mul.Tensor", {range, two}, i64({size(3)}));
    const Value sum = build.call("aten.add.Tensor", {x, product}, i64({size(3)}));
    build.output({sum});
    const auto record = run("constant-folding", build.program());
    EXPECT_EQ(text(record.after), "c_folded_mul : i64[3]\n"
                                  "x : i64[3]\n"
                                  "add = aten.add.Tensor(x, c_folded_mul) : i64[3]\n"
                                  "return (add,)\n");
    EXPECT_EQ(integersOf(record.after, "folded_mul"), (std::vector<std::int64_t>{4, 8, 12}));
    const InputSpec& spec = record.after.signature->inputs.front();
    EXPECT_EQ(spec.kind, InputKind::ConstantTensor);
    EXPECT_EQ(spec.target, "folded_mul");
    const Node& constant = record.after.main()[record.after.main().front()];
    EXPECT_EQ(constant.metadata().from_node.front().name, "mul");
}

TEST(ConstantFolding, ReadsConstantTensorsAndKeepsTheirNameWhenOnlyCopied)
{
    Builder build;
    const Value constant = build.constant("lifted", i64(kTwo), integers({2}, {5, 7}));
    const Value x = build.input("x", i64(kTwo));
    const Value copy = build.call("aten.lift_fresh_copy.default", {constant}, i64(kTwo));
    const Value detached = build.call("aten.detach.default", {copy}, i64(kTwo));
    const Value sum = build.call("aten.add.Tensor", {x, copy}, i64(kTwo));
    const Value first = build.call("aten.select.int", {detached, 0, -1}, i64());
    const Value all = build.call("aten.add.Tensor", {sum, first}, i64(kTwo));
    build.output({all});
    const auto record = run("constant-folding", build.program());
    EXPECT_EQ(text(record.after), "c_lifted : i64[2]\n"
                                  "c_folded_select : i64[]\n"
                                  "x : i64[2]\n"
                                  "add = aten.add.Tensor(x, c_lifted) : i64[2]\n"
                                  "add_1 = aten.add.Tensor(add, c_folded_select) : i64[2]\n"
                                  "return (add_1,)\n");
    EXPECT_EQ(integersOf(record.after, "folded_select"), (std::vector<std::int64_t>{7}));
}

TEST(ConstantFolding, LeavesParametersBuffersRandomLargeSymbolicAndWrittenTensorsAlone)
{
    Builder build;
    const Value buffer = build.buffer("b", f32(kTwo));
    const Value x = build.input("x", f32(kTwo));
    const Value ofBuffer = build.call("aten.mul.Tensor", {buffer, 2}, f32(kTwo));
    const Value random = build.call("aten.rand.default", {ArgumentList{2}}, f32(kTwo));
    const Value large = build.call("aten.zeros.default", {ArgumentList{8193}}, f32({size(8193)}));
    const Value symbolic = build.call("aten.zeros.default", {ArgumentList{ir::Dim::symbol("s0")}}, f32({ir::Dim::symbol("s0")}));
    const Value written = build.call("aten.zeros.default", {ArgumentList{2}}, f32(kTwo));
    const Value writer = build.call("aten.add_.Tensor", {written, x}, f32(kTwo));
    build.output({ofBuffer, random, large, symbolic, writer});
    const auto record = run("constant-folding", build.program());
    EXPECT_EQ(record.outcome, ir::Outcome::Unchanged) << text(record.after);
}

TEST(ConstantFolding, WritesKnownNumbersIntoTheirReaders)
{
    Builder build;
    const Value x = build.input("x", f32({size(4)}));
    const Value length = build.call("aten.sym_size.int", {x, 0}, ir::Type::integer(size(4)));
    const Value twice = build.call("operator.mul", {length, 2}, ir::Type::integer(size(8)));
    const Value symbol = build.call("aten.sym_size.int", {x, 0}, ir::Type::integer(ir::Dim::symbol("s0")));
    const Value made = build.call("aten.view.default", {x, ArgumentList{twice, symbol}}, f32({size(8), ir::Dim::symbol("s0")}));
    build.output({made, length});
    EXPECT_EQ(text(run("constant-folding", build.program()).after), "x : f32[4]\n"
                                                                   "sym_size = aten.sym_size.int(x, 0) : 4\n"
                                                                   "sym_size_1 = aten.sym_size.int(x, 0) : Sym(s0)\n"
                                                                   "view = aten.view.default(x, [8, sym_size_1]) : f32[8, s0]\n"
                                                                   "return (view, sym_size)\n");
}

/// What `call` gives for two constants, as text of its numbers.
std::string evaluated(const char* overload, ir::DType dtype, std::vector<double> left, Argument right, ir::DType result, std::vector<double> rightValues = {})
{
    const auto constantOf = [&](const std::vector<double>& values) {
        fold::Constant constant = fold::filled(ir::DType::Float64, {static_cast<std::int64_t>(values.size())}, 0, 0);
        constant.reals = values;
        return fold::toTensor(*fold::converted(constant, dtype));
    };
    Builder build;
    const auto count = size(static_cast<std::int64_t>(left.size()));
    const Value a = build.constant("a", tensor(dtype, {count}), constantOf(left));
    if (!rightValues.empty())
        right = Argument(build.constant("b", tensor(dtype, {size(static_cast<std::int64_t>(rightValues.size()))}), constantOf(rightValues)));
    const Value x = build.input("x", f32());
    std::vector<Argument> args = {a};
    if (!right.isNone())
        args.push_back(right);
    const Value call = build.call(overload, args, tensor(result, {count}));
    const Value user = build.call("aten.stack.default", {ArgumentList{call, x}}, f32());
    build.output({user});
    const auto record = run("constant-folding", build.program());
    std::string out;
    for (const auto& [name, tensor] : *record.after.state) {
        if (name.rfind("folded_", 0) != 0)
            continue;
        const auto constant = fold::fromTensor(*tensor);
        for (const double value : constant->reals)
            out += concat(out.empty() ? "" : " ", value);
        for (const std::int64_t value : constant->integers)
            out += concat(out.empty() ? "" : " ", value);
    }
    return out.empty() ? "refused" : out;
}

TEST(ConstantFolding, ComputesAsTorchDoes)
{
    using ir::DType;
    EXPECT_EQ(evaluated("aten.add.Tensor", DType::Float32, {0.1, 16777216}, 1, DType::Float32), "1.100000023841858 16777216.0");
    EXPECT_EQ(evaluated("aten.add.Tensor", DType::Int8, {127, -128}, 1, DType::Int8), "-128 -127");
    EXPECT_EQ(evaluated("aten.remainder.Scalar", DType::Int64, {-7, 7}, 3, DType::Int64), "2 1");
    EXPECT_EQ(evaluated("aten.remainder.Scalar", DType::Int64, {-7, 7}, 0, DType::Int64), "refused");
    EXPECT_EQ(evaluated("aten.floor_divide.default", DType::Int64, {-7, 7}, 2, DType::Int64), "-4 3");
    EXPECT_EQ(evaluated("aten.floor_divide.default", DType::Float64, {-7, 7.5}, 2.0, DType::Float64), "-4.0 3.0");
    EXPECT_EQ(evaluated("aten.div.Tensor", DType::Int64, {7, 1}, 2, DType::Float32), "3.5 0.5");
    EXPECT_EQ(evaluated("aten.lt.Scalar", DType::Int64, {2, 3}, 2.5, DType::Bool), "1 0");
    EXPECT_EQ(evaluated("aten.rsub.Scalar", DType::Int64, {2, 3}, 10, DType::Int64), "8 7");
    EXPECT_EQ(evaluated("aten.logical_not.default", DType::Float32, {0, 2}, None{}, DType::Bool), "1 0");
    EXPECT_EQ(evaluated("aten.bitwise_not.default", DType::Int64, {0, 5}, None{}, DType::Int64), "-1 -6");
    EXPECT_EQ(evaluated("aten.sqrt.default", DType::Int64, {4, 2}, None{}, DType::Float32), "2.0 1.4142135381698608");
    EXPECT_EQ(evaluated("aten.maximum.default", DType::Float32, {1, 5}, None{}, DType::Float32, {3, 3}), "3.0 5.0");
    EXPECT_EQ(evaluated("aten.mul.Tensor", DType::Int64, {1, 5}, None{}, DType::Int64, {3}), "3 15");
}

TEST(ConstantFolding, MovesElementsAsTorchDoes)
{
    Builder build;
    const Value x = build.input("x", i64());
    const Value base = build.call("aten.arange.default", {6}, i64({size(6)}));
    const Value grid = build.call("aten.view.default", {base, ArgumentList{2, 3}}, i64({size(2), size(3)}));
    const Value turned = build.call("aten.permute.default", {grid, ArgumentList{1, -2}}, i64({size(3), size(2)}));
    const Value piece = build.call("aten.slice.Tensor", {turned, 0, 1, std::int64_t{9223372036854775807}}, i64({size(2), size(2)}));
    const Value joined = build.call("aten.cat.default", {ArgumentList{piece, piece}, 1}, i64({size(2), size(4)}));
    const Value lower = build.call("aten.tril.default", {joined}, i64({size(2), size(4)}));
    const Value mask = build.call("aten.gt.Scalar", {lower, 0}, b8({size(2), size(4)}));
    const Value filled = build.call("aten.where.ScalarOther", {mask, lower, -1}, i64({size(2), size(4)}));
    const Value used = build.call("aten.mul.Tensor", {filled, x}, i64({size(2), size(4)}));
    build.output({used});
    const auto record = run("constant-folding", build.program());
    EXPECT_EQ(integersOf(record.after, "folded_where"), (std::vector<std::int64_t>{1, -1, -1, -1, 2, 5, -1, -1}));
}

TEST(ConstantFolding, RoundsRealsToTheirType)
{
    Builder build;
    const Value x = build.input("x", f32());
    const Value tenth = build.call("aten.full.default", {ArgumentList{2}, 0.1}, f32(kTwo));
    const Value used = build.call("aten.mul.Tensor", {tenth, x}, f32(kTwo));
    build.output({used});
    EXPECT_EQ(realsOf(run("constant-folding", build.program()).after, "folded_full"), (std::vector<double>{0.10000000149011612, 0.10000000149011612}));
}

} // namespace
} // namespace sidelight::fx::passes::testing
