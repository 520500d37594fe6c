"""Functions of one variable recognised: from values to formulas with fitted constants.

Sums of exponentials and powers are read off; everything else is a shape of a list whose constants
are fitted. What comes out meets the error of the values, the shortest first.
"""

from typing import Final

from symplex.budget import Budget
from symplex.structure.exponents import exponential_sums, power_sums
from symplex.structure.fitting import Fitted, accepted
from symplex.structure.shapes import SHAPES, shapes_of
from symplex.structure.view import View

_STARTS: Final = (12, 16, 24)
"""For the shapes of each group."""
_MOST: Final = 3


def recognise(view: View, budget: Budget) -> list[Fitted]:
    """Formulas that have the values of a function of one variable, the shortest first."""
    if not view.is_defined:
        return []
    (name,) = view.names
    for group in range(len(SHAPES)):
        budget.check_deadline()
        found = accepted(view, shapes_of(group, name), starts=_STARTS[group])
        if group == 0:
            found += accepted(view, [*exponential_sums(view), *power_sums(view)], starts=2)
        if found:
            return sorted(found, key=lambda one: one.weight)[:_MOST]
    return []
