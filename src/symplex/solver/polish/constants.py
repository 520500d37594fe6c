"""Which exact number a fitted constant may be.

Owns the exact numbers and their order: the simplest within the constant's uncertainty first, where
simple means few bits in numerator and denominator, a short decimal, a small multiple of π, e or a
root, or an expression in the numbers that the problem states. Nothing here is trusted: a number is
kept only where the answer still verifies.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symplex.expression import Expression, Number, Symbol, apply, number
from symplex.expression.evaluate import value_of
from symplex.expression.operators import (
    ATAN,
    COS,
    COSH,
    ERF,
    EXP,
    LOG,
    PI,
    SIN,
    SINH,
    TAN,
    TANH,
)
from symplex.expression.render import normal_form
from symplex.problem import Problem

MAX_BITS = 22.0
"""Of a number's numerator and denominator together, unless the problem states the number."""
_SPARE_BITS = 6.0
"""A match must be this much rarer than accident: 1 in 64 of what the precision distinguishes."""
_LEAST_UNCERTAINTY = 1e-13
"""No constant is believed to more than this, relative to its size."""
_MAX_NUMBERS = 4
_MAX_DIGITS = 6
_STATED_COST = 2.0
_MODES = frozenset({EXP, SINH, COSH, TANH, SIN, COS, TAN, LOG, ERF, ATAN})
_MAX_MODES = 16


@final
@dataclass(frozen=True, order=True)
class ExactNumber:
    """An exact number that a constant may be; the cheaper, the simpler."""

    cost: float
    value: float
    exact: Expression


@final
@dataclass(frozen=True)
class Base:
    """A number whose rational multiples a constant may be."""

    exact: Expression
    value: float
    cost: float


def bases(problem: Problem) -> tuple[Base, ...]:
    """1, the usual irrational numbers, and numbers derived from those that the problem states."""
    pi, e = apply(PI), apply(EXP, number(1))
    usual = [(number(1), 0.0), (pi, 4.0), (1 / pi, 6.0), (pi**2, 7.0), (pi ** Fraction(1, 2), 7.0)]
    usual += [(1 / pi ** Fraction(1, 2), 8.0), (e, 6.0), (1 / e, 7.0)]
    roots = [number(n) ** Fraction(1, 2) for n in (2, 3, 5, 6, 7, 10)]
    usual += [(root, 4.0 + 0.3 * value_of(root)) for root in roots]
    found = [Base(exact, value_of(exact), cost) for exact, cost in usual]
    known = {base.value for base in found}
    for exact, cost in _from_statement(problem):
        value = value_of(exact)
        if math.isfinite(value) and value and value not in known:
            known.add(value)
            found.append(Base(exact, value, cost))
    return tuple(found)


def stated_numbers(problem: Problem) -> tuple[Fraction, ...]:
    """The numbers in equations, conditions, intervals and named constants, without 0 and ±1."""
    trees = [side for equation in problem.all_equations for side in (equation.left, equation.right)]
    trees += [where for equation in problem.conditions for _, where in equation.region.fixed]
    trees += [end for i in problem.domain.values() for end in (i.low, i.high)]
    trees += list(problem.constants.values())
    values = {abs(t.value) for tree in trees for t in tree.tokens if isinstance(t, Number)}
    return tuple(sorted(values - {Fraction(0), Fraction(1)}))


def _from_statement(problem: Problem) -> Iterator[tuple[Expression, float]]:
    stated = stated_numbers(problem)[:8]
    for first in stated:
        yield number(first), _STATED_COST
        yield number(1 / first), _STATED_COST
    for first in stated:
        yield number(first) ** Fraction(1, 2), _STATED_COST + 2
        yield apply(EXP, number(first)), _STATED_COST + 4
        yield apply(EXP, number(-first)), _STATED_COST + 4
        for second in stated:
            yield number(first * second), _STATED_COST + 3
            yield number(first / second), _STATED_COST + 3
            yield number(first / second) ** Fraction(1, 2), _STATED_COST + 5
    for position in _face_positions(problem):
        yield from _at_a_face(position)


def _face_positions(problem: Problem) -> tuple[Expression, ...]:
    """The positions of the faces with conditions, up to their sign, without 0."""
    where = [value for c in problem.conditions for _, value in c.region.fixed]
    sizes = {abs(value_of(value)): value for value in where if value_of(value) > 0}
    sizes |= {-value_of(value): -value for value in where if value_of(value) < 0}
    return tuple(sizes[size] for size in sorted(sizes))[:3]


def _at_a_face(position: Expression) -> Iterator[tuple[Expression, float]]:
    """The values of modes of linear equations at a face, and their reciprocals."""
    exp, sinh, cosh, sin, cos = (apply(mode, position) for mode in (EXP, SINH, COSH, SIN, COS))
    cost = _STATED_COST + 4
    for mode in (exp, sinh, cosh, sinh / cosh, sin, cos, sin / cos, exp - 1, 1 - 1 / exp):
        yield mode, cost
        yield 1 / mode, cost


def modes_at_faces(problem: Problem, trees: Iterable[Expression]) -> tuple[Base, ...]:
    """The values of an answer's functions of one variable at that variable's faces."""
    found: dict[float, Base] = {}
    for part in _modes(trees):
        for condition in problem.conditions:
            for name, value in condition.region.fixed:
                if part.symbols == frozenset({name}):
                    exact = part.substitute({Symbol(name): value})
                    for base in (exact, 1 / exact):
                        size = value_of(base)
                        if math.isfinite(size) and size:
                            found.setdefault(size, Base(base, size, _STATED_COST + 4))
    return tuple(found.values())[:_MAX_MODES]


def _modes(trees: Iterable[Expression]) -> list[Expression]:
    parts = [
        tree.subtree(start)
        for tree in trees
        for start, token in enumerate(tree.tokens)
        if token in _MODES
    ]
    return [part for part in dict.fromkeys(parts) if not part.constants]


def exact_numbers(value: float, uncertainty: float, known: Sequence[Base]) -> list[ExactNumber]:
    """The exact numbers that a constant may be, the simplest first."""
    if value == 0:
        return [ExactNumber(0.0, 0.0, number(0))]
    if uncertainty > 0.01 * abs(value):
        return list(_nearby(value))
    tolerance = max(10 * uncertainty, _LEAST_UNCERTAINTY * abs(value))
    bits = min(MAX_BITS, math.log2(abs(value) / tolerance) - _SPARE_BITS)
    found = [c for base in known for c in _multiples(value, tolerance, base) if c.cost <= bits]
    found += [c for c in _decimals(value, tolerance) if c.cost <= bits]
    best: dict[float, ExactNumber] = {}
    for exact in sorted(found, key=lambda c: c.cost):
        best.setdefault(exact.value, exact)
    return list(best.values())[:_MAX_NUMBERS]


def _multiples(value: float, tolerance: float, base: Base) -> Iterator[ExactNumber]:
    ratio, width = Fraction(value / base.value), Fraction(tolerance / abs(base.value))
    simplest = simplest_between(abs(ratio) - width, abs(ratio) + width)
    if simplest == 0:
        return
    cost = base.cost + math.log2(simplest.numerator) + math.log2(simplest.denominator)
    signed = simplest if ratio > 0 else -simplest
    yield ExactNumber(cost, float(signed) * base.value, _times(signed, base.exact))


def _times(factor: Fraction, exact: Expression) -> Expression:
    if isinstance(exact.root, Number):
        return number(factor * exact.root.value)
    return normal_form(exact if factor == 1 else number(factor) * exact)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in a closed interval of numbers ≥ 0."""
    if low <= 0:
        return Fraction(0)
    whole = math.floor(low)
    if whole == low:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def _decimals(value: float, tolerance: float) -> Iterator[ExactNumber]:
    """Few significant digits, whatever the power of ten: no scale of a problem is special."""
    for digits in range(1, _MAX_DIGITS + 1):
        short = Fraction(f"{value:.{digits - 1}e}")
        if abs(short - Fraction(value)) <= Fraction(tolerance):
            yield ExactNumber(3.4 * digits + 3, float(short), number(short))
            return


def _nearby(value: float) -> Iterator[ExactNumber]:
    """A simple number nearby, where other constants compensate for any change."""
    nearest = round(value)
    if nearest and abs(nearest - value) <= 0.3 * abs(value):
        yield ExactNumber(30.0, float(nearest), number(nearest))
    short = Fraction(f"{value:.0e}")
    yield ExactNumber(31.0, float(short), number(short))
    sign = 1 if value > 0 else -1
    yield ExactNumber(32.0, float(sign), number(sign))
