"""Points at which an answer is tried: evenly spread in a box, and crowded at its faces."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ends = Mapping[str, tuple[float, float]]
"""Every variable with its interval."""
_CLOSEST: Final = -40.0
"""The decimal exponent of the least distance from a face, in widths of the box."""


def spread(ends: Ends, count: int) -> dict[str, Array]:
    """Points that fill the inside of a box evenly; the first few are those of a smaller count."""
    size = len(ends)
    golden = 1.5
    for _ in range(64):  # the root of x^(size + 1) = x + 1
        golden = (1 + golden) ** (1 / (size + 1))
    steps = np.arange(1, count + 1)
    columns = (np.modf(0.5 + steps * golden ** -(index + 1.0))[0] for index in range(size))
    return {
        name: low + (high - low) * share
        for (name, (low, high)), share in zip(ends.items(), columns, strict=True)
    }


def crowded(ends: Ends, count: int) -> dict[str, Array]:
    """Points at every face of a box, at distances of all sizes, where narrow layers show.

    Where a face is not at zero, doubles end the distances at their own spacing.
    """
    even = spread(ends, count)
    shares = 10 ** np.linspace(_CLOSEST, -1, count)
    parts: list[dict[str, Array]] = []
    for name, (low, high) in ends.items():
        away = (high - low) * shares
        parts += [{**even, name: low + away}, {**even, name: high - away}]
    return {name: np.concatenate([part[name] for part in parts]) for name in ends}
