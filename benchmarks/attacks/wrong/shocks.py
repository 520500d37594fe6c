"""Discontinuous answers to scalar conservation laws: wrong speeds and forbidden jumps.

With flux f a jump from a (left) to b (right) moves at s = (f(b) - f(a))/(b - a), and is admissible
only if the chord lies below f for a < b, and above f for a > b (Oleinik).
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from types import MappingProxyType

from attacks.cases import Attack, Statement, cauchy

KIND = "shock"
_Flux = Callable[[float], float]
FLUXES: Mapping[str, tuple[str, _Flux]] = MappingProxyType(
    {
        "u^2/2": ("u*u_x", lambda u: u * u / 2),
        "-u^2/2": ("-u*u_x", lambda u: -u * u / 2),
        "u^3/3": ("u^2*u_x", lambda u: u**3 / 3),
        "u^4/4": ("u^3*u_x", lambda u: u**4 / 4),
        "u - u^2": ("(1 - 2*u)*u_x", lambda u: u - u * u),
        "u^3 - u": ("(3*u^2 - 1)*u_x", lambda u: u**3 - u),
        "cos(u)": ("-sin(u)*u_x", math.cos),
        "exp(u)": ("exp(u)*u_x", math.exp),
        "u^2/(u^2 + (1 - u)^2)": (
            "diff(u^2/(u^2 + (1 - u)^2), x)",
            lambda u: u * u / (u * u + (1 - u) ** 2),
        ),
        "u^4 - 2*u^2": ("(4*u^3 - 4*u)*u_x", lambda u: u**4 - 2 * u * u),
        "u*abs(u)/2": ("abs(u)*u_x", lambda u: u * abs(u) / 2),
        "sinh(u)": ("cosh(u)*u_x", math.sinh),
        "atan(u)": ("u_x/(1 + u^2)", math.atan),
    }
)
"""The flux, the same law carried out, and the flux as a function."""
_STATES = tuple(Fraction(text) for text in ("-1", "0", "1", "2"))
_STEPS = 128
_MARGIN = 1e-9


def attacks() -> Iterator[Attack]:
    """Jumps of every law: at a wrong speed, and at the right one where it is forbidden."""
    for index, (text, (a, b)) in enumerate(product(FLUXES, permutations(_STATES, 2))):
        yield from _jumps(index, text, a, b)
    yield from _several()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _law(index: int, flux: str) -> str:
    """One of the ways to write the law that keep its meaning."""
    carried = FLUXES[flux][0]
    return (f"u_t + {carried} = 0", f"u_t + diff({flux}, x) = 0", f"diff(u, t) = -diff({flux}, x)")[
        index % 3
    ]


def _jump(a: Fraction, b: Fraction, speed: str, at: str = "x") -> str:
    return f"({(a + b) / 2}) + ({(b - a) / 2})*sign({at} - ({speed})*t)"


def _speed(flux: str, a: Fraction, b: Fraction) -> str:
    return f"(({flux.replace('u', f'({b})')}) - ({flux.replace('u', f'({a})')}))/({b - a})"


def _jumps(index: int, flux: str, a: Fraction, b: Fraction) -> Iterator[Attack]:
    equation = _law(index, flux)
    exact = _speed(flux, a, b)
    for off in ("1/4", "-1/2", "10^(-12)", "10^(-60)")[index % 2 :: 2]:
        answer = _jump(a, b, f"{exact} + {off}")
        made = cauchy(equation, answer)
        yield _made(made, answer, f"Rankine-Hugoniot asks for the speed {exact}")
    if not admissible(FLUXES[flux][1], float(a), float(b)):
        for at in ("x", "x - 1/3"):
            answer = _jump(a, b, exact, at)
            yield _made(cauchy(equation, answer), answer, "Oleinik's entropy condition fails")


def admissible(flux: _Flux, left: float, right: float) -> bool:
    """Whether no state between lies on the wrong side of the chord by more than the margin."""
    for step in range(1, _STEPS):
        share = step / _STEPS
        chord = (1 - share) * flux(left) + share * flux(right)
        gap = flux((1 - share) * left + share * right) - chord
        if (gap < -_MARGIN) if left < right else (gap > _MARGIN):
            return False
    return True


def _several() -> Iterator[Attack]:
    """Jumps that appear out of nothing, in pairs, late, or only far out."""
    law = "u_t + u*u_x = 0"
    reason = "a jump from below to above is forbidden for a convex flux"
    for size in ("1", "1/10", "1/10^6", "10"):
        pair = f"({size})/2*(sign(x + ({size})*t/2) - sign(x - ({size})*t/2))*sign(t)"
        split = f"({size})/2*(2*sign(x) - sign(x - ({size})*t/2) - sign(x + ({size})*t/2))"
        yield _made(cauchy(law, "0"), split, reason)
        yield _made(cauchy(law, "0"), f"({pair})*sign(x)", reason)
        yield _made(cauchy(law, "0"), split.replace("x", "(x - 40)"), reason)
