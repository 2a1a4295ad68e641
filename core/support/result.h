// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace sidelight::support {

/// A value, or the diagnostic that says why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Diagnostic error) : content_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() & { assert(ok()); return *std::get_if<0>(&content_); }
    [[nodiscard]] const T& value() const& { assert(ok()); return *std::get_if<0>(&content_); }
    [[nodiscard]] T&& value() && { assert(ok()); return std::move(*std::get_if<0>(&content_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    [[nodiscard]] const Diagnostic& error() const { assert(!ok()); return *std::get_if<1>(&content_); }

private:
    std::variant<T, Diagnostic> content_;
};

/// Success, or the diagnostic that says what failed.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Diagnostic error) : error_(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Diagnostic& error() const { assert(!ok()); return *error_; }

private:
    std::optional<Diagnostic> error_;
};

using Status = Result<void>;

} // namespace sidelight::support

namespace sidelight {
using support::Diagnostic;
using support::DiagnosticLog;
using support::Level;
using support::Result;
using support::Status;
} // namespace sidelight
