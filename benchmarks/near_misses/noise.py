"""Fitted candidates as a search leaves them: true solutions with noise on every number."""

import random
from collections.abc import Mapping

from near_misses.cases import Case
from symplex.expression import CONSTANT, Expression, Number

RELATIVE_NOISE = 1e-7


def noisy(case: Case, seed: int) -> Mapping[str, Expression]:
    """The truth with each of its numbers as a constant slot, off by about one part in 10^7."""
    rng = random.Random(f"{case.name} noise {seed}")
    return {name: _noisy(formula, rng) for name, formula in case.truth.items()}


def _noisy(formula: Expression, rng: random.Random) -> Expression:
    tokens = list(formula.tokens)
    values: list[float] = []
    for index, token in enumerate(tokens):
        if isinstance(token, Number):
            tokens[index] = CONSTANT
            values.append(float(token.value) * (1 + RELATIVE_NOISE * rng.gauss()))
    return Expression(tuple(tokens), tuple(values))
