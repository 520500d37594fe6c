"""Solve what cannot be solved, with a reference and without, and see what is offered.

``PYTHONPATH=src:benchmarks python -m unsolved --jobs 2 --time-limit 10 --output rows.jsonl``. A row
fails if a formula is offered whose error was not measured, if its error by the values here is more
than twice what was stated (with the stated error of the reference), or if there is no answer in
JSON. What is proved or conjectured is listed apart, and fails if the values here speak against
it. Rows that the file holds are not made again.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from no_closed_form.__main__ import error_of
from no_closed_form.references import solvers
from symplex.expression.parse import parse
from symplex.problem import Problem
from unsolved import others, rough
from unsolved.statements import Case, filed

Row = dict[str, Any]
FACTOR: Final = 2.0
_PROVED: Final = ("exact", "conjectured")
_WRONG: Final = 1e-3
"""The error of what is proved or conjectured that no inaccuracy of the values here explains."""
_LATE: Final = 60.0
"""Seconds after its time limit when a run is given up."""
_SINGLE: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Runs side by side must not take each other's cores."""


def cases() -> list[Case]:
    """All of them: each is run twice."""
    home = Path(__file__).parents[1] / "no_closed_form"
    smooth = [filed(home / f"{name}.toml", solver) for name, solver in solvers().items()]
    return [*rough.cases(), *others.undetermined(), *others.fuzzed(), *smooth]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of them, print a line for each, and say by the exit code whether all are honest."""
    parser = argparse.ArgumentParser(prog="unsolved", description=__doc__)
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", metavar="WORD", help="names that have this in them")
    parser.add_argument("--output", type=Path, default=Path("rows.jsonl"))
    options = parser.parse_args(arguments)
    rows = _kept(options.output)
    wanted = [(one, bare) for one in cases() for bare in (False, True) if options.only in one.name]
    left = [(one, bare) for one, bare in wanted if key(one, bare=bare) not in rows]
    with ThreadPoolExecutor(options.jobs) as pool, options.output.open("a") as file:
        for row in pool.map(lambda pair: row_of(pair[0], pair[1], options.time_limit), left):
            rows[row["key"]] = row
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(line(row), flush=True)
    found = [rows[key(one, bare=bare)] for one, bare in wanted]
    return _summed(found)


def key(one: Case, *, bare: bool) -> str:
    """What tells a run from others."""
    return f"{one.name}{' without reference' if bare else ''}"


def row_of(one: Case, bare: bool, time_limit: float) -> Row:  # noqa: FBT001 (from a pair)
    """One run in a process of its own, scored."""
    command = [sys.executable, "-m", "symplex.app.cli.main", "solve", "-", "--json", "--quiet"]
    command += ["--no-save", "--time-limit", str(time_limit)]
    command += ["--without", "reference"] if bare else []
    row: Row = {"key": key(one, bare=bare)}
    try:
        done = subprocess.run(
            command,
            input=one.text,
            capture_output=True,
            text=True,
            timeout=time_limit + _LATE,
            env={**os.environ, **_SINGLE},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {**row, "status": "lost", "fault": "it did not end"}
    try:
        return {**row, **scored(one, json.loads(done.stdout))}
    except ValueError:
        return {**row, "status": "lost", "fault": f"no answer: {done.stderr[-200:]!r}"}


def scored(one: Case, raw: Row) -> Row:
    """What is offered, and what is wrong with it."""
    kept = {name: raw[name] for name in ("status", "solution", "error", "seconds")}
    problem = Problem.from_statement(raw["problem"])
    answer = {name: parse(text, problem.answer_scope) for name, text in raw["solution"].items()}
    known = answer and one.sample is not None
    true = error_of(problem, answer, one.sample()) if known and one.sample else None
    return {
        **kept,
        "true": true,
        "fault": fault(raw["status"], raw["solution"], raw["error"], true),
    }


def fault(status: str, solution: Row, error: Row | None, true: float | None) -> str:
    """Why a headline is wrong; empty if it is not."""
    if not solution:
        return "" if status == "none" else f"status {status} without a formula"
    if status in _PROVED:
        wrong = true is not None and not true <= _WRONG
        return f"what is {status} has an error of {true:.2g}" if wrong else ""
    if error is None:
        return "a formula is offered whose error was not measured"
    stated = float(error["maximum"]) + float(error["reference_error"])
    if true is not None and not true <= FACTOR * stated:
        return f"an error of {true:.2g} is stated as {stated:.2g}"
    return ""


def line(row: Row) -> str:
    """A row for people."""
    stated = "" if not row.get("error") else f"stated {100 * row['error']['maximum']:.3g} %"
    true = "" if row.get("true") is None else f"found {100 * row['true']:.3g} %"
    return f"{row['key']:52} {row['status']:12} {stated:16} {true:16} {row['fault']}".rstrip()


def _kept(path: Path) -> dict[str, Row]:
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {row["key"]: row for row in map(json.loads, lines)}


def _summed(rows: Sequence[Row]) -> int:
    proved = [row for row in rows if row["status"] in _PROVED]
    faults = [row for row in rows if row["fault"]]
    measured = sum(row["status"] == "approximate" for row in rows)
    compared = sum(row.get("true") is not None and row not in proved for row in rows)
    print(f"{len(rows)} runs: {len(faults)} faults; {measured} approximations, {compared} of them")
    print(f"compared with independent values; {len(proved)} proved or conjectured, listed apart:")
    for row in (*proved, *faults):
        print(f"  {line(row)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
