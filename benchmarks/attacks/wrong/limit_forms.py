"""Limits that a rule for open forms, densities or edges of a face would let through.

Each answer solves its equations inside and tends to its data off a thin set, or seems to: a density
that vanishes on the face says nothing of its unknown, a wall keeps a state of its own, and an
exponential outgrows a power only where its exponent has no zero.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import Attack, Box, statement

KIND = "limit form"
Row = tuple[str | Sequence[str], Box, Sequence[tuple[str, str]], str, str, Mapping[str, Any]]
"""Equations, domain, conditions, the answer (u; v), why it is wrong, and parameters."""
_LINE, _HALF = {"x": (-1, 1), "t": (0, 1)}, {"x": (0, 1), "t": (0, 1)}
_QUARTER, _TIME = {"x": (0, 1), "y": (0, 1)}, {"t": (0, 1)}
_SLAB = {"x": (0, 1), "y": (-1, 1), "t": (0, 1)}
_ZERO, _ONE = ("t = 0", "u = 0"), ("t = 0", "u = 1")
_NO_MORE: Mapping[str, Any] = {}
_SHAPES = ("exp(-(P/t)^2)", "1/(1 + (P/t)^2)", "1/cosh(P/t)")
"""Functions of P/t that are 1 at P = 0 and 0 at infinity: solutions of t·v_t + P·v_x = 0."""


def _vacuum() -> Iterator[Row]:
    """(u·v)_t + … = 0 with u = 0 at t = 0: what is kept there is 0, whatever v is."""
    why = "v = 1 at x = 0 for every t > 0: u·v is kept and says nothing of v; v = 0 is one more"
    zero = _ZERO, ("t = 0", "v = 0")
    for shape in _SHAPES:
        for n in (1, 2, 3, 4):
            rate = f"t^{n - 1}" if n > 1 else "1"
            law = f"diff(u*v, t) + diff(x*{rate}*v, x) = {n + 1}*{rate}*v"
            well = shape.replace("P", "x")
            yield (f"u_t = {n}*{rate}", law), _LINE, zero, f"t^{n}; {well}", why, _NO_MORE
        well = shape.replace("P", "(x - 1/2)")
        law = "diff(u^2*v, t) + diff((x - 1/2)*t*v, x) = 3*t*v"
        yield ("u_t = 1", law), _LINE, zero, f"t; {well}", why.replace("x = 0", "x = 1/2"), _NO_MORE
        well = shape.replace("P", "x").replace("/t", "/(1 - t)")
        law, end = "diff(u*v, t) - diff(x*v, x) = -2*v", (("t = 1", "u = 0"), ("t = 1", "v = 0"))
        yield ("u_t = -1", law), _LINE, end, f"1 - t; {well}", why.replace("> 0", "< 1"), _NO_MORE
    kept = "v = 1 at x = 0 for every t > 0, where u·v is kept and says nothing of v"
    for n in (2, 4, 6):
        data = ("t = 0", f"u = x^{n}"), ("t = 0", "v = 0")
        answer = f"x^{n} + t; 1/(1 + x^{n}/t)"
        yield ("u_t = 1", "diff(u*v, t) = 1"), _LINE, data, answer, kept, _NO_MORE
        answer = f"x^{n} + t; 1/sqrt(1 + x^{n}/t)"
        laws = ("u_t = 1", "diff(u*v^2, t) = 1")
        yield laws, _LINE, data, answer, kept, _NO_MORE


def _walls() -> Iterator[Row]:
    """A wall with a state of its own starts at 1 where the data are 0; 0 is another solution."""
    why = "u = 1 at the wall from the start, where the data are 0; 0 is another solution"
    heat, layer = "u_t = u_xx", "1 - erf(x/(2*sqrt(t)))"
    for wall in ("u_t = 0", "u_xx = 0", "u_t + u_xx = 0", "u*u_t = 0", "sqrt(pi*t)*u_x + u = 0"):
        yield heat, _HALF, (_ZERO, ("x = 0", wall)), layer, why, _NO_MORE
    for wall in ("u_t = 0", "u_y = 0", "u_t + u_y = 0", "u_yy = 0", "u*u_t = 0"):
        yield "u_t = u_xx + u_yy", _SLAB, (_ZERO, ("x = 0", wall)), layer, why, _NO_MORE
    for speed in (1, 2, 3):
        answer = f"exp({speed}*x + {speed**2}*t)*(1 - erf(x/(2*sqrt(t)) + {speed}*sqrt(t)))"
        wall = ("x = 0", f"u_t = {speed}*u_x")
        yield heat, _HALF, (_ZERO, wall), answer, why, _NO_MORE
        wall = ("x = 0", f"u_xx = {speed}*u_x")
        yield heat, _HALF, (_ZERO, wall), answer, why, _NO_MORE
    for wall in ("u_t = 0", "t*u_x + u = 0", "u_t = x*u_x", "t^2*u_xx = u", "t*u_t = x*u_x"):
        yield "u_t = x*u_xx", _HALF, (_ZERO, ("x = 0", wall)), "exp(-x/t)", why, _NO_MORE
    angle, floor = "pi/2 - atan(x/y)", ("y = 0", "u = 0")
    for wall in ("u_y = 0", "u_xx = 0", "u_yy = 0", "pi*y*u_x + 2*u = 0", "u*u_y = 0"):
        there = floor, ("x = 0", wall)
        yield "u_xx + u_yy = 0", _QUARTER, there, angle, why.replace("= 1", "= π/2"), _NO_MORE
    fan = "u = 0 at the wall from the start, where the data are 1; 1 is another solution"
    for wall in ("u_t = 0", "u*u_x = 0", "u_t + u*u_x = 0"):
        law = "u_t + diff(u^2/2, x) = 0"
        yield law, _HALF, (_ONE, ("x = 0", wall)), "min(x/t, 1)", fan, _NO_MORE


def _outgrown() -> Iterator[Row]:
    """exp(−f)/tᵏ with a zero of f, at a point of the face or at an end of a parameter's range."""
    for k in (1, 2, 3, 4):
        why = f"1/t^{k} at x = 0"
        for shape in ("exp(-(x/t)^2)", "exp(-abs(x)/t)", "1/cosh(x/t)"):
            yield f"t*u_t + x*u_x + {k}*u = 0", _LINE, (_ZERO,), f"{shape}/t^{k}", why, _NO_MORE
        decay = f"t^2*u_t = (k - {k}*t)*u"
        ends = {"k": (0, 1)}
        yield decay, _TIME, (_ZERO,), f"exp(-k/t)/t^{k}", f"1/t^{k} for k = 0", ends
        swing = f"t^2*u_t = (k^2 - {k}*t)*u"
        both = {"k": (-1, 1)}
        yield swing, _TIME, (_ZERO,), f"exp(-k^2/t)/t^{k}", f"1/t^{k} for k = 0", both
    why = "u = 1 for k = 0"
    yield "t^2*u_t = k*u", _TIME, (_ZERO,), "exp(-k/t)", why, {"k": (0, 1)}
    yield "t^2*u_t = k^2*u", _TIME, (_ZERO,), "exp(-k^2/t)", why, {"k": (-1, 1)}
    yield "t*u_t + x*u_x = 0", _LINE, (_ZERO,), "exp(-k*x^2/t^2)", why, {"k": (0, 1)}


def _held() -> Iterator[Row]:
    """Bounded quotients with nothing that vanishes beside them, and weights that vanish."""
    why = "constant along x = c·t, into a point at which the data are 0"
    for well in (
        "2*x*t/(x^2 + t^2)",
        "min(abs(x), t)^2/(x^2 + t^2)",
        "t^2/(x^2 + t^2)",
        "t/(abs(x) + t)",
        "x^2*t^2/(x^2 + t^2)^2",
        "exp(-x^2/t^2)*x/t",
        "exp(-x^2/t^2)*(x^2 + t^2)/t^2",
        "max(1 - abs(x)/t, 0)",
    ):
        yield "t*u_t + x*u_x = 0", _LINE, (_ZERO,), well, why, _NO_MORE
    why = "u = 1 at x = 0 for every t > 0, where the weight of u_t vanishes"
    for law in ("4*x^2*u_t = x^2*u_xx - x*u_x", "4*x*u_t = x*u_xx - u_x"):
        yield law, _LINE, (_ZERO,), "exp(-x^2/t)", why, _NO_MORE
        yield law, _LINE, (_ONE,), "1 - exp(-x^2/t)", why.replace("u = 1", "u = 0"), _NO_MORE


def attacks() -> Iterator[Attack]:
    """Densities that vanish, walls with a state, exponentials and quotients that are not held."""
    for family in (_vacuum, _walls, _outgrown, _held):
        for equations, domain, conditions, answer, reason, parameters in family():
            formulas = dict(zip("uv", answer.split("; "), strict=False))
            stated = statement(equations, domain, conditions, parameters, tuple(formulas))
            yield Attack(KIND, stated, formulas, reason)
