"""Sums of exponentials and of powers in the values along a line: their rates, by a pencil.

For f(x) = Σ c_j·exp(r_j·x) at equal steps, the matrix of shifted values has as many singular values
above the noise as there are terms, and the rates are eigenvalues. The same along log(x) finds sums
of powers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.expression import Expression, apply, symbol
from symplex.reference.chebyshev import Floats
from symplex.structure.fitting import free
from symplex.structure.view import View

_VALUES, _WIDTH = 64, 24
MAX_TERMS: Final = 5
_SAME: Final = 2e-3
"""Rates that differ by less, beside 1/length, count as one."""


@final
@dataclass(frozen=True)
class Rate:
    """exp(growth·x) times 1, or times sines and cosines of frequency·x."""

    growth: float
    frequency: float

    def modes(self, place: Expression) -> list[Expression]:
        """The functions that belong to it; constants in slots."""
        grown = None if self.growth == 0 else apply("exp", free(self.growth) * place)
        if self.frequency == 0:
            return [grown] if grown is not None else []
        waves = [apply(name, free(self.frequency) * place) for name in ("sin", "cos")]
        return waves if grown is None else [grown * wave for wave in waves]


def exponential_sum(view: View) -> Expression | None:
    """The function of one variable as a sum of few exponentials, sines and cosines."""
    (name,), (ends,) = view.names, view.box.values()
    return _sum(view, lambda x: x, ends, symbol(name))


def power_sum(view: View) -> Expression | None:
    """The function of a positive variable as a sum of few powers."""
    (name,), ((low, high),) = view.names, view.box.values()
    if low <= 1e-3 * high:
        return None
    return _sum(view, np.exp, (float(np.log(low)), float(np.log(high))), apply("log", symbol(name)))


def _sum(
    view: View,
    place: Callable[[Floats], Floats],
    ends: tuple[float, float],
    variable: Expression,
) -> Expression | None:
    (name,) = view.names
    inner = np.linspace(*ends, _VALUES)
    values = view.values({name: place(inner)})
    noise = max(10 * view.error, 1e-12 * view.scale)
    rates = rates_of(values, float(inner[1] - inner[0]), noise)
    if rates is None:
        return None
    terms: list[Expression] = []
    for rate in rates:
        modes = rate.modes(variable)
        terms += [free() * mode for mode in modes] or [free()]
    return total(terms)


def total(terms: Sequence[Expression]) -> Expression:
    """The sum of some formulas."""
    result = terms[0]
    for term in terms[1:]:
        result = result + term
    return result


def rates_of(values: Floats, step: float, noise: float) -> list[Rate] | None:
    """The rates in values at equal steps; None where they are too many, or coincide."""
    if not np.all(np.isfinite(values)):
        return None
    rows = len(values) - _WIDTH
    matrix = np.array([values[i : i + _WIDTH + 1] for i in range(rows)])
    _, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    count = int(np.sum(sizes > noise * np.sqrt(rows)))
    if not 0 < count <= MAX_TERMS:
        return None
    basis = right[:count].T
    shift = np.linalg.lstsq(basis[:-1], basis[1:], rcond=None)[0]
    with np.errstate(all="ignore"):
        poles = np.log(np.linalg.eigvals(shift).astype(np.complex128)) / step
    return distinct_rates(poles, _SAME / (step * len(values)))


def distinct_rates(poles: np.ndarray, same: float) -> list[Rate] | None:
    """Poles as rates, conjugate ones together; None where two coincide or one is not real."""
    if not np.all(np.isfinite(poles)):
        return None
    found: list[Rate] = []
    for pole in sorted(poles, key=lambda p: (abs(p.imag), p.real)):
        growth = 0.0 if abs(pole.real) < same else float(pole.real)
        frequency = 0.0 if abs(pole.imag) < same else float(abs(pole.imag))
        near = [
            one
            for one in found
            if abs(one.growth - growth) < same and abs(one.frequency - frequency) < same
        ]
        if not near:
            found.append(Rate(growth, frequency))
        elif frequency == 0.0:
            return None
    expected = sum(2 if rate.frequency else 1 for rate in found)
    return found if expected == len(poles) else None
