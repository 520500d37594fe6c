"""Exact constants by algebra: the family's constants as unknowns of the statement itself.

Owns the question that is put to `algebra.coefficients`, and what is made of its answer. Constants
that algebra leaves free stay fitted.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

import numpy as np

from symplex.algebra.coefficients import System, solutions
from symplex.budget import Budget, OutOfBudget
from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.polish.effort import Account
from symplex.polish.fit import ConstantFit, Family
from symplex.problem.residuals import residuals_of

_MAX_SOLUTIONS: Final = 3
"""How many solutions of the equations for the constants are tried, the nearest first."""
_STEPS: Final = 100_000
"""After which algebra for the constants of one formula is given up."""
_MAX_NODES: Final = 4_000
"""Of all residuals together; longer ones are left to the digits."""


def solved(
    family: Family, found: ConstantFit, account: Account
) -> Iterator[tuple[Family, ConstantFit]]:
    """The family with constants put in that solve the statement, the nearest to the fit first.

    Each has been evaluated: what does not leave rounding errors alone is not handed out.
    """
    try:
        for values in islice(_values(family, found, account.seconds_left), _MAX_SOLUTIONS):
            smaller = family.with_values(values)
            kept = [name in smaller.names for name in family.names]
            fitted = account.fit(smaller, found.constants[np.array(kept, dtype=bool)])
            if fitted.is_rounding:
                yield smaller, fitted
    except (ExpressionError, OutOfBudget):  # too long a formula, or the attempt ends here anyway
        account.check_deadline()


def _values(
    family: Family, found: ConstantFit, seconds: float
) -> Iterator[Mapping[str, Expression]]:
    problem = family.problem
    residuals = residuals_of(problem, family.trees)
    if sum(residual.size for residual in residuals) > _MAX_NODES:
        return
    system = System(
        residuals,
        problem.variables,
        {name: (interval.low, interval.high) for name, interval in problem.parameters.items()},
        family.names,
        {name: (interval.low, interval.high) for name, interval in problem.domain.items()},
    )
    near = dict(zip(family.names, map(float, found.constants), strict=True))
    yield from solutions(system, Budget(seconds, _STEPS), near)
