"""Weak solutions where a hypothesis is easily forgotten: traces, junctions, hidden kinks, signs.

A condition may ask for more than an answer with kinks has on its face; a kink may be allowed on
every edge and not where edges meet; a law may turn with a parameter, with time or with its sign.
"""

from collections.abc import Iterator, Sequence

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet, statement

KIND = "weak edge"
BAND: Box = {"x": (-1, 1), "t": (0, 1)}
Row = tuple[str, str, str]
"""The equation, the answer and why it is wrong."""
Conditions = Sequence[tuple[str, str]]


def attacks() -> Iterator[Attack]:
    """Conditions first, then the interior: laws, kinks that are deltas, and slopes."""
    for equation, box, conditions, answer, reason in (*_SLOPES_ON_FACES, *_VALUES_IN_JUMPS):
        yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)
    yield from _systems()
    for equation, answer, reason in (*_LAWS, *_DELTAS_IN_TIME, *_MOVING_KINKS):
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason)
    for box, rows in ((LINE, _AT_REST), (PLANE, _IN_THE_PLANE), (SPACE, _IN_SPACE)):
        for equation, answer, reason in rows:
            yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)
    yield from _in_the_plane_with_time()
    yield from _with_parameters()
    yield from _between_faces()


_CARRIED, _DELTA = "u_t + u_x = 0", "2·δ is left of the second derivative at the kink of the face"
_NO_SLOPE = "the slope has two values at the kink, and the condition is a function of it"
_SLOPES_ON_FACES: Sequence[tuple[str, Box, Conditions, str, str]] = (
    (
        _CARRIED,
        BAND,
        [("t = 0", "u_xx = 0"), ("x = -1", "u = 1 + t"), ("x = 1, t = 0", "u = 1")],
        "abs(x - t)",
        "u_xx = 0 and u = 1 at both ends say u = 1 at t = 0, and this has a kink there",
    ),
    (_CARRIED, BAND, [("t = 0", "u_tx = 0"), ("x = -1", "u = 1 + t")], "abs(x - t)", _DELTA),
    (_CARRIED, BAND, [("t = 0", "u_tt = 0"), ("x = -1", "u = 1 + t")], "abs(x - t)", _DELTA),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u = abs(x)"), ("t = 1", "u_xx = 0")],
        "abs(x - t/2 - t/2)",
        _DELTA,
    ),
    (_CARRIED, BAND, [("t = 0", "u = abs(x)"), ("x = 1/2", "u_tt = 0")], "abs(x - t)", _DELTA),
    (_CARRIED, BAND, [("t = 0", "x*u_xx + u_xx = 0")], "abs(x - t)", _DELTA),
    (_CARRIED, BAND, [("t = 0", "diff(2*u_x, x) = 0")], "relu(x - t)", _DELTA),
    (_CARRIED, BAND, [("t = 0", "diff(u_x^2, x) = 0")], "relu(x - t)", "[u_x^2] = 1 leaves δ"),
    (_CARRIED, BAND, [("t = 0", "u_xxx = 0")], "relu(x - t)^2", "u_xx jumps: u_xxx is 2·δ"),
    (_CARRIED, BAND, [("t = 0", "u_xxx = 0")], "abs(x - t)", "u_xxx is the derivative of a δ"),
    (_CARRIED, BAND, [("t = 0", "u_x^2 = 1"), ("x = -1", "u = 1 + t")], "abs(x - t)", _NO_SLOPE),
    (_CARRIED, BAND, [("t = 0", "abs(u_x) = 1"), ("x = -1", "u = 1 + t")], "abs(x - t)", _NO_SLOPE),
    (_CARRIED, BAND, [("t = 0", "u_x*u_t = -1")], "abs(x - t)", _NO_SLOPE),
    ("u_t + abs(u_x) = 0", BAND, [("t = 0", "u_xx = 0")], "-abs(x) - t", _DELTA),
    ("u_t + abs(u_x) = 0", BAND, [("t = 0", "u_x^2 = u_t^2")], "-abs(x) - t", _NO_SLOPE),
    ("-abs(u_x) = -1", LINE, [("x = 0", "u = 0"), ("x = 0", "u_xx = 0")], "abs(x)", _DELTA),
    ("-abs(u_x) = -1", LINE, [("x = 0", "u = 0"), ("x = 0", "u_x^2 = 1")], "abs(x)", _NO_SLOPE),
    ("min(1 - u_xx, u) = 0", LINE, [("x = 0", "u_xxx = 0")], "relu(x)^2/2", "u_xxx is δ at 0"),
    (
        "min(1 - u_xx, u) = 0",
        LINE,
        [("x = 0", "u_xx^2 = u_xx")],
        "relu(x)^2/2",
        "u_xx has no value at 0",
    ),
    ("u_x + u_y = 0", PLANE, [("x = 0", "u_yy = 0")], "max(x - y, 3*x - 3*y)", _DELTA),
    ("u_x + u_y = 0", PLANE, [("x = 1/3", "u_xy = 0")], "abs(x - y)", _DELTA),
)
_BURGERS, _NO_VALUE = "u_t + u*u_x = 0", "in a jump the answer has two limits and no value"
_VALUES_IN_JUMPS: Sequence[tuple[str, Box, Conditions, str, str]] = (
    (_BURGERS, BAND, [("t = 0", "u = -sign(x)"), ("x = 0", "u = 0")], "-sign(x)", _NO_VALUE),
    (_BURGERS, BAND, [("t = 0", "u = -sign(x)"), ("x = 0", "u^3 = u")], "-sign(x)", _NO_VALUE),
    (_BURGERS, BAND, [("t = 0", "u = -sign(x)"), ("x = 0, t = 0", "u = 0")], "-sign(x)", _NO_VALUE),
    (
        _BURGERS,
        BAND,
        [("t = 0", "u = 1 - sign(x)"), ("x = 1/2, t = 1/2", "u = 1")],
        "1 - sign(x - t)",
        _NO_VALUE,
    ),
    (
        "u_t + diff(exp(u), x) = 0",
        BAND,
        [("t = 0", "u = -sign(x)"), ("x = sinh(1)/2, t = 1/2", "u = 0")],
        "-sign(x - sinh(1)*t)",
        _NO_VALUE,
    ),
    (_BURGERS, BAND, [("t = 0", "u = -sign(x)"), ("x = 0", "sin(u) = 0")], "-sign(x)", _NO_VALUE),
)


def _systems() -> Iterator[Attack]:
    equations = ("u_t + u_x = 0", "v_t - v_x = 0")
    for text in ("u_xx = v_xx", "u_x^2 = 1 + v", "u_tx + v = 0"):
        stated = statement(equations, BAND, [("t = 0", text)], unknowns=("u", "v"))
        yield Attack(KIND, stated, {"u": "abs(x - t)", "v": "0"}, "v is smooth and u is not")


_FAN, _SPEED = (
    "the jump is forbidden: a fan opens instead",
    "Rankine-Hugoniot asks for another speed",
)
_LAWS: Sequence[Row] = (
    ("u_t + diff(u^2/2, x) + u = 0", "exp(-t)*sign(x)", _FAN),
    ("u_t + diff(u^2/2, x) + u = 0", "-exp(-t)*sign(x - t)", _SPEED),
    ("u_t + diff(u^2/2, x) = 2*sign(x)", "(2*t - 1)*sign(x)", f"from t = 1/2 on {_FAN}"),
    ("u_t + diff(u^2/2, x) = 0", "sign(abs(x) - t)", _SPEED),
    ("u_t + diff(2*u, x) = 0", "-sign(x - t)", _SPEED),
    ("u_t + diff(u^3/3, x) = 0", "3/2 + sign(x - 7*t/3)/2", _FAN),
    ("u_t + exp(u)*u_x = 0", "sign(x - sinh(1)*t)", _FAN),
    ("u_t + diff(-exp(-u), x) = 0", "-sign(x - sinh(1)*t)", f"f is concave: {_FAN}"),
    ("-2*u_t + diff(u^2, x) = 0", "-sign(x)", f"divided by -2 f is concave: {_FAN}"),
    ("u_t = diff(u^2/2, x)", "-sign(x)", f"f is concave: {_FAN}"),
    ("u_t + diff(u^2, x) - diff(u^2/2, x) = 0", "sign(x)", _FAN),
    ("u_t + diff(u^2/2, x) - diff(u^2, x) = 0", "-sign(x)", f"f is concave in all: {_FAN}"),
    ("u_t + diff(cosh(u), x) = 0", "sign(x)", _FAN),
    ("u_t + diff(log(exp(u^2/2)), x) = 0", "sign(x)", _FAN),
    ("u_t - diff(1 - sqrt(1 + u^2), x) = 0", "sign(x)", _FAN),
    ("u_t + diff(u^2/2, x) + u - u = 0", "(1 + sqrt(x^2))*sign(x)/(1 + t)", _FAN),
    ("diff(u, t) + diff(u^2/2, x) = 0", "sign(x)*abs(sign(x))", _FAN),
    ("u_t + diff(u^4 - u^2, x) = 0", "-sign(x)", "Oleinik: f lies above the chord at 0"),
)
_CORNER = "the second derivative of the kink is δ, which no other term balances"
_DELTAS_IN_TIME: Sequence[Row] = (
    ("u_t = u_xx", "abs(x)^3 + 6*t*abs(x)", "a kink grows at 0 that was not there: 12·t·δ"),
    ("u_t = u_xx", "(x^2)^(3/2) + 6*t*sqrt(x^2)", "a kink grows at 0 that was not there"),
    ("u_t = u_xx", "exp(t - abs(x))", _CORNER),
    ("u_tt = 4*u_xx", "abs(x - t)", _CORNER),
    ("u_tt = u_xx + diff(u_x, x)", "abs(x - t)", _CORNER),
    ("u_t + u_xxxx = 0", "abs(x)^5 - 120*t*abs(x)", "u_xxxx of 120·t·|x| is a δ''"),
    ("u_t + u_x + u_tx = 0", "abs(x - t)", "u_tx is a delta on the ray"),
)
_VALLEY = "a valley: F is negative at slopes between"
_RIDGE = "a ridge, and F is concave"
_MOVING_KINKS: Sequence[Row] = (
    ("(1 + t)*u_t + abs(u_x) = 0", "abs(x) - log(1 + t)", _VALLEY),
    ("-(1 + t)*u_t - abs(u_x) = 0", "abs(x) - log(1 + t)", _VALLEY),
    ("exp(x)*u_t + exp(x)*u_x^2 = 0", "abs(x) - t", _VALLEY),
    ("-exp(x)*u_t - exp(x)*u_x^2 = 0", "abs(x) - t", _VALLEY),
    ("u_t + relu(u_x) + relu(-u_x) = 0", "abs(x) - t", _VALLEY),
    ("u_t + cosh(u_x) = 0", "abs(x) - cosh(1)*t", _VALLEY),
    ("u_t - cosh(u_x) = 0", "-abs(x) + cosh(1)*t", _RIDGE),
    ("u_t + u_x^2 + u = 0", "exp(-t)*(abs(x) - 1 + exp(-t))", _VALLEY),
    ("(u_t + u_x^2)*(1 + x^2) = 0", "abs(x) - t", _VALLEY),
)
_AT_REST: Sequence[Row] = (
    ("diff(u_x/sqrt(u_x^2), x) = 0", "abs(x)", "the flux jumps from -1 to 1"),
    ("u_xxx = 0", "x*abs(x)", "u_xx jumps by 4"),
    ("u_xxxx = 0", "abs(x)^3", "u_xxx jumps by 12"),
    ("u_xx = u", "cosh(abs(x) - 1)", _CORNER),
    ("u_x^2 = 9", "asin(sin(3*x))", "a valley at -pi/6"),
    ("u_x^2 = 9", "acos(cos(3*x))", "a valley at 0"),
    ("u_x^2 + u^2 = 2", "sqrt(1 - cos(2*x))", _VALLEY),
    ("u_x^2 = 1", "log(cosh(x) + abs(sinh(x)))", "it is |x|: a valley"),
    ("u_x^2 = 1", "(x^6)^(1/6)", "it is |x|: a valley"),
    ("u_x^2 = 1", "exp(log(x^2)/2)", "it is |x| and undefined at 0"),
    ("u_x^2 = 1", "relu(2*x) - x", "it is |x|: a valley"),
    ("u_x^2 = 1", "max(max(x, -x), x/2)", "it is |x|: a valley"),
    ("u_x^2 = 1", "abs(x)^5/x^4", "it is |x| and undefined at 0"),
    ("u_x^2 = 1", "x*sign(x)", "it is |x|: a valley"),
    ("exp(u_x) + exp(-u_x) = 2*cosh(1)", "abs(x)", _VALLEY),
    ("-cosh(u_x) = -cosh(1)", "-abs(x)", _RIDGE),
    ("u_x^2 - u_x = 0", "relu(x)", _VALLEY),
    ("relu(-u_x) + relu(u_x) = 1", "abs(x - 1/3)", _VALLEY),
    ("u_x^2*u_x^2 = 1", "abs(x)", _VALLEY),
    ("1/u_x^2 = 1", "-abs(x)", "F = 1/p² - 1 is not convex: F > 0 in D⁺u, at slopes near 0"),
)
_JUNCTION = "every edge is allowed, but 0 is in D⁻u where all of them meet, and F = -1 there"
_IN_THE_PLANE: Sequence[Row] = (
    ("max(abs(u_x), abs(u_y)) = 1", "abs(x) + abs(y)", _JUNCTION),
    ("max(abs(u_x), abs(u_y)) = 1", "abs(x - 1/3) + abs(y + 1/4)", _JUNCTION),
    ("max(abs(u_x), abs(u_y)) = 1", "min(abs(x) + abs(y), 5/2 - x - y)", _JUNCTION),
    ("max(abs(u_x + u_y), abs(u_x - u_y)) = 1", "max(abs(x), abs(y))", _JUNCTION),
    ("abs(u_x) + abs(u_y) = 1", "max(abs(x), abs(y))", _JUNCTION),
    ("u_xy = 0", "max(x, y)", "u_xy = -δ(x - y)"),
    ("u_xx + u_yy = 0", "x*abs(y)", "u_yy = 2·x·δ(y)"),
    ("u_xx + u_yy = 0", "relu(x*y)", "deltas on both axes"),
    ("(u_x + u_y)*(u_x - u_y) = 0", "abs(x) + abs(y)", "F = p² - 1 < 0 in D⁻u where x = 0"),
)
_IN_SPACE: Sequence[Row] = (
    ("max(abs(u_x), max(abs(u_y), abs(u_z))) = 1", "abs(x) + abs(y) + abs(z)", _JUNCTION),
)


def _in_the_plane_with_time() -> Iterator[Attack]:
    for h, kink in (
        ("max(abs(u_x), abs(u_y))", "abs(x) + abs(y)"),
        ("abs(u_x) + abs(u_y)", "max(abs(x), abs(y))"),
    ):
        stated = cauchy(f"u_t + {h} = 0", f"{kink} - t", PLANE)
        yield Attack(KIND, stated, {"u": f"{kink} - t"}, _JUNCTION)


def _with_parameters() -> Iterator[Attack]:
    """Right for some values of k alone."""
    faces = [("t = 0", "u = -sign(x + k)"), ("x = -1", "u = sign(1 - k)"), ("x = 1", "u = -1")]
    stated = statement(_BURGERS, BAND, faces, {"k": [0, 1]})
    yield Attack(KIND, stated, {"u": "-sign(x + k)"}, f"for k = 1 on the face: {_NO_VALUE}")
    for equation, answer, ends, reason in (
        ("u_t + diff(k*u^2/2, x) = 0", "-sign(x)", (-1, 1), "for k < 0 a fan opens"),
        ("u_t + u*u_x = 0", "-k*sign(x)", (-1, 1), "for k < 0 a fan opens"),
        ("u_t + u*u_x = 0", "-k*sign(x)", ("-1/1000", 1), "for k < 0 a fan opens"),
        ("u_t + u_x^2 = 0", "k*abs(x) - k^2*t", (-1, "1/1000"), "for k > 0 a valley"),
        ("u_t + k*u_x^2 = 0", "-abs(x) - k*t", (-1, 0), "for k < 0 F is concave: no ridge"),
        ("k*u_t + k*abs(u_x) = 0", "abs(x) - t", (-2, -1), "whatever k is: a valley"),
        ("u_t + u_x^2 + k*u_x = 0", "abs(x - k*t) - t", (0, 1), "a valley for every k"),
    ):
        stated = cauchy(equation, answer, parameters={"k": list(ends)})
        yield Attack(KIND, stated, {"u": answer}, reason)


def _between_faces() -> Iterator[Attack]:
    """A Hamiltonian that is convex in the strip alone."""
    answer = "max(x*exp(-t), 1 - x*exp(t))"
    faces = [
        ("t = 0", "u = max(x, 1 - x)"),
        ("x = 1/4", "u = max(exp(-t)/4, 1 - exp(t)/4)"),
        ("x = 1", "u = max(exp(-t), 1 - exp(t))"),
    ]
    box = {"x": ("1/4", 1), "t": (0, 1)}
    yield Attack(KIND, statement("u_t + x*abs(u_x) = 0", box, faces), {"u": answer}, _VALLEY)
