"""Formulas without variables compared exactly: ``1 + 10^(-13)`` is not 1, ``pi/2`` is ``2*pi/4``.

Owns the order of two constants. That they differ is shown by ball arithmetic at rising precision;
that they are equal, by a normal form. What neither shows is unknown, never a guess.
"""

from fractions import Fraction

import flint
from flint import arb

from symplex.expression.balls import ball_backend
from symplex.expression.evaluate import interpret
from symplex.expression.exact_sums import RATIONAL, NoNormalForm, Sum, sum_of, tree_of
from symplex.expression.exact_sums import Order as Order
from symplex.expression.expression import Expression
from symplex.expression.token import Number

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
