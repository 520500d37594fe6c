"""Slopes that are not bounded, layers that are hidden, and rates on thin pieces of a face.

Every answer solves its equation off a thin set. On that set a flux jumps or is not bounded, so that
a δ is left there; or the set is a cusp or a cone at which a viscosity inequality fails; or the kink
is hidden in a root or an arc function that has no branch as it is written.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, Statement, cauchy, dirichlet, statement

KIND = "rough"
MEDIUM = "u_tt = diff((5 + 3*sign(x))/2*u_x, x)"
"""Speed 1 for x < 0, and 2 for x > 0."""
_DELTA = "the flux jumps, and leaves a δ"
_HIDDEN = "a kink that is hidden in a root or an arc: a δ is left there"
_POINT = "the flux is not bounded, and leaves a δ at a point"
_STRIP: Box = {"x": (1, 2), "y": (-1, 1)}
_HALF: Box = {"x": ("-1/2", "1/2")}


def attacks() -> Iterator[Attack]:
    """Fluxes of rough answers, hidden kinks, sources, beams, cusps and rates on faces."""
    parts = _fluxes, _surfaces, _points, _moving, _kinks, _sources, _beams, _cusps, _systems
    for part in (*parts, _ramps, _rates):
        yield from part()


def _still(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _started(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, cauchy(equation, answer, box), {"u": answer}, reason)


def _fluxes() -> Iterator[Attack]:
    """Powers of an answer that are kinked where the answer itself is rough."""
    powers = (("diff(u*u_x, x)", "sqrt(R)"), ("diff(u^2, x, x)", "sqrt(R)"),
              ("diff(u^2*u_x, x)", "R^(1/3)"), ("diff(u^3, x, x)", "R^(1/3)"),
              ("diff(diff(u^2, x), x)", "sqrt(R)"), ("diff(u^4, x, x)", "R^(1/4)"))  # fmt: skip
    for (flux, answer), place in product(powers, ("abs(x)", "max(x, 0)", "abs(x - 1/3)")):
        yield _still(f"{flux} = 0", answer.replace("R", place), _DELTA)
        yield _started(f"u_t = {flux}", answer.replace("R", place), _DELTA)
    one_side = "-3/4*max(x, 0)^(4/3) - 3/4*max(1 - x, 1)^(4/3) + 3/4"
    yield _still("diff(u_x^3, x) = -1", one_side, _DELTA)
    yield _still("diff(u_x^3, x) = -1", "-3/4*(abs(x) + 1/2)^(4/3)", _DELTA)
    yield _still("diff(abs(u_x)*u_x, x) = -1", "-2/3*(abs(x) + 1/4)^(3/2)", _DELTA)
    yield _still("diff(abs(u_x)*u_x, x) = 0", "abs(x)", _DELTA)
    # The slope is unbounded and is multiplied by what jumps.
    yield _still("diff((2 + sign(x))*u*u_x, x) = 0", "sqrt(abs(x))", _DELTA)
    for answer in ("sqrt(abs(x - a))", "sqrt(a*abs(x))", "a*sqrt(abs(x))"):
        stated = dirichlet("diff(u*u_x, x) = 0", answer, parameters={"a": [0, "1/2"]})
        yield Attack(KIND, stated, {"u": answer}, _DELTA)


def _surfaces() -> Iterator[Attack]:
    """The square of the answer is bent on a circle or on a parabola."""
    circle, parabola = "(x^2 + y^2 - 1/4)", "(y - x^2)"
    cases = (
        (f"diff(u^2, x, x) + diff(u^2, y, y) = 4*sign({circle})", circle),
        (f"diff(u*u_x, x) + diff(u*u_y, y) = 2*sign({circle})", circle),
        (f"diff(u^2, x, x) + diff(u^2, y, y) = -2*sign({parabola})", parabola),
        (f"diff(u^2, x, x) = -2*sign({parabola})", parabola),
        ("diff(u^2, y, y) = 0", parabola),
        ("diff(u^2, x, y) = 0", parabola),
        ("x*diff(u^2, y, y) + diff(u^2, x, y) = 0", parabola),
    )
    for equation, guard in cases:
        yield _still(equation, f"sqrt(abs({guard}))", _DELTA, PLANE)


def _points() -> Iterator[Attack]:
    """Fundamental solutions of nonlinear equations that are continuous."""
    plane, space = "(u_x^2 + u_y^2)", "(u_x^2 + u_y^2 + u_z^2)"
    for weight, answer in ((f"sqrt{plane}", "(x^2 + y^2)^(1/4)"), (plane, "(x^2 + y^2)^(1/3)")):
        flux = " + ".join(f"diff({weight}*u_{n}, {n})" for n in "xy")
        yield _still(f"{flux} = 0", answer, _POINT, PLANE)
        yield _still(f"{flux} = 0", answer.replace("y^2", "(y - 1/2)^2"), _POINT, PLANE)
        yield _started(f"u_t = {flux}", answer, _POINT, PLANE)
    flux = " + ".join(f"diff({space}*u_{n}, {n})" for n in "xyz")
    yield _still(f"{flux} = 0", "(x^2 + y^2 + z^2)^(1/6)", _POINT, SPACE)
    yield _still("u_xx + u_yy = 0", "log(x^2 + y^2)", _POINT, PLANE)
    yield _still("u_xx + u_yy = 0", "log(max(x^2 + y^2, 1/4))", _DELTA, PLANE)
    yield _still("u_xx + u_yy = 0", "x/max(x^2 + y^2, 1/4)", _DELTA, PLANE)
    harmonic = "sqrt(sqrt(x^2 + y^2) - x)"
    for box, equation in product(
        (PLANE, _STRIP), ("u_xx + u_yy = 0", "diff(u_x, x) + diff(u_y, y) = 0")
    ):
        yield _still(equation, harmonic, "a root of z with a kink on its cut", box)


def _moving() -> Iterator[Attack]:
    """Waves of a power of the answer, off the characteristics."""
    off = "the square has a kink that does not move with the speed of waves"
    yield _started("diff(u^2, t, t) = 4*diff(u^2, x, x)", "sqrt(abs(x - t))", off)
    yield _started("diff(u*u_t, t) = 4*diff(u*u_x, x)", "sqrt(abs(x - t))", off)
    yield _started("diff(u^2, t, t) = diff(u^2, x, x)", "sqrt(abs(x))", off)
    yield _started("diff(u^2, x, t) = 0", "sqrt(abs(x - t))", off)
    mixed = "u_xt is a δ on the kink"
    for equation in ("u_xt = 0", "diff(u_x, t) = 0", "diff(u, x, t) = 0", "diff(u_t, x) = 0"):
        yield _started(equation, "abs(x - t)", mixed)
        yield _started(equation, "max(x, 2*t)", mixed)
    yield _still("u_xy = 0", "max(x, y)", mixed, PLANE)
    yield _still("u_xxyy = 0", "abs(x)*abs(y)", "a δ at the origin alone", PLANE)
    yield _still("u_xxy = 0", "abs(x)*y", mixed, PLANE)
    yield _still("diff(u_xx, y) = 0", "abs(x)*y", mixed, PLANE)
    yield _still("diff(u, x, x, y) = 0", "abs(x)*y", mixed, PLANE)


def _kinks() -> Iterator[Attack]:
    """Absolute values that are not written as such."""
    arc = ("(4 - x^2)*u_xx = x*u_x", "diff(sqrt(4 - x^2)*u_x, x) = 0")
    for equation, answer in product(
        arc, ("asin(sqrt(1 - x^2/4))", "acos(1 - x^2/2)", "acos(sqrt(x^2)/2)")
    ):
        yield _still(equation, answer, _HIDDEN)
    yield _still("u_xx = 0", "acos(cos(x))", _HIDDEN)
    yield _still("u_xx = 0", "atan(tan(sqrt(x^2)))", _HIDDEN)
    yield _still("(1 + x^2)*u_xx + 2*x*u_x = 0", "acos((1 - x^2)/(1 + x^2))", _HIDDEN)
    yield _still("(1 + x^2)*u_xx + 2*x*u_x = 0", "asin(2*x/(1 + x^2))", _HIDDEN, {"x": (-2, 2)})
    yield _still("(1 - x^2)*u_xx = x*u_x", "acos(1 - 2*x^2)", _HIDDEN, _HALF)
    nested = "sqrt(2 - 2*sqrt(1 - x^2))"
    yield _still("(1 - x^2)*u_xx - x*u_x + u/4 = 0", nested, _HIDDEN, _HALF)
    yield _still("4*u_xx = u", "sqrt(cosh(x) - 1)", _HIDDEN)
    yield _still("4*u_xx + u = 0", "sqrt(1 - cos(x))", _HIDDEN)
    yield _still("u_xx = 0", "(x^4)^(1/4)", _HIDDEN)
    yield _started("u_tt = 4*u_xx", "sqrt(x^2 - 2*x*t + t^2)", _HIDDEN)
    yield _started("u_tt = u_xx - 2*u_x + u_t", "sqrt(x^2 + 4*x*t + 4*t^2)", _HIDDEN)
    for answer in ("sqrt(sqrt(x^4))", "sqrt(abs(x))^2", "abs(x)^(3/2)/sqrt(abs(x) + 0*x)"):
        yield _still("u_xx = 0", answer, _HIDDEN)


def _sources() -> Iterator[Attack]:
    """A δ in the statement, written as a derivative of something that jumps."""
    reason = "the statement differentiates a jump, and the answer has no δ for it"
    wrong = (("u_xx = diff(sign(x), x)", "x"), ("u_xx + diff(sign(x), x) = 0", "abs(x)"),
             ("u_x = diff(abs(x), x, x)", "1"), ("u_xx = diff(abs(x), x, x)", "3*abs(x)"),
             ("u_xx = diff(x*sign(x), x, x)", "x"), ("u_xx = diff(max(x, 0), x, x)", "x"),
             ("u = diff(sign(x), x)", "0"), ("u_xx = diff(sqrt(x^2), x, x)", "x"),
             ("diff(diff(sign(x)*u, x), x) = 0", "x"), ("diff(sign(x)*diff(u, x), x) = 0", "x"),
             ("diff(sign(x)*diff(sign(x)*u, x), x) = 0", "1"),
             ("diff(2 + sign(x), x)*u_x + (2 + sign(x))*u_xx = 0", "x"),
             ("diff((2 + sign(x))*u_x, x) = (2 + sign(x))*u_xx", "min(x, x/3)"),
             ("diff(u_x^2, x) = 2*u_x*u_xx", "max(x, 3*x)"),
             ("diff(sqrt(abs(x))^2, x, x) = u_xx", "x"),
             ("diff(acos(cos(x)), x, x) = u_xx", "x"))  # fmt: skip
    for equation, answer in wrong:
        yield _still(equation, answer, reason)
    yield _still("u_xx + u_yy = diff(sign(y - x^2), y)", "0", reason, PLANE)
    yield _still("u_xx + u_yy = diff(sign(x), y) + diff(sign(x), x)", "x", reason, PLANE)


def _beams() -> Iterator[Attack]:
    """A δ or one of its derivatives in equations of higher order."""
    bent = "a moment or a shear jumps, and leaves a δ"
    for answer in ("abs(x)", "x*abs(x)", "abs(x)^3", "max(x, 0)^3"):
        yield _still("u_xxxx = 0", answer, bent)
        yield _still("diff(u_xx, x, x) = 0", answer, bent)
        yield _started("u_tt + u_xxxx = 0", answer, bent)
    yield _started("u_t = u_xxx", "x*abs(x)", bent)
    stiff = "diff((2 + sign(x))*u_xx, x, x) = 0"
    yield _still(stiff, "max(x, 0)^2/6 + min(x, 0)^2/2 + abs(x)", bent)
    shear = "max(x, 0)^2/6 + max(x, 0)^3/18 + min(x, 0)^2/2 - min(x, 0)^3/6"
    yield _still(stiff, shear, bent)


def _cusps() -> Iterator[Attack]:
    """Equations of first order at cusps and at cones."""
    cusp = "every slope touches the cusp from below, and the inequality fails there"
    yield _still("u*u_x^2 = 4/9", "abs(x)^(2/3)", cusp)
    yield _still("u*abs(u_x) = 1/2", "sqrt(abs(x))", cusp)
    yield _still("abs(x)*u_x^2 = 1/4", "sqrt(abs(x))", cusp)
    yield _still("u_x^2 + u_y^2 = 1", "sqrt(x^2 + y^2)", cusp, PLANE)
    yield _still("1 = u_x^2 + u_y^2", "-sqrt(x^2 + y^2)", cusp, PLANE)
    yield _still("4*u^2*(u_x^2 + u_y^2) = 1", "(x^2 + y^2)^(1/4)", cusp, PLANE)
    yield _started("u_t + u_x^2 = 1", "abs(x)", cusp)
    yield _started("u_t + u_x^2 + u_y^2 = 1", "sqrt(x^2 + y^2)", cusp, PLANE)
    aronsson = "u_x^2*u_xx + 2*u_x*u_y*u_xy + u_y^2*u_yy = 0"
    yield _still(aronsson, "sqrt(x^2 + y^2)", "a cone is not infinity-harmonic at its tip", PLANE)


def _system(equations: tuple[str, ...], answer: dict[str, str]) -> Attack:
    conditions = [(f"x = {end}", f"{name} = {text.replace('x', f'({end})')}")
                  for end in (-1, 1) for name, text in answer.items()]  # fmt: skip
    stated: Statement = statement(equations, LINE, conditions, unknowns=tuple(answer))
    return Attack(KIND, stated, answer, _DELTA)


def _systems() -> Iterator[Attack]:
    """One unknown is rough, and another flux or unknown takes the δ."""
    root, odd = "sqrt(abs(x))", "sign(x)*sqrt(abs(x))"
    yield _system(("v = u^2", "v_xx = 0"), {"u": root, "v": "abs(x)"})
    yield _system(("v = u^2", "diff(u*u_x, x) = 0"), {"u": root, "v": "abs(x)"})
    yield _system(("diff(u*u_x + v*v_x, x) = 0", "u^2 = v^2"), {"u": root, "v": odd})
    yield _system(("diff(u^2, x, x) = 0", "diff(u*v, x) = 1"), {"u": root, "v": odd})
    yield _system(("v_x = 0", "diff(u*u_x, x) + v = 1"), {"u": root, "v": "1"})


def ramp(reflected: str, passed: str) -> str:
    """A ramp that meets x = 0 at t = 1/2, with the speeds 1 and 2 behind it and ahead."""
    behind = f"relu(t - min(x, 0) - 1/2) + ({reflected})*relu(t + min(x, 0) - 1/2)"
    ahead = f"({passed})*relu(t - max(x, 0)/2 - 1/2)"
    return f"{behind} - (1 + ({reflected}))*relu(t - 1/2) + {ahead}"


def _ramps() -> Iterator[Attack]:
    """Waves at a change of medium, and fronts that melt or freeze."""
    reason = "−1/3 is reflected, 2/3 passes"
    for shares in (("-1/3", "1"), ("1/3", "4/3"), ("0", "1"), ("-1/2", "1/2")):
        yield _started(MEDIUM, ramp(*shares), reason)
    front, latent = "relu(exp(t - x) - 1)", "the front moves with latent heat 1"
    for stored in ("u", "u + sign(t - x)", "u - (1 + sign(t - x))/2"):
        yield _started(f"diff({stored}, t) = u_xx", front, latent)
    yield _started("u_xt + t*u_xx = 0", "abs(x - t^2)", "the kink moves with the speed 2t")


def _rates() -> Iterator[Attack]:
    """Rates that are wrong on more than a thin set, or answers with a ridge behind it."""
    box: Box = {"x": (-1, 1), "t": (0, 1)}
    cases = (
        ("u_tt = u_xx", "max(t - abs(x), 0)", "0", "0"),
        ("u_tt = 0", "max(t - abs(x), 0)", "0", "0"),
        ("u_tt = 0", "min(t, abs(x))", "0", "sign(abs(x))"),
        ("u_tt = u_xx", "max(abs(x), 2*t)", "abs(x)", "0"),
        ("u_tt = 4*u_xx", "max(abs(x), t)", "abs(x)", "0"),
        ("u_tt + u_xx = 0", "max(abs(x), t)", "abs(x)", "0"),
        ("u_tt = u_xx", "max(abs(x), t)", "abs(x)", "1"),
        ("u_tt = u_xx", "abs(x + t)", "abs(x)", "0"),
        ("u_tt = u_xx", "max(x, t)", "max(x, 0)", "0"),
    )
    for equation, answer, value, rate in cases:
        conditions = [("t = 0", f"u = {value}"), ("t = 0", f"u_t = {rate}")]
        reason = "rates or kinks that the equation does not allow"
        yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)
