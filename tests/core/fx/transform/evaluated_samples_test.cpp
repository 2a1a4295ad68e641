// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The samples, run by libtorch call by call, against the evaluator's own run of the whole program.

#include "core/fx/transform/evaluator_interpreter.h"
#include "core/io/pt2_reader.h"
#include "core/runtime/compare.h"
#include "core/runtime/evaluator_client.h"
#include "core/runtime/inputs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace sidelight::fx::testing {
namespace {

TEST(EvaluatorInterpreter, GivesEachSampleToTheBitWhatTheWholeProgramGives)
{
    runtime::EvaluatorClient evaluator;
    for (const std::string name : {"mlp", "gpt"}) {
        SCOPED_TRACE(name);
        const auto read = io::readPt2(std::filesystem::path(SIDELIGHT_SOURCE_DIR) / "resources/samples" / (name + ".pt2"));
        ASSERT_TRUE(read.ok());
        const auto inputs = runtime::sampleInputs(read->program);
        ASSERT_TRUE(inputs.ok()) << inputs.error().message;
        const auto whole = evaluator.runProgram(read->program, *inputs);
        ASSERT_TRUE(whole.ok()) << whole.error().message;
        std::vector<Tensors> values;
        for (const ir::Tensor& input : *inputs)
            values.push_back({input});
        const auto outputs = EvaluatorInterpreter(read->program, evaluator).run(std::move(values));
        ASSERT_TRUE(outputs.ok()) << outputs.error().message;
        ASSERT_EQ(outputs->size(), whole->outputs.size());
        for (std::size_t at = 0; at < outputs->size(); ++at) {
            ASSERT_EQ((*outputs)[at].size(), 1U);
            const auto compared = runtime::compare((*outputs)[at].front(), whole->outputs[at], runtime::Tolerance::Exact);
            ASSERT_TRUE(compared.ok());
            EXPECT_TRUE(compared->equal) << compared->reason;
        }
    }
}

} // namespace
} // namespace sidelight::fx::testing
