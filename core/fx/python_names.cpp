// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fx/python_names.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sidelight::fx {
namespace {

/// Keywords and builtins of Python 3.11 and the names that torch.fx reserves, sorted.
constexpr auto kIllegalNames = std::to_array<std::string_view>({
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BaseException",
    "BaseExceptionGroup",
    "BlockingIOError",
    "BrokenPipeError",
    "BufferError",
    "BytesWarning",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "DeprecationWarning",
    "EOFError",
    "Ellipsis",
    "EncodingWarning",
    "EnvironmentError",
    "Exception",
    "ExceptionGroup",
    "False",
    "FileExistsError",
    "FileNotFoundError",
    "FloatingPointError",
    "FutureWarning",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "ImportWarning",
    "IndentationError",
    "IndexError",
    "InterruptedError",
    "IsADirectoryError",
    "KeyError",
    "KeyboardInterrupt",
    "LookupError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "None",
    "NoneType",
    "NotADirectoryError",
    "NotImplemented",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "PendingDeprecationWarning",
    "PermissionError",
    "ProcessLookupError",
    "RecursionError",
    "ReferenceError",
    "ResourceWarning",
    "RuntimeError",
    "RuntimeWarning",
    "StopAsyncIteration",
    "StopIteration",
    "SyntaxError",
    "SyntaxWarning",
    "SystemError",
    "SystemExit",
    "TabError",
    "TimeoutError",
    "True",
    "TypeError",
    "UnboundLocalError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnicodeTranslateError",
    "UnicodeWarning",
    "UserWarning",
    "ValueError",
    "Warning",
    "ZeroDivisionError",
    "__build_class__",
    "__debug__",
    "__doc__",
    "__import__",
    "__loader__",
    "__name__",
    "__package__",
    "__spec__",
    "abs",
    "aiter",
    "all",
    "and",
    "anext",
    "any",
    "as",
    "ascii",
    "assert",
    "async",
    "await",
    "bin",
    "bool",
    "break",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "class",
    "classmethod",
    "compile",
    "complex",
    "continue",
    "copyright",
    "credits",
    "def",
    "del",
    "delattr",
    "device",
    "dict",
    "dir",
    "divmod",
    "elif",
    "else",
    "enumerate",
    "eval",
    "except",
    "exec",
    "exit",
    "filter",
    "finally",
    "float",
    "for",
    "format",
    "from",
    "frozenset",
    "fx_pytree",
    "getattr",
    "global",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "if",
    "import",
    "in",
    "inf",
    "input",
    "int",
    "is",
    "isinstance",
    "issubclass",
    "iter",
    "lambda",
    "len",
    "license",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "nan",
    "next",
    "nonlocal",
    "not",
    "object",
    "oct",
    "open",
    "or",
    "ord",
    "pass",
    "pow",
    "print",
    "property",
    "pytree",
    "quit",
    "raise",
    "range",
    "repr",
    "return",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "torch",
    "try",
    "tuple",
    "type",
    "vars",
    "while",
    "with",
    "yield",
    "zip",
});
constexpr auto kKeywords = std::to_array<std::string_view>({
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
});

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}
bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}
bool isLegal(char c)
{
    return isDigit(c) || isLower(c) || isUpper(c) || c == '_';
}

bool isIdentifier(std::string_view name)
{
    return !name.empty() && !isDigit(name.front()) && std::all_of(name.begin(), name.end(), isLegal);
}

/// Each run of illegal characters becomes one underscore.
std::string replaceIllegal(std::string_view name)
{
    std::string out;
    bool inRun = false;
    for (const char c : name) {
        if (isLegal(c))
            out += c;
        else if (!inRun)
            out += '_';
        inRun = !isLegal(c);
    }
    return out;
}

/// Splits `relu_12` into `relu` and `12` as `^([a-zA-Z_][0-9a-zA-Z_]*?)(?:_(\d+))?$` does.
std::pair<std::string, std::string> splitNumber(const std::string& name)
{
    std::size_t digits = name.size();
    while (digits > 0 && isDigit(name[digits - 1]))
        --digits;
    if (digits == name.size() || digits < 2 || name[digits - 1] != '_')
        return {name, {}};
    return {name.substr(0, digits - 1), name.substr(digits)};
}

} // namespace

std::string Namespace::create(std::string candidate)
{
    if (!isIdentifier(candidate)) {
        candidate = replaceIllegal(candidate);
        if (candidate.empty())
            candidate = "_unnamed";
        if (isDigit(candidate.front()))
            candidate.insert(candidate.begin(), '_');
    }
    const auto [base, suffix] = splitNumber(candidate);
    std::int64_t number = 0;
    const bool fits = std::from_chars(suffix.data(), suffix.data() + suffix.size(), number).ec == std::errc{};
    if (suffix.empty() || !fits || used_.count(candidate) != 0) {
        number = baseCount_[base];
        if (std::binary_search(kIllegalNames.begin(), kIllegalNames.end(), candidate))
            candidate = concat(base, '_', ++number);
    }
    while (used_.count(candidate) != 0)
        candidate = concat(base, '_', ++number);
    used_.insert(candidate);
    baseCount_[base] = number;
    return candidate;
}

std::string targetToName(std::string_view target)
{
    std::string_view name = target;
    constexpr std::string_view kOps = "torch.ops.";
    constexpr std::string_view kHigherOrder = "torch.ops.higher_order.";
    const auto lastDot = target.rfind('.');
    if (support::startsWith(target, kOps) && !support::startsWith(target, kHigherOrder)) {
        // An overload's __name__ has its operator in front: "add.Tensor".
        const auto previous =
            lastDot == std::string_view::npos || lastDot == 0 ? std::string_view::npos : target.rfind('.', lastDot - 1);
        if (previous != std::string_view::npos)
            name = target.substr(previous + 1);
    } else if (lastDot != std::string_view::npos) {
        name = target.substr(lastDot + 1);
    }
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (i > 0 && isUpper(name[i]) && isLower(name[i - 1]))
            out += '_';
        out += isUpper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
    }
    return out;
}

bool isKeyword(std::string_view name)
{
    return std::binary_search(kKeywords.begin(), kKeywords.end(), name);
}

} // namespace sidelight::fx
