// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/type.h"
#include "core/support/json.h"
#include "core/support/result.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sidelight::io::pt2 {

/// The schema's number of `dtype`, or nothing for a type that the schema does not have.
std::optional<std::int64_t> dtypeCode(ir::DType dtype);

/// A field of one of the schema's unions: `{"as_int": 3}`. An empty type stands for a union with no field.
struct Choice
{
    std::string_view type;
    const json::Value* value = nullptr;
};

/// Reads the schema's JSON strictly. The first failure sticks, later reads give empty values, and the caller asks
/// failed() at its borders; findings that do not stop the reading are collected. Each text that appears often (sizes)
/// is parsed once.
class SchemaReader
{
public:
    explicit SchemaReader(std::string origin) : origin_(std::move(origin)) {}

    [[nodiscard]] bool failed() const { return failure_.has_value(); }
    [[nodiscard]] const Diagnostic& failure() const { return *failure_; }
    void fail(Diagnostic diagnostic);
    void fail(const support::Rule& rule, std::string_view where, std::string_view what);
    void note(Diagnostic diagnostic) { log_.append(std::move(diagnostic)); }
    /// Says something that does not stop the reading, at `level`.
    void note(const support::Rule& rule, support::Level level, std::string_view where, std::string_view what);
    [[nodiscard]] std::vector<Diagnostic> takeNotes() { return log_.take(); }
    [[nodiscard]] const std::string& origin() const { return origin_; }

    // Members of objects. A member that must be there and is not fails with SL1006.
    const json::Value* member(const json::Value& object, std::string_view key, std::string_view where);
    const json::Value* optionalMember(const json::Value& object, std::string_view key);
    std::string text(const json::Value& object, std::string_view key, std::string_view where);
    std::int64_t integer(const json::Value& object, std::string_view key, std::string_view where);
    bool boolean(
        const json::Value& object, std::string_view key, std::string_view where, std::optional<bool> fallback = {});
    const json::Array& array(const json::Value& object, std::string_view key, std::string_view where);
    const json::Object& object(const json::Value& object, std::string_view key, std::string_view where);
    /// Notes members outside `known` once for each kind of place; whether there were any.
    bool checkMembers(const json::Value& object, std::initializer_list<std::string_view> known, std::string_view place);

    // Values.
    std::string asText(const json::Value& value, std::string_view where);
    std::int64_t asInteger(const json::Value& value, std::string_view where);
    double asNumber(const json::Value& value, std::string_view where);
    bool asBoolean(const json::Value& value, std::string_view where);
    const json::Array& asArray(const json::Value& value, std::string_view where);
    Choice choice(const json::Value& value, std::string_view where);

    // The schema's own types.
    ir::DType dtype(std::int64_t code, std::string_view where);
    ir::Layout layout(std::int64_t code, std::string_view where);
    ir::MemoryFormat memoryFormat(std::int64_t code, std::string_view where);
    ir::Device device(const json::Value& value, std::string_view where);
    ir::Dim symInt(const json::Value& value, std::string_view where);
    ir::Dim symFloat(const json::Value& value, std::string_view where);
    ir::Dim symBool(const json::Value& value, std::string_view where);
    ir::TensorType tensorMeta(const json::Value& value, std::string_view where);

    /// Hints seen beside plain symbols.
    [[nodiscard]] const std::map<std::string, std::int64_t, std::less<>>& hints() const { return hints_; }

private:
    ir::Dim expression(const json::Value& value, std::string_view where);
    ir::Dim constant(std::int64_t value);

    std::string origin_;
    std::optional<Diagnostic> failure_;
    support::DiagnosticLog log_;
    std::map<std::string, bool, std::less<>> notedMembers_;
    std::unordered_map<std::string, ir::Dim> expressions_;
    std::unordered_map<std::int64_t, ir::Dim> constants_;
    std::map<std::string, std::int64_t, std::less<>> hints_;
};

} // namespace sidelight::io::pt2
