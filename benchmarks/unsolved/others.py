"""Random equations with values by extrapolation, and statements that determine nothing."""

import random
from collections.abc import Iterator
from typing import Final

import numpy as np

from no_closed_form.evolutions import circle, evolve, sampled
from no_closed_form.initial_values import Complexes, Reals, Sample, position, trajectory
from unsolved.statements import Case, X, case

_SEED: Final = 31
BOX: Final = {"x": X, "t": X}


def fuzzed() -> Iterator[Case]:
    """Ordinary equations and reactions with random coefficients: smooth, with one solution."""
    rng = random.Random(_SEED)
    for number in range(5):
        yield _ordinary(number, [rng.randint(1, 9) / 4 for _ in range(5)])
    for number in range(3):
        yield _reacting(number, [rng.randint(2, 8) / 4 for _ in range(3)])


def _ordinary(number: int, c: list[float]) -> Case:
    text = f"u_tt = {c[0]}*sin({c[1]}*u + t) - u/{c[2]} - u_t*cos({c[3]}*t)/2"
    start = [("t = 0", f"u = {c[4]}"), ("t = 0", "u_t = 0")]
    made = case(f"fuzzed-swing-{number}", [text], {"t": (0.0, 4.0)}, start)

    def slope(t: float, s: Reals) -> Reals:
        bent = c[0] * np.sin(c[1] * s[0] + t) - s[0] / c[2] - s[1] * np.cos(c[3] * t) / 2
        return np.array([s[1], bent])

    return Case(made.name, made.text, lambda: position(trajectory(slope, [c[4], 0.0], 4.0, 2)))


def _reacting(number: int, c: list[float]) -> Case:
    text = f"u_t = u_xx/2 + {c[0]}*u*exp(-{c[1]}*u^2)"
    box, start = {"x": (-2.0, 2.0), "t": X}, [("t = 0", f"u = {c[2]}*exp(-x^2)")]
    made = case(f"fuzzed-reaction-{number}", [text], box, start)

    def sample() -> Sample:
        ring = circle(14, 160, 2)

        def push(hat: Complexes) -> Complexes:
            u = ring.values(hat)
            return ring.hat(c[0] * u * np.exp(-c[1] * u**2))

        start = ring.hat(c[2] * np.exp(-(ring.x**2)))
        return sampled(ring, evolve(-(ring.waves**2) / 2 + 0j, push, start, 1, 2), -2, 2, 1)

    return Case(made.name, made.text, sample)


def undetermined() -> Iterator[Case]:
    """Contradictory, ill-posed and incomplete statements, and solutions that end too early."""
    ends = [("x = 0", "u = 0"), ("x = 1", "u = 0")]
    heat, laplace = ["u_t = u_xx"], ["u_xx + u_yy = 0"]
    square = {"x": X, "y": X}
    yield case("heat-with-three-walls", heat, BOX,
               [("t = 0", "u = x*(1 - x)*exp(x)"), *ends, ("x = 1", "u_x = 3")])  # fmt: skip
    yield case("swing-given-thrice", ["u_tt = -sin(u)"], {"t": (0.0, 3.0)},
               [("t = 0", "u = 1"), ("t = 0", "u_t = 0"), ("t = 3", "u = 5")])  # fmt: skip
    yield case("two-rates", ["u_t = cos(u*t)", "u_t = sin(u + t)"], {"t": X},
               [("t = 0", "u = 1")])  # fmt: skip
    yield case("heat-without-a-start", ["u_t = u_xx + exp(-u*x)"], BOX, ends)
    yield case("laplace-with-one-face", ["u_xx + u_yy = exp(x*y*u)"], square,
               [("x = 0", "u = sin(y)")])  # fmt: skip
    yield case("one-equation-for-two", ["u_t = v*sin(u)"], {"t": X}, [("t = 0", "u = 1")],
               unknowns=("u", "v"))  # fmt: skip
    yield case("heat-backward", ["u_t = -u_xx"], BOX, [("t = 0", "u = min(x, 1 - x)"), *ends])
    yield case("blow-up", ["u_t = u^2 + sin(t)"], {"t": (0.0, 3.0)}, [("t = 0", "u = 1")])
    slopes = [("x = 0", "u_x = 0"), ("x = 1", "u_x = exp(y)"), ("y = 0", "u_y = 1"),
              ("y = 1", "u_y = 0")]  # fmt: skip
    yield case("laplace-with-slopes-that-do-not-add-up", laplace, square, slopes)
    yield case("laplace-as-an-evolution", ["u_tt = -u_xx + u^3"], BOX,
               [("t = 0", "u = abs(x - 1/2)"), ("t = 0", "u_t = 0")])  # fmt: skip
