"""Formulas with constants to be found, as questions to algebra: what tests of it share."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from symplex.exact.coefficients import System, solutions
from symplex.expression import Expression, Symbol, Token
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of
from symplex.work.budget import Budget

Formulas = Mapping[str, Expression]


@dataclass(frozen=True)
class Skeleton:
    """A problem and a formula for each unknown, with named constants."""

    problem: Problem
    formulas: Formulas
    constants: tuple[str, ...]

    @property
    def system(self) -> System:
        """What is posed."""
        problem = self.problem
        ends = {name: (i.low, i.high) for name, i in problem.parameters.items()}
        residuals = residuals_of(problem, self.formulas)
        return System(residuals, problem.variables, ends, self.constants)

    def with_values(self, values: Mapping[str, Expression]) -> dict[str, Expression]:
        """The formulas with constants replaced."""
        replacements: dict[Token, Expression] = {
            Symbol(name): value for name, value in values.items()
        }
        return {name: tree.substitute(replacements) for name, tree in self.formulas.items()}


def skeleton(problem: Problem, constants: str, **formulas: str) -> Skeleton:
    """A skeleton from text; constants are listed with spaces between them."""
    names = tuple(constants.split())
    scope = Scope(problem.variables, (*problem.parameters, *names), (), dict(problem.constants))
    trees = {name: parse(text, scope) for name, text in formulas.items()}
    return Skeleton(problem, trees, names)


def found(
    posed: Skeleton, near: Mapping[str, float] | None = None, most: int = 1
) -> list[Mapping[str, Expression]]:
    """The first solutions."""
    return list(islice(solutions(posed.system, Budget.unlimited(), near), most))
