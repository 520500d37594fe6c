"""Formulas with free constants that explain a function: fitted to some values, tested at others."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from symplex.errors import SymplexError
from symplex.expression import CONSTANT, Expression, leaf
from symplex.numerics.evaluation.regression import Fitted, fitted
from symplex.propose.structure.view import UNKNOWN, View

_POINTS: Final = 48
_PER_VARIABLE: Final = 32
_DIGITS: Final = 10
STEPS_OF_A_FIT: Final = 200
"""What the fit of one formula counts."""
MAX_CONSTANTS: Final = 12
"""A formula with more is no explanation."""


def free(value: float = 1.0) -> Expression:
    """A constant to be fitted."""
    return leaf(CONSTANT, float(value))


def fitted_to(view: View, formulas: Sequence[Expression], *, starts: int = 1) -> list[Fitted]:
    """The formulas with their constants fitted to a view; none where it has no values."""
    known = view.sampled(_POINTS + _PER_VARIABLE * len(view.names), seed=11)
    if not np.all(np.isfinite(known.values[UNKNOWN])):
        return []
    try:
        return fitted(known.objective(view.names, (UNKNOWN,)), formulas, starts=starts)
    except SymplexError:
        return []


def explains(view: View, formula: Expression) -> bool:
    """Whether a formula has the values of a view, at points that no fit has seen."""
    left = view.sampled(_POINTS, seed=12).deviations(UNKNOWN, formula)
    return bool(np.sqrt(np.mean(left * left)) <= view.tolerance)


def accepted(view: View, formulas: Sequence[Expression], *, starts: int = 1) -> list[Fitted]:
    """Those formulas that explain a view once their constants are fitted, the shortest first."""
    small = [one for one in formulas if len(one.constants) <= MAX_CONSTANTS]
    found = [one for one in fitted_to(view, small, starts=starts) if one.misfit <= view.tolerance]
    kept = [one for one in found if explains(view, one.formula)]
    return sorted(kept, key=lambda one: one.weight)


def rounded(formula: Expression) -> Expression:
    """With constants of ten digits: simple numbers are written as such."""
    return formula.with_constants([float(f"{one:.{_DIGITS}g}") for one in formula.constants])
