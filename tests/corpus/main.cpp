// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// The case runner: sidelight-corpus DIR... [--opset N] [--functions LEVEL] [--passes FILE] [--jobs N]. A folder with a model.pt2 is a case; other folders are searched
// for cases one level down. Prints a table of what failed and the line CORPUS; exits with 1 when a case is not equal.
#include "core/support/file.h"
#include "core/support/text.h"
#include "tests/corpus/runner.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>

namespace sidelight::corpus {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::vector<fs::path> cases;
    RunnerOptions options;
    unsigned jobs = 1;
};

void addCases(const fs::path& folder, std::vector<fs::path>& cases)
{
    if (fs::exists(folder / "model.pt2")) {
        cases.push_back(folder);
        return;
    }
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_directory() && fs::exists(entry.path() / "model.pt2"))
            cases.push_back(entry.path());
}

[[noreturn]] void usage(const char* why)
{
    std::fprintf(stderr, "sidelight-corpus: %s\nUsage: sidelight-corpus DIR... [--opset N] [--functions none|operator|module|both] [--passes FILE] [--jobs N]\n", why);
    std::exit(2);
}

Settings parse(int argc, char** argv)
{
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.rfind("--", 0) != 0) {
            addCases(word, settings.cases);
            continue;
        }
        if (i + 1 == argc)
            usage(concat(word, " needs a value").c_str());
        const std::string value = argv[++i];
        if (word == "--opset") {
            settings.options.open.opset = std::atoll(value.c_str());
            if (settings.options.open.opset < 18 || settings.options.open.opset > session::newestOpset())
                usage("--opset is 18 to onnx's newest");
        } else if (word == "--functions") {
            const auto level = lowering::functionLevelFromName(value);
            if (!level)
                usage("--functions is none, operator, module or both");
            settings.options.open.functions = *level;
        } else if (word == "--passes") {
            const auto text = support::readText(value);
            auto pipeline = text ? session::readPipeline(*text, value) : Result<session::Pipeline>(text.error());
            if (!pipeline)
                usage(pipeline.error().message.c_str());
            settings.options.open.pipeline = std::make_shared<const session::Pipeline>(std::move(*pipeline));
        } else if (word == "--jobs") {
            settings.jobs = static_cast<unsigned>(std::max(1, std::atoi(value.c_str())));
        } else {
            usage(concat("unknown option ", word).c_str());
        }
    }
    if (settings.cases.empty())
        usage("no folder with a model.pt2 was given");
    std::sort(settings.cases.begin(), settings.cases.end());
    return settings;
}

std::vector<CaseResult> runAll(const Settings& settings)
{
    std::vector<CaseResult> results(settings.cases.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        runtime::EvaluatorClient evaluator;
        for (std::size_t i = next++; i < results.size(); i = next++)
            results[i] = runCase(settings.cases[i], settings.options, evaluator);
    };
    std::vector<std::thread> threads;
    for (unsigned job = 1; job < settings.jobs; ++job)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads)
        thread.join();
    return results;
}

int print(const std::vector<CaseResult>& results)
{
    std::size_t total = 0;
    std::size_t exported = 0;
    std::size_t valid = 0;
    std::size_t equal = 0;
    for (const CaseResult& result : results) {
        if (result.skipped)
            continue;
        ++total;
        exported += result.exported ? 1 : 0;
        valid += result.valid ? 1 : 0;
        equal += result.equal ? 1 : 0;
        const char* stage = result.equal ? "equal" : result.valid ? "DIFFERS" : result.exported ? "INVALID" : "refused";
        if (!result.equal)
            std::printf("%-8s %-44s %s\n", stage, result.name.c_str(), support::plainText(result.reason).c_str());
    }
    std::printf("CORPUS exported %zu/%zu valid %zu/%zu equal %zu/%zu\n", exported, total, valid, total, equal, total);
    return equal == total ? 0 : 1;
}

} // namespace
} // namespace sidelight::corpus

int main(int argc, char** argv)
{
    const auto settings = sidelight::corpus::parse(argc, argv);
    return sidelight::corpus::print(sidelight::corpus::runAll(settings));
}
