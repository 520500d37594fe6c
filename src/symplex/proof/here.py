"""Verification in this very process, without the protection of a child.

Owns the one name by which the child calls the verifier; nobody else needs it.
"""

from collections.abc import Mapping

from symplex.budget import Limits
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.proof.verify import Limits as ProofLimits
from symplex.proof.verify import verify as verify_here


def certificate_for(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits
) -> Certificate:
    """The certificate for an answer, made here.

    Raises:
        ExpressionError: if the answer is not one formula for each unknown.
    """
    return verify_here(problem, answer, ProofLimits(seconds=limits.seconds))
