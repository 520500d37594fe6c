"""Evolution from data on a slice: the statement solved for the highest derivatives by time.

"Time" is the variable on whose first or last slice the data stand, whatever its name. The state is
every unknown with its derivatives by time below the highest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression, number
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.system import NoScheme, System, Values, on
from symplex.problem.coordinates import differentiate_by

_ZERO = number(0)


@final
@dataclass(frozen=True)
class Evolution:
    """w_t = F(x, t, w and its derivatives by space), with w at the start."""

    system: System
    time: str
    start: float
    end: float
    """Before the start if the data are terminal."""
    orders: Mapping[str, int]
    """The highest order by time of each unknown."""
    data: Mapping[Derivative, Expression]
    """The state at the start, formulas of the variables of space."""
    slopes: tuple[tuple[Expression, ...], ...]
    """Of each equation by the highest derivative by time of each unknown."""
    rests: tuple[Expression, ...]
    """Of each equation what remains if those derivatives vanish."""

    @property
    def state(self) -> tuple[Derivative, ...]:
        """What evolves: each unknown with its lower derivatives by time."""
        return tuple(
            Derivative(name, (self.time,) * k)
            for name, order in self.orders.items()
            for k in range(order)
        )

    @property
    def space(self) -> tuple[str, ...]:
        """The other variables."""
        return tuple(name for name in self.system.box if name != self.time)

    @property
    def needed(self) -> tuple[tuple[Derivative, tuple[str, ...]], ...]:
        """The derivatives that the equations use, each as one of the state and of space."""
        found: dict[tuple[Derivative, tuple[str, ...]], None] = {}
        for expression in (*self.rests, *(s for row in self.slopes for s in row)):
            for d in sorted(expression.derivatives, key=repr):
                found[self.split(d)] = None
        return tuple(found)

    def split(self, derivative: Derivative) -> tuple[Derivative, tuple[str, ...]]:
        """A derivative as one of the state and the derivatives of space that are left."""
        times = tuple(name for name in derivative.by if name == self.time)
        others = tuple(name for name in derivative.by if name != self.time)
        return Derivative(derivative.of, times), others

    def initial(self, columns: Columns) -> Floats:
        """The state at the start: (state, points)."""
        size = len(next(iter(columns.values())))
        return np.array([on(self.data[one], {**columns}, size) for one in self.state])

    def rates(self, values: Values, size: int) -> Floats:
        """The rate of the state where its values and derivatives are given: (state, points)."""
        count = len(self.rests)
        right = np.array([on(rest, values, size) for rest in self.rests])
        matrix = np.empty((size, count, count))
        for i, row in enumerate(self.slopes):
            for j, slope in enumerate(row):
                matrix[:, i, j] = on(slope, values, size)
        highest = -right / matrix[:, 0, 0] if count == 1 else -_solved(matrix, right)
        return np.array(list(self._stacked(values, highest)))

    def _stacked(self, values: Values, highest: Floats) -> list[Floats]:
        found: list[Floats] = []
        for index, (name, order) in enumerate(self.orders.items()):
            found += [values[Derivative(name, (self.time,) * k)] for k in range(1, order)]
            found.append(highest[index])
        return found


def _solved(matrix: Floats, right: Floats) -> Floats:
    try:
        found = np.linalg.solve(matrix, right.T[:, :, None])[:, :, 0].T
        return np.asarray(found, dtype=np.float64)
    except np.linalg.LinAlgError:
        raise NoScheme(ReferenceCode.REFERENCE_NO_RATES) from None


def evolution(system: System) -> Evolution:
    """The statement as an evolution from its data.

    Raises:
        NoScheme: if there is no slice with all data, or other data beside it.
    """
    time, start = _slice(system)
    low, high = system.box[time]
    orders = {name: _order(system, name, time) for name in system.unknowns}
    if len(system.equations) != len(system.unknowns) or 0 in orders.values():
        raise NoScheme(ReferenceCode.REFERENCE_NO_RATES)
    tops = {name: Derivative(name, (time,) * order) for name, order in orders.items()}
    _check_pure(system, time, tops)
    zero = dict.fromkeys(tops.values(), _ZERO)
    slopes = tuple(
        tuple(differentiate_by(one.residual, top) for top in tops.values())
        for one in system.equations
    )
    if any(slope.derivatives & zero.keys() for row in slopes for slope in row):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_LINEAR_IN_RATE, time=time)
    rests = tuple(one.residual.substitute(zero) for one in system.equations)
    data = _data(system, orders, time)
    return Evolution(
        system, time, start, high if start == low else low, orders, data, slopes, rests
    )


def _slice(system: System) -> tuple[str, float]:
    """The variable and the value at which all conditions hold."""
    places = {tuple(one.fixed.items()) for one in system.conditions}
    if len(places) != 1 or len(place := next(iter(places))) != 1:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ONE_SLICE)
    name, value = place[0]
    if value not in system.box[name]:
        raise NoScheme(ReferenceCode.REFERENCE_DATA_INSIDE)
    return name, value


def _order(system: System, unknown: str, time: str) -> int:
    found = [d.by.count(time) for one in system.equations for d in one.slopes if d.of == unknown]
    return max(found, default=0)


def _check_pure(system: System, time: str, tops: Mapping[str, Derivative]) -> None:
    for one in system.equations:
        for d in one.slopes:
            top = tops[d.of]
            if d.by.count(time) >= top.order and d != top:
                raise NoScheme(ReferenceCode.REFERENCE_MIXED_RATE, time=time)


def _data(system: System, orders: Mapping[str, int], time: str) -> dict[Derivative, Expression]:
    """The formula of every state on the slice."""
    found: dict[Derivative, Expression] = {}
    for condition in system.problem.conditions:
        given = condition.given_value()
        if given is None:
            raise NoScheme(ReferenceCode.REFERENCE_NO_OUTRIGHT_VALUE)
        if given[0] in found:
            raise NoScheme(ReferenceCode.REFERENCE_VALUE_TWICE)
        found[given[0]] = given[1]
    wanted = {Derivative(n, (time,) * k) for n, order in orders.items() for k in range(order)}
    if wanted != found.keys():
        raise NoScheme(ReferenceCode.REFERENCE_NO_STATE)
    return found


Derived = Callable[[Floats, tuple[str, ...]], Floats]
"""From one of the state on a grid to a derivative of it."""


def rates_on(
    form: Evolution, state: Floats, columns: Values, derived: Derived
) -> tuple[Floats, dict[str | Derivative, Floats]]:
    """The rate of a state on a grid, (state, points), and the values it was computed from."""
    place = {one: index for index, one in enumerate(form.state)}
    values: dict[str | Derivative, Floats] = {**columns}
    for one, by in form.needed:
        whole = Derivative(one.of, (*one.by, *by))
        values[whole] = derived(state[place[one]], by) if by else state[place[one]]
    for one in form.state:
        values[one] = state[place[one]]
    with np.errstate(all="ignore"):
        return form.rates(values, state.shape[1]), values
