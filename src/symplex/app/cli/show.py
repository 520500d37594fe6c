"""`symplex show DIR`: what is saved of a run: problem, progress, front, solution, certificate.

A saved answer is verified again before anything is said of it.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symplex.app.cli.progress import sentence
from symplex.errors import SymplexError, one_line
from symplex.problem import Problem
from symplex.problem.overview import check
from symplex.work.runs.events import EventKind
from symplex.work.runs.folder import RunReport, read_run
from symplex.work.runs.telling import state_of

if TYPE_CHECKING:
    from symplex.solver.solution.solution import Solution

_SHOWN = (EventKind.STARTED, EventKind.RESUMED, EventKind.CONJECTURE, EventKind.FAULT)
_FINDINGS = 5
"""How many of the findings are shown, the latest."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the run")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print what is known of the run."""
    from symplex.solver.solution.stored import problem_of  # late: it loads what proves

    report = read_run(Path(options.folder))
    problem = problem_of(report.saved.manifest)
    if options.json:
        print(json.dumps(_plain(report), ensure_ascii=False))
    else:
        print("\n".join(_page(report, problem)))
    return 0


def _verified(report: RunReport) -> "Solution | str | None":
    """The answer, verified again; a sentence where what was saved cannot be read."""
    from symplex.solver.solution.stored import solution_of  # late: it loads what proves

    if report.solution is None:
        return None
    try:
        return solution_of(report)
    except SymplexError as error:
        return f"the saved solution cannot be read: {error}"


def _state(report: RunReport, answer: "Solution | str | None") -> str:
    """What became of a run; of a status that was saved, what is left of it."""
    told = state_of(report)
    if report.solution is None or told != report.solution["status"]:
        return told
    return "damaged" if isinstance(answer, str) or answer is None else answer.status.value


def _plain(report: RunReport) -> dict[str, Any]:
    manifest, answer = report.saved.manifest, _verified(report)
    unread = [answer] if isinstance(answer, str) else []
    return {
        "state": _state(report, answer),
        "problem": manifest.problem,
        "settings": manifest.settings,
        "version": report.saved.version,
        "environment": report.saved.environment,
        "events": [event.to_plain() for event in report.journal.events],
        "solution": None if answer is None or isinstance(answer, str) else answer.to_json(),
        "faults": [*report.faults, *unread],
    }


def _page(report: RunReport, problem: Problem) -> Iterator[str]:
    saved, answer = report.saved, _verified(report)
    yield str(check(problem))
    yield ""
    begun = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(saved.created))
    yield one_line(f"{_state(report, answer)}; begun {begun} with SymPlex {saved.version}")
    settings = saved.manifest.settings.items()
    yield one_line("settings: " + ", ".join(f"{name} {value}" for name, value in settings if value))
    yield from (f"damaged: {one_line(fault)}" for fault in report.faults)
    if report.crash:
        yield f"crashed: {one_line(report.crash.partition(chr(10))[0])}"
    yield ""
    yield from _progress(report)
    if answer is not None:
        yield ""
        yield str(answer)


def _progress(report: RunReport) -> Iterator[str]:
    """The events that a person wants to see."""
    events = report.journal.events
    findings = [event for event in events if event.kind is EventKind.FINDING][-_FINDINGS:]
    for event in events:
        if event.kind in _SHOWN or event in findings:
            at = time.strftime("%H:%M:%S", time.localtime(event.at))
            yield f"{at}  {one_line(sentence(event).removeprefix('symplex: '))}"
