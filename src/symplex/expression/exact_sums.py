"""A normal form of constants: sums of rational multiples of products of pi, roots and other atoms.

Two constants with the same normal form are equal wherever both are defined; the converse is not
claimed (``exp(log(2))`` and 2 differ here). Whatever would grow too large has no normal form.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import reduce
from math import isqrt
from types import MappingProxyType
from typing import Final, final

from flint import fmpz

from symplex.expression.expression import Expression, apply, number
from symplex.expression.operators import (
    ABS,
    ADD,
    DIVIDE,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    PI,
    RELU,
    SIGN,
    SQRT,
    SUBTRACT,
    Operator,
)
from symplex.expression.token import Number, Token

Monomial = frozenset[tuple[Expression, int]]
"""Atoms with their powers."""
Sum = Mapping[Monomial, Fraction]
"""Coefficients, none of them zero."""


class Order(Enum):
    """How one constant stands to another, or to zero; `UNKNOWN` where nothing shows it."""

    LESS = -1
    EQUAL = 0
    GREATER = 1
    UNKNOWN = None


_MAX_TERMS = 32
_MAX_SIZE = 400
_MAX_BITS = 8_192
_MAX_POWER = 8
_FACTORED_BITS = 64
RATIONAL: Final[Monomial] = frozenset()
"""The monomial of a plain number."""


@final
class NoNormalForm(Exception):  # noqa: N818 (an answer, not a mistake)
    """A constant whose normal form would be too large, or which divides by zero."""


def sum_of(constant: Expression, sign: Callable[[Sum], Order]) -> Sum:
    """The normal form of a formula without variables.

    Args:
        constant: The formula.
        sign: The order of a normal form to zero, by which max, abs and sign are decided.

    Raises:
        NoNormalForm: where it would be too large.
    """

    def combine(token: Token, below: Sequence[Sum], _: float) -> Sum:
        if isinstance(token, Number):
            return _rational(token.value)
        if not isinstance(token, Operator):
            raise NoNormalForm
        if token.exponent is not None:
            return _raised(token, below[0], token.exponent)
        rule = _RULES.get(token)
        found = rule(*below) if rule else _branch(token, below, sign)
        return _small(_atom(token, below) if found is None else found)

    return constant.fold(combine)


def tree_of(value: Sum) -> Expression:
    """The formula that a normal form stands for, its parts in one fixed order."""
    terms = sorted(value.items(), key=lambda term: repr(sorted(map(repr, term[0]))))
    parts = [
        reduce(
            lambda a, b: a * b, (atom**power for atom, power in sorted(atoms, key=repr)), number(c)
        )
        for atoms, c in terms
    ]
    return reduce(lambda a, b: a + b, parts) if parts else number(0)


def _small(value: Sum) -> Sum:
    bits = max((max(map(_bits, (c.numerator, c.denominator))) for c in value.values()), default=0)
    if len(value) > _MAX_TERMS or bits > _MAX_BITS:
        raise NoNormalForm
    return value


def _bits(whole: int) -> int:
    return whole.bit_length()


def _rational(value: Fraction | int) -> Sum:
    return {RATIONAL: Fraction(value)} if value else {}


def _atom(token: Operator, below: Sequence[Sum]) -> Sum:
    tree = apply(token, *map(tree_of, below))
    if tree.size > _MAX_SIZE:
        raise NoNormalForm
    return {frozenset({(tree, 1)}): Fraction(1)}


def _plus(left: Sum, right: Sum) -> Sum:
    total = {key: left.get(key, Fraction(0)) + right.get(key, 0) for key in (*left, *right)}
    return {key: value for key, value in total.items() if value}


def _scaled(value: Sum, factor: Fraction | int) -> Sum:
    return {key: factor * coefficient for key, coefficient in value.items()}


def _times(left: Sum, right: Sum) -> Sum:
    if len(left) * len(right) > _MAX_TERMS:
        raise NoNormalForm
    total: Sum = {}
    for first, a in left.items():
        for second, b in right.items():
            total = _plus(total, _monomial((*first, *second), a * b))
    return total


def _monomial(factors: Sequence[tuple[Expression, int]], coefficient: Fraction) -> Sum:
    """A product of atoms; the square of a root of a number is the number."""
    powers: dict[Expression, int] = {}
    for atom, power in factors:
        powers[atom] = powers.get(atom, 0) + power
    for atom, power in powers.items():
        inside = atom.arguments[0].root if atom.root is SQRT else None
        if isinstance(inside, Number):
            coefficient *= inside.value ** (power // 2)
            powers[atom] = power % 2
    return {frozenset((atom, power) for atom, power in powers.items() if power): coefficient}


def _over(top: Sum, bottom: Sum) -> Sum | None:
    """By one term; a sum in a denominator stays an atom."""
    if len(bottom) > 1:
        return None
    return _times(top, _whole_power(bottom, -1))


def _whole_power(base: Sum, exponent: int) -> Sum:
    """Of a single term by arithmetic, of a sum by multiplication."""
    if not base:
        if exponent <= 0:
            raise NoNormalForm
        return {}
    if len(base) > 1:
        return reduce(_times, [base] * exponent)
    ((atoms, coefficient),) = base.items()
    if (
        abs(exponent) * max(_bits(coefficient.numerator), _bits(coefficient.denominator))
        > _MAX_BITS
    ):
        raise NoNormalForm
    return _monomial([(atom, power * exponent) for atom, power in atoms], coefficient**exponent)


def _raised(token: Operator, base: Sum, exponent: Fraction) -> Sum:
    if exponent.denominator == 1 and (len(base) <= 1 or 0 < exponent <= _MAX_POWER):
        return _small(_whole_power(base, int(exponent)))
    if not base and exponent > 0:
        return {}
    if exponent.denominator == 2 and set(base) == {RATIONAL} and base[RATIONAL] > 0:  # noqa: PLR2004
        return _small(_whole_power(_root(base[RATIONAL]), exponent.numerator))
    return _atom(token, [base])


def _root(value: Fraction) -> Sum:
    """The square root of a positive number, as a rational multiple of roots of primes."""
    whole = value.numerator * value.denominator
    if _bits(whole) > _FACTORED_BITS:
        root = isqrt(whole)
        factors = [(root, 2)] if root * root == whole else [(whole, 1)]
    else:
        factors = [(int(prime), power) for prime, power in fmpz(whole).factor()]
    atoms = [(apply(SQRT, number(prime)), power) for prime, power in factors]
    return _monomial(atoms, Fraction(1, value.denominator))


def _branch(token: Operator, below: Sequence[Sum], sign: Callable[[Sum], Order]) -> Sum | None:
    """Abs, sign, max, min and relu where a sign decides them; None otherwise."""
    if token not in {ABS, SIGN, MAX, MIN, RELU}:
        return None
    other = below[1] if len(below) > 1 else {}
    positive = sign(_plus(below[0], _scaled(other, -1))).value
    if positive is None:
        return None
    if token is SIGN:
        return _rational(positive)
    if token is ABS:
        return _scaled(below[0], positive) if positive else {}
    first_is_larger = positive >= 0
    return below[0] if first_is_larger is (token is not MIN) else other


_RULES: Final[Mapping[Operator, Callable[..., Sum | None]]] = MappingProxyType(
    {
        PI: lambda: {frozenset({(apply(PI), 1)}): Fraction(1)},
        ADD: _plus,
        SUBTRACT: lambda a, b: _plus(a, _scaled(b, -1)),
        NEGATE: lambda a: _scaled(a, -1),
        MULTIPLY: _times,
        DIVIDE: _over,
    }
)
