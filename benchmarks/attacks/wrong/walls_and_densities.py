"""Faces with a state of their own: slopes on characteristic walls, edges, what no density keeps.

Each answer solves its equations inside and has its data off an edge or a point of the face. From
there it carries what nothing states: a slope on a wall through which no diffusion goes, the speed
with which an edge starts, a difference of unknowns of which the sum alone is kept, or another
state of a wall whose condition allows two.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import Attack, Box, statement

KIND = "limit law"
Row = tuple[str | Sequence[str], Box, Sequence[tuple[str, str]], str, str, Mapping[str, Any]]
"""Equations, domain, conditions, the answer (u; v), why it is wrong, and parameters."""
_LINE: Box = {"x": (-1, 1), "t": (0, 1)}
_HALF: Box = {"x": (0, 1), "t": (0, 1)}
_QUARTER: Box = {"x": (0, 1), "y": (0, 1)}
_SLAB: Box = {"x": (0, 1), "y": (-1, 1), "t": (0, 1)}
_ZERO, _ONE = ("t = 0", "u = 0"), ("t = 0", "u = 1")
_FLOOR, _NO_SLOPE = ("y = 0", "u = 0"), ("x = 0", "u_x = 0")
_NO_MORE: Mapping[str, Any] = {}
_WELL = "1/(1 + (x/t)^2)"
_STEADY = "u = 1/2 at the wall from the start: u_t = -u*u_x moves it, from 1 and not from 1/2"


def attacks() -> Iterator[Attack]:
    """Inflow and degenerate walls, edges, densities that coincide, walls with two states."""
    for family in (_inflow, _degenerate, _edges, _kept_sums, _two_states, _cold_walls):
        for equations, domain, conditions, answer, reason, parameters in family():
            formulas = dict(zip("uv", answer.split("; "), strict=False))
            stated = statement(equations, domain, conditions, parameters, tuple(formulas))
            yield Attack(KIND, stated, formulas, reason)


def _inflow() -> Iterator[Row]:
    """A law enters by the wall: its slope there says u_t = 0 and leaves open from which value."""
    why = "u = 1/2 at the wall from the start, where the data are 1; 1 is another solution"
    law, fan = "u_t + diff(u^2/2, x) = 0", "min(max(x/t, 1/2), 1)"
    for slope in ("u_x = 0", "2*u_x = 0", "u_x = x*u", "x*u + u_x = 0", "(1 + t)*u_x = 0"):
        yield law, _HALF, (_ONE, ("x = 0", slope)), fan, why, _NO_MORE
    for slope in ("u_x + 2*u = 1", "u_x = u - 1/2"):
        yield law, _HALF, (_ONE, ("x = 0", slope)), fan, _STEADY, _NO_MORE
    for low in ("1/4", "1/3", "3/4"):
        answer = f"min(max(x/t, {low}), 1)"
        yield law, _HALF, (_ONE, _NO_SLOPE), answer, why.replace("1/2", low), _NO_MORE
    end = ("t = 1", "u = 1"), _NO_SLOPE
    back = "min(max(x/(1 - t), 1/2), 1)"
    yield "u_t - diff(u^2/2, x) = 0", _HALF, end, back, why, _NO_MORE
    yield (
        law,
        _HALF,
        (_ONE, _NO_SLOPE),
        "min(max(x/t, k), 1)",
        why.replace("1/2", "k"),
        {"k": (0.1, 0.9)},
    )
    right = ("t = 0", "u = -1"), ("x = 1", "u_x = 0")
    turned = "max(min((x - 1)/t, -1/2), -1)"
    yield law, _HALF, right, turned, "u = -1/2 at the wall from the start, not -1", _NO_MORE
    fast = "u_t + diff(u^2, x) = 0"
    yield fast, _HALF, (_ONE, _NO_SLOPE), "min(max(x/(2*t), 1/2), 1)", why, _NO_MORE
    cubic, root = "u_t + diff(u^3/3, x) = 0", "sqrt(min(max(x/t, 1/4), 1))"
    yield cubic, _HALF, (_ONE, _NO_SLOPE), root, why, _NO_MORE
    growth, arc = "u_t + diff(exp(u), x) = 0", "log(min(max(x/t, 1), exp(1)))"
    yield growth, _HALF, (_ONE, _NO_SLOPE), arc, why.replace("1/2", "0"), _NO_MORE
    plane = "u_t + diff(u^2/2, x) + u_y = 0"
    yield plane, _SLAB, (_ONE, _NO_SLOPE), fan, why, _NO_MORE
    still = "u_y + diff(u^2/2, x) = 0"
    floor = ("y = 0", "u = 1"), _NO_SLOPE
    yield still, _QUARTER, floor, fan.replace("t", "y"), why, _NO_MORE
    both = _ONE, ("t = 0", "v = 0"), _NO_SLOPE, ("x = 0", "v = 0")
    for other in ("v_t + v_x = 0", "v_t + diff(u*v, x) = 0"):
        yield (law, other), _HALF, both, f"{fan}; 0", why, _NO_MORE
    linked = _ONE, ("t = 0", "v = 0"), ("x = 0", "u_x = v"), ("x = 0", "v = 0")
    yield (law, "v_t + diff(u*v, x) = 0"), _HALF, linked, f"{fan}; 0", why, _NO_MORE


_ARCS = (
    (1, "(3*z - z^3)/2"),
    (2, "(15*z - 10*z^3 + 3*z^5)/8"),
    (3, "(35*z - 35*z^3 + 21*z^5 - 5*z^7)/16"),
)
"""Functions of z = (1 + 4x/y²)^(−1/2) that solve u_yy + x·u_xx − n·u_x = 0, with slope 0 at 1."""


def _degenerate() -> Iterator[Row]:
    """What diffuses through the wall vanishes on it: there the equation is u_yy = n·u_x."""
    why = "u = 1 at the wall from the start, where the data are 0; 0 is another solution"
    for n, shape in _ARCS:
        text = f"u_yy + x*u_xx - {n}*u_x = 0"
        arc = shape.replace("z", "(1/sqrt(1 + 4*x/y^2))")
        yield text, _QUARTER, (_FLOOR, _NO_SLOPE), arc, why, _NO_MORE
        timed = text.replace("_yy", "_tt"), _HALF, (_ZERO, _NO_SLOPE)
        yield *timed, arc.replace("y^2", "t^2"), why, _NO_MORE
        mirrored = f"u_yy + (1 - x)*u_xx + {n}*u_x = 0"
        wall = _FLOOR, ("x = 1", "u_x = 0")
        yield mirrored, _QUARTER, wall, arc.replace("4*x", "4*(1 - x)"), why, _NO_MORE
    arc = _ARCS[0][1].replace("z", "(1/sqrt(1 + 2*x/y^2))")
    yield "u_yy + 2*x*u_xx - 2*u_x = 0", _QUARTER, (_FLOOR, _NO_SLOPE), arc, why, _NO_MORE
    for shape in ("(1 + x/t)*exp(-x/t)", "(1 + x/t)/exp(x/t)", "exp(-x/t) + x*exp(-x/t)/t"):
        yield "u_t = x*u_xx - u_x", _HALF, (_ZERO, _NO_SLOPE), shape, why, _NO_MORE


def _edges() -> Iterator[Row]:
    """An edge starts with a rate that is not the stated one; the open face does not see it."""
    rest = _ZERO, ("t = 0", "u_t = 0")
    why = "u_t = 1 at x = 0 from the start, where 0 is stated; 0 is another solution"
    wave, carried = "u_tt = u_xx", "u_t + u_x = 0"
    for wall, answer in (
        ("u_tt = u_x", "1 - exp(-relu(t - x))"),
        ("u_tt = 0", "relu(t - x)"),
        ("u_tx + u_tt = 0", "relu(t - x)"),
        ("u_xx = 0", "relu(t - x)"),
        ("u_tt + u = 0", "sin(relu(t - x))"),
        ("u_tt = u", "sinh(relu(t - x))"),
        ("u_tt + u_t = 0", "1 - exp(-relu(t - x))"),
    ):
        yield wave, _HALF, (*rest, ("x = 0", wall)), answer, why, _NO_MORE
        yield carried, _HALF, (*rest, ("x = 0", wall)), answer, why, _NO_MORE
    twice = (*rest, ("x = 0", "u_tt = 2*u_x")), "1 - exp(-relu(t - x/2))"
    yield "u_tt = 4*u_xx", _HALF, *twice, why, _NO_MORE
    right = (*rest, ("x = 1", "u_tt = -u_x")), "1 - exp(-relu(t - 1 + x))"
    yield wave, _HALF, *right, why.replace("x = 0", "x = 1"), _NO_MORE
    end = ("t = 1", "u = 0"), ("t = 1", "u_t = 0"), ("x = 0", "u_tt = 0")
    yield wave, _HALF, end, "relu(1 - t - x)", "u_t = -1 at x = 0 at the end, not 0", _NO_MORE
    mass = (*rest, ("x = 0", "u_tt = u_x"))
    yield "u_tt = u_xx + u_yy", _SLAB, mass, "1 - exp(-relu(t - x))", why, _NO_MORE
    start = _ZERO, ("t = 0", "u_x = 0"), ("x = 0", "u_tt = 0")
    yield carried, _HALF, start, "relu(t - x)", why.replace("u_t = 1", "u_x = -1"), _NO_MORE
    free = (*rest, ("x = 0", "u_tt = 0"))
    for equation in ("u_x^2 + 2*u_x + u_t^2 = 0", "x*u_x + t*u_t = u"):
        yield equation, _HALF, free, "sqrt(x^2 + t^2) - x", why, _NO_MORE
    held = (*free, ("x = 0, t = 0", "u_t = 0"))
    yield wave, _HALF, held, "relu(t - x)", why, _NO_MORE


def _kept_sums() -> Iterator[Row]:
    """Both laws keep the same quantity: of the rest of u and v nothing is kept."""
    zero = _ZERO, ("t = 0", "v = 0")
    why = "u = 1 at x = 0 for every t > 0: u + v alone is kept; u = v = 0 is another solution"
    for well, weight in (
        (_WELL, "x^2 + t^2"),
        ("1/(1 + x^2/t)", "x^2 + t"),
        ("1/(1 + (x/t)^4)", "x^4 + t^4"),
        ("1/(1 + x^2/t^3)", "x^2 + t^3"),
    ):
        laws = "diff(u + v, t) = 0", f"diff(u + v, t) + diff(({weight})*(u - v), x) = 0"
        yield laws, _LINE, zero, f"{well}; -{well}", why, _NO_MORE
    moved = "1/(1 + ((x - 1/2)/t)^2)"
    laws = "diff(u + v, t) = 0", "diff(u + v, t) + diff(((x - 1/2)^2 + t^2)*(u - v), x) = 0"
    yield laws, _LINE, zero, f"{moved}; -{moved}", why.replace("x = 0", "x = 1/2"), _NO_MORE
    laws = "diff(u + v, t) = 0", "diff(u + v, t) + diff((x^2 + t)*u*v, x) = 0"
    root = "1/(1 + x^2/t)^(1/2)"
    yield laws, _LINE, zero, f"{root}; -{root}", why, _NO_MORE
    end = ("t = 1", "u = 0"), ("t = 1", "v = 0")
    back = "1/(1 + (x/(1 - t))^2)"
    laws = "diff(u + v, t) = 0", "diff(u + v, t) + diff((x^2 + (1 - t)^2)*(u - v), x) = 0"
    yield laws, _LINE, end, f"{back}; -{back}", why.replace("t > 0", "t < 1"), _NO_MORE
    ones = _ONE, ("t = 0", "v = 1")
    why = "u = 2 at x = 0 for every t > 0: u·v alone is kept; u = v = 1 is another solution"
    answer = f"1 + {_WELL}; 1/(1 + {_WELL})"
    for flux in ("u*v", "u*v + (x^2 + t^2)*(u - 1)"):
        laws = "diff(u*v, t) + diff(u*v, x) = 0", f"diff(u^2*v^2, t) + diff({flux}, x) = 0"
        yield laws, _LINE, ones, answer, why, _NO_MORE


def _two_states() -> Iterator[Row]:
    """A wall may be in one state or another; it is in the other from the start.

    The formulas end on the wall too: it is a limit there, and the edge is left out.
    """
    why = "the wall starts in another state than the data; 0 is a solution without a jump there"
    cold, angle = "1 - erf(1/(2*sqrt(t)/x))", "2*atan(y/x)/pi"
    for wall in ("u^2 = u", "sin(pi*u) = 0", "u*(1 - u) = 0", "u^3 = u"):
        yield "u_t = u_xx", _HALF, (_ZERO, ("x = 0", wall)), cold, why, _NO_MORE
        yield "u_xx + u_yy = 0", _QUARTER, (_FLOOR, ("x = 0", wall)), angle, why, _NO_MORE
    wall = ("x = 0", "u*(u - 1)*(u - 2) = 0")
    yield "u_t = u_xx", _HALF, (_ZERO, wall), f"2*({cold})", why, _NO_MORE
    yield "u_t = u_xx", _HALF, (_ZERO, wall), "1 - erf(x/(2*sqrt(t)))", why, _NO_MORE


def _cold_walls() -> Iterator[Row]:
    """Values at the corner, slopes of a fan, and laws that are not written as such."""
    fan = "min(max(x/t, 1/2), 1)"
    why = "u = 1/2 at the wall from the start, where the data are 1; 1 is another solution"
    for wall in ("u_x = 0", "u_t = 0", "u*u_x = 0"):
        yield "u_t + u*u_x = 0", _HALF, (_ONE, ("x = 0", wall)), fan, why, _NO_MORE
    robin = _ONE, ("x = 0", "u_x + 2*u = 1")
    yield "u_t + u*u_x = 0", _HALF, robin, fan, _STEADY, _NO_MORE
    yield (
        "u_t + diff(u^2/2, x) = 0",
        _HALF,
        (_ONE, _NO_SLOPE),
        "min(max(x/t, 0), 1)",
        "u_x = 1/t at the wall, where 0 is stated",
        _NO_MORE,
    )
    heat, step = "u_t = u_xx", ("t = 0", "u = sign(x)")
    for point in ("u = 0", "u = 1", "u^2 = u"):
        there = step, ("x = 0, t = 0", point)
        why = "no limit at the origin: along x = c·√t it is erf(c/2)"
        yield heat, _LINE, there, "erf(x/(2*sqrt(t)))", why, _NO_MORE
    why = "u = 1 at x = 0 for every t > 0, and 0 is another solution"
    yield "u_t = 2*x^2*u^2/t^3", _LINE, (_ZERO,), _WELL, why, _NO_MORE
