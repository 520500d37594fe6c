"""Integers in formulas: sin and cos of multiples of π are constants on a class of residues.

Owns the angles (a·n + b)·π with rational a and b and an integer n, and what sine and cosine are of
them. Nothing else in a formula is changed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm
from typing import Final, NamedTuple

from symplex.expression import operators as op
from symplex.expression.expression import Expression, apply, leaf, number
from symplex.expression.operators import Operator
from symplex.expression.token import Number, Symbol, Token

Polynomial = Mapping[tuple[int, int], Fraction]
"""Rational coefficients by the powers of π and of the integer."""
_CIRCULAR: Final = frozenset({op.SIN, op.COS, op.TAN})
_HIGHEST: Final = 4
_MAX_TERMS: Final = 32
"""Longer polynomials are no angles that repeat; powers of powers have thousands of terms."""
_TURN: Final = Fraction(2)
_QUARTER: Final = Fraction(1, 2)


class _Written(NamedTuple):
    """A part of a formula, before and after its angles are taken at a residue."""

    before: Expression
    after: Expression


def turns(angle: Expression, index: str) -> tuple[Fraction, Fraction] | None:
    """The numbers a and b of an angle (a·n + b)·π; None for any other angle."""

    def combine(token: Token, below: Sequence[Polynomial | None], _: float) -> Polynomial | None:
        match token:
            case Number(value):
                return {(0, 0): value}
            case Symbol(name):
                return {(0, 1): Fraction(1)} if name == index else None
            case Operator():
                parts = [part for part in below if part is not None and len(part) <= _MAX_TERMS]
                return _combined(token, parts) if len(parts) == len(below) else None
            case _:
                return None

    found = angle.fold(combine)
    if found is None:
        return None
    kept = {powers: value for powers, value in found.items() if value}
    if not kept.keys() <= {(1, 1), (1, 0)}:
        return None
    return kept.get((1, 1), Fraction(0)), kept.get((1, 0), Fraction(0))


def period(formulas: Iterable[Expression], index: str) -> int:
    """After how many steps of the integer all sines and cosines of its angles repeat."""
    angles = (angle for formula in formulas for angle in _angles(formula))
    found = (turns(angle, index) for angle in angles)
    return lcm(*((one[0] / _TURN).denominator for one in found if one is not None))


def at_residue(formula: Expression, index: str, residue: int) -> Expression:
    """The formula where the integer is a residue modulo the period of the formula.

    An angle counts as it is written, as it does in `period`: sin(n·π/4·cos 0) stays as it is.
    """

    def combine(token: Token, below: Sequence[_Written], value: float) -> _Written:
        if not isinstance(token, Operator):
            return _Written(*[leaf(token, value)] * 2)
        whole = apply(token, *(part.before for part in below))
        found = turns(below[0].before, index) if token in _CIRCULAR else None
        if found is None:
            return _Written(whole, apply(token, *(part.after for part in below)))
        return _Written(whole, _value(token, (found[0] * residue + found[1]) % _TURN))

    return formula.share(combine).after


def _value(operator: Operator, turn: Fraction) -> Expression:
    """The sine or cosine of so many times π, as plus or minus a cosine in the first quarter."""
    if operator is op.TAN:
        return apply(operator, number(turn) * leaf(op.PI))
    # cos a = cos(−a), and sin a = cos(a − π/2).
    place = abs((turn - (0 if operator is op.COS else _QUARTER)) % _TURN)
    place = min(place, _TURN - place)
    sign, place = (-1, 1 - place) if place > _QUARTER else (1, place)
    if place in (0, _QUARTER):
        return number(0 if place else sign)
    found = apply(op.COS, number(place) * leaf(op.PI))
    return found if sign > 0 else -found


def _angles(formula: Expression) -> list[Expression]:
    found: list[Expression] = []

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token in _CIRCULAR:
            found.append(below[0])
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    formula.share(combine)
    return found


def _combined(token: Operator, below: Sequence[Polynomial]) -> Polynomial | None:
    exponent = token.exponent
    if exponent is not None:
        whole = exponent.denominator == 1 and 0 < exponent <= _HIGHEST
        return reduce(_times, [below[0]] * int(exponent)) if whole else None
    if token is op.DIVIDE:
        return _divided(*below)
    if token is op.PI:
        return {(1, 0): Fraction(1)}
    minus = {(0, 0): Fraction(-1)}
    rules: Mapping[Operator, Callable[..., Polynomial]] = {
        op.NEGATE: lambda one: _times(one, minus),
        op.ADD: _plus,
        op.SUBTRACT: lambda one, other: _plus(one, _times(other, minus)),
        op.MULTIPLY: _times,
    }
    return rules[token](*below) if token in rules else None


def _divided(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """A quotient by a monomial; none by anything else."""
    if len(other) != 1:
        return None
    (((pis, indices), value),) = other.items()
    return _times(one, {(-pis, -indices): 1 / value}) if value else None


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    return {
        key: one.get(key, Fraction(0)) + other.get(key, Fraction(0)) for key in {**one, **other}
    }


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    total: dict[tuple[int, int], Fraction] = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        key = a[0] + b[0], a[1] + b[1]
        total[key] = total.get(key, Fraction(0)) + p * q
    return total
