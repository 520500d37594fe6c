"""Hamilton–Jacobi equations with u itself in them, and kinks that bend the wrong way.

For F convex in the slope a valley has slopes in D⁻u at which F < 0; for F concave so has a ridge in
D⁺u with F > 0. Data at the end of time exchange the two.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet, on_face, statement

KIND = "state"
_VALLEY = "a valley: 0 is in D⁻u, and F is negative there"
_RIDGE = "a ridge: 0 is in D⁺u, and F is positive there"


def attacks() -> Iterator[Attack]:
    """In time, at rest, and with data at the end."""
    for equation, answer, reason in (*_MOVING, *_grown()):
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason)
    for equation, answer, reason in _AT_THE_END:
        data = on_face(answer, ("x", "t"), t=1)
        stated = statement(equation, {**LINE, "t": (0, 1)}, [("t = 1", f"u = {data}")])
        yield Attack(KIND, stated, {"u": answer}, f"time is reversed: {reason}")
    for box, rows in ((LINE, (*_AT_REST, *_made_up())), (PLANE, _IN_THE_PLANE)):
        yield from _at_rest(box, rows)


Row = tuple[str, str, str]
"""The equation, the answer and why it is wrong."""


def _at_rest(box: Box, rows: Sequence[Row]) -> Iterator[Attack]:
    for equation, answer, reason in rows:
        yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _grown() -> Iterator[Row]:
    """Answers exp(−kt)·(±|x| − t) for u_t ± H + k·u = 0, H of first degree or scaled with time."""
    slopes = ("abs(u_x)", "sqrt(u_x^2)", "max(u_x, -u_x)", "exp({k}*t)*u_x^2", "exp({k}*3*t)*u_x^4")
    for k, slope in product(("1", "-2", "1/3"), slopes):
        shape = slope.replace("{k}", f"({k})")
        decay = f"exp(-({k})*t)"
        yield f"u_t + {shape} + ({k})*u = 0", f"{decay}*(abs(x) - t)", _VALLEY
        yield f"-u_t - {shape} - ({k})*u = 0", f"{decay}*(abs(x) - t)", _VALLEY
        yield f"u_t - {shape} + ({k})*u = 0", f"{decay}*(t - abs(x))", _RIDGE


_MOVING: Sequence[Row] = (
    ("u_t + abs(u_x) + u = 0", "exp(-t)*max(x - t, -x - t, -1 - t)", _VALLEY),
    ("u_t + max(abs(u_x) - 1, u - 5) = 0", "abs(x)", _VALLEY),
    ("u_t + sqrt(u_x^2 + u^2) = 0", "exp(-sqrt(2)*t + abs(x))", _VALLEY),
    ("u_t + u_x^2 + 0*u = 0", "abs(x) - t", _VALLEY),
    ("u_t + u_x^2 + u - u = 0", "abs(x) - t", _VALLEY),
)
_AT_THE_END: Sequence[Row] = (
    ("u_t + abs(u_x) + u = 0", "exp(-t)*(-abs(x) - t)", _RIDGE),
    ("u_t - abs(u_x) + u = 0", "exp(-t)*(abs(x) + t)", _VALLEY),
    ("-u_t + abs(u_x) - u = 0", "exp(-t)*(abs(x) + t)", _VALLEY),
    ("u_t + exp(t)*u_x^2 + u = 0", "exp(-t)*(-abs(x) - t)", _RIDGE),
    ("u_t + sqrt(u_x^2 + u^2) = 0", "exp(-sqrt(2)*t - abs(x))", _RIDGE),
    ("u_t = u_x^2", "abs(x) + t", _VALLEY),
)
_AT_REST: Sequence[Row] = (
    ("u + abs(u_x) = 1", "1 - exp(-abs(x))", _VALLEY),
    ("u + abs(u_x) = 1", "1 - exp(-abs(x - 1/3))", _VALLEY),
    ("abs(u_x) - u = 0", "exp(abs(x))", _VALLEY),
    ("u - abs(u_x) = 0", "exp(-abs(x))", _RIDGE),
    ("0 = abs(u_x) - u", "exp(-abs(x))", _RIDGE),
    ("u_x^2 + u^2 = 1", "sin(abs(x))", _VALLEY),
    ("u_x^2 + u^2 = 1", "abs(sin(x))", _VALLEY),
    ("1 = u_x^2 + u^2", "-sin(abs(x))", _RIDGE),
    ("-u_x^2 - u^2 = -1", "-sin(abs(x))", _RIDGE),
    ("sqrt(u^2 + u_x^2) = 1", "sin(abs(x))", _VALLEY),
    ("sqrt(u^2 + u_x^2) = 1", "cos(abs(x) - 1)", _VALLEY),
    ("u_x^2 - u^2 = 1", "sinh(abs(x))", _VALLEY),
    ("max(abs(u_x) - 1, u - 1/2) = 0", "min(abs(x), 1/2)", _VALLEY),
    ("max(abs(u_x) - 1, u - 1/2) = 0", "min(abs(abs(x) - 1/4), 1/2)", _VALLEY),
    ("max(abs(u_x) - 1, u - 1/2) = 0", "1/2 - abs(abs(x) - 1/2)", _VALLEY),
    ("min(1 - abs(u_x), 1 - u) = 0", "1/2 - abs(x)", _RIDGE),
    ("exp(u_x) + exp(-u_x) + u = exp(1) + exp(-1) + abs(x)", "abs(x)", _VALLEY),
)
_IN_THE_PLANE: Sequence[Row] = (
    ("u + abs(u_x) + abs(u_y) = 1", "1 - exp(-abs(x))", _VALLEY),
    ("u + abs(u_x) + abs(u_y) = 2 + abs(x) + abs(y)", "abs(x) + abs(y)", _VALLEY),
    ("u + abs(u_x) + abs(u_y) = 2 + abs(x) - abs(y)", "abs(x) - abs(y)", "a valley along x = 0"),
    ("u + u_x^2 + u_y^2 = 1 + max(x, y)", "max(x, y)", _VALLEY),
    ("u_x^2 + u_y^2 + u^2 = 1 + (x + abs(y))^2 + 1", "x + abs(y)", "a valley along y = 0"),
    ("-u - u_x^2 - u_y^2 = -1 - min(x, y)", "min(x, y)", "F is concave, and it is a ridge"),
)


def _made_up() -> Iterator[Row]:
    """±H(u_x) + k·u = what ±|x| makes of it."""
    values = (
        ("u_x^2", "1"),
        ("sqrt(1 + u_x^2)", "sqrt(2)"),
        ("cosh(u_x)", "cosh(1)"),
        ("u_x^4 + abs(u_x)", "2"),
    )
    for (slope, value), k in product(values, ("1", "-1/2")):
        yield f"{slope} + ({k})*u = {value} + ({k})*abs(x)", "abs(x)", _VALLEY
        yield f"-({slope}) + ({k})*u = -({value}) - ({k})*abs(x)", "-abs(x)", _RIDGE
