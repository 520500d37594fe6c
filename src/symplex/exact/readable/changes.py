"""Polynomials in other generators: hyperbolic functions, multiple angles, squares, logarithms.

Owns the identities, each as a change of generators that the ring does not relate to the old ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.ring import fraction
from symplex.exact.readable.harmonics import Wave, times_wave
from symplex.exact.readable.layout import is_negative, opposite
from symplex.exact.readable.product import Shift
from symplex.expression import Expression, Operator, apply
from symplex.expression import operators as op
from symplex.expression.quotients import Element, flint_number
from symplex.reasons import Code
from symplex.work.budget import Missing

_MAX_ANGLES: Final = 4
_MAX_TERMS: Final = 40
_MAX_MIXED: Final = 3
_SQUARE: Final = 2
_SPARE: Final = 2
"""Generators that are kept for the ring itself."""


class Changed(NamedTuple):
    """A polynomial that is the old one divided by powers of exponentials."""

    polynomial: fmpq_mpoly
    shift: Shift


@final
class Changes:
    """The changes that one field allows."""

    def __init__(self, field: Field, write: Callable[[Element], Expression]) -> None:
        """Changes in a field whose elements `write` makes formulas."""
        self._field, self._ring, self._write = field, field.ring, write

    def of(self, polynomial: fmpq_mpoly) -> Iterator[Changed]:
        """The same polynomial in other generators, those for which there is room."""
        kinds: dict[Kind, list[int]] = {kind: [] for kind in Kind}
        for index in self._ring.degrees(polynomial):
            kind, data = self._field.meanings[index]
            if kind is Kind.OTHER and data is None:
                return  # it has been changed before
            kinds[kind].append(index)
        if len(polynomial) > _MAX_TERMS:
            return
        exponentials, circular = kinds[Kind.EXP], kinds[Kind.COS] + kinds[Kind.SIN]
        ways: list[Iterator[Changed]] = [self._hyperbolic(polynomial, exponentials, _MAX_MIXED)]
        if len(exponentials) > 1:
            ways += [self._hyperbolic(polynomial, [index], 0) for index in exponentials]
        ways += [self._squares(polynomial, cosine) for cosine in kinds[Kind.COS]]
        ways.append(self._harmonics(polynomial, circular))
        ways.append(self._logarithms(polynomial, kinds[Kind.LOG]))
        for way in ways:
            try:
                yield from way
            except Missing:
                return

    def exponent(self, shift: Shift) -> Element:
        """The argument of a product of exponentials."""
        data = {self._field.meanings[index].data: power for index, power in shift.items()}
        return self._combination(Kind.EXP, data)

    def _combination(self, kind: Kind, parts: Mapping[int, Fraction]) -> Element:
        """A sum of basic arguments."""
        total = self._ring.number(0)
        for index, factor in parts.items():
            basic = self._field.basic(kind, index)
            total = total + self._ring.element(basic.top * flint_number(factor), basic.bottom)
        return total

    def _new(self, operator: Operator, argument: Element) -> fmpq_mpoly:
        """A generator for a function; an odd one gives its sign to the outside."""
        inner, sign = self._write(argument), 1
        if operator is not op.LOG and is_negative(inner):
            inner, sign = opposite(inner), -1 if operator in (op.SIN, op.SINH) else 1
        tree = apply(operator, inner)
        key = (Kind.OTHER, f"form {tree!r}")
        if key not in self._field.atoms and len(self._ring.trees) >= self._ring.size - _SPARE:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return self._field.atom(key, tree) * sign

    def _hyperbolic(
        self, polynomial: fmpq_mpoly, chosen: Sequence[int], mixed: int
    ) -> Iterator[Changed]:
        """About the middle of the exponents, where each has its opposite.

        Amplitudes of opposite exponents are the same but for the sign, unless terms are few.
        """
        parts = self._ring.collected(polynomial, chosen)
        low, high = min(parts), max(parts)
        twice = [a + b for a, b in zip(low, high, strict=True)]
        opposites = {key: tuple(a - k for a, k in zip(twice, key, strict=True)) for key in parts}
        if len(parts) == 1 or any(other not in parts for other in opposites.values()):
            return
        total = self._ring.constant(0)
        for key, other in opposites.items():
            one, two = parts[key], parts[other]
            if key == other:
                total += one
            if key <= other:
                continue
            if len(parts) > mixed and one not in (two, -two):
                return
            powers = [Fraction(2 * k - a, 2) for k, a in zip(key, twice, strict=True)]
            argument = self.exponent(_nonzero(chosen, powers))
            for operator, amplitude in ((op.COSH, one + two), (op.SINH, one - two)):
                if not amplitude.is_zero():
                    total += amplitude * self._new(operator, argument)
        yield Changed(total, _nonzero(chosen, [Fraction(a, 2) for a in twice]))

    def _squares(self, polynomial: fmpq_mpoly, cosine: int) -> Iterator[Changed]:
        """Squares of a cosine as 1 less squares of the sine."""
        powers = self._ring.by_powers(polynomial, cosine)
        if max(powers) < _SQUARE:
            return
        sine = self._new(op.SIN, self._field.basic(Kind.COS, self._field.meanings[cosine].data))
        square, total = self._ring.one - sine * sine, self._ring.constant(0)
        for power, part in powers.items():
            total += part * square ** (power // 2) * self._ring.generator(cosine) ** (power % 2)
        yield Changed(total, {})

    def _harmonics(self, polynomial: fmpq_mpoly, circular: Sequence[int]) -> Iterator[Changed]:
        """Products of circular functions as sums of those of sums of angles."""
        meanings, ring = self._field.meanings, self._ring
        angles = sorted({meanings[index].data for index in circular})
        parts = ring.collected(polynomial, circular)
        if not 0 < len(angles) <= _MAX_ANGLES or max(map(sum, parts)) < _SQUARE:
            return
        total: dict[Wave, fmpq_mpoly] = {}
        for key, amplitude in parts.items():
            waves = {Wave((0,) * len(angles), is_sine=False): Fraction(1)}
            for times, index in zip(key, circular, strict=True):
                place = angles.index(meanings[index].data)
                for _ in range(times):
                    waves = times_wave(waves, place, is_sine=meanings[index].kind is Kind.SIN)
            for wave, value in waves.items():
                known = total.get(wave, ring.constant(0))
                total[wave] = known + amplitude * flint_number(value)
        yield Changed(
            sum(map(self._wave, [angles] * len(total), total.items()), ring.constant(0)), {}
        )

    def _wave(self, angles: Sequence[int], term: tuple[Wave, fmpq_mpoly]) -> fmpq_mpoly:
        """A wave with its amplitude."""
        wave, amplitude = term
        if amplitude.is_zero() or not any(wave.multiples):
            return amplitude * (not wave.is_sine)
        multiples = _nonzero(angles, [Fraction(k) for k in wave.multiples])
        argument = self._combination(Kind.COS, multiples)
        return amplitude * self._new(op.SIN if wave.is_sine else op.COS, argument)

    def _logarithms(self, polynomial: fmpq_mpoly, chosen: Sequence[int]) -> Iterator[Changed]:
        """Sums of logarithms with one amplitude as the logarithm of a product."""
        ring, total = self._ring, self._ring.constant(0)
        parts = ring.collected(polynomial, chosen)
        if len(chosen) == 1 or max(map(sum, parts)) > 1:
            return
        groups: list[tuple[fmpq_mpoly, dict[int, Fraction]]] = []
        for key, amplitude in parts.items():
            if not any(key):
                total += amplitude
                continue
            ratio = amplitude.leading_coefficient()
            monic, index = amplitude / ratio, chosen[key.index(1)]
            same = next((members for known, members in groups if known == monic), None)
            if same is None:
                groups.append((monic, {index: fraction(ratio)}))
            else:
                same[index] = fraction(ratio)
        for amplitude, members in groups:
            total += amplitude * self._joined_logarithms(members)
        yield Changed(total, {})

    def _joined_logarithms(self, members: Mapping[int, Fraction]) -> fmpq_mpoly:
        """Multiples of logarithms; of whole multiples of one number, one logarithm."""
        ring, argument = self._ring, self._ring.number(1)
        least = min(map(abs, members.values()))
        if len(members) == 1 or any((ratio / least).denominator > 1 for ratio in members.values()):
            terms = (ring.generator(i) * flint_number(ratio) for i, ratio in members.items())
            return sum(terms, ring.constant(0))
        for index, ratio in members.items():
            base = ring.element(self._field.meanings[index].data)
            argument = argument * base ** int(ratio / least)
        return self._new(op.LOG, argument) * flint_number(least)


def _nonzero(indices: Sequence[int], values: Sequence[Fraction]) -> dict[int, Fraction]:
    return {index: value for index, value in zip(indices, values, strict=True) if value}
