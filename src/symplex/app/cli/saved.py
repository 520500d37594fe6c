"""A solution that was saved, as commands name it: the folder of a run, or a file of JSON."""

import json
from pathlib import Path

from symplex.errors import SettingsError
from symplex.notation.problem_files import bytes_of
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.stored import solution_of
from symplex.work.runs.folder import read_run


def saved_solution(named: str) -> Solution:
    """The solution, verified again.

    Raises:
        SymplexError: if there is none.
    """
    path = Path(named)
    if path.is_dir():
        return solution_of(read_run(path))
    try:
        content = json.loads(bytes_of(path))
    except (ValueError, RecursionError):
        raise SettingsError(f"{named}: is not the JSON of a solution") from None
    if not isinstance(content, dict):
        raise SettingsError(f"{named}: is not the JSON of a solution")
    return Solution.from_json(content)  # pyright: ignore[reportUnknownArgumentType]
