"""Formulas without variables compared exactly: ``1 + 10^(-13)`` is not 1, ``pi/2`` is ``2*pi/4``.

Owns the order of two constants, the normal form of constants and the backend of balls. That they
differ is shown by ball arithmetic at rising precision; that they are equal, by a normal form. What
neither shows is unknown, never a guess.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import reduce
from math import isqrt
from types import MappingProxyType, SimpleNamespace
from typing import Final, final

import flint
from flint import arb, fmpq, fmpz

from symplex.expression.evaluate import Backend, interpret
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

_FUNCTIONS: Final = (
    *("sin", "cos", "tan", "exp", "log", "erf", "sinh", "cosh", "tanh"),
    *("asin", "acos", "atan"),
)
_HALF: Final = Fraction(1, 2)
_MAX_ROOT: Final = 64
"""Roots of a higher degree are computed by logarithms."""


def ball_backend() -> Backend:
    """Balls at the precision that is set in `flint.ctx` while they are computed.

    A ball holds the true value, or is not a number where the formula may be undefined: an undefined
    argument is never lost in a function that is bounded.
    """
    functions = {name: _where_finite(getattr(arb, name)) for name in _FUNCTIONS}
    return SimpleNamespace(
        **functions,
        abs=abs,
        sign=_where_finite(arb.sgn),
        maximum=arb.max,
        minimum=arb.min,
        power=_power,
        number=lambda value: arb(rational(value)),
        pi=arb.pi(),
    )  # pyright: ignore[reportReturnType]


def rational(value: Fraction | int) -> fmpq:
    """An exact number as python-flint's."""
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _where_finite(function: Callable[[arb], arb]) -> Callable[[arb], arb]:
    # The sign and the sine of what is not a number are balls around zero in the library.
    return lambda ball: function(ball) if ball.is_finite() else arb.nan()


def _power(base: arb, exponent: Fraction) -> arb:
    """A whole power of any base; any other of a base ≥ 0, else not a number."""
    if exponent.denominator == 1:
        return base ** int(exponent)
    if base.is_zero() and exponent > 0:
        return base
    if exponent == _HALF:
        return base.sqrt()
    if exponent.denominator <= _MAX_ROOT:
        return base.root(exponent.denominator) ** exponent.numerator
    return base ** rational(exponent)


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

    Sums of rational multiples of products of pi, roots and other atoms. Two constants with the same
    normal form are equal wherever both are defined; the converse is not claimed (``exp(log(2))``
    and 2 differ here). Whatever would grow too large has no normal form.

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


_PRECISIONS = (64, 256, 1024)
"""In bits. Constants that agree to the last one and have different normal forms are undecided."""


def compare(first: Expression, second: Expression) -> Order:
    """How the value of the first formula without variables stands to that of the second.

    Both must be defined: `enclosure` shows it.
    """
    match first.root, second.root:
        case Number(one), Number(other):
            return _order(one - other)
        case _ if first == second:
            return Order.EQUAL
        case _:
            return _sign_of_tree(first - second)


def _order(difference: Fraction | int) -> Order:
    if difference == 0:
        return Order.EQUAL
    return Order.GREATER if difference > 0 else Order.LESS


def _sign_of_tree(difference: Expression) -> Order:
    try:
        return sign_of(sum_of(difference, sign_of))
    except NoNormalForm:
        return _sign_by_balls(difference)


def sign_of(value: Sum) -> Order:
    """The order of a sum in normal form to zero."""
    if not value:
        return Order.EQUAL
    if set(value) == {RATIONAL}:
        return _order(value[RATIONAL])
    return _sign_by_balls(tree_of(value))


def _sign_by_balls(difference: Expression) -> Order:
    for bits in _PRECISIONS:
        ball = _ball(difference, bits)
        if ball > 0:
            return Order.GREATER
        if ball < 0:
            return Order.LESS
    return Order.UNKNOWN


def enclosure(constant: Expression) -> arb | None:
    """A ball that holds the value of a formula without variables; None if it may be undefined."""
    for bits in _PRECISIONS:
        ball = _ball(constant, bits)
        if ball.is_finite():
            return ball
    return None


def _ball(constant: Expression, bits: int) -> arb:
    with flint.ctx.workprec(bits):
        return interpret(constant, ball_backend(), {})
