"""Sums of few sines of one variable, damped or not: for solutions that oscillate.

Owns the choice of frequencies, one after the other, by least squares on a grid of them; each time
all constants are fitted anew by the caller's fit.
"""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from symplex.approximation.families import constant
from symplex.approximation.yardstick import Floats
from symplex.expression import Expression, apply
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import EXP, SIN

_FREQUENCIES: Final = np.arange(1, 97) / 4
"""Half turns over the interval."""
_RATES: Final = (0.0, -1.0, -3.0, 2.0)
"""Of damping, over the interval."""
_MOST: Final = 4
Refit = Callable[[Expression], Expression]


def waves(
    variable: Expression, column: Floats, values: Floats, refit: Refit
) -> Iterator[Expression]:
    """Sums of a constant and one to four sines, undamped and damped.

    Args:
        variable: What the sines are of.
        column: Its values at the points.
        values: What the sums are to come close to.
        refit: Gives a formula better constants.
    """
    for damped in (False, True):
        total = constant(float(np.mean(values)))
        for _ in range(_MOST // 2 if damped else _MOST):
            names = dict.fromkeys(variable.symbols, column)
            left = values - np.broadcast_to(evaluate(total, names), values.shape)
            total = refit(total + _best(variable, names, left, damped=damped))
            yield total


def _best(
    variable: Expression, names: dict[str, Floats], left: Floats, *, damped: bool
) -> Expression:
    """The sine that leaves the least of what is left."""
    at = np.broadcast_to(evaluate(variable, names), left.shape)
    width = float(np.ptp(at)) or 1.0
    found: list[tuple[float, Expression]] = []
    for rate in _RATES if damped else _RATES[:1]:
        for frequency in _FREQUENCIES * np.pi / width:
            envelope = np.exp(rate / width * at)
            pair = np.stack([np.sin(frequency * at), np.cos(frequency * at)], axis=1)
            matrix = pair * envelope[:, None]
            (a, b), *_ = np.linalg.lstsq(matrix, left, rcond=None)
            rest = float(np.sum((left - matrix @ np.array([a, b])) ** 2))
            sine = apply(SIN, constant(frequency) * variable + constant(np.arctan2(b, a)))
            sine = constant(np.hypot(a, b)) * sine
            found.append(
                (rest, sine * apply(EXP, constant(rate / width or -0.1 / width) * variable))
                if damped
                else (rest, sine)
            )
    return min(found, key=lambda one: one[0])[1]
