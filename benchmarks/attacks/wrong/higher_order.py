"""Kinks in equations of second and higher order, and fluxes that jump.

A jump of a derivative of order n - 1 leaves a delta function in an equation of order n, unless the
kink lies along a characteristic; in divergence form the flux must be continuous.
"""

import re
from collections.abc import Iterator
from itertools import product

from attacks.cases import (
    LINE,
    PLANE,
    Attack,
    Box,
    Statement,
    cauchy,
    dirichlet,
    on_face,
    text_of,
)
from symplex.expression.calculus import differentiate
from symplex.expression.parse import Scope, parse

KIND = "higher order"
_SHIFTS = ("0", "1/3", "-sqrt(2)/4")
_KINKS: tuple[tuple[str, str, Box], ...] = (
    ("u_xx + u_yy = 0", "abs(x)", PLANE),
    ("u_xx + u_yy = 0", "max(x, y)", PLANE),
    ("u_xx + u_yy = 0", "abs(x)*y", PLANE),
    ("u_xx + u_yy = 0", "abs(x - y) + x*y", PLANE),
    ("u_xx + u_yy = 0", "exp(y)*sin(abs(x))", PLANE),
    ("u_xx + u_yy = 0", "max(x^2 - y^2, 0)", PLANE),
    ("u_xx + u_yy = 0", "abs(x*y)", PLANE),
    ("u_xx + u_yy = 2", "x^2 + abs(y)", PLANE),
    ("u_xx + 2*u_yy = 0", "min(x + y, 2*x)", PLANE),
    ("u_xx + u_yy + u = 0", "cos(abs(x)) + sin(abs(x))", PLANE),
    ("u_xx + u_yy - u = 0", "exp(-abs(x))", PLANE),
    ("u_xx - u_yy = 0", "abs(x)", PLANE),
    ("u_xx - u_yy = 0", "abs(x - y/2) + abs(x + y/2)", PLANE),
    ("u_xy = 0", "abs(x - y)", PLANE),
    ("u_xy = 0", "max(x, y)", PLANE),
    ("u_xy = 0", "abs(x + 2*y)", PLANE),
    ("u_xxyy = 0", "abs(x)*abs(y)", PLANE),
    ("u_xxyy = 0", "abs(x*y) + x^3", PLANE),
    ("u_xxxx + 2*u_xxyy + u_yyyy = 0", "abs(x)^3", PLANE),
    ("u_xxxx + 2*u_xxyy + u_yyyy = 0", "x*abs(x) + y^2", PLANE),
    ("u_xxx = 0", "relu(x)^2", LINE),
    ("u_xxxx = 0", "relu(x)^3", LINE),
    ("u_xxxx = 24", "x^4 + abs(x)^3", LINE),
    ("u_xx = 6*x", "x^3 + relu(x)", LINE),
    ("u_xx + u = 0", "sin(x) + sin(abs(x))", LINE),
    ("u_xx = u", "cosh(x) + sinh(relu(x))", LINE),
    ("u_xxx = u_x", "cosh(relu(x))", LINE),
    ("u_xxx + u_x = 0", "1 - cos(relu(x))", LINE),
    ("u_xx + sin(u) = sin(abs(x))", "abs(x)", LINE),
    ("u_xx = u^2 - x^2", "abs(x)", LINE),
)
"""Each holds on both sides of the kink; the box is stated with the answer's own values."""
_EVOLVING = (
    ("u_t = u_xx", "abs(x)"),
    ("u_t = u_xx", "exp(-t)*sin(abs(x))"),
    ("u_t = u_xx", "exp(t - abs(x))"),
    ("u_t = u_xx", "abs(x)*(x^2 + 6*t)"),
    ("u_t = u_xx", "relu(x^3 + 6*x*t)"),
    ("u_t = u_xx - u", "abs(x)*exp(-t)"),
    ("u_t = u_xx + u_x", "abs(x + t)"),
    ("u_tt = u_xx", "abs(x)"),
    ("u_tt = u_xx", "abs(x - t/2)"),
    ("u_tt = u_xx", "abs(x)*t"),
    ("u_tt = 4*u_xx", "abs(x - t)"),
    ("u_tt = u_xx", "max(x - 2*t, 0)"),
    ("u_tt = u_xx - u", "cos(t) + relu(x)*cos(t)"),
    ("u_t + u_xxx = 0", "relu(x)^2"),
)
_FLUXES = (
    ("u_t = diff(u*u_x, x)", "sqrt(1 + abs(x))"),
    ("u_t = diff(u*u_x, x)", "sqrt(2 - abs(x)/4)"),
    ("u_t = diff(u^2*u_x, x)", "(1 + abs(x))^(1/3)"),
    ("u_t = diff(exp(u)*u_x, x)", "log(1 + abs(x))"),
    ("u_t = diff(u_x/u^2, x)", "1/(1 + abs(x))"),
    ("u_t = diff(u_x^3, x)", "2 + abs(x)"),
    ("u_t = diff(abs(u_x)*u_x, x)", "1 - abs(x)"),
    ("u_t = diff(u*u_x, x)", "abs(t - x)"),
    ("u_t = diff(u*u_x, x)", "1 + max(t - x, 0)"),
    ("u_t = diff(u*u_x, x)", "max(t - x, 0) + max(t + x, 0)"),
    ("u_t = diff(u*u_x, x)", "max(2*t - x, 0)"),
    ("u_t = diff(u*u_x, x)", "max(t - 2*x, 0)"),
    ("u_t = diff(u^2*u_x, x)", "max(t - x, 0)"),
    ("u_t = diff(abs(u_x)*u_x, x)", "max(t - x, 0)"),
)


def attacks() -> Iterator[Attack]:
    """Kinks off characteristics, harmonic functions with a cut, and jumping fluxes."""
    delta = "a derivative jumps across the kink: the highest one is a delta function there"
    for (equation, answer, box), shift in product(_KINKS, _SHIFTS):
        moved = _moved(answer, shift)
        stated = dirichlet(_moved(equation, shift), moved, box)
        yield Attack(KIND, stated, {"u": moved}, delta)
    for (equation, answer), shift in product(_EVOLVING, _SHIFTS):
        moved = _moved(answer, shift)
        yield Attack(KIND, _started(equation, moved), {"u": moved}, delta)
    for (equation, answer), shift in product(_FLUXES, _SHIFTS):
        moved = _moved(answer, shift)
        reason = "the flux jumps, or the equation fails beside the kink"
        yield Attack(KIND, cauchy(equation, moved), {"u": moved}, reason)
    yield from _cuts()


def _moved(formula: str, shift: str) -> str:
    """The variable x replaced; that of a derivative `u_x` is no word of its own."""
    return formula if shift == "0" else re.sub(r"\bx\b", f"(x - ({shift}))", formula)


def _started(equation: str, answer: str) -> Statement:
    """A Cauchy problem; of second order in time also with the initial velocity."""
    stated = cauchy(equation, answer)
    if "u_tt" not in equation:
        return stated
    velocity = {"where": "t = 0", "equation": f"u_t = {_velocity(answer)}"}
    return {**stated, "conditions": [*stated["conditions"], velocity]}


def _velocity(answer: str) -> str:
    """The answer's time derivative at t = 0, away from its kinks."""
    tree = differentiate(parse(answer, Scope(variables=("x", "t"))), "t")
    return on_face(text_of(tree), ("x", "t"), t=0)


def _cuts() -> Iterator[Attack]:
    """Harmonic on both sides of a cut: the root and the angle, continuous across it."""
    cut = "harmonic off a cut, across which the normal derivative jumps"
    off = {"x": ("1/2", 2), "y": (-1, 1)}
    for angle in (
        "acos(x/sqrt(x^2 + y^2))",
        "abs(atan(y/x))",
        "atan(abs(y)/x)",
        "2*atan(abs(y)/(x + sqrt(x^2 + y^2)))",
    ):
        for equation in ("u_xx + u_yy = 0", "diff(u_x, x) + diff(u_y, y) = 0"):
            yield Attack(KIND, dirichlet(equation, angle, off), {"u": angle}, cut)
    left = {"x": (-2, "-1/2"), "y": (-1, 1)}
    for root in (
        "sqrt(sqrt(x^2 + y^2) + x)",
        "sqrt((sqrt(x^2 + y^2) + x)/2)",
        "sqrt(2*sqrt(x^2 + y^2) + 2*x)/2",
        "abs(y)/sqrt(sqrt(x^2 + y^2) - x)",
    ):
        stated = dirichlet("u_xx + u_yy = 0", root, left)
        yield Attack(KIND, stated, {"u": root}, cut)
