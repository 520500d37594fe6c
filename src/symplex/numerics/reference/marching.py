"""Evolution on a line: Chebyshev polynomials in space, blocks of implicit collocation in time.

In each block the solution is a polynomial in time that meets the equations at Radau's points, so
stiff equations cost no more than others and values are known at every time. Newton's equations
are split by the eigenvectors of the matrix that differentiates by time.
Owns also how far behind an open end the data count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, final

import numpy as np
from numpy.polynomial import legendre
from numpy.typing import NDArray

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.expression.calculus import differentiate
from symplex.numerics.reference.chebyshev import Expansion, Floats, Pieces, from_nodes, nodes
from symplex.numerics.reference.compare import best_of
from symplex.numerics.reference.line import Line, Padding, Row, Statement, statement, tail
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import Budget

_POINTS = 64
_HYPERBOLIC = 1.3
_FREQUENCIES, _FASTER = (300.0, 600.0), 1.6


@final
@dataclass(frozen=True)
class Influence:
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


def domain_of_influence(stated: Statement) -> Influence:
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
            raise NoScheme(ReferenceCode.REFERENCE_EQUATIONS_IN_OTHER_ORDER)
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
    return Influence(damped, crossed, high - low, singular, stated.held)


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
        raise NoScheme(ReferenceCode.REFERENCE_ILL_POSED, applies=True)


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
        raise NoScheme(ReferenceCode.REFERENCE_UNDEFINED_AT_START)
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


_LEVELS: Final = ((3.3, 1.0, 4), (3.8, 1.2, 6), (4.4, 1.45, 9), (5.0, 1.75, 13), (5.4, 2.2, 17))
"""Padding in units of the domain of influence, a factor of the polynomials, blocks in time."""
_STAGES, _NEWTON, _TAIL, _GRADING = 7, 40, 1e-10, 1.6
_LARGEST = 480
_MET, _NOISE, _SLOW, _LOST = 1e-13, 1e-8, 0.25, 1e6
"""Of a Newton step beside the state: done, rounding errors; too slow; hopeless."""


def marching(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of an evolution problem in one variable of space.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    stated = statement(system)
    lengths = domain_of_influence(stated)

    def runs() -> Iterator[Pieces]:
        for safety, more, blocks in _LEVELS:
            padding = lengths.padding(safety)
            count = int(_resolved(stated, padding) * more)
            if count * len(stated.state) > _LARGEST:
                return
            try:
                yield _March(Line(stated, padding, count), blocks, budget).solved()
            except _Diverged:
                continue

    method = "implicit steps with Chebyshev polynomials in space"
    return best_of(runs(), system, tolerance, method, goal=1e-9)


def _resolved(stated: Statement, padding: Padding) -> int:
    """How many polynomials the data need."""
    for count in (24, 36, 54, 80, 120, 180):
        if tail(Line(stated, padding, count)) < _TAIL:
            return max(count, 110 if not all(stated.held) else 24)
    return 240


@final
class _Diverged(Exception):  # noqa: N818 (tried again with more blocks)
    """Newton's method failed in a block."""


@final
@dataclass(frozen=True)
class _Scheme:
    """Radau's points on [0, 1] and the matrix that differentiates by time."""

    places: Floats
    rate: Floats
    """From values at 0 and at the points to rates at the points."""

    @classmethod
    def radau(cls, stages: int) -> "_Scheme":
        series = np.zeros(stages + 1)
        series[stages - 1 :] = 1.0, -1.0
        roots = np.sort(np.real(legendre.legroots(series)))
        places = np.append((roots[:-1] + 1) / 2, 1.0)
        powers = np.vander(np.append(0.0, places), increasing=True)
        slopes = np.zeros_like(powers)
        slopes[:, 1:] = powers[:, :-1] * np.arange(1, stages + 1)
        return cls(places, (slopes @ np.linalg.inv(powers))[1:])


@final
@dataclass(frozen=True)
class _March:
    line: Line
    blocks: int
    budget: Budget

    @cached_property
    def scheme(self) -> _Scheme:
        return _Scheme.radau(_STAGES)

    @cached_property
    def modes(self) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
        """The eigenvalues and eigenvectors of the rates of the stages among each other."""
        found = np.linalg.eig(self.scheme.rate[:, 1:])
        return found[0], found[1]

    def solved(self) -> Pieces:
        """The unknowns on the box, block by block."""
        stated = self.line.stated
        state = self.line.initial()
        pieces: list[Expansion] = []
        # Shorter at the start, where what is rough in the data is smoothed.
        shares = np.linspace(0, 1, self.blocks + 1) ** _GRADING
        times = stated.start + (stated.end - stated.start) * shares
        for begin, end in pairwise(times.tolist()):
            stages = self._block(state, begin, end - begin)
            pieces.append(self._piece(np.concatenate([state[None], stages]), begin, end))
            state = stages[-1]
        pieces.sort(key=lambda piece: piece.ends[piece.names.index(stated.time)])
        return Pieces(stated.time, tuple(pieces))

    def _piece(self, states: Floats, begin: float, end: float) -> Expansion:
        """The polynomial through the states of a block, on the box."""
        stated, box = self.line.stated, self.line.stated.system.box
        kept = [i for i, one in enumerate(stated.state) if one.order == 0]
        on_box = states[:, kept] @ self.line.box_matrix(min(self.line.count, 48)).T
        count = len(states)
        powers = np.vander(np.append(0.0, self.scheme.places), increasing=True)
        wanted = np.vander(nodes(count, (0.0, 1.0)), count, increasing=True)
        matrix = from_nodes(count) @ (wanted @ np.linalg.inv(powers))
        if end < begin:
            matrix = matrix * (-1.0) ** np.arange(count)[:, None]
        found = np.tensordot(matrix, on_box, axes=(1, 0))  # time, unknowns, space
        found = np.moveaxis(found, 1, 0)
        ends = (min(begin, end), max(begin, end))
        if next(iter(box)) == stated.time:
            return Expansion(tuple(box), (ends, box[stated.space]), found)
        return Expansion(tuple(box), (box[stated.space], ends), np.swapaxes(found, 1, 2))

    def _block(self, state: Floats, begin: float, length: float) -> Floats:
        """The states at Radau's points of a block, by Newton's method with slopes kept long."""
        stages = np.repeat(state[None], _STAGES, axis=0)
        solver, before = None, np.inf
        fresh = True
        for _ in range(_NEWTON):
            self.budget.operations(1e7 + _STAGES * float(state.size) ** (3 if fresh else 2) * 6)
            residual, slopes = self._residual(state, stages, begin, length, slopes=fresh)
            if not np.all(np.isfinite(residual)):
                raise _Diverged
            if fresh or solver is None:
                solver = self._factored(slopes, length)
            step = self._step(solver, residual).reshape(stages.shape)
            stages = stages - step
            size = float(np.abs(step).max()) / (float(np.abs(stages).max()) or 1.0)
            if size < _MET or (size < _NOISE and size > 0.5 * before):
                return stages
            if not size < _LOST:
                raise _Diverged
            fresh = size > _SLOW * before
            before = size
        raise _Diverged

    def _residual(
        self, state: Floats, stages: Floats, begin: float, length: float, *, slopes: bool
    ) -> tuple[Floats, tuple[Floats, Floats]]:
        """All rows at all stages, (stages, rows); their mean slopes by the state and its rate."""
        whole = np.concatenate([state[None], stages])
        rates = np.tensordot(self.scheme.rate, whole, axes=(1, 0)) / length
        times = begin + length * self.scheme.places
        parts = [_chain(self.line, stages, rates)]
        parts += [_rows(self.line, row, stages, rates, times) for row in self.line.rows]
        residual = np.concatenate([part[0] for part in parts], axis=1)
        if not slopes:
            empty = np.zeros((0, 0))
            return residual, (empty, empty)
        made = [part[1]() for part in parts]
        return residual, (
            np.concatenate([one for one, _ in made]),
            np.concatenate([two for _, two in made]),
        )

    def _factored(self, slopes: tuple[Floats, Floats], length: float) -> list[Any]:
        from scipy.linalg import get_lapack_funcs  # here, for it is slow to import

        by_state, by_rate = slopes
        if by_state.shape[0] != by_state.shape[1]:
            raise NoScheme(ReferenceCode.REFERENCE_ENDS_MISCOUNTED)
        if not (np.all(np.isfinite(by_state)) and np.all(np.isfinite(by_rate))):
            raise _Diverged
        (factored,) = get_lapack_funcs(("getrf",), dtype=np.complex128)
        found: list[Any] = []
        for value in self.modes[0]:
            if value.imag >= 0:
                factors, order, singular = factored(value / length * by_rate + by_state)
                if singular:
                    raise _Diverged
                found.append((factors, order))
        return found

    def _step(self, solver: list[Any], residual: Floats) -> Floats:
        from scipy.linalg import lu_solve  # here, for it is slow to import

        vectors = self.modes[1]
        turned = np.linalg.solve(vectors, residual.astype(np.complex128))
        # The other modes are the conjugates of these, and the result is real.
        upper = [index for index, value in enumerate(self.modes[0]) if value.imag >= 0]
        total = np.zeros_like(residual)
        for one, index in zip(solver, upper, strict=True):
            found = lu_solve(one, turned[index], check_finite=False)
            twice = 2.0 if self.modes[0][index].imag > 0 else 1.0
            total += twice * np.real(np.outer(vectors[:, index], found))
        return total


Part = tuple[Floats, Any]


def _chain(line: Line, stages: Floats, rates: Floats) -> Part:
    """That each derivative by time is the rate of the one before: (stages, rows) and slopes."""
    state = line.stated.state
    count = line.count
    pairs = [
        (i, i + 1)
        for i, one in enumerate(state[:-1])
        if state[i + 1] == Derivative(one.of, (*one.by, line.stated.time))
    ]
    rows = [rates[:, i] - stages[:, j] for i, j in pairs]
    residual = np.concatenate(rows, axis=1) if rows else np.zeros((len(stages), 0))

    def slopes() -> tuple[Floats, Floats]:
        by_state = np.zeros((len(pairs), count, len(state), count))
        by_rate = np.zeros_like(by_state)
        for row, (i, j) in enumerate(pairs):
            by_state[row, :, j] = -np.eye(count)
            by_rate[row, :, i] = np.eye(count)
        size = len(state) * count
        return by_state.reshape(-1, size), by_rate.reshape(-1, size)

    return residual, slopes


def _rows(line: Line, row: Row, stages: Floats, rates: Floats, times: Floats) -> Part:
    """A relation at its points: (stages, points), and its mean slopes."""
    stated = line.stated
    size = len(times) * len(row.points)
    values: dict[str | Derivative, Floats] = {
        stated.space: np.tile(row.points, len(times)),
        stated.time: np.repeat(times, len(row.points)),
    }
    for d in row.relation.slopes:
        which, order, rate = stated.split(d)
        source = rates if rate else stages
        values[d] = (source[:, which] @ row.matrices[order].T).ravel()
    shape = (len(times), len(row.points))
    residual = on(row.relation.residual, values, size).reshape(shape)
    faded = row.fade if np.any(row.fade < 1) else None
    tops = {d: on(s, values, size).reshape(shape) for d, s in row.relation.slopes.items()}
    if faded is not None:
        own = sum(
            (tops[d] * values[d].reshape(shape) for d in tops if stated.split(d)[2]),
            np.zeros(shape),
        )
        residual = np.where(faded > 0, faded * (residual - own), 0.0) + own

    def slopes() -> tuple[Floats, Floats]:
        by_state = np.zeros((len(row.points), len(stated.state), line.count))
        by_rate = np.zeros_like(by_state)
        for d, slope in tops.items():
            which, order, rate = stated.split(d)
            mean = slope.mean(axis=0)
            if faded is not None and not rate:
                mean = np.where(faded > 0, faded * mean, 0.0)
            target = by_rate if rate else by_state
            target[:, which] += mean[:, None] * row.matrices[order]
        flat = len(stated.state) * line.count
        return by_state.reshape(-1, flat), by_rate.reshape(-1, flat)

    return residual, slopes
