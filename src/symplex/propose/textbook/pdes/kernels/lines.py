"""One variable of space: the line or half-line, what is given on its wall, and the answer there."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    rebuilt,
    subtract,
)
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.calculus import differentiate
from symplex.propose.textbook.pdes.kernels.canonical import Face, HeatForm, Operator1D, heat_form
from symplex.propose.textbook.pdes.kernels.driven import CLOCK, Driven, Wall, driven, sourced
from symplex.propose.textbook.pdes.kernels.faces import continued
from symplex.propose.textbook.pdes.kernels.pieces import Pieces, pieces
from symplex.propose.textbook.pdes.kernels.shapes import PLACE, Smooth, scaled, summed
from symplex.propose.textbook.pdes.kernels.spread import (
    Part,
    Point,
    has_steep_edges,
    spread,
    written,
)
from symplex.reasons import Code
from symplex.work.budget import Missing

_ELAPSED: Final = (0.1, 1.0)
"""Some times of the heat equation, for the signs of what is given on a wall."""


@final
@dataclass(frozen=True)
class WallCondition:
    """slope·u_x + level·u = value at a face."""

    face: Face
    slope: Expression
    level: Expression
    value: Expression


@final
class Line:
    """One variable of space with its part of the equation."""

    def __init__(
        self,
        operator: Operator1D,
        condition: WallCondition | None,
        real: Arithmetic,
        parameters: Arithmetic,
    ) -> None:
        """The line in the frame of the heat equation.

        Args:
            operator: The equation.
            condition: What holds at a wall; None for the whole line.
            real: Arithmetic on the box.
            parameters: Arithmetic that knows of the parameters alone: data stand on all of a line.

        Raises:
            Missing: where the equation does not become the heat equation.
        """
        self._operator, self._condition = operator, condition
        self._real, self._parameters = real, parameters
        face = None if condition is None else condition.face
        self._form: HeatForm = heat_form(operator, face, real)
        if real.sign(self._form.clock) <= 0:
            raise Missing(Code.ALGEBRA_SIGN_UNKNOWN)
        self._point = Point(self._form.place, self._form.clock, real)

    def solution(self, data: Expression, source: Expression = ZERO) -> Expression:
        """The answer with such data and source; what is given on the wall is obeyed.

        Raises:
            Missing: where an integral is not known.
        """
        variable = self._operator.variable
        return rebuilt(written(self._parts(data, source), self._form.factor, variable, self._real))

    def _parts(self, data: Expression, source: Expression) -> Iterator[Part]:
        for part in self._heat_parts(data, source):
            exponent = self._real.add(part.exponent, self._form.exponent)
            yield part._replace(exponent=exponent)

    def _heat_parts(self, data: Expression, source: Expression) -> Iterator[Part]:
        started, steady = self._started(data), self._sourced(source)
        wall = None
        if self._condition is not None:
            wall, given = self._wall(self._condition)
            for one in steady:
                given = subtract(given, one.on(wall, self._real))
            given = rebuilt(given)
            held, similar = driven(given, wall, self._point)
            yield from similar
            steady += held
        yield from (one.part(self._point) for one in steady)
        for one in steady:
            started = self._without(started, one.start(self._parameters))
        if wall is not None:
            started = continued(started, wall, self._parameters)
        if has_steep_edges(started, self._parameters):
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        yield from spread(started, self._point)

    def _sourced(self, source: Expression) -> list[Driven]:
        """What answers to a source."""
        if source == ZERO:
            return []
        form, time, x = self._form, self._operator.time, self._operator.variable
        real = self._real.on({CLOCK: _ELAPSED})
        speed = multiply(form.factor, differentiate(form.clock, time))
        whole = divide(multiply(source, exponential(negative(form.exponent))), speed)
        places = zeros(subtract(form.place, symbol(PLACE)), x, real)
        times = zeros(subtract(form.clock, symbol(CLOCK)), time, real)
        for place, then in product(places[:1], times[:1]):
            moved = whole.substitute({Symbol(x): place}).substitute({Symbol(time): then})
            return sourced(real.normal(moved), real)
        raise Missing(Code.ALGEBRA_HIDDEN, name=time)

    def _without(self, data: Pieces, part: Smooth) -> Pieces:
        real = self._parameters
        negated = scaled(part, number(-1), real)
        return Pieces(data.points, tuple(summed([one, negated], real) for one in data.parts))

    def _started(self, data: Expression) -> Pieces:
        moved = data.substitute({Symbol(self._operator.variable): self._form.inverse})
        low = None if self._condition is None else ZERO
        return pieces(rebuilt(divide(moved, self._form.weight)), self._parameters, low)

    def _wall(self, condition: WallCondition) -> tuple[Wall, Expression]:
        """The wall of the heat equation, and what is given there in its time."""
        real, form = self._real, self._form
        slope = multiply(condition.slope, form.stretch)
        level = real.normal(add(multiply(slope, form.growth), condition.level))
        if condition.slope == ZERO:
            return Wall(None), self._given(divide(condition.value, multiply(level, form.level)))
        lead = real.normal(multiply(slope, form.scale))
        loss = real.normal(divide(negative(level), lead))
        if self._operator.time in loss.symbols:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._operator.time)
        return Wall(loss), self._given(divide(condition.value, multiply(lead, form.level)))

    def _given(self, value: Expression) -> Expression:
        """What is given on the wall as a formula in the time of the heat equation."""
        value, time = self._real.normal(value), self._operator.time
        if time not in value.symbols:
            return value
        real = self._real.on({CLOCK: _ELAPSED})
        equation = subtract(self._form.clock, symbol(CLOCK))
        for found in zeros(equation, time, real):
            changed = real.normal(value.substitute({Symbol(time): found}))
            if time not in changed.symbols:
                return changed
        raise Missing(Code.ALGEBRA_HIDDEN, name=time)
