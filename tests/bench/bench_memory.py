# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Peak resident memory and time on a .pt2 with 2 GB of weights: info, print and opening the window, against torch.export.load."""
import sys
from pathlib import Path

from figures import arguments, report, run, torch_or_none

LOAD = "import sys, torch\nprint(len(torch.export.load(sys.argv[1]).graph.nodes))\n"


def make_model(torch, path: Path) -> None:
    """Eight linear layers of 8,192 by 8,192 floats, and a name that is only given to a whole file."""

    class Wide(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = torch.nn.Sequential(*[torch.nn.Linear(8192, 8192, bias=False) for _ in range(8)])

        def forward(self, x):
            return self.layers(x)

    with torch.no_grad():
        program = torch.export.export(Wide(), (torch.zeros(1, 8192),))
    unfinished = path.with_name("unfinished.pt2")
    torch.export.save(program, unfinished)
    unfinished.rename(path)


def main() -> None:
    options = arguments(__doc__)
    model = options.work / "two_gigabytes.pt2"
    if not model.exists():
        torch = torch_or_none()
        if torch is None:
            sys.exit("the model of 2 GB is made with PyTorch; packaging/bootstrap --bench installs it")
        make_model(torch, model)
    loaded = run([sys.executable, "-c", LOAD, model]) if torch_or_none() else None
    runs = {
        "info": [options.sidelight, "info", model],
        "print": [options.sidelight, "print", model],
        "open": [options.sidelight, "open", model, "--grab", options.work / "two_gigabytes.png"],
    }
    for name, command in runs.items():
        measured = run(command, {"QT_QPA_PLATFORM": "offscreen"})
        report(f"memory-{name}-2gb", measured.peak_mib, "MiB", loaded and loaded.peak_mib)
        report(f"time-{name}-2gb", measured.seconds, "s", loaded and loaded.seconds)


if __name__ == "__main__":
    main()
