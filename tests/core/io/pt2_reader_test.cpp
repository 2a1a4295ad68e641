// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_reader.h"

#include "core/fx/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <set>

namespace sidelight::io {
namespace {

Pt2 open(const std::string& name)
{
    auto pt2 = readPt2(std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/pt2/" + name + ".pt2");
    EXPECT_TRUE(pt2.ok()) << (pt2.ok() ? "" : pt2.error().message);
    return pt2.ok() ? std::move(*pt2) : Pt2{};
}
const fx::Node& node(const Pt2& pt2, std::string_view name)
{
    return pt2.program.main()[fx::findByName(pt2.program.main(), name)];
}

template <class T>
std::vector<T> valuesOf(const ir::Tensor& tensor)
{
    const auto bytes = ir::readContiguous(tensor);
    EXPECT_TRUE(bytes.ok()) << (bytes.ok() ? "" : bytes.error().message);
    std::vector<T> values(bytes.ok() ? bytes->size() / sizeof(T) : 0);
    if (bytes.ok())
        std::memcpy(values.data(), bytes->data(), bytes->size());
    return values;
}

TEST(Pt2Reader, ReadsTheMlp)
{
    const Pt2 pt2 = open("mlp");
    EXPECT_TRUE(pt2.diagnostics.empty());
    const fx::ProgramInfo& info = *pt2.program.info;
    EXPECT_EQ(info.schemaVersion, "8.20");
    EXPECT_EQ(info.torchVersion, "2.13.0+cpu");
    EXPECT_EQ(info.dialect, "TRAINING");
    EXPECT_EQ(pt2.program.signature->inputs.size(), 5u);
    EXPECT_EQ(pt2.program.signature->inputs[0].kind, fx::InputKind::Parameter);
    EXPECT_EQ(pt2.program.signature->inputs[0].target, "0.weight");
    EXPECT_EQ(pt2.program.signature->inputs[4].kind, fx::InputKind::UserInput);
    EXPECT_EQ(pt2.program.state->size(), 4u);
    const auto weight = pt2.program.stateOf("0.weight");
    ASSERT_TRUE(weight);
    EXPECT_EQ(weight->sizes, (std::vector<std::int64_t>{16, 8}));
    EXPECT_TRUE(std::holds_alternative<ir::FileExtent>(weight->storage->content)) << "weights stay in the file";
    EXPECT_EQ(valuesOf<float>(*weight).size(), 128u);
    ASSERT_EQ(info.sampleInputs.size(), 1u);
    ASSERT_TRUE(info.sampleInputs[0]);
    EXPECT_EQ(info.sampleInputs[0]->sizes.back(), 8);
    EXPECT_EQ(info.moduleCalls.at(0).fqn, "");
    EXPECT_NE(info.moduleCalls.at(0).inSpec.find("builtins.tuple"), std::string::npos);
    EXPECT_EQ(info.moduleCalls.at(0).forwardArgNames, std::vector<std::string>{"input"});
    EXPECT_EQ(info.moduleCalls.at(2).fqn, "1");
}

TEST(Pt2Reader, ReadsWhereANodeComesFrom)
{
    const Pt2 pt2 = open("mlp");
    const fx::NodeMeta& meta = node(pt2, "linear").metadata();
    ASSERT_EQ(meta.stack_trace.size(), 2u);
    EXPECT_EQ(meta.stack_trace[1].line, 134);
    EXPECT_EQ(meta.stack_trace[1].function, "forward");
    EXPECT_EQ(meta.stack_trace[1].code, "return F.linear(input, self.weight, self.bias)");
    ASSERT_EQ(meta.nn_module_stack.size(), 2u);
    EXPECT_EQ(meta.nn_module_stack[1], (fx::ModuleFrame{"L__self__0", "0", "torch.nn.modules.linear.Linear"}));
    EXPECT_EQ(meta.torch_fn, "linear_1;builtin_function_or_method.linear");
}

TEST(Pt2Reader, ReadsTypesWithSymbolicSizesHintsAndRanges)
{
    const Pt2 pt2 = open("dynamic_auto_derived");
    const fx::ProgramInfo& info = *pt2.program.info;
    ASSERT_EQ(info.ranges.size(), 3u);
    EXPECT_EQ(info.ranges[1].first.text(), "2*s44");
    EXPECT_EQ(info.ranges[1].second.min, 4);
    EXPECT_EQ(info.ranges[1].second.max, 200);
    EXPECT_EQ(info.ranges[0].second.max, std::nullopt);
    EXPECT_FALSE(info.guards.empty());
    EXPECT_FALSE(info.hints.empty());
    bool symbolic = false;
    for (const NodeId id : pt2.program.main().order())
        for (const ir::Dim& size : pt2.program.main()[id].val.tensor.sizes)
            symbolic = symbolic || !size.isConstant();
    EXPECT_TRUE(symbolic);
}

TEST(Pt2Reader, SharesTheStorageOfAliasedAndStridedWeights)
{
    const Pt2 pt2 = open("strided_aliased");
    std::size_t shared = 0;
    std::size_t strided = 0;
    for (const auto& [name, tensor] : *pt2.program.state) {
        strided += tensor->isContiguous() ? 0 : 1;
        for (const auto& [other, otherTensor] : *pt2.program.state)
            shared += name < other && tensor->storage == otherTensor->storage ? 1 : 0;
        EXPECT_TRUE(ir::readContiguous(*tensor).ok()) << name;
    }
    EXPECT_GT(shared, 0u);
    EXPECT_GT(strided, 0u);
    const Pt2 tied = open("tied_weights");
    std::set<const ir::Storage*> storages;
    for (const auto& [name, tensor] : *tied.program.state)
        storages.insert(tensor->storage.get());
    EXPECT_LT(storages.size(), tied.program.state->size());
}

TEST(Pt2Reader, ReadsEveryDtype)
{
    const Pt2 pt2 = open("many_dtypes");
    std::set<std::string> names;
    for (const auto& [name, tensor] : *pt2.program.state) {
        names.emplace(ir::name(tensor->dtype));
        EXPECT_TRUE(ir::readContiguous(*tensor).ok()) << name;
    }
    for (const char* dtype :
        {"float16", "bfloat16", "float64", "int8", "uint8", "int16", "int32", "bool", "float8_e4m3fn"})
        EXPECT_TRUE(names.count(dtype)) << dtype;
}

TEST(Pt2Reader, MakesSubgraphsGraphsOfTheProgram)
{
    const Pt2 pt2 = open("hop_nested_cond");
    const fx::Node& branch = node(pt2, "true_graph_0");
    EXPECT_EQ(branch.op, fx::Op::GetAttr);
    ASSERT_NE(branch.subgraph, kMainGraph);
    EXPECT_TRUE(pt2.program.graphs.contains(branch.subgraph));
    EXPECT_EQ(pt2.program.graphs.ids().size(), 5u) << "the main graph, two branches, two branches of one branch";
    EXPECT_EQ(branch.metadata(), node(pt2, "cond").metadata());
    EXPECT_EQ(node(pt2, "cond").val.kind, ir::Type::Kind::List);
}

TEST(Pt2Reader, ReadsSignaturesOfAllKinds)
{
    const Pt2 constants = open("const_scalar_inputs");
    std::size_t scalars = 0;
    for (const fx::InputSpec& input : constants.program.signature->inputs)
        scalars += input.kind == fx::InputKind::ConstantInput ? 1 : 0;
    EXPECT_EQ(scalars, 5u);
    const Pt2 buffers = open("batchnorm_train");
    EXPECT_TRUE(std::any_of(buffers.program.signature->inputs.begin(), buffers.program.signature->inputs.end(),
        [](const fx::InputSpec& input) {
            return input.kind == fx::InputKind::Buffer && input.target.find("running_mean") != std::string::npos;
        }));
    const Pt2 lifted = open("large_constant");
    EXPECT_EQ(lifted.program.signature->inputs[0].kind, fx::InputKind::ConstantTensor);
    EXPECT_TRUE(lifted.program.stateOf(lifted.program.signature->inputs[0].target));
}

TEST(Pt2Reader, ReadsMutationsAndGradients)
{
    const auto kinds = [](const Pt2& pt2) {
        std::multiset<std::string> out;
        for (const fx::OutputSpec& output : pt2.program.signature->outputs)
            out.insert(std::to_string(static_cast<int>(output.kind)) + ":" + output.target);
        return out;
    };
    EXPECT_EQ(kinds(open("made_mutations")), (std::multiset<std::string>{"0:", "2:count", "6:items_0"}));
    EXPECT_EQ(kinds(open("made_joint")), (std::multiset<std::string>{"1:", "4:linear.bias", "4:linear.weight"}));
    const Pt2 net = open("made_decomposed");
    EXPECT_EQ(net.program.info->dialect, "ATEN");
    const auto& inputs = net.program.signature->inputs;
    const auto offset =
        std::find_if(inputs.begin(), inputs.end(), [](const fx::InputSpec& input) { return input.target == "offset"; });
    ASSERT_NE(offset, inputs.end());
    EXPECT_FALSE(offset->persistent);
    EXPECT_TRUE(net.program.stateOf("offset")) << "a buffer that is not persistent lies among the constants";
}

TEST(Pt2Reader, ReadsModelsThatWereExportedWithoutWeights)
{
    for (const char* name : {"made_fake", "made_meta"}) {
        const Pt2 pt2 = open(name);
        const auto weight = pt2.program.stateOf("linear.weight");
        ASSERT_TRUE(weight) << name;
        EXPECT_EQ(weight->sizes, (std::vector<std::int64_t>{4, 4}));
        EXPECT_FALSE(weight->storage->hasData());
        EXPECT_FALSE(ir::readContiguous(*weight).ok());
        ASSERT_EQ(pt2.diagnostics.size(), 1u) << name;
        EXPECT_EQ(pt2.diagnostics[0].level, Level::Note);
        ASSERT_GE(pt2.program.info->sampleInputs.size(), 1u);
        ASSERT_TRUE(pt2.program.info->sampleInputs[0]);
        EXPECT_EQ(pt2.program.info->sampleInputs[0]->sizes, (std::vector<std::int64_t>{3, 4}));
    }
}

/// One program of the schema with one node whose inputs, outputs and other members are given.
std::string program(const std::string& inputs, const std::string& specs = "", const std::string& minor = "20",
    const std::string& outputSpec = "")
{
    const std::string meta =
        R"({"dtype": 7, "sizes": [{"as_int": 2}], "requires_grad": false, "device": {"type": "cpu", "index": null}, "strides": [{"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7})";
    return R"({"graph_module": {"graph": {"inputs": [{"as_tensor": {"name": "x"}}], "outputs": [{"as_tensor": {"name": "y"}}], "nodes": [{"target": "torch.ops.aten.foo.default", "inputs": [)" +
           inputs +
           R"(], "outputs": [{"as_tensor": {"name": "y"}}], "metadata": {}, "is_hop_single_tensor_return": null, "name": "y"}], "tensor_values": {"x": )" +
           meta + R"(, "y": )" + meta +
           R"(}, "sym_int_values": {}, "sym_bool_values": {}, "is_single_tensor_return": false, "custom_obj_values": {}, "sym_float_values": {}}, "signature": {"input_specs": [)" +
           (specs.empty() ? R"({"user_input": {"arg": {"as_tensor": {"name": "x"}}}})" : specs) +
           R"(], "output_specs": [)" +
           (outputSpec.empty() ? R"({"user_output": {"arg": {"as_tensor": {"name": "y"}}}})" : outputSpec) +
           R"(]}, "module_call_graph": [], "metadata": {}, "treespec_namedtuple_fields": {}}, "opset_version": {"aten": 10}, "range_constraints": {}, "schema_version": {"major": 8, "minor": )" +
           minor + R"(}, "verifiers": ["TRAINING"], "torch_version": "2.13.0", "guards_code": []})";
}
std::string input(const std::string& argument)
{
    return R"({"name": "a", "arg": )" + argument + R"(, "kind": 1})";
}

fx::Argument argumentOf(const std::string& argument)
{
    const auto pt2 = readPt2Json(program(input(argument)), "test.json");
    EXPECT_TRUE(pt2.ok()) << (pt2.ok() ? "" : pt2.error().message);
    if (!pt2.ok())
        return "failed";
    EXPECT_TRUE(pt2->diagnostics.empty()) << argument;
    return node(*pt2, "y").args.at(0);
}

TEST(Pt2Reader, ReadsEveryKindOfArgument)
{
    using fx::Argument;
    using List = fx::ArgumentList;
    const Argument x = argumentOf(R"({"as_tensor": {"name": "x"}})");
    ASSERT_TRUE(x.as<Value>());
    EXPECT_EQ(argumentOf(R"({"as_none": true})"), Argument());
    EXPECT_EQ(argumentOf(R"({"as_tensors": [{"name": "x"}, {"name": "x"}]})"), Argument(List{x, x}));
    EXPECT_EQ(argumentOf(R"({"as_int": 9223372036854775807})"), Argument(std::int64_t{9223372036854775807}));
    EXPECT_EQ(argumentOf(R"({"as_ints": []})"), Argument(List{}));
    EXPECT_EQ(argumentOf(R"([])"), Argument(List{})) << "a union without a field";
    EXPECT_EQ(argumentOf(R"({"as_float": "-Infinity"})"), Argument(-std::numeric_limits<double>::infinity()));
    EXPECT_EQ(argumentOf(R"({"as_floats": [1, 2.5]})"), Argument(List{1.0, 2.5}));
    EXPECT_EQ(argumentOf(R"({"as_string": "mean"})"), Argument("mean"));
    EXPECT_EQ(argumentOf(R"({"as_strings": ["a", "b"]})"), Argument(List{"a", "b"}));
    EXPECT_EQ(argumentOf(R"({"as_sym_int": {"as_name": "x"}})"), x);
    EXPECT_EQ(argumentOf(R"({"as_sym_ints": [{"as_int": 4}, {"as_name": "x"}]})"), Argument(List{4, x}));
    EXPECT_EQ(argumentOf(R"({"as_sym_float": {"as_float": 0.5}})"), Argument(0.5));
    EXPECT_EQ(argumentOf(R"({"as_sym_floats": [{"as_float": 0.5}]})"), Argument(List{0.5}));
    EXPECT_EQ(argumentOf(R"({"as_sym_bool": {"as_bool": true}})"), Argument(true));
    EXPECT_EQ(argumentOf(R"({"as_sym_bools": [{"as_bool": false}]})"), Argument(List{false}));
    EXPECT_EQ(argumentOf(R"({"as_scalar_type": 13})"), Argument(ir::DType::BFloat16));
    EXPECT_EQ(argumentOf(R"({"as_memory_format": 2})"), Argument(ir::MemoryFormat::ChannelsLast));
    EXPECT_EQ(argumentOf(R"({"as_layout": 7})"), Argument(ir::Layout::Strided));
    EXPECT_EQ(argumentOf(R"({"as_device": {"type": "cuda", "index": 1}})"), Argument(ir::Device{"cuda", 1}));
    EXPECT_EQ(argumentOf(R"({"as_bool": true})"), Argument(true));
    EXPECT_EQ(argumentOf(R"({"as_bools": [true]})"), Argument(List{true}));
    EXPECT_EQ(argumentOf(R"({"as_optional_tensors": [{"as_none": true}, {"as_tensor": {"name": "x"}}]})"),
        Argument(List{Argument(), x}));
    EXPECT_EQ(argumentOf(R"({"as_optional_tensor": {"as_tensor": {"name": "x"}}})"), x);
    EXPECT_EQ(argumentOf(R"({"as_custom_obj": {"name": "obj", "class_fqn": "a.B"}})"),
        Argument(fx::CustomObject{"obj", "a.B"}));
    EXPECT_EQ(argumentOf(R"({"as_operator": "torch.ops.aten.add.Tensor"})"),
        Argument(fx::OperatorRef{"torch.ops.aten.add.Tensor"}));
    EXPECT_EQ(argumentOf(R"({"as_complex": {"real": 1, "imag": -2.5}})"), Argument(std::complex<double>(1, -2.5)));
    EXPECT_EQ(argumentOf(R"({"as_nested_tensors": [[{"name": "x"}], []]})"),
        Argument(List{Argument(List{x}), Argument(List{})}));
    EXPECT_EQ(argumentOf(R"({"as_int_lists": [[1, 2]]})"), Argument(List{Argument(fx::ArgumentTuple{{1, 2}})}));
    EXPECT_EQ(argumentOf(R"({"as_float_lists": [[1, 2]]})"), Argument(List{Argument(List{1.0, 2.0})}));
    EXPECT_EQ(argumentOf(R"({"as_string_to_argument": {"k": {"as_int": 1}}})"), Argument(fx::ArgumentDict{{"k"}, {1}}));
}

TEST(Pt2Reader, RefusesOnlyTheNodeThatLostAnArgument)
{
    const auto pt2 = readPt2Json(program(input(R"({"as_hologram": 3})")), "test.json");
    ASSERT_TRUE(pt2.ok());
    ASSERT_EQ(pt2->diagnostics.size(), 1u);
    EXPECT_EQ(pt2->diagnostics[0].ruleId, "SL1015");
    EXPECT_EQ(pt2->diagnostics[0].level, Level::Error);
    EXPECT_EQ(pt2->diagnostics[0].locations.at(0).name, "%y");
    EXPECT_NE(pt2->diagnostics[0].message.find("as_hologram"), std::string::npos);
    EXPECT_EQ(pt2->program.main().size(), 3u) << "the graph is there to be looked at";
}

TEST(Pt2Reader, NotesUnknownMembersAndReadsOn)
{
    std::string text = program(input(R"({"as_int": 1})"));
    text.replace(text.find("\"verifiers\""), 0, "\"moon_phase\": 1, ");
    const auto pt2 = readPt2Json(text, "test.json");
    ASSERT_TRUE(pt2.ok());
    ASSERT_EQ(pt2->diagnostics.size(), 1u);
    EXPECT_EQ(pt2->diagnostics[0].ruleId, "SL1006");
    EXPECT_EQ(pt2->diagnostics[0].level, Level::Warning);
    EXPECT_NE(pt2->diagnostics[0].message.find("moon_phase"), std::string::npos);
}

TEST(Pt2Reader, ReadsAllKindsOfSignatureEntries)
{
    const auto inputKind = [](const std::string& spec) {
        const auto pt2 = readPt2Json(program(input(R"({"as_int": 1})"), spec), "test.json");
        EXPECT_TRUE(pt2.ok()) << (pt2.ok() ? "" : pt2.error().message);
        return pt2.ok() ? pt2->program.signature->inputs.at(0) : fx::InputSpec{};
    };
    EXPECT_EQ(inputKind(R"({"parameter": {"arg": {"name": "x"}, "parameter_name": "w"}})").target, "w");
    EXPECT_EQ(
        inputKind(R"({"buffer": {"arg": {"name": "x"}, "buffer_name": "b", "persistent": false}})").persistent, false);
    EXPECT_EQ(inputKind(R"({"tensor_constant": {"arg": {"name": "x"}, "tensor_constant_name": "c"}})").kind,
        fx::InputKind::ConstantTensor);
    EXPECT_EQ(inputKind(R"({"custom_obj": {"arg": {"name": "x", "class_fqn": "A"}, "custom_obj_name": "o"}})").kind,
        fx::InputKind::CustomObj);
    EXPECT_EQ(inputKind(R"({"token": {"arg": {"name": "x"}}})").kind, fx::InputKind::Token);
    EXPECT_EQ(
        inputKind(R"({"constant_input": {"name": "x", "value": {"as_float": 2.5}}})").constant, fx::Argument(2.5));
    const auto outputKind = [](const std::string& spec) {
        const auto pt2 = readPt2Json(program(input(R"({"as_int": 1})"), "", "20", spec), "test.json");
        EXPECT_TRUE(pt2.ok()) << (pt2.ok() ? "" : pt2.error().message);
        return pt2.ok() ? pt2->program.signature->outputs.at(0) : fx::OutputSpec{};
    };
    EXPECT_EQ(outputKind(R"({"loss_output": {"arg": {"name": "y"}}})").kind, fx::OutputKind::LossOutput);
    EXPECT_EQ(outputKind(R"({"buffer_mutation": {"arg": {"name": "y"}, "buffer_name": "b"}})").target, "b");
    EXPECT_EQ(outputKind(R"({"parameter_mutation": {"arg": {"name": "y"}, "parameter_name": "p"}})").kind,
        fx::OutputKind::ParameterMutation);
    EXPECT_EQ(outputKind(R"({"gradient_to_parameter": {"arg": {"name": "y"}, "parameter_name": "p"}})").kind,
        fx::OutputKind::GradientToParameter);
    EXPECT_EQ(outputKind(R"({"gradient_to_user_input": {"arg": {"name": "y"}, "user_input_name": "x"}})").target, "x");
    EXPECT_EQ(outputKind(R"({"user_input_mutation": {"arg": {"name": "y"}, "user_input_name": "x"}})").kind,
        fx::OutputKind::UserInputMutation);
    EXPECT_EQ(outputKind(R"({"token": {"arg": {"name": "y"}}})").kind, fx::OutputKind::Token);
    EXPECT_EQ(outputKind(R"({"user_output": {"arg": {"as_int": 3}}})").value, fx::Argument(3));
}

TEST(Pt2Reader, ReadsThePreservedSignaturesOfSubmodules)
{
    const Pt2 pt2 = open("preserved_submodule_signature");
    std::size_t preserved = 0;
    for (const fx::ModuleCall& call : pt2.program.info->moduleCalls) {
        if (call.fqn.empty() || call.outputs.empty())
            continue;
        ++preserved;
        for (const std::string& name : call.outputs)
            EXPECT_NE(fx::findByName(pt2.program.main(), name), kNoNode) << call.fqn << ' ' << name;
    }
    EXPECT_GT(preserved, 0u);
}

TEST(Pt2Reader, BindsArgumentsBySchemaWhereOlderFilesDoNotSayTheirKind)
{
    // Schema 8.2: inputs without kind, nodes without name, as_none: [].
    std::string text = program(
        R"({"name": "self", "arg": {"as_tensor": {"name": "x"}}}, {"name": "other", "arg": {"as_tensor": {"name": "x"}}},
                                  {"name": "alpha", "arg": {"as_float": 2}})",
        "", "2");
    text.replace(text.find("aten.foo.default"), 16, "aten.add.Tensor");
    const std::string newer = R"(, "is_hop_single_tensor_return": null, "name": "y")";
    text.erase(text.find(newer), newer.size());
    const auto pt2 = readPt2Json(text, "old.json");
    ASSERT_TRUE(pt2.ok()) << pt2.error().message;
    const fx::Node& add = node(*pt2, "y");
    EXPECT_EQ(add.args.size(), 2u);
    ASSERT_EQ(add.kwargs.size(), 1u);
    EXPECT_EQ(add.kwargs[0].first, "alpha");
    EXPECT_TRUE(pt2->diagnostics.empty());
}

TEST(Pt2Reader, ReadsHistoryAndCustomMetadata)
{
    std::string text = program(input(R"({"as_int": 1})"));
    const std::string metadata =
        R"("metadata": {"custom": "{\"stage\": 1}", "from_node": "[{\"name\": \"add\", \"target\": \"aten.add\", \"graph_id\": 1, \"pass_name\": \"p\", \"action\": \"CREATE\", \"from_node\": [{\"name\": \"z\", \"target\": \"t\", \"pass_name\": \"\", \"action\": \"\", \"from_node\": []}]}]", "nn_module_stack": "k,p[0],t(a,b);k@1,q,u"})";
    text.replace(text.find("\"metadata\": {}"), 14, metadata);
    const auto pt2 = readPt2Json(text, "test.json");
    ASSERT_TRUE(pt2.ok()) << pt2.error().message;
    const fx::NodeMeta& meta = node(*pt2, "y").metadata();
    ASSERT_EQ(meta.custom.size(), 1u);
    EXPECT_EQ(meta.custom[0].second, "{\"stage\": 1}");
    ASSERT_EQ(meta.from_node.size(), 2u);
    EXPECT_EQ(meta.from_node[0], (fx::NodeSource{"add", "aten.add", "p", "CREATE", kNoNode}));
    EXPECT_EQ(meta.from_node[1].name, "z");
    ASSERT_EQ(meta.nn_module_stack.size(), 2u);
    EXPECT_EQ(meta.nn_module_stack[0], (fx::ModuleFrame{"k", "p[0]", "t(a,b)"}));
    EXPECT_EQ(meta.nn_module_stack[1].key, "k@1");
}

TEST(Pt2Reader, ReadsTheTwoOlderLayouts)
{
    for (const char* name : {"legacy_flat_zip", "legacy_pickled_weights"}) {
        const Pt2 pt2 = open(name);
        const auto weight = pt2.program.stateOf("0.weight");
        ASSERT_TRUE(weight) << name;
        EXPECT_EQ(valuesOf<float>(*weight).size(), static_cast<std::size_t>(weight->elementCount()));
        EXPECT_EQ(pt2.program.info->sampleInputs.size(), 1u);
        EXPECT_TRUE(pt2.diagnostics.empty());
    }
}

TEST(Pt2Reader, GivesProgramsThatLintFindsSound)
{
    for (const auto& entry :
        std::filesystem::directory_iterator(std::string(SIDELIGHT_SOURCE_DIR) + "/tests/fixtures/pt2")) {
        if (entry.path().extension() != ".pt2" || entry.path().stem() == "broken_interrupted_save")
            continue;
        const auto pt2 = readPt2(entry.path());
        ASSERT_TRUE(pt2.ok()) << entry.path() << pt2.error().message;
        for (const Diagnostic& diagnostic : fx::lint(pt2->program))
            ADD_FAILURE() << entry.path() << ": " << diagnostic.message;
    }
}

TEST(Pt2Reader, LeavesOutSampleInputsOfUnknownClasses)
{
    const Pt2 pt2 = open("pytree_io");
    EXPECT_TRUE(pt2.program.info->sampleInputs.empty());
    ASSERT_EQ(pt2.diagnostics.size(), 1u);
    EXPECT_EQ(pt2.diagnostics[0].ruleId, "SL1011");
    EXPECT_EQ(pt2.diagnostics[0].level, Level::Note);
    EXPECT_NE(pt2.diagnostics[0].message.find("__main__.Point"), std::string::npos);
}

} // namespace
} // namespace sidelight::io
