# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""How every benchmark takes its arguments, runs the program and prints its figures."""
import argparse
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

NOT_MEASURED = "not measured"


def arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--sidelight", type=Path, required=True, help="the program to measure")
    parser.add_argument("--samples", type=Path, required=True, help="folder of .pt2 files")
    parser.add_argument("--work", type=Path, required=True, help="folder to write into")
    parsed = parser.parse_args()
    parsed.work.mkdir(parents=True, exist_ok=True)
    return parsed


def report(name: str, value: float, unit: str, peer: float | None) -> None:
    """One line a figure; the ratio says how many times better we are than the peer, where less is better."""
    peer_text = NOT_MEASURED if peer is None else f"{peer:.4g}"
    ratio = "-" if peer is None or value == 0 else f"{peer / value:.4g}"
    print(f"{name}, {value:.4g}, {unit}, {peer_text}, {ratio}", flush=True)


@dataclass
class Run:
    seconds: float
    peak_mib: float
    output: str


# A process starts with the peak of the one that it was forked from: a small one in between keeps PyTorch's memory out of the figure.
LAUNCHER = """import os, subprocess, sys, time
started = time.perf_counter()
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - started
sys.stdout.write(f"\\n{seconds} {usage.ru_maxrss} {os.waitstatus_to_exitcode(status)}")
"""


def run(command: list, environment: dict | None = None) -> Run:
    """Runs a program to its end; the peak is that of its own resident memory. Ends the benchmark if the program fails."""
    words = [sys.executable, "-I", "-S", "-c", LAUNCHER, *(str(part) for part in command)]
    finished = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True,
                              env={**os.environ, **(environment or {})})
    output, _, last = finished.stdout.decode(errors="replace").rpartition("\n")
    seconds, peak, code = last.split()
    if code != "0":
        sys.exit(f"{' '.join(map(str, command))} ended with {code}:\n{output}")
    return Run(float(seconds), int(peak) / 1024, output)


def median_seconds(action, times: int) -> float:
    """The median of the seconds that the action takes, after one run that is not counted."""
    action()
    durations = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        durations.append(time.perf_counter() - started)
    return statistics.median(durations)


def median_run(command: list, times: int, environment: dict | None = None) -> float:
    """The median of the seconds from a program's start to its end, after one run that is not counted; the launcher's own start is left out."""
    run(command, environment)
    return statistics.median(run(command, environment).seconds for _ in range(times))


def torch_or_none():
    """PyTorch with its ONNX exporter, if it is installed."""
    try:
        import onnx  # noqa: F401
        import onnxscript  # noqa: F401
        import torch
        import torch.onnx
    except ImportError:
        return None
    return torch
