"""Functions that are the same for some constants only: e^(at) and e^(bt) where a = b.

Owns the equations under which exponents, angles and other arguments coincide. A function whose
coefficient cannot vanish must coincide with another one of its residual.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import final

from flint import fmpq_mpoly

from symplex.exact.coefficients.collected import Combination
from symplex.exact.coefficients.limits import LIMITS, NEAR
from symplex.exact.coefficients.nearness import Nearness
from symplex.exact.coefficients.spectrum import Exponent, Function, Spectrum
from symplex.exact.coefficients.state import Unknowns
from symplex.exact.quotients.field import Field, Kind
from symplex.expression.operators import SIGN
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element

Condition = tuple[fmpq_mpoly, ...]
"""Equations for the constants."""


@final
@dataclass(frozen=True)
class Coincidences:
    """The coincidences of one field's functions."""

    field: Field
    unknowns: Unknowns
    near: Nearness
    divisors: tuple[fmpq_mpoly, ...] = ()
    """What does not vanish."""

    def near_ones(self, residuals: Sequence[Combination]) -> Condition:
        """The equations of all that coincides at the fitted values, though not in general."""
        found: dict[str, fmpq_mpoly] = {}
        for one, other in self._pairs(residuals):
            for first, second in self._choices(one, other):
                if self._is_close(first, second):
                    found |= {polynomial_text(e): e for e in self._equations(first, second)}
        for arguments in self._same_functions(range(len(self.field.meanings))):
            if self._is_close(*arguments):
                found |= {polynomial_text(e): e for e in self._equations(*arguments)}
        found |= {polynomial_text(e): e for e in (*self._plain_multiples(), *self._central_kinks())}
        return tuple(found.values())

    def _central_kinks(self) -> Iterator[fmpq_mpoly]:
        """The constant parts of arguments of signs that are nearly zero."""
        spectrum = Spectrum(self.field)
        for index, (kind, data) in list(enumerate(self.field.meanings)):
            if kind is not Kind.OTHER or data[0] is not SIGN or not self.field.varying(index):
                continue
            for (_, key), value in spectrum.coordinates(data[1][0]).items():
                is_known = any(key) or self.is_free(value.top)
                if not is_known and abs(self._value(value)) < NEAR.zero:
                    yield value.top / value.top.leading_coefficient()

    def _plain_multiples(self) -> Iterator[fmpq_mpoly]:
        """Multiples of arcs in angles that are nearly whole, of logarithms in exponents nearly so.

        With them sin(4*atan(w)) and exp(2*log(w)) are rational in w.
        """
        ring = self.field.ring
        inner = {Kind.COS: (Kind.ARC, 1), Kind.EXP: (Kind.LOG, NEAR.root)}
        for index, (kind, data) in list(enumerate(self.field.meanings)):
            if kind not in inner or not self.field.varying(index):
                continue
            wanted, largest = inner[kind]
            argument = self.field.basic(kind, data)
            for generator in ring.degrees(argument.top):
                slope = ring.by_powers(argument.top, generator).get(1)
                if self.field.meanings[generator].kind is wanted and slope is not None:
                    yield from self._plain(ring.element(slope, argument.bottom), largest)

    def _plain(self, multiple: Element, largest: int) -> Iterator[fmpq_mpoly]:
        """That a coefficient is the number with a small denominator to which it is near."""
        value = self._value(multiple)
        if self.is_free(multiple.top * multiple.bottom) or not math.isfinite(value):
            return
        number = Fraction(value).limit_denominator(largest)
        if abs(float(number) - value) <= NEAR.equal * abs(value) and not self.field.varies(
            multiple.top
        ):
            top = (multiple - self.field.ring.number(number)).top
            yield top / top.leading_coefficient()

    def forced(self, residuals: Sequence[Combination]) -> Iterator[Condition]:
        """The ways in which functions that cannot vanish by themselves may coincide with others.

        Every way of the first such function; none where every coefficient may vanish.
        """
        for residual in residuals:
            stuck = self.stuck(residual)
            if stuck:
                for one, other in self._pairs([residual]):
                    if stuck[0] in (one.key, other.key):
                        yield from filter(self._is_likely, self._conditions(one, other))
                for arguments in self._same_functions(residual.generators):
                    condition = tuple(self._equations(*arguments))
                    if self._can_hold(condition) and self._is_likely(condition):
                        yield condition
                return

    def stuck(self, residual: Combination) -> list[tuple[int, ...]]:
        """The functions whose coefficients cannot vanish."""
        return [key for key, value in residual.coefficients.items() if self._cannot_vanish(value)]

    def _cannot_vanish(self, value: fmpq_mpoly) -> bool:
        """Because nothing is unknown in it, because it divides, or because it is far from zero."""
        if self.is_free(value) or (self.near.is_known and self.near.is_far(value)):
            return True
        if len(value) > 1:
            return False
        factors = [self.field.ring.generator(i) for i in self.field.ring.degrees(value)]
        return all(
            self.is_free(factor) or any(divmod(d, factor)[1].is_zero() for d in self.divisors)
            for factor in factors
        )

    def _is_likely(self, condition: Condition) -> bool:
        """Whether fitted values, if there are any, are not far from it."""
        if not self.near.is_known:
            return True
        return not any(map(self.near.is_far, condition))

    def possible(self, residuals: Sequence[Combination]) -> Iterator[Condition]:
        """All coincidences of two functions of one residual."""
        for one, other in self._pairs(residuals):
            yield from self._conditions(one, other)

    def is_free(self, polynomial: fmpq_mpoly) -> bool:
        """Whether neither a constant nor a function of one occurs."""
        used = self.field.ring.degrees(polynomial).keys()
        return used.isdisjoint(self.unknowns.bound) and used.isdisjoint(self.unknowns.numbers)

    def _pairs(self, residuals: Sequence[Combination]) -> Iterator[tuple[Function, Function]]:
        """Pairs of functions that differ in exponents and angles alone."""
        spectrum = Spectrum(self.field)
        for residual in residuals:
            if len(residual.coefficients) <= LIMITS.functions:
                for one, other in combinations(spectrum.functions(residual), 2):
                    if one.rest == other.rest:
                        yield one, other

    def _choices(self, one: Function, other: Function) -> Iterator[tuple[Exponent, Exponent]]:
        """The exponents and angles that must agree, for each angle of the other function."""
        for angle in other.angles:
            yield _joined(one.exponent, one.angles[0]), _joined(other.exponent, angle)

    def _conditions(self, one: Function, other: Function) -> Iterator[Condition]:
        for first, second in self._choices(one, other):
            condition = tuple(self._equations(first, second))
            if self._can_hold(condition):
                yield condition

    def _can_hold(self, condition: Condition) -> bool:
        return bool(condition) and not any(map(self.is_free, condition))

    def _equations(self, first: Exponent, second: Exponent) -> Iterator[fmpq_mpoly]:
        """The differences of the coefficients that are not the same already."""
        zero = self.field.ring.number(0)
        for key in dict.fromkeys((*first, *second)):
            top = (first.get(key, zero) - second.get(key, zero)).top
            if not top.is_zero():
                yield top / top.leading_coefficient()

    def _is_close(self, first: Exponent, second: Exponent) -> bool:
        """Whether the coefficients agree at the fitted values."""
        for key in dict.fromkeys((*first, *second)):
            one, other = (self._value(side.get(key)) for side in (first, second))
            if not abs(one - other) <= max(NEAR.equal * max(abs(one), abs(other)), NEAR.zero):
                return False
        return True

    def _value(self, element: Element | None) -> float:
        if element is None:
            return 0.0
        bottom = self.near.value(element.bottom)[0]
        return self.near.value(element.top)[0] / bottom if bottom else float("inf")

    def _same_functions(self, generators: Iterable[int]) -> Iterator[tuple[Exponent, Exponent]]:
        """The arguments of roots, logarithms and other functions that may be the same ones."""
        spectrum = Spectrum(self.field)
        arguments = {
            index: found
            for index in generators
            if self.field.varying(index) and (found := self._inside(spectrum, index)) is not None
        }
        for (kind, one), (other_kind, other) in combinations(arguments.values(), 2):
            if kind == other_kind:
                yield one, other
                # What stands in a root or a logarithm is known but for a factor.
                yield one, self._like(one, other)

    def _like(self, one: Exponent, other: Exponent) -> Exponent:
        """An argument times what makes it agree with another in its first coefficient."""
        common = [key for key in one if key in other]
        if not common:
            return other
        factor = one[common[0]] / other[common[0]]
        return {key: factor * value for key, value in other.items()}

    def _inside(self, spectrum: Spectrum, index: int) -> tuple[object, Exponent] | None:
        """Which function a generator is, and its argument."""
        kind, data = self.field.meanings[index]
        if kind in (Kind.EXP, Kind.COS):
            return kind, spectrum.coordinates(self.field.basic(kind, data))
        if kind is Kind.ROOT:
            return (kind, data[1]), spectrum.coordinates(self.field.ring.element(data[0]))
        if kind is Kind.LOG:
            return kind, spectrum.coordinates(self.field.ring.element(data))
        if kind in (Kind.OTHER, Kind.ARC) and data is not None and len(data[1]) == 1:
            return data[0], spectrum.coordinates(data[1][0])
        return None


def _joined(exponent: Exponent, angle: Exponent) -> Exponent:
    """Exponents and angles in one mapping, told apart."""
    return {
        **{(Kind.EXP, key): value for key, value in exponent.items()},
        **{(Kind.COS, key): value for key, value in angle.items()},
    }
