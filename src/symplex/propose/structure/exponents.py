"""Sums of exponentials in the values along a line: their rates, by a pencil.

For f(x) = Σ c_j·exp(r_j·x) at equal steps, the matrix of shifted values has as many singular values
above the noise as there are terms, and the rates are eigenvalues.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression, apply, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.propose.structure.fitting import free
from symplex.propose.structure.view import View

_VALUES, _WIDTH = 64, 24
MAX_TERMS: Final = 5
_SAME: Final = (1e-3, 1e-2, 1e-1)
"""Rates that differ by less, beside 1/length, count as one: noise scatters those that are equal."""


@final
@dataclass(frozen=True)
class Rate:
    """exp(growth·x) times 1, or times sines and cosines of frequency·x."""

    growth: float
    frequency: float
    times: int = 1
    """How often it occurs: once more for every power of x that it is multiplied by."""

    @property
    def dimension(self) -> int:
        """How many functions belong to it."""
        return self.times * (2 if self.frequency else 1)

    def modes(self, place: Expression) -> list[Expression]:
        """The functions that belong to it; constants in slots."""
        grown = number(1) if self.growth == 0 else apply("exp", free(self.growth) * place)
        once = [grown]
        if self.frequency:
            waves = [apply(name, free(self.frequency) * place) for name in ("sin", "cos")]
            once = [times(grown, wave) for wave in waves]
        higher = [times(place**k, mode) for k in range(1, self.times) for mode in once]
        return once + higher


def exponential_sums(view: View) -> list[Expression]:
    """The function of one variable as sums of few exponentials, sines and cosines."""
    (name,), (ends,) = view.names, view.box.values()
    columns = {name: np.linspace(*ends, _VALUES)}
    values = view.values(columns)
    noise = max(10 * view.error, 1e-12 * view.scale)
    poles = poles_of(values, float(columns[name][1] - columns[name][0]), noise)
    found: dict[Expression, None] = {}
    for same in _SAME if len(poles) else ():
        rates = distinct_rates(poles, same / (ends[1] - ends[0]))
        modes = [mode for rate in rates or () for mode in rate.modes(symbol(name))]
        if modes:
            found[combination(modes, columns, values)] = None
    return list(found)


def combination(modes: Sequence[Expression], columns: Columns, values: Floats) -> Expression:
    """The sum of multiples of formulas that is nearest to values."""
    table = np.stack([np.broadcast_to(evaluate(mode, columns), values.shape) for mode in modes], 1)
    table = np.where(np.isfinite(table), table, 0.0)
    factors, *_ = np.linalg.lstsq(table, values, rcond=None)
    terms = [times(free(factor), mode) for factor, mode in zip(factors, modes, strict=True)]
    return total(terms)


def times(one: Expression, other: Expression) -> Expression:
    """A product without factors 1."""
    if one == number(1):
        return other
    return one if other == number(1) else one * other


def total(terms: Sequence[Expression]) -> Expression:
    """The sum of some formulas."""
    result = terms[0]
    for term in terms[1:]:
        result = result + term
    return result


def poles_of(values: Floats, step: float, noise: float) -> NDArray[np.complex128]:
    """The complex rates in values at equal steps; none where they are too many."""
    none = np.empty(0, dtype=np.complex128)
    if not np.all(np.isfinite(values)):
        return none
    rows = len(values) - _WIDTH
    matrix = np.array([values[i : i + _WIDTH + 1] for i in range(rows)])
    _, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    count = int(np.sum(sizes > noise * np.sqrt(rows)))
    if not 0 < count <= MAX_TERMS:
        return none
    basis = right[:count].T
    shift = np.linalg.lstsq(basis[:-1], basis[1:], rcond=None)[0]
    with np.errstate(all="ignore"):
        return np.log(np.linalg.eigvals(shift).astype(np.complex128)).astype(np.complex128) / step


def distinct_rates(poles: NDArray[np.complex128], same: float) -> list[Rate] | None:
    """Poles as rates, conjugate ones together; None where one is not finite or lacks its mate."""
    if not np.all(np.isfinite(poles)):
        return None
    groups: list[list[complex]] = []
    for pole in sorted(poles, key=lambda p: (abs(p.imag), p.real)):
        turned = complex(pole.real, abs(pole.imag))
        near = [group for group in groups if abs(np.mean(group) - turned) < same]
        if near:
            near[0].append(turned)
        else:
            groups.append([turned])
    rates = [_rate(group, same) for group in groups]
    return rates if sum(rate.dimension for rate in rates) == len(poles) else None


def _rate(group: Sequence[complex], same: float) -> Rate:
    middle = complex(np.mean(group))
    growth = 0.0 if abs(middle.real) < same else middle.real
    frequency = 0.0 if abs(middle.imag) < same else middle.imag
    return Rate(growth, frequency, len(group) // 2 if frequency else len(group))
