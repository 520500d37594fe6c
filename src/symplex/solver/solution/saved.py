"""A run that is saved in a folder, and continued if the folder holds it already."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.solver.search.state import Progress
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve_chosen
from symplex.solver.solution.stored import problem_of
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import NAME, Manifest, read_manifest
from symplex.work.runs.record import Record


def solve_saved(
    problem: Problem,
    choices: Choices,
    output: str | Path | None,
    *,
    threads: int = 2,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Solve, and save the run in a folder, if one is given, as `symplex solve --output` does.

    Raises:
        SettingsError: if the folder holds another run, is in use, or cannot be written.
    """
    if output is None:
        return solve_chosen(problem, choices, threads=threads, watch=watch)
    path = Path(output)
    manifest = Manifest(_problem(problem), _settings(choices), problem.name)
    record = _begun(path, manifest) if not (path / NAME).exists() else _opened(path, manifest)
    try:
        solution = solve_chosen(problem, choices, threads=threads, watch=watch, record=record)
        record.end(solution.to_json(), is_final=solution.is_exact)
    finally:
        record.close()
    return solution


def _begun(path: Path, manifest: Manifest) -> Record:
    record = Record(RunFolder.made(path))
    record.begin(manifest)
    return record


def _opened(path: Path, manifest: Manifest) -> Record:
    """The record of a run of the same problem with the same settings, the time limit apart."""
    held = read_manifest(path).manifest
    problem_of(held)  # a damaged one is refused
    apart = {"time_limit": None, "workers": None}
    same = {**held.settings, **apart} == {**manifest.settings, **apart}
    if held.problem["statement"] != manifest.problem["statement"] or not same:
        raise SettingsError(
            f"{path}: holds a run of another problem or with other settings; give another folder"
        )
    return Record(RunFolder.opened(path))


def _problem(problem: Problem) -> Mapping[str, Any]:
    return {"source": problem.name, "text": None, "statement": problem.statement()}


def _settings(choices: Choices) -> Mapping[str, Any]:
    """The choices as JSON has them."""
    if not isinstance(choices.recipe, str):
        raise SettingsError("a run with settings of your own cannot be saved; name a recipe")
    given = asdict(choices)
    lists = {"without": list(choices.without), "hint": list(choices.hints)}
    return {**given, **lists, "operators": dict(choices.operators or {})}
