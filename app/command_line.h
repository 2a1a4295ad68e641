// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sidelight::app {

/// Exit codes of every command.
enum class Exit : int { Fine = 0, Errors = 1, Usage = 2 };

enum class Command : std::uint8_t { Window, Export, Print, Info, Passes, Render, Verify, Bisect, Reduce, Ops, Help };
enum class GraphKind : std::uint8_t { Fx, Onnx };

/// Everything the command line said, checked for form. Fields that a command does not have keep their defaults.
struct Arguments {
    Command command = Command::Window;
    std::vector<std::string> words; ///< As given, without the program's name.
    std::string text;               ///< Help: what to print.
    std::vector<std::filesystem::path> models;
    session::OpenOptions open;
    bool json = false;

    // export
    std::filesystem::path output;
    std::filesystem::path saveTest; ///< `passes`: where --pass is written as a test.
    std::string weights = "embed";
    bool force = false;
    std::filesystem::path sarif;

    // print, render
    GraphKind graph = GraphKind::Fx;
    std::string format = "graph";
    std::optional<std::string> after; ///< Pass id.

    // render
    std::vector<std::string> expand; ///< Module paths, function names, or "all".
    bool dark = false;

    // passes, bisect, reduce
    std::string pass;    ///< Pass id; empty: all.
    std::string explain; ///< Pass id.
    std::string trace;   ///< "json" or empty.
    bool coverage = false;
    bool replay = false;
    bool preset = false;
    std::string check; ///< "lint", "equal" or a shell command.

    // verify
    bool eachPass = false;
    std::filesystem::path inputs;
    std::filesystem::path expected;
    std::filesystem::path onnx;

    // window
    std::filesystem::path grab;
    std::vector<std::string> actions;
};

/// Wrong use: what to print on stderr (exit 2).
struct UsageError {
    std::string message;
};

/// Parses a command line; argv[0] is the program.
std::variant<Arguments, UsageError> parseCommandLine(int argc, const char* const* argv);

} // namespace sidelight::app
