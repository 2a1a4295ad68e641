# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""Export of each sample: our process from start to file written, against torch.onnx.export in a Python that is already running."""
import contextlib
import io
import logging
import warnings

from figures import arguments, median_run, median_seconds, report, torch_or_none


def main() -> None:
    options = arguments(__doc__)
    torch = torch_or_none()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    for sample in sorted(options.samples.glob("*.pt2")):
        ours_path = options.work / f"{sample.stem}.sidelight.onnx"
        peer_path = options.work / f"{sample.stem}.torch.onnx"
        ours = median_run([options.sidelight, "export", sample, "-o", ours_path, "--force"], 5)
        peer = None
        if torch is not None:
            program = torch.export.load(sample)

            def export() -> None:
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                    torch.onnx.export(program, (), peer_path, dynamo=True, opset_version=18, verbose=False)

            peer = median_seconds(export, 3)
        report(f"export-{sample.stem}", ours, "s", peer)


if __name__ == "__main__":
    main()
