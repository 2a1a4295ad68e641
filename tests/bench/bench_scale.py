# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Export of chains of Linear and ReLU by their number of FX nodes, against torch.onnx.export in a Python that is already running.

The chains are made once, by PyTorch, into the work folder; without PyTorch nothing is measured.
"""
import contextlib
import io
import logging
import time
import warnings
from pathlib import Path

from figures import arguments, median_run, report, torch_or_none

PAIRS = (32, 128, 512, 2048)
WIDTH = 8
SLOWEST_PEER = 600  # Seconds: the peer is not asked for a chain that would take longer, by its time for the one before.


def make_chain(torch, pairs: int, path: Path) -> None:
    layers = [layer for _ in range(pairs) for layer in (torch.nn.Linear(WIDTH, WIDTH), torch.nn.ReLU())]
    module = torch.nn.Sequential(*layers).eval()
    program = torch.export.export(module, (torch.zeros(2, WIDTH),), dynamic_shapes=({0: torch.export.Dim("batch")},))
    torch.export.save(program, path)


def peer_seconds(torch, program, path: Path) -> float:
    started = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        torch.onnx.export(program, (), path, dynamo=True, opset_version=18, verbose=False)
    return time.perf_counter() - started


def main() -> None:
    options = arguments(__doc__)
    torch = torch_or_none()
    if torch is None:
        return
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    peer = 0.0
    for pairs in PAIRS:
        model = options.work / f"chain-{pairs}.pt2"
        if not model.exists():
            make_chain(torch, pairs, model)
        target = options.work / "chain.onnx"
        ours = median_run([options.sidelight, "export", model, "-o", target, "--force"], 5)
        program = torch.export.load(model)
        # The peer's time grows faster than the number of nodes, which is four times that of the chain before.
        asked = peer is not None and 8 * peer < SLOWEST_PEER
        peer = peer_seconds(torch, program, options.work / "chain.torch.onnx") if asked else None
        report(f"export-chain-{len(program.graph.nodes)}-nodes", ours, "s", peer)


if __name__ == "__main__":
    main()
