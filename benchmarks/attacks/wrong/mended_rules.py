"""Answers that stay close to rules for conditions, walls, zero factors and limits, from outside.

A condition may fail where a slope jumps and its coefficient vanishes, at the edge of a face that no
other condition shares, or on a wall that has a state of its own in other words; a derivative does
not go away by the factor 0; a face at which one unknown is a limit is no excuse for another one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import LINE, PLANE, Attack, Box, statement

KIND = "mended rule"
BAND: Box = {"x": (-1, 1), "t": (0, 1)}
HALF: Box = {"x": (0, 1), "t": (0, 1)}
QUARTER: Box = {"x": (0, 1), "y": (0, 1)}
ENDED: Box = {"x": ("1/2", 1), "t": (0, 1)}
WIDE: Box = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
DEEP: Box = {"x": (0, 1), "y": (-1, 1), "t": (0, 1)}
TIME: Box = {"t": (0, 1)}
Conditions = Sequence[tuple[str, str]]
Row = tuple[str, Box, Conditions, str, str]
"""The equation, the domain, the conditions, the answer and why it is wrong."""
System = tuple[Sequence[str], Box, Conditions, Mapping[str, str], str]
Varied = tuple[str, Box, Conditions, str, Mapping[str, Any], str]


def attacks() -> Iterator[Attack]:
    """Conditions on faces and walls first, then limits, equations and the domain."""
    for rows in (_SINGLE_POINTS, _NO_SLOPE, _EDGES, _WALLS, _LIMITS, _ZEROS, _POINTS, _DOMAINS):
        for equation, box, conditions, answer, reason in rows:
            yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)
    for equations, box, conditions, answers, reason in _SYSTEMS:
        stated = statement(equations, box, conditions, unknowns=tuple(answers))
        yield Attack(KIND, stated, answers, reason)
    for equation, box, conditions, answer, parameters, reason in _WITH_PARAMETERS:
        stated = statement(equation, box, conditions, parameters)
        yield Attack(KIND, stated, {"u": answer}, reason)


_CARRIED, _KINK, _SMOOTHER = "u_t + u_x = 0", "abs(x - t)", "(x - t)*abs(x - t)"
_ONE = "1 - sign(x)^2"
_AT_ZERO = "at x = 0 both sides have values, and the right one is larger by 1"
_BESIDE = "at x = 0 the value is smaller by 1 than is stated, whatever 0 times a slope is"
_SINGLE_POINTS: Sequence[Row] = (
    (
        _CARRIED,
        BAND,
        [("t = 0", f"diff(u^2, x) = 2*x + {_ONE}")],
        _KINK,
        "u^2 = (x - t)^2 is smooth, with the slope 0 at x = 0, where 1 is stated",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", f"diff(u*u_x, x) = 6*x^2 + {_ONE}")],
        _SMOOTHER,
        "u*u_x = 2*(x - t)^3 is smooth, with the slope 0 at x = 0, where 1 is stated",
    ),
    (_CARRIED, BAND, [("t = 0", f"diff(x*u, x) = 2*abs(x) + {_ONE}")], _KINK, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", f"u + x*u_x = 2*abs(x) + {_ONE}")], _KINK, _AT_ZERO),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u + u*u_x = abs(x) + x + 5 - 5*sign(x)^2")],
        _KINK,
        "u and u*u_x = x are continuous and 0 at x = 0, where 5 is stated",
    ),
    (_CARRIED, BAND, [("t = 0", f"x*u_xx = u_x + {_ONE}")], _SMOOTHER, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", f"u*u_xx = 2*x^2 + {_ONE}")], _SMOOTHER, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", f"u + 0*u_x = abs(x) + {_ONE}")], _KINK, _BESIDE),
    (_CARRIED, BAND, [("t = 0", f"u + 0*u_t = abs(x) + {_ONE}")], _KINK, _BESIDE),
    (_CARRIED, BAND, [("t = 0", f"u = abs(x) + {_ONE} + (u_x - u_x)")], _KINK, _BESIDE),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u = abs(x) + sign(x^2) - u_x^0")],
        _KINK,
        "at x = 0 the condition says u = -1, and u_x does not exist there",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u = abs(x)"), ("x = 1/2", "u + 0*u_t = abs(t - 1/2) + 1 - sign(t - 1/2)^2")],
        _KINK,
        "on the slice the condition says u = 1 at t = 1/2, where u is 0",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 1", "u + 0*u_t = abs(x - 1) + 1 - sign(x - 1)^2")],
        _KINK,
        "the terminal condition says u = 1 at x = 1, where u is 0",
    ),
    (
        "u_t + abs(u_x) = 0",
        BAND,
        [("t = 0", f"u + 0*u_x = -abs(x) + {_ONE}")],
        "-abs(x) - t",
        _BESIDE,
    ),
    (
        "u_t + u_x + u_y = 0",
        WIDE,
        [("t = 0", "u + 0*u_x = abs(x - y) + 1 - sign(x - y)^2")],
        "abs(x - y)",
        "on the line x = y the condition says u = 1, where u is 0",
    ),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(abs(x))")], _SMOOTHER, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + 1 - abs(sign(x))")], _SMOOTHER, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(u_x^2)")], _SMOOTHER, _AT_ZERO),
    (_CARRIED, BAND, [("t = 0", f"u_x = max(2*abs(x), {_ONE})")], _SMOOTHER, _AT_ZERO),
    (
        _CARRIED,
        BAND,
        [("x = 1/3, t = 1/3", "u_x = 1 - sign(u^2)"), ("t = 0", "u = x*abs(x)")],
        _SMOOTHER,
        "at that point u_x = 0, and 1 is stated",
    ),
    (
        "u_t = 0",
        WIDE,
        [("t = 0", "u_y + 0*u_x = 2*abs(y) + 1 - sign(x^2)")],
        "abs(x) + y*abs(y)",
        "on the line x = 0 u_y = 2*abs(y), and one more is stated",
    ),
    (
        "u_t = 0",
        WIDE,
        [("t = 0", "u_y = 2*abs(y) + 1 - sign(abs(x) + abs(y))")],
        "abs(x) + y*abs(y)",
        "at the origin u_y = 0, and 1 is stated",
    ),
    (
        "u_tt = u_xx",
        BAND,
        [("t = 0", "u = x^2"), ("t = 0", "u_t = 7 - 7*sign(x^2)")],
        "x^2 + t^2 + 0*abs(x)",
        "at x = 0 u_t = 0, and 7 is stated",
    ),
)
_GONE = "the derivative does not exist at x = 0, and the factor 0 does not remove it"
_NO_SLOPE: Sequence[Row] = (
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + 0*u_xx")], _SMOOTHER, _GONE),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + u_xx - u_xx")], _SMOOTHER, _GONE),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + u_xx^0 - 1")], _SMOOTHER, _GONE),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x) + (u - u)*u_xx")], _SMOOTHER, _GONE),
    (_CARRIED, BAND, [("t = 0", "u = abs(x) + 0*u_x")], _KINK, _GONE),
    (_CARRIED, BAND, [("t = 0", "u = abs(x) + 0*u_x^2")], _KINK, _GONE),
    ("u_x = sign(x)", LINE, [("x = 0", "0*u_x = 0")], "abs(x)", _GONE),
    ("u_x = sign(x)", LINE, [("x = 0", "diff(u^2, x) = u_x - u_x")], "abs(x)", _GONE),
    ("u_x = sign(x)", LINE, [("x = 0", "u_x^0 = 1")], "abs(x)", _GONE),
    ("u_t = 0", BAND, [("t = 0", "u = abs(x)"), ("x = 0", "t*u_x = 0")], "abs(x)", _GONE),
    ("u_t = 0", BAND, [("t = 0", "u = abs(x)"), ("x = 0", "u_xt = 0")], "abs(x)", _GONE),
    (
        "u_t = 0",
        WIDE,
        [("t = 0", "u = abs(x*y)"), ("x = 0", "u*u_x = 0")],
        "abs(x*y)",
        "on x = 0 the slope has two values wherever y is not 0",
    ),
    (_CARRIED, BAND, [("t = 0", "u_x = 2*abs(x)*sign(u_xx^2)")], _SMOOTHER, _GONE),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u_x = 2*abs(x)*u/u")],
        _SMOOTHER,
        "0/0 at x = 0: the condition is undefined there",
    ),
)
_LATE = "at t = 1, on the closed wall, the slope is another one, and no other condition is near"
_END = "relu(t + x - 1)"
_LEAVING = "sqrt(x^2 + (1 - t)^2) - x"
_EDGES: Sequence[Row] = (
    ("u_t = u_x", HALF, [("t = 0", "u = relu(x - 1)"), ("x = 0", "u_x = 0")], _END, _LATE),
    ("u_t = u_x", HALF, [("t = 0", "u = relu(x - 1)"), ("x = 0", "u_x + u = 0")], _END, _LATE),
    ("u_t = u_x", HALF, [("t = 0", "u = relu(x - 1)"), ("x = 0", "diff(u, x) = 0")], _END, _LATE),
    ("u_tt = u_xx", HALF, [("t = 0", "u = relu(x - 1)"), ("x = 0", "u_x = 0")], _END, _LATE),
    ("u_tt = u_xx", HALF, [("t = 0", "u = relu(x - 1)"), ("x = 0", "u_x = u_tt")], _END, _LATE),
    ("u_t = u_x", DEEP, [("t = 0", "u = relu(x - 1)"), ("x = 0", "u_x = 0")], _END, _LATE),
    (
        "u_t = 2*u_x",
        HALF,
        [("t = 0", "u = relu(x - 2)"), ("x = 0", "u_x = 0")],
        "relu(2*t + x - 2)",
        _LATE,
    ),
    (
        _CARRIED,
        HALF,
        [("t = 1", "u = relu(x - 1)"), ("x = 0", "u_x = 0")],
        "relu(x - t)",
        "at t = 0, on the closed wall, it is x with the slope 1; the data are at t = 1",
    ),
    (
        "u_t = u_x",
        HALF,
        [("t = 0", "u = relu(x - 1)^2"), ("x = 0", "u_xx = 0")],
        "relu(t + x - 1)^2",
        "at t = 1 it is x^2, with u_xx = 2 on the wall",
    ),
    (
        "u_y = u_x",
        QUARTER,
        [("y = 0", "u = relu(x - 1)"), ("x = 0", "u_x = 0")],
        "relu(y + x - 1)",
        "at y = 1 it is x, with the slope 1 on the closed face",
    ),
    (
        "x*u_x + (t - 1)*u_t = u",
        HALF,
        [("t = 0", "u = sqrt(x^2 + 1) - x"), ("x = 0", "u_x = -1")],
        _LEAVING,
        "at t = 1 it is abs(x) - x = 0, with the slope 0 on the wall",
    ),
    (
        "x*u_x + (t - 1)*u_t = u",
        HALF,
        [("x = 0", "u = 1 - t"), ("x = 0", "u_x = -1")],
        _LEAVING,
        "at t = 1 it is abs(x) - x = 0, with the slope 0 on the wall",
    ),
    (
        "x*u_x + y*u_y = u",
        QUARTER,
        [("y = 0", "u = 0"), ("y = 0", "u_y = 0")],
        "sqrt(x^2 + y^2) - x",
        "u_y is undefined at the origin, and 1 on all of x = 0, where nothing is stated",
    ),
    (
        "u_xx + u_yy = 0",
        QUARTER,
        [("y = 0", "u_y = 1 - x/abs(x)")],
        "0",
        "the condition is undefined at the end x = 0 of its closed face",
    ),
    (
        "u_xx + u_yy = 0",
        QUARTER,
        [("y = 0", "u_y = 0*log(x)")],
        "0",
        "the condition is undefined at the end x = 0 of its closed face",
    ),
    (
        "u_xx + u_yy = 0",
        QUARTER,
        [("y = 0", "u_y = x*u_y/u_y")],
        "x*y",
        "0/0 at the end x = 0 of the closed face",
    ),
)
_STATE = "the wall starts with another rate than is stated at t = 0; 0 is another solution"
_BENT = "u_xx - 4*x^2*u_tt + 2*u_t = 0"
_REST: Conditions = [("t = 0", "u = 0"), ("t = 0", "u_t = 0")]
_WALLS: Sequence[Row] = (
    (_BENT, HALF, [*_REST, ("x = 0", "u_x = 0")], "relu(t - x^2)", _STATE),
    (_BENT, HALF, [*_REST, ("x = 0", "u_x + u = t")], "relu(t - x^2)", "at (0, 0) u_t = 1, not 0"),
    (_BENT, DEEP, [*_REST, ("x = 0", "u_x = 0")], "relu(t - x^2)", _STATE),
    (
        "u_xx - 9*x^4*u_tt + 6*x*u_t = 0",
        HALF,
        [*_REST, ("x = 0", "u_x = 0")],
        "relu(t - x^3)",
        _STATE,
    ),
    (
        "u_xx - 4*(x - 1)^2*u_tt + 2*u_t = 0",
        HALF,
        [*_REST, ("x = 1", "u_x = 0")],
        "relu(t - (x - 1)^2)",
        _STATE,
    ),
    (
        "u_xx - 4*x^2*u_tt - 2*u_t = 0",
        HALF,
        [("t = 1", "u = 0"), ("t = 1", "u_t = 0"), ("x = 0", "u_x = 0")],
        "relu(1 - t - x^2)",
        "backwards in time the wall starts with the rate 1; 0 is another solution",
    ),
    (
        "u_xx - 4*x^2*u_yy + 2*u_y = 0",
        QUARTER,
        [("y = 0", "u = 0"), ("y = 0", "u_y = 0"), ("x = 0", "u_x = 0")],
        "relu(y - x^2)",
        "u_y = 1 on x = 0 from y = 0 on; 0 is another solution",
    ),
    (_BENT, BAND, _REST, "relu(t - x^2)", "at (0, 0) u_t = 1 from t > 0, not 0"),
    ("u_tt = u_xx", HALF, [*_REST, ("x = 0", "u_tt = 0")], "relu(t - x)", _STATE),
    (
        "u_tt = u_xx",
        HALF,
        [*_REST, ("x = 0", "diff(u_t, t) = diff(u, x)")],
        "1 - exp(-relu(t - x))",
        _STATE,
    ),
    ("u_tt = u_xx", HALF, [*_REST, ("x = 1", "u_tt = 0")], "relu(t - 1 + x)", _STATE),
    ("u_tt = u_xx", HALF, [*_REST, ("x = 0", "u_x + u_t = 0")], "relu(t - x)", _STATE),
    (
        "2*t*u_t + x*u_x = 2*u",
        HALF,
        [*_REST, ("x = 0", "u_tt = 0")],
        "sqrt(x^4 + t^2) - x^2",
        _STATE,
    ),
)
_HEAT, _STEP = "u_t = u_xx", "1 - erf(x/(2*sqrt(t)))"
_OTHER = "the wall is in the state 1 from the start, and 0 is another solution"
_NO_DATA = "at x = 0 it is 0 for every t > 0, though the condition does not jump there"
_LIMITS: Sequence[Row] = (
    (_HEAT, HALF, [("t = 0", "u = 0"), ("x = 0", "diff(u, t) = 0")], _STEP, _OTHER),
    (_HEAT, HALF, [("t = 0", "u = 0"), ("x = 0", "diff(u, x, 2) = 0")], _STEP, _OTHER),
    (_HEAT, HALF, [("t = 0", "u = 0"), ("x = 0", "u^3 = u^2")], _STEP, _OTHER),
    (_HEAT, HALF, [("t = 0", "u = 0"), ("x = 0", "u*u_t = 0")], _STEP, _OTHER),
    (
        "u_t = -u_xx",
        HALF,
        [("t = 1", "u = 0"), ("x = 0", "u_t = 0")],
        "1 - erf(x/(2*sqrt(1 - t)))",
        _OTHER,
    ),
    (
        "u_xx + u_yy = 0",
        QUARTER,
        [("y = 0", "u = 0"), ("x = 0", "u^3 = u")],
        "2*atan(y/x)/pi",
        "u = 1 on x = 0 is chosen at will: 0 is another solution, and smooth",
    ),
    (_HEAT, BAND, [("t = 0", "abs(u) = 1")], "erf(x/(2*sqrt(t)))", _NO_DATA),
    (_HEAT, BAND, [("t = 0", "u^4 = u^2")], "erf(x/(2*sqrt(t)))", _NO_DATA),
    (
        _HEAT,
        BAND,
        [("t = 0", "u = sign(x) + diff(max(x, -x), x, 2)")],
        "erf(x/(2*sqrt(t)))",
        "2·δ is left out of the data",
    ),
    (
        "u_t = 0",
        ENDED,
        [("x = 1", "relu(u - 2) = 0"), ("t = 0", "u = sin(1/(1 - x))")],
        "sin(1/(1 - x))",
        "no limit at x = 1, where it is undefined",
    ),
    (
        "u_t = 0",
        ENDED,
        [("x = 1", "0*log(u + 2) = 0"), ("t = 0", "u = sin(1/(1 - x))")],
        "sin(1/(1 - x))",
        "no limit at x = 1, where it is undefined",
    ),
)
_ENDS_OF_LINE: Conditions = [("x = -1", "u = 1"), ("x = 1", "u = 1")]
_FROM_LEFT: Conditions = [("x = -1", "u = -1")]
_ZEROS: Sequence[Row] = (
    ("(u_xx + x)^0 = 1", LINE, _ENDS_OF_LINE, "abs(x)", _GONE),
    ("exp(u_xx)^0 = 1", LINE, _ENDS_OF_LINE, "abs(x)", _GONE),
    ("diff(u_x, x) - diff(u, x, 2) = 0", LINE, _ENDS_OF_LINE, "abs(x)", _GONE),
    ("u_x = sign(x) + exp(0*u_xx) - 1", LINE, _ENDS_OF_LINE, "abs(x)", _GONE),
    (
        "u_x = 2*abs(x) + (sin(x)^2 + cos(x)^2 - 1)*u_xxx",
        LINE,
        _FROM_LEFT,
        "x*abs(x)",
        _GONE,
    ),
    ("u_x = 2*abs(x) + (u - u)*u_xx", LINE, _FROM_LEFT, "x*abs(x)", _GONE),
    ("u_x = 2*abs(x) + u_xx^2 - 4", LINE, _FROM_LEFT, "x*abs(x)", "u_xx does not exist at 0"),
    ("diff(u_y, x)^2 = 0", PLANE, [("x = 0", "u = abs(y)")], "abs(y)", "u_y has no value on y = 0"),
    ("u_x*u_y = 0", PLANE, [("x = 0", "u = abs(y)")], "abs(y)", "u_y has no value on y = 0"),
    ("u_yx^2 = 0", PLANE, [("x = 0", "u = sqrt(abs(y))")], "sqrt(abs(y))", "u_y is infinite"),
)
_ALONE = "at a point inside it has a value of its own, and no derivative there"
_ONE_AT_START: Conditions = [("t = 0", "u = 1")]
_POINTS: Sequence[Row] = (
    ("u_t = 0", BAND, _ONE_AT_START, "sign(abs(x) + abs(t - 1/2))", _ALONE),
    ("u_t = 0", BAND, _ONE_AT_START, "sign(max(x^2, (t - 1/2)^2))", _ALONE),
    ("u_t = 0", BAND, _ONE_AT_START, "sign(sqrt(x^2 + (t - 1/2)^2))", _ALONE),
    ("u_t = 0", BAND, _ONE_AT_START, "sign(relu(x) + relu(-x) + (t - 1/2)^2)", _ALONE),
    ("u_t = 0", WIDE, _ONE_AT_START, "sign(x^2 + y^2 + (t - 1/2)^2)", _ALONE),
    ("u_t = 0", TIME, _ONE_AT_START, "sign(abs(t - 1/2))", _ALONE),
)
_FAR = "the equation holds on all of space, and it is wrong for x < -3"
_START: tuple[str, str] = ("t = 0", "u = x")
_BEYOND = "x + relu(-3 - x)^3*t"
_DOMAINS: Sequence[Row] = (
    ("u_t = 0", BAND, [_START, ("t = 1", "0*log(x + 2) = 0")], _BEYOND, _FAR),
    ("u_t = 0", BAND, [_START, ("t = 1", "0*log(x + 2) = 0*abs(u)")], _BEYOND, _FAR),
    ("u_t = 0", BAND, [_START, ("t = 1", "abs(u) = abs(u) + 0*log(x + 2)")], _BEYOND, _FAR),
    (
        "u_t = 0",
        BAND,
        [_START, ("t = 1", "0*log(x + 2) = relu(u) - relu(-u) - u")],
        _BEYOND,
        _FAR,
    ),
    (
        "u_t = 0",
        BAND,
        [("t = 0", "u = x"), ("t = 1/2", "u = x + 0*log(x + 2)")],
        "x + relu(-3 - x)^3*t",
        _FAR,
    ),
    (
        "u_t = 0",
        WIDE,
        [("t = 0", "u = x"), ("x = 0, y = 0, t = 1", "u = 0"), ("y = 0, t = 1", "u = x*(x + 3)^0")],
        "x + relu(-3 - x)^3*t",
        _FAR,
    ),
)
_LET_GO = "v is undefined on x = 1 and has no limit there; what is stated there is of u alone"
_FADING: Conditions = [("x = 1", "u = 0")]
_HIDDEN = "u = 0 on the wall says that v_tt = 0 there; the rate of v is 1 on x = 0, and not 0"
_RATES: Conditions = [("t = 0", "v = 0"), ("t = 0", "v_t = 0"), ("x = 0", "u = 0")]
_SYSTEMS: Sequence[System] = (
    (
        ("u_t = 0", "v_t = 0"),
        ENDED,
        _FADING,
        {"u": "exp(-1/(1 - x))", "v": "cos(1/(1 - x))"},
        _LET_GO,
    ),
    (
        ("u_t = 0", "v_t = v"),
        ENDED,
        _FADING,
        {"u": "exp(-1/(1 - x))", "v": "exp(t)*cos(1/(1 - x))"},
        _LET_GO,
    ),
    (
        ("u_t = 0", "v_t = 0"),
        ENDED,
        [("x = 1", "u = pi/2"), ("t = 0", "u = atan(1/(1 - x))"), ("t = 0", "v = sin(1/(1 - x))")],
        {"u": "atan(1/(1 - x))", "v": "sin(1/(1 - x))"},
        _LET_GO,
    ),
    (
        ("u_x = 0", "v_x = 0"),
        HALF,
        [("t = 0", "u = pi/2")],
        {"u": "atan(1/t)", "v": "sin(1/t)"},
        "v is undefined at t = 0 and has no limit there; what is stated there is of u alone",
    ),
    (
        ("u_t = 0", "v_t = 0"),
        {**ENDED, "y": (0, 1)},
        _FADING,
        {"u": "exp(-1/(1 - x))", "v": "cos(y/(1 - x))"},
        _LET_GO,
    ),
    (
        ("u_t = 0", "v_t = 0"),
        ENDED,
        [("x = 1", "v = 0*abs(u)")],
        {"u": "sin(1/(1 - x))", "v": "0"},
        "u has no limit at x = 1",
    ),
    (
        ("x*v_x + t*v_t = v", "u = (x^2 + t^2)^2*v_tt"),
        HALF,
        _RATES,
        {"u": "x^2*sqrt(x^2 + t^2)", "v": "sqrt(x^2 + t^2) - x"},
        _HIDDEN,
    ),
    (
        ("v_x^2 + 2*v_x + v_t^2 = 0", "u = (x^2 + t^2)^2*v_tt"),
        HALF,
        _RATES,
        {"u": "x^2*sqrt(x^2 + t^2)", "v": "sqrt(x^2 + t^2) - x"},
        _HIDDEN,
    ),
    (
        ("v_t + v_x = 0", "u_t + u_x = 0"),
        HALF,
        _RATES,
        {"u": "0", "v": "relu(t - x)"},
        "v_t = 0 is stated on the closed face t = 0, and v = t on x = 0, which is no data of v",
    ),
    (
        (_CARRIED, "v_t + v_x = 0"),
        BAND,
        [("t = 0", f"v + 0*u_x = x + {_ONE}"), ("t = 0", "u = abs(x)")],
        {"u": _KINK, "v": "x - t"},
        "v = 0 at x = 0, and 1 is stated",
    ),
    (
        (_CARRIED, "v_t = 0"),
        BAND,
        [("t = 0", f"diff(u*v, x) = {_ONE}")],
        {"u": _KINK, "v": "0"},
        "u*v is 0 everywhere, and at x = 0 its slope is stated to be 1",
    ),
    (
        (_CARRIED, "v_t = 0"),
        BAND,
        [("t = 0", f"v*u_x = {_ONE}")],
        {"u": _KINK, "v": "0"},
        "v is 0, and at x = 0 the product is stated to be 1",
    ),
    (
        (_CARRIED, "v_t + v_x = 0"),
        BAND,
        [("t = 0", f"v_x = 3*x^2 + {_ONE}"), ("t = 0", "u = abs(x)")],
        {"u": _KINK, "v": "(x - t)^3"},
        "v_x = 0 at x = 0, and 1 is stated",
    ),
    (
        ("u_t = 0", "v_t = 0"),
        BAND,
        [("t = 0", "u = 1"), ("t = 0", "v = 0")],
        {"u": "sign(x^2 + (t - 1/2)^2)", "v": "0"},
        _ALONE,
    ),
    (
        ("diff(u + v, t) = 0", "diff(2*u + 2*v, t) + diff((x^2 + t^2)*(u - v), x) = 0"),
        BAND,
        [("t = 0", "u = 0"), ("t = 0", "v = 0")],
        {"u": "1/(1 + (x/t)^2)", "v": "-1/(1 + (x/t)^2)"},
        "u = 1 at x = 0 for every t > 0; of u - v no density says anything",
    ),
)
_K: Mapping[str, Any] = {"k": [0, 1]}
_WITH_PARAMETERS: Sequence[Varied] = (
    (
        _CARRIED,
        BAND,
        [("t = 0", "u + 0*u_x = abs(x - k) + 1 - sign(x - k)^2")],
        "abs(x - t - k)",
        {"k": [-1, 1]},
        "at x = k the condition says u = 1, where u is 0",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u + x*u_x = 2*abs(x) + 1 - sign(abs(x) + k)")],
        _KINK,
        _K,
        "for k = 0 alone: at x = 0 both sides have values, and the right one is larger by 1",
    ),
    (
        "u_t = u_x",
        HALF,
        [("t = 0", "u = relu(x - k)"), ("x = 0", "u_x = 0")],
        "relu(t + x - k)",
        {"k": [1, 2]},
        "for k = 1 alone: at t = 1 it is x, with the slope 1 on the wall",
    ),
    (
        "u_x = sign(x - k)",
        LINE,
        [("x = 1", "u_x = 1")],
        "abs(x - k)",
        _K,
        "for k = 1 alone: the answer is 1 - x, with the slope -1",
    ),
    (
        "u_x = sign(x - k)",
        LINE,
        [("x = 1/2", "(1/2 - k)*u_x = abs(1/2 - k)")],
        "abs(x - k)",
        _K,
        "for k = 1/2 the slope at x = 1/2 does not exist",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u_x = 2*abs(x) + 1 - sign(abs(x) + k)")],
        _SMOOTHER,
        _K,
        "for k = 0 the condition says u_x = 1 at x = 0, where it is 0",
    ),
    (
        "u_t = 0",
        BAND,
        [("t = 0", "u = 1 + 0*k")],
        "sign(x^2 + (t - 1/2)^2 + k)",
        _K,
        f"for k = 0: {_ALONE}",
    ),
)
