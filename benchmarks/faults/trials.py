"""One run with a fault, through the real command line, and what is wrong with it."""

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

from faults.injection import NAMED, SAYING, Fault
from faults.subjects import Seen, Subject
from faults.workers import WORKERS
from statements.runner import Outcome, Timing, failures_of, json_object, ran

_RANK: Final = ("none", "approximate", "conjectured", "exact")
_HARD: Final = 25.0
"""Seconds after its limit when a run is killed."""
_BAD_INPUT: Final = 2


@final
@dataclass(frozen=True)
class Trial:
    """What a run with faults has come to."""

    outcome: Outcome
    fired: bool
    seen: Seen

    @property
    def answer(self) -> Mapping[str, Any]:
        """The JSON object on standard output; empty if there is none."""
        return json_object(self.outcome.output) or {}


def environment() -> dict[str, str]:
    """That of a process which finds this package, in which failures are notes as for users."""
    paths = (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
    known = {name: value for name, value in os.environ.items() if name != "SYMPLEX_STRICT"}
    return {**known, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def plan_of(faults: Mapping[str, str], subject: Subject) -> str:
    """What the process is told."""
    return json.dumps({"faults": faults, "without": subject.without, "early": subject.early})


def run(subject: Subject, faults: Mapping[str, Fault], limit: float) -> Trial:
    """Solve a subject in a process with faults."""
    plan = plan_of({who: fault.name for who, fault in faults.items()}, subject)
    with tempfile.TemporaryDirectory(prefix="symplex-faults-") as folder:
        log = Path(folder, "log")
        fired = Path(folder, "fired")
        command = [sys.executable, "-m", "faults.child", str(log), str(fired), plan]
        command += ["solve", subject.argument, *subject.options]
        command += ["--time-limit", f"{limit:g}", "--json", "--no-save", "--quiet"]
        outcome = ran(command, subject.text, limit + _HARD, environment())
        turned = json.loads(log.read_text()) if log.exists() else {"named": (), "said": ()}
        seen = Seen(frozenset(turned["named"]), frozenset(turned["said"]))
        return Trial(outcome, fired.exists(), seen)


def row(who: str, fault: Fault, subject: Subject, timing: Timing, absent: str) -> dict[str, Any]:
    """What is written down about one fault of one ingredient; `absent` is the status without it."""
    made = run(subject, {who: fault}, timing.limit)
    status = made.answer.get("status", "")
    over = made.outcome.wall - timing.startup - timing.limit
    lost = _lost(who, fault, made, timing)
    wrong = _RANK.index(status) < _RANK.index(absent) if status and absent else False
    return {
        "who": who,
        "fault": fault.name,
        "subject": subject.name,
        "status": status,
        "absent": absent,
        "code": made.outcome.code,
        "wall": round(made.outcome.wall, 2),
        "over": round(over, 2),
        "lost": [one for one in lost if not one.startswith("overrun")],
        "overrun": any(one.startswith("overrun") for one in lost),
        "wrong": wrong,
        "mute": not made.fired,
        "notes": made.answer.get("notes", []),
        "errors": made.outcome.errors[-2000:],
    }


def _lost(who: str, fault: Fault, made: Trial, timing: Timing) -> list[str]:
    """What is wrong with a run whatever it finds, a few words each; overruns too."""
    found = failures_of(made.outcome, timing)
    if made.outcome.code == _BAD_INPUT:
        found.append("exit code 2")
    if not made.fired and (fault not in SAYING or who not in made.seen.named):
        found.append("the fault did not show")
    if fault in NAMED and who not in WORKERS:
        notes = made.answer.get("notes", [])
        if not any(who in note for note in notes):
            found.append("no note tells who failed")
    return found
