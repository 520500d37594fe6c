"""Test functions: an equation times one of them is integrated over a box.

The constant 1, and for one equation with constant coefficients products of functions of each
variable: sines and cosines that suppress what is not given at the two ends, or an exponential where
both ends have data. Whether a function serves is checked elsewhere; here they are only made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import NamedTuple

from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    cosine,
    divide,
    exponential,
    multiply,
    negative,
    power,
    sine,
    subtract,
)
from symplex.exact.formulas.building import product as times
from symplex.expression import Expression, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import value_of
from symplex.problem import Interval, Problem
from symplex.problem.ends import Side
from symplex.problem.linear_form import LinearForm
from symplex.proof.contradictions.exact import is_zero, plain
from symplex.proof.contradictions.facts import along, is_lone
from symplex.proof.contradictions.traces import Traces

_MODES, _MOST, _CHOICES, _NEAR = 3, 12, 2_000, 1e-6
_HALF = Fraction(1, 2)
_SECOND = 2


class _Mode(NamedTuple):
    """A function of one variable and its eigenvalue under the adjoint operator."""

    function: Expression
    eigenvalue: Expression


class _Ends(NamedTuple):
    """What the equation is along a variable, and what is given at its ends."""

    name: str
    interval: Interval
    slopes: Mapping[int, Expression]
    low: frozenset[int]
    high: frozenset[int]

    @property
    def order(self) -> int:
        return max(self.slopes, default=0)

    @property
    def length(self) -> Expression:
        return subtract(self.interval.high, self.interval.low)


def test_functions(problem: Problem, form: LinearForm, traces: Traces) -> Iterator[Expression]:
    """The functions to try, in a fixed order, few."""
    yield ONE
    if not is_lone(problem) or not form.is_constant:
        return
    unknown = problem.unknowns[0]
    ends = [_ends(problem, name, form, traces) for name in problem.variables]
    rest = form.coefficient(unknown)
    yield from islice((f for f in _products(ends, rest) if f != ONE), _MOST)


def _ends(problem: Problem, name: str, form: LinearForm, traces: Traces) -> _Ends:
    unknown = problem.unknowns[0]
    slopes = along(form, unknown, name)
    across = frozenset(range(max(slopes, default=0)))
    low, high = (across & traces.orders((name, side), unknown).keys() for side in Side)
    return _Ends(name, problem.domain[name], slopes, low, high)


def _products(ends: Sequence[_Ends], rest: Expression) -> Iterator[Expression]:
    """Products whose eigenvalues add up to zero with the term without a derivative."""
    fixed = [list(_modes(one)) for one in ends]
    loose = [k for k, one in enumerate(ends) if not fixed[k] and _is_loose(one)]
    if any(not fixed[k] and k not in loose for k in range(len(ends))):
        return
    for k in loose[1:]:
        fixed[k] = [_Mode(_with_eigenvalue(ends[k], ZERO), ZERO)]
    if not loose:
        yield from _resonant(fixed, rest)
        return
    first = loose[0]
    for chosen in product(*(fixed[k] for k in range(len(ends)) if k != first)):
        function = _with_eigenvalue(ends[first], negative(_sum(rest, chosen)))
        yield times((function, *(one.function for one in chosen)))


def _resonant(fixed: Sequence[Sequence[_Mode]], rest: Expression) -> Iterator[Expression]:
    """Products of functions with certain eigenvalues that happen to add up to zero."""
    sizes = {id(one): value_of(one.eigenvalue) for row in fixed for one in row}
    start = value_of(rest)
    for chosen in islice(product(*fixed), _CHOICES):
        # In double precision first: few sums are near zero.
        near = abs(start + sum(sizes[id(one)] for one in chosen)) < _NEAR
        if near and is_zero(_sum(rest, chosen)):
            yield times(one.function for one in chosen)


def _sum(rest: Expression, chosen: Sequence[_Mode]) -> Expression:
    for one in chosen:
        rest = add(rest, one.eigenvalue)
    return rest


def _modes(one: _Ends) -> Iterator[_Mode]:
    """Functions that suppress what is not given, where that leaves only certain eigenvalues."""
    if one.order == _SECOND:
        yield from _second_order_modes(one)
    elif one.order > _SECOND and not any(m % 2 for m in one.slopes):
        every = frozenset(range(one.order))
        even = frozenset(k for k in every if k % 2 == 0)
        for given, shape in ((even, sine), (every - even, cosine)):
            if given <= one.low and given <= one.high and (one.low | one.high) != every:
                yield from _waves(one, shape, 0 if shape is cosine else 1, Fraction(0))
    elif not one.order:
        yield _Mode(ONE, ZERO)


def _second_order_modes(one: _Ends) -> Iterator[_Mode]:
    drift, spread = one.slopes.get(1, ZERO), one.slopes[_SECOND]
    match sorted(one.low), sorted(one.high):
        case [[0], [0]]:
            yield from _waves(one, sine, 1, Fraction(0))
        case [[1], [1]] if drift == ZERO:
            yield from _waves(one, cosine, 0, Fraction(0))
        case [[1], [1]]:
            yield _Mode(exponential(multiply(divide(drift, spread), symbol(one.name))), ZERO)
        case [[0], [1]] if drift == ZERO:
            yield from _waves(one, sine, 0, _HALF)
        case [[1], [0]] if drift == ZERO:
            yield from _waves(one, cosine, 0, _HALF)
        case _:
            return


def _waves(
    one: _Ends, shape: Callable[[Expression], Expression], first: int, offset: Fraction
) -> Iterator[_Mode]:
    """Sines or cosines that fit into the interval, times what turns a drift into a shift."""
    drift, along = _drift(one), subtract(symbol(one.name), one.interval.low)
    for n in range(first, first + _MODES):
        wave = plain(divide(multiply(number(n + offset), apply(op.PI)), one.length))
        function = multiply(_tilt(one), shape(multiply(wave, along)))
        square = negative(power(wave, 2))
        value = drift
        for order, slope in one.slopes.items():
            if order % 2 == 0:
                value = add(value, multiply(slope, power(square, order // 2)))
        yield _Mode(function, value)


def _drift(one: _Ends) -> Expression:
    """What a drift b adds to the eigenvalues of a·∂²: −b²/(4a)."""
    drift = one.slopes.get(1, ZERO)
    if drift == ZERO or one.order != _SECOND:
        return ZERO
    return negative(divide(power(drift, 2), multiply(number(4), one.slopes[_SECOND])))


def _tilt(one: _Ends) -> Expression:
    drift = one.slopes.get(1, ZERO)
    if drift == ZERO or one.order != _SECOND:
        return ONE
    rate = divide(drift, multiply(number(2), one.slopes[_SECOND]))
    return exponential(multiply(rate, symbol(one.name)))


def _is_loose(one: _Ends) -> bool:
    """Whether the ends suppress so little that any eigenvalue has a function."""
    return one.order == 1 and 0 in one.low and 0 in one.high


def _with_eigenvalue(one: _Ends, value: Expression) -> Expression:
    """The function of first order that has an eigenvalue."""
    rate = divide(negative(value), one.slopes[1])
    return exponential(multiply(rate, symbol(one.name)))
