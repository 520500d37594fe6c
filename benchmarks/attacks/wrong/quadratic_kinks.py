"""Kinks and jumps on circles, parabolas and hyperbolas: v = −b/2a ± √D, where D is not negative.

The kink is forbidden on one of the two branches, on a circle that is very small, or for some values
of a parameter alone.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet

KIND = "quadratic kink"
_VALLEY = "a valley where {} vanishes: F is negative at slopes in D⁻u"
_CURVES: Sequence[tuple[str, str, str]] = (
    ("x^2 + y^2 - 1/4", "2*x", "2*y"),
    ("x^2 + y^2 - 10^(-12)", "2*x", "2*y"),
    ("x^2 + 4*y^2 - 1/2", "2*x", "8*y"),
    ("x^2 - y^2 - 1/4", "2*x", "2*y"),
    ("x^2 + x*y + y^2 - 1/3", "(2*x + y)", "(x + 2*y)"),
    ("(x - 1/2)^2 + y^2 - 1/9", "(2*x - 1)", "2*y"),
    ("(x - 1)^2 + (y - 1)^2 - 1/4", "2*(x - 1)", "2*(y - 1)"),
    ("y^2 - x + 1/2", "1", "2*y"),
    ("x^2 + y^2 - 2 + 1/1000", "2*x", "2*y"),
    ("x^2 + y^2 - 1", "2*x", "2*y"),
    ("2*x^2 + y^2 - 1/3", "4*x", "2*y"),
    ("x^2 + y^2 + x - y", "(2*x + 1)", "(2*y - 1)"),
)
"""A guard with its slopes (but for their signs)."""


def attacks() -> Iterator[Attack]:
    """Valleys, deltas, jumps in time, and parameters."""
    for guard, first, second in _CURVES:
        valley = _VALLEY.format(guard)
        square = f"({first})^2 + ({second})^2"
        for equation in (
            f"u_x^2 + u_y^2 = {square}",
            f"abs(u_x) + abs(u_y) = abs({first}) + abs({second})",
        ):
            yield _made(equation, f"abs({guard})", valley)
        yield _made(f"u + u_x^2 + u_y^2 = abs({guard}) + {square}", f"abs({guard})", valley)
        yield _made(f"{square} = u_x^2 + u_y^2", f"-abs({guard})", "turned: a ridge, F concave")
    yield from _in_time()
    yield from _in_parameters()


def _made(equation: str, answer: str, reason: str, box: Box = PLANE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _in_time() -> Iterator[Attack]:
    """N-waves turned inside out, and kinks that travel on parabolas."""
    fan = "where x² = c·(1 + t) the jump rises from 0: a fan opens instead"
    for law, c in product(("u_t + u*u_x = 0", "u_t + diff(u^2/2, x) = 0"), ("1", "1/9", "10^(-8)")):
        answer = f"x/(1 + t)*(1 + sign(x^2 - {c}*(1 + t)))/2"
        yield Attack(KIND, cauchy(law, answer), {"u": answer}, fan)
    speed = "one of the two jumps has another speed: it moves at u/2"
    for place in ("x^2 - x*t/7 - 1 - t", "x^2 - 1 - t - t^2/10", "(x - t/9)^2 - 1 - t"):
        answer = f"x/(1 + t)*(1 - sign({place}))/2"
        yield Attack(KIND, cauchy("u_t + u*u_x = 0", answer), {"u": answer}, speed)
    valley = "a valley on the parabola: u_t + u_x² is negative between the slopes"
    for answer in ("max(x^2/(4*(1 + t)), 1)", "max(x^2/(4*(1 + t)), 1/100)"):
        yield Attack(KIND, cauchy("u_t + u_x^2 = 0", answer), {"u": answer}, valley)
        yield Attack(
            KIND,
            cauchy("-u_t - u_x^2 = 0", answer),
            {"u": answer},
            "signs do not matter: " + valley,
        )
    ridge = "a ridge on the parabola, and F is concave"
    for answer in ("min(-x^2/(4*(1 + t)), -1)", "-max(x^2/(4*(1 + t)), 1/9)"):
        yield Attack(KIND, cauchy("u_t - u_x^2 = 0", answer), {"u": answer}, ridge)
    shifted = "max((x - 1)^2/(4*(1 + t)), (x + 1)^2/(8*(1 + t/2)))"
    stated = cauchy("u_t + u_x^2 = 0", shifted, LINE)
    yield Attack(KIND, stated, {"u": shifted}, "a valley where two parabolas cross")


def _in_parameters() -> Iterator[Attack]:
    """A circle that is there for some values of its radius alone."""
    reason = "for k > 0 a valley on the circle of radius √k"
    eikonal = "u_x^2 + u_y^2 = 4*x^2 + 4*y^2"
    for low, high in ((-1, 1), (0, 1), (-1, "1/1000"), ("-1/2", "10^(-9)")):
        stated = dirichlet(eikonal, "abs(x^2 + y^2 - k)", PLANE, {"k": [low, high]})
        yield Attack(KIND, stated, {"u": "abs(x^2 + y^2 - k)"}, reason)
    for guard, equation in (
        ("x^2 + k*x - 1/4", "u_x^2 = (2*x + k)^2"),
        ("x^2 - k", "u_x^2 = 4*x^2"),
        ("x^2 + 2*k*x + k^2 - k", "u_x^2 = 4*(x + k)^2"),
    ):
        stated = dirichlet(equation, f"abs({guard})", LINE, {"k": [-1, 1]})
        yield Attack(KIND, stated, {"u": f"abs({guard})"}, _VALLEY.format(guard))
        stated = dirichlet("u_xx = 2", f"abs({guard})", LINE, {"k": [-1, 1]})
        yield Attack(KIND, stated, {"u": f"abs({guard})"}, "u_xx = −2 between the zeros")
