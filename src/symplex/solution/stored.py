"""Where a saved answer is: the folder of a run, or a file that holds a solution."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from symplex.errors import SettingsError
from symplex.runs.folder import RunReport, read_run

MAX_BYTES: Final = 50_000_000
"""No saved solution is larger."""


def stored_run(path: Path) -> RunReport:
    """A run with a solution.

    Raises:
        SettingsError: if there is no run, or it has no solution yet.
    """
    report = read_run(path)
    if report.solution is None:
        raise SettingsError(f"{path}: the run has no solution yet")
    return report


def stored_solution(path: Path) -> Mapping[str, Any]:
    """What is saved of an answer, as `Solution.from_json` reads it.

    Args:
        path: The folder of a run, or what ``symplex solve --json`` printed.

    Raises:
        SettingsError: if there is none.
    """
    if path.is_dir():
        return stored_run(path).solution or {}
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
