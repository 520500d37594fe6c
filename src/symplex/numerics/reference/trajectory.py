"""Initial-value problems of ordinary differential equations, by explicit steps."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.numerics.reference.chebyshev import Expansion, Floats, Pieces, nodes, split
from symplex.numerics.reference.compare import best_of
from symplex.numerics.reference.evolution import Evolution, evolution
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.stepping import states
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import Budget

_LEVELS: Final = ((12, 1e-10), (20, 1e-12), (40, 1e-13))
"""Pieces, and the tolerance of the steps."""
_DEGREE = 16
METHOD = "explicit steps of high order"


def trajectory(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of an initial-value problem in one variable.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    if len(system.box) != 1:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ORDINARY)
    form = evolution(system)

    def runs() -> Iterator[Pieces]:
        for pieces, steps in _LEVELS:
            yield _solved(form, pieces, steps, budget)

    return best_of(runs(), system, tolerance, METHOD)


def _solved(form: Evolution, count: int, tolerance: float, budget: Budget) -> Pieces:
    intervals = split(form.system.box[form.time], count)
    outputs = np.concatenate([nodes(_DEGREE, ends) for ends in intervals])
    forward = form.end > form.start
    start = np.array([on(form.data[one], {}, 1) for one in form.state])

    def rate(time: float, state: Floats) -> Floats:
        values: dict[str | Derivative, Floats] = dict(zip(form.state, state, strict=True))
        values[form.time] = np.array([time])
        return form.rates(values, 1)

    times = np.array([form.start, *(outputs if forward else outputs[::-1])])
    found = states(rate, start, times, tolerance, budget)[1:, :, 0]
    found = found if forward else found[::-1]
    kept = [index for index, one in enumerate(form.state) if one.order == 0]
    pieces = [
        Expansion.of_values((form.time,), (ends,), part[:, kept].T)
        for ends, part in zip(intervals, np.split(found, count), strict=True)
    ]
    return Pieces(form.time, tuple(pieces))
