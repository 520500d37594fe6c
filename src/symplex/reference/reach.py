"""How far behind an open end the solution on the box depends on the data."""

from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.expression import Derivative
from symplex.expression.calculus import differentiate
from symplex.reasons import Code
from symplex.reference.chebyshev import Floats
from symplex.reference.line import Padding, Statement
from symplex.reference.system import NoScheme, on

_POINTS = 64
_HYPERBOLIC = 1.3
_FREQUENCIES, _FASTER = (300.0, 600.0), 1.6


@final
@dataclass(frozen=True)
class Reach:
    """Lengths that grow with the safety wanted, and one that does not."""

    damped: float
    """Behind which influence decays like a Gaussian: the root of diffusivity and time."""
    crossed: float
    """What waves and drifts cross in the time."""
    width: float
    """Of the box."""

    singular: tuple[float | None, float | None]
    """How far behind each end the diffusion vanishes, if it does: nothing comes from beyond."""
    held: tuple[bool, bool]

    def padding(self, safety: float) -> Padding:
        """The padding at which what comes from its end is below exp(−safety²)."""
        wanted = (2 * safety * self.damped + _HYPERBOLIC * self.crossed + 0.1 * self.width) / 0.6
        sides = [self._side(wanted, side) for side in (0, 1)]
        return Padding(sides[0][0], sides[1][0], sides[0][1], sides[1][1])

    def _side(self, wanted: float, side: int) -> tuple[float, bool]:
        if self.held[side]:
            return 0.0, False
        singular = self.singular[side]
        return (wanted, True) if singular is None or singular > wanted else (singular, False)


def reach(stated: Statement) -> Reach:
    """Estimated from the slopes of the equations at the data.

    Raises:
        NoScheme: if the problem is ill-posed.
    """
    duration = abs(stated.end - stated.start)
    values = _at_start(stated)
    _check_posed(stated, values)
    damped, crossed = 0.0, 0.0
    for relation, (name, order) in zip(stated.system.equations, stated.orders.items(), strict=True):
        top = Derivative(name, (stated.time,) * order)
        if top not in relation.slopes:
            raise NoScheme(Code.REFERENCE_EQUATIONS_IN_OTHER_ORDER)
        own = on(relation.slopes[top], values, _POINTS)
        for d, slope in relation.slopes.items():
            times, spaces = d.by.count(stated.time), d.by.count(stated.space)
            share = on(slope, values, _POINTS) / own
            share = share[np.isfinite(share)]
            if spaces == 0 or times == order or not len(share):
                continue
            length = float(np.max(np.abs(share)) * duration ** (order - times)) ** (1 / spaces)
            if spaces > order - times:
                damped = max(damped, length)
            else:
                crossed = max(crossed, length)
    low, high = stated.system.box[stated.space]
    singular = (_zero_behind(stated, -1.0), _zero_behind(stated, 1.0))
    return Reach(damped, crossed, high - low, singular, stated.held)


def _zero_behind(stated: Statement, side: float) -> float | None:
    """How far behind an end the coefficient of the second derivative changes its sign."""
    second = Derivative(stated.system.unknowns[0], (stated.space,) * 2)
    slope = stated.system.equations[0].slopes.get(second)
    if slope is None or slope.derivatives or len(stated.orders) > 1:
        return None
    low, high = stated.system.box[stated.space]
    far = 20 * (high - low)

    def at(distance: Floats) -> Floats:
        place = (low if side < 0 else high) + side * distance
        time = np.full(len(place), stated.start)
        return on(slope, {stated.space: place, stated.time: time}, len(place))

    distances = np.linspace(0.0, far, 2001)
    values = at(distances)
    changes = np.nonzero(~(values * values[0] > 0))[0]
    if not len(changes) or changes[0] == 0:
        return None
    near, beyond = distances[changes[0] - 1], distances[changes[0]]
    for _ in range(60):
        middle = (near + beyond) / 2
        same = at(np.array([middle]))[0] * values[0] > 0
        near, beyond = (middle, beyond) if same else (near, middle)
    return float(near)


def _check_posed(stated: Statement, values: dict[str | Derivative, Floats]) -> None:
    """Refuse an equation whose short waves grow the faster the shorter they are."""
    if len(stated.orders) > 1:
        return
    slow, fast = (_growth(stated, values, frequency) for frequency in _FREQUENCIES)
    if np.any((fast > 1.0) & (fast > _FASTER * slow)):
        raise NoScheme(Code.REFERENCE_ILL_POSED, applies=True)


def _growth(stated: Statement, values: dict[str | Derivative, Floats], frequency: float) -> Floats:
    """The fastest growth of a wave of small size on the data, at each point."""
    ((name, order),) = stated.orders.items()
    direction = np.sign(stated.end - stated.start)
    series = np.zeros((order + 1, _POINTS), dtype=np.complex128)
    for d, slope in stated.system.equations[0].slopes.items():
        if d.of == name:
            wave = (1j * frequency) ** d.by.count(stated.space)
            series[order - d.by.count(stated.time)] += on(slope, values, _POINTS) * wave
    if not np.all(np.isfinite(series)):
        raise NoScheme(Code.REFERENCE_UNDEFINED_AT_START)
    return np.array([np.max((np.roots(one) * direction).real, initial=0.0) for one in series.T])


def _at_start(stated: Statement) -> dict[str | Derivative, Floats]:
    """The data on the box with their derivatives; what they do not give is put at 0."""
    low, high = stated.system.box[stated.space]
    points = np.linspace(low, high, _POINTS + 2)[1:-1]
    values: dict[str | Derivative, Floats] = {
        stated.space: points,
        stated.time: np.full(_POINTS, stated.start),
    }
    for relation in stated.system.equations:
        for d in relation.slopes:
            which, order, rate = stated.split(d)
            if rate:
                values[d] = np.zeros(_POINTS)
                continue
            formula = differentiate(stated.data[stated.state[which]], stated.space, order)
            values[d] = on(formula, {stated.space: points}, _POINTS)
    return values
