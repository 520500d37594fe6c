"""Random trees over the whole operator table, and their values in mpmath."""

from fractions import Fraction
from types import SimpleNamespace

import mpmath as mp
import numpy as np

from symplex.expression import (
    CONSTANT,
    OPERATORS,
    Expression,
    Number,
    Operator,
    Symbol,
    apply,
    leaf,
    power,
)
from symplex.expression.evaluate import interpret

POWERS = tuple(power(Fraction(*p)) for p in ((1, 3), (3, 2), (-1, 1), (-2, 1), (5, 1), (-1, 2)))
ALL_OPERATORS = (*OPERATORS.values(), *POWERS)


def random_tree(random, size, symbols, operators=ALL_OPERATORS, constants=0.2):
    """A tree of exactly `size` nodes; a share of its leaves are slots with random values."""
    if size == 1:
        draw = random.random()
        if draw < constants:
            return leaf(CONSTANT, float(random.normal()))
        if draw < constants + 0.1:
            return leaf(Number(Fraction(int(random.integers(1, 5)), int(random.integers(1, 3)))))
        return leaf(Symbol(str(random.choice(symbols))))
    arities = {1, 2} if size > 2 else {1}
    operator = pick(random, [row for row in operators if row.arity in arities])
    if operator.arity == 1:
        return apply(operator, random_tree(random, size - 1, symbols, operators, constants))
    left = int(random.integers(1, size - 1))
    return apply(
        operator,
        random_tree(random, left, symbols, operators, constants),
        random_tree(random, size - 1 - left, symbols, operators, constants),
    )


def pick(random, items):
    return items[int(random.integers(len(items)))]


class UndefinedError(ValueError):
    """The formula has no real value at the point."""


def _real(function):
    def checked(*arguments):
        try:
            value = function(*arguments)
        except (ZeroDivisionError, ValueError, OverflowError) as error:
            raise UndefinedError from error
        if isinstance(value, mp.mpc) or not mp.isfinite(value):
            raise UndefinedError
        return value

    return checked


def _power(base, exponent):
    if exponent.denominator != 1 and base < 0:
        raise UndefinedError
    if exponent.denominator != 1 and base == 0:
        raise UndefinedError  # not smooth there
    return mp.power(base, mp.mpf(exponent.numerator) / exponent.denominator)


def _off_kink(kink, function):
    """Differences across a kink are not derivatives."""

    def checked(*arguments):
        if kink(*arguments) == 0:
            raise UndefinedError
        return function(*arguments)

    return checked


_NAMES = ("sin", "cos", "tan", "exp", "log", "erf", "sinh", "cosh", "tanh")
MPMATH = SimpleNamespace(
    **{name: _real(getattr(mp, name)) for name in (*_NAMES, "asin", "acos", "atan")},
    sign=_off_kink(lambda a: a, mp.sign),
    abs=_off_kink(lambda a: a, abs),
    maximum=_off_kink(lambda a, b: a - b, max),
    minimum=_off_kink(lambda a, b: a - b, min),
    power=_real(_power),
    number=lambda value: mp.mpf(value.numerator) / value.denominator,
    pi=mp.pi,
)


def exact_value(expression: Expression, point: dict, noise=None):
    """The value in mpmath; `noise` multiplies every operator's result by 1 + its next number."""
    factors = iter(() if noise is None else noise)

    def combine(token, below, constant):
        if isinstance(token, Operator):
            try:
                value = token.form(MPMATH, *below)
            except ZeroDivisionError as error:
                raise UndefinedError from error
            return value * (1 + mp.mpf(float(next(factors)))) if noise is not None else value
        return interpret(leaf(token, constant), MPMATH, point)

    return expression.fold(combine)


def vocabulary_tokens(expressions):
    return tuple(dict.fromkeys(token for e in expressions for token in e.tokens))


def generator(seed):
    return np.random.default_rng(seed)
