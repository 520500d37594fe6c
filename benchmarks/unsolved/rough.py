"""Steps, kinks, shocks and corners, with their values by series and quadrature."""

import math
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from no_closed_form.initial_values import Reals
from unsolved.statements import Case, Truth, X, case

TERMS: Final = 4000
_QUADRATURE: Final = 40_001
_BESIDE, _SLOW = 1e-3, 1e-2
"""Distances from a shock, and from a face at which a series is slow, where no value counts."""
erf: Callable[[Reals], Reals] = np.vectorize(math.erf, otypes=[float])


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _heat()
    yield from _waves()
    yield from _first_order()
    yield from _forced()
    yield from _faces()


def _heat() -> Iterator[Case]:
    ends = [("x = 0", "u = 0"), ("x = 1", "u = 0")]
    wide = {"x": (-1.0, 1.0), "t": X}
    heat = ["u_t = u_xx"]
    yield case("heat-from-a-step", heat, wide, [("t = 0", "u = sign(x)")], _step)
    yield case("heat-from-a-kink", heat, wide, [("t = 0", "u = abs(x)")], _kink)
    box = {"x": X, "t": (0.0, 0.2)}
    hat = [("t = 0", "u = min(x, 1 - x)"), *ends]
    yield case("heat-from-a-hat", heat, box, hat, _sines(_hat, decay=True))
    step = [("t = 0", "u = sign(x - 1/2)"), *ends]
    yield case("heat-from-a-step-between-walls", heat, box, step, _sines(_halves, decay=True))
    one = [("t = 0", "u = 1"), *ends]
    yield case("heat-from-one-between-walls", heat, box, one, _sines(_ones, decay=True))
    plate = [("t = 0", "u = 0"), ("x = 0", "u = 1")]
    box = {"x": X, "t": X}
    yield case("moved-plate", heat, box, plate, lambda x, t: 1 - erf(x / (2 * np.sqrt(t))))
    option = ["u_t = -x^2*u_xx/8 - x*u_x/20 + u/20"]
    call = [("t = 1", "u = max(x - 1, 0)")]
    yield case("call-option-fixed", option, {"x": (0.5, 2.0), "t": X}, call, _call)


def _step(x: Reals, t: Reals) -> Reals:
    return erf(x / (2 * np.sqrt(t)))


def _kink(x: Reals, t: Reals) -> Reals:
    return x * _step(x, t) + 2 * np.sqrt(t / np.pi) * np.exp(-(x**2) / (4 * t))


def _call(x: Reals, t: Reals) -> Reals:
    """Black and Scholes with strike 1, volatility 1/2 and rate 1/20."""
    left = 1 - t
    spread = np.sqrt(left) / 2
    with np.errstate(all="ignore"):
        first = (np.log(x) + left * (1 / 20 + 1 / 8)) / spread
    below = [(1 + erf(one / np.sqrt(2))) / 2 for one in (first, first - spread)]
    return x * below[0] - np.exp(-left / 20) * below[1]


def _hat(n: float) -> float:
    return 4 * np.sin(n * np.pi / 2) / (n * np.pi) ** 2


def _halves(n: float) -> float:
    return -2 * (1 - 2 * np.cos(n * np.pi / 2) + np.cos(n * np.pi)) / (n * np.pi)


def _ones(n: float) -> float:
    return 2 * (1 - np.cos(n * np.pi)) / (n * np.pi)


def _sines(amplitude: Callable[[float], float], *, decay: bool) -> Truth:
    """Sines that vanish at 0 and 1, decaying or swinging."""

    def truth(x: Reals, t: Reals) -> Reals:
        total = np.zeros_like(x)
        for n in range(1, TERMS):
            wave = n * np.pi
            by_time = np.exp(-(wave**2) * t) if decay else np.cos(wave * t)
            total += amplitude(n) * np.sin(wave * x) * by_time
        return total

    return truth


def _waves() -> Iterator[Case]:
    ends = [("x = 0", "u = 0"), ("x = 1", "u = 0")]
    start = [("t = 0", "u = min(x, 1 - x)"), ("t = 0", "u_t = 0"), *ends]
    box = {"x": X, "t": X}
    yield case("plucked-string", ["u_tt = u_xx"], box, start, _sines(_hat, decay=False))
    damped = ["u_tt = u_xx - u_t"]
    yield case("plucked-string-damped", damped, box, start, _damped)


def _damped(x: Reals, t: Reals) -> Reals:
    total = np.zeros_like(x)
    for n in range(1, TERMS, 2):
        speed = np.sqrt((n * np.pi) ** 2 - 0.25)
        swing = np.cos(speed * t) + np.sin(speed * t) / (2 * speed)
        total += _hat(n) * np.sin(n * np.pi * x) * np.exp(-t / 2) * swing
    return total


def _first_order() -> Iterator[Case]:
    wide = {"x": (-2.0, 2.0), "t": X}
    burgers = ["u_t + u*u_x = 0"]
    yield case("shock", burgers, wide, [("t = 0", "u = (1 - sign(x))/2")], _shock)
    fan = lambda x, t: np.clip(x / t, -1, 1)  # noqa: E731 (a formula)
    yield case("rarefaction", burgers, wide, [("t = 0", "u = sign(x)")], fan)
    traffic = ["u_t + (1 - 2*u)*u_x = 0"]
    green = lambda x, t: np.clip((1 - x / t) / 2, 0, 1)  # noqa: E731
    yield case("green-light", traffic, wide, [("t = 0", "u = (1 - sign(x))/2")], green)
    drift = ["u_t + sin(x)*u_x = 0"]
    kink = [("t = 0", "u = max(1 - abs(x), 0)")]
    yield case("drifting-hat", drift, wide, kink, _drifting)


def _shock(x: Reals, t: Reals) -> Reals:
    """Left of t/2 it is 1; beside the shock no value counts."""
    apart = x - t / 2
    return np.where(np.abs(apart) < _BESIDE, np.nan, (1 - np.sign(apart)) / 2)


def _drifting(x: Reals, t: Reals) -> Reals:
    foot = 2 * np.arctan(np.tan(x / 2) * np.exp(-t))
    return np.maximum(1 - np.abs(foot), 0)


def _forced() -> Iterator[Case]:
    """Ordinary equations with forces that jump or have kinks, by Duhamel's integral."""
    start = [("t = 0", "u = 0"), ("t = 0", "u_t = 0")]
    forces: tuple[tuple[str, str, Callable[[Reals], Reals]], ...] = (
        ("rectified", "abs(sin(3*t))", lambda s: np.abs(np.sin(3 * s))),
        ("switched", "sign(sin(4*t))", lambda s: np.sign(np.sin(4 * s))),
        ("limited", "min(exp(t), t^3)", lambda s: np.minimum(np.exp(s), s**3)),
    )
    for name, text, force in forces:
        swing = [f"u_tt + u = {text}"]
        yield case(f"swing-{name}", swing, {"t": (0.0, 4.0)}, start, _duhamel(force, np.sin))
    decay = ["u_t + u = (1 + sign(t - 1))/2"]
    step = lambda t: np.maximum(1 - np.exp(1 - np.maximum(t, 1)), 0)  # noqa: E731
    yield case("step-response", decay, {"t": (0.0, 3.0)}, [("t = 0", "u = 0")], step)


def _duhamel(force: Callable[[Reals], Reals], answer: Callable[[Reals], Reals]) -> Truth:
    def at(t: float) -> float:
        s = np.linspace(0, t, _QUADRATURE)
        return float(np.trapezoid(answer(t - s) * force(s), s))

    return np.vectorize(at, otypes=[float])


def _faces() -> Iterator[Case]:
    box = {"x": X, "y": X}
    walls = [("x = 0", "u = 0"), ("x = 1", "u = 0"), ("y = 0", "u = 0")]
    lid = [*walls, ("y = 1", "u = 1")]
    yield case("hot-lid", ["u_xx + u_yy = 0"], box, lid, _lid)
    flat = [*walls, ("y = 1", "u = 0")]
    yield case("membrane-with-load", ["u_xx + u_yy = -1"], box, flat, _loaded)


def _lid(x: Reals, y: Reals) -> Reals:
    total = np.zeros_like(x)
    for n in range(1, TERMS, 2):
        up = np.exp(n * np.pi * (y - 1)) * (1 - np.exp(-2 * n * np.pi * y))
        total += 4 / (n * np.pi) * np.sin(n * np.pi * x) * up / (1 - np.exp(-2 * n * np.pi))
    return np.where(1 - y < _SLOW, np.nan, total)


def _loaded(x: Reals, y: Reals) -> Reals:
    total = x * (1 - x) / 2
    for n in range(1, 400, 2):
        wave, amplitude = n * np.pi, -4 / (n * np.pi) ** 3
        sides = np.exp(-wave * y) + np.exp(-wave * (1 - y))
        total = total + amplitude * np.sin(wave * x) * sides / (1 + np.exp(-wave))
    return total
