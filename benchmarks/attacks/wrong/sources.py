"""Shocks of laws with sources and with written fluxes: wrong speeds, forbidden and reversed jumps.

Each answer solves its equation on both sides of the jump. A jump from a (left) to b (right) moves
at (f(b) - f(a))/(b - a), whatever the source is; for f convex it must fall, for f concave rise.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from attacks.cases import LINE, Attack, cauchy, on_face, statement

KIND = "source"
_SPEED = "the jump does not move at [f]/[u]"
_RISES = "the jump rises, and f is convex: a fan opens instead"
_FALLS = "the jump falls, and f is concave: a fan opens instead"
_DENSITY = "what is kept is not u: the speed is that of another law"
_BACK = "data at the end reverse time, and with it the jump that is allowed"


def attacks() -> Iterator[Attack]:
    """Every such jump."""
    for equations, answers, reason in _ROWS:
        for equation, answer in product(equations, answers):
            yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason)
    for equation, answer in _AT_THE_END:
        data = on_face(answer, ("x", "t"), t=1)
        stated = statement(equation, {**LINE, "t": (0, 1)}, [("t = 1", f"u = {data}")])
        yield Attack(KIND, stated, {"u": answer}, _BACK)


Row = tuple[Sequence[str], Sequence[str], str]
"""Equations, the answers to each, and why they are wrong."""
_DAMPED = ("u_t + u*u_x + u = 0", "u_t + diff(u^2/2, x) = -u", "-u_t - diff(u^2, x)/2 - u = 0")
_DRIVEN = ("u_t + u*u_x = 1", "u_t + diff(u^2/2, x) = 1")
_WAVES = ("u_t + u*u_x = 0", "u_t + diff(u^2/2, x) = 0", "2*u_t + diff(u^2, x) = 0")
_N = "(x/(1 + t))*(1 {} sign(x^2 - ({})))/2"
_ROWS: Sequence[Row] = (
    (_DAMPED, ("exp(-t)*sign(x)", "exp(-t)*(1 + sign(x - (1 - exp(-t))/2))/2"), _RISES),
    (
        _DAMPED,
        (
            "exp(-t)*(1 - sign(x - t/2))/2",
            "exp(-t)*(1 - sign(x - (1 - exp(-t))))/2",
            "exp(-t)*(1 - sign(x))/2",
            "exp(-t)*(2 - sign(x - (1 - exp(-t))))",
        ),
        _SPEED,
    ),
    (_DRIVEN, ("t + sign(x - t^2/2)", "t + 2*sign(x - t^2/2)"), _RISES),
    (_DRIVEN, ("t - sign(x)", "t - sign(x - t^2)", "t - sign(x - t/2)"), _SPEED),
    (("u_t - u*u_x + u = 0", "u_t = diff(u^2/2, x) - u"), ("-exp(-t)*sign(x)",), _FALLS),
    (("u_t - diff(exp(u), x) = 1",), ("t - sign(x + sinh(1)*(exp(t) - 1))",), _FALLS),
    (("u_t + diff(exp(u), x) = 1",), ("t + sign(x - sinh(1)*(exp(t) - 1))",), _RISES),
    (
        ("u_t + diff(exp(u), x) = 1",),
        ("t - sign(x - sinh(1)*t)", "t - sign(x - exp(t) + 1)", "t - sign(x)"),
        _SPEED,
    ),
    (
        ("u_t + diff(exp(u), x) = 0", "u_t = -diff(exp(u), x)"),
        ("sign(x - sinh(1)*t)", "1 + sign(x - (exp(2) - 1)*t/2)"),
        _RISES,
    ),
    (
        ("u_t + diff(exp(u), x) = 0",),
        ("-sign(x - t)", "-sign(x)", "1 - sign(x - exp(1)*t)", "-sign(x - cosh(1)*t)"),
        _SPEED,
    ),
    (("u_t + diff(cosh(u), x) = 0", "u_t + diff(u^4, x) = 0"), ("sign(x)",), _RISES),
    (("u_t + diff(sqrt(1 + u^2), x) = 0",), ("sign(x)", "1 + sign(x - (sqrt(5) - 1)*t/2)"), _RISES),
    (("u_t + diff(sqrt(1 + u^2), x) = 0",), ("1 - sign(x - t)", "1 - sign(x - t/2)"), _SPEED),
    (("u_t + diff(u^2 + exp(u), x) = 0",), ("-sign(x - exp(1)*t)",), _SPEED),
    (("diff(u^2/2, t) + diff(u^3/3, x) = 0",), ("1 - sign(x - t)", "3 - sign(x - 3*t)"), _DENSITY),
    (("diff(exp(u), t) + diff(exp(2*u)/2, x) = 0",), ("1 - sign(x - sinh(1)*t)",), _DENSITY),
    (("diff(u, t) + u_t + diff(u^2/2, x) = 0",), ("1 - sign(x - t)", "-1 - sign(x + t)"), _SPEED),
    (("2*u_t + diff(u^2/2, x) = 0", "u_t/3 + u*u_x = 0"), ("1 - sign(x - t)",), _SPEED),
    (("u_t + diff(x*u^2/2, x) = u^2/2",), ("1 - sign(x - t)",), "the speed at x is x, not 1"),
    (_WAVES, (_N.format("+", "1 + t"), _N.format("+", "4 + 4*t")), _RISES),
    (
        _WAVES,
        tuple(_N.format("-", place) for place in ("1 + 2*t", "1 + t/2", "1", "(1 + t)^2")),
        _SPEED,
    ),
    (
        ("u_t + u*u_x + u_x = 0",),
        (_N.format("-", "1 + t"), _N.format("-", "1 + t").replace("x", "(x + t)")),
        "u + 1 is the speed: the wave is to be carried along x = t",
    ),
)
_AT_THE_END = (
    ("u_t + u*u_x = 0", "-sign(x)"),
    ("u_t + u*u_x + u = 0", "-exp(-t)*sign(x)"),
    ("u_t + diff(exp(u), x) = 0", "-sign(x - sinh(1)*t)"),
    ("u_t + u*u_x = 1", "t - sign(x - t^2/2)"),
    ("u_t + u*u_x = 0", "(x/(1 + t))*(1 - sign(x^2 - 1 - t))/2"),
)
