"""A run as a row: the paper's measures, ours, and what it cost."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SymplexError
from symplex.exact.requests import have_same_form
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.numerics.evaluation.evaluator import Device, device_of
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.solver.solution.numpy_function import numpy_function
from symplex_benchmarks.rivals.catalogue import METHODS
from symplex_benchmarks.rivals.comparison.process import Finding, Limits, run
from symplex_benchmarks.rivals.comparison.truth import Truth, beyond, with_faces
from symplex_benchmarks.rivals.rival import Columns

Row = dict[str, Any]
_RECOVERED = 1e-8
"""The mean squared error below which the paper counts a recovery."""
_FEW, _REPEATS = 100, 200


@final
@dataclass(frozen=True)
class Course:
    """One run that is to be made."""

    source: str
    """A problem file, or the name of a bundled problem."""
    method: str
    seed: int
    limits: Limits
    faces: bool = False
    """Whether the true values on open faces are told to methods that take them."""
    beyond: bool = False
    """Whether its answer is also measured outside of the box, where its formula is known."""

    @property
    def task(self) -> str:
        """The name under which its row is kept."""
        faces = " with faces" if self.tells_faces else ""
        threads = "" if self.limits.threads == 1 else f" {self.limits.threads} threads"
        device = on_device(self.device)
        run = f"{self.source} {self.method} {self.seed} {self.limits.seconds:g} s"
        beyond = " and beyond" if self.beyond else ""
        return f"{run}{threads}{device}{faces}{beyond}"

    @property
    def device(self) -> str:
        """Where its method searches."""
        return self.limits.device if METHODS[self.method].takes_device else Device.CPU.value

    @property
    def tells_faces(self) -> bool:
        """Whether this method is told the values on open faces."""
        return self.faces and METHODS[self.method].takes_faces


def on_device(device: str) -> str:
    """What the name of a run says of where it was made; nothing for the processor."""
    return "" if device_of(device) is Device.CPU else f" on {device}"


def compared(course: Course, problem: Problem, truth: Truth | None) -> Row:
    """Run a method and measure what it found."""
    stated = problem
    if course.tells_faces and truth is not None:
        stated = with_faces(problem, truth)
    points: Columns = {} if truth is None else truth.points
    if not points:
        points = problem.box.sample(np.random.default_rng(0), _FEW)
    outside = None
    if course.beyond and truth is not None and truth.formulas is not None:
        outside = beyond(problem, truth)
        points = {name: np.concatenate([points[name], outside.points[name]]) for name in points}
    found = run(course.method, stated, course.seed, course.limits, points)
    far: Row = {}
    if outside is not None and truth is not None:
        found, elsewhere = _parted(found, len(next(iter(truth.points.values()))))
        far = {"beyond": _error_at(problem, elsewhere, outside)}
    return {
        "problem": problem.name,
        "method": course.method,
        "seed": course.seed,
        **_measured(problem, found, truth),
        **far,
        "seconds": round(found.seconds, 3),
        "candidates": found.candidates,
        "peak_memory": found.peak_memory,
        "grown_memory": found.grown_memory,
        "storage": found.storage,
        "settings": dict(found.settings or {}),
        "against": truth.source if truth is not None else "",
        "faces": course.tells_faces,
        "time_limit": course.limits.seconds,
        "device": course.device,
    }


def _error_at(problem: Problem, found: Finding, truth: Truth) -> float | None:
    """The mean squared error alone."""
    values = found.values
    if found.formulas is not None:
        try:
            formulas = {n: parse(found.formulas[n], problem.answer_scope) for n in problem.unknowns}
        except (SymplexError, KeyError):
            return None
        values = _values(formulas, truth)
    return None if values is None else _errors(values, truth)["mse"]


def _values(formulas: Mapping[str, Expression], truth: Truth) -> Columns:
    """What formulas say at the points of a truth."""
    count = len(next(iter(truth.points.values())))
    return {n: np.broadcast_to(evaluate(f, truth.points), count) for n, f in formulas.items()}


def _parted(found: Finding, count: int) -> tuple[Finding, Finding]:
    """What was found at the first points, and at the rest."""
    if found.values is None:
        return found, found
    parts = (
        {n: v[:count] for n, v in found.values.items()},
        {n: v[count:] for n, v in found.values.items()},
    )
    first, rest = (replace(found, values=part) for part in parts)
    return first, rest


def _measured(problem: Problem, found: Finding, truth: Truth | None, *, proves: bool = True) -> Row:
    """Error, recovery and proof of what was found."""
    row: Row = {"mse": None, "mean": None, "largest": None, "srr": None, "proved": False}
    row |= {"inference": found.inference, "formula": "", "why": found.reason}
    if truth is not None and truth.formulas is not None:
        row["srr"] = False  # unless a formula is found
    if found.formulas is None:
        return row if found.values is None else row | _errors(found.values, truth)
    row["formula"] = "; ".join(f"{name} = {text}" for name, text in found.formulas.items())
    try:
        formulas = {
            name: parse(found.formulas[name], problem.answer_scope) for name in problem.unknowns
        }
    except (SymplexError, KeyError) as error:
        return row | {"why": f"its formula cannot be read: {error}"}
    row |= _of_formulas(problem, formulas, truth)
    return row


def _of_formulas(problem: Problem, formulas: Mapping[str, Expression], truth: Truth | None) -> Row:
    errors: Row = {"mse": None, "mean": None, "largest": None, "srr": None}
    if truth is not None:
        errors |= _errors(_values(formulas, truth), truth)
    if truth is not None and truth.formulas is not None:
        near = errors["mse"] is not None and errors["mse"] < _RECOVERED
        errors["srr"] = near and all(
            have_same_form(formulas[name], tree) for name, tree in truth.formulas.items()
        )
    return {
        **errors,
        "proved": verify(problem, formulas).is_exact,
        "inference": inference_of(problem, formulas),
    }


def _errors(values: Columns, truth: Truth | None) -> Row:
    """The mean square of the errors of all unknowns, their mean and the largest of them.

    None where it is not finite.
    """
    if truth is None:
        return {}
    with np.errstate(all="ignore"):
        gaps = [_gaps(values[name], true) for name, true in truth.values.items()]
        found = {
            "mse": float(np.mean([np.mean(gap**2) for gap in gaps])),
            "mean": float(np.mean([np.mean(np.abs(gap)) for gap in gaps])),
            "largest": float(max(np.max(np.abs(gap)) for gap in gaps)),
        }
    return {name: value if isfinite(value) else None for name, value in found.items()}


def _gaps(found: NDArray[np.float64], true: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is found less what is true, where that is defined."""
    defined = np.isfinite(true)
    return found[defined] - true[defined]


def inference_of(problem: Problem, formulas: Mapping[str, Expression]) -> float:
    """Seconds that the exported NumPy function takes at a hundred points, after the first call."""
    names = (*problem.variables, *problem.parameters)
    function = numpy_function(formulas, names)
    columns = problem.box.sample(np.random.default_rng(0), _FEW)
    given = [columns[name] for name in names]
    function(*given)
    spent: list[float] = []
    for _ in range(_REPEATS):
        begin = time.perf_counter()
        function(*given)
        spent.append(time.perf_counter() - begin)
    return float(np.median(spent))


def summary(rows: Sequence[Row]) -> Row:
    """What the runs of one method on one problem add up to; as in the paper the best error."""
    errors = [row["mse"] for row in rows if row["mse"] is not None]
    told = [row["srr"] for row in rows if row["srr"] is not None]
    best = min(rows, key=lambda row: float("inf") if row["mse"] is None else row["mse"])
    return {
        "runs": len(rows),
        "best_mse": min(errors, default=None),
        "median_mse": float(np.median(errors)) if errors else None,
        "srr": sum(told) / len(told) if told else None,
        "proved": sum(row["proved"] for row in rows),
        "median_seconds": float(np.median([row["seconds"] for row in rows])),
        "formula": best["formula"],
        "why": "; ".join(dict.fromkeys(row["why"] for row in rows if row["why"])),
    }
