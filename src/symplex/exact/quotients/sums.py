"""Arguments of exponentials and angles as rational combinations of independent ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, final

from symplex.exact.quotients.ring import fraction
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element


@final
@dataclass
class Sums:
    """The independent arguments of one kind, and how others are made of them."""

    scales: dict[str, int]
    """By how much each argument is divided, by its text: it survives a new start."""
    names: list[str] = field(default_factory=list[str])
    arguments: list[Element] = field(default_factory=list[Element])
    _rows: list[Any] = field(default_factory=list[Any])

    def combination(self, argument: Element, name: str) -> dict[int, Fraction]:
        """The coefficients of the known arguments; a new one becomes known if need be."""
        rest = _coordinates(argument)
        found: dict[int, Fraction] = {}
        for pivot, row, parts in self._rows:
            factor = rest.get(pivot, Fraction(0)) / row[pivot]
            if factor:
                _accumulate(rest, row, -factor)
                _accumulate(found, parts, factor)
        if not rest:
            return found
        index = len(self.arguments)
        self.arguments.append(argument)
        self.names.append(name)
        parts = {index: Fraction(1)}
        _accumulate(parts, found, Fraction(-1))
        self._rows.append((next(iter(rest)), rest, parts))
        return {index: Fraction(1)}


def _coordinates(argument: Element) -> dict[Any, Fraction]:
    """The terms of a quotient; of what no monomial divides, those over its divisor."""
    if len(argument.bottom) == 1:
        # Each term over one monomial: x²/(νt) and x/ν have the same coordinates in any sum.
        ((below, factor),) = argument.bottom.terms()
        tops = [(m, fraction(c / factor)) for m, c in argument.top.terms()]
        return {tuple(a - b for a, b in zip(m, below, strict=True)): value for m, value in tops}
    whole, rest = divmod(argument.top, argument.bottom)
    below = polynomial_text(argument.bottom)
    found: dict[Any, Fraction] = {tuple(m): fraction(c) for m, c in whole.terms()}
    return found | {(below, m): fraction(c) for m, c in rest.terms()}


def _accumulate(total: dict[Any, Fraction], row: Mapping[Any, Fraction], factor: Fraction) -> None:
    for key, value in row.items():
        total[key] = total.get(key, Fraction(0)) + factor * value
        if not total[key]:
            del total[key]
