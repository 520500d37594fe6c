"""Where a saved answer is: the folder of a run, or a file that holds a solution.

The answer of a run belongs to the problem that the run was given. Whatever problem stands beside
the answer is not believed: the run's own takes its place before anything is verified.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.solver.solution.solution import Solution
from symplex.work.runs.folder import RunReport, read_run
from symplex.work.runs.manifest import NAME, Manifest

MAX_BYTES: Final = 50_000_000
"""No saved solution is larger."""


def problem_of(manifest: Manifest) -> Problem:
    """The problem of a run, from the very text that was given where there was one.

    Raises:
        SymplexError: if there is none that can be read, or if the text and the statement that was
            saved beside it are two problems.
    """
    try:
        given = manifest.problem
        stated = Problem.from_statement(given["statement"])
        if given["text"] is None:
            return stated
        problem = Problem.from_bytes(given["text"].encode(), str(given["source"]), manifest.name)
    except (KeyError, TypeError, AttributeError):
        raise SettingsError("the run is damaged: it does not say which problem it solves") from None
    # Both as this version states them: an earlier one may have written numbers in another way.
    if problem.statement() != stated.statement():
        raise SettingsError(
            f"the run is damaged: the problem file in its {NAME} is another problem than the "
            "statement beside it"
        )
    return problem


def answer_of(report: RunReport) -> Mapping[str, Any]:
    """The saved answer of a run, beside the problem that the run was given.

    Raises:
        SettingsError: if there is none yet.
    """
    if report.solution is None:
        raise SettingsError(f"{report.path}: the run has no solution yet")
    return {**report.solution, "problem": problem_of(report.saved.manifest).statement()}


def solution_of(report: RunReport) -> Solution:
    """The answer of a run, verified again for the problem that the run was given.

    Raises:
        SymplexError: if there is none that can be read.
    """
    return Solution.from_json(answer_of(report))


def stored_solution(path: Path) -> Mapping[str, Any]:
    """What is saved of an answer, as `Solution.from_json` reads it.

    Args:
        path: The folder of a run, or what ``symplex solve --json`` printed.

    Raises:
        SettingsError: if there is none.
    """
    if path.is_dir():
        return answer_of(read_run(path))
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SettingsError(f"{path}: is larger than {MAX_BYTES:,} bytes; no solution is")
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise SettingsError(f"{path}: holds no saved solution: it is not JSON") from None
    if not isinstance(raw, dict):
        raise SettingsError(f"{path}: holds no saved solution")
    return cast("Mapping[str, Any]", raw)
