// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_write_values.h"

#include "core/io/pt2_schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

namespace sidelight::io::pt2 {
namespace {

using Kind = ir::Dim::Kind;

/// sympy's class of each kind that is a call of its operands.
std::string_view className(const ir::Dim& dim)
{
    switch (dim.kind()) {
    case Kind::Sum:
        return "Add";
    case Kind::Product:
        return "Mul";
    case Kind::Power:
        return "Pow";
    case Kind::FloorDiv:
        return "FloorDiv";
    case Kind::Mod:
        return "Mod";
    case Kind::Min:
        return "Min";
    case Kind::Max:
        return "Max";
    case Kind::TrueDiv:
        return "IntTrueDiv";
    case Kind::Equal:
        return "Equality";
    case Kind::NotEqual:
        return "Unequality";
    case Kind::Less:
        return "StrictLessThan";
    case Kind::LessEqual:
        return "LessThan";
    case Kind::And:
        return "And";
    case Kind::Or:
        return "Or";
    case Kind::Not:
        return "Not";
    default:
        return dim.name();
    }
}

std::string symbolText(const std::string& name)
{
    // torch.fx.experimental.symbolic_shapes makes its symbols with these assumptions.
    if (support::startsWith(name, "u"))
        return concat("Symbol('", name, "', integer=True)");
    if (support::startsWith(name, "z"))
        return concat("Symbol('", name, "')");
    return concat("Symbol('", name, "', positive=True, integer=True)");
}

json::Value tensorMember(json::Array sizes, json::Array strides, json::Value offset, std::int64_t dtype, bool grad,
    const ir::Device& device, ir::Layout layout)
{
    return json::Object{{"dtype", dtype}, {"sizes", std::move(sizes)}, {"requires_grad", grad},
        {"device", ValueWriter::device(device)}, {"strides", std::move(strides)}, {"storage_offset", std::move(offset)},
        {"layout", static_cast<std::int64_t>(layout)}};
}

Diagnostic unknownType(std::string_view where, ir::DType dtype)
{
    return support::diagnose(rules::kWriteFailed,
        concat(support::plainText(where), " has the element type ", name(dtype), ", which a .pt2 cannot hold"));
}

std::string stackText(const std::vector<fx::SourceFrame>& frames)
{
    std::string text;
    for (const fx::SourceFrame& frame : frames) {
        if (!text.empty())
            text += '\n';
        text += concat("  File \"", frame.file, "\", line ", frame.line);
        if (!frame.function.empty())
            text += concat(", in ", frame.function);
        if (!frame.code.empty())
            for (const std::string_view line : support::split(frame.code, '\n'))
                text += concat("\n    ", line);
    }
    return text;
}

std::string moduleText(const std::vector<fx::ModuleFrame>& frames)
{
    std::vector<std::string> parts;
    for (const fx::ModuleFrame& frame : frames)
        parts.push_back(concat(frame.key, ',', frame.path, ',', frame.className));
    return support::join(parts, ";");
}

/// Each step holds the one before it.
std::string sourceText(const std::vector<fx::NodeSource>& sources)
{
    json::Value inner = json::Array{};
    for (auto step = sources.rbegin(); step != sources.rend(); ++step)
        inner = json::Array{json::Object{{"name", step->name}, {"target", step->target}, {"pass_name", step->pass},
            {"action", step->action}, {"graph_id", 0}, {"from_node", std::move(inner)}}};
    return json::print(inner);
}

} // namespace

json::Value choice(std::string_view field, json::Value value)
{
    return json::Object{{std::string(field), std::move(value)}};
}

json::Value named(std::string_view name)
{
    return choice("name", name);
}

std::string sympyText(const ir::Dim& dim)
{
    const auto& operands = dim.operands();
    switch (dim.kind()) {
    case Kind::Constant:
        return concat("Integer(", *dim.asConstant(), ')');
    case Kind::Real:
        return concat("Float('", support::pythonFloat(dim.realValue()), "', precision=53)");
    case Kind::Symbol:
        return symbolText(dim.name());
    case Kind::TrueDiv:
        if (operands[0].isConstant() && operands[1].isConstant())
            return concat("Rational(", *operands[0].asConstant(), ", ", *operands[1].asConstant(), ')');
        break;
    case Kind::Call:
        if (operands.empty())
            return dim.name();
        break;
    default:
        break;
    }
    std::vector<std::string> arguments;
    for (const ir::Dim& operand : operands)
        arguments.push_back(sympyText(operand));
    return concat(className(dim), '(', support::join(arguments, ", "), ')');
}

void ValueWriter::fail(Diagnostic diagnostic)
{
    if (!failure_)
        failure_ = std::move(diagnostic);
}

json::Value ValueWriter::symInt(const ir::Dim& dim) const
{
    if (const auto value = dim.asConstant())
        return choice("as_int", *value);
    json::Value hint;
    if (const auto value = dim.evaluate(ir::Dim::Bindings(hints_.begin(), hints_.end())))
        hint = choice("as_int", *value);
    return choice("as_expr", json::Object{{"expr_str", sympyText(dim)}, {"hint", std::move(hint)}});
}

json::Value ValueWriter::symFloat(const ir::Dim& dim) const
{
    if (dim.kind() == Kind::Real)
        return choice("as_float", dim.realValue());
    if (const auto value = dim.asConstant())
        return choice("as_float", static_cast<double>(*value));
    return choice("as_expr", json::Object{{"expr_str", sympyText(dim)}, {"hint", nullptr}});
}

json::Value ValueWriter::symBool(const ir::Dim& dim) const
{
    if (const auto value = dim.asConstant())
        return choice("as_bool", *value != 0);
    return choice("as_expr", json::Object{{"expr_str", sympyText(dim)}, {"hint", nullptr}});
}

json::Value ValueWriter::device(const ir::Device& device)
{
    json::Object members{{"type", device.type}, {"index", nullptr}};
    if (device.index)
        members.back().second = *device.index;
    return members;
}

json::Value ValueWriter::tensorMeta(const ir::TensorType& type, std::string_view where)
{
    const auto code = dtypeCode(type.dtype);
    if (!code) {
        fail(unknownType(where, type.dtype));
        return {};
    }
    json::Array sizes;
    for (const ir::Dim& size : type.sizes)
        sizes.push_back(symInt(size));
    std::vector<ir::Dim> known = type.strides;
    if (known.empty() && !type.sizes.empty()) {
        // The schema has no unknown strides: those of a contiguous tensor.
        known.resize(type.sizes.size());
        ir::Dim step = ir::Dim::constant(1);
        for (std::size_t axis = type.sizes.size(); axis-- > 0;) {
            known[axis] = step;
            step = step * type.sizes[axis];
        }
    }
    json::Array strides;
    for (const ir::Dim& stride : known)
        strides.push_back(symInt(stride));
    return tensorMember(std::move(sizes), std::move(strides), symInt(type.storageOffset), *code, type.requiresGrad,
        type.device, type.layout);
}

json::Value ValueWriter::tensorMeta(
    const ir::Tensor& tensor, bool requiresGrad, const ir::Device& device, std::string_view where)
{
    const auto code = dtypeCode(tensor.dtype);
    if (!code) {
        fail(unknownType(where, tensor.dtype));
        return {};
    }
    const auto list = [](const std::vector<std::int64_t>& values) {
        json::Array out;
        for (const std::int64_t value : values)
            out.push_back(choice("as_int", value));
        return out;
    };
    return tensorMember(list(tensor.sizes), list(tensor.strides), choice("as_int", tensor.storageOffset), *code,
        requiresGrad, device, ir::Layout::Strided);
}

json::Object metadataOf(const fx::Node& node)
{
    const fx::NodeMeta& meta = node.metadata();
    json::Object out;
    if (!meta.stack_trace.empty())
        out.emplace_back("stack_trace", stackText(meta.stack_trace));
    if (!meta.nn_module_stack.empty())
        out.emplace_back("nn_module_stack", moduleText(meta.nn_module_stack));
    if (!meta.torch_fn.empty())
        out.emplace_back("torch_fn", meta.torch_fn);
    for (const auto& [key, text] : meta.custom)
        out.emplace_back(key, text);
    if (!meta.from_node.empty())
        out.emplace_back("from_node", sourceText(meta.from_node));
    return out;
}

} // namespace sidelight::io::pt2
