# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Export of every .pt2 below a folder, one process each, against torch.onnx.export in a Python that is already running.

SIDELIGHT_CORPUS names the folder; without it the bundled samples are exported. What either of the two cannot export is left out of both sums.
"""
import contextlib
import io
import logging
import os
import subprocess
import time
import warnings
from pathlib import Path

from figures import arguments, report, torch_or_none


def seconds_of_torch(torch, file: Path, target: Path) -> float | None:
    """Nothing when the peer cannot load or export the file."""
    try:
        program = torch.export.load(file)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            started = time.perf_counter()
            torch.onnx.export(program, (), target, dynamo=True, opset_version=18, verbose=False)
            return time.perf_counter() - started
    except Exception:  # PyTorch raises many kinds for what it cannot export.
        return None


def main() -> None:
    options = arguments(__doc__)
    folder = Path(os.environ.get("SIDELIGHT_CORPUS") or options.samples)
    torch = torch_or_none()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    ours = peer = 0.0
    counted = 0
    for file in sorted(folder.rglob("*.pt2")):
        command = [options.sidelight, "export", file, "-o", options.work / "corpus.onnx", "--force"]
        started = time.perf_counter()
        finished = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        seconds = time.perf_counter() - started
        if finished.returncode != 0:
            continue
        if torch is not None:
            theirs = seconds_of_torch(torch, file, options.work / "corpus.torch.onnx")
            if theirs is None:
                continue
            peer += theirs
        ours += seconds
        counted += 1
    report(f"export-{counted}-models", ours, "s", None if torch is None else peer)


if __name__ == "__main__":
    main()
