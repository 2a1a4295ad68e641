// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::support {

/// SARIF 2.1.0 §3.27.10 levels, in rising severity.
enum class Level : std::uint8_t { None, Note, Warning, Error };

/// A SARIF reporting descriptor (§3.49). `id` is stable, `name` is kebab-case; torch.onnx's FXE ids changed meaning once, so both count.
struct Rule {
    std::string_view id;
    std::string_view name;
    std::string_view summary;
    std::string_view help;
    Level level;
};

/// Where a diagnostic points: a node (logical location) and, where known, the Python or file position (physical location).
struct Location {
    std::string name;      ///< Text of a NodePath (`layers_1/attn/%add_3`), an archive entry, a tensor, or a file.
    std::string kind;      ///< "fx-node", "onnx-node", "entry", "tensor", "file", "argument".
    std::string file;      ///< Source or data file; empty when unknown.
    std::int64_t line = 0; ///< 1-based; 0 when unknown.
    std::string function;  ///< Enclosing Python function; may be empty.
    std::string code;      ///< The source line itself; may be empty.

    friend bool operator==(const Location&, const Location&) = default;
};

/// What the user can do about it.
struct Fix {
    std::string description;

    friend bool operator==(const Fix&, const Fix&) = default;
};

/// One finding. The message says what, where and what to do, in English (SARIF must be searchable).
struct Diagnostic {
    std::string ruleId;
    std::string ruleName;
    Level level = Level::Error;
    std::string message;
    std::vector<Location> locations;
    std::vector<Fix> fixes;

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Makes a diagnostic of `rule` at the rule's own level.
Diagnostic diagnose(const Rule& rule, std::string message, std::vector<Location> locations = {});

/// Returns "error", "warning", "note" or "none".
std::string_view levelName(Level level);

/// Returns one line for a terminal: `error FXE0011 name: message [at %node, model.py:88]`. Control characters are escaped.
std::string toText(const Diagnostic& diagnostic);

/// Findings of one operation, in order.
class DiagnosticLog {
public:
    void append(Diagnostic diagnostic);
    void append(std::vector<Diagnostic> diagnostics);
    [[nodiscard]] bool hasErrors() const;
    [[nodiscard]] const std::vector<Diagnostic>& entries() const { return entries_; }
    [[nodiscard]] std::vector<Diagnostic> take() { return std::move(entries_); }

private:
    std::vector<Diagnostic> entries_;
};

} // namespace sidelight::support
