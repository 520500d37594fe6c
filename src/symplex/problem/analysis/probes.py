"""Random values for every symbol of a problem, for questions that need no proof."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Derivative
from symplex.expression.evaluate import value_of
from symplex.problem.problem import Problem
from symplex.problem.region import Region

Values = dict[str | Derivative, NDArray[np.float64]]
COUNT = 64


def draw(problem: Problem, region: Region | None = None, seed: int = 0) -> Values:
    """Values of the variables in a region, of the parameters, and arbitrary ones of derivatives."""
    rng = np.random.default_rng(seed)
    values: Values = {**problem.box.sample(rng, COUNT)}
    for name, value in _fixed(region).items():
        values[name] = np.full(COUNT, value)
    for derivative in sorted(problem.derivatives, key=repr):
        values[derivative] = rng.uniform(-2, 2, COUNT)
    return values


def _fixed(region: Region | None) -> Mapping[str, float]:
    return {name: value_of(value) for name, value in region.fixed} if region else {}
