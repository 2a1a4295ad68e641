// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"
#include "app/commands.h"
#include "app/window.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <variant>

namespace {

using namespace sidelight;

app::Exit run(const app::Arguments& arguments, int argc, char** argv)
{
    switch (arguments.command) {
    case app::Command::Help:
        std::fputs(arguments.text.c_str(), stdout);
        return app::Exit::Fine;
    case app::Command::Export:
        return app::runExport(arguments);
    case app::Command::Print:
        return app::runPrint(arguments);
    case app::Command::Info:
        return app::runInfo(arguments);
    case app::Command::Passes:
        return app::runPasses(arguments);
    case app::Command::Render:
        return app::runRender(arguments);
    case app::Command::Verify:
        return app::runVerify(arguments);
    case app::Command::Bisect:
        return app::runBisect(arguments);
    case app::Command::Reduce:
        return app::runReduce(arguments);
    case app::Command::Ops:
        return app::runOps(arguments);
    case app::Command::Window:
        break;
    }
    return static_cast<app::Exit>(app::runWindow(argc, argv, arguments));
}

/// Parses, runs, and flushes standard output, whose failure is an error too.
app::Exit runCommandLine(int argc, char** argv)
{
    // A closed pipe and a full quota are errors that are told, not the end of the program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    const auto parsed = app::parseCommandLine(argc, argv);
    if (const auto* error = std::get_if<app::UsageError>(&parsed)) {
        std::fprintf(stderr, "sidelight: %s\n", error->message.c_str());
        return app::Exit::Usage;
    }
    const app::Exit result = run(std::get<app::Arguments>(parsed), argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        if (errno != EPIPE) // Whoever read it has seen enough.
            std::fputs("sidelight: standard output could not be written\n", stderr);
        return app::Exit::Errors;
    }
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    const int code = static_cast<int>(runCommandLine(argc, argv));
#ifndef __SANITIZE_ADDRESS__ // Its search for leaks runs at the end of main.
    // All that has an effect is closed by now; to take onnx's schemas apart again would cost a small export a fifth of its time.
    std::_Exit(code);
#endif
    return code;
}
