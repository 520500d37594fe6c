"""A sweep of the handbook on a Ray cluster of two nodes on one machine, and by local processes.

``python benchmarks/cluster_sweep.py --rows DIR`` sweeps by two local processes, then on two nodes
of one core each, in turns, and compares the times; ``--kill`` ends the second node halfway instead,
and examines the rows: all there, each once. Needs ``symplex[cluster]``.
"""

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from symplex.app.spread.cluster import Cluster
from symplex.app.spread.rows import RowFile
from symplex.app.spread.sweep import LOST, runs_of, summary, sweep
from symplex.app.spread.work import Place, Processes
from symplex.notation.problem_files import load
from symplex.solver.solution.choices import Choices

_HANDBOOK: Final = Path(__file__).parent / "handbook" / "answers.toml"
_NODES: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Sweep, print, and say by the exit code whether a row is missing, repeated or lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True, metavar="DIR", help="for the rows")
    parser.add_argument("--kill", action="store_true", help="end a node halfway")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--most", type=int, default=150, metavar="N", help="problems")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args(arguments)
    options.rows.mkdir(parents=True, exist_ok=True)
    names = sorted(tomllib.loads(_HANDBOOK.read_text(encoding="utf-8")))[: options.most]
    nodes, second = _nodes()
    try:
        with Cluster(nodes.address) as cluster:
            if options.kill:
                return _killed(names, options, cluster, lambda: _end(nodes, second))
            return _compared(names, options, cluster)
    finally:
        nodes.shutdown()


def _nodes() -> tuple[Any, Any]:
    nodes_of = import_module("ray.cluster_utils").Cluster
    head = {"num_cpus": 1, "include_dashboard": False}
    nodes = nodes_of(initialize_head=True, head_node_args=head)
    return nodes, nodes.add_node(num_cpus=_NODES - 1)


def _end(nodes: Any, node: Any) -> None:  # noqa: ANN401 (Ray's own)
    nodes.remove_node(node, allow_graceful=False)


def _killed(names: list[str], options: argparse.Namespace, cluster: Cluster, end: Any) -> int:  # noqa: ANN401
    file = options.rows / "killed.jsonl"
    begun = time.monotonic()
    runs = _swept(names, options, cluster, file, len(names) // 2, end)
    counts = Counter((row["problem"], row["seed"]) for row in RowFile(file).rows.values())
    lines = file.read_text(encoding="utf-8").count("\n")
    lost = sum(row["status"] == LOST for row in RowFile(file).rows.values())
    print(
        f"{runs} runs, {lines} lines, {len(counts)} different, {lost} lost; left: {cluster.where}"
    )
    print(f"{summary(list(RowFile(file).rows.values()))} in {time.monotonic() - begun:.0f} s")
    return 0 if lines == len(counts) == len(names) and not lost else 1


def _compared(names: list[str], options: argparse.Namespace, cluster: Cluster) -> int:
    places: dict[str, Place] = {"local processes": Processes(_NODES), "Ray": cluster}
    seconds: dict[str, list[float]] = {name: [] for name in places}
    for number in range(options.rounds):
        for name, place in places.items():
            begun = time.monotonic()
            _swept(names, options, place, options.rows / f"{name}-{number}.jsonl")
            seconds[name].append(time.monotonic() - begun)
            print(f"{name}: {seconds[name][-1]:.1f} s", flush=True)
    local, ray = (min(found) for found in seconds.values())
    print(f"Ray takes {100 * (ray / local - 1):.1f} % more (the best of {options.rounds} each)")
    return 0


def _swept(
    names: list[str],
    options: argparse.Namespace,
    place: Place,
    file: Path,
    halfway: int = -1,
    end: Any = None,  # noqa: ANN401
) -> int:
    """Sweep, and do something after so many rows; how many rows there were."""
    problems = {name: load(name) for name in names}
    runs = runs_of(names, Choices(time_limit=options.time_limit), 1)
    count = 0
    for row in sweep(problems, runs, place, RowFile(file)):
        count += 1
        if count == halfway:
            print(f"after {count} rows, the last for {row['problem']}, a node is ended", flush=True)
            end()
    return count


if __name__ == "__main__":
    sys.exit(main())
