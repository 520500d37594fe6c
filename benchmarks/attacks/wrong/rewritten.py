"""Statements rewritten so that their meaning changes, with the answer of the old meaning.

Swapping the sides of a stationary first-order equation turns its orientation; expanding a
divergence drops the jump of its coefficient; multiplying a conservation law by a function of u
changes the speed of its shocks; terminal data in place of initial ones turn the kinks round.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, Statement, cauchy, dirichlet, statement

KIND = "rewritten"
_DISTANCES: tuple[tuple[str, str, str, Box], ...] = (
    ("abs(u_x)", "1", "1 - abs(x)", LINE),
    ("u_x^2", "1", "1 - abs(x)", LINE),
    ("abs(u_x)", "1", "min(x + 1, 2 - x)", LINE),
    ("2*abs(u_x)", "2", "3 - abs(x - 1/3)", LINE),
    ("sqrt(u_x^2 + u_y^2)", "1", "1 - max(abs(x), abs(y))", PLANE),
    ("u_x^2 + u_y^2", "1", "1 - max(abs(x), abs(y))", PLANE),
    ("abs(u_x) + abs(u_y)", "1", "1 - max(abs(x), abs(y))", PLANE),
    ("abs(u_x) + abs(u_y)", "2", "-abs(x) - abs(y)", PLANE),
    ("sqrt(u_x^2 + u_y^2)", "1", "-sqrt(x^2 + y^2)", PLANE),
    ("u_x^2 + u_y^2", "1", "-sqrt((x - 1/3)^2 + y^2)", PLANE),
    ("max(abs(u_x), abs(u_y))", "1", "-abs(x) - abs(y)", PLANE),
    ("abs(u_x)", "exp(-abs(x))", "exp(-abs(x))", LINE),
    ("u_x^4", "16", "-2*abs(x)", LINE),
)
"""Left, right, and the viscosity solution of left = right, which has a peak inside."""
_TURNS = (
    "{right} = {left}",
    "-({left}) = -({right})",
    "{right} - ({left}) = 0",
    "0 = {left} - {right}",
    "-2*({left}) + 2*({right}) = 0",
    "1/10*({right}) = 1/10*({left})",
)
"""Ways to write right - left = 0."""


def attacks() -> Iterator[Attack]:
    """Every rewriting that changes what is asked."""
    yield from _swapped()
    yield from _expanded()
    yield from _multiplied()
    yield from _backwards()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _swapped() -> Iterator[Attack]:
    reason = "turned round, the equation forbids peaks: at the top 0 is a supergradient, F(0) > 0"
    for (left, right, answer, box), turn in product(_DISTANCES, _TURNS):
        equation = turn.format(left=left, right=right)
        yield _made(dirichlet(equation, answer, box), answer, reason)


def _expanded() -> Iterator[Attack]:
    """The kinked answer of a transmission problem, the divergence carried out without its jump."""
    reason = "where the divergence is carried out and the jump dropped, u'' = 0 holds across 0"
    for ratio, spot in product(("2", "3", "1/2", "10"), ("0", "1/3", "-1/4")):
        step = f"(({ratio}) + 1 + (({ratio}) - 1)*sign(x - ({spot})))/2"
        kinked = f"max(x - ({spot}), 0)/({ratio}) + min(x - ({spot}), 0)"
        for equation in (f"{step}*u_xx = 0", f"u_xx*({step}) + 0*u_x = 0", f"-({step})*u_xx = 0"):
            yield _made(dirichlet(equation, kinked), kinked, reason)
        plane = f"{step}*u_xx + {step}*u_yy = 0"
        yield _made(dirichlet(plane, kinked, PLANE), kinked, reason)
        heat = f"u_t = {step}*u_xx"
        yield _made(cauchy(heat, kinked), kinked, reason)


def _multiplied() -> Iterator[Attack]:
    """Burgers' shock in the conservation law of another power of u."""
    laws = (
        ("diff(u^2/2, t) + diff(u^3/3, x) = 0", "the speed of this law is 2(a^2+ab+b^2)/(3(a+b))"),
        ("diff(u^3/3, t) + diff(u^4/4, x) = 0", "the speed of this law is that of u^4/4 and u^3/3"),
        ("diff(exp(u), t) + diff((u - 1)*exp(u), x) = 0", "the speed is that of exp(u)"),
        ("diff(u^2, t) + diff(2*u^3/3, x) = 0", "the speed of this law is 2(a^2+ab+b^2)/(3(a+b))"),
        (
            "diff(u + u^2/2, t) + diff(u^2/2 + u^3/3, x) = 0",
            "the speed is that of (1 + u) times it",
        ),
    )
    for (law, why), (a, b) in product(laws, (("1", "0"), ("2", "1"), ("3", "1/2"), ("5", "2"))):
        shock = f"(({a}) + ({b}))/2 - (({a}) - ({b}))/2*sign(x - (({a}) + ({b}))*t/2)"
        yield _made(cauchy(law, shock), shock, f"a shock at the speed of Burgers' law: {why}")


def _backwards() -> Iterator[Attack]:
    """Data moved from the start to the end, the equation left alone: the kink turns wrong."""
    reason = "with terminal data time is reversed first, and then this kink is forbidden"
    for h, speed in (
        ("u_x^2/2", "1/2"),
        ("abs(u_x)", "1"),
        ("u_x^4", "1"),
        ("cosh(u_x)", "cosh(1)"),
    ):
        for sign, kink in (("+", "-abs(x)"), ("-", "abs(x)")):
            answer = f"{kink} - (({sign}1)*({speed}))*t"
            data = f"u = {kink} - (({sign}1)*({speed}))*2"
            box = {**LINE, "t": (0, 2)}
            equation = f"u_t {sign} {h} = 0"
            yield _made(statement(equation, box, [("t = 2", data)]), answer, reason)
