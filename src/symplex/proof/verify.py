"""Verification of any answer to any problem, however it was found.

The proof is made in a child process of limited time and memory (`child`), by the steps of `here`.
"""

from collections.abc import Mapping

from symplex.budget import Limits as Limits
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.proof.child import verify_in_child


def verify(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits | None = None
) -> Certificate:
    """The certificate for an answer: one formula for each unknown of the problem.

    Raises:
        ExpressionError: if the answer is not one: a formula missing, or a name that is unknown.
    """
    return verify_in_child(problem, answer, limits)
