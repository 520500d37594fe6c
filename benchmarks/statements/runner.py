"""One statement through the real command line in a process of its own, and what is wrong with it.

What is asked of every run, whatever the statement: an exit code of the contract, no traceback and
no warning of Python's, one valid JSON object, an end soon after the time limit.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, cast

EXACT, NOT_EXACT, BAD_INPUT = 0, 1, 2
_OVERRUN: Final = "overrun"
LATE: Final = 2.0
"""Seconds by which a run may overrun its limit, start-up not counted."""
KILLED: Final = -signal.SIGKILL
_TRIVIAL: Final = """
equations = ["u_x = 2"]
[domain]
x = [0, 1]
[[conditions]]
where = "x = 0"
equation = "u = 0"
"""
_FIELDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "status": str,
    "solution": dict,
    "latex": dict,
    "certificate": (dict, type(None)),
    "seed": int,
    "seconds": (int, float),
    "candidates": int,
    "stop_reason": str,
    "version": str,
}
_STATUSES: Final = ("exact", "conjectured", "approximate", "none")
_WARNING: Final = re.compile(r"\b\w*Warning: ")
_LEFT_OUT: Final = re.compile("failed and was left out|failed, and the run went on without it")


@dataclass(frozen=True)
class Outcome:
    """What a process left: its exit code, what it printed, how long it took."""

    code: int
    output: str
    errors: str
    wall: float


@dataclass(frozen=True)
class Timing:
    """What a run may take: its limit, and what the command needs besides on this machine."""

    limit: float
    startup: float
    hard: float = 60.0


def outcome(text: str, limit: float, hard: float) -> Outcome:
    """Solve a problem file; the process and its children are killed when they stay too long."""
    command = [sys.executable, "-m", "symplex.app.cli.main", "solve", "-"]
    command += ["--time-limit", f"{limit:g}", "--json", "--no-save"]
    return ran(command, text, hard)


def ran(
    command: Sequence[str], text: str, hard: float, env: Mapping[str, str] | None = None
) -> Outcome:
    """What a command leaves that reads a text; killed with its children when it stays too long."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        env=env,
    )
    try:
        output, errors = process.communicate(text, timeout=hard)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    return Outcome(process.returncode, output, errors, time.perf_counter() - begun)


def startup() -> float:
    """Seconds that the command takes for a problem whose answer is seen at once."""
    made = outcome(_TRIVIAL, 60.0, 120.0)
    if made.code != EXACT:
        raise RuntimeError(f"a trivial problem is not solved: {made.errors or made.output}")
    return made.wall


def row(made: Outcome, timing: Timing) -> dict[str, Any]:
    """What is written down about a run."""
    answer = json_object(made.output) or {}
    failures = failures_of(made, timing)
    notes = cast("list[str]", answer.get("notes", []))
    return {
        "code": made.code,
        "status": answer.get("status", ""),
        "wall": round(made.wall, 3),
        "seconds": answer.get("seconds"),
        "over": round(made.wall - timing.startup - timing.limit, 3),
        "stop_reason": answer.get("stop_reason", ""),
        "failures": failures,
        "left_out": [note for note in notes if _LEFT_OUT.search(note)],
        "errors": made.errors[-2000:] if failures or made.code == BAD_INPUT else "",
    }


def failures_of(made: Outcome, timing: Timing) -> list[str]:
    """Everything that is wrong with a run, a sentence each."""
    found: list[str] = []
    if made.code not in (EXACT, NOT_EXACT, BAD_INPUT):
        found.append("killed" if made.code == KILLED else f"exit code {made.code}")
    if "Traceback (most recent call last)" in made.errors:
        found.append(f"traceback: {made.errors.strip().splitlines()[-1][:200]}")
    if warning := _WARNING.search(made.errors):
        found.append(f"warning: {made.errors[warning.start() :].splitlines()[0][:200]}")
    if made.code == BAD_INPUT:
        found += _refusal(made)
    elif made.code in (EXACT, NOT_EXACT):
        found += _answer(made)
    over = made.wall - timing.startup - timing.limit
    if over > LATE:
        found.append(f"{_OVERRUN}: {over:.1f} s")
    return found


def is_late(failures: Sequence[str]) -> bool:
    """Whether nothing is wrong with a run but that it overran."""
    return bool(failures) and all(failure.startswith(_OVERRUN) for failure in failures)


def _refusal(made: Outcome) -> list[str]:
    """What is wrong with how bad input was refused."""
    found = ["standard output beside exit code 2"] if made.output else []
    lines = made.errors.strip().splitlines()
    if len(lines) != 1 or not lines[0].startswith("symplex: "):
        found.append("exit code 2 without one sentence")
    return found


def _answer(made: Outcome) -> list[str]:
    """What is wrong with the object on standard output."""
    answer = json_object(made.output)
    if answer is None:
        return ["standard output is not one JSON object"]
    wrong = [name for name, kind in _FIELDS.items() if not isinstance(answer.get(name), kind)]
    if "certificate" not in answer:
        wrong.append("certificate")
    if wrong:
        return [f"fields of the contract: {', '.join(wrong)}"]
    status = answer["status"]
    found = [] if status in _STATUSES else [f"status {status}"]
    if (status == "exact") != (made.code == EXACT):
        found.append(f"status {status} with exit code {made.code}")
    if (status == "none") == bool(answer["solution"]):
        found.append(f"status {status} with solution {answer['solution']}")
    return found


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, if it is one; NaN and Infinity are no JSON."""
    try:
        found = json.loads(text, parse_constant=_refuse)
    except ValueError:
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
