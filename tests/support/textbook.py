"""Methods of the textbook asked by hand: problems, families, and whether they are proved."""

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.proof.verify import verify
from symplex.work.budget import Budget

SCOPE = Scope(("x", "y"), ("k", "a"), ("u",))
ENDS = {"x": (0.1, 0.9), "y": (0.2, 0.8), "k": (1.0, 2.0)}


def formula(text):
    """A formula in x, y and the parameters k and a."""
    return parse(text, SCOPE)


def arithmetic(**ends):
    """Exact arithmetic for 0 < x, y < 1 < k < 2; nothing is known of a."""
    return Arithmetic({**ENDS, **ends}, Budget.unlimited())


def initial(equation, low, high, *values, at=None, **rest):
    """A problem for u(x) with u, u_x, … given at a point, by default the lower end."""
    place = low if at is None else at
    conditions = [
        (f"x = {place}", f"u{'_' + 'x' * order if order else ''} = {value}")
        for order, value in enumerate(values)
    ]
    return Problem([equation], {"x": [low, high]}, conditions, **rest)


def system(equations, *values, **rest):
    """A problem in t from 0 to 1; values at 0 such as ``u = 1``; unknowns u, v, w as needed."""
    unknowns = [name for name in "uvw" if any(value.startswith(name) for value in values)]
    conditions = [("t = 0", value) for value in values]
    return Problem(equations, {"t": [0, 1]}, conditions, unknowns=unknowns, **rest)


def proposals(method, problem):
    """What a method proposes."""
    return list(method.propose(problem, Budget.unlimited()))


def is_solved(method, problem):
    """Whether a formula that the method proposes, without free constants, is proved."""
    return any(
        isinstance(found, Family) and not found.constants and _is_exact(problem, found)
        for found in method.propose(problem, Budget.unlimited())
    )


def _is_exact(problem, family):
    assert set(family.formulas) == set(problem.unknowns)
    return verify(problem, family.formulas).is_exact
