// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_schema.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sidelight::io::pt2 {
namespace {

const json::Value kNull;
const json::Array kNoArray;
const json::Object kNoObject;

struct DTypeCode
{
    std::int64_t code;
    ir::DType dtype;
};
/// torch._export.serde.schema.ScalarType; not c10's numbers.
constexpr std::array kDTypes = {
    DTypeCode{1, ir::DType::UInt8},
    DTypeCode{2, ir::DType::Int8},
    DTypeCode{3, ir::DType::Int16},
    DTypeCode{4, ir::DType::Int32},
    DTypeCode{5, ir::DType::Int64},
    DTypeCode{6, ir::DType::Float16},
    DTypeCode{7, ir::DType::Float32},
    DTypeCode{8, ir::DType::Float64},
    DTypeCode{9, ir::DType::Complex32},
    DTypeCode{10, ir::DType::Complex64},
    DTypeCode{11, ir::DType::Complex128},
    DTypeCode{12, ir::DType::Bool},
    DTypeCode{13, ir::DType::BFloat16},
    DTypeCode{28, ir::DType::UInt16},
    DTypeCode{29, ir::DType::Float8E4M3FN},
    DTypeCode{30, ir::DType::Float8E5M2},
    DTypeCode{31, ir::DType::Float8E4M3FNUZ},
    DTypeCode{32, ir::DType::Float8E5M2FNUZ},
    DTypeCode{33, ir::DType::Float8E8M0FNU},
    DTypeCode{34, ir::DType::UInt32},
    DTypeCode{35, ir::DType::UInt64},
};

/// The product of the constant sizes must fit 64 bits, and no size may be negative.
std::string_view problemOfSizes(const std::vector<ir::Dim>& sizes)
{
    std::int64_t product = 1;
    for (const ir::Dim& size : sizes) {
        const auto value = size.asConstant();
        if (!value)
            continue;
        if (*value < 0)
            return "has a negative size";
        if (__builtin_mul_overflow(product, std::max<std::int64_t>(*value, 1), &product))
            return "has sizes whose product overflows 64 bits";
    }
    return {};
}

} // namespace

std::optional<std::int64_t> dtypeCode(ir::DType dtype)
{
    for (const DTypeCode& known : kDTypes)
        if (known.dtype == dtype)
            return known.code;
    return std::nullopt;
}

void SchemaReader::fail(Diagnostic diagnostic)
{
    if (!failure_)
        failure_ = std::move(diagnostic);
}

void SchemaReader::fail(const support::Rule& rule, std::string_view where, std::string_view what)
{
    if (!failure_)
        failure_ = support::diagnose(
            rule, concat(origin_, ": ", support::plainText(where), ' ', what), {{origin_, "file", origin_, 0, {}, {}}});
}

void SchemaReader::note(const support::Rule& rule, support::Level level, std::string_view where, std::string_view what)
{
    Diagnostic diagnostic = support::diagnose(
        rule, concat(origin_, ": ", support::plainText(where), ' ', what), {{origin_, "file", origin_, 0, {}, {}}});
    diagnostic.level = level;
    log_.append(std::move(diagnostic));
}

const json::Value* SchemaReader::optionalMember(const json::Value& object, std::string_view key)
{
    const json::Value* value = object.find(key);
    return value && !value->isNull() ? value : nullptr;
}

const json::Value* SchemaReader::member(const json::Value& object, std::string_view key, std::string_view where)
{
    const json::Value* value = object.find(key);
    if (value)
        return value;
    fail(rules::kSchemaMismatch, where, concat("has no member `", key, '`'));
    return &kNull;
}

std::string SchemaReader::text(const json::Value& object, std::string_view key, std::string_view where)
{
    return asText(*member(object, key, where), where);
}

std::int64_t SchemaReader::integer(const json::Value& object, std::string_view key, std::string_view where)
{
    return asInteger(*member(object, key, where), where);
}

bool SchemaReader::boolean(
    const json::Value& object, std::string_view key, std::string_view where, std::optional<bool> fallback)
{
    if (fallback && !optionalMember(object, key))
        return *fallback;
    return asBoolean(*member(object, key, where), where);
}

const json::Array& SchemaReader::array(const json::Value& object, std::string_view key, std::string_view where)
{
    return asArray(*member(object, key, where), where);
}

const json::Object& SchemaReader::object(const json::Value& object, std::string_view key, std::string_view where)
{
    const json::Value* value = member(object, key, where);
    if (const json::Object* members = value->asObject())
        return *members;
    fail(rules::kSchemaMismatch, where, concat("has a `", key, "` that is no object"));
    return kNoObject;
}

bool SchemaReader::checkMembers(
    const json::Value& object, std::initializer_list<std::string_view> known, std::string_view place)
{
    const json::Object* members = object.asObject();
    if (!members)
        return false;
    bool unknown = false;
    for (const auto& [key, value] : *members) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        unknown = true;
        if (notedMembers_.emplace(concat(place, '.', key), true).second)
            note(rules::kSchemaMismatch, support::Level::Warning, place,
                concat("has a member `", support::plainText(key),
                    "` that this version does not know; it is ignored. A newer Sidelight may read it"));
    }
    return unknown;
}

std::string SchemaReader::asText(const json::Value& value, std::string_view where)
{
    if (const std::string* text = value.asString())
        return *text;
    fail(rules::kSchemaMismatch, where, "holds something else where a text must be");
    return {};
}

std::int64_t SchemaReader::asInteger(const json::Value& value, std::string_view where)
{
    if (const std::int64_t* number = value.asInteger())
        return *number;
    fail(rules::kSchemaMismatch, where, "holds something else where an integer of 64 bits must be");
    return 0;
}

double SchemaReader::asNumber(const json::Value& value, std::string_view where)
{
    if (const double* number = value.asDouble())
        return *number;
    if (const std::int64_t* number = value.asInteger())
        return static_cast<double>(*number);
    if (const std::string* text = value.asString()) {
        if (*text == "Infinity")
            return std::numeric_limits<double>::infinity();
        if (*text == "-Infinity")
            return -std::numeric_limits<double>::infinity();
        if (*text == "NaN")
            return std::numeric_limits<double>::quiet_NaN();
    }
    fail(rules::kSchemaMismatch, where, "holds something else where a number must be");
    return 0;
}

bool SchemaReader::asBoolean(const json::Value& value, std::string_view where)
{
    if (const bool* truth = value.asBool())
        return *truth;
    fail(rules::kSchemaMismatch, where, "holds something else where true or false must be");
    return false;
}

const json::Array& SchemaReader::asArray(const json::Value& value, std::string_view where)
{
    if (const json::Array* array = value.asArray())
        return *array;
    fail(rules::kSchemaMismatch, where, "holds something else where a list must be");
    return kNoArray;
}

Choice SchemaReader::choice(const json::Value& value, std::string_view where)
{
    if (const json::Array* array = value.asArray(); array && array->empty())
        return {};
    const json::Object* object = value.asObject();
    if (!object) {
        fail(rules::kSchemaMismatch, where, "holds something else where a union must be");
        return {"", &kNull};
    }
    if (object->empty())
        return {};
    if (object->size() == 1)
        return {object->front().first, &object->front().second};
    fail(rules::kSchemaMismatch, where, "has a union with more than one field");
    return {"", &kNull};
}

ir::DType SchemaReader::dtype(std::int64_t code, std::string_view where)
{
    for (const DTypeCode& known : kDTypes)
        if (known.code == code)
            return known.dtype;
    fail(rules::kSchemaMismatch, where, concat("has a dtype ", code, " that this version does not know"));
    return ir::DType::Undefined;
}

ir::Layout SchemaReader::layout(std::int64_t code, std::string_view where)
{
    if (code >= 0 && code <= static_cast<std::int64_t>(ir::Layout::Strided))
        return static_cast<ir::Layout>(code);
    fail(rules::kSchemaMismatch, where, concat("has a layout ", code, " that this version does not know"));
    return ir::Layout::Unknown;
}

ir::MemoryFormat SchemaReader::memoryFormat(std::int64_t code, std::string_view where)
{
    if (code >= 0 && code <= static_cast<std::int64_t>(ir::MemoryFormat::Preserve))
        return static_cast<ir::MemoryFormat>(code);
    fail(rules::kSchemaMismatch, where, concat("has a memory format ", code, " that this version does not know"));
    return ir::MemoryFormat::Unknown;
}

ir::Device SchemaReader::device(const json::Value& value, std::string_view where)
{
    ir::Device device;
    device.type = text(value, "type", where);
    if (const json::Value* index = optionalMember(value, "index")) {
        const std::int64_t number = asInteger(*index, where);
        if (number < 0 || number > std::numeric_limits<int>::max())
            fail(rules::kSchemaMismatch, where, "has a device index that is out of range");
        else
            device.index = static_cast<int>(number);
    }
    return device;
}

ir::Dim SchemaReader::constant(std::int64_t value)
{
    const auto found = constants_.find(value);
    if (found != constants_.end())
        return found->second;
    return constants_.emplace(value, ir::Dim::constant(value)).first->second;
}

ir::Dim SchemaReader::expression(const json::Value& value, std::string_view where)
{
    const std::string srepr = text(value, "expr_str", where);
    auto found = expressions_.find(srepr);
    if (found == expressions_.end()) {
        auto parsed = ir::Dim::parseSympy(srepr);
        if (!parsed.ok()) {
            if (!failed())
                fail(parsed.error());
            return constant(0);
        }
        found = expressions_.emplace(srepr, *parsed).first;
    }
    const json::Value* hint = optionalMember(value, "hint");
    if (hint && found->second.kind() == ir::Dim::Kind::Symbol)
        if (const Choice number = choice(*hint, where); number.type == "as_int")
            hints_.emplace(found->second.name(), asInteger(*number.value, where));
    return found->second;
}

ir::Dim SchemaReader::symInt(const json::Value& value, std::string_view where)
{
    const Choice field = choice(value, where);
    if (field.type == "as_int")
        return constant(asInteger(*field.value, where));
    if (field.type == "as_expr")
        return expression(*field.value, where);
    fail(rules::kSchemaMismatch, where, "has a symbolic integer of an unknown kind");
    return constant(0);
}

ir::Dim SchemaReader::symFloat(const json::Value& value, std::string_view where)
{
    const Choice field = choice(value, where);
    if (field.type == "as_float")
        return ir::Dim::real(asNumber(*field.value, where));
    if (field.type == "as_expr")
        return expression(*field.value, where);
    fail(rules::kSchemaMismatch, where, "has a symbolic float of an unknown kind");
    return constant(0);
}

ir::Dim SchemaReader::symBool(const json::Value& value, std::string_view where)
{
    const Choice field = choice(value, where);
    if (field.type == "as_bool")
        return constant(asBoolean(*field.value, where) ? 1 : 0);
    if (field.type == "as_expr")
        return expression(*field.value, where);
    fail(rules::kSchemaMismatch, where, "has a symbolic bool of an unknown kind");
    return constant(0);
}

ir::TensorType SchemaReader::tensorMeta(const json::Value& value, std::string_view where)
{
    checkMembers(value, {"dtype", "sizes", "requires_grad", "device", "strides", "storage_offset", "layout"},
        "a tensor's metadata");
    ir::TensorType type;
    type.dtype = dtype(integer(value, "dtype", where), where);
    for (const json::Value& size : array(value, "sizes", where))
        type.sizes.push_back(symInt(size, where));
    for (const json::Value& stride : array(value, "strides", where))
        type.strides.push_back(symInt(stride, where));
    type.storageOffset = symInt(*member(value, "storage_offset", where), where);
    type.requiresGrad = boolean(value, "requires_grad", where, false);
    type.device = device(*member(value, "device", where), where);
    type.layout = layout(integer(value, "layout", where), where);
    if (const std::string_view problem = problemOfSizes(type.sizes); !problem.empty())
        fail(rules::kTensorInvalid, where, problem);
    if (!type.strides.empty() && type.strides.size() != type.sizes.size())
        fail(rules::kTensorInvalid, where, "has another number of strides than of sizes");
    return type;
}

} // namespace sidelight::io::pt2
