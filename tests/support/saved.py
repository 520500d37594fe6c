"""Runs on disk, made without a search."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.verify import verify
from symplex.solver.solution.solution import Solution
from symplex.work.runs.events import EventKind
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import Record

SETTINGS = {"seed": 3, "time_limit": 60.0, "recipe": "default", "without": [], "hint": []}

LIFT = Origin(Writer.LIFT)


def begun(home: Path, name: str, text: str) -> tuple[Record, Problem]:
    """A run that has begun and still goes on."""
    problem = Problem.from_bytes(text.encode(), "test")
    given = {"source": "test", "text": text, "statement": problem.statement()}
    record = Record(RunFolder.made(home / name))
    record.begin(Manifest(given, SETTINGS, problem.name))
    finding = {"loss": 0.25, "stage": "space", "candidates": 12, "seconds": 0.5}
    record.tell(EventKind.FINDING, formula="0.1234567891*x", **finding)
    return record, problem


def ended(home: Path, name: str, text: str, answer: str) -> dict[str, Any]:
    """A run that has ended with an answer; returns what was saved of it."""
    record, problem = begun(home, name, text)
    formulas = read_answer(problem, answer)
    certificate = verify(problem, formulas)
    solution = Solution(
        problem,
        certificate.status.of_answer,
        formulas,
        certificate,
        seed=3,
        seconds=1.5,
        candidates=34,
        candidates_by_origin={LIFT: 20, Origin(Writer.MOVE): 14},
        origin=replace(LIFT, of=Origin(Writer.ANSATZ)),
        stop_reason="exact solution found",
    )
    record.end(solution.to_json(), is_final=certificate.is_exact)
    record.close()
    return solution.to_json()
