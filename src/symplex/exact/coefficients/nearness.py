"""How far polynomials in the constants are from vanishing at fitted values."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import final

from flint import fmpq_mpoly

from symplex.exact.coefficients.limits import NEAR
from symplex.exact.quotients.ring import TreeRing
from symplex.exact.signs import Parameters
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate, value_of


def plain_number(value: float) -> Fraction:
    """A plain number near a value; 1 where there is none: nothing is known, or a root undefined."""
    if not math.isfinite(value):
        return Fraction(1)
    return Fraction(value).limit_denominator(NEAR.denominator) or Fraction(1)


def values_near(
    parameters: Parameters, constants: tuple[str, ...], near: Mapping[str, float] | None
) -> Mapping[str, float] | None:
    """The fitted values with those of the parameters, by default the middles of their ranges.

    None where a constant has no fitted value.
    """
    if near is None or not near.keys() >= set(constants):
        return None
    middles = {
        name: (value_of(low) + value_of(high)) / 2 for name, (low, high) in parameters.items()
    }
    return {**middles, **near}


@final
class Nearness:
    """Values of a ring's generators at fitted constants, computed when they are asked for."""

    def __init__(self, ring: TreeRing, values: Mapping[str, float] | None) -> None:
        self._ring = ring
        self._values = values
        self._generators: dict[int, float] = {}

    @property
    def is_known(self) -> bool:
        """Whether there are fitted values at all."""
        return self._values is not None

    def value(self, polynomial: fmpq_mpoly) -> tuple[float, float]:
        """The value of a polynomial without variables, and the sum of the sizes of its terms."""
        total = size = 0.0
        try:
            for exponents, coefficient in polynomial.terms():
                term = float(int(coefficient.p) / int(coefficient.q))
                for place, exponent in enumerate(exponents):
                    if exponent:
                        term *= self._generator(self._ring.size - 1 - place) ** int(exponent)
                total, size = total + term, size + abs(term)
        except (OverflowError, ZeroDivisionError):
            return math.nan, math.nan
        return total, size

    def distance(self, polynomial: fmpq_mpoly) -> float:
        """How far a polynomial is from vanishing, between 0 and 1; 1 where nothing is known."""
        if self._values is None:
            return 1.0
        total, size = self.value(polynomial)
        if len(polynomial) == 1:  # nothing to be compared with but 1
            size = max(size, 1.0)
        found = abs(total) / size if size else 0.0
        return found if math.isfinite(found) else 1.0

    def is_far(self, polynomial: fmpq_mpoly) -> bool:
        """Whether it is so far from vanishing that it is not meant to."""
        return self.distance(polynomial) >= NEAR.far

    def _generator(self, index: int) -> float:
        if index not in self._generators:
            self._generators[index] = self.of(self._ring.trees[index])
        return self._generators[index]

    def of(self, formula: Expression) -> float:
        """The value of a formula without variables; not a number where nothing is known."""
        if self._values is None or not formula.symbols <= self._values.keys():
            return math.nan
        return float(evaluate(formula, self._values))
