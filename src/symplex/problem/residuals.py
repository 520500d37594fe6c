"""What is left over when formulas are put into a statement: zero everywhere for a solution.

Owns the residuals, and whether they vanish at points in floating point: a sieve, not a proof.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import jet
from symplex.problem.equation import Equation
from symplex.problem.problem import Problem

_POINTS: Final = 24
_RELATIVE: Final = 1e-5
"""What rounding may leave of a residual, beside the terms of a formula in floating point."""
_LARGEST: Final = 4_000
"""Formulas with more nodes are not looked at."""
Floats = NDArray[np.float64]


def residuals_of(problem: Problem, formulas: Mapping[str, Expression]) -> tuple[Expression, ...]:
    """The residual of every equation, then of every condition at the values of its region.

    Derivatives are taken as they are written: what happens at kinks is not looked at.

    Args:
        problem: The statement.
        formulas: A formula for each unknown; it may have symbols that the problem does not know.

    Raises:
        ExpressionError: where a derivative has too many nodes.
    """
    made = jet(formulas, problem.derivatives)
    return tuple(_residual(equation, made) for equation in problem.all_equations)


def residual_of(equation: Equation, formulas: Mapping[str, Expression]) -> Expression:
    """The residual of one equation or condition, at the values of its region.

    Raises:
        ExpressionError: where a derivative has too many nodes.
    """
    return _residual(equation, jet(formulas, equation.derivatives))


def _residual(equation: Equation, made: dict[Derivative, Expression]) -> Expression:
    fixed: dict[Token, Expression] = {Symbol(name): value for name, value in equation.region.fixed}
    whole = equation.residual.substitute(made)
    return whole.substitute(fixed) if fixed else whole


def satisfies(
    problem: Problem, formulas: Mapping[str, Expression], *, conditions: bool = True
) -> bool:
    """Whether formulas satisfy a statement at points where they have a value, but for rounding.

    Half of the points may be lost: near the ends of a domain a formula may overflow. Free constants
    take any values; equations need to hold for some of them only, since others may lead to another
    branch of a root.

    Args:
        problem: The statement.
        formulas: A formula for each unknown; symbols that the problem does not have are constants.
        conditions: Whether the conditions are looked at too, and not the equations alone.
    """
    if sum(formula.size for formula in formulas.values()) > _LARGEST:
        return False
    rng = np.random.default_rng(3)
    points = problem.box.sample(rng, _POINTS)
    free = sorted({n for formula in formulas.values() for n in formula.symbols} - points.keys())
    points |= {name: 2 * rng.standard_normal(_POINTS) for name in free}
    equations = problem.all_equations if conditions else problem.equations
    try:
        needed = frozenset[Derivative]().union(*(one.derivatives for one in equations))
        made = jet(formulas, needed)
        left = [_at(points, _residual(equation, made)) for equation in equations]
        sizes = [_at(points, formula) for formula in formulas.values()]
    except (ExpressionError, OverflowError):
        return False
    if free:
        with np.errstate(all="ignore"):
            worst = np.max(left, axis=0) / (1 + np.max(sizes, axis=0))
        return bool(np.min(_finite(worst), initial=np.inf) <= _RELATIVE)
    scale = 1 + float(np.max(_finite(np.array(sizes)), initial=0.0))
    return all(one.size and np.median(one) <= _RELATIVE * scale for one in map(_finite, left))


def _at(points: Mapping[str, Floats], formula: Expression) -> Floats:
    """The absolute values at points."""
    return np.broadcast_to(np.abs(evaluate(formula, points)), (_POINTS,))


def _finite(values: Floats) -> Floats:
    return values[np.isfinite(values)]
