"""Waves that spread by frequency, on the open line: Fourier series with an integrating factor.

For equations with a constant linear part and data that are level far from the box. The linear part
is solved exactly for each frequency, so that only the rest limits the steps. The error is the
change when padding and resolution grow.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Expansion, Floats, nodes
from symplex.numerics.reference.compare import best_of
from symplex.numerics.reference.line import Statement, statement
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.stepping import states
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import Budget

_PADDINGS: Final = (2.0, 3.0, 4.5, 6.0, 9.0, 13.0, 18.0, 28.0)
"""In widths of the box: the first behind which the data are level is taken."""
_COUNTS: Final = (96, 144, 216, 320, 480, 720)
_FINER: Final = ((1.0, 1.0, 1e-9), (1.2, 1.3, 3e-10), (1.4, 1.7, 1e-10))
"""Factors of padding and points, and the tolerance of the steps."""
_TIMES, _PLACES = 24, 40
_LEVEL, _RESOLVED = 1e-10, 1e-9
_GROWTH = 30.0
METHOD = "Fourier series with an integrating factor"
Complex = NDArray[np.complex128]


def dispersive(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a Cauchy problem of third order and more, or of Schrödinger's type.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    stated = statement(system)
    if stated.sides or any(order != 1 for order in stated.orders.values()):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_CAUCHY)
    if max(one.order_in(stated.space) for one in system.equations) < 2:  # noqa: PLR2004
        raise NoScheme(ReferenceCode.REFERENCE_NO_DISPERSION)
    coarse = _coarsest(stated)

    def runs() -> Iterator[Expansion]:
        for wider, finer, steps in _FINER:
            count = 2 * int(coarse.count * finer / 2)
            yield _Waves(stated, coarse.padding * wider, count).solved(steps, budget)

    return best_of(runs(), system, tolerance, METHOD, goal=3e-9)


def _coarsest(stated: Statement) -> "_Waves":
    """The least padding behind which the data are level, with points that resolve them."""
    low, high = stated.system.box[stated.space]
    for padding in _PADDINGS:
        if _Waves(stated, padding * (high - low), 64).is_level:
            for count in _COUNTS:
                waves = _Waves(stated, padding * (high - low), count)
                size = np.abs(np.fft.rfft(waves.data(), axis=1))
                if np.max(size[:, int(0.65 * size.shape[1]) :]) <= _RESOLVED * np.max(size):
                    return waves
            break
    raise NoScheme(ReferenceCode.REFERENCE_NOT_LEVEL)


@final
@dataclass(frozen=True)
class _Waves:
    stated: Statement
    padding: float
    count: int

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The box and the padding on each side."""
        low, high = self.stated.system.box[self.stated.space]
        return low - self.padding, high + self.padding

    @cached_property
    def points(self) -> Floats:
        low, high = self.ends
        return low + (high - low) * np.arange(self.count) / self.count

    @cached_property
    def frequencies(self) -> Floats:
        low, high = self.ends
        spacing = (high - low) / self.count
        return np.asarray(2 * np.pi * np.fft.rfftfreq(self.count, spacing), dtype=np.float64)

    @cached_property
    def linear(self) -> tuple[Complex, Complex]:
        """For each frequency, what stands with the rates and what with the state, at rest."""
        size, names = len(self.frequencies), self.stated.system.unknowns
        rates = np.zeros((size, len(names), len(names)), dtype=np.complex128)
        rest = np.zeros_like(rates)
        for i, relation in enumerate(self.stated.system.equations):
            for d, slope in relation.slopes.items():
                which, order, rate = self.stated.split(d)
                value = _at_rest(slope)
                part = value * (1j * self.frequencies) ** order
                (rates if rate else rest)[:, i, which] += part
        if np.any(np.abs(np.linalg.det(rates)) < 1e-12):  # noqa: PLR2004
            raise NoScheme(ReferenceCode.REFERENCE_NO_RATES)
        return rates, np.asarray(-np.linalg.solve(rates, rest), dtype=np.complex128)

    def data(self) -> Floats:
        """The data: (unknowns, points)."""
        columns = {self.stated.space: self.points}
        data = [on(self.stated.data[one], {**columns}, self.count) for one in self.stated.state]
        return np.array(data)

    @property
    def is_level(self) -> bool:
        """Whether the data are the same at both ends, and hardly change there."""
        found = self.data()
        edges = np.concatenate([found[:, :2], found[:, -2:]], axis=1)
        return bool(np.max(np.ptp(edges, axis=1)) <= _LEVEL * np.max(np.abs(found)))

    def solved(self, steps: float, budget: Budget) -> Expansion:
        """The unknowns on the box."""
        stated, box = self.stated, self.stated.system.box
        outputs = nodes(_TIMES, box[stated.time])
        ordered = outputs if stated.end > stated.start else outputs[::-1]
        start = np.fft.rfft(self.data(), axis=1)
        times = np.array([stated.start, *ordered])
        growth = np.linalg.eigvals(self.linear[1]).real * (stated.end - stated.start)
        if not np.max(np.abs(growth)) < _GROWTH:
            raise NoScheme(ReferenceCode.REFERENCE_NO_WAVES)

        def rate(time: float, packed: Floats) -> Floats:
            turned = self._turned(_complex(packed), time)
            bent = self._bent(turned, time)
            return _packed(self._turned(bent, 2 * stated.start - time))

        found = states(rate, _packed(start), times, steps, budget)[1:]
        found = found if stated.end > stated.start else found[::-1]
        waves = np.array(
            [self._turned(_complex(one), time) for one, time in zip(found, outputs, strict=True)]
        )
        values = self._at(nodes(_PLACES, box[stated.space]), waves)
        if list(box).index(stated.time) > 0:
            values = np.swapaxes(values, 1, 2)
        return Expansion.of_values(tuple(box), tuple(box.values()), values)

    def _turned(self, waves: Complex, time: float) -> Complex:
        """What the linear part makes of waves from the start to a time."""
        values, vectors, inverse = self._modes
        phase = np.exp(values * (time - self.stated.start))
        turned = vectors @ (phase[:, :, None] * (inverse @ waves.T[:, :, None]))
        return turned[:, :, 0].T

    @cached_property
    def _modes(self) -> tuple[Complex, Complex, Complex]:
        values, vectors = np.linalg.eig(self.linear[1])
        if np.max(np.linalg.cond(vectors)) > 1e8:  # noqa: PLR2004
            raise NoScheme(ReferenceCode.REFERENCE_TOO_FEW_WAVES)
        return values, vectors, np.linalg.inv(vectors).astype(np.complex128)

    def _bent(self, waves: Complex, time: float) -> Complex:
        """The rate that the rest of the equations adds to the waves."""
        stated = self.stated
        values: dict[str | Derivative, Floats] = {
            stated.space: self.points,
            stated.time: np.full(self.count, time),
        }
        linear = np.einsum("kij,jk->ik", self.linear[1], waves)
        keys, sources, powers = self._needed
        derived = np.fft.irfft(powers * np.concatenate([waves, linear])[sources], self.count)
        values.update(zip(keys, derived, strict=True))
        residual = np.array(
            [on(one.residual, values, self.count) for one in stated.system.equations]
        )
        turned = np.fft.rfft(residual, axis=1) * (self.frequencies < 0.7 * self.frequencies[-1])
        return -np.einsum("kij,jk->ik", self._inverse_rates, turned)

    @cached_property
    def _needed(self) -> tuple[list[Derivative], list[int], Complex]:
        """Every derivative in the equations, of which state or rate, and by which factor."""
        slopes = [d for one in self.stated.system.equations for d in one.slopes]
        keys = list(dict.fromkeys(slopes))
        splits = [self.stated.split(d) for d in keys]
        sources = [which + len(self.stated.state) * rate for which, _, rate in splits]
        powers = [(1j * self.frequencies) ** k for _, k, _ in splits]
        return keys, sources, np.array(powers, dtype=np.complex128)

    @cached_property
    def _inverse_rates(self) -> Complex:
        return np.linalg.inv(self.linear[0]).astype(np.complex128)

    def _at(self, places: Floats, waves: Complex) -> Floats:
        """The sums of the series: from (times, unknowns, waves) to (unknowns, times, places)."""
        scaled = waves / self.count
        scaled[:, :, 1:] *= 2
        phase = np.exp(1j * np.outer(self.frequencies, places - self.ends[0]))
        return np.moveaxis((scaled @ phase).real, 0, 1)


def _at_rest(slope: Expression) -> float:
    """The slope where all unknowns vanish.

    Raises:
        NoScheme: if it depends on the variables.
    """
    if slope.symbols:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_CONSTANT)
    value = float(evaluate(slope, dict.fromkeys(slope.derivatives, 0.0)))
    if not np.isfinite(value):
        raise NoScheme(ReferenceCode.REFERENCE_UNDEFINED_AT_REST)
    return value


def _packed(waves: Complex) -> Floats:
    return np.stack([waves.real, waves.imag])


def _complex(packed: Floats) -> Complex:
    return packed[0] + 1j * packed[1]
