"""Fitted formulas made plain: what vanishes is dropped, and simple numbers are exact.

Owns how near is near. A wrong guess costs an attempt at a proof and nothing else.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.exact.formulas.building import ONE, multiply, power, rebuilt
from symplex.expression import CONSTANT, Expression, Number, Operator, apply, leaf, number, symbol
from symplex.expression import operators as op
from symplex.expression.token import Token

_NEAR: Final = 1e-6
"""How near a simple number a constant has to be, beside its size."""
_NEARER: Final = 1e-7
"""How near something else than a fraction has to be."""
_LOGARITHM: Final = 4.0
_TIED: Final = 1e-7
_DENOMINATOR: Final = 16
_LARGEST: Final = 1000
_EXPONENT: Final = 6


@final
@dataclass(frozen=True)
class Named:
    """A formula whose constants are symbols, and the values that these have."""

    formula: Expression
    near: Mapping[str, float]


def simple(value: float, near: float = _NEAR) -> Fraction | None:
    """The simple fraction that a number nearly is."""
    if not math.isfinite(value) or abs(value) > _LARGEST:
        return None
    found = Fraction(value).limit_denominator(_DENOMINATOR)
    if abs(float(found) - value) <= near * max(abs(value), 1.0):
        # What is small beside 1 may still be one over a whole number.
        return found if found or abs(value) <= near else _unit_fraction(value, near)
    return _unit_fraction(value, near)


def _unit_fraction(value: float, near: float) -> Fraction | None:
    whole = round(1 / value)
    is_near = abs(1 / value - whole) <= near * abs(whole)
    return Fraction(1, whole) if is_near and abs(whole) <= _LARGEST else None


def exact_number(value: float) -> Expression | None:
    """A simple fraction, its root, its multiple of pi or its logarithm, if it nearly is one."""
    found = simple(value)
    if found is not None:
        return number(found)
    sign, pi = number(1 if value > 0 else -1), apply(op.PI)
    square = simple(value * value, _NEARER)
    if square:
        return multiply(sign, power(number(square), Fraction(1, 2)))
    for times, back in ((1 / math.pi, pi), (math.pi, ONE / pi)):
        share = simple(value * times, _NEARER)
        if share:
            return multiply(number(share), back)
    area = simple(value * value * math.pi, _NEARER)
    if area:
        return multiply(sign, power(number(area) / pi, Fraction(1, 2)))
    inner = simple(math.exp(value), _NEARER) if abs(value) < _LOGARITHM else None
    return apply(op.LOG, number(inner)) if inner else None


def exact(formula: Expression) -> Expression:
    """Constants near simple numbers as these numbers; the formula as a person would write it."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token == CONSTANT:
            found = exact_number(value)
            return leaf(token, value) if found is None else found
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return rebuilt(with_powers(formula.fold(combine)))


def with_powers(formula: Expression) -> Expression:
    """exp(c·log(y)) as a power of y, where c is a simple number, and powers of powers as one."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token is op.EXP:
            found = _power(below[0])
            if found is not None:
                return found
        if token.exponent is not None and token.exponent.denominator == 1:
            return _raised(below[0], token.exponent)
        return apply(token, *below)

    return formula.fold(combine)


def _raised(base: Expression, exponent: Fraction) -> Expression:
    """A whole power, of the factors of a product and of what a power is of."""
    root = base.root
    if root in (op.MULTIPLY, op.DIVIDE):
        return apply(root, *(_raised(one, exponent) for one in base.arguments))
    inner = root.exponent if isinstance(root, Operator) else None
    if inner is not None:
        return base.arguments[0] ** (inner * exponent)
    return base**exponent


def _power(argument: Expression) -> Expression | None:
    if argument.root is not op.MULTIPLY or argument.arguments[1].root is not op.LOG:
        return None
    factor, base = argument.arguments[0], argument.arguments[1].arguments[0]
    if factor.root == CONSTANT:
        exponent = simple(factor.constants[0])
    else:
        exponent = factor.root.value if isinstance(factor.root, Number) else None
    if exponent is None or exponent == 0 or abs(exponent) > _EXPONENT:
        return None
    return base**exponent


def pruned(formula: Expression, small: float) -> Expression:
    """Without the terms of sums whose constant factor is nearly nothing."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return number(0) if token == CONSTANT and abs(value) <= small else leaf(token, value)
        return apply(token, *below)

    return rebuilt(formula.fold(combine))


def named(formula: Expression, *, tied: bool, first: int = 1) -> Named:
    """Slots as symbols; those with nearly the same value as one, where they are tied."""
    near: dict[str, float] = {}

    def name_of(value: float) -> str:
        if tied:
            for name, other in near.items():
                if abs(value - other) <= _TIED * max(abs(value), abs(other)):
                    return name
        name = f"c#{first + len(near)}"
        near[name] = value
        return name

    # A fold visits leaves from the last to the first, so names are given beforehand.
    names = [name_of(value) for value in formula.constants]

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token == CONSTANT:
            return symbol(names.pop())
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return Named(formula.fold(combine), near)
