// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/support/json.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sidelight::support::json {

namespace {

constexpr std::size_t kDeepest = 512;

/// Reads characters and tells how many were read, so that messages can name the offset.
class CountingIterator {
public:
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++()
    {
        *reached_ = ++at_;
        return *this;
    }
    CountingIterator operator++(int)
    {
        CountingIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const CountingIterator& left, const CountingIterator& right) { return left.at_ == right.at_; }

private:
    const char* at_;
    const char** reached_;
};

/// Builds values from the parser's events, with a stack of its own instead of recursion.
class Builder {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return add(Value()); }
    bool boolean(bool value) { return add(Value(value)); }
    bool number_integer(number_integer_t value) { return add(Value(std::int64_t{value})); }
    bool number_unsigned(number_unsigned_t value)
    {
        if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
            return add(Value(static_cast<double>(value)));
        return add(Value(static_cast<std::int64_t>(value)));
    }
    bool number_float(number_float_t value, const string_t&) { return add(Value(value)); }
    bool string(string_t& value) { return add(Value(std::move(value))); }
    bool binary(binary_t&) { return false; }
    bool start_object(std::size_t) { return open(false); }
    bool key(string_t& name)
    {
        levels_.back().key = std::move(name);
        return true;
    }
    bool end_object()
    {
        Level level = std::move(levels_.back());
        levels_.pop_back();
        if (const std::string* twice = duplicate(level.members)) {
            error_ = diagnose(rules::kJsonInvalid, concat("duplicate key ", pythonString(*twice)));
            return false;
        }
        return add(Value(std::move(level.members)));
    }
    bool start_array(std::size_t) { return open(true); }
    bool end_array()
    {
        Level level = std::move(levels_.back());
        levels_.pop_back();
        return add(Value(std::move(level.items)));
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& exception)
    {
        error_ = diagnose(rules::kJsonInvalid, reasonOf(exception.what()));
        return false;
    }

    [[nodiscard]] const std::optional<Diagnostic>& error() const { return error_; }
    [[nodiscard]] Value takeRoot() { return std::move(root_); }

private:
    struct Level {
        bool isArray = false;
        Array items;
        Object members;
        std::string key;
    };

    bool open(bool isArray)
    {
        if (levels_.size() >= kDeepest) {
            error_ = diagnose(rules::kNestingTooDeep, concat("values nest over ", kDeepest, " levels"));
            return false;
        }
        levels_.push_back({isArray, {}, {}, {}});
        return true;
    }
    bool add(Value value)
    {
        if (levels_.empty())
            root_ = std::move(value);
        else if (levels_.back().isArray)
            levels_.back().items.push_back(std::move(value));
        else
            levels_.back().members.emplace_back(std::move(levels_.back().key), std::move(value));
        return true;
    }
    static const std::string* duplicate(const Object& members)
    {
        std::vector<const std::string*> keys;
        keys.reserve(members.size());
        for (const auto& [key, value] : members)
            keys.push_back(&key);
        std::sort(keys.begin(), keys.end(), [](const auto* left, const auto* right) { return *left < *right; });
        const auto twice = std::adjacent_find(keys.begin(), keys.end(), [](const auto* left, const auto* right) { return *left == *right; });
        return twice == keys.end() ? nullptr : *twice;
    }
    /// The library's message without its "[json.exception…] parse error at line 1, column 2: " head.
    static std::string reasonOf(std::string_view what)
    {
        const std::size_t colon = what.find(": ");
        return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
    }

    std::vector<Level> levels_;
    Value root_;
    std::optional<Diagnostic> error_;
};

void printString(std::string& out, std::string_view text)
{
    // The dump replaces invalid UTF-8; what a terminal would obey is escaped by us.
    const std::string quoted = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    for (std::size_t at = 0; at < quoted.size(); ++at) {
        const auto byte = static_cast<unsigned char>(quoted[at]);
        const auto following = [&](std::size_t n) { return at + n < quoted.size() ? static_cast<unsigned char>(quoted[at + n]) : 0u; };
        unsigned escaped = 0;
        std::size_t length = 1;
        if (byte == 0x7F) {
            escaped = byte;
        } else if (byte == 0xC2 && following(1) < 0xA0) { // C1 controls
            escaped = following(1);
            length = 2;
        } else if (byte == 0xE2) { // Bidirectional marks and overrides, line separators.
            const unsigned point = 0x2000u | ((following(1) & 0x3Fu) << 6) | (following(2) & 0x3Fu);
            if (point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069)) {
                escaped = point;
                length = 3;
            }
        }
        if (escaped == 0) {
            out += quoted[at];
            continue;
        }
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4)
            out += "0123456789abcdef"[(escaped >> shift) & 0xF];
        at += length - 1;
    }
}

void printDouble(std::string& out, double value)
{
    if (std::isnan(value))
        out += "\"NaN\"";
    else if (std::isinf(value))
        out += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    else
        out += pythonFloat(value);
}

class Printer {
public:
    explicit Printer(int indent) : indent_(indent) {}

    void print(const Value& value, int depth)
    {
        if (const bool* flag = value.asBool())
            out += *flag ? "true" : "false";
        else if (const std::int64_t* integer = value.asInteger())
            out += std::to_string(*integer);
        else if (const double* number = value.asDouble())
            printDouble(out, *number);
        else if (const std::string* text = value.asString())
            printString(out, *text);
        else if (const Array* items = value.asArray())
            printArray(*items, depth);
        else if (const Object* members = value.asObject())
            printObject(*members, depth);
        else
            out += "null";
    }

    std::string out;

private:
    void breakLine(int depth)
    {
        if (indent_ < 0)
            return;
        out += '\n';
        out.append(static_cast<std::size_t>(indent_) * static_cast<std::size_t>(depth), ' ');
    }
    void printArray(const Array& items, int depth)
    {
        out += '[';
        for (std::size_t at = 0; at < items.size(); ++at) {
            if (at != 0)
                out += ',';
            breakLine(depth + 1);
            print(items[at], depth + 1);
        }
        if (!items.empty())
            breakLine(depth);
        out += ']';
    }
    void printObject(const Object& members, int depth)
    {
        out += '{';
        for (std::size_t at = 0; at < members.size(); ++at) {
            if (at != 0)
                out += ',';
            breakLine(depth + 1);
            printString(out, members[at].first);
            out += indent_ < 0 ? ":" : ": ";
            print(members[at].second, depth + 1);
        }
        if (!members.empty())
            breakLine(depth);
        out += '}';
    }

    int indent_;
};

} // namespace

const Value* Value::find(std::string_view key) const
{
    const Object* members = asObject();
    if (!members)
        return nullptr;
    const auto found = std::find_if(members->begin(), members->end(), [&](const Member& member) { return member.first == key; });
    return found == members->end() ? nullptr : &found->second;
}

Result<Value> parse(std::string_view text, std::string_view origin)
{
    Builder builder;
    const char* reached = text.data();
    bool done = false;
    try {
        done = nlohmann::json::sax_parse(CountingIterator(text.data(), &reached), CountingIterator(text.data() + text.size(), &reached), &builder);
    } catch (const nlohmann::json::exception& exception) {
        return diagnose(rules::kJsonInvalid, concat(origin, ": ", exception.what()), {{std::string(origin), "entry", {}, 0, {}, {}}});
    }
    if (done)
        return builder.takeRoot();
    Diagnostic error = builder.error() ? *builder.error() : diagnose(rules::kJsonInvalid, "not JSON");
    error.message = concat(origin, ": at byte ", reached - text.data(), ": ", error.message);
    error.locations.push_back({std::string(origin), "entry", {}, 0, {}, {}});
    return error;
}

std::string print(const Value& value, int indent)
{
    Printer printer(indent);
    printer.print(value, 0);
    return std::move(printer.out);
}

} // namespace sidelight::support::json
