"""Ordinary differential equations for vectors, by SciPy, with counted work."""

from collections.abc import Callable
from typing import Any

import numpy as np

from symplex.codes import ReferenceCode
from symplex.numerics.reference.chebyshev import Floats
from symplex.numerics.reference.system import NoScheme
from symplex.work.budget import Budget

Rate = Callable[[float, Floats], Floats]
_CALLS = 12_000
_A_CALL, _A_VALUE = 4_000_000, 600
"""Floating-point operations that a rate counts, and each value of the state, about."""


def states(rate: Rate, start: Floats, times: Floats, tolerance: float, budget: Budget) -> Floats:
    """The solution at the times, which begin at the start: (times, *shape of the start).

    Args:
        rate: The rate of the state, which has the start's shape.
        start: The state at the first of the times.
        times: Ascending or descending.
        tolerance: The relative error of a step.
        budget: What ends the work; steps are counted too.

    Raises:
        NoScheme: if it does not stay finite, or takes too many steps.
    """
    from scipy.integrate import solve_ivp  # here, for it is slow to import

    calls = 0

    def flat(time: float, state: Floats) -> Floats:
        nonlocal calls
        calls += 1
        if calls > _CALLS:
            raise NoScheme(ReferenceCode.REFERENCE_TOO_STIFF)
        budget.operations(_A_CALL + _A_VALUE * state.size)
        return rate(time, state.reshape(start.shape)).ravel()

    if not np.all(np.isfinite(start)) or not np.all(np.isfinite(flat(times[0], start.ravel()))):
        raise NoScheme(ReferenceCode.REFERENCE_UNDEFINED_AT_START)
    scale = float(np.max(np.abs(start))) or 1.0
    ends, small = (times[0], times[-1]), 0.1 * tolerance * scale
    options: dict[str, Any] = {"t_eval": times, "rtol": tolerance, "atol": small}
    with np.errstate(all="ignore"):
        found = solve_ivp(flat, ends, start.ravel(), "DOP853", **options)
    if found.status != 0 or not np.all(np.isfinite(found.y)):
        raise NoScheme(ReferenceCode.REFERENCE_STEPS_NOT_FINITE)
    return found.y.T.reshape(len(times), *start.shape)
