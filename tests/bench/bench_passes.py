# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
"""FX passes over a graph of 50,000 nodes: the default pipeline, its trace's memory and cursors; and common subexpressions, dead code and constant folding alone against
torch.fx's own passes on the same graph in Python."""
import subprocess
import time

from figures import arguments, report, torch_or_none

NODES = 50_000


def graph_of(torch):
    """The graph that sidelight-bench-passes makes."""
    graph = torch.fx.Graph()
    aten = torch.ops.aten
    value = graph.placeholder("x")
    for _ in range(NODES // 5):
        once = graph.call_function(aten.add.Tensor, (value, 1.0))
        again = graph.call_function(aten.add.Tensor, (value, 1.0))
        product = graph.call_function(aten.mul.Tensor, (once, again))
        graph.call_function(aten.sub.Tensor, (product, 2.0))
        value = graph.call_function(aten.relu.default, (product,))
    graph.output((value,))
    return torch.fx.GraphModule(torch.nn.Module(), graph)


def peer_seconds(torch) -> float:
    from torch._inductor.constant_folding import constant_fold
    from torch.fx.passes.dialect.common.cse_pass import CSEPass

    module = graph_of(torch)
    started = time.perf_counter()
    constant_fold(module)
    module = CSEPass()(module).graph_module
    module.graph.eliminate_dead_code()
    return time.perf_counter() - started


def main() -> None:
    options = arguments(__doc__)
    torch = torch_or_none()
    program = options.sidelight.parent / "sidelight-bench-passes"
    output = subprocess.run([program, str(NODES)], stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = {name: float(value) for name, value in (line.split() for line in output.splitlines())}
    report(f"pipeline-{int(figures['nodes'])}-nodes", figures["pipeline"], "s", None)
    report("cse-dce-folding", figures["common"], "s", None if torch is None else peer_seconds(torch))
    report("trace-memory-of-the-graph's", figures["trace-bytes"] / figures["graph-bytes"], "x", None)
    report(f"slowest-cursor-of-{int(figures['changes'])}-changes", figures["slowest-cursor"] * 1e3, "ms", None)


if __name__ == "__main__":
    main()
