# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Process start to the first painted perceptron, against Netron: its server on the model and a headless Chromium, start to graph.

Ours is the whole run of `open --grab`, with the picture written and the process ended, so it is an upper bound.
"""
import shutil
import sys
from pathlib import Path

from chromium import Chromium
from figures import arguments, median_seconds, report, run

PORT = 18765
GRAPH_IS_SHOWN = "document.body.classList.contains('default') && document.querySelectorAll('.graph-node, .node').length > 0"


def netron_program() -> str | None:
    beside = Path(sys.executable).with_name("netron")
    return str(beside) if beside.exists() else shutil.which("netron")


def open_in_netron(netron: str, chromium: str, model: Path) -> None:
    with Chromium(chromium, [netron, "--host", "127.0.0.1", "--port", str(PORT), str(model)]) as browser:
        browser.wait_for(f"http://127.0.0.1:{PORT}/", GRAPH_IS_SHOWN, seconds=60)


def main() -> None:
    options = arguments(__doc__)
    model = options.samples / "mlp.pt2"
    picture = options.work / "window.png"
    ours = median_seconds(
        lambda: run([options.sidelight, "open", model, "--grab", picture], {"QT_QPA_PLATFORM": "offscreen"}), 5)
    netron, chromium = netron_program(), shutil.which("chromium") or shutil.which("google-chrome")
    peer = median_seconds(lambda: open_in_netron(netron, chromium, model), 3) if netron and chromium else None
    report("window-mlp", ours, "s", peer)


if __name__ == "__main__":
    main()
