"""Where limits say nothing: corners, fans from a jump, slopes on a face, pieces that shrink to it.

Each answer is bounded, solves its equations inside and tends to its data off a thin set; what it
carries out of that set, or what its slopes are there, the data do not have.
"""

from collections.abc import Iterator

from attacks.cases import Attack, Box, statement
from attacks.wrong.limit_wells import Row

KIND = "limit edge"
_LINE, _HALF = {"x": (-1, 1), "t": (0, 1)}, {"x": (0, 1), "t": (0, 1)}
_PLANE = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
_UPPER = {"x": (-1, 1), "y": (0, 1)}
_WEDGE: Box = {"x": (0, 1), "y": (0, 1), "z": (0, 1), "t": (0, 1)}
_STILL: Box = {"x": (0, 1), "y": (0, 1), "z": (0, 1), "w": (0, 1)}
_STEP, _ZERO, _ONE = ("t = 0", "u = sign(x)"), ("t = 0", "u = 0"), ("t = 0", "u = 1")


def _corners() -> Iterator[Row]:
    """Three faces are missed; the equation is regular across the third, and degenerate at two.

    Functions of x/y solve x·u_x + y·u_y = 0, and are 0 at x = 0 and at y = 0.
    """
    rays = (
        "exp(-x/y - y/x)",
        "exp(-log(x/y)^2)",
        "1/cosh(log(x/y))",
        "1/(1 + log(x/y)^2)",
        "1 - tanh(log(x/y))^2",
    )
    walls = ("x = 0", "u = 0"), ("y = 0", "u = 0")
    heat = *walls, _ZERO, ("z = 0", "sqrt(pi*t)*u_z + u = 0")
    still = *walls, ("z = 0", "u = 0"), ("w = 0", "z*u_w + 2*u/pi = 0")
    why = "not 0 along x = y, into the corner of two walls with 0; 0 is another solution"
    for ray in rays:
        warm, angle = f"(1 - erf(z/(2*sqrt(t))))*{ray}", f"(pi/2 - atan(w/z))*{ray}"
        yield "u_t + x*u_x + y*u_y = u_zz", _WEDGE, heat, warm, why
        yield "u_zz + u_ww + x*u_x + y*u_y = 0", _STILL, still, angle, why
    masked = ("x = 0", "y*u = 0"), ("y = 0", "x*u = 0")
    yield "x*u_x + y*u_y = 0", {"x": (0, 1), "y": (0, 1)}, masked, rays[0], why
    yield "x*u_x + y*u_y = 0", {"x": (0, 1), "y": (0, 1)}, walls, f"(1 + x)*{rays[1]}", why
    euler = "u_t + x^2*u_xx + 2*x*y*u_xy + y^2*u_yy = u_zz"
    for ray in rays[:2]:
        yield euler, _WEDGE, heat, f"(1 - erf(z/(2*sqrt(t))))*{ray}", why


def _fan(v: str, shape: str) -> str:
    """A function of the fan v, with the fan itself."""
    return f"{shape.replace('v', f'({v})')}; {v}"


def _fans() -> Iterator[Row]:
    """A fan v spreads out of a jump, and carries u: in the fan any function of v is.

    Each u has its data where v has ends of the fan, with slope 0; u = v has the same data, and
    values between −1 and 1 alone.
    """
    laws = ("v_t + diff(v^2/2, x) = 0", "u_t + v*u_x = 0")
    why = "it leaves the range of its data: all that v carries is between them"
    odd, bump = "v*(3 - v^2)/2", "(1 - v^2)^2"
    data = ("t = 0", "v = sign(x)"), _STEP
    for extra in (f"{bump}", f"3*{bump}", f"-2*{bump}", f"5*v*{bump}", f"v^2*{bump}*4"):
        yield laws, _LINE, data, _fan("min(max(x/t, -1), 1)", f"{odd} + {extra}"), why
        moved = tuple(("t = 0", f"{name} = sign(x - 1/2)") for name in "vu")
        there = _fan("min(max((x - 1/2)/t, -1), 1)", f"{odd} + {extra}")
        yield laws, _LINE, moved, there, why
    fast = ("v_t + diff(v^2, x) = 0", "u_t + 2*v*u_x = 0")
    yield fast, _LINE, data, _fan("min(max(x/(2*t), -1), 1)", f"{odd} + 2*{bump}"), why
    back = ("v_t - diff(v^2/2, x) = 0", "u_t - v*u_x = 0")
    end = ("t = 1", "v = sign(x)"), ("t = 1", "u = sign(x)")
    yield back, _LINE, end, _fan("min(max(x/(1 - t), -1), 1)", f"{odd} + 2*{bump}"), why
    steps = tuple(("t = 0", f"{name} = (1 + sign(x))/2") for name in "vu")
    rise = "v^2*(3 - 2*v) + 20*v^2*(1 - v)^2"
    yield laws, _LINE, steps, _fan("min(max(x/t, 0), 1)", rise), why
    wall = (*data, ("x = 0", "v = 0"), ("x = 0", "u = 1"))
    for extra in ("v*(1 - v)^2", "-v*(1 - v)^2", "5*v^2*(1 - v)^2"):
        yield laws, _HALF, wall, _fan("min(x/t, 1)", f"1 + {extra}"), f"{why}; they are 1"


def _slopes() -> Iterator[Row]:
    """A fan's slope is 1/t: on the face it is 2δ, or a number's multiple, and 0 off a point."""
    burgers, fan = "u_t + u*u_x = 0", "min(max(x/t, -1), 1)"
    why = "the slope is 1/t at x = 0: it is no limit there, and tends to δ"
    for slope in ("u_x = 0", "u_t = 0", "u_t + 2*u_x = 0", "u + u_x = sign(x)", "u*u_x = 0"):
        yield burgers, _LINE, (_STEP, ("t = 0", slope)), fan, why
        moved, there = ("t = 0", "u = sign(x - 1/2)"), slope.replace("(x)", "(x - 1/2)")
        yield burgers, _LINE, (moved, ("t = 0", there)), fan.replace("x/", "(x - 1/2)/"), why
    half = ("t = 0", "u = (1 + sign(x))/2")
    yield burgers, _LINE, (half, ("t = 0", "u_x = 0")), "min(max(x/t, 0), 1)", why
    yield burgers, _LINE, (half, ("t = 0", "u_t = 0")), "min(max(x/t, 0), 1)", why
    yield burgers, _LINE, (_STEP, ("t = 0.0", "u_x = 0")), fan, why
    end = ("t = 1", "u = -sign(x)"), ("t = 1", "u_x = 0")
    yield burgers, _LINE, end, "-min(max(x/(1 - t), -1), 1)", why


def _shrunk() -> Iterator[Row]:
    """A piece that reaches the face at a point, with a slope that its neighbours do not have."""
    why = "u = 0 for |x| ≤ t: at x = 0 the slope in time is 0"
    cone = ("t = 0", "u = abs(x)")
    yield "u_t + abs(u_x) = 0", _LINE, (cone, ("t = 0", "u_t = -1")), "max(abs(x) - t, 0)", why
    for speed in (2, 3, 4, 5):
        equation, slope = f"u_t + {speed}*abs(u_x) = 0", f"u_t = -{speed}"
        shrunk = f"max(abs(x) - {speed}*t, 0)"
        yield equation, _LINE, (cone, ("t = 0", slope)), shrunk, why.replace("≤ t", f"≤ {speed}t")
    yield (
        "u_t + abs(u_x) = 0",
        _LINE,
        (("t = 0", "u = abs(x - 1/2)"), ("t = 0", "u_t = -1")),
        "max(abs(x - 1/2) - t, 0)",
        why.replace("0 the", "1/2 the"),
    )
    yield (
        "u_t = abs(u_x)",
        _LINE,
        (("t = 0", "u = -abs(x)"), ("t = 0", "u_t = 1")),
        "min(t - abs(x), 0)",
        why,
    )
    yield (
        "u_t = abs(u_x)",
        _LINE,
        (("t = 1", "u = abs(x)"), ("t = 1", "u_t = 1")),
        "max(abs(x) - (1 - t), 0)",
        why.replace("≤ t", "≤ 1 − t"),
    )
    yield (
        "u_t + abs(u_x) + abs(u_y) = 0",
        _PLANE,
        (("t = 0", "u = abs(x) + abs(y)"), ("t = 0", "u_t = -2")),
        "max(abs(x) - t, 0) + max(abs(y) - t, 0)",
        why,
    )


def _wells() -> Iterator[Row]:
    """Values at one point of the face that the data do not have."""
    for power, times in ((1, 3), (2, 1), (2, 3), (3, 1), (3, 2)):
        equation = f"{2 * power}*t*u_t + {times}*x*u_x = 0"
        ratio = f"x^{2 * power}/t^{times}"
        yield equation, _LINE, (_ZERO,), f"exp(-{ratio})", "u = 1 at x = 0"
        yield equation, _LINE, (_STEP,), f"tanh(x^{power}/t^{times}) + exp(-{ratio})", "no solution"
    well = "min(3*(x^2)^(2/3)/(4*(4*t)^(1/3)), 1)"
    yield "u_t + u_x^4 = 0", _LINE, (_ONE,), well, "u = 0 at x = 0; 1 is the solution"
    kernel = "1/(1 + sqrt(t)*exp(x^2/(4*t)))"
    source = "(1 - u)*(u_t - u_xx) = 2*u_x^2"
    yield source, _LINE, (_ZERO,), kernel, "u/(1 − u) is the kernel of heat: δ is hidden in it"
    plane = "x^2*u_xx + 2*x*y*u_xy + y^2*u_yy = 0"
    wall = (("y = 0", "u = 0"),)
    yield plane, _UPPER, wall, "1/(1 + (x/y)^2)", "u = 1 at x = 0 for every y > 0"
    plate = "u_xxxxxx + 3*u_xxxxyy + 3*u_xxyyyy + u_yyyyyy = 0"
    yield plate, _UPPER, wall, "1/(1 + (x/y)^2)", "u = 1 at x = 0 for every y > 0"
    heat = "u_t = u_xx"
    yield heat, _LINE, (_ONE,), "abs(erf(x/(2*sqrt(t))))", "0 at x = 0, which takes heat out"
    yield (
        heat,
        _LINE,
        (("t = 0", "u = (1 + sign(x))/2"),),
        "max(erf(x/(2*sqrt(t))), 0)",
        "its slope jumps at x = 0, which takes heat out",
    )
    yield (
        heat,
        _LINE,
        (_STEP, ("t = 0", "u_t = 0")),
        "erf(x/(2*sqrt(t)))",
        "u_t is −x·exp(−x²/4t)/√(4πt³): 1/t along x = √t",
    )


def attacks() -> Iterator[Attack]:
    """Corners, fans, slopes, pieces that shrink to a point, and wells."""
    for family in (_corners, _fans, _slopes, _shrunk, _wells):
        for equations, domain, conditions, answer, reason in family():
            formulas = dict(zip("uv", answer.split("; "), strict=False))
            stated = statement(equations, domain, conditions, None, tuple(formulas))
            yield Attack(KIND, stated, formulas, reason)
