#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Exports every dynamic .pt2 below DIR twice: as it is, and with another legal hint for each symbol. The bytes must be equal.

    other_hints.py SIDELIGHT DIR

Needs PyTorch, whose functions the expressions of sizes are written in. The last line is HINTS equal A/N.
"""
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import sympy
from torch.utils._sympy import functions

FUNCTIONS = {name: getattr(functions, name) for name in functions.__all__ if hasattr(functions, name)}


def visit_expressions(value, visit) -> None:
    """Calls visit with every SymExpr ({"expr_str": …, "hint": …}) of the document."""
    if isinstance(value, dict):
        if "expr_str" in value:
            visit(value)
        for item in value.values():
            visit_expressions(item, visit)
    elif isinstance(value, list):
        for item in value:
            visit_expressions(item, visit)


def other_hint(hint: int, bounds: dict | None) -> int:
    low = (bounds or {}).get("min_val")
    high = (bounds or {}).get("max_val")
    low = 2 if low is None else max(int(low), 2)
    high = hint + 40 if high is None else int(high)
    for candidate in (hint + 3, hint + 1, hint - 1, low, high):
        if candidate != hint and low <= candidate <= high:
            return candidate
    return hint


def with_other_hints(document: dict) -> dict[str, int]:
    """Changes the hints in place; returns the new ones by symbol."""
    hints: dict[str, int] = {}

    def collect(expression: dict) -> None:
        parsed = sympy.sympify(expression["expr_str"], locals=FUNCTIONS)
        hint = expression.get("hint")
        if isinstance(parsed, sympy.Symbol) and isinstance(hint, dict) and "as_int" in hint:
            hints[parsed.name] = other_hint(hint["as_int"], document.get("range_constraints", {}).get(parsed.name))

    def change(expression: dict) -> None:
        hint = expression.get("hint")
        if not isinstance(hint, dict) or "as_int" not in hint:
            return
        parsed = sympy.sympify(expression["expr_str"], locals=FUNCTIONS)
        value = parsed.subs({symbol: hints[symbol.name] for symbol in parsed.free_symbols if symbol.name in hints})
        if value.is_Integer:
            hint["as_int"] = int(value)

    visit_expressions(document, collect)
    visit_expressions(document, change)
    return hints


def write_changed(source: Path, target: Path) -> bool:
    """Copies the archive with other hints; False when it has none."""
    changed = False
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy:
        for entry in archive.infolist():
            content = archive.read(entry)
            if entry.filename.endswith(("models/model.json", "serialized_exported_program.json")):
                document = json.loads(content)
                changed = bool(with_other_hints(document)) or changed
                content = json.dumps(document).encode()
            copy.writestr(entry.filename, content)
    return changed


def exported(sidelight: str, model: Path, target: Path) -> bytes | None:
    target.unlink(missing_ok=True)
    subprocess.run([sidelight, "export", model, "-o", target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return target.read_bytes() if target.exists() else None


def main() -> int:
    sidelight, folder = sys.argv[1], Path(sys.argv[2])
    dynamic = equal = 0
    with tempfile.TemporaryDirectory() as scratch:
        # Both copies have one name and place: a model's name is that of its file.
        model, target = Path(scratch, "model.pt2"), Path(scratch, "model.onnx")
        for source in sorted(folder.rglob("*.pt2")):
            model.unlink(missing_ok=True)
            try:
                if not write_changed(source, model):
                    continue
            except (zipfile.BadZipFile, KeyError, ValueError):
                continue
            other = exported(sidelight, model, target)
            model.write_bytes(source.read_bytes())
            first = exported(sidelight, model, target)
            if first is None and other is None:
                continue
            dynamic += 1
            if first == other:
                equal += 1
            else:
                print(f"DIFFERS {source.relative_to(folder)}")
    print(f"HINTS equal {equal}/{dynamic}")
    return 0 if equal == dynamic else 1


if __name__ == "__main__":
    sys.exit(main())
