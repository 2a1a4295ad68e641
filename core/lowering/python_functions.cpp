// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/call.h"

#include <array>

namespace sidelight::lowering {

namespace {

struct PythonFunction {
    std::string_view target;
    std::array<std::string_view, 3> parameters;
};

struct PythonFunction4 {
    std::string_view target;
    std::array<std::string_view, 4> parameters;
};

/// Python functions of symbolic numbers, and higher-order operators, by the names of their parameters.
constexpr PythonFunction kPythonFunctions[] = {
    {"operator.add", {"a", "b"}},          {"operator.sub", {"a", "b"}},       {"operator.mul", {"a", "b"}},
    {"operator.floordiv", {"a", "b"}},     {"operator.truediv", {"a", "b"}},   {"operator.mod", {"a", "b"}},
    {"operator.pow", {"a", "b"}},          {"operator.neg", {"a"}},            {"operator.pos", {"a"}},
    {"operator.eq", {"a", "b"}},           {"operator.ne", {"a", "b"}},        {"operator.lt", {"a", "b"}},
    {"operator.le", {"a", "b"}},           {"operator.gt", {"a", "b"}},        {"operator.ge", {"a", "b"}},
    {"operator.and_", {"a", "b"}},         {"operator.or_", {"a", "b"}},       {"operator.xor", {"a", "b"}},
    {"operator.not_", {"a"}},              {"torch.sym_not", {"a"}},           {"torch.sym_max", {"a", "b"}},
    {"torch.sym_min", {"a", "b"}},         {"torch.sym_int", {"a"}},           {"torch.sym_float", {"a"}},
    {"torch.sym_ite", {"b", "t", "f"}},    {"torch._sym_sqrt", {"a"}},         {"math.trunc", {"x"}},
    {"math.ceil", {"x"}},                  {"math.floor", {"x"}},              {"math.sqrt", {"x"}},
    {"builtins.round", {"number", "ndigits"}}, {"transformers.grouped_mm_fallback.default", {"input", "weight", "offs"}},
};
constexpr PythonFunction4 kHigherOrderFunctions[] = {
    {"higher_order.cond", {"pred", "true_fn", "false_fn", "operands"}},
    {"higher_order.while_loop", {"cond_fn", "body_fn", "carried_inputs", "additional_inputs"}},
    {"higher_order.map_impl", {"f", "xs", "pos_args"}},
    {"higher_order.scan", {"combine_fn", "init", "xs", "additional_inputs"}},
    {"higher_order.associative_scan", {"combine_fn", "xs", "additional_inputs"}},
};

} // namespace

std::vector<std::string> pythonParameters(std::string_view target)
{
    std::vector<std::string> names;
    const auto read = [&](const auto& functions) {
        for (const auto& function : functions)
            if (function.target == target)
                for (const std::string_view parameter : function.parameters)
                    if (!parameter.empty())
                        names.emplace_back(parameter);
    };
    read(kHigherOrderFunctions);
    read(kPythonFunctions);
    return names;
}

} // namespace sidelight::lowering
