"""Kinks and jumps of first-order equations at the edges of what the theorems ask.

A corner may be wrong at one point alone, where every edge that meets there is right; a law may be
written with a factor, a source or a density; a kink may start in a corner of the domain.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet, on_face, statement

KIND = "hyperbolic edge"
BAND: Box = {"x": (-1, 1), "t": (0, 1)}
HALF: Box = {"x": (0, 1), "t": (0, 1)}
Row = tuple[str, str, str]
"""The equation, the answer and why it is wrong."""
Conditions = Sequence[tuple[str, str]]


def attacks() -> Iterator[Attack]:
    """Kinks that move and kinks at rest, then jumps, then walls, time that turns, parameters."""
    yield from _kinks()
    yield from _jumps()
    yield from _faces()
    yield from _with_parameters()
    yield from _systems()


def _kinks() -> Iterator[Attack]:
    for box, rows in ((LINE, _MOVING), (PLANE, _MOVING_IN_THE_PLANE), (SPACE, _MOVING_IN_SPACE)):
        for equation, answer, reason in rows:
            yield Attack(KIND, cauchy(equation, answer, box), {"u": answer}, reason)
    for box, rows in ((LINE, _AT_REST), (PLANE, _AT_REST_IN_THE_PLANE), (SPACE, _AT_REST_IN_SPACE)):
        for equation, answer, reason in rows:
            yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _jumps() -> Iterator[Attack]:
    """From t = 0, from t = 1, and in the plane."""
    for box, time, rows in (
        (LINE, (0, 1), _JUMPS),
        (LINE, (1, 2), _LATE_JUMPS),
        (PLANE, (0, 1), _JUMPS_IN_THE_PLANE),
    ):
        for equation, answer, reason in rows:
            yield Attack(KIND, cauchy(equation, answer, box, time), {"u": answer}, reason)


def _faces() -> Iterator[Attack]:
    """Walls, data at the end of time, and values that no data see."""
    for equation, box, conditions, answer, reason in _WALLS:
        yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)
    for equation, answer, reason in _BACKWARDS:
        end = [("t = 1", f"u = {on_face(answer, BAND, t=1)}")]
        yield Attack(KIND, statement(equation, BAND, end), {"u": answer}, reason)
    for equation, data, answer, reason in _AT_A_POINT:
        stated = statement(equation, BAND, [("t = 0", data)])
        yield Attack(KIND, stated, {"u": answer}, reason)


_VALLEY = "a valley: F is negative at a slope between"
_RIDGE = "a ridge, and F is positive at a slope between"
_MOVING: Sequence[Row] = (
    ("u_t + relu(abs(u_x) - 1) = 0", "2*abs(x) - t", _VALLEY),
    ("u_t + max(u_x, -3*u_x) = 0", "max(x - t, -x - 3*t)", _VALLEY),
    ("u_t + max(u_x^2, 1) = 0", "2*abs(x) - 4*t", _VALLEY),
    ("u_t + exp(u_x) = 0", "max(x - exp(1)*t, -t)", _VALLEY),
    ("u_t + exp(u_x) + exp(-u_x) = 0", "abs(x) - (exp(1) + exp(-1))*t", _VALLEY),
    ("u_t + cosh(u_x) + u - abs(x) = 0", "abs(x) - cosh(1)*(1 - exp(-t))", _VALLEY),
    ("u_t + (1 + x^2)*u_x^2 = 0", "abs(log(x + sqrt(1 + x^2))) - t", _VALLEY),
    ("u_t + exp(t)*abs(u_x) = 0", "abs(x) - exp(t) + 1", _VALLEY),
    ("u_t + exp(x)*u_x^2 = 0", "abs(2 - 2*exp(-x/2)) - t", _VALLEY),
    ("u_t + u_x^2/2 = 0", "max(0, abs(x) - t/2)", "two valleys open at 0, where there is a fan"),
    ("u_t + u_x^2/2 = 0", "max(0, x - t/2, -2*x - 2*t)", "two valleys, where there is a fan"),
    ("u_t + abs(u_x) = 0", "max(abs(x - 1/2), abs(x + 1/2)) - t", _VALLEY),
    ("u_t + abs(u_x) = 0", "max(-abs(x), abs(x - 3) - 3) - t", "a valley at 3, outside of the box"),
    ("(2 + sin(x))*(u_t + u_x^2) = 0", "abs(x) - t", _VALLEY),
    ("(u_t + u_x^2)/(1 + t) = 0", "abs(x) - t", _VALLEY),
    ("(1 - t)*u_t + (1 - t)*abs(u_x) = 0", "abs(x) - t", f"before t = 1 {_VALLEY}"),
    ("(t - 1)*u_t + (t - 1)*abs(u_x) = 0", "abs(x) - t", f"before t = 1 {_VALLEY}"),
    ("t*u_t + t*u_x^2 = 0", "abs(x) - t", f"after t = 0 {_VALLEY}"),
    ("u_t - relu(u_x) - relu(-u_x) = 0", "-abs(x) + t", _RIDGE),
    ("u_t + min(u_x, -u_x) = 0", "-abs(x) + t", _RIDGE),
    ("u_t + min(u_x, 0) = 0", "min(x, t - x)", _RIDGE),
    ("-u_t + sqrt(1 + u_x^2) = 0", "-abs(x) + sqrt(2)*t", f"turned to +u_t: {_RIDGE}"),
    ("0 = -u_t - sqrt(4*u_x^2 + 5)", "abs(x) - 3*t", _VALLEY),
    ("u_t + (u_x - 1)^2 = 0", "max(3*x - 4*t, -x - 4*t)", _VALLEY),
    ("u_t + (u_x + x)^2 = 0", "abs(x) - x^2/2 - t", _VALLEY),
)
_POINT = "every edge is right; 0 is in D⁻u at the one point where all meet, and F = -1 there"
_TWICE = _POINT.replace("-1", "-2")
_MOVING_IN_THE_PLANE: Sequence[Row] = (
    (
        "u_t + max(u_x, u_y, -u_x - u_y) = 0",
        "max(x + y, x - 2*y, y - 2*x) - t",
        _POINT,
    ),
    (
        "u_t - max(-u_x, -u_y, u_x + u_y) = 0",
        "min(-x - y, 2*y - x, 2*x - y) + t",
        _POINT.replace("D⁻u", "D⁺u").replace("-1", "1"),
    ),
    (
        "u_t + max(u_x, u_y, -u_x - u_y) = 0",
        "max(x + y - 1/3, x - 2*y, y - 2*x + 1/7) - t",
        f"{_POINT}; the point is not the centre",
    ),
    (
        "u_t + max(u_x, u_y, -u_x - u_y) + u_y - u_x = 0",
        "max(x + y, x - 2*y + 3*t, y - 2*x - 3*t) - t",
        f"{_POINT}; the point moves",
    ),
    ("u_t + max(abs(u_x), abs(u_y)) = 0", "max(x, y) - t", _VALLEY),
    ("u_t + abs(u_x) + abs(u_y) = 0", "abs(x) + y - 2*t", _VALLEY),
    ("u_t + sqrt(u_x^2 + u_y^2) = 0", "max(3*x + 4*y, 5*x) - 5*t", _VALLEY),
    ("u_t + sqrt(4*u_x^2 + u_y^2) = 0", "max(x/2, y) - t", _VALLEY),
    ("u_t + u_x^2 + u_y^2 = 0", "max(x - t, y - t, 0)", "three valleys"),
    ("u_t + (u_x + u_y)^2 = 0", "abs(x + y) - 4*t", _VALLEY),
    ("u_t + y^2*abs(u_x) = 0", "abs(x) - y^2*t", f"{_VALLEY}, where y is not 0"),
    ("u_t + u_x^2 + abs(u_y) = 0", "abs(x) - abs(y) - 2*t", f"at x = 0 {_VALLEY}"),
    ("u_t + u_x^2 - abs(u_y) = 0", "-abs(x) - abs(y)", f"at y = 0 {_RIDGE}"),
)
_MOVING_IN_SPACE: Sequence[Row] = (
    (
        "u_t + max(u_x, u_y, u_z, -u_x - u_y - u_z) = 0",
        "max(x + y + z, x + y - 3*z, x + z - 3*y, y + z - 3*x) - t",
        _POINT,
    ),
    (
        "u_t + max(u_x, u_y, -u_x - u_y) + u_z = 0",
        "max(x + y, x - 2*y, y - 2*x) + z - 2*t",
        "every surface is right; (0, 0, 1) is in D⁻u where the three meet, and F = -1 there",
    ),
    (
        "u_t + max(abs(u_x), abs(u_y), abs(u_z)) = 0",
        "max(x + y, x + z, y + z) - t",
        "any two are right; (2/3, 2/3, 2/3) is in D⁻u where the three meet, and F = -1/3 there",
    ),
    ("u_t + max(abs(u_x), abs(u_y), abs(u_z)) = 0", "max(x, y, z) - t", _VALLEY),
    ("u_t + u_x^2 + u_y^2 + u_z^2 = 0", "abs(x + y + z) - 3*t", _VALLEY),
)
_AT_REST: Sequence[Row] = (
    ("sqrt(u_x^2 + u^2) = 1", "abs(sin(x))", _VALLEY),
    ("-sqrt(u_x^2 + u^2) = -1", "-abs(sin(x))", _RIDGE),
    ("abs(u_x^2 - 1) = 0", "-abs(x)", "a ridge, and F = 1 at the slope 0"),
    ("(u_x^2 - 1)^2 = 0", "-abs(x)", "a ridge, and F = 1 at the slope 0"),
    ("-(u_x^2 - 1)^2 = 0", "abs(x)", "a valley, and F = -1 at the slope 0"),
    ("sqrt(abs(u_x)) = 1", "abs(x)", _VALLEY),
    ("exp(u_x^2) = exp(1)", "abs(x)", _VALLEY),
    ("max(u_x^2 - 1, u - 2) = 0", "abs(x)", "a valley below the obstacle 2"),
    ("max(abs(u_x) - 1, -u) = 0", "abs(x) + 1", "a valley above the obstacle 0"),
    ("max(abs(u_x) - 1, -u) = 0", "abs(x) + 10^(-20)", "a valley 10^(-20) above the obstacle 0"),
    ("min(1 - abs(u_x), u + 2) = 0", "-abs(x)", "a ridge above the obstacle -2"),
    ("x*(abs(u_x) - 1) = 0", "abs(x - 1/2)", f"{_VALLEY}, where the factor is positive"),
    ("x*(abs(u_x) - 1) = 0", "-abs(x + 1/2)", f"{_RIDGE}, where the factor is negative"),
    ("(x - 1/3)^2*(abs(u_x) - 1) = 0", "abs(x)", f"{_VALLEY}, and the factor is 1/9 there"),
    ("relu(x)*(abs(u_x) - 1) = 0", "abs(x - 1/4)", _VALLEY),
    ("x^2*abs(u_x) = x^2", "abs(abs(x) - 1/2)", "valleys at 1/2 and -1/2; at 0 anything is right"),
    ("1 = abs(u_x)", "-abs(x)", "left less right is 1 - |p|: a ridge is forbidden"),
    ("0 = u_x^2 - 1", "-abs(x)", "left less right is 1 - p²: a ridge is forbidden"),
    ("-2*abs(u_x)/3 = -2/3", "-abs(x)", _RIDGE),
    ("max(u_x, -2*u_x) = 2", "max(2*x, -x)", _VALLEY),
    ("abs(u_x - 1) = 1", "max(2*x, 0)", _VALLEY),
    ("abs(u_x - x) = 1", "x^2/2 + abs(x - 1/5)", _VALLEY),
)
_AT_REST_IN_THE_PLANE: Sequence[Row] = (
    ("max(u_x, u_y, -u_x - u_y) = 1", "max(x + y, x - 2*y, y - 2*x)", _POINT),
    ("max(2*u_x, 2*u_y, -2*u_x - 2*u_y) = 2", "max(x + y, x - 2*y, y - 2*x)", _TWICE),
    ("max(abs(u_x), abs(u_y)) = 1", "max(x, y)", f"{_VALLEY}; the kink ends in corners"),
    ("u_x^2 + u_y^2 = 1", "abs(y)", f"{_VALLEY}; the kink ends on faces"),
    ("u_x^2 + u_y^2 = 1", "-abs(y) + 2*relu(abs(y) - 1/2)", "ridge at 0, valleys at 1/2 and -1/2"),
    ("1 = u_x^2 + u_y^2", "min(y, -y)", "left less right is concave: a ridge is forbidden"),
    ("u_x^2 + u_y^2 = 1", "max(3*x + 4*y, 4*x + 3*y)/5", _VALLEY),
)
_AT_REST_IN_SPACE: Sequence[Row] = (
    (
        "max(u_x, u_y, u_z, -u_x - u_y - u_z) = 1",
        "max(x + y + z, x + y - 3*z, x + z - 3*y, y + z - 3*x)",
        _POINT,
    ),
    ("u_x^2 + u_y^2 + u_z^2 = 1", "abs(x + 2*y + 2*z)/3", _VALLEY),
)
_FAN, _SPEED = (
    "the jump is forbidden: a fan opens instead",
    "Rankine-Hugoniot asks for another speed",
)
_JUMPS: Sequence[Row] = (
    ("u_t + u^3*u_x = 0", "(1 + sign(x - t/4))/2", _FAN),
    ("u_t + diff(exp(-u), x) = 0", "sign(x + sinh(1)*t)", _FAN),
    ("u_t + diff(log(1 + exp(u)), x) = 0", "sign(x - t/2)", _FAN),
    ("3*u_t - diff(u^2, x) = 0", "-sign(x)", f"divided by 3 f is concave: {_FAN}"),
    ("diff(u, t) - diff(-u^2/2, x) = 0", "sign(x)", _FAN),
    ("diff(2*u, t) + diff(u^2, x) = 0", "sign(x)", _FAN),
    ("diff(2*u, t) + diff(u^2, x) = 0", "2 - sign(x - t)", f"{_SPEED}: 2, not 1"),
    ("u_t + u*u_x = u", "exp(t)*sign(x)", _FAN),
    ("u_t + u*u_x = 1", "t + sign(x - t^2/2)", _FAN),
    ("u_t + u*u_x = 1", "t - sign(x - t)", f"{_SPEED}: t, not 1"),
    ("u_t + u*u_x = 2*t", "t^2 + sign(x - t^3/3)", _FAN),
    ("u_t + u*u_x = x - x", "sign(x)*sign(1 + x^2)", _FAN),
    ("u_t + diff(sin(u), x) = 0", "pi/2 - pi/2*sign(x)", "Oleinik: f lies above the chord"),
    ("u_t + diff(u^2 - u^4/6, x) = 0", "-2*sign(x)", "Oleinik: f lies above the chord near ±3/2"),
    (
        "diff(u^2/2, t) + diff(u^3/3, x) = 0",
        "3/2 - sign(x - 3*t/2)/2",
        f"{_SPEED}: u²/2 is conserved here, and 14/9 its speed",
    ),
    ("u_t + x*u_x = 0", "-sign(x - 1 - t)", "what starts at 1 is carried along x = exp(t)"),
    ("u_t + t*u_x = 0", "-sign(x - t^2)", "what starts at 0 is carried along x = t²/2"),
    ("u_t + (1 + u^2)*u_x = 0", "(1 + sign(x - 4*t/3))/2", "f' = 1 + u² rises: a fan opens"),
    ("u_t + u*u_x = 0", "sign(x - 1/2)*sign(x + 1/2)", "at 1/2 a jump upwards: a fan opens"),
    ("u_t + u*u_x = 0", "-sign(x) + 2*relu(sign(x - 5))", "at 5 a jump upwards, out of the box"),
    ("u_t + u*u_x = 0", "1 - sign(x - t) + relu(sign(x - 9 - t/2))", "behind 9 a jump upwards"),
)
_LATE_JUMPS: Sequence[Row] = (
    ("u_t + u*u_x = 0", "(x + sign(x))/t", _FAN),
    ("u_t + u*u_x = 0", "(x - sign(x - 1/2))/t", f"{_SPEED}: x/t, not 0"),
    ("u_t + u*u_x = 0", "relu(x)/t*(1 - sign(x - t))/2", f"{_SPEED}: 1/2, not 1"),
    ("u_t + u*u_x = 0", "relu(x)/t*(1 - sign(x - 1))/2", f"{_SPEED}: 1/(2t), not 0"),
    ("u_t + diff(u^2/2, x) = 0", "relu(x)/t*(1 + sign(x - sqrt(t)))/2", _FAN),
    ("u_t + u*u_x + u/t = 0", "sign(x)/t", _FAN),
    ("u_t + u*u_x + u/t = 0", "-sign(x - log(t))/t", f"{_SPEED}: 0, not 1/t"),
)
_JUMPS_IN_THE_PLANE: Sequence[Row] = (
    ("u_t + u*u_x + u*u_y = 0", "sign(x + y)", _FAN),
    ("u_t + diff(u^2/2, x) + u_y = 0", "sign(x)", _FAN),
    ("u_t + u_x + u_y = 0", "-sign(x - 2*t)", "what starts at 0 is carried along x = t"),
    ("u_t + u_x + u_y = 0", "-sign(x - y - t)", "x - y - t is not carried: the jump must stand"),
)
_WALLS: Sequence[tuple[str, Box, Conditions, str, str]] = (
    (
        "u_t + u_x^2/2 = 0",
        HALF,
        [("t = 0", "u = x"), ("x = 0", "u = 0"), ("x = 1", "u = 1 - t/2")],
        "max(x - t/2, 0)",
        "the valley starts in a corner of the domain, where a fan x²/2t would open",
    ),
    (
        "u_t + abs(u_x) = 0",
        HALF,
        [("t = 0", "u = abs(x - 1/2)"), ("x = 0", "u = 1/2 - t"), ("x = 1", "u = 1/2 - t")],
        "abs(x - 1/2) - t",
        _VALLEY,
    ),
    (
        "u_t + u*u_x = 0",
        HALF,
        [("t = 0", "u = (1 + sign(x))/2"), ("x = 0", "u = (1 - sign(t))/2"), ("x = 1", "u = 1")],
        "(1 + sign(x - t/2))/2",
        f"from the corner a jump upwards starts; {_FAN}",
    ),
    (
        "u_t + u*u_x = 0",
        HALF,
        [
            ("t = 0", "u = (1 - sign(x))/2"),
            ("x = 0", "u = (1 + sign(t))/2"),
            ("x = 1", "u = (1 - sign(1 - t))/2"),
        ],
        "(1 - sign(x - t))/2",
        f"{_SPEED}: 1/2, not 1",
    ),
    (
        "u_t + u*u_x = 0",
        BAND,
        [("t = 0", "u = -sign(x)"), ("x = -1", "u = -sign(2*t - 1)"), ("x = 1", "u = -1")],
        "-sign(x + 2*t)",
        f"{_SPEED}: 0, not -2; the jump runs into the wall",
    ),
)
_TURNED = "time runs back from the data, and so turned"
_BACKWARDS: Sequence[Row] = (
    ("u_t + max(u_x, -2*u_x) = 0", "min(x - t, -x - 2*t)", f"{_TURNED} {_RIDGE}"),
    ("-u_t + abs(u_x) = 0", "abs(x) + t - 1", f"{_TURNED} {_VALLEY}"),
    ("u_t - u_x^2 = 0", "abs(x) + t - 1", f"{_TURNED} {_VALLEY}"),
    ("(2 - t)*u_t - (2 - t)*u_x^2 = 0", "abs(x) + t", f"{_TURNED} {_VALLEY}"),
    ("-3*u_t + 3*cosh(u_x) = 0", "abs(x) + cosh(1)*t", f"{_TURNED} {_VALLEY}"),
    ("u_t + u*u_x = 0", "-sign(x)", "back from these data the fan x/(t - 1) opens"),
)


_ALONE = "inside, at (0, 1/2), it has a value that is not its limit, and no derivative"
_SQUARE = "x^2 - 2*sqrt(2)*x*t + 2*t^2"
_AT_A_POINT: Sequence[tuple[str, str, str, str]] = (
    ("u_t = 0", "u = 1", "sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + u = 0", "u = 1", "exp(-t)*sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + u_x = 0", "u = 1", "sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + u*u_x = 0", "u = 1", "sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + u*u_x = 0", "u = x", "x/(1 + t) + 1 - sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + diff(u^2/2, x) = 0", "u = 2", "1 + sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + diff(exp(u), x) = 0", "u = 2", "102 - 100*sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t = 0", "u = 1", "sign(x^2 + t^2 - sqrt(2)*t + 1/2)", _ALONE.replace("1/2", "√2/2")),
    ("u_t + u*u_x = 0", "u = sign(x^2)", f"sign({_SQUARE})", "it is 0 on x = √2·t alone, else 1"),
    ("u_t + 3*u_x = 0", "u = sign(x^2)", f"sign({_SQUARE})", "0 on x = √2·t alone is not carried"),
    ("u_t + abs(u_x) = 0", "u = 1", "sign(x^2 + (t - 1/2)^2)", _ALONE),
    ("u_t + u*u_x = 0", "u = -sign(x)", "-sign(x)*sign((t - 1/2)^2)", "it is 0 at t = 1/2"),
)


def _with_parameters() -> Iterator[Attack]:
    """Right for some values of k alone."""
    rows: Sequence[tuple[str, str, tuple[Any, Any], str]] = (
        ("u_t + k*max(u_x, -u_x) = 0", "-abs(x) - k*t", (-1, 2), f"for k < 0 {_RIDGE}"),
        ("u_t + (k - t)*abs(u_x) = 0", "-abs(x) - k*t + t^2/2", ("1/2", 2), f"for t > k {_RIDGE}"),
        ("u_t + u_x^2 = 0", "max(k*x - k^2*t, 0)", (0, 1), f"for k > 0 {_VALLEY}"),
        ("u_t + max(u_x, k*u_x) = 0", "max(-x + k*t, x - t)", (-1, 0), f"for k < 1 {_VALLEY}"),
        ("u_t + abs(u_x - k) = 0", "max((k + 1)*x, (k - 1)*x) - t", (-1, 1), _VALLEY),
        ("u_t + abs(u_x) = 0", "abs(x - k) - t", (5, 6), f"{_VALLEY}, out of the box"),
        ("u_t + u*u_x = 0", "1 - k*sign(x - t)", ("-1/10", 1), f"for k < 0 {_FAN}"),
        ("u_t + u*u_x = 0", "k - sign(x - k^2*t)", (0, 1), f"{_SPEED}: k, not k²"),
        ("u_t + u*u_x = k", "k*t + sign(x - k*t^2/2)", (0, 1), _FAN),
    )
    for equation, answer, ends, reason in rows:
        named: Mapping[str, Any] = {"k": list(ends)}
        yield Attack(KIND, cauchy(equation, answer, parameters=named), {"u": answer}, reason)
    for equation, answer, reason in (
        ("k*abs(u_x) = k", "-abs(x)", f"for k < 0 {_RIDGE}"),
        ("abs(u_x) = abs(k)", "k*abs(x)", f"for k > 0 {_VALLEY}"),
        ("u_x^2 + k*u_x = 1 + k", "max(x, -(1 + k)*x)", f"for every k > -2 {_VALLEY}"),
    ):
        stated = dirichlet(equation, answer, LINE, {"k": [-1, 1]})
        yield Attack(KIND, stated, {"u": answer}, reason)


def _systems() -> Iterator[Attack]:
    """Several equations or conditions: jumps off the characteristics, and one at a point."""
    start = [("t = 0", "p = sign(x)"), ("t = 0", "v = sign(x)")]
    equations = ("p_t + v_x = 0", "v_t + 4*p_x = 0")
    stated = statement(equations, BAND, start, unknowns=("p", "v"))
    moved = {"p": "sign(x - t)", "v": "sign(x - t)"}
    yield Attack(KIND, stated, moved, "the speeds of the system are 2 and -2")
    laws = ("p_t + diff(p*v, x) = 0", "v_t + diff(v^2/2, x) = 0")
    falling = [("t = 0", "p = 1"), ("t = 0", "v = -sign(x)")]
    stated = statement(laws, BAND, falling, unknowns=("p", "v"))
    yield Attack(KIND, stated, {"p": "1", "v": "-sign(x)"}, "p·v jumps by -2 where p gathers a δ")
    slices = [("t = 0", "u = 1"), ("x = 0", "u = sign((t - 1/2)^2)")]
    stated = statement("u_t = 0", BAND, slices)
    yield Attack(KIND, stated, {"u": "sign(x^2 + (t - 1/2)^2)"}, _SLICE)


_SLICE = "u_t = 0 and u = 1 at t = 0 leave 1 at (0, 1/2), where the other condition says 0"
