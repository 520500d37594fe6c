"""Systems that can be solved one unknown after another."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import final

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Token
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Method
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.ode import Ode, ode_of
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget

_MAX_BRANCHES = 3


@final
class Cascade:
    """An equation with one unknown alone is solved first, and put into the others."""

    name = "one unknown after another"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the single equations."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Formulas for all unknowns, where each equation in turn has just one left."""
        ode = ode_of(problem, budget)
        if ode is None or len(problem.unknowns) == 1:
            return
        for formulas in self._solved(ode, problem, {}):
            yield from completed(ode, Family(self.name, formulas))

    def _solved(
        self, ode: Ode, problem: Problem, known: Mapping[str, Expression]
    ) -> Iterator[Mapping[str, Expression]]:
        if not problem.equations:
            yield known
            return
        lone = next((e for e in problem.equations if len(_unknowns(e)) == 1), None)
        if lone is None:
            return
        (name,) = _unknowns(lone)
        single = problem.changed(
            unknowns=(name,),
            equations=(lone,),
            conditions=tuple(c for c in problem.conditions if _unknowns(c) == {name}),
        )
        found = answers(self._methods, single, ode.budget)
        for formulas in islice(found, _MAX_BRANCHES):
            formula = formulas[name]
            rest = _rest(problem, lone, name, formula)
            if rest is not None:
                yield from self._solved(ode, rest, {**known, name: formula})


def _unknowns(equation: Equation) -> set[str]:
    return {derivative.of for derivative in equation.derivatives}


def _rest(problem: Problem, done: Equation, name: str, formula: Expression) -> Problem | None:
    """The other equations and conditions with the formula in them."""
    variable = problem.variables[0]
    order = max((d.order for d in problem.derivatives if d.of == name), default=0)
    try:
        known: dict[Token, Expression] = {
            Derivative(name, (variable,) * k): differentiate(formula, variable, k)
            for k in range(order + 1)
        }
    except ExpressionError:
        return None
    return problem.changed(
        unknowns=tuple(other for other in problem.unknowns if other != name),
        equations=tuple(_with(e, known) for e in problem.equations if e is not done),
        conditions=tuple(_with(c, known) for c in problem.conditions if _unknowns(c) != {name}),
    )


def _with(equation: Equation, known: Mapping[Token, Expression]) -> Equation:
    left, right = equation.left.substitute(known), equation.right.substitute(known)
    return Equation(left, right, equation.region, equation.text)
