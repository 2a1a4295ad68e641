# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes runtime_kernels_table.cpp: which element types ONNX Runtime's CPU kernels of each ONNX operator take.

    python core/lowering/make_kernels.py > core/lowering/runtime_kernels_table.cpp

The installed onnxruntime lists its kernels itself. A row says what an operator's version takes at one input, the first of those that share a type
variable of the schema. An operator that is a function of others takes what they take where it has no kernel of its own: everything but bfloat16. For
float16 without a kernel ONNX Runtime goes by float32 of its own accord, and for no other type.
"""
import onnx.defs
import onnxruntime
import onnxruntime.capi._pybind_state as state

OLDEST = 18
NEWEST = 26
TYPES = {"float": "Float32", "double": "Float64", "float16": "Float16", "bfloat16": "BFloat16", "bool": "Bool", "int64": "Int64", "int32": "Int32", "int16": "Int16",
         "int8": "Int8", "uint64": "UInt64", "uint32": "UInt32", "uint16": "UInt16", "uint8": "UInt8",
         "float8e4m3fn": "Float8E4M3FN", "float8e4m3fnuz": "Float8E4M3FNUZ", "float8e5m2": "Float8E5M2", "float8e5m2fnuz": "Float8E5M2FNUZ"}
OPEN = 2**31 - 1


def kernels():
    by_name = {}
    for kernel in state.get_all_opkernel_def():
        if kernel.provider == "CPUExecutionProvider" and kernel.domain == "":
            by_name.setdefault(kernel.op_name, []).append(kernel)
    return by_name


def fits(kernel, since):
    """A kernel of an open range serves the version that it begins with."""
    first, last = kernel.version_range
    return first == since or (last != OPEN and first <= since <= last)


def schemas(name):
    """Each version of the operator that some opset of ours takes."""
    versions = {}
    for opset in range(OLDEST, NEWEST + 1):
        try:
            schema = onnx.defs.get_schema(name, opset, "")
        except onnx.defs.SchemaError:
            continue
        if not schema.deprecated:
            versions[schema.since_version] = schema
    return [versions[since] for since in sorted(versions)]


def inputs_by_variable(schema):
    first = {}
    for at, formal in enumerate(schema.inputs):
        if "(" not in formal.type_str:
            first.setdefault(formal.type_str, at)
    return first


def taken(own, variable):
    types = set()
    for kernel in own:
        types |= {text[len("tensor("):-1] for text in kernel.type_constraints.get(variable, []) if text.startswith("tensor(")}
    if "float" in types:
        types.add("float16")
    return frozenset(TYPES[name] for name in types if name in TYPES)


def rows():
    by_name = kernels()
    for name in sorted({schema.name for schema in onnx.defs.get_all_schemas() if schema.domain == ""}):
        last = {}
        for schema in schemas(name):
            own = [kernel for kernel in by_name.get(name, []) if fits(kernel, schema.since_version)]
            if not own and (schema.has_function or schema.has_context_dependent_function or name == "Constant"):
                continue
            for variable, at in inputs_by_variable(schema).items():
                # Sequences and optionals hold what they hold; tensors of any type that a schema allows are no news.
                types = taken(own, variable)
                if schema.has_function or schema.has_context_dependent_function:
                    types |= set(TYPES.values()) - {"BFloat16"}
                if own and not types:
                    continue
                if last.get(at) != types:
                    last[at] = types
                    yield name, schema.since_version, at, types


def main():
    order = list(TYPES.values())
    print("// SPDX-FileCopyrightText: 2026 Sidelight contributors")
    print("// SPDX-License-Identifier: Apache-2.0")
    print(f"// Made by make_kernels.py from onnxruntime {onnxruntime.__version__}; do not edit.")
    print('#include "core/lowering/runtime_kernels.h"\n')
    print("namespace sidelight::lowering {\nnamespace {\n\nusing enum ir::DType;\n")
    print("constexpr std::uint64_t of(std::initializer_list<ir::DType> types)\n{")
    print("    std::uint64_t bits = 0;\n    for (const ir::DType type : types)\n        bits |= std::uint64_t{1} << static_cast<unsigned>(type);\n    return bits;\n}\n")
    sets = []
    listed = list(rows())
    for _, _, _, types in listed:
        if types not in sets:
            sets.append(types)
    for at, types in enumerate(sets):
        print(f"constexpr std::uint64_t k{at} = of({{{', '.join(sorted(types, key=order.index))}}});")
    print("\nconstexpr RuntimeKernel kKernels[] = {")
    for name, since, at, types in listed:
        print(f'    {{"{name}", {since}, {at}, k{sets.index(types)}}},')
    print("};\n\n} // namespace\n\nstd::span<const RuntimeKernel> runtimeKernels() { return kKernels; }\n\n} // namespace sidelight::lowering")


if __name__ == "__main__":
    main()
