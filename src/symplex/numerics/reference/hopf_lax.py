"""Hamilton–Jacobi equations by the formulas of Hopf and Lax, kinks and all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import number
from symplex.expression.evaluate import value_of
from symplex.numerics.evaluation.viscosity.hopf_lax import viscosity_value
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.compare import probes
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi, recognise
from symplex.work.budget import Budget

METHOD = "the formula of Hopf and Lax"
_OTHER_CLOCK = Fraction(137, 100)


def hopf_lax(system: System, tolerance: float, budget: Budget) -> Found:
    """The viscosity solution of u_t + H(∇u) = 0 with data at one end of time.

    Raises:
        NoScheme: if no formula applies.
    """
    form = recognise(system.problem)
    if form is None or form.time is None or form.initial is None or not form.uniform:
        raise NoScheme(ReferenceCode.REFERENCE_NO_HAMILTON_JACOBI)
    if any(len(one.fixed) != 1 or form.time not in one.fixed for one in system.conditions):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ONE_SLICE)
    budget.step()
    points = probes(system)
    one = _Viscosity(system, form, Fraction(1))
    # A clock that runs faster has other speeds: the same solution from another search.
    other = _Viscosity(system, form, _OTHER_CLOCK)
    values = one.values(points)
    scale = float(np.max(np.abs(values))) or 1.0
    change = float(np.max(np.abs(values - other.values(points))))
    error = 3 * change + 1e-12 * scale
    if not error <= tolerance * scale:
        raise NoScheme(ReferenceCode.REFERENCE_ERROR, method=METHOD, error=error, applies=True)
    return Found(one, error, scale, METHOD, differentiable=False)


@final
@dataclass(frozen=True)
class _Viscosity:
    system: System
    form: HamiltonJacobi
    clock: Fraction

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """The unknown at points: (1, points)."""
        time = self.form.time or ""
        interval = self.system.problem.domain[time]
        start = value_of(interval.high if self.form.reversed else interval.low)
        if self.form.initial is None:
            raise NoScheme(ReferenceCode.REFERENCE_NOTHING_GIVEN)
        late = columns[time] != start
        result = on(self.form.initial, {**columns}, len(late)).copy()
        if not np.any(late):
            return result[None]
        columns = {name: column[late] for name, column in columns.items()}
        faster = replace(self.form, hamiltonian=self.form.hamiltonian * number(self.clock))
        when = start + (columns[time] - start) / float(self.clock)
        found = viscosity_value(self.system.problem, faster, {**columns, time: when})
        if found is None:
            raise NoScheme(ReferenceCode.REFERENCE_NO_VISCOSITY_FORMULA)
        result[late] = found
        return result[None]
