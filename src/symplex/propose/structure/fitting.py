"""Formulas with free constants that explain a function: fitted to some values, tested at others."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from symplex.errors import SymplexError
from symplex.expression import CONSTANT, Expression, leaf
from symplex.numerics.evaluation.regression import Fitted, fitted
from symplex.propose.structure.tidy import pruned
from symplex.propose.structure.view import UNKNOWN, View

_POINTS: Final = 48
_PER_VARIABLE: Final = 32
_NOTHING: Final = 1e-7
"""A factor below this is tried without."""
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
    kept = [_plain(view, one) for one in found if explains(view, one.formula)]
    return sorted(kept, key=lambda one: one.weight)


def _plain(view: View, found: Fitted) -> Fitted:
    """Without terms that are nothing, if it still explains the view."""
    shorter = pruned(found.formula, _NOTHING)
    if shorter.size < found.formula.size and shorter.symbols == found.formula.symbols:
        again = fitted_to(view, [shorter])
        if again and again[0].misfit <= view.tolerance and explains(view, again[0].formula):
            return again[0]
    return found
