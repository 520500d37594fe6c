"""Linear equations whose source has steps or corners: a response to each change of the source.

From the place of a change on, the difference of the sources acts on what was at rest: that is
Duhamel's principle, and what tables of Laplace transforms do with H(t − b) (Boyce and DiPrima,
Elementary Differential Equations, ch. 6.3).
"""

from collections.abc import Iterator, Sequence
from typing import final

from symplex.exact.formulas.broken import broken, has_branches
from symplex.exact.formulas.building import ZERO, add, multiply, rebuilt, subtract, total
from symplex.expression import Derivative, Expression, Symbol, Token, apply, leaf
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.box import Interval, same_value
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Method
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.odes.ode import Linear, Ode, lone_ode
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget


@final
class SourceInPieces:
    """Initial values of a linear equation with max, abs or sign on its right."""

    name = "a source in pieces"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the equation for each piece of the source."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The answer for the first piece, and the responses to what changes later."""
        ode = lone_ode(problem, budget)
        linear = None if ode is None or not _begins(problem) else ode.linear
        if ode is None or linear is None or not has_branches(linear.right):
            return
        if any(has_branches(one) for one in linear.coefficients):
            return
        parts = broken(linear.right, ode.variable, ode.arithmetic)
        if parts is None:
            return
        parts = parts.within(*ode.arithmetic.ends[ode.variable], ode.arithmetic)
        first = self._solved(ode, _equation(ode, linear, parts.pieces[0]), problem)
        terms = [] if first is None else [first]
        for at, before, after in parts.joints:
            change = ode.arithmetic.normal(subtract(after, before))
            response = self._response(ode, linear, at, change)
            if response is None:
                return
            since = apply(op.MAX, subtract(ode.x, at), ZERO)
            terms.append(response.substitute({Symbol(ode.variable): since}))
        formulas = {ode.unknown: rebuilt(total(terms))}
        if first is not None and satisfies(problem, formulas, conditions=False):
            yield Family(self.name, formulas)

    def _response(
        self, ode: Ode, linear: Linear, at: Expression, change: Expression
    ) -> Expression | None:
        """What a source does to rest, in the time since it acts."""
        equation = _equation(ode, linear, change)
        moved: dict[Token, Expression] = {Symbol(ode.variable): add(ode.x, at)}
        left, right = (rebuilt(side.substitute(moved)) for side in (equation.left, equation.right))
        start = Region(((ode.variable, ZERO),))
        rest = tuple(
            Equation(leaf(Derivative(ode.unknown, (ode.variable,) * order)), ZERO, start)
            for order in range(linear.order)
        )
        interval = ode.problem.domain[ode.variable]
        since = Interval(ZERO, rebuilt(subtract(interval.high, interval.low)))
        problem = ode.problem.changed(domain={ode.variable: since}, conditions=rest)
        return self._solved(ode, Equation(left, right), problem)

    def _solved(self, ode: Ode, equation: Equation, problem: Problem) -> Expression | None:
        """The first answer without constants to the equation with the conditions of a problem."""
        smaller = problem.changed(equations=(equation,))
        found = next(answers(self._methods, smaller, ode.budget), None)
        return None if found is None else found[ode.unknown]


def _begins(problem: Problem) -> bool:
    """Whether all conditions are at the lower end of the variable."""
    (name,) = problem.variables
    low = problem.domain[name].low
    return all(same_value(one.region.values[name], low) for one in problem.conditions)


def _equation(ode: Ode, linear: Linear, right: Expression) -> Equation:
    left = total(
        multiply(coefficient, leaf(Derivative(ode.unknown, (ode.variable,) * order)))
        for order, coefficient in enumerate(linear.coefficients)
    )
    return Equation(left, right)
