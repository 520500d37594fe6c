"""The points that a statement in Coq is about: those of the kernel's own proofs, and no others.

Owns the one thing that a Coq file has from the kernel. It stands in the file for everyone to read,
and no proof of the file rests on it.
"""

from collections.abc import Mapping

from symplex.errors import ExpressionError
from symplex.problem import Problem
from symplex.problem.reading import reading
from symplex.proof.advice.advisor import Advisor
from symplex.proof.kernel.domain import domain_of, without_ends
from symplex.proof.kernel.region import Ends as Ends
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.workspace import Workspace
from symplex.sentences import sentence
from symplex.work.budget import Budget, Limits, Undecided


def stated_domain(problem: Problem) -> Mapping[str, Ends]:
    """The interval of each variable and parameter, without ends on which an equation is undefined.

    The answer has no say: where it is undefined, the statement must be false.

    Raises:
        ExpressionError: if the statement is not shown to be defined there.
    """
    start = Workspace(Region({}, ()), Budget(steps=Limits().steps), Advisor, [])
    try:
        return without_ends(domain_of(problem, start), reading(problem).undefined).ends
    except Undecided as error:
        why = sentence(error.reason)
        raise ExpressionError(
            f"a Coq file says on which domain it holds, which is not known here: {why}"
        ) from None
