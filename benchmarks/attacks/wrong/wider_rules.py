"""Rules that were widened: slopes that fall along normals, quasilinear laws, left-out sets, edges.

A kink may be crossed along any direction, and a valley stays a valley on a curve; a law may have
several space variables, and no square of a slope; what is left out of a face must be where the data
of the law itself jump; and a condition counts at the edges of its face and at the zeros of signs.
"""

from collections.abc import Iterator, Sequence

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet, statement

KIND = "wider rule"
BAND: Box = {"x": (-1, 1), "t": (0, 1)}
HALF: Box = {"x": (0, 1), "t": (0, 1)}
Row = tuple[str, str, str]
"""The equation, the answer and why it is wrong."""
Conditions = Sequence[tuple[str, str]]
Stated = tuple[str, Box, Conditions, str, str]
"""The equation, the domain, the conditions, the answer and why it is wrong."""


def attacks() -> Iterator[Attack]:
    """Curved kinks, quasilinear laws, sets that are left out, and conditions with slopes."""
    for box, rows in ((LINE, _ON_THE_LINE), (PLANE, _CURVED), (SPACE, _CURVED_IN_SPACE)):
        for equation, answer, reason in rows:
            yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)
    for box, rows in ((LINE, _MOVING), (PLANE, _MOVING_CURVES), (LINE, _LAWS), (PLANE, _LAWS_2)):
        for equation, answer, reason in rows:
            yield Attack(KIND, cauchy(equation, answer, box), {"u": answer}, reason)
    yield from _with_parameters()
    yield from _left_out()
    for equation, box, conditions, answer, reason in (*_LIMITS, *_SIGNS, *_EDGES, *_WALLS):
        yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)
    yield from _signs_in_systems()


_VALLEY = "a valley: D⁻u holds slopes between, at which the convex F is negative"
_RIDGE = "a ridge: D⁺u holds slopes between, at which the concave F is positive"
_ON_THE_LINE: Sequence[Row] = (
    ("u_x^2 = 4*x^2", "abs(x^2 - 1/4)", _VALLEY),
    ("u_x^2 = exp(2*x)", "abs(exp(x) - 1)", _VALLEY),
    ("-u_x^2 = -9*x^4", "-abs(x^3 - 1/8)", _RIDGE),
    ("u_x^2 = 4*x^2", "max(x^2 - 1/4, 1/4 - x^2) + 0*abs(x)", _VALLEY),
)
_CURVED: Sequence[Row] = (
    ("u_x^2 + u_y^2 = 4*(x^2 + y^2)", "abs(x^2 + y^2 - 1/4)", f"on the circle {_VALLEY}"),
    ("-u_x^2 - u_y^2 = -4*(x^2 + y^2)", "-abs(x^2 + y^2 - 1/4)", f"on the circle {_RIDGE}"),
    ("u_x^2 + u_y^2 = 1 + 4*x^2", "abs(y - x^2)", f"on the parabola {_VALLEY}"),
    ("u_x^2 + u_y^2 = 4*(x^2 + y^2)", "abs(x^2 - y^2)", f"on both diagonals {_VALLEY}"),
    ("u_x^2 + u_y^2 = x^2 + y^2", "abs(x*y)", f"on both axes {_VALLEY}"),
    ("u_x^2 + u_y^2 = x^2 + y^2", "abs(x*y - 1/9)", f"on the hyperbola {_VALLEY}"),
    ("u_x^2 + u_y^2 = 1 + exp(2*x)", "abs(y + 1/2 - exp(x))", _VALLEY),
    ("u_y^2 = 1", "abs(y - x^2)", f"across the parabola {_VALLEY}; u_x is not in F"),
    ("abs(u_y) = 1", "abs(y - x^3 + x/2)", f"across the cubic {_VALLEY}"),
    (
        "u_x^2 + u_y^2 = 4*(x^2 + y^2)",
        "max(x^2 + y^2 - 1/4, 1/4 - x^2 - y^2)",
        f"on the circle {_VALLEY}",
    ),
    (
        "u_x^2 + u_y^2 = 1 + 4*x^2",
        "max(y - x^2, x^2 - y) + 0*abs(x)",
        f"on the parabola {_VALLEY}; the other guard changes nothing",
    ),
    ("u_y^2 = 1", "max(abs(y - x^2), 1/4 - y)", f"where x^2 > 1/4, on y = x^2 {_VALLEY}"),
    ("u_y^2 = 1", "min(abs(y - x^2), abs(y + x^2 + 1/4))", f"on both parabolas {_VALLEY}"),
)
_CURVED_IN_SPACE: Sequence[Row] = (
    (
        "u_x^2 + u_y^2 + u_z^2 = 4*(x^2 + y^2 + z^2)",
        "abs(x^2 + y^2 + z^2 - 1/4)",
        f"on the sphere {_VALLEY}",
    ),
    ("u_x^2 + u_y^2 + u_z^2 = 1 + 4*x^2 + 4*y^2", "abs(z - x^2 - y^2)", _VALLEY),
    ("-u_z^2 = -1", "-abs(z - x*y)", f"on the saddle {_RIDGE}"),
)
_MOVING: Sequence[Row] = (
    (
        "u_t + u_x^2 = 4*(x - 2*t)^2 + 1",
        "abs((x - 2*t)^2 - 1/4) + x",
        f"it moves, and is {_VALLEY}",
    ),
    ("u_t + x*u_x + u_x^2 = exp(-2*t)", "abs(x*exp(-t) - 1/4)", f"it bends, and is {_VALLEY}"),
    ("u_t + 2*t*u_x - u_x^2 = -1", "-abs(x - t^2)", f"it bends, and is {_RIDGE}"),
    ("u_t + 2*t*u_x + u_x^2 = 1", "abs(x - t^2)", f"it bends, and is {_VALLEY}"),
)
_MOVING_CURVES: Sequence[Row] = (
    (
        "u_t + u_x^2 + u_y^2 = 4*((x - 2*t)^2 + y^2) + 1",
        "abs((x - 2*t)^2 + y^2 - 1/4) + x",
        f"on the moving circle {_VALLEY}",
    ),
    (
        "u_t + u_x + u_x^2 + u_y^2 = 1 + 4*(x - t)^2",
        "abs(y - (x - t)^2)",
        f"on the moving parabola {_VALLEY}",
    ),
    (
        "u_t + y*u_x - x*u_y - u_x^2 - u_y^2 = -4*(x^2 + y^2)",
        "-abs(x^2 + y^2 - 1/4)",
        f"on a circle at rest in a flow around it {_RIDGE}",
    ),
    ("u_t + u_x*u_y = 0", "abs(x + y) - t", "p·q is no law of first degree: on x = -y p·q - 1 < 0"),
)

_SQUARE = "no law of first degree in the slopes: a valley of a convex F"
_LAWS: Sequence[Row] = (
    ("u_t + diff(u, x)*u_x = 0", "abs(x) - t", _SQUARE),
    ("u_t + diff(u, x)*diff(u, x) = 0", "abs(x) - t", _SQUARE),
    ("u_t + (1 + u^2)*u_x^2/(1 + u^2) = 0", "abs(x) - t", _SQUARE),
    ("u_t + u*u_x = u*sign(x) - 1 + diff(sign(x), x)", "abs(x) - t", "2·δ is left of the source"),
    ("u_t + u_x = u*diff(sign(x - t/2), x)", "abs(x - t)", "2·u·δ is left: u is not 0 on x = t/2"),
    ("u_t + u_x + diff(abs(x), x, 2) = 0", "abs(x - t)", "2·δ at x = 0 is left of the source"),
    ("u_t + diff(sign(x)*u, x) = 0", "abs(x) - t", "the flux jumps by -2·t at x = 0"),
    ("u_t + x*u*u_x = 0", "sign(x - t)", "a jump in a law with a coefficient has the wrong speed"),
    ("(1 + x^2)*u_t + u*u_x = 0", "sign(x)", "a fan opens where the states part"),
    ("u_t + (u + x)*u_x + u = 0", "sign(x)*exp(-t)", "a fan opens where the states part"),
)
_LAWS_2: Sequence[Row] = (
    ("u_t + u*u_x + u*u_y = 0", "sign(x)", "a fan opens where the states part"),
    ("u_t + u*u_x + u_y = 0", "sign(x)", "a fan opens where the states part"),
    ("u_t + u_x + u_y + u_x^2 = 1", "abs(x - y)", "a valley on x = y, and no law of first degree"),
    ("u_t + u*u_x + y*u_y = u*sign(x) + diff(sign(x), x)", "abs(x)", "2·δ is left of the source"),
    (
        "u_t + (1 + y^2)*u_x = diff(sign(x - t), x)",
        "abs(x - t - y^2*t)",
        "2·δ on x = t is left of the source",
    ),
    ("u_t + y*u_x + diff(abs(y), y, 2) = 0", "abs(x - y*t)", "2·δ on y = 0 is left of the source"),
    ("u_t + u*diff(sign(y), y) + u_x = 0", "relu(x - t)", "2·u·δ on y = 0 is left"),
    ("u_t + diff(u*sign(y), y) + u_x = 0", "abs(x - t)", "the flux jumps by 2·u on y = 0"),
)


def _with_parameters() -> Iterator[Attack]:
    """Wrong for some values of k alone, or for all."""
    for equation, answer, ends, reason in (
        ("u_t + 2*k*t*u_x + u_x^2 = k^2", "k*abs(x - k*t^2)", (-1, 1), "for k > 0 a valley"),
        ("u_t + k*u_x^2 + 2*t*u_x = k", "abs(x - t^2)", (0, 1), "for k > 0 a valley"),
        ("u_t + u*u_x = 0", "k*sign(x)", (-1, 1), "for k > 0 a fan opens"),
    ):
        stated = cauchy(equation, answer, parameters={"k": list(ends)})
        yield Attack(KIND, stated, {"u": answer}, reason)
    for equation, answer, ends, reason in (
        ("u_x^2 + u_y^2 = k^2*(1 + 4*x^2)", "k*abs(y - x^2)", (-1, 1), "for k > 0 a valley"),
        ("u_x^2 + u_y^2 = 1 + 4*k^2*x^2", "abs(y - k*x^2)", (0, 1), "for every k a valley"),
        ("u_x^2 + u_y^2 = 4*(x^2 + y^2)", "abs(x^2 + y^2 - k)", (0, "1/4"), "for k > 0 a valley"),
    ):
        stated = dirichlet(equation, answer, PLANE, {"k": list(ends)})
        yield Attack(KIND, stated, {"u": answer}, reason)


_LAW = "u_t + diff(x*u/t, x) = diff(atan(x/t)*(x^2 + t^2)*u/t^2, x)"
_SPIKE, _STEP = "1/(1 + (x/t)^2)", "sin(atan(x/t))"
_STEP_LAW = "w_t - diff(cos(atan(x/t)), x) = 0"
_ROUND = "w_t - diff(sqrt(1 - w^2), x) = 0"
_MISSED = "u is 1 at x = 0 for every t > 0, where its data are 0 and do not jump; 0 solves it too"
_DISC = ("diff(u^2/2 + u^3/3, t) - diff(v^3/3, x) = 0", "diff(v*(1 + u), t) + diff(u - u^2, x) = 0")
_ON_DISC = {"u": "cos(2*atan(x/t))", "v": "sin(2*atan(x/t))"}
_DISC_DATA = (("t = 0", "v*(1 + u) = 0"), ("t = 0", "u^2/2 + u^3/3 = 1/6"))


def _left_out() -> Iterator[Attack]:
    """Sets at which the data of the law itself do not jump."""
    spike, no_jump = {"u": _SPIKE, "w": _STEP}, ("t = 0", "u = 0")
    for datum, step, reason in (
        ("w = sign(x)", _STEP, f"{_MISSED}; w has nothing to do with u"),
        ("w = sign(x) + 1", f"{_STEP} + 1", f"{_MISSED}; w has nothing to do with u"),
        ("w = sign(x) + x", f"{_STEP} + x", f"{_MISSED}; w has nothing to do with u"),
    ):
        stated = statement((_LAW, _STEP_LAW), BAND, [no_jump, ("t = 0", datum)], None, ("u", "w"))
        yield Attack(KIND, stated, {**spike, "w": step}, reason)
    stated = statement(
        (*_DISC, _STEP_LAW), BAND, [*_DISC_DATA, ("t = 0", "w = sign(x)")], None, ("u", "v", "w")
    )
    far = "u = 1 at x = 0 for every t > 0, and constant data have a constant solution"
    yield Attack(KIND, stated, {**_ON_DISC, "w": _STEP}, far)
    yield Attack(KIND, statement(_DISC, BAND, _DISC_DATA, None, ("u", "v")), _ON_DISC, far)
    yield Attack(KIND, statement(_LAW, BAND, [no_jump]), {"u": _SPIKE}, _MISSED)
    stated = statement(
        (_LAW, "w_t - diff(k*cos(atan(x/t)), x) = 0"), BAND,
        [no_jump, ("t = 0", "w = k*sign(x)")], {"k": [0, 1]}, ("u", "w"),
    )  # fmt: skip
    yield Attack(KIND, stated, {"u": _SPIKE, "w": f"k*{_STEP}"}, f"for k = 0 too: {_MISSED}")
    stated = statement(
        (_LAW, "w_t - diff(cos(atan((x - 1/2)/t)), x) = 0"), BAND,
        [no_jump, ("t = 0", "w = sign(x - 1/2)")], None, ("u", "w"),
    )  # fmt: skip
    answer = {"u": _SPIKE, "w": "sin(atan((x - 1/2)/t))"}
    yield Attack(KIND, stated, answer, f"w jumps elsewhere: {_MISSED}")
    yield from _closed_systems()
    yield from _undetermined()


def _closed_systems() -> Iterator[Attack]:
    """Two laws for u and v that hear nothing of w, whose data alone jump."""
    conditions, answer = [*_DISC_DATA, ("t = 0", "w = sign(x)")], {**_ON_DISC, "w": _STEP}
    first, second = _DISC
    for laws, reason in (
        ((*_DISC, "w_t - diff(sqrt(1 - w^2) + u + 2*w^2 - 1, x) = 0"), "w hears u, u does not"),
        ((*_DISC, "w_t - diff(sqrt(1 - w^2), x) + u + 2*w^2 = 1"), "w hears u, u does not"),
        *(
            (
                (first, second.replace("u - u^2", f"u - u^2 + {void}"), _ROUND),
                f"{void} is 0: u and v hear nothing of w",
            )
            for void in ("w*u - u*w", "w^2 - w*w", "(w + u)^2 - w^2 - 2*u*w - u^2")
        ),
    ):
        stated = statement(laws, BAND, conditions, None, ("u", "v", "w"))
        yield Attack(KIND, stated, answer, f"{reason}; u is 1 at x = 0 for constant data")


def _undetermined() -> Iterator[Attack]:
    """Densities that do not determine the unknowns, with a jump beside them."""
    sums = "diff(u + v, t) = 0", "diff(u + v, t) + diff((x^2 + t^2)*(u - v), x) = 0"
    data = [("t = 0", "u = 0"), ("t = 0", "v = 0")]
    answer = {"u": _SPIKE, "v": f"-{_SPIKE}"}
    free = "nothing is kept of u - v, and u is 1 at x = 0 for every t > 0"
    yield Attack(KIND, statement(sums, BAND, data, None, ("u", "v")), answer, free)
    jump = [*data, ("t = 0", "w = sign(x)")]
    stated = statement((*sums, _STEP_LAW), BAND, jump, None, ("u", "v", "w"))
    yield Attack(KIND, stated, {**answer, "w": _STEP}, free)
    products = (
        "diff(u*v, t) + diff(u*v, x) = 0",
        "diff(u^2*v^2, t) + diff(u*v, x) = 0",
        _STEP_LAW,
    )
    jump = [("t = 0", "u = 1"), ("t = 0", "v = 1"), ("t = 0", "w = sign(x)")]
    stated = statement(products, BAND, jump, None, ("u", "v", "w"))
    answer = {"u": f"1 + {_SPIKE}", "v": f"1/(1 + {_SPIKE})", "w": _STEP}
    yield Attack(KIND, stated, answer, "u·v alone is kept, and u is 2 at x = 0 for every t > 0")


_PEAK = "it tends to 1 off x = 0, and is 0 there for every t > 0: 1 has another solution"
_STARTS = "the wall starts in another state than the data, and the constant solves it too"
_LIMITS: Sequence[Stated] = (
    ("u_t + u_x^2 = 0", BAND, [("t = 0", "u = 1")], "min(x^2/(4*t), 1)", _PEAK),
    ("u_t + u_x^2 = 0", BAND, [("t = 0", "u = 1 + 0*sign(x)")], "min(x^2/(4*t), 1)", _PEAK),
    (
        "u_t + diff(u^2/2, x) = 0",
        HALF,
        [("t = 0", "u = 1"), ("x = 0", "u_x = 0")],
        "min(max(x/t, 1/3), 1)",
        _STARTS,
    ),
    (
        "u_t + u*u_x = 0",
        HALF,
        [("t = 0", "u = 2"), ("x = 0", "u_xx = 0")],
        "min(max(x/t, 1), 2)",
        _STARTS,
    ),
    (
        "u_t = u_xx",
        HALF,
        [("t = 0", "u = 0"), ("x = 0", "u_t + 0*u_x = 0")],
        "1 - erf(x/(2*sqrt(t)))",
        _STARTS,
    ),
    (
        "u_t = x*u_xx + u_x/2",
        HALF,
        [("t = 0", "u = 0"), ("x = 0", "u_t = 0")],
        "1 - erf(sqrt(x/t))",
        _STARTS,
    ),
)
_AT_ZERO = "is 0 on both sides of x = 0 and at it, where the condition says 1"
_SIGNS: Sequence[Stated] = (
    (
        "u_t + u_x = 0",
        BAND,
        [("t = 0", "u = abs(x)"), ("t = 0", "u*u_x + 1 = x + sign(x)^2")],
        "abs(x - t)",
        f"u·u_x - x = (u²/2)_x - x {_AT_ZERO}",
    ),
    (
        "u_t + u_x = 0",
        BAND,
        [("t = 0", "x*u_x = u + 1 - sign(x)^2")],
        "abs(x - t)",
        f"x·u_x - u {_AT_ZERO}",
    ),
    (
        "u_t + u_x = 0",
        BAND,
        [("t = 0", "0*u_x + u = abs(x) + 1 - sign(x)^2")],
        "abs(x - t)",
        "u is 0 at x = 0, where the condition says 1; the factor 0 does not excuse it",
    ),
    (
        "u_t + u_x = 0",
        BAND,
        [("t = 0", "x*exp(x)*u_x = abs(x)*exp(x) + 1 - sign(x)^2")],
        "abs(x - t)",
        f"x·exp(x)·u_x - |x|·exp(x) {_AT_ZERO}",
    ),
    (
        "u_t + abs(u_x) = 0",
        BAND,
        [("t = 0", "x*u_x = u + 1 - sign(x)^2")],
        "-abs(x) - t",
        f"x·u_x - u {_AT_ZERO}",
    ),
    (
        "u_t + u_x = 0",
        BAND,
        [("t = 0", "u_x = 2*abs(x) + 1 - sign(x)^2")],
        "(x - t)*abs(x - t)",
        "u_x is continuous and 0 at x = 0, where the condition says 1",
    ),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u_x = 3*x^2 + 1 - sign(x)^2")],
        "x^3 + 6*x*t + 0*abs(x)",
        "u_x is 0 at x = 0, where the condition says 1",
    ),
    (
        "u_t + u_x = 0",
        HALF,
        [("t = 0", "u_x = 1 - sign(x)")],
        "0",
        "at the edge x = 0 the condition says u_x = 1",
    ),
)
_EDGE = "at the edge x = 0 the condition says that it is 0, and the wall starts with more; 0 solves"
_BENT = "u_x = (2*x - 1/2)*u_t"
_EDGES: Sequence[Stated] = (
    (
        _BENT,
        HALF,
        [("t = 0", "relu(1/2 - x)*u_tt = 0"), ("x = 0", "t*u_t = 2*u")],
        "relu(t - x/2 + x^2)^2",
        f"u_tt: {_EDGE}",
    ),
    (
        _BENT,
        HALF,
        [("t = 0", "relu(1/2 - x)*u_tt = 0"), ("x = 0", "u_t^2 = 4*u")],
        "relu(t - x/2 + x^2)^2",
        f"u_tt: {_EDGE}",
    ),
    (
        _BENT,
        HALF,
        [("t = 0", "relu(1/2 - x)*u_t = 0"), ("x = 0", "t*u_t = u")],
        "relu(t - x/2 + x^2)",
        f"u_t: {_EDGE}",
    ),
    (
        _BENT,
        HALF,
        [("t = 0", "relu(1/2 - x)*u_ttt = 0"), ("x = 0", "t*u_t = 3*u")],
        "relu(t - x/2 + x^2)^3",
        f"u_ttt: {_EDGE}",
    ),
    (
        "u_t + u_x = 0",
        HALF,
        [("t = 0", "u_tt = 0"), ("x = 0", "t*u_t = 2*u")],
        "relu(t - x)^2",
        f"u_tt: {_EDGE}",
    ),
    (
        "u_tt = u_xx",
        HALF,
        [("t = 0", "u = 0"), ("t = 0", "u_t = 0"), ("x = 0", "t*u_t = u")],
        "relu(t - x)",
        f"u_t: {_EDGE}",
    ),
)
_WALLS: Sequence[Stated] = (
    (
        "u_tt = u_xx",
        HALF,
        [("t = 0", "u = 0"), ("t = 0", "u_t = 0"), ("x = 0", "u_tt + u_t = 0")],
        "1 - exp(-relu(t - x))",
        f"u_t: {_EDGE}",
    ),
    (
        "u_tt = u_xx",
        HALF,
        [("t = 0", "u = 0"), ("t = 0", "u_t = 0"), ("x = 0", "u_tt + u = 0")],
        "sin(relu(t - x))",
        f"u_t: {_EDGE}",
    ),
    (
        "u_x = sign(x)",
        LINE,
        [("x = 0", "u*u_x = 0"), ("x = 1", "u = 1")],
        "abs(x)",
        "x = 0 lies in the kink: u_x has no value there",
    ),
    (
        "u_t + u_x = 0",
        HALF,
        [("t = 0", "u = 0"), ("t = 0", "u_t = 0"), ("x = 0", "u_x^2 = 1")],
        "relu(t - x)",
        "u_t = 0 is stated at the edge, and u_t = -u_x = 1 holds along the wall",
    ),
)


def _signs_in_systems() -> Iterator[Attack]:
    equations = ("u_t + u_x = 0", "v_t + v_x = 0")
    for text in (
        "u_x + x*v_x = 3*x^2 + abs(x) + 1 - sign(x)^2",
        "u_x + v*v_x = 3*x^2 + x + 1 - sign(x)^2",
        "u_x + 0*v_x = 3*x^2 + 1 - sign(x)^2",
    ):
        stated = statement(
            equations, BAND, [("t = 0", text), ("t = 0", "v = abs(x)")], None, ("u", "v")
        )
        answer = {"u": "(x - t)^3", "v": "abs(x - t)"}
        yield Attack(KIND, stated, answer, f"what the condition asks of u and v {_AT_ZERO}")
