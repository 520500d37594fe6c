"""Points moved by almost nothing: a formula may be undefined at one, as sin(x)/x is at 0."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from symplex.numerics.evaluation.fit import Floats

_STEP: Final = 1e-6
"""How far points are moved, relative to the interval that they fill."""


def nudged(columns: Mapping[str, Floats]) -> dict[str, Floats]:
    """The same points, each moved inwards, and along each variable a little further."""
    found: dict[str, Floats] = {}
    for place, (name, column) in enumerate(columns.items()):
        low, high = float(np.min(column)), float(np.max(column))
        step = _STEP * (1 + place / 10) * (high - low)
        found[name] = column + np.where(column <= (low + high) / 2, step, -step)
    return found
