"""How far the search for constants goes, and what counts as near.

Everything is counted, so that the same constants are found on every machine.
"""

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(frozen=True, kw_only=True)
class Limits:
    """What is given up beyond."""

    stages: int = 40
    """How often residuals are brought into normal form."""
    nodes: int = 40_000
    """Of all the residuals that are brought into normal form."""
    coincidences: int = 5
    """How many coincidences that are not near are assumed one after the other."""
    branches: int = 12
    """How many coincidences that are not near are tried at one place."""
    solutions: int = 12
    states: int = 120
    """Of the equations of one stage, while they are solved."""
    functions: int = 60
    """A residual with more functions of the variables is not searched for coincidences."""
    angles: int = 9
    """Of one function; the others are left out."""
    basis: tuple[int, int, int] = (40, 120, 400)
    """Polynomials in a Gröbner basis, terms of each, and bits of a coefficient."""
    basis_terms: int = 200
    """Of the equations whose basis is sought, together."""
    few_terms: int = 3
    """An equation of this length is solved for a constant before longer ones are split."""


@final
@dataclass(frozen=True, kw_only=True)
class Tolerances:
    """What fitted values say, which are known to about eight digits."""

    far: float = 0.05
    """What is further from zero, relative to its terms, is not meant to vanish."""
    vanishing: float = 1e-6
    """A factor that is this close to zero is the one that vanishes."""
    equal: float = 1e-4
    """Coefficients that agree to this, relatively, are taken to be equal."""
    zero: float = 1e-7
    """A coefficient of this size is taken to be zero."""
    denominator: int = 16
    """Of a plain number near a fitted one."""
    root: int = 6
    """The largest denominator of a power that is taken for a plain one."""


LIMITS: Final = Limits()
NEAR: Final = Tolerances()
