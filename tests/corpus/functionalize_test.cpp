// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that write in place, exported and run: user outputs, then mutated buffers and inputs, against eager
// PyTorch's.
#include "tests/corpus/runner.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sidelight::corpus {
namespace {

namespace fs = std::filesystem;

TEST(Functionalization, IsEqualToPyTorchInEachCase)
{
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(fs::path(SIDELIGHT_SOURCE_DIR) / "tests/fixtures/functionalize"))
        folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    EXPECT_GE(folders.size(), 24u);
    runtime::EvaluatorOptions options;
    options.program = SIDELIGHT_EVALUATOR_PROGRAM;
    runtime::EvaluatorClient evaluator(options);
    for (const fs::path& folder : folders) {
        const CaseResult result = runCase(folder, {}, evaluator);
        EXPECT_TRUE(result.exported && result.valid && result.equal && !result.skipped)
            << result.name << ": " << result.reason;
    }
}

} // namespace
} // namespace sidelight::corpus
