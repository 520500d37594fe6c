"""Refutation: points at which an answer certainly fails, by arithmetic with error bounds.

Cheap, and always the first step: nearly every wrong answer ends here. Finding nothing proves
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from symplex.budget import Budget
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import interpret
from symplex.expression.operator_facts import jet, kinks_of, limits_of, short
from symplex.expression.operators import Rule
from symplex.problem import Box, Equation, Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.arithmetic.balls import Ball, Field, ball_backend, double_field
from symplex.proof.arithmetic.points import Points, choose
from symplex.proof.certificate import Check

_MARGIN = 8
"""A residual counts as nonzero only if it exceeds its error bound by this factor."""
Mask = NDArray[np.bool_]


def refute(
    problem: Problem,
    answer: Mapping[str, Expression],
    box: Box | None = None,
    budget: Budget | None = None,
) -> Check | None:
    """The check that an answer certainly fails, with the worst point; None if none was found."""
    box, budget = box or verification_box(problem), budget or Budget.unlimited()
    formulas = list(answer.values())
    data = [equation.residual for equation in problem.all_equations]
    try:
        needed = jet(answer, problem.derivatives)
    except ExpressionError:
        needed = {Derivative(name): tree for name, tree in answer.items()}
    # Kinks and narrow features are sought only once plain points have found nothing.
    for features in ([], [*formulas, *data]):
        with np.errstate(all="ignore"):
            points = choose(box, features, budget=budget)
            failed = _Trial(needed, formulas, points, double_field(budget)).failed(problem)
        if failed is not None:
            return failed
    return None


@final
@dataclass(frozen=True)
class _Trial:
    """An answer with the derivatives that the equations need, at points."""

    needed: Mapping[Derivative, Expression]
    formulas: Sequence[Expression]
    points: Points
    field: Field

    def failed(self, problem: Problem) -> Check | None:
        """The first check that certainly fails."""
        undefined = self._undefined()
        if undefined is not None:
            return undefined
        for equation in (*problem.conditions, *problem.equations):
            failed = self._fails(equation)
            if failed is not None:
                return failed
        return None

    def _undefined(self) -> Check | None:
        backend, values = ball_backend(self.field), balls_at(self.points, self.field)
        for formula in self.formulas:
            for margin, rule in limits_of(formula, self.field.budget):
                broken = breaks(interpret(margin, backend, values), rule)
                if np.any(broken):
                    return _undefined_check(margin, rule, self.points, broken)
        return None

    def _fails(self, equation: Equation) -> Check | None:
        wanted = sorted((d for d in equation.derivatives if d in self.needed), key=repr)
        if len(wanted) < len(equation.derivatives):
            return None
        backend, values = ball_backend(self.field), self._values(equation)
        for derivative in wanted:
            values[derivative] = interpret(self.needed[derivative], backend, values)
        residual = interpret(equation.residual, backend, values)
        value = np.broadcast_to(residual.value, (self._size,))
        error = np.broadcast_to(residual.error, (self._size,))
        certain = np.isfinite(value) & np.isfinite(error) & (np.abs(value) > _MARGIN * error)
        if equation.order > 0:
            certain = certain & ~self._at_kink(values)
        certain &= np.isfinite(np.broadcast_to(_sum_of(values, wanted), (self._size,)))
        return _failed_check(equation, self.points, value, certain) if np.any(certain) else None

    @property
    def _size(self) -> int:
        return len(next(iter(self.points.values()), [0]))

    def _values(self, equation: Equation) -> dict[Any, Ball]:
        """The points on an equation's face."""
        values = balls_at(self.points, self.field)
        for name, value in equation.region.fixed:
            fixed = interpret(value, ball_backend(self.field), {})
            value_there, error = (np.full(self._size, part) for part in (fixed.value, fixed.error))
            values[name] = Ball(value_there, error, self.field)
        return values

    def _at_kink(self, values: Mapping[Any, Ball]) -> Mask:
        """Where some kink is so near that derivatives may not exist."""
        near = np.zeros(self._size, dtype=np.bool_)
        for formula in self.formulas:
            for kink in kinks_of(formula, self.field.budget):
                ball = interpret(kink, ball_backend(self.field), values)
                near |= ~(np.abs(np.broadcast_to(ball.value, near.shape)) > _MARGIN * ball.error)
        return near


def _sum_of(values: Mapping[Any, Ball], wanted: Sequence[Derivative]) -> Any:  # noqa: ANN401
    return sum(values[derivative].value for derivative in wanted) if wanted else 0.0


def balls_at(points: Mapping[str, Any], field: Field) -> dict[Any, Ball]:
    """Coordinates as balls without error: the points are what they are."""
    return {name: Ball(value, 0 * value, field) for name, value in points.items()}


def breaks(ball: Ball, rule: Rule) -> Mask:
    """Where a margin certainly breaks its rule."""
    zero = (ball.value == 0) & (ball.error == 0)
    if rule is Rule.NONZERO:
        return zero
    negative = ball.value + _MARGIN * ball.error < 0
    return negative | zero if rule is Rule.POSITIVE else negative


def _undefined_check(margin: Expression, rule: Rule, points: Points, broken: Any) -> Check:  # noqa: ANN401
    size = len(next(iter(points.values()), [0]))
    index = int(np.argmax(np.broadcast_to(broken, (size,))))
    return Check(
        what="the answer is defined",
        where="closed domain",
        proved=False,
        worst=np.inf,
        refuted=True,
        how=f"undefined: {short(margin)} {rule.value} does not hold",
        point=at(points, index),
    )


def at(points: Points, index: int) -> dict[str, float]:
    """One of the points."""
    return {name: float(column[index]) for name, column in points.items()}


def _failed_check(equation: Equation, points: Points, value: Any, certain: Mask) -> Check:  # noqa: ANN401
    worst = np.where(certain, np.abs(value), 0.0)
    index = int(worst.argmax())
    here = at(points, index) if points else {}
    here |= {
        name: float(interpret(v, ball_backend(double_field()), {}).value)
        for name, v in equation.region.fixed
    }
    return Check(
        what=equation.text,
        where=str(equation.region),
        proved=False,
        worst=float(worst[index]),
        refuted=True,
        how="the residual is certainly not zero",
        point=here,
    )
