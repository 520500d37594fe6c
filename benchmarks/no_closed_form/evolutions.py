"""References for evolution equations: Fourier's modes in space, exact in the linear part.

A problem on all of space is put on a circle so long that what comes round stays below rounding.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from no_closed_form.initial_values import Complexes, Reals, Sample, extrapolated_step

TIMES = 19
PLACES = 21
STEPS = 4  # between two of the times


class Circle(NamedTuple):
    """An even grid on a circle of given half-length about the origin."""

    x: Reals
    waves: Reals

    def hat(self, values: Reals) -> Complexes:
        """The amplitudes of real values."""
        return np.fft.rfft(values)

    def values(self, hat: Complexes) -> Reals:
        """The real values that have these amplitudes."""
        return np.fft.irfft(hat, n=self.x.size)

    def at(self, hat: Complexes, places: Reals) -> Reals:
        """The values at any places."""
        weights = np.full(self.waves.size, 2.0)
        weights[[0, -1]] = 1
        phases = np.exp(1j * np.outer(places - self.x[0], self.waves))
        return (phases @ (weights * hat)).real / self.x.size


def circle(half: float, size: int, level: int) -> Circle:
    """The circle of a level: each level doubles the length and the fineness of the first."""
    half, size = half * level, size * level**2
    x = -half + 2 * half * np.arange(size) / size
    return Circle(x, np.pi * np.arange(size // 2 + 1) / half)


def evolve(
    rates: Complexes,
    push: Callable[[Complexes], Complexes],
    start: Complexes,
    end: float,
    level: int,
) -> list[Complexes]:
    """The amplitudes at even times, for hat' = rates·hat + push(hat).

    Within a step the unknown is exp(−rates·s)·hat, so that the linear part is exact.
    """

    def slope(s: float, scaled: Complexes) -> Complexes:
        return np.exp(-rates * s) * push(np.exp(rates * s) * scaled)

    step = end / (TIMES - 1) / (STEPS * level)
    hats = [start]
    for _ in range(TIMES - 1):
        hat = hats[-1]
        for _ in range(STEPS * level):
            hat = np.exp(rates * step) * extrapolated_step(slope, 0.0, hat, step)
        hats.append(hat)
    return hats


def sampled(ring: Circle, hats: list[Complexes], left: float, right: float, end: float) -> Sample:
    """The values on an even grid in space and time, with points (x, t)."""
    places, times = np.linspace(left, right, PLACES), np.linspace(0, end, TIMES)
    values = np.stack([ring.at(hat, places) for hat in hats], axis=1)
    points = np.stack(np.meshgrid(places, times, indexing="ij"), axis=-1)
    return points.reshape(-1, 2), values.reshape(-1, 1)


def allen_cahn_bump(level: int) -> Sample:
    """Allen and Cahn: u_t = u_xx/4 + u − u³ from exp(−x²)/2."""
    c = circle(12, 128, level)

    def push(hat: Complexes) -> Complexes:
        return -c.hat(c.values(hat) ** 3)

    hats = evolve(1 - c.waves**2 / 4 + 0j, push, c.hat(np.exp(-(c.x**2)) / 2), 2, level)
    return sampled(c, hats, -2, 2, 2)


def kdv_gaussian(level: int) -> Sample:
    """Korteweg and de Vries: u_t = −3(u²)_x − u_xxx from exp(−x²); ripples run far."""
    c = circle(80, 1024, level)

    def push(hat: Complexes) -> Complexes:
        return -3j * c.waves * c.hat(c.values(hat) ** 2)

    hats = evolve(1j * c.waves**3, push, c.hat(np.exp(-(c.x**2))), 0.5, level)
    return sampled(c, hats, -2, 2, 0.5)


def rod_radiating(level: int) -> Sample:
    """The rod: u_t = u_xx − u⁴ from 1 + cos(x)/2; even about both ends, so of period 2π."""
    c = circle(np.pi, 48, level)

    def push(hat: Complexes) -> Complexes:
        return -c.hat(c.values(hat) ** 4)

    hats = evolve(-(c.waves**2) + 0j, push, c.hat(1 + np.cos(c.x) / 2), 1, level)
    return sampled(c, hats, 0, np.pi, 1)


def wave_over_a_bank(level: int) -> Sample:
    """The wave: u_tt = (1 + exp(−x²))u_xx from exp(−x²) at rest, as a pair with the velocity."""
    c = circle(10, 160, level)
    speed = 1 + np.exp(-(c.x**2))

    def push(pair: Complexes) -> Complexes:
        bent = c.values(-(c.waves**2) * pair[0])
        return np.stack([pair[1], c.hat(speed * bent)])

    start = np.stack([c.hat(np.exp(-(c.x**2))), np.zeros(c.waves.size, dtype=np.complex128)])
    pairs = evolve(np.zeros_like(start), push, start, 1, level)
    return sampled(c, [pair[0] for pair in pairs], -2, 2, 1)


def fisher_bump(level: int) -> Sample:
    """Fisher: u_t = u_xx + u(1 − u) from exp(−x²)."""
    c = circle(18, 160, level)

    def push(hat: Complexes) -> Complexes:
        return -c.hat(c.values(hat) ** 2)

    hats = evolve(1 - c.waves**2 + 0j, push, c.hat(np.exp(-(c.x**2))), 2, level)
    return sampled(c, hats, -3, 3, 2)


def burgers_gaussian(level: int) -> Sample:
    """Burgers: u_t = u_xx/10 − (u²)_x/2 from exp(−x²)."""
    c = circle(10, 256, level)

    def push(hat: Complexes) -> Complexes:
        return -0.5j * c.waves * c.hat(c.values(hat) ** 2)

    hats = evolve(-(c.waves**2) / 10 + 0j, push, c.hat(np.exp(-(c.x**2))), 1, level)
    return sampled(c, hats, -2, 2, 1)
