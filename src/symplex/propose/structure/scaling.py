"""Power laws: a solution that is proportional to powers of its parameters."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from symplex.numerics.reference.chebyshev import Floats
from symplex.numerics.reference.result import Reference
from symplex.propose.structure.tidy import simple

_POINTS: Final = 24
_NEAR: Final = 1e-5
_AWAY: Final = 0.05
"""Values below this share of the largest are not looked at."""


def power_law(reference: Reference, index: int) -> Mapping[str, Fraction]:
    """The exponent of each parameter that is not zero, if the solution is a product of powers."""
    choices = [sample.parameters for sample in reference.samples]
    names = list(choices[0])
    if len(choices) <= len(names) + 1 or not names:
        return {}
    if any(choice[name] <= 0 for choice in choices for name in names):
        return {}
    random = np.random.default_rng(14)
    points = {name: random.uniform(*ends, _POINTS) for name, ends in reference.box.items()}
    values = np.stack([np.abs(one.values(points)[index]) for one in reference.samples])
    large = values[0] > _AWAY * np.max(values[0])
    if not np.all(np.isfinite(values)) or not np.all(values[:, large] > 0) or not np.any(large):
        return {}
    table = np.array([[1.0, *(math.log(choice[name]) for name in names)] for choice in choices])
    logs = np.log(values[:, large])
    found: Floats = np.linalg.lstsq(table, logs, rcond=None)[0]
    if np.max(np.abs(table @ found - logs)) > _NEAR or np.max(np.ptp(found[1:], axis=1)) > _NEAR:
        return {}
    powers = {name: simple(float(found[1 + k].mean()), _NEAR) for k, name in enumerate(names)}
    return {name: power for name, power in powers.items() if power}
