"""A formula and its partial derivatives at points, by the engine that evaluates candidates."""

from collections.abc import Mapping, Sequence

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, leaf
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen

UNKNOWN = "u"
"""The name of the formula as an unknown, so that its derivatives can be written."""


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
    vocabulary = Vocabulary(tuple(dict.fromkeys(expression.tokens)))
    batch = TokenBatch.of([vocabulary.encode(expression)])
    constants = np.array(expression.constants, dtype=np.float64)
    return (
        evaluator(objective, vocabulary)
        .residuals(batch, constants)[0]
        .reshape(len(wanted), points.size)
    )
