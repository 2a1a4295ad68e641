// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// What needs Qt is a program of its own, sidelight-window beside this one: loading Qt's libraries takes longer than most exports.
#include "app/commands.h"
#include "app/window.h"
#include "core/support/program_folder.h"
#include "core/support/text.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace sidelight::app {
namespace {

/// Becomes sidelight-window with the same arguments; returns only when it cannot be started.
Exit becomeWindow(const Arguments& arguments)
{
    const std::filesystem::path program = support::programFolder() / "sidelight-window";
    std::vector<std::string> words{"sidelight"};
    words.insert(words.end(), arguments.words.begin(), arguments.words.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    const std::string reason = std::generic_category().message(errno);
    std::fprintf(stderr,
        "sidelight: %s, which draws and opens windows, cannot be started: %s. Build it with -DSIDELIGHT_BUILD_VIEWS=ON; "
        "the other commands (see 'sidelight --help') work without it\n",
        support::plainText(program.string()).c_str(), reason.c_str());
    return Exit::Errors;
}

} // namespace

Exit runRender(const Arguments& arguments)
{
    return becomeWindow(arguments);
}

int runWindow(int, char**, const Arguments& arguments)
{
    return static_cast<int>(becomeWindow(arguments));
}

} // namespace sidelight::app
