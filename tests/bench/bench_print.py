# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Printing every .pt2 below a folder, one process each, against torch.export.load and print in a Python that is already running.

SIDELIGHT_CORPUS names the folder; without it the bundled samples are printed. Files that PyTorch cannot load are left out of both.
"""
import logging
import os
import subprocess
import time
import warnings
from pathlib import Path

from figures import arguments, report, torch_or_none


def main() -> None:
    options = arguments(__doc__)
    folder = Path(os.environ.get("SIDELIGHT_CORPUS") or options.samples)
    files = sorted(folder.rglob("*.pt2"))
    torch = torch_or_none()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    ours = peer = 0.0
    counted = 0
    for file in files:
        if torch is not None:
            started = time.perf_counter()
            try:
                text = str(torch.export.load(file).graph)
            except Exception:  # PyTorch raises many kinds for files that it cannot read.
                continue
            peer += time.perf_counter() - started
            assert text
        started = time.perf_counter()
        subprocess.run([options.sidelight, "print", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=torch is not None)
        ours += time.perf_counter() - started
        counted += 1
    report(f"print-{counted}-models", ours, "s", None if torch is None else peer)


if __name__ == "__main__":
    main()
