"""Ordinary equations that are singular at zero, with too few conditions: the regular solution.

On a disc or in a ball the centre has no condition; that the answer has a value there takes its
place. Powers with negative exponents and logarithms must have no weight.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ZERO, rebuilt
from symplex.exact.formulas.linear_solve import linear_values
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.method import Family, Method
from symplex.problem.residuals import residual_of
from symplex.propose.textbook.odes.ode import Ode, ode_of
from symplex.propose.textbook.pdes.terms import Expansion, Monomial
from symplex.propose.textbook.smaller import families
from symplex.work.budget import Budget, Undecided


def is_singular(problem: Problem) -> bool:
    """Whether the rates of a problem in one variable have no value where the variable is zero."""
    (variable,) = problem.variables
    interval = problem.domain[variable]
    if not (same_value(interval.low, ZERO) or same_value(interval.high, ZERO)):
        return False
    with np.errstate(all="ignore"):
        return any(_is_infinite(equation.right, variable) for equation in problem.equations)


def _is_infinite(tree: Expression, variable: str) -> bool:
    inside: list[str | Derivative] = [*tree.symbols, *tree.derivatives]
    values = {one: 0.0 if one == variable else 0.7 for one in inside}
    return not bool(np.all(np.isfinite(evaluate(tree, values))))


def is_underdetermined(problem: Problem) -> bool:
    """Whether there are fewer conditions than the orders of the equations ask for."""
    return len(problem.conditions) < sum(equation.order for equation in problem.equations)


def regular_solution(
    methods: Sequence[Method], problem: Problem, budget: Budget
) -> Mapping[str, Expression] | None:
    """The formulas that are regular, where no equation has the unknown of another one."""
    found: dict[str, Expression] = {}
    for name, equation in zip(problem.unknowns, problem.equations, strict=True):
        if {derivative.of for derivative in equation.derivatives} != {name}:
            return None
        conditions = [c for c in problem.conditions if {d.of for d in c.derivatives} == {name}]
        single = problem.changed(
            unknowns=(name,), equations=(equation,), conditions=tuple(conditions)
        )
        ode = ode_of(single, budget)
        formulas = None if ode is None else next(_solutions(methods, single, ode), None)
        if formulas is None:
            return None
        found |= formulas
    return found


def _solutions(
    methods: Sequence[Method], problem: Problem, ode: Ode
) -> Iterator[Mapping[str, Expression]]:
    """What methods find without conditions, with the constants for which it is regular."""
    for family in families(methods, problem.changed(conditions=()), ode.budget):
        found = _regular(problem, family, ode) if family.constants else None
        if found is not None:
            yield found


def _regular(problem: Problem, family: Family, ode: Ode) -> Mapping[str, Expression] | None:
    names = family.constants
    try:
        equations = [residual_of(one, family.formulas) for one in problem.conditions]
        expansion = Expansion([ode.variable], ode.arithmetic)
        for formula in family.formulas.values():
            parts = expansion.terms(formula)
            equations += [value for key, value in parts.items() if _is_singular(key)]
    except (Undecided, ExpressionError):
        return None
    values = linear_values(equations, names, ode.arithmetic)
    if values is None or len(values) < len(names):
        return None
    weights: dict[Token, Expression] = {Symbol(name): value for name, value in values.items()}
    return {name: rebuilt(tree.substitute(weights)) for name, tree in family.formulas.items()}


def _is_singular(key: Monomial) -> bool:
    """Whether a product of powers and logarithms has no value at zero."""
    return any(
        (exponent < 0 and isinstance(factor.root, Symbol)) or factor.root is op.LOG
        for factor, exponent in key
    )
