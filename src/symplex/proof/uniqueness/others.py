"""Where data leave the solution open, for systems and single equations alike."""

from symplex.expression import Derivative
from symplex.problem import Problem
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing


def shifts(problem: Problem) -> tuple[Reason, ...]:
    """An unknown that enters by its derivatives alone is known up to what they do not see."""
    shifted = (_shift(problem, name) for name in problem.unknowns)
    found = tuple(one for one in shifted if one is not None)
    if not found:
        raise Missing(Code.SILENT_BY_VALUE)
    return found


def _shift(problem: Problem, unknown: str) -> Reason | None:
    """What may be added to an unknown, if anything is seen to be free."""
    tokens = {d for e in problem.all_equations for d in e.derivatives if d.of == unknown}
    if any(not token.order for token in tokens):
        return None
    for name in problem.variables if len(problem.variables) > 1 else ():
        # Each derivative is by another variable, too: it does not see a function of this one.
        if all(_sees_another(token, name) for token in tokens):
            return Reason(Code.OTHERS_FUNCTION, name=name, unknown=unknown)
    return Reason(Code.OTHERS_CONSTANT, unknown=unknown)


def _sees_another(token: Derivative, name: str) -> bool:
    return any(by != name for by in token.by)
