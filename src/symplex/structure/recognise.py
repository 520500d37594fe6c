"""Functions of one variable recognised: from values to formulas with fitted constants.

Sums of exponentials and powers are read off; everything else is a shape of a list whose constants
are fitted. What comes out meets the error of the values, the shortest first.
"""

from collections.abc import Sequence
from typing import Final

from symplex.budget import Budget
from symplex.expression import Expression
from symplex.structure.exponents import exponential_sums, power_sums, total
from symplex.structure.fitting import Fitted, accepted, free
from symplex.structure.shapes import SHAPES, shapes_of
from symplex.structure.view import View

_STARTS: Final = (12, 16, 24)
"""For the shapes of each group."""
_MOST: Final = 3
_SHORT: Final = 6
"""Sums with more constants imitate almost anything: they come last."""


def recognise(view: View, budget: Budget, beside: Sequence[Expression] = ()) -> list[Fitted]:
    """Formulas that have the values of a function of one variable, the shortest first.

    Args:
        view: The values.
        budget: The clock.
        beside: Functions of which multiples may be added.
    """
    if not view.is_defined:
        return []
    (name,) = view.names
    read = [*exponential_sums(view), *power_sums(view)]
    for group in range(len(SHAPES)):
        budget.check_deadline()
        plain = shapes_of(group, name)
        shapes = [total([shape, *(free() * one for one in beside)]) for shape in plain]
        found = accepted(view, shapes, starts=_STARTS[group])
        if group == 0:
            short = [one for one in read if len(one.constants) <= _SHORT]
            found += accepted(view, short, starts=2)
        if found:
            return sorted(found, key=lambda one: one.weight)[:_MOST]
    return accepted(view, read, starts=2)[:_MOST]
