"""What `solve` and `resume` share: the run itself, its display, its record, its exit code."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from symplex.app.cli.interrupts import INTERRUPTED, finishing, was_interrupted
from symplex.app.cli.progress import Display
from symplex.errors import SymplexError
from symplex.problem import Problem
from symplex.work.runs.events import Level
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import APART, Record

if TYPE_CHECKING:
    from symplex.solver.search.state import Progress
    from symplex.solver.solution.solution import Solution

_WORKERS: Final = "workers"
_MORE: Final = MappingProxyType(
    {"interrupted": "", "out of memory": "", "time limit": " --time-limit SECONDS"}
)
"""What is to be added to a command that continues a run, by the reason why it stopped."""
LEVELS: Final = tuple(level.name.lower() for level in Level)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that both commands have."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument(
        "--log-level",
        default="info",
        choices=LEVELS,
        metavar="LEVEL",
        help=f"how much is told beside the answer: {', '.join(LEVELS)} (default info)",
    )
    parser.add_argument(
        "--checkpoint-every",
        type=float,
        default=APART,
        metavar="SECONDS",
        help=f"how often a long run is saved (default {APART:g})",
    )


def run(
    problem: Problem,
    settings: Mapping[str, Any],
    options: argparse.Namespace,
    folder: RunFolder | None,
    manifest: Manifest | None = None,
) -> int:
    """Solve, save, print, and say by the exit code whether the answer is proved.

    Args:
        problem: What is to be solved.
        settings: What `solve` is called with besides.
        options: Those of `configure`.
        folder: Where the run is saved, if it is.
        manifest: What a new run was asked; without it, the run in the folder is continued.
    """
    level = Level[options.log_level.upper()]
    display = Display(level, settings["time_limit"], quiet=options.quiet)
    record = _record(folder, manifest, display, options)
    try:
        solution = _solved(problem, settings, display, record, options)
    except BaseException as error:
        display.close()
        if record is not None:
            refused = isinstance(error, SymplexError) and manifest is not None
            record.discard() if refused else record.close()
        raise
    return _finish(solution, display, record, options)


def _record(
    folder: RunFolder | None,
    manifest: Manifest | None,
    display: Display,
    options: argparse.Namespace,
) -> Record | None:
    if folder is None:
        return None
    record = Record(folder, display.tell, apart=options.checkpoint_every)
    if manifest is not None:
        record.begin(manifest)
    return record


def _finish(
    solution: "Solution", display: Display, record: Record | None, options: argparse.Namespace
) -> int:
    """Save and print, undisturbed by an interrupt; the exit code."""
    # An answer that is proved although the user was no longer waiting for it says so itself.
    interrupted = was_interrupted() or solution.stop_reason == "interrupted"
    with finishing(interrupted=interrupted):
        if record is not None:
            record.end(solution.to_json(), is_final=solution.is_exact)
        display.close()
        if record is not None:
            record.close()
        show(solution, options)
        if record is not None and not options.quiet:
            _advise(solution, record)
        interrupted = interrupted or was_interrupted()
    if interrupted:
        return INTERRUPTED
    return solution.status.exit_code


def _advise(solution: "Solution", record: Record) -> None:
    """Say how a run that was cut short goes on."""
    more = _MORE.get(solution.stop_reason)
    if more is not None:
        print(f"symplex: 'symplex resume {record.path}{more}' continues this run", file=sys.stderr)


def show(solution: "Solution", options: argparse.Namespace) -> None:
    """Print an answer as the options say."""
    print(json.dumps(solution.to_json(), ensure_ascii=False) if options.json else solution)
    sys.stdout.flush()


def _solved(
    problem: Problem,
    settings: Mapping[str, Any],
    display: Display,
    record: Record | None,
    options: argparse.Namespace,
) -> "Solution":
    """The solution; where an interrupt comes before the search, there is none."""
    told = {name: value for name, value in settings.items() if name != _WORKERS}
    workers, cluster = settings.get(_WORKERS, 1), getattr(options, "cluster", None)
    try:
        from symplex.solver.solution.solve import solve

        if workers == 1 and cluster is None:
            return solve(problem, **told, watch=display.watch, record=record)
        from symplex.solver.solution.recording import Recording

        recording = Recording(record, display.watch)
        recording.continued(_nowhere)
        return _on_islands(problem, told, workers, cluster, recording.watcher)
    except KeyboardInterrupt:
        from symplex.proof.verdict import Verdict
        from symplex.solver.solution.solution import Solution

        return Solution(
            problem,
            Verdict.NONE,
            {},
            None,
            seed=settings["seed"],
            stop_reason="interrupted",
        )


def _nowhere(_: object) -> None:
    """No checkpoints are made of islands: when resumed they begin again, on the same course."""


def _on_islands(
    problem: Problem,
    told: dict[str, Any],
    workers: int,
    cluster: str | None,
    watch: Callable[["Progress"], None] | None,
) -> "Solution":
    """The answer of several islands, on this machine or on a cluster."""
    from symplex.app.spread.islands import solve_on_islands
    from symplex.solver.solution.choices import Choices

    choices = Choices(**told)
    if cluster is None:
        return solve_on_islands(problem, choices, workers=workers, watch=watch)
    from symplex.app.spread.cluster import Cluster
    from symplex.app.spread.cluster_islands import ClusterIslands

    with Cluster(cluster) as machines:
        print(f"symplex: {workers} islands on {machines.where}", file=sys.stderr)
        settle = partial(ClusterIslands, machines)
        return solve_on_islands(problem, choices, workers=workers, watch=watch, settle=settle)
