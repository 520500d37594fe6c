"""What is to be stated in Coq: every equation and condition of a problem, with its place.

Owns the points over which each part quantifies, and the names that things have. How the parts are
written down is the business of `claims`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.expression import Derivative, Expression, Operator, Symbol, Token, leaf
from symplex.expression.differentiated import placeholder
from symplex.expression.operator_facts import limits_of, nodes
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.reading import reading
from symplex.proof.coq.domain import Ends, stated_domain
from symplex.proof.coq.terms import CoqNames, names_of

Margin = tuple[Expression, Rule]
"""A formula, and the sign that it must have for something to be defined."""


@final
@dataclass(frozen=True)
class FormalClause:
    """An equation or a condition, with its place."""

    name: str
    text: str
    left: Expression
    right: Expression
    values: Mapping[str, Expression]
    """The variables that are fixed."""
    ranges: Mapping[str, Ends]
    """The others and the parameters."""
    is_open: bool
    """Whether all ends of the variables are excluded, as they are for an equation."""

    @property
    def derivatives(self) -> list[Derivative]:
        """The unknowns and derivatives in it."""
        return sorted(self.left.derivatives | self.right.derivatives, key=repr)

    @property
    def differentiates(self) -> bool:
        """Whether a derivative is in it."""
        return any(one.order for one in self.derivatives)

    @cached_property
    def fixed(self) -> dict[Token, Expression]:
        """The values of the fixed variables, to be put into a formula."""
        return {Symbol(name): value for name, value in self.values.items()}

    def at(self, formula: Expression) -> Expression:
        """A formula at the place where this holds."""
        return formula.substitute(self.fixed)


@final
@dataclass(frozen=True)
class FormalStatement:
    """A problem and an answer, ready to be written."""

    problem: Problem
    answer: Mapping[str, Expression]
    fluxes: Mapping[str, Expression]
    """The formulas that the statement differentiates by ``diff(…)``, by the names made for them."""
    parts: tuple[FormalClause, ...]
    names: CoqNames
    bounded: tuple[str, ...] = ()
    """Variables of space that do not go on for ever, since the data are not defined beyond."""

    @cached_property
    def functions(self) -> Mapping[str, Expression]:
        """Everything that is differentiated: the unknowns, then the fluxes."""
        return {**self.answer, **self.fluxes}

    @cached_property
    def derivatives(self) -> tuple[Derivative, ...]:
        """Every derivative that is needed and all on the way to it, lower orders first."""
        trees = [side for part in self.parts for side in (part.left, part.right)]
        found: dict[Derivative, None] = {}
        for tree in (*trees, *self.fluxes.values()):
            for wanted in sorted(tree.derivatives, key=repr):
                for order in range(1, wanted.order + 1):
                    found[Derivative(wanted.of, wanted.by[:order])] = None
        rank = {name: index for index, name in enumerate(self.functions)}
        return tuple(sorted(found, key=lambda one: (rank[one.of], one.order, one.by)))


def statement_of(problem: Problem, answer: Mapping[str, Expression]) -> FormalStatement:
    """What is to be stated.

    Raises:
        ExpressionError: if it is not known where the formulas of the problem end.
    """
    fluxes: dict[str, Expression] = {}
    ends = stated_domain(problem)
    sides = [_sides(equation, fluxes) for equation in problem.all_equations]
    parts: list[FormalClause] = []
    for index, equation in enumerate(problem.all_equations):
        inside = index < len(problem.equations)
        number = index + 1 if inside else index + 1 - len(problem.equations)
        values = dict(equation.region.fixed)
        left, right = sides[index]
        parts.append(
            FormalClause(
                f"{'equation' if inside else 'condition'}_{number}",
                f"{equation.text}, {equation.region}",
                left,
                right,
                values,
                {name: pair for name, pair in ends.items() if name not in values},
                inside,
            )
        )
    point = (*problem.parameters, *problem.variables)
    names = names_of(point, (*problem.unknowns, *fluxes))
    whole = reading(problem).domain
    bounded = tuple(name for name in problem.domain if ends[name] != Ends(*whole[name]))
    return FormalStatement(problem, dict(answer), fluxes, tuple(parts), names, bounded)


def _sides(equation: Equation, fluxes: dict[str, Expression]) -> tuple[Expression, Expression]:
    """Both sides; what the statement differentiates becomes a function with a name."""
    made: dict[Token, Expression] = {}
    for index, record in enumerate(equation.differentiated):
        formula = record.with_placeholders.substitute(made)
        known = next((name for name, one in fluxes.items() if one == formula), None)
        name = known or f"diff#{len(fluxes) + 1}"
        fluxes[name] = formula
        made[placeholder(index)] = leaf(Derivative(name, record.by))
    left, right = equation.kept or (equation.left, equation.right)
    return left.substitute(made), right.substitute(made)


def margins_in(tree: Expression) -> list[Margin]:
    """Where a formula is defined, and Coq's total functions have the value that is meant.

    Coq's ``Rpower 0 (1/3)`` is 1: what stands under a broken power must be positive.
    """
    found = dict.fromkeys(limits_of(tree))
    for node in nodes(tree):
        exponent = node.root.exponent if isinstance(node.root, Operator) else None
        if exponent is not None and exponent.denominator > 2:  # noqa: PLR2004 (not a square root)
            found.pop((node.arguments[0], Rule.NONNEGATIVE), None)
            found[node.arguments[0], Rule.POSITIVE] = None
    return list(found)
