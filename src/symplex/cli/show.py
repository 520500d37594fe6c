"""`symplex show DIR`: what is saved of a run: problem, progress, front, solution, certificate."""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from symplex.cli.progress import sentence
from symplex.cli.resume import problem_of
from symplex.errors import SymplexError
from symplex.problem.overview import check
from symplex.runs.events import EventKind
from symplex.runs.folder import RunReport, read_run
from symplex.runs.telling import state_of

_SHOWN = (EventKind.STARTED, EventKind.RESUMED, EventKind.CONJECTURE, EventKind.FAULT)
_FINDINGS = 5
"""How many of the findings are shown, the latest."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the run")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print what is known of the run."""
    report = read_run(Path(options.folder))
    if options.json:
        print(json.dumps(_plain(report), ensure_ascii=False))
    else:
        print("\n".join(_page(report)))
    return 0


def _plain(report: RunReport) -> dict[str, Any]:
    manifest = report.saved.manifest
    return {
        "state": state_of(report),
        "problem": manifest.problem,
        "settings": manifest.settings,
        "version": report.saved.version,
        "environment": report.saved.environment,
        "events": [event.to_plain() for event in report.journal.events],
        "solution": report.solution,
        "faults": report.faults,
    }


def _page(report: RunReport) -> Iterator[str]:
    saved = report.saved
    yield str(check(problem_of(saved.manifest)))
    yield ""
    begun = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(saved.created))
    yield f"{state_of(report)}; begun {begun} with SymPlex {saved.version}"
    yield ", ".join(f"{name} {value}" for name, value in saved.manifest.settings.items() if value)
    yield from (f"damaged: {fault}" for fault in report.faults)
    if report.crash:
        yield f"crashed: {report.crash.partition(chr(10))[0]}"
    yield ""
    yield from _progress(report)
    if report.solution is not None:
        yield ""
        yield from _solution(report)


def _progress(report: RunReport) -> Iterator[str]:
    """The events that a person wants to see."""
    events = report.journal.events
    findings = [event for event in events if event.kind is EventKind.FINDING][-_FINDINGS:]
    for event in events:
        if event.kind in _SHOWN or event in findings:
            at = time.strftime("%H:%M:%S", time.localtime(event.at))
            yield f"{at}  {sentence(event).removeprefix('symplex: ')}"


def _solution(report: RunReport) -> Iterator[str]:
    """The solution's own page, verified again; as it was saved where that cannot be done."""
    from symplex.solution import Solution  # late: it loads what proves

    try:
        yield str(Solution.from_json(report.solution or {}))
    except SymplexError as error:
        yield f"the saved solution cannot be read: {error}"
