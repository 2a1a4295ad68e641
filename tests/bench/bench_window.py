# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Process start to the first painted graph, of the perceptron and the encoder, against Netron: its server on the model and a headless
Chromium, start to graph. Then, inside the open window of the encoder: a click on a folded layer to its painted content, and one step of
the lowering to its painted marks; no peer has either.
"""
import re
import shutil
import statistics
import sys
from pathlib import Path

from chromium import Chromium
from figures import arguments, median_seconds, report, run

PORT = 18765
GRAPH_IS_SHOWN = "document.body.classList.contains('default') && document.querySelectorAll('.graph-node, .node').length > 0"
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
TIMES = 5


def netron_program() -> str | None:
    beside = Path(sys.executable).with_name("netron")
    return str(beside) if beside.exists() else shutil.which("netron")


def open_in_netron(netron: str, chromium: str, model: Path) -> None:
    with Chromium(chromium, [netron, "--host", "127.0.0.1", "--port", str(PORT), str(model)]) as browser:
        browser.wait_for(f"http://127.0.0.1:{PORT}/", GRAPH_IS_SHOWN, seconds=60)


def seconds_to_paint(sidelight: Path, model: Path) -> float:
    """The window says itself how long after the start of its process the first graph was painted."""
    runs = [run([sidelight, model], {**OFFSCREEN, "SIDELIGHT_TIME_TO_PAINT": "1"}) for _ in range(TIMES + 1)]
    return statistics.median(float(re.findall(r"^\d+\.\d+$", one.output, re.MULTILINE)[-1]) for one in runs[1:])


def milliseconds(sidelight: Path, model: Path, picture: Path, actions: list[str], timed: str) -> float:
    """The median of what `time ACTION` prints in a window that does the actions."""
    words = [word for action in actions for word in ("--action", action)]
    found = []
    for _ in range(TIMES):
        output = run([sidelight, "open", model, "--grab", picture, *words], OFFSCREEN).output
        found += [float(value) for value in re.findall(rf"^{re.escape(timed)}: (\d+\.\d+) ms$", output, re.MULTILINE)]
    return statistics.median(found)


def main() -> None:
    options = arguments(__doc__)
    netron, chromium = netron_program(), shutil.which("chromium") or shutil.which("google-chrome")
    for name, sample in (("mlp", "mlp.pt2"), ("encoder", "vit.pt2")):
        model = options.samples / sample
        peer = median_seconds(lambda: open_in_netron(netron, chromium, model), 3) if netron and chromium else None
        report(f"window-{name}", seconds_to_paint(options.sidelight, model), "s", peer)
    encoder, picture = options.samples / "vit.pt2", options.work / "window.png"
    expand = milliseconds(options.sidelight, encoder, picture, ["time click layers.0"], "click layers.0")
    report("window-expand", expand, "ms", None)
    # The first step of a pass lays both of its graphs out as one; those after it only mark.
    steps = ["pass lower", "back 8", *["time step"] * 5]
    report("window-step", milliseconds(options.sidelight, encoder, picture, steps, "step"), "ms", None)


if __name__ == "__main__":
    main()
