"""The independent word on an answer: its value at 300 digits, compared with the truth.

Owns the claim that a mutant is wrong: the problem has one solution, and at some point of the
domain (or, towards an open face, of all of space) the mutant has another value than the truth or
none at all. And that a form is right: the same value at every probe. Nothing of `symplex.proof` is
used; the operator table alone gives the meaning of a formula.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import mpmath

from near_misses.cases import Answer, Case
from symplex.expression import Expression
from symplex.expression.evaluate import Backend, interpret

DIGITS = 300
SAME = mpmath.mpf(10) ** -280
"""Two values are the same if they differ by less than this, relative to their size."""

Point = Mapping[str, Any]
"""A value for each variable and parameter, as mpmath numbers."""
Spot = Mapping[str, Expression]
"""Exact values for some of the variables: where a mutant is known to differ."""


class UndefinedError(ArithmeticError):
    """The formula has no real value at the point."""


def _real(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, mpmath.mpc) or not mpmath.isfinite(value):
        raise UndefinedError
    return value


def _power(base: Any, exponent: Fraction) -> Any:  # noqa: ANN401
    if exponent.denominator == 1:
        return _real(mpmath.power(base, exponent.numerator))
    if base < 0 or (base == 0 and exponent < 0):
        raise UndefinedError
    if exponent == Fraction(1, 2):
        return mpmath.sqrt(base)
    return mpmath.power(base, mpmath.mpf(exponent.numerator) / exponent.denominator)


def _number(value: Fraction | int) -> Any:  # noqa: ANN401
    return mpmath.mpf(Fraction(value).numerator) / Fraction(value).denominator


def _checked(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda a: _real(function(a))


def _backend() -> Backend:
    plain = ("sin", "cos", "tan", "exp", "erf", "sinh", "cosh", "tanh", "atan", "sign")
    checked = ("log", "asin", "acos")
    functions = {name: getattr(mpmath, name) for name in plain}
    functions |= {name: _checked(getattr(mpmath, name)) for name in checked}
    return SimpleNamespace(
        **functions,
        abs=abs,
        maximum=max,
        minimum=min,
        power=_power,
        number=_number,
        pi=mpmath.pi(),
    )  # pyright: ignore[reportReturnType]


def value(expression: Expression, point: Point, digits: int = DIGITS) -> Any:  # noqa: ANN401
    """The value at a point at so many digits; None where the formula is undefined."""
    with mpmath.workdps(digits):
        try:
            return _real(interpret(expression, _backend(), point))
        except (UndefinedError, ZeroDivisionError, ValueError, OverflowError):
            return None


def probes(case: Case, count: int = 24, seed: int = 0) -> list[Point]:
    """Points of the closed domain: random ones, corners, and mixtures of ends, middle and 0."""
    rng = random.Random(f"{case.name} {seed}")
    intervals = {**case.problem.domain, **case.problem.parameters}
    with mpmath.workdps(DIGITS):
        ends = {n: (exact(i.low), exact(i.high)) for n, i in intervals.items()}
        points: list[Point] = []
        for index in range(count):
            draw = _inside if index % 2 else _on_a_mark
            points.append({n: draw(rng, *ends[n]) for n in intervals})
    return points


def exact(expression: Expression) -> Any:  # noqa: ANN401
    """The value of an expression without variables."""
    with mpmath.workdps(DIGITS):
        return interpret(expression, _backend(), {})


def _inside(rng: random.Random, low: Any, high: Any) -> Any:  # noqa: ANN401
    return low + (high - low) * mpmath.mpf(rng.getrandbits(200)) / 2**200


def _on_a_mark(rng: random.Random, low: Any, high: Any) -> Any:  # noqa: ANN401
    marks = [low, high, (low + high) / 2, _inside(rng, low, high), _inside(rng, low, high)]
    return rng.choice([*marks, mpmath.mpf(0)] if low < 0 < high else marks)


def at_spot(case: Case, spot: Spot, seed: int = 1) -> list[Point]:
    """Probes moved to a spot: its variables have the given values, the others stay random."""
    fixed = {name: exact(where) for name, where in spot.items()}
    return [{**point, **fixed} for point in probes(case, 6, seed)]


def is_wrong(case: Case, answer: Answer, points: Sequence[Point]) -> bool:
    """Whether an answer differs from the truth, or is undefined, at one of the points."""
    return any(not _agrees(case, answer, point) for point in points)


def is_right(case: Case, answer: Answer, points: Sequence[Point]) -> bool:
    """Whether an answer has the truth's value at each of the points."""
    return all(_agrees(case, answer, point) for point in points)


def _agrees(case: Case, answer: Answer, point: Point) -> bool:
    for name, truth in case.truth.items():
        if answer[name] is truth:
            continue
        expected, found = value(truth, point), value(answer[name], point)
        if expected is None:
            continue  # a flaw of the truth says nothing about the answer
        if found is None or not _same(expected, found):
            return False
    return True


def _same(first: Any, second: Any) -> bool:  # noqa: ANN401
    return bool(abs(first - second) <= SAME * max(1, abs(first), abs(second)))
