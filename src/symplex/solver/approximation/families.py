"""Families with constants inside of functions, sums of few sines, and growth by one term more.

Owns which families there are and where their constants begin: at a few scales of the box, the same
every time. They are fitted to values by the caller.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, final

import numpy as np

from symplex.expression import CONSTANT, Expression, Symbol, Token, apply, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import COS, EXP, LOG, SIN, SQUARE, TANH
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.regression import Fitted
from symplex.problem import Problem
from symplex.solver.approximation.reference_values import ReferenceValues
from symplex.solver.approximation.terms import bases_of, data_of
from symplex.solver.approximation.values import ValueFit
from symplex.work.clock import Deadline

_SCALES: Final = (1.0, -1.0, 4.0, -4.0, 12.0)
"""How much an argument changes over the box to begin with."""
_DRIFTS: Final = (0.0, 2.0, -2.0)
"""The same for the other variables."""
_PHASE: Final = 0.5
Shape = Callable[[Expression], Expression]


def families(problem: Problem, unknown: str, reference: ReferenceValues) -> Iterator[Expression]:
    """Formulas with constants to begin a fit from."""
    made = _Families(problem, unknown, reference)
    if len(problem.variables) == 1:
        yield from made.of_one_variable()
    else:
        yield from made.of_several_variables()
        yield from made.of_data()


def constant(value: float) -> Expression:
    """A constant that is to be fitted from a value."""
    return leaf(CONSTANT, float(value))


def _bump(v: Expression) -> Expression:
    return apply(EXP, -apply(SQUARE, v))


def _hill(v: Expression) -> Expression:
    return number(1) / (apply(SQUARE, v) + 1)


def _wave(v: Expression) -> Expression:
    return apply(COS, v)


def _front(v: Expression) -> Expression:
    return apply(TANH, v)


def _growth(v: Expression) -> Expression:
    return apply(EXP, v)


def _softened(v: Expression) -> Expression:
    return apply(LOG, apply(EXP, v) + 1)


_SHAPES: Final[tuple[Shape, ...]] = (_growth, _wave, _front, _bump, _hill, _softened)
_LOCAL: Final[tuple[Shape, ...]] = (_wave, _front, _bump, _hill)


@final
@dataclass(frozen=True)
class _Families:
    """The families of one unknown."""

    problem: Problem
    unknown: str
    reference: ReferenceValues

    @property
    def _bases(self) -> Mapping[str, Expression]:
        return dict(zip(self.reference.known.columns, bases_of(self.problem), strict=False))

    def _width(self, name: str) -> float:
        low, high = self.problem.domain[name].ends
        return high - low

    @property
    def _level(self) -> tuple[float, float]:
        """The middle of the values, and half of their range."""
        values = self.reference.known.values[self.unknown]
        return float(np.mean(values)), float(np.ptp(values)) / 2 or 1.0

    def _linear(self, scales: Mapping[str, float]) -> Expression:
        """A sum of variables with constants, and a phase."""
        total = constant(_PHASE)
        for name, scale in scales.items():
            total = constant(scale / self._width(name)) * self._bases[name] + total
        return total

    def of_one_variable(self) -> Iterator[Expression]:
        """Shapes alone, beside a line, in pairs, and times growth."""
        (name,) = self.problem.variables
        x, width = self._bases[name], self._width(name)
        middle, height = self._level
        for shape, scale in product(_SHAPES, _SCALES):
            atom = shape(self._linear({name: scale}))
            alone = constant(middle) + constant(height) * atom
            yield constant(height) * atom
            yield alone
            yield alone + constant(0.1 * height / width) * x
            yield alone * apply(EXP, constant(-1 / width) * x)
            yield (constant(middle) + constant(height / width) * x) * atom
            for other in (_growth, _wave, _front):
                yield alone + constant(height / 4) * other(self._linear({name: 2.5 * scale}))

    def of_several_variables(self) -> Iterator[Expression]:
        """Shapes that move, grow and spread."""
        middle, height = self._level
        for turned in self.problem.variables[:2]:
            last = self.problem.time or self.problem.variables[-1]
            if turned == last:
                continue
            clock = self._bases[last]
            grown = apply(EXP, constant(-1 / self._width(last)) * clock)
            spread = constant(1 / self._width(last)) * clock + 1
            for scale, other in product(_SCALES[::2], repeat=2):
                standing = _wave(self._linear({turned: scale})) * _wave(self._linear({last: other}))
                yield constant(height) * standing
            for shape, scale, drift in product(_LOCAL, _SCALES[::2], _DRIFTS):
                argument = self._linear({turned: scale, last: drift})
                atom = constant(height) * shape(argument)
                yield constant(middle) + atom
                yield atom * grown
                yield constant(middle) + atom * grown
                yield atom / spread
                yield constant(height) * shape(argument / spread) / spread

    def of_data(self) -> Iterator[Expression]:
        """The data of the statement, moved, stretched and damped in the course of time."""
        last = self.problem.time or self.problem.variables[-1]
        clock, rate = symbol(last), 1 / self._width(last)
        for data in data_of(self.problem, self.unknown):
            for scale in _SCALES[::2]:
                yield data * apply(COS, constant(scale * rate) * clock)
                yield data * apply(COS, self._linear({last: scale}))
            for scale in (0.5, -0.5, 2.0):
                damped = apply(EXP, constant(scale * rate) * clock)
                spread = constant(abs(scale) * rate) * clock + 1
                drift = constant(scale * rate) * clock
                moved = _with_arguments(data, {name: symbol(name) + drift for name in data.symbols})
                stretched = _with_arguments(
                    data, {name: symbol(name) / spread for name in data.symbols}
                )
                yield from (data * damped, data / spread, moved, moved * damped, moved / spread)
                yield from (stretched, stretched * damped, stretched / spread)


def _with_arguments(data: Expression, arguments: Mapping[str, Expression]) -> Expression:
    """The data with something else in the place of each variable."""
    replaced: dict[Token, Expression] = {Symbol(name): new for name, new in arguments.items()}
    return data.substitute(replaced)


_FREQUENCIES: Final = np.arange(1, 97) / 4
"""Half turns over the interval."""
_RATES: Final = (0.0, -1.0, -3.0, 2.0)
"""Of damping, over the interval."""
_MOST: Final = 4
Refit = Callable[[Expression], Expression]


def waves(
    variable: Expression, column: Floats, values: Floats, refit: Refit
) -> Iterator[Expression]:
    """Sums of a constant and one to four sines, undamped and damped.

    Args:
        variable: What the sines are of.
        column: Its values at the points.
        values: What the sums are to come close to.
        refit: Gives a formula better constants.
    """
    for damped in (False, True):
        total = constant(float(np.mean(values)))
        for _ in range(_MOST // 2 if damped else _MOST):
            names = dict.fromkeys(variable.symbols, column)
            left = values - np.broadcast_to(evaluate(total, names), values.shape)
            total = refit(total + _best(variable, names, left, damped=damped))
            yield total


def _best(
    variable: Expression, names: dict[str, Floats], left: Floats, *, damped: bool
) -> Expression:
    """The sine that leaves the least of what is left."""
    at = np.broadcast_to(evaluate(variable, names), left.shape)
    width = float(np.ptp(at)) or 1.0
    found: list[tuple[float, Expression]] = []
    for rate in _RATES if damped else _RATES[:1]:
        for frequency in _FREQUENCIES * np.pi / width:
            envelope = np.exp(rate / width * at)
            pair = np.stack([np.sin(frequency * at), np.cos(frequency * at)], axis=1)
            matrix = pair * envelope[:, None]
            (a, b), *_ = np.linalg.lstsq(matrix, left, rcond=None)
            rest = float(np.sum((left - matrix @ np.array([a, b])) ** 2))
            sine = apply(SIN, constant(frequency) * variable + constant(np.arctan2(b, a)))
            sine = constant(np.hypot(a, b)) * sine
            found.append(
                (rest, sine * apply(EXP, constant(rate / width or -0.1 / width) * variable))
                if damped
                else (rest, sine)
            )
    return min(found, key=lambda one: one[0])[1]


_WORK: Final = 8_000
"""How many formulas are fitted at most."""
_KEPT: Final = 5
"""How many of each size are grown."""
_NEAR: Final = 1.7
"""A formula whose root mean square error is above this many times the front's is not grown."""
_STEPS: Final = 20
_MAX_BASES: Final = 4


def grown(
    seeds: Iterable[Fitted],
    bases: Sequence[Expression],
    fit: ValueFit,
    most: int,
    deadline: Deadline,
) -> Iterator[Expression]:
    """Ever larger formulas from small ones, each with fitted constants.

    A constant becomes a constant plus a small multiple of a variable, of a square or of a product,
    a variable drifts with another one, and the whole formula gets a term, a factor or a divisor.
    The multiple begins at 0, so that the fit begins where the smaller formula ended and nothing is
    lost.

    Args:
        seeds: Formulas to begin with.
        bases: The variables and parameters that terms are made of.
        fit: What finds constants.
        most: The most nodes of a formula.
        deadline: When to end although there is work left.
    """
    terms = _terms(bases[:_MAX_BASES])
    by_size: dict[int, list[Fitted]] = {}
    for one in seeds:
        by_size.setdefault(one.formula.size, []).append(one)
    best, work = float("inf"), 0
    for size in range(1, most):
        here = sorted(by_size.get(size, []), key=lambda one: one.misfit)[:_KEPT]
        near = [one.formula for one in here if one.misfit < _NEAR * best]
        best = min([best, *(one.misfit for one in here)])
        children = [c for formula in near for c in _children(formula, terms) if c.size <= most]
        work += len(children)
        if work > _WORK or deadline.is_over:
            return
        for child in fit.fitted(list(dict.fromkeys(children)), steps=_STEPS):
            if child.misfit < best:
                by_size.setdefault(child.formula.size, []).append(child)
                yield child.formula


def _terms(bases: Sequence[Expression]) -> list[Expression]:
    """The variables, their squares, and their products."""
    squares = [apply(SQUARE, base) for base in bases]
    return [*bases, *squares, *(one * other for one, other in combinations(bases, 2))]


def _children(formula: Expression, terms: Sequence[Expression]) -> Iterator[Expression]:
    """The formula with one term more, somewhere."""
    nothing = constant(0.0)
    for term in terms:
        yield formula + nothing * term
        yield formula * (nothing * term + 1)
        yield formula / (nothing * term + 1)
        yield formula * apply(EXP, nothing * term)
    slots = iter(formula.constants)
    for place, token in enumerate(formula.tokens):
        if token == CONSTANT:
            value = constant(next(slots))
            yield from (formula.with_subtree(place, value + nothing * term) for term in terms)
        elif isinstance(token, Symbol):
            moved = (t for t in terms if t.size == 1 and t.root != token)
            here = symbol(token.name)
            yield from (formula.with_subtree(place, here + nothing * term) for term in moved)


def seeds_of(found: Iterable[Fitted], count: int) -> list[Fitted]:
    """The best formulas of each size that no smaller one beats, from small to large."""
    kept: list[Fitted] = []
    for one in sorted(found, key=lambda one: (one.formula.size, one.misfit)):
        if not kept or one.misfit < kept[-1].misfit:
            kept.append(one)
    return kept[-count:]
