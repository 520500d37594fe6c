"""A linear equation as Σ a·∂u: the coefficient of each derivative, and the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from symplex.exact.formulas.building import negative, rebuilt
from symplex.expression import Derivative, Expression
from symplex.problem import INTERIOR, Equation, Problem
from symplex.proof.contradictions.facts import Fact


@final
@dataclass(frozen=True)
class LinearForm:
    """Σ coefficients·derivatives = source, none of them with an unknown in it."""

    coefficients: Mapping[Derivative, Expression]
    source: Expression

    @property
    def is_pure(self) -> bool:
        """Whether no derivative is by two different variables."""
        return all(len(set(one.by)) <= 1 for one in self.coefficients)

    @property
    def is_constant(self) -> bool:
        """Whether all coefficients are constants."""
        return not any(one.symbols for one in self.coefficients.values())

    def along(self, unknown: str, name: str) -> dict[int, Expression]:
        """The coefficients of the pure derivatives by one variable, by their order from 1 on."""
        return {
            one.order: value
            for one, value in self.coefficients.items()
            if one.of == unknown and one.order and set(one.by) == {name}
        }


def linear_form(equation: Equation) -> LinearForm | None:
    """The linear form of an equation; None if it is not linear in its derivatives."""
    fact = Fact(equation.residual, "", INTERIOR)
    if not fact.slopes:
        return None
    coefficients = {one: rebuilt(slope) for one, slope in fact.slopes.items()}
    return LinearForm(coefficients, negative(rebuilt(fact.rest)))


def is_lone(problem: Problem) -> bool:
    """Whether a problem in several variables has one unknown and one equation."""
    return len(problem.variables) > 1 and len(problem.unknowns) == len(problem.equations) == 1
