"""Functions of one variable recognised: from values to formulas with fitted constants.

Sums of exponentials and powers are read off; everything else is a shape of a list whose constants
are fitted. What comes out meets the error of the values, the shortest first.
"""

from collections.abc import Sequence
from typing import Final

from symplex.expression import Expression, Symbol, symbol
from symplex.numerics.evaluation.regression import Fitted
from symplex.propose.structure.exponents import exponential_sums, power_sums, total
from symplex.propose.structure.fitting import STEPS_OF_A_FIT, accepted, free
from symplex.propose.structure.shapes import PLACE, Shapes
from symplex.propose.structure.view import View
from symplex.work.budget import Budget

_STARTS: Final = (12, 16, 24)
"""For the shapes of each group."""
_MOST: Final = 3
_SHORT: Final = 6
"""Sums with more constants imitate almost anything: they come last."""


def recognise(
    view: View, budget: Budget, beside: Sequence[Expression] = (), shapes: Shapes | None = None
) -> list[Fitted]:
    """Formulas that have the values of a function of one variable, the shortest first.

    Args:
        view: The values.
        budget: The clock.
        beside: Functions of which multiples may be added.
        shapes: Those that were read before.
    """
    if not view.is_defined:
        return []
    (name,), (ends,) = view.names, view.box.values()
    plain = View({PLACE: ends}, lambda columns: view.values({name: columns[PLACE]}), view.error)
    added = [free() * one.substitute({Symbol(name): symbol(PLACE)}) for one in beside]
    found = _recognised(plain, budget, added, shapes or Shapes())
    return [
        Fitted(one.formula.substitute({Symbol(PLACE): symbol(name)}), one.misfit) for one in found
    ]


def _recognised(
    view: View, budget: Budget, added: Sequence[Expression], shapes: Shapes
) -> list[Fitted]:
    read = [*exponential_sums(view), *power_sums(view)]
    short = [one for one in read if len(one.constants) <= _SHORT]
    for group, starts in zip(shapes.groups, _STARTS, strict=True):
        budget.step(STEPS_OF_A_FIT * len(group))
        found = accepted(view, [total([shape, *added]) for shape in group], starts=starts)
        found += accepted(view, short, starts=2)
        short = []
        if found:
            return sorted(found, key=lambda one: one.weight)[:_MOST]
    return accepted(view, read, starts=2)[:_MOST]
