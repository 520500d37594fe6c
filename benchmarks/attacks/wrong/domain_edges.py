"""Answers that are wrong where a condition, a power or a domain is read for less than it says.

Data that hold a δ and are attained as limits alone; conditions on slopes that jump, or are not
defined, where the pieces of an answer meet on the face; slopes on slices inside of a kink; zeroth
powers of derivatives that do not exist; and what is stated at single points, corners, faces and
values of parameters, in systems, behind open faces, or by an unknown that hides in what is
differentiated.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import LINE, PLANE, Attack, Box, statement

KIND = "domain edge"
BAND: Box = {"x": (-1, 1), "t": (0, 1)}
UNIT: Box = {"x": (0, 1), "t": (0, 1)}
SQUARE: Box = {"x": (0, 1), "y": (0, 1)}
Row = tuple[str, str, str]
"""An equation or a condition, the answer and why it is wrong."""
Conditions = Sequence[tuple[str, str]]
Stated = tuple[str, Box, Conditions, str, str]
"""An equation with its box and conditions, the answer and why it is wrong."""
Ranged = tuple[str, Box, Conditions, Mapping[str, Any], str, str]
"""The same with parameters."""
System = tuple[Sequence[str], Box, Conditions, Mapping[str, str], str]
"""The same for u and v."""


def attacks() -> Iterator[Attack]:
    """Data as limits, slopes on faces, powers that vanish, and single points."""
    for condition, answer, reason in _DELTAS_IN_DATA:
        yield _made(statement("u_t = u_xx", BAND, [("t = 0", condition)]), answer, reason)
    for condition, answer, reason in _AT_THE_MEETING:
        stated = statement("u_t + u_x = 0", BAND, [("t = 0", condition)])
        yield _made(stated, answer, reason)
    for equation, answer, reason in _ZEROTH_POWERS:
        yield _made(statement(equation, LINE, []), answer, reason)
    meetings = (*_OTHER_MEETINGS, *_DISGUISED, *_INSIDE_A_KINK)
    for table in (_OTHER_LIMITS, meetings, _AT_A_POINT, _BEHIND_FACES):
        for equation, box, conditions, answer, reason in table:
            yield _made(statement(equation, box, conditions), answer, reason)
    for equation, box, conditions, parameters, answer, reason in _WITH_PARAMETERS:
        yield _made(statement(equation, box, conditions, parameters), answer, reason)
    for equations, box, conditions, answers, reason in _SYSTEMS:
        stated = statement(equations, box, conditions, unknowns=("u", "v"))
        yield Attack(KIND, stated, answers, reason)


def _made(stated: Mapping[str, Any], answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


_STEP = "erf(x/(2*sqrt(t)))"
"""It starts from sign x and from nothing else."""
_MASS = "the data hold a δ, whose heat is missing"
_DELTAS_IN_DATA: Sequence[Row] = (
    ("u = sign(x) + diff(abs(x), x, 2)", _STEP, _MASS),
    ("u = diff(abs(x), x) + diff(sign(x), x)", _STEP, _MASS),
    ("u = sign(x) + diff(sign(x - 1/2), x)", _STEP, _MASS),
    ("u = diff(max(x, -x), x) + diff(abs(x + 1/2), x, 2)", _STEP, _MASS),
    ("u = sign(x) + diff(diff(relu(x), x), x)", _STEP, _MASS),
    ("u = diff(x*sign(x) + sign(x), x)", _STEP, _MASS),
    ("u = sign(x) + 3*diff(max(x, 2*x), x, 2)", _STEP, _MASS),
    ("u = sign(x) + diff(min(x, 1/2), x, 2)", _STEP, _MASS),
    ("u = sign(x) + diff(sqrt(x^2), x, 2)", _STEP, _MASS),
    ("u = sign(x) + diff(abs(x)^3/6, x, 4)", _STEP, _MASS),
    ("u + diff(sign(u), x) = sign(x)", _STEP, "the sign of u jumps at 0: 2·δ is left"),
    ("diff(sign(u), x) + u = diff(abs(x), x)", _STEP, "the sign of u jumps at 0: 2·δ is left"),
    ("u = sign(x)*diff(sign(x), x)^2 + sign(x)", _STEP, "the square of a δ has no meaning"),
    ("u = diff(sign(x), x)/2", "0*exp(-x^2/t)", "it is 0, and starts from a δ"),
    ("u = diff(abs(x), x, 2)", "0/t", "it is 0, and starts from 2·δ"),
    ("u = diff(abs(x), x, 2)", "0", "it is 0, and starts from 2·δ"),
)
_RAREFIED = "max(min(x/t, 1), -1)"
_OTHER_LIMITS: Sequence[Stated] = (
    (
        "u_t + u*u_x = 0",
        BAND,
        [("t = 0", "u = sign(x) + diff(sign(x), x)")],
        _RAREFIED,
        "the fan starts from sign x, and the data hold a mass of 2 at 0 besides",
    ),
    (
        "u_t + u*u_x = 0",
        BAND,
        [("t = 0", "u = sign(x) + diff(abs(x - 1/3), x, 2)")],
        _RAREFIED,
        "the fan starts from sign x, and the data hold a mass of 2 at 1/3 besides",
    ),
    (
        "u_t = u_xx",
        UNIT,
        [("t = 0", "u = diff(sign(x - 1/2), x)"), ("x = 0", "u = 1"), ("x = 1", "0 = 0")],
        "1 - erf(x/(2*sqrt(t)))",
        "the data are a source at 1/2, and the answer starts from 0 there",
    ),
    (
        "u_t = u_xx",
        UNIT,
        [("t = 0", "u = 0"), ("x = 0", "u = 1 + diff(sign(t - 1/2), t)"), ("x = 1", "0 = 0")],
        "1 - erf(x/(2*sqrt(t)))",
        "the wall is hit at t = 1/2 by a δ that the answer does not feel",
    ),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u = sign(x)"), ("x = 0, t = 0", "u = 0")],
        _STEP,
        "it is not defined at the corner, and comes to it with every value between -1 and 1",
    ),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u = sign(x)"), ("t = 0", "u_x = 0")],
        _STEP,
        "the slope tends to 2·δ, and to 0 off 0 alone",
    ),
)
_BENT, _KINK = "(x - t)*abs(x - t)", "abs(x - t)"
_AT_ZERO = "at x = 0 the condition asks for a slope of 1, and the slope is 0"
_UNDEFINED = "u is 0 at x = 0: the condition is not defined there"
_AT_THE_MEETING: Sequence[Row] = (
    ("u_x = 2*abs(x) + 1 - sign(x)^2", _BENT, _AT_ZERO),
    ("u_x + 1 - sign(u^2) = 2*abs(x)", _BENT, "at x = 0 it says 1 = 0"),
    ("u_x = 2*abs(x) + 5*(1 - sign(abs(x)))", _BENT, "at x = 0 it asks for a slope of 5"),
    ("u_t = -2*abs(x) - 1 + sign(x)^2", _BENT, "at x = 0 it asks for a rate of -1, which is 0"),
    ("u_x^2 = 4*abs(u) + 1 - sign(u)^2", _BENT, "at x = 0 it says 0 = 1"),
    ("abs(sign(u))*(u_x + 1) = 2*abs(x) + 1", _BENT, "at x = 0 it says 0 = 1"),
    ("u_x*u/u = 2*abs(x)", _BENT, _UNDEFINED),
    ("u_x = 2*abs(x) + 0/u", _BENT, _UNDEFINED),
    ("u_x + 0*log(u^2) = 2*abs(x)", _BENT, _UNDEFINED),
    ("u_x = 2*abs(x) + u/u - 1", _BENT, _UNDEFINED),
    ("u_x = 2*abs(x)*u_x/u_x", _BENT, "u_x is 0 at x = 0: the condition is not defined there"),
    ("u_x = 2*u/x", _BENT, "the condition is not defined at x = 0"),
    ("u_x*u/u = sign(x)", _KINK, _UNDEFINED),
    ("u_t*u/u = -sign(x)", _KINK, _UNDEFINED),
    ("sign(x)*u_x = 1", _KINK, "a jump times a jump: at x = 0 it says 0 = 1"),
)
_QUARTIC, _CUBE = "x^3*abs(x)", "abs(x)^3"
_OTHER_MEETINGS: Sequence[Stated] = (
    (
        "u_x + u_y = 0",
        PLANE,
        [("x = 0", "u_x = 2*abs(y) + 1 - sign(y)^2")],
        "(x - y)*abs(x - y)",
        "at y = 0 the condition asks for a slope of 1, and the slope is 0",
    ),
    (
        "u_x + u_y = 0",
        PLANE,
        [("x = 1/3", "u_x = 2*abs(y - 1/3) + 1 - sign(y - 1/3)^2")],
        "(x - y)*abs(x - y)",
        "on the slice x = 1/3 the condition asks for a slope of 1 at y = 1/3, and it is 0",
    ),
    (
        "u_xx + u_yy = 2*sign(x)",
        PLANE,
        [("y = 0", "u_y = 1 - sign(x)^2")],
        "x*abs(x)",
        "at x = 0 the condition asks for a slope of 1, and u does not depend on y",
    ),
    ("u_xx + u_yy = 2*sign(x)", PLANE, [("y = 0", "u_y = 0/u")], "x*abs(x)", _UNDEFINED),
    ("u_t = 0", BAND, [("t = 0", f"u = {_QUARTIC}"), ("t = 0", "u_x = 4*abs(x)^3 + 1 - sign(u^2)")],
     _QUARTIC, _AT_ZERO),
    ("u_t = 0", BAND, [("t = 0", "u_x*u_xx/u_xx = 4*abs(x)^3")], _QUARTIC,
     "u_xx is 0 at x = 0: the condition is not defined there"),
    ("u_t = 0", BAND, [("t = 0", "u_x + log(u_x/u_x) = 4*abs(x)^3")], _QUARTIC,
     "u_x is 0 at x = 0: the condition is not defined there"),
    (
        "u_t = 0",
        BAND,
        [("t = 1/2", "abs(sign(u))*(u_x + 1) = 4*abs(x)^3 + 1")],
        _QUARTIC,
        "at x = 0 it says 0 = 1",
    ),
    ("u_t = u_xx - 6*abs(x)", BAND, [("t = 0", "u_x = 3*x*abs(x) + 1 - sign(u)^2")], _CUBE,
     _AT_ZERO),
    (
        "u_tt = u_xx - 6*abs(x)",
        BAND,
        [("t = 0", f"u = {_CUBE}"), ("t = 0", "u_t = 0/u")],
        _CUBE,
        _UNDEFINED,
    ),
)  # fmt: skip
_HIDDEN = "it is smooth, cut by a kink that is none, and the condition fails at the cut"
_DISGUISED: Sequence[Stated] = (
    ("u_t = u_xx", BAND, [("t = 0", "u_x = 3*x^2 + 1 - sign(x)^2")], "x^3 + 6*x*t", _AT_ZERO),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u_x = 3*x^2 + 1 - sign(x)^2")],
        "x^3 + 6*x*t + 0*abs(x)",
        _HIDDEN,
    ),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u_x = 3*x^2 + 0/u")],
        "x^3 + 6*x*t + 0*relu(x)",
        _UNDEFINED,
    ),
    (
        "u_t = u_xx",
        BAND,
        [("t = 0", "u_x = 2*x + 1 - sign(x - 1/2)^2")],
        "x^2 + 2*t + 0*abs(x - 1/2)",
        _HIDDEN,
    ),
    ("u_xx = 2", PLANE, [("y = 0", "u_y = 1 - sign(x)^2")], "x^2 + 0*abs(x)", _HIDDEN),
    (
        "u_tt = u_xx",
        BAND,
        [("t = 0", "u = x^2"), ("t = 0", "u_t = 7 - 7*sign(x)^2")],
        "x^2 + t^2 + 0*abs(x)",
        _HIDDEN,
    ),
    (
        "u_tt = u_xx",
        BAND,
        [("t = 0", "u = x^2"), ("t = 0", "u_t = 0*log(u)")],
        "x^2 + t^2 + 0*abs(x)",
        _UNDEFINED,
    ),
    ("u_xx = 2", LINE, [("x = 0", "u_x = 1 - sign(x)^2")], "x^2 + 0*abs(x)", _HIDDEN),
)
_NO_SLOPE = "on this slice u_x has two limits and no value, whatever it is multiplied with"
_INSIDE_A_KINK: Sequence[Stated] = (
    ("u_x = sign(x)", LINE, [("x = 0", "u*u_x = 0")], "abs(x)", _NO_SLOPE),
    ("u_x = sign(x)", LINE, [("x = 0", "x*u_x = 0")], "abs(x)", _NO_SLOPE),
    ("u_x = sign(x)", LINE, [("x = 0", "u*u_x^2 = 0")], "abs(x)", _NO_SLOPE),
    ("u_x = sign(x)", LINE, [("x = 0", "sin(u)*u_x = x")], "abs(x)", _NO_SLOPE),
    ("u_t = 0", BAND, [("t = 0", "u = abs(x)"), ("x = 0", "u*u_x = 0")], "abs(x)", _NO_SLOPE),
    ("u_t = 0", BAND, [("t = 0", "u = relu(x)"), ("x = 0", "u*u_x = u_t")], "relu(x)", _NO_SLOPE),
    ("u_x = sign(x)", LINE, [("x = 0", "u_xx = 0")], "abs(x)", "u_xx is 2·δ"),
    ("u_x = sign(x)", LINE, [("x = 0", "u_xx^0 = 1")], "abs(x)", "u_xx has no value at 0"),
)
_NO_SECOND = "the second derivative does not exist at 0, and so neither does its zeroth power"
_ZEROTH_POWERS: Sequence[Row] = (
    ("u_xx^0 = 1", "abs(x)", _NO_SECOND),
    ("u_x = 2*abs(x)*u_xx^0", "x*abs(x)", _NO_SECOND),
    ("u_x = 2*abs(x)*(u_xx^2)^0", "x*abs(x)", _NO_SECOND),
    ("u_x = 2*abs(x)*diff(u, x, 2)^0", "x*abs(x)", _NO_SECOND),
    ("u_x = sign(x) + diff(u, x, 2)^0 - 1", "abs(x)", _NO_SECOND),
    ("u_x = sign(x) + diff(2*u_x, x)^0 - 1", "abs(x)", _NO_SECOND),
    ("u_x^0 = 1", "sqrt(abs(x))", "the slope does not exist at 0"),
    ("u_x^0 = 1", "abs(x)", "the slope does not exist at 0"),
    ("u_x = 4*abs(x)^3*u_xxxxx^0", _QUARTIC, "the fifth derivative is a δ at 0"),
    ("u_x^0 = 1", "sign(x)", "the slope is 2·δ"),
    ("u_x = diff(sign(x), x)^0", "x", "a δ has no zeroth power"),
    ("u_x = log(x)^0", "x", "the logarithm is not defined for x ≤ 0"),
    ("u_xx*u_xx^(-1) = 1", "x^3", "u_xx is 0 at 0"),
)
_AT_A_POINT: Sequence[Stated] = (
    ("u_xx = 0", LINE, [("x = 0", "u = 0"), ("x = 0", "u = 10^(-80)")], "x", "one of two fails"),
    ("u_xx = 0", LINE, [("x = 1/2", "u = 1 - sign(2*u - 1)")], "x", "at 1/2 it says 1/2 = 1"),
    ("u_xx = 0", LINE, [("x = 1/2", "u_x = sign(2*u - 1)")], "x", "at 1/2 it says 1 = 0"),
    ("u_xx = 2", LINE, [("x = 0", "u_x*u_xx = sign(1 - sign(u))")], "x^2", "it says 0 = 1"),
    ("u = x", LINE, [("x = 1/3", "1/(3*u - 1) = 1/(3*u - 1)")], "x", "it is not defined at 1/3"),
    ("0 = 0", LINE, [("x = 0", "u_x = 0")], "abs(x)", "the slope does not exist at 0"),
    ("x - x = 0", LINE, [("x = 0", "u = 0")], "sign(x)", "in a jump the answer has no value"),
    ("0 = 1 - sign(x)^2", LINE, [("x = 1", "u = 1")], "x", "at x = 0 it says 0 = 1"),
    ("u_x = sign(x)^2", LINE, [("x = 1", "u = 1")], "x", "at x = 0 it says 1 = 0"),
    ("u_x = abs(x)/x*sign(x)", LINE, [("x = 1", "u = 1")], "x", "at x = 0 it is not defined"),
    ("u_xx + u_yy = 0", SQUARE, [("y = 0", "u = 1 - sign(x)")], "0", "at the corner it says 0 = 1"),
    ("u_xx + u_yy = 0", SQUARE, [("x = 0, y = 0", "u_x = 1 - sign(u)")], "0", "it says 0 = 1"),
    ("u_xx + u_yy = 0", SQUARE, [("x = 1, y = 1", "u_xy = u_x*u_y")], "x*y + x", "it says 1 = 2"),
    ("diff(u, x, 8) = 0", LINE, [("x = 0", "diff(u, x, 7) = 0")], "x^7*abs(x)", "u⁽⁸⁾ = 8!·sign x"),
    ("diff(u, x, 8) = u", LINE, [], "exp(x) + relu(x)^8/10^20", "wrong for x > 0"),
    ("diff(0*log(u), x) = u_x - 1", LINE, [("x = 1", "u = 1")], "x", "log u ends at x = 0"),
    ("diff(sign(u), x) = 0", LINE, [("x = 1", "u = 1")], "x", "the sign of u jumps at 0"),
    ("diff(u^2/u, x) = 1", LINE, [("x = 1", "u = 1")], "x", "0/0 at x = 0"),
    ("diff(max(u, 0), x, 2) = 0", LINE, [("x = 1", "u = 1")], "x", "a δ where u changes sign"),
)
_BEHIND_FACES: Sequence[Stated] = (
    (
        "u_t = 0",
        BAND,
        [("t = 0", "u = x"), ("x = 0, t = 1/2", "0*log(x + 2) = 0")],
        "x + relu(-3 - x)^3*t",
        "it moves for x < -3, and no formula of the statement ends there",
    ),
    (
        "u_t = 0",
        BAND,
        [("t = 0", "u = x"), ("x = 1, t = 0", "u = 1")],
        "x + relu(x - 9)^4*t",
        "a condition at a corner closes no face: it moves for x > 9",
    ),
    (
        "u_t = u_xx",
        UNIT,
        [("t = 0", "u = x"), ("x = 1/2", "u = 1/2")],
        "x + t*relu(-x - 4)^5",
        "a condition on a slice closes no face: wrong for x < -4",
    ),
    (
        "u_t = 0",
        UNIT,
        [("t = 0", "u = log(x)"), ("x = 0", "0 = 0")],
        "log(x)",
        "it is not bounded at the closed face x = 0",
    ),
)
_WITH_PARAMETERS: Sequence[Ranged] = (
    ("u_t + u_x = 0", BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(x^2 + k^2)")], {"k": (-1, 1)},
     _BENT, "for k = 0 it asks for a slope of 1 at x = 0"),
    ("u_t + u_x = 0", BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(abs(x) + abs(k))")],
     {"k": (-1, 1)}, _BENT, "for k = 0 it asks for a slope of 1 at x = 0"),
    ("u_t + u_x = 0", BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(x - k)^2")], {"k": (0, 1)},
     _BENT, "at x = k it asks for another slope"),
    ("u_t + u_x = 0", BAND, [("t = 0", "u_x = 2*abs(x) + 1 - sign(k)^2")], {"k": (-1, 1)},
     _BENT, "for k = 0 it asks for another slope"),
    ("u_x = sign(x - k)", LINE, [("x = 1/2", "u_x*(1/2 - k) = abs(1/2 - k)")], {"k": (0, 1)},
     "abs(x - k)", "for k = 1/2 the slope at 1/2 does not exist"),
    ("u_x = sign(x - k)", LINE, [("x = 1/2", "u_x^2 = 1")], {"k": (0, 1)},
     "abs(x - k)", "for k = 1/2 the slope at 1/2 does not exist"),
    ("u_x = 2*abs(x - k)*u_xx^0", LINE, [], {"k": (0, 1)},
     "(x - k)*abs(x - k)", "u_xx does not exist at x = k"),
    ("k*u_x = k", LINE, [("x = 0", "u = sign(k)^2 - 1")], {"k": (-1, 1)},
     "x", "for k = 0 the condition says u = -1"),
    ("u_x = 1", LINE, [("x = 0", "u = 0/(k - 1/3)")], {"k": (0, 1)},
     "x", "for k = 1/3 the condition is not defined"),
    ("u_t = k*u_xx", BAND, [("t = 0", "u = sign(k*x)")], {"k": (0, 1)},
     "erf(x/(2*sqrt(k*t)))", "for k = 0 it is not defined anywhere"),
)  # fmt: skip
_SYSTEMS: Sequence[System] = (
    (("u_x = v", "v_x^0 = 1"), LINE, [("x = 0", "u = 0")],
     {"u": "x*abs(x)", "v": "2*abs(x)"}, "v_x does not exist at 0"),
    (("u_x = v", "v = 2*abs(x)"), LINE, [("x = 0", "u*v_x = 0")],
     {"u": "x*abs(x)", "v": "2*abs(x)"}, "v_x has no value at 0"),
    (("u_x = v", "0 = 0"), LINE, [("x = 0", "v = 1")],
     {"u": "x^2/2", "v": "x"}, "v is 0 at 0"),
    (("u_t = u_xx", "v = 0"), BAND, [("t = 0", "u = sign(x) + v + diff(sign(x), x)")],
     {"u": _STEP, "v": "0"}, _MASS),
    (("u_t + u_x = 0", "v_t + v_x = 0"), BAND, [("t = 0", "u_x = v + 1 - sign(v)^2")],
     {"u": _BENT, "v": "2*abs(x - t)"}, _AT_ZERO),
    (("u_t + u_x = 0", "v_t + v_x = 0"), BAND, [("t = 0", "u_x*v/v = 2*abs(x)")],
     {"u": _BENT, "v": "x - t"}, "v is 0 at x = 0: the condition is not defined there"),
    (("u_t + u_x = 0", "v_t + v_x = 0"), BAND, [("t = 0", "u_x = 3*x^2 + 1 - sign(x)^2")],
     {"u": "(x - t)^3", "v": "abs(x - t)"}, _AT_ZERO),
    (("u_x = 1", "u = x"), LINE, [("x = 1/2", "v_x = 0")],
     {"u": "x", "v": "abs(x - 1/2)"}, "the slope of v does not exist at 1/2"),
)  # fmt: skip
