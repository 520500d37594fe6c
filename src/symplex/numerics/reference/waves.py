"""The plain wave equation on open space: the formulas of d'Alembert and Kirchhoff, by quadrature.

On a line the mean of the data at two points and over what lies between; in three variables of space
means over spheres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, final

import numpy as np
from numpy.polynomial import legendre

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import value_of
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.compare import as_polynomials, best_of
from symplex.numerics.reference.evolution import Evolution, evolution
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import Budget

METHOD = "the mean-value formula of waves"
_RULES: Final = MappingProxyType({1: (20, 32, 50, 80, 120), 3: (8, 12, 18, 26)})
"""Points of quadrature in each direction, by the number of variables of space."""
_GRID = (40, 28)
_LINE = 1


def waves(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of u_tt = c²Δu from data on one slice, on a line or in three variables.

    Raises:
        NoScheme: if it is another equation, or the quadrature does not converge.
    """
    form = evolution(system)
    speed = _speed(form)

    def runs() -> Iterator[_Means]:
        for count in _RULES[len(form.space)]:
            budget.step()
            yield _Means(form, speed, count)

    found = replace(best_of(runs(), system, tolerance, METHOD), differentiable=False)
    return as_polynomials(found, system, _GRID) if len(form.space) == _LINE else found


def _speed(form: Evolution) -> float:
    """C.

    Raises:
        NoScheme: if the equation is not the plain wave equation.
    """
    unknown = form.system.unknowns[0]
    relation = form.system.equations[0]
    wanted = {Derivative(unknown, (name, name)) for name in (*form.space, form.time)}
    plain = set(relation.slopes) == wanted and not relation.residual.symbols
    scalar = len(form.system.unknowns) == 1 and len(form.space) in _RULES
    if not (scalar and plain and relation.linear):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_WAVE_EQUATION)
    own = value_of(relation.slopes[Derivative(unknown, (form.time, form.time))])
    squares = [-value_of(relation.slopes[Derivative(unknown, (n, n))]) / own for n in form.space]
    if min(squares) <= 0 or np.ptp(squares) > 0:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_WAVE_EQUATION)
    return float(np.sqrt(squares[0]))


@final
@dataclass(frozen=True)
class _Means:
    form: Evolution
    speed: float
    count: int

    @cached_property
    def data(self) -> tuple[Expression, Expression]:
        """The value and the rate at the start."""
        unknown = self.form.system.unknowns[0]
        value, rate = Derivative(unknown), Derivative(unknown, (self.form.time,))
        return self.form.data[value], self.form.data[rate]

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """The unknown at points: (1, points)."""
        after = (columns[self.form.time] - self.form.start)[:, None]
        if len(self.form.space) == _LINE:
            return self._line(columns, after)[None]
        return self._sphere(columns, after)[None]

    def _line(self, columns: Columns, after: Floats) -> Floats:
        places, weights = legendre.leggauss(self.count)
        ends = self._at(self.data[0], columns, [self.speed * after * np.array([[-1.0, 1.0]])])
        between = self._at(self.data[1], columns, [self.speed * after * places])
        return ends.mean(axis=1) + after[:, 0] / 2 * (between @ weights)

    def _sphere(self, columns: Columns, after: Floats) -> Floats:
        heights, shares = legendre.leggauss(self.count)
        angles = np.pi * (np.arange(2 * self.count) + 0.5) / self.count
        height, angle = (part.ravel() for part in np.meshgrid(heights, angles, indexing="ij"))
        weights = np.repeat(shares, len(angles)) / (2 * len(angles))
        width = np.sqrt(1 - height**2)
        normal = (width * np.cos(angle), width * np.sin(angle), height)
        steps = [self.speed * after * part for part in normal]
        total = self._at(self.data[0], columns, steps)
        total = total + after * self._at(self.data[1], columns, steps)
        for name, step in zip(self.form.space, steps, strict=True):
            total = total + step * self._at(differentiate(self.data[0], name), columns, steps)
        return total @ weights

    def _at(self, formula: Expression, columns: Columns, steps: Sequence[Floats]) -> Floats:
        """A formula at places beside the points: (points, places)."""
        shape = steps[0].shape
        moved: dict[str | Derivative, Floats] = {
            name: (columns[name][:, None] + step).ravel()
            for name, step in zip(self.form.space, steps, strict=True)
        }
        return on(formula, moved, shape[0] * shape[1]).reshape(shape)
