"""As many digits as the error warrants: ``0.8206*x``, not ``0.8206156052723844*x``.

Owns the rounding of fitted constants, checked by the reference: the error grows by a tenth at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.solver.approximation.reference_values import Formulas, Measured, ReferenceValues

_TENTH: Final = 1.1
_MOST: Final = 15
"""Digits beyond which nothing is rounded."""
_SPARE: Final = 5
"""How many digits more than its error has a formula may need: beyond, large terms cancel."""


def rounded(formulas: Formulas, reference: ReferenceValues) -> tuple[Formulas, Measured] | None:
    """The formulas with short constants and their error; None if constants cannot be short."""
    before = reference.measure(formulas)
    if not np.isfinite(before.maximum):
        return None
    count = sum(len(formula.constants) for formula in formulas.values())
    if not count:
        return formulas, before
    rounding = _Rounding(formulas, reference, before)
    warranted = max(2, int(-np.log10(max(before.maximum, 1e-15))))
    most = min(_MOST, warranted + _SPARE)
    digits = next((d for d in range(1, most + 1) if rounding.is_harmless([d] * count)), None)
    if digits is None:
        return None
    made = rounding.made(rounding.fewest([digits] * count))
    return made, reference.measure(made)


@final
@dataclass(frozen=True)
class _Rounding:
    """Formulas whose constants are to have few digits."""

    formulas: Formulas
    reference: ReferenceValues
    before: Measured

    def made(self, digits: Sequence[int]) -> Formulas:
        """The formulas with so many digits in each constant, in order."""
        left = iter(digits)
        return {
            unknown: formula.with_constants([_short(c, next(left)) for c in formula.constants])
            for unknown, formula in self.formulas.items()
        }

    def is_harmless(self, digits: Sequence[int]) -> bool:
        """Whether the error stays about what it is."""
        after, before = self.reference.measure(self.made(digits)), self.before
        floor = before.reference
        return after.maximum <= _TENTH * max(before.maximum, floor) and after.rms <= (
            _TENTH * max(before.rms, floor)
        )

    def fewest(self, digits: list[int]) -> list[int]:
        """With fewer digits wherever one constant can do with fewer."""
        for place in range(len(digits)):
            while digits[place] > 1:
                fewer = [*digits[:place], digits[place] - 1, *digits[place + 1 :]]
                if not self.is_harmless(fewer):
                    break
                digits = fewer
        return digits


def _short(value: float, digits: int) -> float:
    return float(f"{value:.{digits - 1}e}")
