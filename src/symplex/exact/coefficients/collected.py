"""Residuals as combinations of independent functions of the variables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element


@final
@dataclass(frozen=True)
class Combination:
    """A residual times its denominator: the coefficient of each function of the variables."""

    generators: tuple[int, ...]
    """The generators with variables in them."""
    coefficients: dict[tuple[int, ...], fmpq_mpoly]
    """By the powers of these generators; no coefficient is zero."""


def combination(field: Field, residual: Element) -> Combination:
    """A residual, collected. Generically its functions are independent."""
    found = field.ring.degrees(residual.top)
    varying = tuple(sorted(index for index in found if field.varying(index)))
    return Combination(varying, field.ring.collected(residual.top, varying))


def equations_of(combinations: Sequence[Combination]) -> tuple[fmpq_mpoly, ...]:
    """Every coefficient once: all of them must vanish."""
    found = {polynomial_text(c): c for each in combinations for c in each.coefficients.values()}
    return tuple(found.values())
