"""References that are formulas: values are known without solving anything."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.numerics.reference.result import Reference, Sample
from symplex.problem import Problem
from symplex.solver.approximation.reference_values import ReferenceValues


@dataclass(frozen=True)
class FormulaField:
    """A field that is given by formulas, with parameters at fixed values."""

    formulas: tuple[Expression, ...]
    parameters: dict

    def values(self, columns, by: Sequence[str] = ()):
        size = len(next(iter(columns.values())))
        given = {**columns, **self.parameters}
        return np.stack([np.broadcast_to(evaluate(f, given), (size,)) for f in self.formulas])


def reference_of(problem: Problem, *texts: str, error=1e-9, parameters=({},)) -> Reference:
    """A reference whose values are those of formulas."""
    formulas = tuple(parse(text, problem.answer_scope) for text in texts)
    box = {name: interval.ends for name, interval in problem.domain.items()}
    samples = tuple(
        Sample(values, FormulaField(formulas, values), error, 1.0, differentiable=True)
        for values in parameters
    )
    return Reference(problem.unknowns, box, samples, "a formula", 0.0)


def reference_values_of(problem: Problem, *texts: str, **rest) -> ReferenceValues:
    """What formulas are measured by."""
    found = ReferenceValues.of(reference_of(problem, *texts, **rest))
    assert found is not None
    return found


def formulas_of(problem: Problem, *texts: str) -> dict[str, Expression]:
    """A formula for each unknown."""
    parsed = (parse(text, problem.answer_scope) for text in texts)
    return dict(zip(problem.unknowns, parsed, strict=True))
