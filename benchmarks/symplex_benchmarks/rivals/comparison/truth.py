"""What answers are measured against: formulas that the user brings, or a numerical reference.

The package knows no solution of any problem. A file of truths has a table for each problem, with a
formula for each unknown; where there is none, a reference whose error is known takes its place,
and nothing can be said of the form of an answer.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import final

import numpy as np

from symplex.errors import SettingsError, SymplexError
from symplex.expression import Expression, Symbol, Token
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference
from symplex.problem import Problem
from symplex_benchmarks.rivals.rival import Columns

POINTS = 4096
_SEED = 20_240_607
"""The points are those of `symplex bench`."""
_TOLERANCE = 1e-8


@final
@dataclass(frozen=True)
class Truth:
    """The true values at fixed points of a problem's box, and the formulas if they are known."""

    points: Columns
    values: Columns
    source: str
    """What the values come from, in words."""
    formulas: Mapping[str, Expression] | None = None


def read_truths(path: Path) -> Mapping[str, Mapping[str, str]]:
    """The formulas of a file of truths, by problem and unknown."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"--truth {path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"--truth {path}: is not a TOML file: {error}") from None
    return {
        name: {unknown: text for unknown, text in entry.items() if isinstance(text, str)}
        for name, entry in raw.items()
        if isinstance(entry, dict)
    }


def stated_truth(problem: Problem, texts: Mapping[str, str]) -> Truth:
    """The truth that a file tells.

    Raises:
        SettingsError: if it lacks an unknown, or cannot be read.
    """
    missing = [name for name in problem.unknowns if name not in texts]
    if missing:
        raise SettingsError(f"the truth of '{problem.name}' lacks {', '.join(missing)}")
    try:
        formulas = {name: parse(texts[name], problem.answer_scope) for name in problem.unknowns}
    except SymplexError as error:
        raise SettingsError(f"the truth of '{problem.name}': {error}") from None
    points = problem.box.sample(np.random.default_rng(_SEED), POINTS)
    values = {
        name: np.broadcast_to(evaluate(formula, points), POINTS)
        for name, formula in formulas.items()
    }
    return Truth(points, values, "the true solution", formulas)


def beyond(problem: Problem, truth: Truth) -> Truth:
    """The same solution outside of the stated box: twice as far in space, twice as long in time."""
    rng, columns = np.random.default_rng(_SEED + 1), dict[str, np.ndarray]()
    for name, (low, high) in problem.box.ends.items():
        middle, width = (low + high) / 2, high - low
        near, far = (
            (low, low + 2 * width) if name == problem.time else (middle - width, middle + width)
        )
        fixed = name in problem.parameters
        columns[name] = rng.uniform(low if fixed else near, high if fixed else far, 2 * POINTS)
    inside = np.ones(2 * POINTS, dtype=np.bool_)
    for name, (low, high) in problem.box.ends.items():
        inside &= (columns[name] >= low) & (columns[name] <= high)
    points = {name: column[~inside] for name, column in columns.items()}
    formulas = truth.formulas or {}
    count = int(np.count_nonzero(~inside))
    values = {n: np.broadcast_to(evaluate(f, points), count) for n, f in formulas.items()}
    return Truth(points, values, truth.source, truth.formulas)


def reference_truth(problem: Problem) -> Truth | None:
    """The values of a numerical solution whose error is known; None where there is none."""
    found = reference(problem, tolerance=_TOLERANCE)
    if isinstance(found, NoReference):
        return None
    rng, share = np.random.default_rng(_SEED), POINTS // len(found.samples)
    points: dict[str, list[np.ndarray]] = {name: [] for name in problem.box.ends}
    values: dict[str, list[np.ndarray]] = {name: [] for name in problem.unknowns}
    for sample in found.samples:
        columns = problem.box.sample(rng, share)
        columns |= {name: np.full(share, value) for name, value in sample.parameters.items()}
        for name, column in columns.items():
            points[name].append(column)
        for name, column in zip(problem.unknowns, sample.values(columns), strict=True):
            values[name].append(column)
    source = f"a numerical reference ({found.method}, error {found.error:.0e})"
    joined = {name: np.concatenate(parts) for name, parts in values.items()}
    return Truth({n: np.concatenate(parts) for n, parts in points.items()}, joined, source)


def with_faces(problem: Problem, truth: Truth) -> Problem:
    """The problem with the true values on those faces of space that it leaves open.

    A method that works on the box alone cannot know what comes in through an open face; the
    paper's baselines had points on all faces.
    """
    statement, faces = problem.statement(), set[str]()
    given = {(n, str(c.region)) for c in problem.conditions for n in c.region.values}
    for name in problem.space:
        for end in (problem.domain[name].low, problem.domain[name].high):
            where = f"{name} = {to_text(end)}"
            if (name, where) in given or truth.formulas is None:
                continue
            fixed: dict[Token, Expression] = {Symbol(name): end}
            statement["conditions"] += [
                {"where": where, "equation": f"{unknown} = {to_text(formula.substitute(fixed))}"}
                for unknown, formula in truth.formulas.items()
            ]
            faces.add(where)
    for key in ("free", "open"):  # an end with a condition is neither
        statement[key] = [end for end in statement.get(key, ()) if end not in faces]
    return Problem.from_statement(statement)
