"""A formula and its partial derivatives at points, by the engine that evaluates candidates."""

from collections.abc import Mapping, Sequence

import numpy as np

from symplex.errors import ExpressionError
from symplex.evaluation.evaluator import evaluator
from symplex.evaluation.fit import Floats
from symplex.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.expression import Derivative, Expression, TokenBatch, Vocabulary, leaf

UNKNOWN = "u"
"""What the formula is called where a derivative of it is asked for."""


def derivatives_at(
    expression: Expression, wanted: Sequence[tuple[str, ...]], columns: Mapping[str, Floats]
) -> Floats:
    """Partial derivatives, a row for each entry of `wanted`, which names the variables to take.

    Args:
        expression: A formula of the columns' names.
        wanted: ``()`` is the value, ``("x", "x", "y")`` is u_xxy.
        columns: Every symbol at the points, vectors of one length.

    Raises:
        ExpressionError: where the formula uses a symbol without a column.
    """
    missing = sorted(expression.symbols - columns.keys())
    if missing:
        raise ExpressionError(f"no value was given for {missing[0]}")
    terms = tuple(Term(leaf(Derivative(UNKNOWN, by))) for by in wanted)
    points = PointSet(frozen(columns), terms)
    objective = Objective((UNKNOWN,), tuple(columns), (), (points,))
    words = Vocabulary(tuple(dict.fromkeys(expression.tokens)))
    batch = TokenBatch.of([words.encode(expression)])
    judge = evaluator(objective, words)
    constants = np.array(expression.constants, dtype=np.float64)
    return judge.residuals(batch, constants)[0].reshape(len(wanted), points.size)
