"""Sums of products of functions that stand in the data on different faces, with unknown weights.

For linear equations on a box: what is given on a face where y is fixed says which functions of x to
expect, and the other way round. The weights obey linear equations.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as pairs
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ONE, ZERO, multiply, power, rebuilt, total
from symplex.exact.formulas.linear_solve import linear_values
from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family
from symplex.problem.residuals import residuals_of
from symplex.problem.satisfied import satisfies
from symplex.propose.textbook.pdes.collecting import collected
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.pdes.terms import Expansion, Monomial, written
from symplex.work.budget import Budget, Missing

_MOST: Final = 36
_EXTRA: Final = 2
"""How much higher than in the data and sources a power may be."""


@final
class Products:
    """u = Σ weights·f_i(x)·g_j(y) with the f_i and g_j of the statement."""

    name = "sum of products"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The combination that satisfies the equation and all conditions."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.linear is None or len(problem.variables) > 3:  # noqa: PLR2004
            return
        for extra in (0, _EXTRA):
            try:
                formula = _combination(pde, _candidates(pde, extra))
            except (Missing, ExpressionError):
                continue
            if formula is not None:
                yield Family(self.name, {pde.unknown: formula})
                return


def _candidates(pde: Pde, extra: int) -> list[Expression]:
    """Products of one function for each variable."""
    functions = [_functions(pde, name, extra) for name in pde.problem.variables]
    count = 1
    for some in functions:
        count *= len(some)
    if count > _MOST:
        return []
    found: list[Expression] = []
    for chosen in pairs(*functions):
        whole = ONE
        for factor in chosen:
            whole = multiply(whole, factor)
        found.append(whole)
    return found


def _functions(pde: Pde, name: str, extra: int) -> list[Expression]:
    """The functions of a variable in the statement, and 1; powers without gaps."""
    found: dict[Expression, None] = {ONE: None}
    highest = 0
    for tree in _known(pde):
        for key in Expansion([name], pde.arithmetic).terms(tree):
            degree = _degree(key)
            if degree is None:
                found[written(key)] = None
            else:
                highest = max(highest, degree)
    highest += extra
    return [*found, *(power(symbol(name), k) for k in range(1, highest + 1))]


def _degree(key: Monomial) -> int | None:
    """The exponent, if the function is a power of a variable."""
    if not key:
        return 0
    factor, exponent = key[-1]
    if len(key) > 1 or not isinstance(factor.root, Symbol):
        return None
    return int(exponent) if exponent.denominator == 1 and exponent > Fraction(0) else None


def _known(pde: Pde) -> list[Expression]:
    """Sources and data."""
    found = [equation.source for equation in pde.linear or ()]
    return found + [_without_unknowns(condition) for condition in pde.problem.conditions]


def _without_unknowns(condition: Equation) -> Expression:
    nothing: dict[Token, Expression] = dict.fromkeys(condition.derivatives, ZERO)
    fixed: dict[Token, Expression] = {Symbol(n): v for n, v in condition.region.fixed}
    return rebuilt(condition.residual.substitute(nothing).substitute(fixed))


def _combination(pde: Pde, candidates: list[Expression]) -> Expression | None:
    if not candidates or any(op.ABS in one.operators for one in candidates):
        return None
    names = [f"c#{k}" for k in range(len(candidates))]
    formula = total(
        multiply(symbol(name), one) for name, one in zip(names, candidates, strict=True)
    )
    equations: list[Expression] = []
    for residual in residuals_of(pde.problem, {pde.unknown: formula}):
        equations += collected(rebuilt(residual), pde.problem.variables, pde.arithmetic)
    values = linear_values(equations, names, pde.arithmetic)
    if values is None:
        return None
    weights: dict[Token, Expression] = {Symbol(name): values.get(name, ZERO) for name in names}
    found = rebuilt(formula.substitute(weights))
    return found if satisfies(pde.problem, {pde.unknown: found}) else None
