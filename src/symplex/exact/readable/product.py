"""Products of powers of formulas, and how they are written.

Owns what stands above and below a fraction bar, under one root, or as a tangent; exponentials are
kept apart, for products of them are one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Final, TypeVar, final

from symplex.exact.quotients.powers import primes
from symplex.exact.readable.layout import ODD, is_negative, opposite
from symplex.expression import Expression, Number, Operator, apply, number
from symplex.expression import operators as op

Shift = Mapping[int, Fraction]
"""The powers of exponentials, by the numbers of their generators."""
_TANGENTS: Final = ((op.SIN, op.COS, op.TAN), (op.SINH, op.COSH, op.TANH))
_POWER: Final = 2
"""The nodes of a power of a symbol."""
_Key = TypeVar("_Key")


@final
@dataclass(frozen=True)
class Product:
    """A number times powers of formulas and of exponentials."""

    number: Fraction = Fraction(1)
    powers: Mapping[Expression, Fraction] = field(default_factory=dict[Expression, Fraction])
    shift: Shift = field(default_factory=dict[int, Fraction])

    def times(self, other: "Product") -> "Product":
        """The product of two."""
        return Product(
            self.number * other.number,
            _added(self.powers, other.powers),
            _added(self.shift, other.shift),
        )

    def raised(self, exponent: Fraction | int) -> "Product":
        """A power; a root only of what has a positive number."""
        exponent = Fraction(exponent)
        powers = {base: power * exponent for base, power in self.powers.items()}
        shift = {index: power * exponent for index, power in self.shift.items()}
        if exponent.denominator == 1:
            return Product(self.number ** int(exponent), powers, shift)
        roots = {number(prime): times * exponent for prime, times in primes(self.number)}
        return Product(Fraction(1), _added(powers, roots), shift)


def _added(one: Mapping[_Key, Fraction], other: Mapping[_Key, Fraction]) -> dict[_Key, Fraction]:
    """Sums of powers, without those that are zero."""
    total = {key: one.get(key, Fraction(0)) + other.get(key, Fraction(0)) for key in (*one, *other)}
    return {key: power for key, power in total.items() if power}


def variants(made: Product) -> Iterator[Product]:
    """The product with other roots of numbers, or a minus sign inside of an odd function."""
    yield made
    roots = [base for base, p in made.powers.items() if _number(base) and p.denominator > 1]
    for chosen in dict.fromkeys([tuple(roots), *((base,) for base in roots)]):
        if chosen:
            yield reduce(_with_other_root, chosen, made)
    for base, times in made.powers.items():
        if made.number < 0 and times.denominator == 1 and times.numerator % 2:
            turned = _turned(base)  # -sin(a - b) as sin(b - a)
            if turned is not None:
                powers = {turned if one is base else one: p for one, p in made.powers.items()}
                yield Product(-made.number, powers, made.shift)


def _number(base: Expression) -> Fraction | None:
    return base.root.value if isinstance(base.root, Number) else None


def _with_other_root(made: Product, base: Expression) -> Product:
    """√2/2 as 1/√2."""
    step = -1 if made.powers[base] > 0 else 1
    value = _number(base) or Fraction(1)
    outside = made.number * (value if step < 0 else 1 / value)
    return Product(outside, {**made.powers, base: made.powers[base] + step}, made.shift)


def _turned(base: Expression) -> Expression | None:
    """The negative of an odd function, if it needs no minus sign."""
    if not isinstance(base.root, Operator) or base.root not in ODD:
        return None
    argument = opposite(base.arguments[0])
    return None if is_negative(argument) else apply(base.root, argument)


def written(made: Product, exponential: Expression | None = None) -> Expression:
    """A product as a formula; its exponentials as the one that is handed in."""
    value, tops, bottoms = made.number, list[Expression](), list[Expression]()
    roots: dict[Fraction, Product] = {}
    for base, times in _with_tangents(made.powers).items():
        known = _number(base)
        if known is not None:
            value, times = value * known ** int(times), times - int(times)
        if times.denominator > 1:
            part = Product(powers={base: Fraction(1)}) if known is None else Product(known)
            part = part.raised(1 if times > 0 else -1)
            roots[abs(times)] = roots.get(abs(times), Product()).times(part)
        elif times:
            (tops if times > 0 else bottoms).append(base ** abs(times))
    for exponent, inner in roots.items():
        below = inner.number.numerator == 1 and all(p < 0 for p in inner.powers.values())
        root = written(inner.raised(-1 if below else 1)) ** exponent
        (bottoms if below else tops).append(root)
    tops += [] if exponential is None else [exponential]
    return _quotient(value, sorted(tops, key=_place), bottoms)


def _quotient(value: Fraction, tops: list[Expression], bottoms: list[Expression]) -> Expression:
    """The number goes in front, its denominator below the bar if there is one."""
    above, below = abs(value), 1
    if bottoms or (tops and above.numerator == 1):
        above, below = Fraction(above.numerator), above.denominator
    if above != 1 or not tops:
        tops = [number(above), *tops]
    if below != 1:
        bottoms = [number(below), *bottoms]
    top = reduce(mul, tops)
    tree = top / reduce(mul, bottoms) if bottoms else top
    return opposite(tree) if value < 0 else tree


def _place(factor: Expression) -> int:
    """Powers of symbols stand first, then exponentials."""
    if factor.root is op.EXP:
        return 1
    return 0 if factor.size <= _POWER else 2


def _with_tangents(powers: Mapping[Expression, Fraction]) -> Mapping[Expression, Fraction]:
    """Quotients of sines and cosines as tangents."""
    for base, up in powers.items():
        for sine, cosine, tangent in _TANGENTS:
            if base.root is sine:
                other, quotient = (apply(row, base.arguments[0]) for row in (cosine, tangent))
                down = powers.get(other, Fraction(0))
                if up * down < 0:
                    times = min(abs(up), abs(down)) * (1 if up > 0 else -1)
                    powers = _added(powers, {base: -times, other: times, quotient: times})
    return powers
