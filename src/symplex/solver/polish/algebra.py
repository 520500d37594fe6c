"""The exact constants for which formulas meet a statement, found by algebra.

Owns what is asked: every residual, and the balance where something jumps. Answers are proposals.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.coefficients import System, solutions
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of
from symplex.solver.polish.effort import Account
from symplex.solver.polish.fit import ConstantFit, Family
from symplex.solver.polish.jumps import jump_conditions
from symplex.work.budget import Budget, Undecided

_MAX_SOLUTIONS: Final = 3
"""How many are handed out, the nearest first."""
_STEPS: Final = 100_000
"""After which algebra for the constants of one formula is given up."""
_MAX_NODES: Final = 4_000
"""Of all residuals together: longer ones are not asked about."""


def exact_constants(
    problem: Problem,
    formulas: Mapping[str, Expression],
    names: tuple[str, ...],
    budget: Budget,
    near: Mapping[str, float] | None = None,
) -> Iterator[Mapping[str, Expression]]:
    """Values of constants, by their names; those that may be anything are left out.

    Raises:
        ExpressionError: where a residual is too long to be written.
        Undecided: where the budget is spent.
    """
    jumps = jump_conditions(problem, formulas, budget)
    residuals = (*residuals_of(problem, formulas), *jumps)
    if sum(residual.size for residual in residuals) > _MAX_NODES:
        return
    parameters = {name: (one.low, one.high) for name, one in problem.parameters.items()}
    domain = {name: (one.low, one.high) for name, one in problem.domain.items()}
    system = System(residuals, problem.variables, parameters, names, domain)
    yield from islice(solutions(system, budget, near), _MAX_SOLUTIONS)


def solved(
    family: Family, found: ConstantFit, account: Account
) -> Iterator[tuple[Family, ConstantFit]]:
    """The family with constants put in that solve the statement, the nearest to the fit first.

    Each has been evaluated: what does not leave rounding errors alone is not handed out.
    """
    try:
        budget = Budget(account.deadline, _STEPS)
        near = dict(zip(family.names, map(float, found.constants), strict=True))
        for values in exact_constants(family.problem, family.trees, family.names, budget, near):
            smaller = family.with_values(values)
            kept = [name in smaller.names for name in family.names]
            fitted = account.fit(smaller, found.constants[np.array(kept, dtype=bool)])
            if fitted.is_rounding:
                yield smaller, fitted
    except (ExpressionError, Undecided):  # too long a formula, or the attempt ends here anyway
        account.check_deadline()
