"""An evolution on a line, discretised in space: what marching in time needs of a statement.

Ends with conditions stay where they are. Behind an open end the interval is padded: what happens
far away reaches the box late or damped, so the rate is faded out there and no data are needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import erf
from typing import final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression
from symplex.numerics.reference.chebyshev import Expansion, Floats, basis, from_nodes, nodes
from symplex.numerics.reference.system import NoScheme, Relation, System, on


@final
@dataclass(frozen=True)
class Statement:
    """Which variable is time, and what is stated where."""

    system: System
    time: str
    start: float
    end: float
    """Before the start if the data are terminal."""
    space: str
    orders: Mapping[str, int]
    """The highest order by time of each unknown."""
    data: Mapping[Derivative, Expression]
    """The state at the start: each unknown with its lower derivatives by time."""
    sides: tuple[Relation, ...]
    """The conditions at the ends of the line."""

    @cached_property
    def state(self) -> tuple[Derivative, ...]:
        """What evolves."""
        return tuple(
            Derivative(name, (self.time,) * k)
            for name, order in self.orders.items()
            for k in range(max(order, 1))
        )

    @property
    def held(self) -> tuple[bool, bool]:
        """Whether the low and the high end of the line carry conditions."""
        low, high = self.system.box[self.space]
        places = {one.fixed[self.space] for one in self.sides}
        return low in places, high in places

    def split(self, derivative: Derivative) -> tuple[int, int, bool]:
        """The state it differentiates, how often by space, and whether also by time."""
        times = derivative.by.count(self.time)
        order = self.orders[derivative.of]
        rate = times == order and order > 0
        of = Derivative(derivative.of, (self.time,) * (times - rate))
        return self.state.index(of), derivative.by.count(self.space), rate


def statement(system: System) -> Statement:
    """The evolution that a problem in two variables states.

    Raises:
        NoScheme: if it states none.
    """
    if len(system.box) != 2:  # noqa: PLR2004
        raise NoScheme(ReferenceCode.REFERENCE_NOT_LINE_AND_TIME)
    if len(system.equations) != len(system.unknowns):
        raise NoScheme(ReferenceCode.REFERENCE_EQUATIONS_MISCOUNTED)
    for time in sorted(system.box, key=lambda name: name != system.problem.time):
        for start, end in (system.box[time], system.box[time][::-1]):
            found = _from_slice(system, time, start, end)
            if found is not None:
                return found
    raise NoScheme(ReferenceCode.REFERENCE_NO_SLICE)


def _from_slice(system: System, time: str, start: float, end: float) -> Statement | None:
    space = next(name for name in system.box if name != time)
    data: dict[Derivative, Expression] = {}
    sides: list[Relation] = []
    for relation, condition in zip(system.conditions, system.problem.conditions, strict=True):
        given = condition.given_value()
        if relation.fixed == {time: start} and given is not None and given[0] not in data:
            data[given[0]] = given[1]
        elif list(relation.fixed) == [space] and relation.fixed[space] in system.box[space]:
            sides.append(relation)
        else:
            return None
    orders = {name: _order(system, name, time) for name in system.unknowns}
    wanted = {Derivative(n, (time,) * k) for n, order in orders.items() for k in range(order)}
    if wanted != data.keys() or 0 in orders.values():
        return None
    return Statement(system, time, start, end, space, orders, data, tuple(sides))


def _order(system: System, unknown: str, time: str) -> int:
    found = [d.by.count(time) for one in system.equations for d in one.slopes if d.of == unknown]
    return max(found, default=0)


@final
@dataclass(frozen=True)
class Padding:
    """How far the interval goes on behind each end, and whether the rate is faded out there."""

    low: float
    high: float
    low_fades: bool
    high_fades: bool


@final
@dataclass(frozen=True)
class Line:
    """A padded interval with polynomials on it."""

    stated: Statement
    padding: "Padding"
    count: int
    """How many polynomials."""

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The interval with its padding."""
        low, high = self.stated.system.box[self.stated.space]
        return low - self.padding.low, high + self.padding.high

    @cached_property
    def rows(self) -> "tuple[Row, ...]":
        """Every equation at nodes, every condition at its end, one state as the next one's rate."""
        stated = self.stated
        found: list[Row] = []
        for name, relation in zip(stated.orders, stated.system.equations, strict=True):
            fewer = sum(1 for one in stated.sides if next(iter(one.slopes)).of == name)
            points = nodes(self.count - fewer, self.ends)
            found.append(self._row(relation, points, self._fade(points)))
        for relation in stated.sides:
            points = np.array([relation.fixed[stated.space]])
            found.append(self._row(relation, points, np.ones(1)))
        return tuple(found)

    def _row(self, relation: Relation, points: Floats, fade: Floats) -> "Row":
        highest = max(relation.order_in(self.stated.space), 0)
        matrices = [basis(points, self.count, self.ends, k) for k in range(highest + 1)]
        return Row(relation, points, tuple(matrices), fade)

    def _fade(self, points: Floats) -> Floats:
        """One near the box, zero at the ends of the padding."""
        low, high = self.stated.system.box[self.stated.space]
        result = np.ones(len(points))
        sides = (
            (low - points, self.padding.low, self.padding.low_fades),
            (points - high, self.padding.high, self.padding.high_fades),
        )
        for outside, padding, fades in sides:
            if fades:
                share = np.clip(outside / padding, 0.0, 1.0)
                fall = np.array([0.5 * (1 - erf((one - 0.72) / 0.08)) for one in share])
                result *= fall * (1 - share**16)
        return result

    def initial(self) -> Floats:
        """The coefficients of the state at the start: (state, polynomials)."""
        points = nodes(self.count, self.ends)
        columns = {
            self.stated.space: points,
            self.stated.time: np.full(self.count, self.stated.start),
        }
        data = [on(self.stated.data[one], {**columns}, self.count) for one in self.stated.state]
        found = np.array(data) @ from_nodes(self.count).T
        if not np.all(np.isfinite(found)):
            raise NoScheme(ReferenceCode.REFERENCE_DATA_UNDEFINED_BEYOND)
        return found

    def box_matrix(self, count: int) -> Floats:
        """From coefficients on the interval to coefficients on the box alone."""
        points = nodes(count, self.stated.system.box[self.stated.space])
        return from_nodes(count) @ basis(points, self.count, self.ends)


@final
@dataclass(frozen=True)
class Row:
    """A relation at points of the line."""

    relation: Relation
    points: Floats
    matrices: tuple[Floats, ...]
    """The derivatives of each order of all polynomials at the points."""
    fade: Floats


def tail(line: Line) -> float:
    """How much of the data the last polynomials still carry, beside their size on the box."""
    whole = line.initial()
    on_box = Expansion(("x",), (line.ends,), whole)
    inside = on_box.values({"x": nodes(32, line.stated.system.box[line.stated.space])})
    return float(np.abs(whole[:, -4:]).max()) / (float(np.abs(inside).max()) or 1.0)
