"""`symplex resume DIR`: continues a run that was saved, as if it had never stopped."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from symplex.app.cli import running
from symplex.errors import SettingsError
from symplex.work.runs.folder import RunFolder, RunReport, read_run
from symplex.work.runs.manifest import Manifest

if TYPE_CHECKING:
    from symplex.problem import Problem
    from symplex.solver.solution.solution import Solution


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the run")
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of the whole run (default as before)"
    )
    running.configure(parser)


def run(options: argparse.Namespace) -> int:
    """Continue, print the answer, and say by the exit code whether it is proved."""
    folder = RunFolder.opened(Path(options.folder))
    try:
        report = read_run(folder.path)
        proved = _proved(report)
        if proved is not None and report.faults and report.solution is not None:
            folder.write_solution(report.solution, durable=True)
        going_on = _continuation(report, options.time_limit) if proved is None else None
    except BaseException:
        folder.lock.release()
        raise
    if going_on is not None:
        return running.run(*going_on, options, folder)
    folder.lock.release()
    found = cast("Solution", proved)
    running.show(found, options)
    return found.status.exit_code


def _continuation(report: RunReport, time_limit: float | None) -> "tuple[Problem, dict[str, Any]]":
    """The problem and the settings with which a run goes on."""
    from symplex.solver.solution.stored import problem_of  # late: it loads what proves

    _require_time(report, time_limit)
    manifest = report.saved.manifest
    return problem_of(manifest), settings_of(manifest, time_limit)


def _proved(report: RunReport) -> "Solution | None":
    """The solution that a run has ended with, if it is a proof, which is made again."""
    from symplex.solver.solution.stored import solution_of  # late: it loads what proves

    saved = report.solution if report.has_ended else None
    if saved is None or saved["status"] != "exact":
        return None
    solution = solution_of(report)
    return solution if solution.is_exact else None


def settings_of(manifest: Manifest, time_limit: float | None) -> dict[str, Any]:
    """What `solve` was called with, with another time limit if one is given."""
    settings = {**manifest.settings}
    for name in ("without", "hint"):
        settings[name] = tuple(settings[name])
    return settings if time_limit is None else {**settings, "time_limit": time_limit}


def _require_time(report: RunReport, time_limit: float | None) -> None:
    """Refuse a run that has used its time up, unless it is given another limit."""
    solution = report.solution if report.has_ended else None
    if time_limit is None and solution and solution["stop_reason"] == "time limit":
        raise SettingsError(
            f"{report.path}: the run has used up its {report.saved.manifest.settings['time_limit']}"
            " s; --time-limit SECONDS, of the whole run, gives it more"
        )
