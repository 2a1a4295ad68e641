// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/evaluator/torch_values.h"

#include "core/runtime/evaluator/torch_tensors.h"

#include <ATen/ScalarOps.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace sidelight::runtime::evaluator {
namespace {

c10::Layout toTorch(ir::Layout layout)
{
    switch (layout) {
    case ir::Layout::SparseCoo:
        return c10::Layout::Sparse;
    case ir::Layout::SparseCsr:
        return c10::Layout::SparseCsr;
    case ir::Layout::SparseCsc:
        return c10::Layout::SparseCsc;
    case ir::Layout::SparseBsr:
        return c10::Layout::SparseBsr;
    case ir::Layout::SparseBsc:
        return c10::Layout::SparseBsc;
    case ir::Layout::Mkldnn:
        return c10::Layout::Mkldnn;
    default:
        return c10::Layout::Strided;
    }
}

c10::MemoryFormat toTorch(ir::MemoryFormat format)
{
    switch (format) {
    case ir::MemoryFormat::ChannelsLast:
        return c10::MemoryFormat::ChannelsLast;
    case ir::MemoryFormat::ChannelsLast3d:
        return c10::MemoryFormat::ChannelsLast3d;
    case ir::MemoryFormat::Preserve:
        return c10::MemoryFormat::Preserve;
    default:
        return c10::MemoryFormat::Contiguous;
    }
}

c10::IValue genericList(std::vector<c10::IValue> items)
{
    c10::impl::GenericList list(c10::AnyType::get());
    for (c10::IValue& item : items)
        list.push_back(std::move(item));
    return list;
}

/// Turns the alternatives of an Argument into values without looking at any schema.
class PlainValue
{
public:
    explicit PlainValue(const Lookup& lookup) : lookup_(lookup) {}

    c10::IValue operator()(const fx::None&) const { return {}; }
    c10::IValue operator()(const Value& value) const { return lookup_(value); }
    c10::IValue operator()(bool value) const { return value; }
    c10::IValue operator()(std::int64_t value) const { return value; }
    c10::IValue operator()(double value) const { return value; }
    c10::IValue operator()(const std::string& value) const { return value; }
    c10::IValue operator()(const std::complex<double>& value) const
    {
        return c10::complex<double>(value.real(), value.imag());
    }
    c10::IValue operator()(ir::DType value) const { return torchScalarType(value); }
    // Whatever device the model was exported for, it is evaluated on the processor.
    c10::IValue operator()(const ir::Device&) const { return c10::Device(c10::kCPU); }
    c10::IValue operator()(ir::Layout value) const { return static_cast<std::int64_t>(toTorch(value)); }
    c10::IValue operator()(ir::MemoryFormat value) const { return static_cast<std::int64_t>(toTorch(value)); }
    c10::IValue operator()(GraphId value) const { return static_cast<std::int64_t>(ir::index(value)); }
    c10::IValue operator()(const fx::ArgumentList& values) const
    {
        std::vector<c10::IValue> items;
        for (const fx::Argument& value : values)
            items.push_back(plainValue(value, lookup_));
        return genericList(std::move(items));
    }
    c10::IValue operator()(const fx::ArgumentTuple& tuple) const { return (*this)(tuple.items); }
    template <class T>
    c10::IValue operator()(const T&) const
    {
        TORCH_CHECK(false, "an argument is of a kind that the evaluator does not take");
    }

private:
    const Lookup& lookup_;
};

bool isNumber(const c10::IValue& value)
{
    return value.isInt() || value.isDouble() || value.isBool() || value.isComplexDouble();
}

c10::IValue coerce(const c10::IValue& value, const c10::Type& type, std::optional<int> count);

template <class T, class Get>
c10::IValue typedList(const std::vector<c10::IValue>& items, Get&& get)
{
    c10::List<T> list;
    for (const c10::IValue& item : items)
        list.push_back(get(item));
    return list;
}

c10::IValue coerceList(const c10::IValue& value, const c10::Type& element, std::optional<int> count)
{
    std::vector<c10::IValue> items;
    if (value.isList() || value.isTuple())
        items = itemsOf(value);
    else
        items.assign(static_cast<std::size_t>(count.value_or(1)), value);
    for (c10::IValue& item : items)
        item = coerce(item, element, std::nullopt);
    switch (element.kind()) {
    case c10::TypeKind::TensorType:
        return typedList<at::Tensor>(items, [](const c10::IValue& item) { return item.toTensor(); });
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
        return typedList<std::int64_t>(items, [](const c10::IValue& item) { return item.toInt(); });
    case c10::TypeKind::FloatType:
        return typedList<double>(items, [](const c10::IValue& item) { return item.toDouble(); });
    case c10::TypeKind::BoolType:
        return typedList<bool>(items, [](const c10::IValue& item) { return item.toBool(); });
    case c10::TypeKind::StringType:
        return typedList<std::string>(items, [](const c10::IValue& item) { return item.toStringRef(); });
    case c10::TypeKind::OptionalType:
        if (element.castRaw<c10::OptionalType>()->getElementType()->kind() == c10::TypeKind::TensorType)
            return typedList<std::optional<at::Tensor>>(
                items, [](const c10::IValue& item) { return item.toOptional<at::Tensor>(); });
        break;
    case c10::TypeKind::NumberType: {
        c10::impl::GenericList list(c10::NumberType::get());
        for (const c10::IValue& item : items)
            list.push_back(item);
        return list;
    }
    default:
        break;
    }
    TORCH_CHECK(false, "a list of ", element.str(), " is of a kind that the evaluator does not take");
}

at::Tensor wrappedNumber(const c10::IValue& value)
{
    at::Tensor tensor = c10::scalar_to_tensor(value.toScalar());
    tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
    return tensor;
}

/// Gives `value` the type that the schema declares, as Python's argument parser does.
c10::IValue coerce(const c10::IValue& value, const c10::Type& type, std::optional<int> count)
{
    switch (type.kind()) {
    case c10::TypeKind::OptionalType:
        return value.isNone() ? value : coerce(value, *type.castRaw<c10::OptionalType>()->getElementType(), count);
    case c10::TypeKind::ListType:
        return coerceList(value, *type.castRaw<c10::ListType>()->getElementType(), count);
    case c10::TypeKind::TensorType:
        return isNumber(value) ? c10::IValue(wrappedNumber(value)) : value;
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType: {
        const c10::IValue item = itemOf(value);
        return item.isBool() ? c10::IValue(static_cast<std::int64_t>(item.toBool())) : item;
    }
    case c10::TypeKind::FloatType:
    case c10::TypeKind::SymFloatType: {
        const c10::IValue item = itemOf(value);
        return item.isInt() ? c10::IValue(static_cast<double>(item.toInt())) : item;
    }
    case c10::TypeKind::BoolType:
    case c10::TypeKind::SymBoolType: {
        const c10::IValue item = itemOf(value);
        return item.isInt() ? c10::IValue(item.toInt() != 0) : item;
    }
    case c10::TypeKind::NumberType:
    case c10::TypeKind::ComplexType:
        return itemOf(value);
    default:
        return value;
    }
}

c10::OperatorHandle findOperator(std::string_view overload)
{
    const std::size_t first = overload.find('.');
    const std::size_t last = overload.rfind('.');
    TORCH_CHECK(first != std::string_view::npos && first < last, "not an operator overload: ", overload);
    const std::string name =
        std::string(overload.substr(0, first)) + "::" + std::string(overload.substr(first + 1, last - first - 1));
    const std::string_view variant = overload.substr(last + 1);
    return c10::Dispatcher::singleton().findSchemaOrThrow(
        name.c_str(), variant == "default" ? "" : std::string(variant).c_str());
}

/// The argument given for `declared`, or null.
const fx::Argument* given(const fx::Node& node, const c10::Argument& declared, std::size_t position)
{
    if (!declared.kwarg_only() && position < node.args.size())
        return &node.args[position];
    for (const auto& [key, argument] : node.kwargs)
        if (key == declared.name())
            return &argument;
    return nullptr;
}

void checkArguments(const fx::Node& node, const c10::FunctionSchema& schema)
{
    std::size_t positional = 0;
    for (const c10::Argument& declared : schema.arguments())
        positional += declared.kwarg_only() ? 0 : 1;
    TORCH_CHECK(node.args.size() <= positional, schema.name(), " takes ", positional, " positional arguments, ",
        node.args.size(), " were given");
    for (const auto& [key, argument] : node.kwargs)
        TORCH_CHECK(schema.argumentIndexWithName(key), schema.name(), " has no argument named ", key);
}

/// Creation without values: zeros are as good as any, and the same each time.
bool leavesUninitialised(const std::string& name)
{
    constexpr std::array<std::string_view, 6> kNames = {"aten::empty", "aten::empty_like", "aten::empty_strided",
        "aten::empty_permuted", "aten::new_empty", "aten::new_empty_strided"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

} // namespace

c10::IValue plainValue(const fx::Argument& argument, const Lookup& lookup)
{
    return std::visit(PlainValue(lookup), argument.content);
}

c10::IValue itemOf(const c10::IValue& value)
{
    if (!value.isTensor() || !value.toTensor().defined() || value.toTensor().numel() != 1)
        return value;
    return value.toTensor().item();
}

std::vector<c10::IValue> itemsOf(const c10::IValue& value)
{
    if (value.isTuple())
        return value.toTupleRef().elements().vec();
    return value.isList() ? value.toListRef().vec() : std::vector<c10::IValue>{value};
}

c10::IValue callAten(const fx::Node& node, const Lookup& lookup)
{
    const c10::OperatorHandle op = findOperator(node.overload());
    const c10::FunctionSchema& schema = op.schema();
    checkArguments(node, schema);
    torch::jit::Stack stack;
    for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
        const c10::Argument& declared = schema.arguments()[i];
        if (const fx::Argument* argument = given(node, declared, i)) {
            stack.push_back(coerce(plainValue(*argument, lookup), *declared.type(), declared.N()));
        } else {
            TORCH_CHECK(declared.default_value(), schema.name(), " is missing its argument ", declared.name());
            stack.push_back(*declared.default_value());
        }
    }
    op.callBoxed(stack);
    if (leavesUninitialised(schema.name()) && !stack.empty() && stack.front().isTensor())
        stack.front().toTensor().zero_();
    if (stack.empty())
        return {};
    if (stack.size() == 1)
        return stack.front();
    return c10::ivalue::Tuple::create(std::move(stack));
}

} // namespace sidelight::runtime::evaluator
