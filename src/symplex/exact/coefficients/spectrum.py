"""The exponents and angles of functions, as combinations of functions without them.

e^(at)·cos(bx)² has the exponent a·t and the angles 2b·x, 0 and −2b·x; x^2 beside log(x) has the
exponent 2·log(x). What else is in a function is its rest.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, final

from symplex.exact.coefficients.collected import Combination
from symplex.exact.coefficients.limits import LIMITS
from symplex.exact.quotients.field import Field, Kind
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element

Exponent = Mapping[Any, Element]
"""The coefficient, free of variables, of each function of the variables in an exponent."""


@final
@dataclass(frozen=True)
class Function:
    """A product of powers of generators with variables in them."""

    key: tuple[int, ...]
    rest: tuple[tuple[int, int], ...]
    exponent: Exponent
    angles: tuple[Exponent, ...]
    """All of them, signs included; the first has none of its signs turned."""


@final
class Spectrum:
    """Writes the functions of one field by their exponents."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._arguments: dict[tuple[Kind, int], Exponent] = {}
        self._logarithms = {
            field.ring.index(meaning.data): index
            for index, meaning in enumerate(field.meanings)
            if meaning.kind is Kind.LOG and field.ring.is_generator(meaning.data)
        }

    def functions(self, residual: Combination) -> list[Function]:
        """All functions of a residual, in a fixed order."""
        return [self._function(residual, key) for key in sorted(residual.coefficients)]

    def _function(self, residual: Combination, key: tuple[int, ...]) -> Function:
        exponent: Exponent = {}
        angles: dict[int, int] = {}
        rest: list[tuple[int, int]] = []
        for index, times in zip(residual.generators, key, strict=True):
            kind, data = self._field.meanings[index]
            if index in self._logarithms:
                exponent = self._sum(exponent, self._logarithm(index), times)
            elif kind in (Kind.COS, Kind.SIN):
                angles[data] = angles.get(data, 0) + times
            elif kind is Kind.EXP:
                exponent = self._sum(exponent, self._argument(Kind.EXP, data), times)
            elif times:
                rest.append((index, times))
        return Function(key, tuple(rest), exponent, tuple(self._angles(angles)))

    def _angles(self, degrees: Mapping[int, int]) -> Iterator[Exponent]:
        """The angles of a product of cosines and sines, from their degrees by angle."""
        choices = [range(degree, -degree - 1, -2) for degree in degrees.values()]
        for times in islice(product(*choices), LIMITS.angles):
            total: Exponent = {}
            for which, count in zip(degrees, times, strict=True):
                total = self._sum(total, self._argument(Kind.COS, which), count)
            yield total

    def _logarithm(self, index: int) -> Exponent:
        generator = self._field.ring.generator(self._logarithms[index])
        return self.coordinates(self._field.ring.element(generator))

    def _argument(self, kind: Kind, which: int) -> Exponent:
        if (kind, which) not in self._arguments:
            self._arguments[kind, which] = self.coordinates(self._field.basic(kind, which))
        return self._arguments[kind, which]

    def coordinates(self, argument: Element) -> Exponent:
        """The coefficient of each function of the variables in an argument."""
        ring = self._field.ring
        varying = [i for i in range(len(ring.trees)) if self._field.varying(i)]
        below = polynomial_text(argument.bottom) if self._field.varies(argument.bottom) else ""
        bottom = ring.one if below else argument.bottom
        return {
            (below, key): ring.element(value, bottom)
            for key, value in ring.collected(argument.top, varying).items()
        }

    def _sum(self, one: Exponent, other: Exponent, times: int) -> Exponent:
        total = dict(one)
        for key, value in other.items() if times else ():
            term = value * times
            total[key] = total[key] + term if key in total else term
        return {key: value for key, value in total.items() if not value.top.is_zero()}
