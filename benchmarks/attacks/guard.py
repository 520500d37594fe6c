"""The independent word on an answer: what its residuals are, at as many digits as are wanted.

Owns the claim that a mutated answer is wrong: at a point where it is smooth, an equation or a
condition does not hold. And that an odd form is right: it has the truth's value at every probe,
also far outside of the box in open directions. Nothing of `symplex.proof` is used.
"""

import random
from collections.abc import Mapping
from typing import Any, final

import mpmath

from near_misses.guard import Point, exact, value
from symplex.errors import ExpressionError
from symplex.expression import Expression, Symbol, Token
from symplex.expression.calculus import differentiate
from symplex.problem import Equation, Problem
from symplex.problem.ends import EndKind, Side
from symplex.problem.reading import reading

Formulas = Mapping[str, Expression]
"""A formula for each unknown."""


def violation(problem: Problem, answer: Formulas, digits: int = 40, points: int = 3) -> str:
    """Which equation or condition fails at a probe, and by how much; empty if none does."""
    rng = random.Random(0)
    small = mpmath.mpf(10) ** (-digits // 2)
    for equation in (*problem.conditions, *problem.equations):
        residual = residual_of(equation, answer)
        if residual is None:
            continue
        for _ in range(points):
            found = value(residual, _point(problem, equation, rng), digits)
            if found is not None and abs(found) > small:
                return f"{equation.text} is off by {mpmath.nstr(found, 3)}"
    return ""


def residual_of(equation: Equation, answer: Formulas) -> Expression | None:
    """Left side minus right side with the answer put in; None if it grows too large."""
    values: dict[Token, Expression] = {}
    try:
        for token in equation.derivatives:
            formula = answer[token.of]
            for name in token.by:
                formula = differentiate(formula, name)
            values[token] = formula
    except ExpressionError:
        return None
    fixed: dict[Token, Expression] = {Symbol(name): where for name, where in equation.region.fixed}
    return equation.residual.substitute(values).substitute(fixed)


def _point(problem: Problem, equation: Equation, rng: random.Random) -> Point:
    fixed = {name: exact(where) for name, where in equation.region.fixed}
    return {**probe(problem, rng), **fixed}


def probe(problem: Problem, rng: random.Random, far: float = 0.0) -> dict[str, Any]:
    """A random point of the box, or of a wider one in open directions."""
    point: dict[str, Any] = {}
    for name, interval in {**problem.domain, **problem.parameters}.items():
        low, high = exact(interval.low), exact(interval.high)
        stretch = far * (high - low) if name in open_both_ways(problem) else 0
        share = mpmath.mpf(rng.getrandbits(120)) / 2**120
        point[name] = low - stretch + (high - low + 2 * stretch) * share
    return point


def open_both_ways(problem: Problem) -> tuple[str, ...]:
    """The variables of space that no condition fixes and that go on to infinity both ways."""
    ends = reading(problem).ends
    touched = {name for condition in problem.conditions for name in condition.region.values}
    return tuple(
        name
        for name in problem.space
        if name not in touched and all(ends[name, side] is EndKind.INFINITE for side in Side)
    )


@final
class Reference:
    """A truth's values at probes, for comparison with many forms of it."""

    def __init__(self, problem: Problem, truth: Formulas, digits: int = 50) -> None:
        rng = random.Random(1)
        self._digits = digits
        self._points = [probe(problem, rng, far) for far in (0.0, 0.0, 0.0, 1.0, 10.0)]
        self._values = {
            name: [value(formula, point, digits) for point in self._points]
            for name, formula in truth.items()
        }

    def agrees(self, unknown: str, form: Expression) -> bool:
        """Whether a form of one unknown has the truth's values wherever the truth has one."""
        bound = mpmath.mpf(10) ** (10 - self._digits)
        for point, expected in zip(self._points, self._values[unknown], strict=True):
            if expected is None:
                continue
            found = value(form, point, self._digits)
            if found is None or abs(found - expected) > bound * max(1, abs(expected)):
                return False
        return True
