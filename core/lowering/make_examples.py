# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes examples_table.cpp from the test calls in examples/: PyTorch evaluates each and says the types of its results.

    python core/lowering/make_examples.py > core/lowering/examples_table.cpp

A file for each family of operators; a line is a call in fx::parseCall's text without its results. One for each overload that has a
lowering; another where complex tensors have one of their own.
"""
import math
import pathlib
import sys

import torch

DTYPES = {"b8": torch.bool, "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64, "i32": torch.int32,
          "i64": torch.int64, "c64": torch.complex64, "c128": torch.complex128, "u8": torch.uint8}
SHORT = {dtype: name for name, dtype in DTYPES.items()}


class Maker:
    """`f32[2, 3]` makes a tensor; integers are small enough to index with."""

    def __init__(self, dtype):
        self.dtype = dtype

    def __getitem__(self, sizes):
        if sizes == ():
            sizes = []
        sizes = list(sizes) if isinstance(sizes, (tuple, list)) else [sizes]
        return torch.ones(sizes, dtype=self.dtype)


def type_of(value):
    if isinstance(value, torch.Tensor):
        return f"{SHORT[value.dtype]}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(type_of, value))})"
    return f"Sym({int(value)})"


# Results that depend on the data or on the size n of a symbol are said by hand.
# The offsets of bags begin with 0, which ones do not. The results after the first serve the backward pass.
BAGS = "f32[2, 3]"
KNOWN = {
    "aten._embedding_bag.default": BAGS,
    "aten._embedding_bag_forward_only.default": BAGS,
    "aten._grouped_mm.default": "bf16[6, 8]",
    "aten._local_scalar_dense.default": "Sym(u0)",
    "aten._unique2.default": "(i64[u0], i64[2, 3], i64[u0])",
    "aten.embedding_bag.default": BAGS,
    "aten.embedding_bag.padding_idx": BAGS,
    "aten.item.default": "Sym(u0)",
    "aten.linalg_lu_factor.default": "(f32[2, 3], i32[2])",
    "aten.masked_select.default": "f32[u0]",
    "aten.nonzero.default": "i64[u0, 2]",
    "aten.sym_numel.default": "Sym(3*n)",
    "aten.sym_size.int": "Sym(n)",
    "aten.unique_consecutive.default": "(i64[u0], i64[6], i64[u0])",
    "aten.unique_dim.default": "(i64[u0, 2], i64[4], i64[u0])",
    "math.sqrt": "Float(u0)",
    "operator.truediv": "Float(u0)",
    "torch._sym_sqrt": "Float(u0)",
    "torch.sym_float": "Float(n)",
    "transformers.grouped_mm_fallback.default": "f32[6, 5]",
}
PREDICATES = [f"operator.{name}" for name in ("and_", "eq", "ge", "gt", "le", "lt", "ne", "not_", "or_")] + ["torch.sym_not"]
SYMBOLIC = {"add": "n + 2", "floordiv": "(n//2)", "mod": "Mod(n, 2)", "mul": "2*n", "neg": "-n", "pow": "n**2", "sub": "n - 2", "sym_max": "Max(2, n)", "sym_min": "Min(2, n)"}


def result_of(line):
    target = line[: line.index("(")]
    if target in KNOWN:
        return KNOWN[target]
    if target in PREDICATES:
        return "Bool(u0)"
    if not target.startswith("aten."):
        return f"Sym({SYMBOLIC.get(target.split('.')[1], 'u0')})"
    packet, overload = target.split(".")[1:]
    names = {name: Maker(dtype) for name, dtype in DTYPES.items()} | {"torch": torch, "cpu": torch.device("cpu"), "inf": math.inf}
    call = line[len(target):].replace("[]", "[()]")
    return type_of(eval(f"f{call}", {"f": getattr(getattr(torch.ops.aten, packet), overload)} | names))


def rows():
    for file in sorted((pathlib.Path(__file__).parent / "examples").glob("*.txt")):
        for line in file.read_text().splitlines():
            try:
                yield line[: line.index("(")], f"{line} -> {result_of(line)}"
            except Exception as problem:
                print(f"{file.name}: {line}: {type(problem).__name__} {str(problem).splitlines()[0]}", file=sys.stderr)


def main():
    print("// SPDX-FileCopyrightText: 2026 Sidelight contributors")
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Made by make_examples.py; do not edit.")
    print('#include "core/lowering/examples.h"\n')
    print("namespace sidelight::lowering {\nnamespace {\n\nconstexpr Example kExamples[] = {")
    # The call on real tensors first.
    for target, call in sorted(rows(), key=lambda row: (row[0], " c" in row[1] or "(c" in row[1] or "[c" in row[1], row[1])):
        print(f'    {{"{target}", "{call}"}},')
    print("};\n\n} // namespace\n\nstd::span<const Example> examples() { return kExamples; }\n\n} // namespace sidelight::lowering")


if __name__ == "__main__":
    main()
