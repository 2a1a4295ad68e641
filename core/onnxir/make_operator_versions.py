# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes operator_versions_table.cpp from onnx's schemas: python make_operator_versions.py (with onnx of packaging/versions.env)."""

import pathlib

import onnx
from onnx import defs, helper

OLDEST = 13
HEAD = """// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by make_operator_versions.py of onnx {version}. Do not edit.
#include "core/onnxir/operator_versions.h"

namespace sidelight::onnxir {{
namespace {{

constexpr FormalType kFormals[] = {{
{formals}
}};

constexpr OperatorVersion kVersions[] = {{
{rows}
}};

}} // namespace

std::span<const OperatorVersion> allOperatorVersions() {{ return kVersions; }}

std::span<const FormalType> formalTypes(const OperatorVersion& version)
{{
    return std::span<const FormalType>(kFormals).subspan(version.formals, std::size_t{{version.inputFormals}} + version.outputFormals);
}}

}} // namespace sidelight::onnxir
"""


def element_bit(text):
    name = text.removeprefix("tensor(").removesuffix(")").upper()
    return onnx.TensorProto.DataType.Value(name)


def formal(schema, parameter, variables):
    allowed = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}.get(parameter.type_str, [parameter.type_str])
    bits = 0
    for text in allowed:
        bits |= 1 << element_bit(text) if text.startswith("tensor(") else 1
    variable = 0
    if parameter.is_homogeneous and "(" not in parameter.type_str:
        variable = variables.setdefault(parameter.type_str, len(variables) + 1)
    return f"{{0x{bits:x}, {variable}}}"


def attribute(schema_attribute):
    default = schema_attribute.default_value
    if not default.type:
        return schema_attribute.name
    value = helper.get_attribute_value(default)
    if isinstance(value, bytes):
        return f"{schema_attribute.name}={value.decode()}"
    return f"{schema_attribute.name}={value}" if isinstance(value, (int, float)) else schema_attribute.name


def count(parameters, number):
    variadic = parameters and parameters[-1].option == defs.OpSchema.FormalParameterOption.Variadic
    return 255 if variadic else number


def main():
    formals, rows, places = [], [], {}
    by_name = {}
    for schema in defs.get_all_schemas_with_history():
        if schema.domain == "":
            by_name.setdefault(schema.name, {})[schema.since_version] = schema
    for name in sorted(by_name):
        versions = by_name[name]
        if versions[max(versions)].deprecated:
            continue
        base = max((v for v in versions if v <= OLDEST), default=0)
        for since in sorted(v for v in versions if v >= base):
            schema = versions[since]
            variables = {}
            types = [formal(schema, p, variables) for p in [*schema.inputs, *schema.outputs]]
            key = tuple(types)
            if key not in places:
                places[key] = len(formals)
                formals.extend(types)
            attributes = " ".join(attribute(schema.attributes[a]) for a in sorted(schema.attributes))
            rows.append(
                f'    {{"{name}", {since}, {schema.min_input}, {count(schema.inputs, schema.max_input)}, {count(schema.outputs, schema.max_output)}, '
                f'{places[key]}, {len(schema.inputs)}, {len(schema.outputs)}, "{attributes}"}},'
            )
    lines = ["    " + " ".join(f"{f}," for f in formals[at : at + 8]) for at in range(0, len(formals), 8)]
    text = HEAD.format(version=onnx.__version__, formals="\n".join(lines), rows="\n".join(rows))
    pathlib.Path(__file__).with_name("operator_versions_table.cpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
