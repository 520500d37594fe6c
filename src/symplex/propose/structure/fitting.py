"""Formulas with free constants, fitted to the values of a function.

Owns the objective of values alone; the compiled core does the fitting. A constant is a slot of the
formula, with its fitted value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.errors import SymplexError
from symplex.expression import CONSTANT, Derivative, Expression, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.evaluate import evaluate
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.propose.structure.tidy import pruned
from symplex.propose.structure.view import View

VALUE: Final = "value of a view"
"""The column with the values; no name of a problem has a space in it."""
_UNKNOWN: Final = "u"
_POINTS: Final = 48
_PER_VARIABLE: Final = 32
_NOTHING: Final = 1e-7
"""A factor below this is tried without."""
STEPS_OF_A_FIT: Final = 200
"""What the fit of one formula counts."""
MAX_CONSTANTS: Final = 12
"""A formula with more is no explanation."""


@final
@dataclass(frozen=True)
class Fitted:
    """A formula with fitted constants in slots, and how far it is from the values."""

    formula: Expression
    misfit: float
    """The root of the mean square of what is left."""

    @property
    def weight(self) -> int:
        """How much there is to it: nodes, and constants once more."""
        return self.formula.size + len(self.formula.constants)


def free(value: float = 1.0) -> Expression:
    """A constant to be fitted."""
    return leaf(CONSTANT, float(value))


def fitted(
    view: View, formulas: Sequence[Expression], *, starts: int = 1, steps: int = 60
) -> list[Fitted]:
    """The formulas with their constants fitted to a view, the misfit of those that fail infinite.

    Args:
        view: The values.
        formulas: In the variables of the view, with slots for constants.
        starts: The first at the constants as they are, others at random.
        steps: Of each start, at most.
    """
    columns = view.points(_POINTS + _PER_VARIABLE * len(view.names), seed=11)
    return fitted_at(columns, view.values(columns), formulas, starts=starts, steps=steps)


def fitted_at(
    columns: Columns,
    values: Floats,
    formulas: Sequence[Expression],
    *,
    starts: int = 1,
    steps: int = 60,
) -> list[Fitted]:
    """The same for values at points."""
    if not formulas or not np.all(np.isfinite(values)):
        return []
    difference = leaf(Derivative(_UNKNOWN)) - symbol(VALUE)
    points = PointSet(frozen({**columns, VALUE: values}), (Term(difference),))
    tokens = dict.fromkeys(token for formula in formulas for token in formula.tokens)
    encoding = TreeEncoding(Vocabulary(tuple(dict.fromkeys((*tokens, CONSTANT)))))
    try:
        objective = Objective((_UNKNOWN,), tuple(columns), (), (points,))
        engine = evaluator(objective, encoding.vocabulary)
        rows = [(encoding.encode(one).ids, list(one.constants)) for one in formulas]
        batch = TreeBatch.of(rows)
        free_ones = any(formula.constants for formula in formulas)
        method = LevenbergMarquardt(starts=starts, steps=steps) if free_ones else Fixed()
        found = engine.fit(batch.tokens, method, first=batch.constants)
    except SymplexError:
        return []
    return [
        Fitted(
            formula.with_constants(found.constants_of(i).tolist()), float(np.sqrt(found.losses[i]))
        )
        for i, formula in enumerate(formulas)
    ]


def explains(view: View, formula: Expression) -> bool:
    """Whether a formula has the values of a view, at points that no fit has seen."""
    columns = view.points(_POINTS, seed=12)
    left = np.broadcast_to(evaluate(formula, columns), (_POINTS,)) - view.values(columns)
    return bool(np.sqrt(np.mean(left * left)) <= view.tolerance)


def accepted(view: View, formulas: Sequence[Expression], *, starts: int = 1) -> list[Fitted]:
    """Those formulas that explain a view once their constants are fitted, the shortest first."""
    small = [one for one in formulas if len(one.constants) <= MAX_CONSTANTS]
    found = [one for one in fitted(view, small, starts=starts) if one.misfit <= view.tolerance]
    kept = [_plain(view, one) for one in found if explains(view, one.formula)]
    return sorted(kept, key=lambda one: one.weight)


def _plain(view: View, found: Fitted) -> Fitted:
    """Without terms that are nothing, if it still explains the view."""
    shorter = pruned(found.formula, _NOTHING)
    if shorter.size < found.formula.size and shorter.symbols == found.formula.symbols:
        again = fitted(view, [shorter])
        if again and again[0].misfit <= view.tolerance and explains(view, again[0].formula):
            return again[0]
    return found
