"""Small statements on standard domains, and formulas about them."""

from symplex.expression.parse import Scope, parse
from symplex.problem import Problem

UNIT = {"x": [0, 1]}
SQUARE = {"x": [0, 1], "y": [0, 1]}
ROD = {"x": [0, "pi"], "t": [0, 1]}
LINE = {"x": [-1, 1], "t": [0, 1]}


def ordinary(equation, *conditions, domain=None, **rest):
    """An ODE on [0, 1]."""
    equations = [equation] if isinstance(equation, str) else equation
    return Problem(equations, domain or UNIT, conditions, **rest)


def on_square(equation, *conditions, **rest):
    """A problem in x and y on the unit square."""
    equations = [equation] if isinstance(equation, str) else equation
    return Problem(equations, SQUARE, conditions, **rest)


def on_rod(equation, *conditions, **rest):
    """A problem in x from 0 to pi and t from 0 to 1."""
    return Problem([equation], ROD, conditions, **rest)


def on_line(equation, *conditions, **rest):
    """A problem in x from -1 to 1 and t from 0 to 1."""
    return Problem([equation], LINE, conditions, **rest)


def faces(low_x, high_x, low_y, high_y):
    """A condition on each side of the unit square."""
    return [("x = 0", low_x), ("x = 1", high_x), ("y = 0", low_y), ("y = 1", high_y)]


def formula(text):
    """A formula in x, y and t."""
    return parse(text, Scope(("x", "y", "t"), (), ("u", "v")))
