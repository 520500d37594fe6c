"""SymPlex: closed-form solutions of partial differential equations, found by search and proved.

>>> import symplex
>>> problem = symplex.Problem(
...     equations=["u_t = u_xx"],
...     domain={"x": [0, "2*pi"], "t": [0, 1]},
...     conditions=[("t = 0", "u = sin(x)")],
... )
>>> print(symplex.check(problem))  # states the problem back
"""

from collections.abc import Mapping as _Mapping
from importlib.metadata import version as _version
from typing import TYPE_CHECKING as _TYPE_CHECKING

from symplex.errors import ExpressionError as ExpressionError
from symplex.errors import ProblemError as ProblemError
from symplex.errors import SettingsError as SettingsError
from symplex.errors import SymplexError as SymplexError
from symplex.expression import Expression as Expression
from symplex.problem import Problem as Problem
from symplex.problem.overview import Overview as Overview
from symplex.problem.overview import check as check

if _TYPE_CHECKING:
    from typing import Any as _Any

    from symplex.proof.certificate import Certificate
    from symplex.solution import Solution

__version__ = _version("symplex")


def verify(problem: Problem, answer: "_Mapping[str, str | Expression]") -> "Certificate":
    """The certificate for an answer: what is proved of it, check by check.

    Args:
        problem: What is to be solved.
        answer: A formula, as text or tree, for each unknown: ``{"u": "exp(-t)*sin(x)"}``.

    Raises:
        ExpressionError: if the answer is not one formula for each unknown.
    """
    # Imported late: only who wants a proof pays for what proves it.
    from symplex.proof.answer import read_formulas
    from symplex.proof.verify import verify as verify_formulas

    return verify_formulas(problem, read_formulas(problem, answer))


def solve(problem: Problem, **options: "_Any") -> "Solution":  # noqa: ANN401 (see there)
    """Search for a closed-form solution and prove it; see `symplex.solution.solve` for options.

    The commonest are ``seed``, ``time_limit``, ``recipe`` and ``watch``.
    """
    from symplex.solution import solve as search_and_prove  # late, as above

    return search_and_prove(problem, **options)
