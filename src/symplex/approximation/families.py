"""Families with constants inside of functions: growth, waves, fronts, bumps, and moving data.

Owns which families there are and where their constants begin: at a few scales of the box, the same
every time. They are fitted to values by the caller.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, final

import numpy as np

from symplex.approximation.terms import bases_of, data_of
from symplex.approximation.yardstick import Yardstick
from symplex.expression import CONSTANT, Expression, Symbol, Token, apply, leaf, number, symbol
from symplex.expression.operators import COS, EXP, LOG, SQUARE, TANH
from symplex.problem import Problem

_SCALES: Final = (1.0, -1.0, 4.0, -4.0, 12.0)
"""How much an argument changes over the box to begin with."""
_DRIFTS: Final = (0.0, 2.0, -2.0)
"""The same for the other variables."""
_PHASE: Final = 0.5
Shape = Callable[[Expression], Expression]


def families(problem: Problem, unknown: str, yardstick: Yardstick) -> Iterator[Expression]:
    """Formulas with constants to begin a fit from."""
    made = _Families(problem, unknown, yardstick)
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
    yardstick: Yardstick

    @property
    def _bases(self) -> Mapping[str, Expression]:
        return dict(zip(self.yardstick.columns, bases_of(self.problem), strict=False))

    def _width(self, name: str) -> float:
        low, high = self.problem.domain[name].ends
        return high - low

    @property
    def _level(self) -> tuple[float, float]:
        """The middle of the values, and half of their range."""
        values = self.yardstick.values[self.unknown]
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
