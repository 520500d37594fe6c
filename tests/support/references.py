"""Problems for the methods of a reference, and the true errors of what they find."""

from collections.abc import Mapping

import numpy as np

from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.numerics.reference.methods import Method
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import System
from symplex.problem import Problem
from symplex.work.budget import Budget

TOLERANCE = 1e-8
ON_LINE = {"x": [-1, 1], "t": [0, 1]}


def system(equation: str, domain: Mapping[str, object], *conditions: tuple[str, str]) -> System:
    """One equation for u, ready for numbers."""
    return System.of(Problem([equation], domain, list(conditions)))


def solved(method: Method, stated: System) -> Found:
    """What a method finds, without a limit of time."""
    with np.errstate(all="ignore"):
        return method(stated, TOLERANCE, Budget.unlimited())


def true_error(found: Found, stated: System, *truths: str) -> float:
    """The largest error at points that no method has seen."""
    points = stated.points(150, seed=11)
    scope = stated.problem.answer_scope
    truth = [np.broadcast_to(evaluate(parse(one, scope), points), 150) for one in truths]
    return float(np.max(np.abs(found.field.values(points) - np.array(truth))))


def is_honest(found: Found, stated: System, *truths: str) -> bool:
    """Whether it is within the tolerance, and its estimate at least a tenth of its error."""
    error = true_error(found, stated, *truths)
    return error <= 10 * found.error and found.error <= 100 * TOLERANCE
