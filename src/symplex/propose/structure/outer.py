"""Outer functions undone: log u, 1/u, exp u, u² and tan u where signs and sizes allow it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

import numpy as np

from symplex.expression import Expression, apply, number
from symplex.propose.structure.view import View

_POINTS: Final = 200
_AWAY, _APART = 1e-3, 1e-7
"""How far from zero values have to stay, beside the largest: for an inverse, for a logarithm."""
_LARGEST_EXPONENT: Final = 30.0
_LARGEST_BASE: Final = 1e150
"""Beyond, squares are not finite."""
_STEEPEST: Final = 1.5
"""The largest angle whose tangent is taken."""


@final
@dataclass(frozen=True)
class Undone:
    """A function of the values, and the way back from its formulas."""

    word: str
    """What it is, as log(u)."""
    view: View
    back: Callable[[Expression], Expression]


def undone(view: View) -> Iterator[Undone]:
    """What the values allow, the likeliest first."""
    values = view.values(view.points(_POINTS, 6))
    if not np.all(np.isfinite(values)) or not np.any(values):
        return
    low, high = float(np.min(np.abs(values))), float(np.max(np.abs(values)))
    if np.all(values > 0) or np.all(values < 0):
        yield from _of_one_sign(view, 1 if values[0] > 0 else -1, low, high)
    if _AWAY < high < _LARGEST_EXPONENT:
        for turn in (1, -1):
            top = float(np.exp(np.max(turn * values)))
            exponential = view.through(lambda u, turn=turn: np.exp(turn * u), top)
            yield Undone("exp(u)" if turn > 0 else "exp(-u)", exponential, _logarithm(turn))
    for share in (4, 2, 1):
        if _AWAY < high / share < _STEEPEST:
            slope = float(1 / np.cos(high / share) ** 2) / share
            tangent = view.through(lambda u, share=share: np.tan(u / share), slope)
            yield Undone(f"tan(u/{share})", tangent, _arctangent(share))


def _of_one_sign(view: View, sign: int, low: float, high: float) -> Iterator[Undone]:
    if low > _AWAY * high:
        yield Undone("1/u", view.through(lambda u: 1 / u, 1 / low / low), lambda w: number(1) / w)
    if low > _APART * high:
        log = view.through(lambda u: np.log(sign * u), 1 / low)
        yield Undone("log(u)" if sign > 0 else "log(-u)", log, _exponential(sign))
    if high < _LARGEST_BASE:
        yield Undone("u^2", view.through(lambda u: u * u, 2 * high), _root(sign))


def _arctangent(share: int) -> Callable[[Expression], Expression]:
    return lambda w: apply("atan", w) if share == 1 else number(share) * apply("atan", w)


def _exponential(sign: int) -> Callable[[Expression], Expression]:
    return lambda w: apply("exp", w) if sign > 0 else -apply("exp", w)


def _root(sign: int) -> Callable[[Expression], Expression]:
    return lambda w: w ** Fraction(1, 2) if sign > 0 else -(w ** Fraction(1, 2))


def _logarithm(turn: int) -> Callable[[Expression], Expression]:
    return lambda w: apply("log", w) if turn > 0 else -apply("log", w)
