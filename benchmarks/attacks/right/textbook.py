"""Textbook problems that stand nowhere else in the repository, with their solutions.

Stated from the solution's own values: Cauchy data for evolution equations, values on every face for
the others. Every solution is classical, or the viscosity, entropy or weak one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from attacks.cases import LINE, PLANE, SPACE, Box, Statement, cauchy, dirichlet, statement
from attacks.truths import Truth
from symplex.expression.parse import parse
from symplex.problem import Problem

_CAUCHY: tuple[tuple[str, str, Box], ...] = (
    ("u_t = u_xx", "exp(-4*t)*sin(2*x) + 1", LINE),
    ("u_t = u_xx + u_yy", "exp(-5*t)*cos(x)*sin(2*y)", PLANE),
    ("u_t = 3*u_xx - 2*u", "exp(-14*t)*cos(2*x)", LINE),
    ("u_t = u_xx + 2*u_x", "exp(x + 3*t)", LINE),
    ("u_t = u_xx", "x^5 + 20*x^3*t + 60*x*t^2", LINE),
    ("u_t + 3*u_x = 0", "1/(1 + (x - 3*t)^2)", LINE),
    ("u_t + x*u_x = 0", "cos(x*exp(-t))", LINE),
    ("u_t + u_x = u", "exp(t)*tanh(x - t)", LINE),
    ("u_t + u_x + 2*u_y = 0", "sin(x - t)*exp(-(y - 2*t)^2)", PLANE),
    ("u_t + t*u_x = 0", "atan(x - t^2/2)", LINE),
    ("u_t + u*u_x = 0", "(x + 1)/(1 + t)", LINE),
    ("u_t + u*u_x = u_xx", "2*tanh(-x)", LINE),
    ("u_t + u_x^2/2 = 0", "x^2/(2*(1 + t))", LINE),
    ("u_t + u_x^2/2 = 0", "-abs(x) - t/2", LINE),
    ("u_t + abs(u_x) = 0", "max(abs(x) - t, 0)", LINE),
    ("u_t + 2*abs(u_x) = 0", "-abs(x - 1/3) - 2*t", LINE),
    ("u_t + sqrt(u_x^2 + u_y^2) = 0", "-sqrt(x^2 + y^2) - t", PLANE),
    ("u_t + sqrt(u_x^2 + u_y^2) = 0", "3*x/5 + 4*y/5 - t", PLANE),
    ("u_t - abs(u_x) = 0", "abs(x) + t", LINE),
    ("u_t + u_x^4 = 0", "min(x, 2*x - 15*t) - t", LINE),
    ("u_t = u*(1 - u)", "1/(1 + exp(-x - t))", LINE),
    ("u_t = u_xx + u*(1 - u)*(u - 1/2)", "1/(1 + exp(-x/sqrt(2)))", LINE),
    ("u_t + 6*u^2*u_x + u_xxx = 0", "1/cosh(x - t)", LINE),
    ("u_t = diff(u*u_x, x)", "max(t - x, 0)", LINE),
    ("u_t = diff(u*u_x, x)", "max(4*t + 2*x, 0)", LINE),
    ("u_t = x^2*u_xx + x*u_x", "sin(log(x))*exp(-t)", {"x": (1, 2)}),
    ("u_t + diff(u^2/2, x) = 0", "(1 - sign(x - t/2))/2", LINE),
    ("u_t + y*u_x - x*u_y = 0", "x^2 + y^2", PLANE),
    ("u_t + u_x = 0", "abs(x - t)", LINE),
    ("u_t + x*u_x + y*u_y = 0", "(x*exp(-t))^2 + y*exp(-t)", PLANE),
)
_FACES: tuple[tuple[str, str, Box], ...] = (
    ("u_xx + u_yy = 0", "exp(x)*cos(y)", PLANE),
    ("u_xx + u_yy = 0", "x^3 - 3*x*y^2", PLANE),
    ("u_xx + u_yy = 0", "sinh(2*x)*sin(2*y)", PLANE),
    ("u_xx + u_yy = 0", "log((x + 3)^2 + y^2)", PLANE),
    ("u_xx + u_yy = 4", "x^2 + y^2", PLANE),
    ("u_xx + u_yy + u_zz = 0", "x*y*z", SPACE),
    ("u_xx + u_yy + u_zz = 0", "1/sqrt((x + 3)^2 + y^2 + z^2)", SPACE),
    ("u_xx + u = 0", "cos(x) + sin(x)", LINE),
    ("u_xx - u = 0", "cosh(x)", LINE),
    ("u_xx + 4*u_x + 4*u = 0", "(1 + x)*exp(-2*x)", LINE),
    ("u_xx = 2*sign(x)", "x*abs(x)", LINE),
    ("x*u_x = 2*u", "x^2", LINE),
    ("u_x = 1 + u^2", "tan(x)", LINE),
    ("u_x^2 + u^2 = 1", "cos(x)", {"x": ("1/4", 1)}),
    ("abs(u_x) = 1", "1 - abs(x)", LINE),
    ("-abs(u_x) = -1", "abs(x)", LINE),
    ("sqrt(u_x^2 + u_y^2) = 1", "2 - sqrt(x^2 + y^2)", PLANE),
    ("-sqrt(u_x^2 + u_y^2) = -1", "sqrt(x^2 + y^2)", PLANE),
    ("u_x^2 + u_y^2 = 1", "1 - max(abs(x), abs(y))", PLANE),
    ("u_xx*u_yy - u_xy^2 = 4", "x^2 + y^2 + x", PLANE),
    ("u_xxxx + 2*u_xxyy + u_yyyy = 0", "x^2 - x*y + y*x^3", PLANE),
    ("diff((3 + sign(x))/2*u_x, x) = 0", "min(2*x, x)", LINE),
    ("x*u_x + y*u_y = u", "sqrt(x^2 + y^2)", {"x": (1, 2), "y": (1, 2)}),
    ("u_xx + u_yy = u", "exp((3*x + 4*y)/5)", PLANE),
    (
        "(1 + u_y^2)*u_xx - 2*u_x*u_y*u_xy + (1 + u_x^2)*u_yy = 0",
        "atan(y/x)",
        {"x": (1, 2), "y": (-1, 1)},
    ),
)
_PARAMETRIC: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("u_t = k*u_xx", "exp(-9*k*t)*sin(3*x)", {"k": [1, 2]}),
    ("u_t + k*u_x = 0", "exp(-(x - k*t)^2)", {"k": [-1, 1]}),
    ("u_t = u_xx - k^2*u", "exp(-(1 + k^2)*t)*cos(x)", {"k": [0, 2]}),
    ("u_t + u_x^2/2 = 0", "-k*abs(x) - k^2*t/2", {"k": [0, 1]}),
    ("u_t + k*abs(u_x) = 0", "-abs(x) - k*t", {"k": [0, 2]}),
    ("u_t = a*u_xx + b*u", "exp((b - a)*t)*sin(x)", {"a": [1, 2], "b": [-1, 1]}),
    ("u_t + a*u_x = b*u", "exp(b*t)*cos(x - a*t)", {"a": [-1, 1], "b": [0, 1]}),
)


def textbook() -> Iterator[Truth]:
    """Every problem with its solution."""
    for place, (equation, solution, box) in enumerate(_CAUCHY):
        yield _truth(f"book-cauchy-{place}", cauchy(equation, solution, box), solution)
    for place, (equation, solution, box) in enumerate(_FACES):
        yield _truth(f"book-faces-{place}", dirichlet(equation, solution, box), solution)
    for place, (equation, solution, ranges) in enumerate(_PARAMETRIC):
        stated = cauchy(equation, solution, LINE, parameters=ranges)
        yield _truth(f"book-parameters-{place}", stated, solution)
    yield from _waves()


def _truth(name: str, stated: Statement, solution: str) -> Truth:
    problem = Problem.from_statement({"name": name, **stated})
    return Truth(problem, {"u": parse(solution, problem.answer_scope)})


def _waves() -> Iterator[Truth]:
    """Waves, with both data."""
    for place, (equation, solution, start, velocity) in enumerate(
        (
            ("u_tt = u_xx", "sin(x)*cos(t)", "sin(x)", "0"),
            ("u_tt = u_xx", "(sin(x + t) - sin(x - t))/2", "0", "cos(x)"),
            ("u_tt = 9*u_xx", "cos(2*x)*cos(6*t)", "cos(2*x)", "0"),
            ("u_tt = u_xx", "x^2 + t^2", "x^2", "0"),
            ("u_tt = u_xx - u", "cos(x)*cos(sqrt(2)*t)", "cos(x)", "0"),
            ("u_tt + 2*u_t + u = u_xx", "exp(-t)*cos(x - t)", "cos(x)", "-cos(x) + sin(x)"),
        )
    ):
        stated = statement(
            equation,
            {**LINE, "t": (0, 1)},
            [("t = 0", f"u = {start}"), ("t = 0", f"u_t = {velocity}")],
        )
        yield _truth(f"book-wave-{place}", stated, solution)
