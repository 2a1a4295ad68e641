// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/process.h"

#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sidelight::testing {
namespace {

[[noreturn]] void runChild(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                           const std::filesystem::path& out, const std::filesystem::path& error)
{
    for (const auto& [name, value] : environment)
        setenv(name.c_str(), value.c_str(), 1);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    signal(SIGXFSZ, SIG_DFL); // An ignored signal would stay so.
    std::vector<char*> argv;
    for (const std::string& word : words)
        argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
}

} // namespace

ProcessResult runProcess(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment)
{
    const TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0)
        runChild(words, environment, folder / "out", folder / "error");
    int status = 0;
    waitpid(child, &status, 0);
    ProcessResult result;
    result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = contentOf(folder / "out");
    result.error = contentOf(folder / "error");
    return result;
}

} // namespace sidelight::testing
