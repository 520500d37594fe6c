"""Functions that are known by their values, made from formulas, for the tests of structure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.result import Reference, Sample
from symplex.problem import Problem
from symplex.propose.structure.view import View

LINE = {"x": (-1.0, 2.0)}
PLANE = {"x": (-1.0, 1.0), "t": (0.0, 1.0)}
AWAY = {"x": (1.0, 2.0), "t": (1.0, 3.0)}


@dataclass(frozen=True)
class Truth:
    """Formulas as a numerical solution, with an error that looks like noise."""

    formulas: tuple[Expression, ...]
    parameters: Mapping[str, float]
    error: float

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """Every formula at points."""
        count = len(next(iter(columns.values())))
        known = {**columns, **self.parameters}
        rows = [np.broadcast_to(evaluate(one, known), (count,)) for one in self.formulas]
        noise = np.sin(1e5 * sum(columns.values()))
        return np.stack(rows) + self.error / 2 * noise


def seen(text: str, box: Mapping[str, tuple[float, float]], error: float = 1e-11) -> View:
    """A formula as a view."""
    truth = Truth((parse(text, Scope(tuple(box))),), {}, error)
    return View(box, lambda columns: truth.values(columns)[0], error)


def known(
    problem: Problem,
    answer: Mapping[str, str],
    choices: Sequence[Mapping[str, float]] = ({},),
    error: float = 1e-11,
) -> Reference:
    """The true solution of a problem as a reference."""
    trees = tuple(parse(answer[name], problem.answer_scope) for name in problem.unknowns)
    samples = tuple(
        Sample(dict(one), Truth(trees, one, error), error, 1.0, differentiable=False)
        for one in choices
    )
    box = {name: interval.ends for name, interval in problem.domain.items()}
    return Reference(problem.unknowns, box, samples, "the truth", 0.0)
