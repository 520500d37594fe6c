"""Refutation: points at which an answer certainly fails, by ball arithmetic.

Cheap, and always the first step: nearly every wrong answer ends here. Doubles choose the points,
python-flint's balls decide. An answer fails where its formula is smooth and a residual is not zero,
or where the formula is undefined inside of the stated box; values that exist as limits on a face,
kinks and jumps are never held against it. Finding nothing proves nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, final

import flint
import numpy as np
from flint import arb
from numpy.typing import NDArray

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import Backend, interpret
from symplex.expression.exact import ball_backend
from symplex.expression.operator_facts import (
    arguments_of,
    jet,
    kinks_of,
    limits_of,
    short,
    value_at,
)
from symplex.expression.operators import SIGN, Rule
from symplex.problem import Box, Equation, Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.certificate import Check
from symplex.proof.kernel.lines import line_of
from symplex.proof.points import crowded, spread
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, OutOfBudget

Array = NDArray[np.float64]
Points = Mapping[str, Array]
Walls = Mapping[str, tuple[arb, arb]]
"""The ends of each interval of a box, enclosed."""
_STEPS: Final = 30_000
"""After which the search for a point ends, whatever was tried."""
_FEW, _MANY, _CROWDED = 64, 2_000, 120
"""Points that doubles look at: nearly every wrong answer fails at any few. At each face, the last.
"""
_WORST, _GENERIC = 2, 1
"""How many are decided by balls: where doubles see the most, and at random."""
_BITS: Final = 256
_FITTED_BITS = 44
"""A fitted constant stands for every number that agrees with it to so many bits."""


def refute(
    problem: Problem, answer: Mapping[str, Expression], budget: Budget | None = None
) -> Check | None:
    """The check that an answer certainly fails, with a point; None if none was found."""
    try:
        trial = _Candidate(problem, answer, (budget or Budget()).part(_STEPS))
        return next(trial.failures(), None)
    except OutOfBudget:
        return None


@final
class _Candidate:
    """An answer with the derivatives that the equations need."""

    def __init__(self, problem: Problem, answer: Mapping[str, Expression], budget: Budget) -> None:
        self._problem = problem
        self._formulas = list(answer.values())
        self._budget = budget
        try:
            self._jet: Mapping[Derivative, Expression] = jet(answer, problem.derivatives)
        except ExpressionError:  # a derivative grows too large; the values can still be wrong
            self._jet = {Derivative(name): tree for name, tree in answer.items()}

    def failures(self) -> Iterator[Check]:
        """What certainly fails, a few points first."""
        box = self._problem.box
        for count, generic in ((_FEW, _GENERIC), (_MANY, 0)):
            points = spread(box.ends, count)
            yield from self._undefined(points, generic)
            for equation in (*self._problem.conditions, *self._problem.equations):
                yield from self._fails(equation, points, generic, self._walls)
        yield from self._fails_in_layers()
        yield from self._fails_outside()

    def _fails_in_layers(self) -> Iterator[Check]:
        """At the faces, down to distances at which no evenly spread point lies."""
        points = crowded(self._problem.box.ends, _CROWDED)
        for equation in (*self._problem.conditions, *self._problem.equations):
            yield from self._fails(equation, points, 0, self._walls)

    def _fails_outside(self) -> Iterator[Check]:
        """Behind open faces, where the statement's own formulas are shown to be defined."""
        wider = verification_box(self._problem)
        if wider.widened_in and _is_stated_on(self._problem, wider):
            points = spread(wider.ends, _MANY)
            walls = _enclosed(wider)
            for equation in (*self._problem.conditions, *self._problem.equations):
                yield from self._fails(equation, points, 0, walls)

    def _undefined(self, points: Points, generic: int) -> Iterator[Check]:
        size = _size(points)
        for margin, rule in self._limits:
            self._budget.step()
            value = np.broadcast_to(value_at(margin, points), (size,))
            broken = value == 0 if rule is Rule.NONZERO else value < 0
            broken = broken | (value == 0) if rule is Rule.POSITIVE else broken
            for index in (*range(generic), *np.flatnonzero(broken)[:_WORST]):
                point = {name: float(column[index]) for name, column in points.items()}
                if _is_inside(point, self._walls) and _breaks(margin, rule, point):
                    yield _undefined_check(margin, rule, point)

    @cached_property
    def _limits(self) -> list[tuple[Expression, Rule]]:
        every = [limit for formula in self._formulas for limit in limits_of(formula, self._budget)]
        return list(dict.fromkeys(every))

    @cached_property
    def _walls(self) -> Walls:
        return _enclosed(self._problem.box)

    @cached_property
    def _kinks(self) -> list[Expression]:
        return [kink for formula in self._formulas for kink in kinks_of(formula, self._budget)]

    @cached_property
    def _jumps(self) -> list[Expression]:
        return [jump for formula in self._formulas for jump in _jumps_of(formula, self._budget)]

    def _fails(
        self, equation: Equation, points: Points, generic: int, walls: Walls
    ) -> Iterator[Check]:
        wanted = {d: self._jet[d] for d in equation.derivatives if d in self._jet}
        if len(wanted) < len(equation.derivatives):
            return
        guards = [*(self._kinks if equation.order else self._jumps), *_own_guards(equation)]
        required = _Requirement(equation, wanted, guards, walls)
        sizes = required.sizes(points, self._budget)
        worst = np.argsort(-sizes, kind="stable")[:_WORST]
        for index in dict.fromkeys((*(int(i) for i in worst), *range(generic))):
            self._budget.step()
            point = {name: float(column[index]) for name, column in points.items()}
            size = required.certain_size(point)
            if size is not None:
                yield required.failed_check(point, size)


@final
@dataclass(frozen=True)
class _Requirement:
    """An equation where it holds, with the formulas of what stands in it."""

    equation: Equation
    formulas: Mapping[Derivative, Expression]
    guards: Sequence[Expression]
    """Formulas of the variables and of derivatives; where one vanishes, nothing is decided."""
    walls: Walls

    def sizes(self, points: Points, budget: Budget) -> Array:
        """Absolute residuals in doubles; 0 where there is none."""
        size = _size(points)
        columns: dict[Any, Any] = dict(points)
        for name, value in self.equation.region.fixed:
            columns[name] = value_at(value, {})
        values = dict(columns)
        for derivative, formula in self.formulas.items():
            budget.step()
            values[derivative] = value_at(formula, columns)
        found = np.abs(np.broadcast_to(value_at(self.equation.residual, values), (size,)))
        return np.where(np.isfinite(found), found, 0.0)

    def certain_size(self, point: Mapping[str, float]) -> float | None:
        """A number that the absolute residual certainly reaches, above 0; None if none is known."""
        free = {n: v for n, v in point.items() if n not in self.equation.region.values}
        if not _is_inside(free, self.walls):
            return None
        with flint.ctx.workprec(_BITS):
            residual = self._residual(free, ball_backend())
            return None if residual is None else float(residual.abs_lower())

    def _residual(self, free: Mapping[str, float], backend: Backend) -> arb | None:
        """The residual at a point, certainly not zero; None unless everything is smooth there."""
        values: dict[Any, arb] = {name: arb(value) for name, value in free.items()}
        for name, value in self.equation.region.fixed:
            values[name] = _ball(value, {}, backend)
        plain = dict(values)
        for derivative, formula in self.formulas.items():
            values[derivative] = _ball(formula, plain, backend)
        if not all(ball.is_finite() for ball in values.values()):
            return None
        residual = _ball(self.equation.residual, values, backend)
        if not _is_nonzero(residual):
            return None
        smooth = all(_is_nonzero(_ball(guard, values, backend)) for guard in self.guards)
        return residual if smooth else None

    def failed_check(self, point: Mapping[str, float], size: float) -> Check:
        """The check that fails at a point."""
        fixed = {n: float(value_at(v, {})) for n, v in self.equation.region.fixed}
        return Check(
            *line_of(self.equation),
            worst=size or None,  # nothing is said of what is too small for a double
            verdict=Verdict.REFUTED,
            reason=Reason(Code.ZERO_REFUTED),
            point={**point, **fixed},
        )


def _own_guards(equation: Equation) -> list[Expression]:
    """Where the equation itself is not continuous, or what it differentiates is not smooth."""
    found = _jumps_of(equation.residual)
    if equation.differentiated:
        found += kinks_of(equation.residual)
    for record in equation.differentiated:
        found += kinks_of(record.formula)
    return list(dict.fromkeys(found))


def _jumps_of(formula: Expression, budget: Budget | None = None) -> list[Expression]:
    if SIGN not in formula.operators:
        return []
    return arguments_of(formula, frozenset({SIGN}), budget)


def _size(points: Points) -> int:
    return len(next(iter(points.values())))


def _ball(formula: Expression, values: Mapping[Any, arb], backend: Backend | None = None) -> arb:
    return interpret(formula, backend or ball_backend(), values, slot=_fitted)


def _is_nonzero(ball: arb) -> bool:
    return ball.is_finite() and not ball.contains(0)


def _fitted(constant: float) -> arb:
    return arb(constant, abs(constant) * 2.0**-_FITTED_BITS)


def _enclosed(box: Box) -> Walls:
    backend = ball_backend()
    return {
        name: (_ball(interval.low, {}, backend), _ball(interval.high, {}, backend))
        for name, interval in box.intervals.items()
    }


def _is_inside(point: Mapping[str, float], walls: Walls) -> bool:
    """Whether a point is shown to lie strictly inside."""
    return all(walls[name][0] < arb(value) < walls[name][1] for name, value in point.items())


def _breaks(margin: Expression, rule: Rule, point: Mapping[str, float]) -> bool:
    """Whether a margin certainly breaks its rule at a point."""
    values = {name: arb(value) for name, value in point.items()}
    with flint.ctx.workprec(_BITS):
        ball = _ball(margin, values)
    if ball.is_zero():
        return rule is not Rule.NONNEGATIVE
    return bool(ball < 0) and rule is not Rule.NONZERO


def _is_stated_on(problem: Problem, box: Box) -> bool:
    """Whether the statement's formulas of variables alone are shown to be defined on a box."""
    whole = {name: low.union(high) for name, (low, high) in _enclosed(box).items()}
    for equation in problem.all_equations:
        fixed = {name: _ball(value, {}) for name, value in equation.region.fixed}
        for margin, rule in limits_of(equation.residual):
            if not margin.derivatives and not _obeys(_ball(margin, {**whole, **fixed}), rule):
                return False
    return True


def _obeys(ball: arb, rule: Rule) -> bool:
    if rule is Rule.NONZERO:
        return _is_nonzero(ball)
    return bool(ball > 0) or (rule is Rule.NONNEGATIVE and bool(ball >= 0))


def _undefined_check(margin: Expression, rule: Rule, point: Mapping[str, float]) -> Check:
    return Check(
        Reason(Code.LINE_ANSWER_DEFINED),
        Reason(Code.PLACE_INTERIOR),
        verdict=Verdict.REFUTED,
        reason=Reason(Code.DEFINED_REFUTED, margin=short(margin), rule=rule.value),
        point=point,
    )
