// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/call.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cassert>

namespace sidelight::lowering {

Result<Call> Call::bind(const fx::Node& node, CallScope& scope, Op& op)
{
    Call call(node, scope, op);
    if (Status status = call.bindArguments(); !status)
        return status.error();
    for (const Bound& bound : call.bound_)
        call.declareInputs(bound.argument, bound.name);
    return call;
}

Status Call::bindArguments()
{
    const auto mismatch = [&](std::string why) {
        return support::diagnose(rules::kOpSchemaMatch, concat(node_->overload(), ": ", why, "; export the program again or report it"), {fx::locationOf(*node_)});
    };
    const fx::Schema* schema = fx::findSchema(node_->overload());
    std::vector<std::string> names = pythonParameters(node_->overload());
    std::vector<std::optional<fx::Argument>> defaults(names.size());
    if (schema) {
        for (const fx::SchemaArgument& argument : schema->arguments) {
            names.push_back(argument.name);
            defaults.push_back(argument.defaultValue);
        }
    }
    if (node_->args.size() > names.size())
        return mismatch(concat(node_->args.size(), " arguments are given where the schema has ", names.size()));
    for (const auto& [key, value] : node_->kwargs)
        if (std::ranges::find(names, key) == names.end())
            return mismatch(concat("the schema has no argument named ", key));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto keyword = std::ranges::find(node_->kwargs, names[i], [](const auto& entry) { return entry.first; });
        if (i < node_->args.size())
            bound_.push_back({names[i], node_->args[i]});
        else if (keyword != node_->kwargs.end())
            bound_.push_back({names[i], keyword->second});
        else if (defaults[i])
            bound_.push_back({names[i], *defaults[i]});
        else if (schema)
            return mismatch(concat("the argument ", names[i], " is missing"));
    }
    return {};
}

void Call::declareInputs(const fx::Argument& argument, const std::string& name)
{
    if (const auto* value = argument.as<Value>()) {
        declare(*value, name);
    } else if (const auto* list = argument.as<fx::ArgumentList>()) {
        for (std::size_t i = 0; i < list->size(); ++i)
            declareInputs((*list)[i], concat(name, '_', i));
    } else if (const auto* tuple = argument.as<fx::ArgumentTuple>()) {
        for (std::size_t i = 0; i < tuple->items.size(); ++i)
            declareInputs(tuple->items[i], concat(name, '_', i));
    } else if (const auto* dim = argument.as<ir::Dim>()) {
        for (const std::string& symbol : dim->symbols())
            if (const auto source = scope_->sourceOf(symbol))
                declare(source->first, name);
    }
}

Operand Call::declare(Value value, const std::string& name)
{
    const Value resolved = scope_->resolve(value);
    if (scope_->constantOf(resolved) || scope_->subgraphOf(resolved))
        return {};
    const ir::Type& type = scope_->typeOf(resolved);
    if (type.kind == ir::Type::Kind::List) {
        for (std::size_t i = 0; i < type.elements.size(); ++i)
            declare(componentOf(resolved.node, i), concat(name, '_', i));
        return {};
    }
    if (const auto known = std::ranges::find(inputs_, resolved); known != inputs_.end())
        return operands_[static_cast<std::size_t>(known - inputs_.begin())];
    const Operand operand = op_->input(valueTypeOf(type), name);
    inputs_.push_back(resolved);
    operands_.push_back(operand);
    return operand;
}

Operand Call::operandOf(Value value) const
{
    const Value resolved = scope_->resolve(value);
    const auto known = std::ranges::find(inputs_, resolved);
    assert(known != inputs_.end());
    return operands_[static_cast<std::size_t>(known - inputs_.begin())];
}

const fx::Argument* Call::argument(std::string_view name) const
{
    const auto found = std::ranges::find(bound_, name, &Bound::name);
    if (found == bound_.end()) {
        op_->fail(concat("there is no argument ", name));
        return nullptr;
    }
    const fx::Argument* argument = &found->argument;
    if (const auto* value = argument->as<Value>())
        if (const fx::Argument* constant = scope_->constantOf(scope_->resolve(*value)))
            return constant;
    return argument;
}

bool Call::isComplex(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    const auto* value = given ? given->as<Value>() : nullptr;
    return value && ir::isComplex(scope_->typeOf(scope_->resolve(*value)).tensor.dtype);
}

std::optional<std::complex<double>> Call::complexNumber(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    const auto* number = given ? given->as<std::complex<double>>() : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

Call Call::onPart(std::int64_t part) const
{
    Call call = *this;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        if (!ir::isComplex(scope_->typeOf(inputs_[i]).tensor.dtype))
            continue;
        onnxir::ValueType type = operands_[i].type();
        type.sizes.pop_back();
        const Operand index = op_->constant(ir::DType::Int64, part);
        call.operands_[i] = op_->typed((*op_)("Gather", operands_[i], index, Attributes{{"axis", -1}}), std::move(type));
    }
    call.result_.tensor.dtype = realTypeOf(call.result_.tensor.dtype);
    for (ir::Type& element : call.result_.elements)
        element.tensor.dtype = realTypeOf(element.tensor.dtype);
    return call;
}

std::vector<ir::Type> Call::inputTypes() const
{
    std::vector<ir::Type> types;
    for (const Value input : inputs_)
        types.push_back(scope_->typeOf(input));
    return types;
}

bool Call::takes(std::string_view name) const
{
    return std::ranges::find(bound_, name, &Bound::name) != bound_.end();
}

bool Call::has(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    return given && !given->isNone();
}

namespace {

/// Whether an expression of sizes, which are not negative, can be seen to be none either.
bool isNeverNegative(const ir::Dim& dim)
{
    using Kind = ir::Dim::Kind;
    if (const auto constant = dim.asConstant())
        return *constant >= 0;
    switch (dim.kind()) {
    case Kind::Symbol:
        return true;
    case Kind::Mod:
        return isNeverNegative(dim.operands().back());
    case Kind::Max:
        return std::ranges::any_of(dim.operands(), isNeverNegative);
    case Kind::Sum:
    case Kind::Product:
    case Kind::Min:
    case Kind::FloorDiv:
        return std::ranges::all_of(dim.operands(), isNeverNegative);
    default:
        return false;
    }
}

} // namespace

Scalar Call::scalarOf(const ir::Dim& dim) const
{
    using Kind = ir::Dim::Kind;
    if (const auto constant = dim.asConstant())
        return *constant;
    if (dim.kind() == Kind::Symbol) {
        const auto source = scope_->sourceOf(dim.name());
        if (!source) {
            op_->fail(concat("the symbol ", dim.name(), " is no size of any input"));
            return 1;
        }
        return op_->size(operandOf(source->first), source->second);
    }
    std::vector<Scalar> operands;
    for (const ir::Dim& operand : dim.operands())
        operands.push_back(scalarOf(operand));
    const auto fold = [&](auto combine) {
        Scalar result = operands.front();
        for (std::size_t i = 1; i < operands.size(); ++i)
            result = combine(result, operands[i]);
        return result;
    };
    switch (dim.kind()) {
    case Kind::Sum: return fold([](const Scalar& a, const Scalar& b) { return a + b; });
    case Kind::Product: return fold([](const Scalar& a, const Scalar& b) { return a * b; });
    case Kind::FloorDiv:
        if (!isNeverNegative(dim.operands().front())) // ONNX's Div rounds towards zero.
            return fold([](const Scalar& a, const Scalar& b) { return floorDivide(a - remainder(a, b), b); });
        return fold([](const Scalar& a, const Scalar& b) { return floorDivide(a, b); });
    case Kind::Mod: return fold([](const Scalar& a, const Scalar& b) { return remainder(a, b); });
    case Kind::Min: return fold([](const Scalar& a, const Scalar& b) { return smaller(a, b); });
    case Kind::Max: return fold([](const Scalar& a, const Scalar& b) { return larger(a, b); });
    default:
        op_->fail(concat("the size ", dim.text(), " cannot be computed in ONNX"));
        return 1;
    }
}

Scalar Call::scalarOf(const fx::Argument& argument, std::string_view name) const
{
    if (const auto* value = argument.as<Value>()) {
        if (const fx::Argument* constant = scope_->constantOf(scope_->resolve(*value)))
            return scalarOf(*constant, name);
        return operandOf(*value);
    }
    if (const auto* number = argument.as<std::int64_t>())
        return *number;
    if (const auto* number = argument.as<double>())
        return *number;
    if (const auto* flag = argument.as<bool>())
        return *flag;
    if (const auto* dim = argument.as<ir::Dim>())
        return scalarOf(*dim);
    op_->fail(concat(name, " is not a real number"));
    return 0;
}

Operand Call::operator[](std::string_view name) const
{
    const fx::Argument* given = argument(name);
    if (!given)
        return op_->constant(ir::DType::Float32, 0.0);
    const Scalar scalar = scalarOf(*given, name);
    if (const auto* operand = scalar.operand())
        return *operand;
    const PythonNumber& number = *scalar.number();
    return op_->constant(std::holds_alternative<bool>(number) ? ir::DType::Bool : std::holds_alternative<double>(number) ? ir::DType::Float32 : ir::DType::Int64, number);
}

std::optional<Operand> Call::optional(std::string_view name) const
{
    return has(name) ? std::optional((*this)[name]) : std::nullopt;
}

Values Call::list(std::string_view name) const
{
    Values values;
    for (const auto& item : optionalList(name)) {
        if (!item)
            op_->fail(concat(name, " has an element that is None"));
        else
            values.push_back(*item);
    }
    return values;
}

std::vector<std::optional<Operand>> Call::optionalList(std::string_view name) const
{
    std::vector<std::optional<Operand>> items;
    const fx::Argument* given = argument(name);
    if (!given || given->isNone())
        return items;
    if (const auto* value = given->as<Value>()) {
        const Value resolved = scope_->resolve(*value);
        const ir::Type& type = scope_->typeOf(resolved);
        for (std::size_t i = 0; i < type.elements.size(); ++i)
            items.emplace_back(operandOf(componentOf(resolved.node, i)));
        return items;
    }
    const auto* list = given->as<fx::ArgumentList>();
    const auto* tuple = given->as<fx::ArgumentTuple>();
    if (!list && !tuple)
        op_->fail(concat(name, " is not a list of tensors"));
    for (const fx::Argument& item : list ? *list : tuple ? tuple->items : fx::ArgumentList{}) {
        if (item.isNone()) {
            items.emplace_back();
            continue;
        }
        const Scalar scalar = scalarOf(item, name);
        items.emplace_back(scalar.operand() ? *scalar.operand() : op_->constant(scalar.isFloating() ? ir::DType::Float32 : ir::DType::Int64, *scalar.number()));
    }
    return items;
}

Scalar Call::number(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    return given ? scalarOf(*given, name) : Scalar(0);
}

std::optional<Scalar> Call::optionalNumber(std::string_view name) const
{
    return has(name) ? std::optional(number(name)) : std::nullopt;
}

std::int64_t Call::integer(std::string_view name) const
{
    const auto value = number(name).integer();
    if (!value)
        op_->fail(concat(name, " is not a constant integer"));
    return value.value_or(0);
}

double Call::real(std::string_view name) const
{
    const Scalar value = number(name);
    if (!value.number())
        op_->fail(concat(name, " is not a constant number"));
    return value.number() ? asDouble(*value.number()) : 0.0;
}

bool Call::boolean(std::string_view name) const
{
    return real(name) != 0.0;
}

std::string Call::text(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    const auto* string = given ? given->as<std::string>() : nullptr;
    if (!string)
        op_->fail(concat(name, " is not a string"));
    return string ? *string : std::string();
}

std::optional<ir::DType> Call::dtype(std::string_view name) const
{
    const fx::Argument* given = argument(name);
    const auto* type = given ? given->as<ir::DType>() : nullptr;
    return type ? std::optional(*type) : std::nullopt;
}

Sizes Call::sizes(std::string_view name) const
{
    Sizes result;
    const fx::Argument* given = argument(name);
    if (!given || given->isNone())
        return result;
    const auto* list = given->as<fx::ArgumentList>();
    const auto* tuple = given->as<fx::ArgumentTuple>();
    if (!list && !tuple)
        return {scalarOf(*given, name)};
    for (const fx::Argument& item : list ? *list : tuple->items)
        result.push_back(scalarOf(item, name));
    return result;
}

std::vector<std::int64_t> Call::integers(std::string_view name, std::size_t count) const
{
    std::vector<std::int64_t> result;
    for (const Scalar& size : sizes(name)) {
        const auto number = size.integer();
        if (!number)
            op_->fail(concat(name, " has an element that is not a constant integer"));
        result.push_back(number.value_or(1));
    }
    if (result.size() == 1 && count > 1)
        result.resize(count, result.front());
    return result;
}

std::vector<double> Call::reals(std::string_view name) const
{
    std::vector<double> result;
    for (const Scalar& size : sizes(name)) {
        if (!size.number())
            op_->fail(concat(name, " has an element that is not a constant number"));
        result.push_back(size.number() ? asDouble(*size.number()) : 1.0);
    }
    return result;
}

const ir::TensorType& Call::output(std::size_t index) const
{
    static const ir::TensorType kNone;
    const ir::Type& type = result_;
    if (type.kind == ir::Type::Kind::List)
        return index < type.elements.size() ? type.elements[index].tensor : kNone;
    return index == 0 ? type.tensor : kNone;
}

std::size_t Call::outputCount() const
{
    return node_->val.kind == ir::Type::Kind::List ? node_->val.elements.size() : 1;
}

std::int64_t Call::rankOf(const Operand& value) const
{
    if (!value.rank())
        op_->fail("the rank of a tensor is unknown");
    return value.rank().value_or(1);
}

std::int64_t Call::dim(std::string_view name, std::int64_t rank) const
{
    const std::int64_t given = integer(name);
    const std::int64_t extent = std::max<std::int64_t>(rank, 1);
    if (given < -extent || given >= extent) {
        op_->fail(concat(name, " = ", given, " is out of range for ", rank, " dimensions"));
        return 0;
    }
    return given < 0 ? given + extent : given;
}

std::vector<std::int64_t> Call::dims(std::string_view name, std::int64_t rank) const
{
    std::vector<std::int64_t> result = integers(name);
    const std::int64_t extent = std::max<std::int64_t>(rank, 1);
    for (std::int64_t& given : result) {
        if (given < -extent || given >= extent) {
            op_->fail(concat(name, " has ", given, ", which is out of range for ", rank, " dimensions"));
            given = 0;
        }
        given = given < 0 ? given + rank : given;
    }
    if (result.empty())
        for (std::int64_t i = 0; i < rank; ++i)
            result.push_back(i);
    std::ranges::sort(result);
    return result;
}

Region Call::subgraph(std::string_view name, const Values& operands) const
{
    return op_->region({}, [&](const Values&) { return inlined(name, operands); });
}

Values Call::inlined(std::string_view name, const Values& operands) const
{
    const fx::Argument* given = argument(name);
    const auto* value = given ? given->as<Value>() : nullptr;
    const auto* direct = given ? given->as<GraphId>() : nullptr;
    const std::optional<GraphId> graph = direct ? std::optional(*direct) : value ? scope_->subgraphOf(*value) : std::nullopt;
    if (!graph) {
        op_->fail(concat(name, " is no subgraph"));
        return {};
    }
    auto results = scope_->inlineSubgraph(*op_, *graph, operands);
    if (!results)
        op_->fail(results.error().message);
    return results ? *results : Values{};
}

Diagnostic Call::unsupported(std::string_view why) const
{
    Diagnostic diagnostic = support::diagnose(rules::kFxNodeToOnnx, concat(node_->overload(), " cannot be lowered: ", why), {fx::locationOf(*node_)});
    diagnostic.level = Level::Error;
    diagnostic.fixes.push_back({"change the call in the model, or register a lowering of your own for it"});
    return diagnostic;
}

} // namespace sidelight::lowering
