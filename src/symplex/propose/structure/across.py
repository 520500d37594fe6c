"""The constants of a formula at other choices of the parameters."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from symplex.expression import Expression
from symplex.numerics.reference.chebyshev import Floats
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.fitting import fitted_to
from symplex.propose.structure.view import View

_STARTS: Final = 24


def constants_across(
    formula: Expression, views: Sequence[View], explainer: Explainer
) -> Floats | None:
    """The constants of a formula in every view, a row each, its own first.

    None where another formula is needed.
    """
    rows = [np.array(formula.constants)]
    for view in views:
        row = _fitted(formula, rows, view)
        if row is None:
            row = _explained(formula, view, explainer)
        if row is None:
            return None
        rows.append(row)
    return np.array(rows)


def _fitted(formula: Expression, rows: Sequence[Floats], view: View) -> Floats | None:
    """From the constants of other views, then from anywhere."""
    known = [formula.with_constants(row.tolist()) for row in reversed(rows)]
    for starts, formulas in ((1, known), (_STARTS, [formula])):
        for one in fitted_to(view, formulas, starts=starts):
            if one.misfit <= view.tolerance:
                return np.array(one.formula.constants)
    return None


def _explained(formula: Expression, view: View, explainer: Explainer) -> Floats | None:
    """By looking at the view for itself, if the same formula is seen."""
    for one in explainer.explain(view):
        if one.formula.tokens == formula.tokens:
            return np.array(one.formula.constants)
    return None
