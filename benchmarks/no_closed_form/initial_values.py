"""References for ordinary equations with initial values: Gragg's method, extrapolated."""

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]
Complexes = NDArray[np.complexfloating[Any, Any]]
Sample = tuple[Reals, Reals]
State = TypeVar("State", Reals, Complexes)

POINTS = 401
SUBDIVISIONS = (2, 4, 6, 8, 10, 12, 14, 16)


def modified_midpoint(
    slope: Callable[[float, State], State], start: float, state: State, step: float, parts: int
) -> State:
    """Gragg's smoothed midpoint rule, whose error has even powers of the step only."""
    h = step / parts
    before, now = state, state + h * slope(start, state)
    for i in range(1, parts):
        before, now = now, before + 2 * h * slope(start + i * h, now)
    return (before + now + h * slope(start + step, now)) / 2


def extrapolated_step(
    slope: Callable[[float, State], State], start: float, state: State, step: float
) -> State:
    """One step of order 16: Gragg's results, extrapolated to an infinite subdivision."""
    total = 0.0 * state
    for parts in SUBDIVISIONS:
        others = [n for n in SUBDIVISIONS if n != parts]
        weight = math.prod(parts**2 / (parts**2 - n**2) for n in others)
        total = total + weight * modified_midpoint(slope, start, state, step, parts)
    return total


def trajectory(
    slope: Callable[[float, Reals], Reals], start: list[float], end: float, level: int
) -> Sample:
    """The states on an even grid from 0 to `end`, with `level` steps between its points."""
    grid = np.linspace(0, end, POINTS)
    states = [np.array(start)]
    step = end / (POINTS - 1) / level
    for left in grid[:-1]:
        state = states[-1]
        for i in range(level):
            state = extrapolated_step(slope, float(left) + i * step, state, step)
        states.append(state)
    return grid[:, None], np.stack(states)


def position(sample: Sample) -> Sample:
    """The sample of the first unknown alone."""
    return sample[0], sample[1][:, :1]


def van_der_pol(level: int) -> Sample:
    """Van der Pol: u'' = (1 − u²)u' − u."""

    def slope(_: float, s: Reals) -> Reals:
        return np.array([s[1], (1 - s[0] ** 2) * s[1] - s[0]])

    return position(trajectory(slope, [0.5, 0.0], 8.0, level))


def falling_through_air(level: int) -> Sample:
    """The fall: h' = −v, v' = 1 − e⁻ʰ v²; the values are h and v."""

    def slope(_: float, s: Reals) -> Reals:
        return np.array([-s[1], 1 - np.exp(-s[0]) * s[1] ** 2])

    return trajectory(slope, [2.0, 0.0], 3.0, level)


def driven_pendulum(level: int) -> Sample:
    """The pendulum: u'' = 6cos(2t/3)/5 − u'/4 − sin u."""

    def slope(t: float, s: Reals) -> Reals:
        return np.array([s[1], 1.2 * np.cos(2 * t / 3) - s[1] / 4 - np.sin(s[0])])

    return position(trajectory(slope, [1.0, 0.0], 8.0, level))


def driven_duffing(level: int) -> Sample:
    """Duffing: u'' = cos(2t)/2 − u'/5 − u − u³."""

    def slope(t: float, s: Reals) -> Reals:
        return np.array([s[1], np.cos(2 * t) / 2 - s[1] / 5 - s[0] - s[0] ** 3])

    return position(trajectory(slope, [1.0, 0.0], 6.0, level))


def mathieu(level: int) -> Sample:
    """Mathieu: u'' = −(2 − cos 2t)u."""

    def slope(t: float, s: Reals) -> Reals:
        return np.array([s[1], (np.cos(2 * t) - 2) * s[0]])

    return position(trajectory(slope, [1.0, 0.0], 6.0, level))


def painleve_one(level: int) -> Sample:
    """Painlevé: u'' = u² − x."""

    def slope(x: float, s: Reals) -> Reals:
        return np.array([s[1], s[0] ** 2 - x])

    return position(trajectory(slope, [0.0, 0.0], 4.0, level))
