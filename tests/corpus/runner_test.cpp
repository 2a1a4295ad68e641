// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/npz.h"
#include "tests/corpus/runner.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace sidelight::corpus {
namespace {

namespace fs = std::filesystem;

/// A case folder made of the bundled perceptron and the numbers that PyTorch computed for it.
class RunCase : public ::testing::Test {
protected:
    RunCase()
    {
        runtime::EvaluatorOptions options;
        options.program = SIDELIGHT_EVALUATOR_PROGRAM;
        evaluator_ = std::make_unique<runtime::EvaluatorClient>(options);
        const fs::path source = SIDELIGHT_SOURCE_DIR;
        fs::copy_file(source / "resources/samples/mlp.pt2", folder_.path() / "model.pt2");
        const auto numbers = io::readNpz(source / "tests/fixtures/samples/mlp.0.npz");
        for (const auto& [name, tensor] : *numbers)
            (name.rfind("in:", 0) == 0 ? inputs_ : expected_).emplace_back("000", tensor);
        EXPECT_TRUE(io::writeNpz(folder_.path() / "inputs.npz", inputs_).ok());
        EXPECT_TRUE(io::writeNpz(folder_.path() / "expected.npz", expected_).ok());
    }

    testing::TemporaryFolder folder_;
    std::unique_ptr<runtime::EvaluatorClient> evaluator_;
    io::Arrays inputs_;
    io::Arrays expected_;
};

TEST_F(RunCase, IsEqualToPyTorch)
{
    const CaseResult result = runCase(folder_.path(), {}, *evaluator_);
    EXPECT_TRUE(result.exported && result.valid && result.equal) << result.reason;
}

TEST_F(RunCase, GoesRedOnAPlantedWrongOutput)
{
    const ir::Tensor& right = expected_.front().second;
    auto bytes = ir::readContiguous(right);
    ASSERT_TRUE(bytes.ok());
    (*bytes)[bytes->size() - 1] = std::byte{0x41}; // The last number becomes about 8 to 32.
    expected_.front().second = ir::Tensor::fromBytes(right.dtype, right.sizes, *bytes);
    ASSERT_TRUE(io::writeNpz(folder_.path() / "expected.npz", expected_).ok());
    const CaseResult result = runCase(folder_.path(), {}, *evaluator_);
    EXPECT_TRUE(result.exported && result.valid);
    EXPECT_FALSE(result.equal);
    EXPECT_NE(result.reason.find("SL5001"), std::string::npos) << result.reason;
}

TEST_F(RunCase, GoesRedWhenAnOutputIsMissing)
{
    expected_.push_back(expected_.front());
    expected_.back().first = "001";
    ASSERT_TRUE(io::writeNpz(folder_.path() / "expected.npz", expected_).ok());
    EXPECT_FALSE(runCase(folder_.path(), {}, *evaluator_).equal);
}

TEST_F(RunCase, SaysWhyAModelDoesNotOpen)
{
    fs::resize_file(folder_.path() / "model.pt2", 4000);
    const CaseResult result = runCase(folder_.path(), {}, *evaluator_);
    EXPECT_FALSE(result.exported);
    EXPECT_NE(result.reason.find("SL1002"), std::string::npos) << result.reason;
}

} // namespace
} // namespace sidelight::corpus
