"""Fluxes that jump and do not balance: the equation holds off the peaks, and deltas are left there.

∂ⁿf leaves Σ [∂ᵐf]·δ^(n−1−m) at a jump. The attacks leave one order of δ unbalanced, or break a
hypothesis of the formula: one variable, coefficients without variables, bounded smooth fluxes.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet, statement

KIND = "flux that jumps"
Power = tuple[Fraction | int, int, int]
"""k, p and n of the term k·∂ⁿ(u_x^p) by x."""


def attacks() -> Iterator[Attack]:
    """Every way to leave a delta behind."""
    yield from _single_peaks()
    yield from _pairs()
    yield from _other_waves()
    yield from _corners()
    yield from _moving_corners()
    yield from _steady()
    yield from _broken()
    yield from _systems()
    yield from _hidden_deltas()


def family(b: str, speed: str = "1") -> str:
    """The b-family of Degasperis, Holm and Hone with its fluxes: Camassa and Holm's has b = 2.

    u − u_xx = 0 on both sides of a peak is enough for it to hold there.
    """
    flux = f"(({b}) + 1)/2*u^2 + (3 - ({b}))/2*u_x^2"
    times = "" if speed == "1" else f"{speed}*"
    return f"u_t - u_txx + {times}diff({flux}, x) - {times}diff(u^2/2, x, 3) = 0"


def rates(b: float, peaks: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """How fast height p and place q of each peak of Σ p·exp(−|x − q|) must change."""
    found: list[tuple[float, float]] = []
    for height, place in peaks:
        value = sum(p * math.exp(-abs(place - q)) for p, q in peaks)
        others = ((math.copysign(1, q - place), p, q) for p, q in peaks if q != place)
        slope = sum(side * p * math.exp(-abs(place - q)) for side, p, q in others)
        found.append(((1 - b) * height * slope, value))
    return found


def left_behind(terms: Sequence[Power], a: Fraction, b: Fraction) -> Mapping[int, Fraction]:
    """What Σ k·∂ⁿ(u_x^p) leaves at the corner of max(a·x, b·x): for each order of δ."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for k, p, n in terms:
        found[n - 1] += k * (max(a, b) ** p - min(a, b) ** p)
    return {order: size for order, size in found.items() if size}


def written(terms: Sequence[Power]) -> str:
    """The sum of such terms as text."""
    return " + ".join(f"({k})*diff(u_x^{p}, x, {n})" for k, p, n in terms)


def _made(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, cauchy(equation, answer, box), {"u": answer}, reason)


def _still(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


_PEAKS = (
    ("2", "t", "δ'", "its speed 1 is not its height 2"),
    ("1", "2*t", "δ'", "its speed 2 is not its height 1"),
    ("1", "-t", "δ'", "a peak of height 1 moves to the right"),
    ("-1", "t", "δ'", "an antipeak of height −1 moves to the left"),
    ("1", "0", "δ'", "a peak does not stand still"),
    ("1", "1001*t/1000", "δ'", "its speed is off by a thousandth"),
    ("1", "(1 + 10^(-30))*t", "δ'", "its speed is off by 10^(-30)"),
    ("1", "t^2/2", "δ'", "it has no constant speed"),
    ("1", "sin(t)", "δ'", "it slows down"),
    ("(1 + t)", "t + t^2/2", "δ", "a height that grows with the right speed leaves [u_tx]"),
    ("exp(-t)", "1 - exp(-t)", "δ", "a height that decays with the right speed leaves [u_tx]"),
    ("1/(1 + t)", "log(1 + t)", "δ", "a height that decays with the right speed leaves [u_tx]"),
    ("(1 + t)", "t", "both", "height grows and the speed does not follow"),
)


def _single_peaks() -> Iterator[Attack]:
    """One peak p(t)·exp(−|x − q(t)|); what is left is 2p(p − q')·δ' and 2p'·δ, up to signs."""
    for (p, q, order, why), b in product(_PEAKS, ("2", "3", "0", "-1")):
        answer = f"{p}*exp(-abs(x - ({q})))"
        yield _made(family(b), answer, f"{why}: {order} is left behind at the peak")
    reason = "the speed is k times the height, and stays 1 while k does not"
    for speed in ("k", "k^2", "(2 - k)", "sin(k)", "(1 + relu(k - 1999/1000))"):
        answer = "exp(-abs(x - t))"
        made = cauchy(family("2", speed), answer, parameters={"k": ["1/2", 2]})
        yield Attack(KIND, made, {"u": answer}, reason)
    reason = "with the factor t the peak has to be at t^2/2: the coefficient depends on time"
    for speed in ("t", "(1 + t)", "cos(t)^2", "(2 + x)"):
        yield _made(family("2", speed), "exp(-abs(x - t))", reason)


def _pairs() -> Iterator[Attack]:
    """Several peaks that do not feel each other as they must."""
    far = "rigid peaks: each has to move with u at its own place, which the other one changes"
    force = "the speeds are right, and the heights must change since b is not 1"
    for b in ("2", "3"):
        yield _made(family(b), "exp(-abs(x - t)) + exp(-abs(x - t - 3))", far)
        yield _made(family(b), "exp(-abs(x - t)) + 2*exp(-abs(x - 2*t - 1))", far)
        yield _made(family(b), "exp(-abs(x - t)) - exp(-abs(x + t + 1))", far)
        yield _made(family(b), "exp(-abs(x - t)) + exp(-abs(x - t - 20))", far)
        both = "exp(-abs(x - (1 + exp(-1))*t)) + exp(-abs(x - 1 - (1 + exp(-1))*t))"
        yield _made(family(b), both, force)
        yield _made(family(b), "exp(-abs(x - t)) - exp(-abs(x + t))", "peaks through each other")
        tall = "exp(-abs(x - t)) + exp(-abs(x - t - 1)) + exp(-abs(x - t - 2))"
        yield _made(family(b), tall, far)
    crash = "peak and antipeak: p = coth t and q = log cosh t belong together, these do not"
    for p, q in (("tanh(t)", "log(cosh(t))"), ("1/tanh(t)", "t"), ("1/tanh(2*t)", "log(cosh(t))")):
        answer = f"{p}*(exp(-abs(x - {q})) - exp(-abs(x + {q})))"
        yield Attack(KIND, cauchy(family("2"), answer, LINE, (1, 2)), {"u": answer}, crash)
    shock = "a shockpeakon of Degasperis and Procesi decays like 1/(1 + t)"
    for decay in ("(1 + 2*t)", "(1 + t)^2", "exp(t)"):
        yield _made(family("3"), f"-sign(x)*exp(-abs(x))/{decay}", shock)


def _other_waves() -> Iterator[Attack]:
    """Other equations with peaks, and Camassa and Holm's with its fluxes written wrong."""
    for alpha, beta in (("2", "1"), ("1", "1"), ("0", "1/4"), ("1/2", "3/8"), ("0", "-1/2")):
        flux = f"({alpha})*u^2 + (4*({beta}) - ({alpha}))*u_x^2"
        equation = f"u_t - u_txx + diff({flux}, x) - diff(({beta})*u^2, x, 3) = 0"
        reason = f"with these fluxes the speed is 2*({beta}) times the height"
        yield _made(equation, "exp(-abs(x - t))", reason)
    whitham = "u_t - u_txx + u_x + diff(u^2/2, x) - diff(u^2/2, x, 3) = 0"
    for height in ("1", "8/9", "2", "-4/3", "4/3 + 10^(-20)"):
        reason = "Fornberg and Whitham's peak is 4/3 high"
        yield _made(whitham, f"({height})*exp(-abs(x - 4*t/3)/2)", reason)
    reason = "the speed is not the height, whatever u*u_xxx may mean at a peak"
    for b in (2, 3):
        plain = f"u_t - u_txx + {b + 1}*u*u_x = {b}*u_x*u_xx + u*u_xxx"
        yield _made(plain, "2*exp(-abs(x - t))", reason)
        yield _made(plain, "exp(-abs(x + t))", reason)
    late = "the terms in time are written with other signs, and the speed changes its own"
    turned = family("2").replace("u_t - u_txx", "u_txx - u_t")
    yield _made(turned, "exp(-abs(x - t))", late)
    yield _made("u_txx - u_t = 0", "exp(-abs(x - t))", "[u_t] = 2 leaves δ'")
    yield _made("u_t - diff(u_t, x, 2) = 0", "exp(-abs(x - t))", "[u_t] = 2 leaves δ'")


_PAIRS = (("0", "1"), ("1", "2"), ("-1", "2"), ("-1", "1"))
_SLOPES = tuple((Fraction(a), Fraction(b)) for a, b in _PAIRS)
_SUMS: tuple[tuple[Power, ...], ...] = (
    ((1, 2, 1), (-2, 1, 1)),
    ((1, 3, 1), (-3, 1, 1)),
    ((1, 3, 1), (-2, 2, 1)),
    ((1, 3, 2), (-1, 2, 1)),
    ((1, 4, 1), (-5, 2, 1)),
    ((1, 2, 3), (-3, 1, 2)),
    ((1, 2, 1), (1, 2, 2), (-3, 1, 1)),
    ((1, 1, 3),),
    ((1, 3, 1), (1, 1, 1)),
)


def _corners() -> Iterator[Attack]:
    """max(a·x, b·x): every ∂ⁿ of a power of u_x is zero off the corner."""
    for terms, (a, b), place in product(_SUMS, _SLOPES, ("x", "(x - 1/3)")):
        left = left_behind(terms, a, b)
        if left:
            sizes = ", ".join(f"{size} in order {order}" for order, size in left.items())
            reason = f"the deltas at the corner do not cancel: {sizes}"
            answer = f"max({a}*{place}, {b}*{place})"
            yield _still(f"{written(terms)} = 0", answer, reason)


def _moving_corners() -> Iterator[Attack]:
    """A corner at x = c·t for u_tx + (u_x²/2)_x = 0: the speed is the mean of the slopes."""
    for (a, b), c in product(_SLOPES, ("0", "1", "2", "1/3", "-1/2")):
        if 2 * Fraction(c) == a + b:
            continue
        lines = ", ".join(f"({s})*(x - ({c})*t)" for s in (a, b))
        reason = f"[u_t] = -({c})*[u_x], and [u_x^2]/2 is another number"
        yield _made("u_tx + diff(u_x^2/2, x) = 0", f"max({lines})", reason)
        yield _made("u_txx + diff(u_x^2/2, x, 2) = 0", f"min({lines})", reason)


def _steady() -> Iterator[Attack]:
    """Peaks of ordinary equations."""
    reason = "[(u^2)_x] = -4 and [u_x] = -2 at the peak: only k = 2 balances"
    for k in ("0", "1", "3", "-2", "2 + 10^(-25)", "2*cos(1/10^9)"):
        equation = f"diff(u^2, x, 2) - ({k})*u_xx = 4*u^2 - ({k})*u"
        yield _still(equation, "exp(-abs(x))", reason)
    reason = "[u_x] = 2 at the valley, and (u^2)_x is 0 there"
    for k in ("1", "-1/7"):
        equation = f"diff(u^2, x, 2) - ({k})*u_xx = 4*u^2 + 2 - ({k})*u"
        yield _still(equation, "sinh(abs(x))", reason)
    yield _still("diff(u^3, x, 2) + u_xx = 9*u^3 + u", "exp(-abs(x))", "-6 - 2 is left")
    yield _still("diff(u^3, x, 2) - 2*u_xx = 9*u^3 - 2*u", "exp(-abs(x))", "-6 + 4 is left")
    bend = "u_xx jumps by 2, and u_xxx is a delta"
    yield _still("u_xxx + diff(u_x^2, x, 2) = 4*u_xx", "relu(x)^2", bend)
    yield _still("diff(u_x, x, 2) = 0", "relu(x)^2", bend)
    yield _still("u_xxx + diff(u^2, x) = 4*x*u", "relu(x)^2", bend)


def _broken() -> Iterator[Attack]:
    """One hypothesis of the formula of jumps at a time."""
    own = "a flux has a kink of its own, and jumps otherwise than the rest"
    yield _still("diff(abs(u_x), x) = 2*u_xx", "max(x, 2*x)", own)
    yield _still("diff(max(u_x, 3/2), x) = u_xx", "max(x, 2*x)", own)
    yield _still("diff(abs(x)*u, x, 2) = 0", "1", "|x| bends by 2 at 0")
    yield _still("diff(sign(x)*u_x^2, x) = 3*u_xx", "max(x, 2*x)", "the flux jumps by 5")
    factor = "the coefficient of a delta is not zero, or the product has no meaning"
    yield _still("u*diff(u_x^2, x) = 0", "max(x, 2*x) + 1", factor)
    yield _still("(1 + x)*u_xx - diff(x*u_x, x) + u_x = 0", "abs(x)", factor)
    yield _still("(2 + x)*diff(u_x^2, x) = 3*u_xx", "max(x, 2*x)", "the deltas have 6 and 3")
    yield _still("exp(x)*diff(u_x^2, x) = 4*u_xx", "max(x, 2*x)", "the deltas have 3 and 4")
    yield _still("diff(u_x^2, x)^2 = 0", "max(x, 2*x)", "the square of a delta has no meaning")
    yield _still("sin(diff(u_x^2, x)) = 0", "max(x, 2*x)", "the sine of a delta has no meaning")
    two = "the deltas of two variables add up to something"
    yield _still("diff(u_x, x) + diff(u_y, y) = 0", "abs(x - y)", two, PLANE)
    yield _still("diff(u_x^2, x) + diff(u_y^2, y) = 0", "max(x + y, 2*x + 2*y)", two, PLANE)
    yield _still("diff(u_x*u_y, x) = 0", "max(x + y, 2*x + 2*y)", "[u_x*u_y] = 3", PLANE)
    yield _still("u_xy + diff(u_x^2, x) = 0", "abs(x + y)", "[u_y] = 2 and [u_x^2] = 0", PLANE)
    turning = "u_t jumps by 2 across the curve"
    yield _made("u_tx + diff(u_t^2, x) = 0", "abs(x^2 - t + 1/2)", turning)
    yield _made("u_tx + diff(u_t^2, x) = 0", "abs(x^3 - t + 1/2)", turning)
    yield _made("u_tx + diff(u_t^2, x) = 0", "abs(x^2 + t^2 - t)*0 + abs(x - t)", turning)
    yield _made("u_tt + diff(u^2, x) = 0", "abs(t - 1/2)", "u_tt is 2δ at t = 1/2")
    yield _made("u_tt - u_xx + diff(u_x^2, x) = 0", "abs(x)", "u_xx is a delta at 0")
    meet = "along x = t, before or after three pieces meet, the deltas do not cancel"
    yield _made("u_tx + diff(u_x^2, x) = 0", "max(x - 2*t, 0, -x - 2*t)", meet)
    yield _made("u_tx + diff(u_x^2, x) = 0", "max(x - 2*t, 0, 1/2 - x)", meet)
    jump = "the answer jumps, and [u] and [u^2] do not balance"
    yield _made("u_tx + diff(u^2, x, 2) = 0", "sign(x - t)", jump)
    yield _still("diff(u^2, x, 2) = 2*u_xx", "sign(x) + 2", jump)


def _systems() -> Iterator[Attack]:
    """Two unknowns whose slopes jump at the same place."""
    answer = {"u": "max(x, 2*x)", "v": "max(x, 3*x)"}
    faces = [("x = 1", "u = 2"), ("x = -1", "u = -1"), ("x = 1", "v = 3"), ("x = -1", "v = -1")]
    reason = "[u_x*v_x] = 5, [u_x] = 1 and [v_x] = 2 at the corner"
    for first in ("4*u_xx", "5*v_xx", "2*u_xx + v_xx", "0"):
        equations = [f"diff(u_x*v_x, x) = {first}", "diff(v_x^2, x) = 8*u_xx"]
        made = statement(equations, LINE, faces, unknowns=("u", "v"))
        yield Attack(KIND, made, answer, reason)


_DELTAS = (
    "diff(2*u_xx, x) = 0",
    "diff((2 + x)*u_xx, x, 2) = 0",
    "diff(u_xx^2, x) = 0",
    "diff(exp(u_xx), x) = 0",
    "diff(u_xx + u, x) = u_x",
    "diff(u*u_xx, x) = 0",
    "diff(u*u_xxx, x) = 0",
    "diff(sign(u_xx), x) = 0",
    "diff(u_xx/(1 + u_x^2), x) = 0",
)


def _hidden_deltas() -> Iterator[Attack]:
    """A flux that is 0 on both sides and a delta between: it holds u_xx, and u_x jumps."""
    reason = "u_xx is a delta at the corner: the flux is no function, though both sides agree"
    for equation, answer in product(_DELTAS, ("abs(x) + 1", "relu(x - 1/3) + 1")):
        yield _still(equation, answer, reason)
    for equation in ("u_t + diff(u*u_xxx, x) = 0", "u_t + diff(2*u_xx, x) = 0"):
        yield _made(equation, "relu(x) + 1", reason)
    yield _made("u_t + u_x + diff(u_xx + u, x) = u_x", "abs(x - t)", reason)
    yield _still("diff(u_x*u_xx, x) = 0", "relu(x)", "u_x*u_xx is the derivative of a jump")
    plane = "u_xx is a delta on the line x = 0"
    yield _still("diff(u_xx + u_yy, x) = 0", "abs(x)", plane, PLANE)
    yield _still("diff(u_xx + u_yy, x) + diff(u_xx + u_yy, y) = 0", "abs(x) + y", plane, PLANE)
    moves = "u - u_xx is a delta that moves with speed 1"
    yield _made("diff(u - u_xx, t) = 0", "exp(-abs(x - t))", moves)
    yield _made("diff(u - u_xx, t) + 2*diff(u - u_xx, x) = 0", "exp(-abs(x - t))", moves)
    cubic = "diff(u - u_xx, t) + diff((u^2 - u_x^2)*(u - u_xx), x) = 0"
    yield _made(cubic, "2*exp(-abs(x - t))", "the peak of height a has the speed 2*a^2/3")
