"""Wrong viscosity solutions: the equation holds almost everywhere and the kinks are wrong.

The kinks are wrong on a surface, on an edge, at a point, far out, or at some values of a parameter.
Where the shape depends on a Hamiltonian's values, `hamiltonians` compares them with the chord.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from attacks.cases import (
    LINE,
    PLANE,
    SPACE,
    Attack,
    Box,
    Statement,
    cauchy,
    dirichlet,
    statement,
)
from attacks.wrong.hamiltonians import HAMILTONIANS, Extreme, breaks_the_inequality

KIND = "viscosity"
_NORMS = {
    "max(abs(x), abs(y))": (
        "p^2 + q^2",
        "abs(p) + abs(q)",
        "sqrt(p^2 + q^2)",
        "max(abs(p), abs(q))",
    ),
    "abs(x) + abs(y)": ("(p^2 + q^2)/2", "abs(p*q)", "p^2*q^2", "max(abs(p), abs(q))", "abs(p)"),
    "max(abs(x + y), abs(x - y))": ("(p^2 + q^2)/2", "max(abs(p), abs(q))", "(abs(p) + abs(q))/2"),
}
"""Norms with Hamiltonians that are 1 at almost every gradient of the norm, and 0 at 0."""
_POINT = "0 is a subgradient at the centre, and there u_t + H(0) is negative"


def attacks() -> Iterator[Attack]:
    """Every way to keep a forbidden kink."""
    yield from _corners()
    yield from _edges()
    yield from _moving_kinks()
    yield from _parameters()
    yield from _bubbles()
    yield from _ridges()
    yield from _terminal()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _hamiltonian(text: str, p: str = "u_x", q: str = "u_y") -> str:
    return re.sub(r"\bq\b", q, re.sub(r"\bp\b", p, text))


def _corners() -> Iterator[Attack]:
    """A norm that sinks as a whole: wrong at its centre only."""
    for norm, hamiltonians in _NORMS.items():
        for text, (a, b), size in product(hamiltonians, (("0", "0"), ("1/3", "1/5")), (1, 2)):
            moved = norm if a == "0" else _moved(norm, a, b)
            equation = f"u_t + {_hamiltonian(text)} = 0"
            box = {"x": (-5 * size, 5 * size), "y": (-5 * size, 5 * size)}
            for time in ((0, "1/2"), (0, 1)):
                made = cauchy(equation, moved, box, time)
                yield _made(made, f"{moved} - t", _POINT)
            turned = f"u_t - ({_hamiltonian(text)}) = 0"
            yield _made(cauchy(turned, f"-({moved})", box), f"t - ({moved})", _POINT + " (turned)")


def _moved(norm: str, a: str, b: str) -> str:
    return re.sub(r"\by\b", f"(y - {b})", re.sub(r"\bx\b", f"(x - {a})", norm))


def _edges() -> Iterator[Attack]:
    """The same with one more variable: wrong along a line; and with a smooth part added."""
    reason = "the subgradients along the edge x = y = 0 hold a vector at which the inequality fails"
    for norm, hamiltonians in _NORMS.items():
        for text in hamiltonians:
            flat = f"u_t + {_hamiltonian(text)} = 0"
            yield _made(cauchy(flat, norm, SPACE), f"{norm} - t", reason)
            drift = f"u_t + {_hamiltonian(text)} + u_z = 0"
            yield _made(cauchy(drift, f"{norm} + z", SPACE), f"{norm} + z - 2*t", reason)
            square = f"u_t + {_hamiltonian(text)} + u_z^2/2 = 0"
            smooth = "z^2/(2*(1 + t))"
            made = cauchy(square, f"{norm} + z^2/2", SPACE)
            yield _made(made, f"{norm} + {smooth} - t", reason)


def _moving_kinks() -> Iterator[Attack]:
    """Two planes that meet: max or min of two exact solutions, against the Hamiltonian's shape."""
    slopes = [Fraction(text) for text in ("-2", "-1", "0", "1/3", "1")]
    for text, (a, b), shape in product(
        HAMILTONIANS, combinations(slopes, 2), (Extreme.MAX, Extreme.MIN)
    ):
        if not breaks_the_inequality(text, float(a), float(b), shape):
            continue
        lines = ", ".join(f"({s})*x - ({_hamiltonian(text, f'({s})')})*t" for s in (a, b))
        data = f"{shape.value}(({a})*x, ({b})*x)"
        reason = f"between the slopes {a} and {b} the Hamiltonian leaves its chord the wrong way"
        made = cauchy(f"u_t + {_hamiltonian(text)} = 0", data)
        yield _made(made, f"{shape.value}({lines})", reason)


def _parameters() -> Iterator[Attack]:
    """Right for some values of a parameter and wrong for others."""
    reason = "for the values of k with a positive factor the valley must be rounded"
    factors = (
        "k",
        "k - 1/2",
        "relu(k - 999/1000)",
        "(k - 1/3)^2 - 10^(-12)",
        "k^3",
        "sin(3*k)",
        "10^(-30)*relu(k - 9/10)",
        "k*abs(k)",
        "k - sqrt(2)/2",
        "max(k, 0)^3",
        "10^(-9)*k",
    )
    for factor, h in product(factors, ("u_x^2/2", "abs(u_x)/2", "u_x^4/2", "sqrt(u_x^2)/2")):
        equation = f"u_t + ({factor})*{h} = 0"
        made = cauchy(equation, "abs(x)", parameters={"k": [-1, 1]})
        yield _made(made, f"abs(x) - ({factor})*t/2", reason)
        made = cauchy(equation, "-abs(x)", parameters={"k": [-1, 1]})
        if not factor.startswith(("relu", "max", "10^(-30)")):
            yield _made(made, f"-abs(x) - ({factor})*t/2", reason.replace("positive", "negative"))


def _bubbles() -> Iterator[Attack]:
    """A dent with convex kinks below a true solution, for any depth and any spot."""
    reason = "a dent |x - c|/n - t/(2n^2) has a convex kink at c, where u_t + H is negative"
    for c, n in product(
        ("3/4", "-1/2", "sqrt(2)/3", "5", "1/10^6"), ("10", "1000", "10^6", "10^20")
    ):
        dent = f"min(0, abs(x - {c})/{n} - t/(2*({n})^2))"
        yield _made(cauchy("u_t + u_x^2/2 = 0", "0"), dent, reason)
        hump = f"max(0, t/(2*({n})^2) - abs(x - {c})/{n})"
        yield _made(cauchy("u_t - u_x^2/2 = 0", "0"), hump, reason + " (turned)")
        front = f"min(0, abs(x - {c}) - t)"
        yield _made(cauchy(f"u_t + abs(u_x)*({n})/({n}) = 0", "0"), front, reason)
        cone = f"min(0, sqrt((x - {c})^2 + y^2)/{n} - t/{n})"
        yield _made(cauchy("u_t + sqrt(u_x^2 + u_y^2) = 0", "0", PLANE), cone, reason)


_RING = "sqrt((sqrt(x^2 + y^2) - 1/2)^2 + z^2)"
_MIXED: tuple[tuple[str, Box], ...] = (
    ("abs(abs(x) - 1/2)", LINE),
    ("max(abs(x) - 1/2, 1/4 - abs(x))", LINE),
    ("min(abs(x - 1/2), abs(x + 1/2))", LINE),
    ("abs(abs(abs(x) - 1/2) - 1/4)", LINE),
    ("abs(sqrt(x^2 + y^2) - 1/2)", PLANE),
    ("sqrt((sqrt(x^2 + y^2) - 1/2)^2)", PLANE),
    ("abs(max(abs(x), abs(y)) - 1/2)", PLANE),
    ("min(sqrt((x - 1/2)^2 + y^2), sqrt((x + 1/2)^2 + y^2))", PLANE),
    ("min(abs(x), sqrt((x - 1/2)^2 + y^2))", PLANE),
    ("max(1/2 - sqrt(x^2 + y^2), sqrt(x^2 + y^2) - 1/2)", PLANE),
    (_RING, SPACE),
    ("sqrt(4*(sqrt(x^2 + y^2) - 1/2)^2 + 4*z^2)/2", SPACE),
    ("sqrt(x^2 + y^2 + z^2 + 1/4 - sqrt(x^2 + y^2))", SPACE),
    ("abs(sqrt(x^2 + y^2 + z^2) - 1/2)", SPACE),
)
"""Gradients of length 1; a ridge or peak somewhere and a valley or pit elsewhere."""


def _ridges() -> Iterator[Attack]:
    """Distances with kinks of both shapes, each of which one orientation forbids."""
    reason = "it has a peak or ridge and a pit or valley: either orientation forbids one of them"
    for (kinked, box), sign in product(_MIXED, ("", "-")):
        squares = " + ".join(f"u_{name}^2" for name in box)
        for equation in (
            f"{sign}sqrt({squares}) = {sign}1",
            f"{sign}({squares}) = {sign}1",
            f"0 = {sign}(1 - sqrt({squares}))",
        ):
            yield _made(dirichlet(equation, kinked, box), kinked, reason)
        evolution = f"u_t {sign or '+'} sqrt({squares}) = 0"
        answer = f"{kinked} {'+' if sign else '-'} t"
        yield _made(cauchy(evolution, kinked, box), answer, reason)


_TERMINAL = (
    "u = -abs(x)",
    "2*u = -2*abs(x)",
    "u + abs(x) = 0",
    "-u = abs(x)",
    "u - 1 = -1 - abs(x)",
    "0 = -u - abs(x)",
    "u/3 = -abs(x)/3",
    "u = min(x, -x)",
    "exp(u) = exp(-abs(x))",
    "-abs(x) = u",
    "u + x = x - abs(x)",
    "u = -sqrt(x^2)",
)


def _terminal() -> Iterator[Attack]:
    """Terminal data in many spellings: the peak that would be right for initial data is wrong."""
    reason = "run backwards from t = T the equation is v_s - H = 0, and a peak is forbidden"
    for spelled, end in product(_TERMINAL, ("1", "2", "1/2")):
        for h, speed in (
            ("u_x^2/2", "1/2"),
            ("abs(u_x)", "1"),
            ("u_x^4", "1"),
            ("sqrt(1 + u_x^2)", "sqrt(2)"),
        ):
            box = {**LINE, "t": (0, end)}
            made = statement(f"u_t + {h} = 0", box, [(f"t = {end}", spelled)])
            yield _made(made, f"-abs(x) + ({speed})*({end} - t)", reason)
