"""A sweep: many problems with many seeds, a row for each run, wherever the runs are made.

Owns the runs, their rows and what they add up to. A run whose row is kept already is not made
again, so a sweep that was stopped continues when it is asked for once more.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Final, final

from symplex.app.spread.island import require_version
from symplex.app.spread.rows import Row, RowWriter
from symplex.app.spread.work import LostTask, Place, Task
from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.problem.transport import from_data, to_data
from symplex.proof.verdict import Verdict
from symplex.sentences import sentence
from symplex.solver.search.state import StopReason
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solve import solve_chosen

LOST: Final = "lost"
"""The status of a run that has no answer because the program failed."""
_LEFT_OUT: Final = ("latex", "front")
"""What a solution's JSON has and its row has not."""


@final
@dataclass(frozen=True)
class SweepRun:
    """One run of a sweep."""

    problem: str
    """The name that the user gave it."""
    choices: Choices
    threads: int = 1
    version: str = ""
    """Of the program that asks for it."""


def runs_of(
    names: Sequence[str], choices: Choices, seeds: int, *, threads: int = 1
) -> list[SweepRun]:
    """A run of each problem with each seed, from that of the choices on."""
    if seeds < 1:
        raise SettingsError(f"--seeds must be at least 1, found {seeds}")
    here = version("symplex")
    numbers = range(choices.seed, choices.seed + seeds)
    return [
        SweepRun(name, replace(choices, seed=seed), threads, here)
        for name in dict.fromkeys(names)
        for seed in numbers
    ]


def sweep(
    problems: Mapping[str, Problem], runs: Sequence[SweepRun], place: Place, rows: RowWriter
) -> Iterator[Row]:
    """The rows of all runs: those that are kept already, then the others as they come."""
    shared = {name: to_data(problem) for name, problem in problems.items()}
    names = [task_name(shared[run.problem], run) for run in runs]
    yield from (rows.rows[name] for name in names if name in rows.rows)
    left = [index for index, name in enumerate(names) if name not in rows.rows]
    tasks = [Task(runs[index].problem, runs[index]) for index in left]
    for which, result in place.results(row_of, shared, tasks):
        run, name = runs[left[which]], names[left[which]]
        rows.append(name, _lost(run, result) if isinstance(result, LostTask) else result)
        yield rows.rows[name]


def task_name(problem: Mapping[str, Any], run: SweepRun) -> str:
    """What tells a run from others: a digest of all that its row depends on but the machine."""
    chosen = run.choices
    operators = sorted((chosen.operators or {}).items())
    parts = (problem, repr(replace(chosen, operators=None)), operators, run.version)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def row_of(problem: Mapping[str, Any], run: SweepRun) -> Row:
    """Make a run; its row."""
    require_version(run.version)
    solution = solve_chosen(from_data(problem), run.choices, threads=run.threads)
    if StopReason(solution.stop_reason) is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    made = solution.to_json()
    for key in _LEFT_OUT:
        del made[key]
    return {**made, "problem": run.problem}


def _lost(run: SweepRun, lost: LostTask) -> Row:
    answer: Row = {"solution": {}, "seconds": 0.0, "candidates": 0}
    notes: Row = {"notes": [sentence(lost.why)], "note_reasons": [lost.why.to_json()]}
    return {"problem": run.problem, "seed": run.choices.seed, "status": LOST, **answer, **notes}


def summary(rows: Sequence[Row]) -> dict[str, int]:
    """How many rows have which status; those that none has are left out."""
    order = (*(status.value for status in Verdict), LOST)
    counts = {status: sum(row["status"] == status for row in rows) for status in order}
    return {status: count for status, count in counts.items() if count}
