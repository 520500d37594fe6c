"""Hamiltonians of one slope, and whether a kink between two slopes is forbidden.

A kink `max` has all slopes between as subgradients: it is forbidden where H lies below its chord.
A kink `min` has them as supergradients: forbidden where H lies above. Evaluated in double precision
with a margin, at points between the slopes: one point is enough.
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType

HAMILTONIANS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {
        "p^2/2": lambda p: p * p / 2,
        "-p^2/2": lambda p: -p * p / 2,
        "p^4": lambda p: p**4,
        "-p^4": lambda p: -(p**4),
        "p^3": lambda p: p**3,
        "p^3 - p": lambda p: p**3 - p,
        "p^4 - p^2": lambda p: p**4 - p * p,
        "sqrt(1 + p^2)": lambda p: math.sqrt(1 + p * p),
        "-sqrt(1 + p^2)": lambda p: -math.sqrt(1 + p * p),
        "abs(p)": abs,
        "-abs(p)": lambda p: -abs(p),
        "max(p, 0)": lambda p: max(p, 0.0),
        "min(p, 2*p)": lambda p: min(p, 2 * p),
        "abs(abs(p) - 1)": lambda p: abs(abs(p) - 1),
        "cos(pi*p)": lambda p: math.cos(math.pi * p),
        "sinh(p)": math.sinh,
        "cosh(p)": math.cosh,
        "tanh(p)": math.tanh,
        "atan(p)": math.atan,
        "p^2 + p": lambda p: p * p + p,
        "p*abs(p)": lambda p: p * abs(p),
        "1/(1 + p^2)": lambda p: 1 / (1 + p * p),
    }
)
"""By text, in the slope p."""
_MARGIN = 1e-9
_STEPS = 64


class Extreme(Enum):
    """How two planes meet."""

    MAX = "max"
    MIN = "min"


def breaks_the_inequality(text: str, low: float, high: float, shape: Extreme) -> bool:
    """Whether a kink of the shape between the two slopes is no viscosity solution."""
    hamiltonian = HAMILTONIANS[text]
    ends = hamiltonian(low), hamiltonian(high)
    for step in range(1, _STEPS):
        share = step / _STEPS
        chord = (1 - share) * ends[0] + share * ends[1]
        gap = hamiltonian((1 - share) * low + share * high) - chord
        if (gap < -_MARGIN) if shape is Extreme.MAX else (gap > _MARGIN):
            return True
    return False
