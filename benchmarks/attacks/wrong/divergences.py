"""Statements whose derivatives are no functions: products with measures, mixed ones, many branches.

A mixed derivative of a kink that travels is a measure in whichever order it is written. A product
of a jump and a measure has no meaning of its own, and with Volpert's mean it does not cancel what
its expansion cancels. atan(tan p) and atan(p) + atan(1/p) are of first degree on each branch alone.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from attacks.cases import LINE, PLANE, Attack, Statement, cauchy, dirichlet, on_face, statement

KIND = "divergence"
_PROFILES = ("abs(R)", "relu(R)", "max(R, 3*R)", "R - 2*abs(R)")
_RAYS = (("1", "0"), ("1/2", "1/4"), ("-2", "1/3"))
"""The speed and the start of R = x - c·y - s, or with t for y."""
_MIXED = (
    "diff(2*u_A, B) = 0",
    "diff(u_A + sin(A), B) = 0",
    "diff(u_A + A*B, B) = A",
    "diff(3*u, A, B) = 0",
    "diff(diff(2*u, A), B) = 0",
    "diff(2*diff(u, A), B) = 0",
    "diff((A + 9)*u_A, B) = 0",
    "-diff(u_A/3, B) = 0*u",
)
_MIXED_THRICE = ("diff(2*u_xx, t) = 0", "diff(2*u, x, 2, t) = 0", "diff(diff(3*u_x, x), t) = 0")
_Power = Callable[[Fraction], Fraction]
_POWERS: Mapping[str, _Power] = MappingProxyType(
    {
        "u": lambda u: u,
        "u^2": lambda u: u**2,
        "u^2/2": lambda u: u**2 / 2,
        "u^3/3": lambda u: u**3 / 3,
        "u^4/4": lambda u: u**4 / 4,
        "u^5/5": lambda u: u**5 / 5,
    }
)
_PRODUCTS = (
    ("u^3/3", "u", "u^2/2"),
    ("u^4/4", "u^2", "u^2/2"),
    ("u^4/4", "u", "u^3/3"),
    ("u^5/5", "u", "u^4/4"),
    ("u^5/5", "u^2", "u^3/3"),
)
"""k, g and h with k' = g·h': smooth functions do not tell k(u)_x from g(u)·h(u)_x."""
_STATES = tuple((Fraction(a), Fraction(b)) for a, b in ((2, 0), (1, 0), (3, 1), (2, -1), (0, -2)))


def attacks() -> Iterator[Attack]:
    """Every statement of this kind."""
    yield from _mixed()
    yield from _mixed_systems()
    yield from _products_with_shocks()
    yield from _products_with_kinks()
    yield from _tangents()
    yield from _hidden_signs()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _along(profile: str, ray: tuple[str, str], other: str) -> str:
    return profile.replace("R", f"(x - ({ray[0]})*{other} - ({ray[1]}))")


def _mixed() -> Iterator[Attack]:
    """With u = g(x - c·t - s), u_x jumps by [g'] on the ray, so (u_x)_t = -c·[g']·δ with c ≠ 0."""
    reason = "the slope jumps on a ray that is not parallel to an axis: its derivative is a measure"
    for form, profile, ray in product(_MIXED, _PROFILES, _RAYS):
        for first, second in (("x", "t"), ("t", "x")):
            answer = _along(profile, ray, "t")
            equation = form.replace("A", first).replace("B", second)
            yield _made(cauchy(equation, answer), answer, reason)
        answer = _along(profile, ray, "y")
        equation = form.replace("A", "y").replace("B", "x")
        yield _made(dirichlet(equation, answer, PLANE), answer, reason)
    for equation, profile, ray in product(_MIXED_THRICE, ("R*abs(R)", "relu(R)^2"), _RAYS):
        answer = _along(profile, ray, "t")
        yield _made(cauchy(equation, answer), answer, f"{reason} (the second slope here)")


def _mixed_systems() -> Iterator[Attack]:
    """The same beside an equation that holds."""
    reason = "the slope jumps on a ray that is not parallel to an axis: its derivative is a measure"
    systems = (
        (("diff(u_y + v, x) = 0", "v = 0"), "0"),
        (("diff(u_y + 2*v_y, x) = 0", "v = u"), "u"),
        (("diff(2*u, y, x) = v", "v_x + v_y = 0"), "0"),
    )
    for (equations, second), profile, ray in product(systems, _PROFILES, _RAYS):
        first = _along(profile, ray, "y")
        answer = {"u": first, "v": first if second == "u" else second}
        conditions = [
            ("x = -1", f"{name} = {on_face(text, PLANE, x=-1)}") for name, text in answer.items()
        ]
        stated = statement(equations, PLANE, conditions, unknowns=("u", "v"))
        yield Attack(KIND, stated, answer, reason)


def mean(power: str, left: Fraction, right: Fraction) -> Fraction:
    """The mean of a power between two states, by Simpson's rule: exact up to the third degree."""
    width, value = right - left, _POWERS[power]
    return (value(left) + 4 * value(left + width / 2) + value(right)) / 6


def is_balanced(k: str, g: str, h: str, left: Fraction, right: Fraction) -> bool:
    """Whether [k] = ḡ·[h] with Volpert's mean: then the two terms cancel at a jump too."""
    jumps = [_POWERS[name](right) - _POWERS[name](left) for name in (k, h)]
    return jumps[0] == mean(g, left, right) * jumps[1]


def _products_with_shocks() -> Iterator[Attack]:
    """u_t + (u²/2)_x + c·(k(u)_x - g(u)·h(u)_x) = 0, Burgers' shock: the bracket is not 0."""
    reason = "the product of a jump and a measure does not cancel the other divergence"
    for (k, g, h), (a, b), c in product(_PRODUCTS, _STATES, ("1", "-1", "3")):
        if is_balanced(k, g, h, a, b):
            continue
        answer = f"({(a + b) / 2}) + ({(b - a) / 2})*sign(x - ({(a + b) / 2})*t)"
        extra = f"{c}*diff({k}, x) - {c}*{g}*diff({h}, x)".replace("--1*", "+ ").replace(
            "- -1", "+ 1"
        )
        yield _made(cauchy(f"u_t + diff(u^2/2, x) + {extra} = 0", answer), answer, reason)


def _products_with_kinks() -> Iterator[Attack]:
    """g(u)·u_xx with u = 1 + |R|: the delta has the factor 2·g(1), which is not 0."""
    reason = "the second derivative of a kink is a delta, and its factor is not 0 there"
    factors = ("u", "(1 + u^2)", "exp(u)", "sin(u)", "u^3")
    for g, start in product(factors, ("0", "1/3", "-1/4")):
        answer = f"1 + abs(x - ({start}))"
        for equation in (f"{g}*diff(2*u_x, x) = 0", f"u_t = {g}*diff(u + x, x, 2)"):
            if "u_t" in equation:
                yield _made(cauchy(equation, answer), answer, reason)
            else:
                yield _made(dirichlet(equation, answer), answer, reason)


def _tangents() -> Iterator[Attack]:
    """F(p) = atan(tan p) = p on one branch and p - π on the next.

    Slopes q and q - π have the same F = q - π. Between them F is above that on the first branch and
    below it on the second: a valley is no supersolution and a peak no subsolution, and so for -F.
    """
    reason = "atan(tan(p)) is of first degree on each branch alone: no viscosity solution"
    for twelfths, kind, start in product((7, 8, 9, 10), ("max", "min"), ("0", "1/3", "-1/4")):
        place, value = f"(x - ({start}))", f"({twelfths - 12}*pi/12)"
        answer = f"{kind}({twelfths}*pi/12*{place}, {value}*{place})"
        half = f"{kind}({twelfths}*pi/24*{place}, {value}*{place}/2)"
        yield _made(_at_zero(f"atan(tan(u_x)) = {value}", answer), answer, reason)
        yield _made(_at_zero(f"{value} = atan(tan(u_x))", answer), answer, reason)
        yield _made(_at_zero(f"atan(tan(diff(2*u, x))) = {value}", half), half, reason)
        yield _made(cauchy(f"u_t + atan(tan(u_x)) = {value}", answer), answer, reason)


def _at_zero(equation: str, answer: str) -> Statement:
    return statement(equation, LINE, [("x = 0", f"u = {on_face(answer, LINE, x=0)}")])


def _hidden_signs() -> Iterator[Attack]:
    """S(p) = (2/π)·(atan w + atan 1/w), w = a(p - c), is sign(p - c) though its slope is 0.

    u_t + S(u_x) = 0 with the slopes c ± 1/a and the rates ∓1: between them q + S(p) is negative
    below c and positive above, so a valley is no supersolution and a peak no subsolution.
    """
    reason = "the equation jumps between the two slopes: no viscosity solution"
    for (a, c), kind, start in product(
        ((1, 1), (2, 1), (1, -1), (1, 2), (3, -2)), ("max", "min"), ("0", "1/3", "-1/4")
    ):
        place, slopes = f"(x - ({start}))", (c - Fraction(1, a), c + Fraction(1, a))
        answer = f"{kind}(({slopes[0]})*{place} + t, ({slopes[1]})*{place} - t)"
        w = f"({a}*(u_x - ({c})))"
        equation = f"u_t + 2/pi*(atan({w}) + atan(1/{w})) = 0"
        yield _made(cauchy(equation, answer), answer, reason)
