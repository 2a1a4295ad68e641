// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::support::json {

class Value;
using Array = std::vector<Value>;
using Member = std::pair<std::string, Value>;
/// Members in document order; duplicate keys are refused on reading.
using Object = std::vector<Member>;

/// A JSON value. Integers keep 64 bits; other numbers are doubles.
class Value {
public:
    using Content = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    Value() : content_(nullptr) {}
    Value(std::nullptr_t) : content_(nullptr) {}
    Value(bool value) : content_(value) {}
    Value(std::int64_t value) : content_(value) {}
    Value(int value) : content_(static_cast<std::int64_t>(value)) {}
    Value(std::size_t value) : content_(static_cast<std::int64_t>(value)) {}
    Value(double value) : content_(value) {}
    Value(std::string value) : content_(std::move(value)) {}
    Value(std::string_view value) : content_(std::string(value)) {}
    Value(const char* value) : content_(std::string(value)) {}
    Value(Array value) : content_(std::move(value)) {}
    Value(Object value) : content_(std::move(value)) {}

    [[nodiscard]] bool isNull() const { return content_.index() == 0; }
    [[nodiscard]] const bool* asBool() const { return std::get_if<bool>(&content_); }
    [[nodiscard]] const std::int64_t* asInteger() const { return std::get_if<std::int64_t>(&content_); }
    [[nodiscard]] const double* asDouble() const { return std::get_if<double>(&content_); }
    [[nodiscard]] const std::string* asString() const { return std::get_if<std::string>(&content_); }
    [[nodiscard]] const Array* asArray() const { return std::get_if<Array>(&content_); }
    [[nodiscard]] const Object* asObject() const { return std::get_if<Object>(&content_); }
    /// The member `key` of an object, or null.
    [[nodiscard]] const Value* find(std::string_view key) const;
    [[nodiscard]] const Content& content() const { return content_; }

private:
    Content content_;
};

/// Parses strict JSON text (UTF-8). Fails with SL1005 (position and reason), or SL1009 over 512 levels. `origin` names the text in the message.
Result<Value> parse(std::string_view text, std::string_view origin);

/// Prints JSON; `indent` < 0 gives one line. Non-finite doubles print as the strings "Infinity", "-Infinity", "NaN".
std::string print(const Value& value, int indent = -1);

} // namespace sidelight::support::json

namespace sidelight {
namespace json = support::json;
} // namespace sidelight
