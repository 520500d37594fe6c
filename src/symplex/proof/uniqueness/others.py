"""Where data leave the solution open, for systems and single equations alike."""

from symplex.budget import Missing
from symplex.errors import listing
from symplex.expression import Derivative
from symplex.problem import Problem


def shifts(problem: Problem) -> str:
    """An unknown that enters by its derivatives alone is known up to what they do not see."""
    found = [said for name in problem.unknowns if (said := _shift(problem, name))]
    if not found:
        raise Missing("every unknown enters by its value")
    return listing(found)


def _shift(problem: Problem, unknown: str) -> str:
    """What may be added to an unknown; empty if nothing is seen to be free."""
    tokens = {d for e in problem.all_equations for d in e.derivatives if d.of == unknown}
    if any(not token.order for token in tokens):
        return ""
    for name in problem.variables if len(problem.variables) > 1 else ():
        # Each derivative is by another variable, too: it does not see a function of this one.
        if all(_sees_another(token, name) for token in tokens):
            return f"any function of {name} may be added to {unknown}"
    return f"any constant may be added to {unknown}"


def _sees_another(token: Derivative, name: str) -> bool:
    return any(by != name for by in token.by)
