"""An answer put into a statement with SymPy: independent of the package's own proofs.

Non-smooth answers are checked on every smooth piece that random points of the region meet.
"""

import numpy as np
import sympy

from symplex.expression import Expression, apply, leaf, number
from symplex.expression.evaluate import evaluate, value_of
from symplex.expression.text import derivative_text
from symplex.expression.token import Symbol
from symplex.notation.printers import to_sympy

COUNT = 400
_CHOICES = {
    "abs": lambda a: (a, -a),
    "relu": lambda a: (a, number(0)),
    "max": lambda a, b: (a, b),
    "min": lambda a, b: (b, a),
}
"""For each non-smooth operator: its value where its kink's formula is positive, and elsewhere."""


def failures(problem, answer):
    """The texts of the equations and conditions that a formula for u does not satisfy."""
    return [
        equation.text
        for equation in problem.all_equations
        if not all(_holds(*piece) for piece in _pieces(problem, equation, answer))
    ]


def _holds(residual: Expression, u: Expression) -> bool:
    """Whether a residual vanishes when its derivatives are those of a smooth formula."""
    solution = to_sympy(u)
    values = {}
    for derivative in residual.derivatives:
        value = solution
        for name in derivative.by:
            value = sympy.diff(value, sympy.Symbol(name, real=True))
        values[sympy.Symbol(derivative_text(derivative), real=True)] = value
    return sympy.simplify(to_sympy(residual).subs(values)) == 0


def _pieces(problem, equation, answer):
    """Residual and answer as the smooth formulas that they are on each piece of the region."""
    random = np.random.default_rng(0)
    points = {
        name: random.uniform(*interval.ends, COUNT)
        for name, interval in {**problem.domain, **problem.parameters}.items()
    }
    fixed = {Symbol(name): value for name, value in equation.region.fixed}
    for name, value in equation.region.fixed:
        points[name] = np.full(COUNT, value_of(value))
    return {
        (
            _smooth(equation.residual, points, index).substitute(fixed),
            _smooth(answer, points, index).substitute(fixed),
        )
        for index in range(COUNT)
    }


def _smooth(tree: Expression, points, index: int) -> Expression:
    point = {name: values[index] for name, values in points.items()}

    def choose(token, below, value):
        name = getattr(token, "name", "")
        if name not in _CHOICES or isinstance(token, Symbol):
            return apply(token, *below) if below else leaf(token, value)
        positive = below[0] - below[1] if len(below) == 2 else below[0]
        first, second = _CHOICES[name](*below)
        return first if evaluate(positive, point) > 0 else second

    return tree.fold(choose)
