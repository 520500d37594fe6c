"""Whether formulas satisfy an equation at a few points, in floating point: a sieve, not a proof."""

from collections.abc import Mapping

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import Array, evaluate
from symplex.problem import Problem
from symplex.problem.equation import Equation

_POINTS = 12
_SMALL = 1e-6
_LARGEST = 4_000
"""Formulas with more nodes are not looked at."""


def put_into(
    equation: Equation, formulas: Mapping[str, Expression]
) -> tuple[Expression, Expression]:
    """Both sides of an equation with formulas for its unknowns."""
    replacements: dict[Token, Expression] = {}
    for derivative in equation.derivatives:
        value = formulas[derivative.of]
        for name in derivative.by:
            value = differentiate(value, name)
        replacements[derivative] = value
    return equation.left.substitute(replacements), equation.right.substitute(replacements)


def is_plausible(problem: Problem, formulas: Mapping[str, Expression]) -> bool:
    """Whether every equation holds where the formulas have a value.

    Free constants take any value; the equations then need to hold for some of them only, since
    others may lead to another branch of a root.
    """
    if sum(formula.size for formula in formulas.values()) > _LARGEST:
        return False
    rng = np.random.default_rng(1)
    points = problem.box.sample(rng, _POINTS)
    names = {name for formula in formulas.values() for name in formula.symbols}
    free = sorted(names - points.keys())
    for name in free:
        points[name] = 2 * rng.standard_normal(_POINTS)
    try:
        errors = [_errors(equation, formulas, points) for equation in problem.equations]
    except ExpressionError:
        return False
    worst = np.max(np.stack(np.broadcast_arrays(*errors)), axis=0)
    worst = np.atleast_1d(worst[np.isfinite(worst)])
    return bool(worst.size) and bool((worst.min() if free else worst.max()) < _SMALL)


def _errors(
    equation: Equation, formulas: Mapping[str, Expression], points: Mapping[str, Array]
) -> Array:
    left, right = (evaluate(side, points) for side in put_into(equation, formulas))
    size = np.abs(left) + np.abs(right) + _scale(formulas, points)
    with np.errstate(all="ignore"):  # values may be infinite
        return np.abs(left - right) / size


def _scale(formulas: Mapping[str, Expression], points: Mapping[str, Array]) -> Array:
    """How large the formulas are: what a rounding error is compared with."""
    values = [np.abs(evaluate(formula, points)) for formula in formulas.values()]
    return 1e-3 + np.max(np.stack(np.broadcast_arrays(*values)), axis=0)


def at_condition(condition: Equation, formulas: Mapping[str, Expression]) -> Expression:
    """What must vanish for a condition at a point to hold."""
    left, right = put_into(condition, formulas)
    fixed: dict[Token, Expression] = {
        symbol(name).root: value for name, value in condition.region.fixed
    }
    return (left - right).substitute(fixed)


def unknown_at(condition: Equation) -> Derivative | None:
    """The derivative that a condition gives a value for."""
    given = condition.given_value()
    return None if given is None else given[0]
