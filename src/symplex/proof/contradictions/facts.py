"""What a statement says at the points of a region: its conditions, and their derivatives along it.

Owns reading a condition as a linear equation in the values that the unknowns and their derivatives
have at a point, and the names by which sentences call parts of a statement.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import divide, negative, rebuilt
from symplex.expression import Derivative, Expression
from symplex.expression.calculus import differentiate
from symplex.expression.operators import SIGN
from symplex.problem import Equation, Problem, Region
from symplex.problem.linear_form import LinearForm, linear_form
from symplex.proof.contradictions.elimination import ExactRow
from symplex.proof.contradictions.exact import Point, is_nonzero, is_smooth_at, value_at


@final
@dataclass(frozen=True)
class Constraint:
    """A formula that vanishes on a region: a condition, or its derivative along the region."""

    residual: Expression
    name: str
    """What it is, for a sentence."""
    region: Region
    along: tuple[str, ...] = ()
    """The variables by which the condition was differentiated."""

    @cached_property
    def form(self) -> LinearForm | None:
        """Itself as a linear equation in what the unknowns and their derivatives are."""
        return rebuilt_form(self.residual)

    @property
    def alone(self) -> Derivative | None:
        """The one derivative of which it is a linear equation, if there is just one."""
        return None if self.form is None else self.form.alone

    def row(self, point: Point, source: int) -> ExactRow | None:
        """Itself as a linear equation at a point; None where that is not shown to be defined."""
        if self.form is None or not self._is_regular(self.form, point):
            return None
        entries = {d: value_at(slope, point) for d, slope in self.form.coefficients.items()}
        rest = value_at(self.form.rest, point)
        known = {d: value for d, value in entries.items() if value is not None}
        if rest is None or len(known) < len(entries):
            return None
        return ExactRow(known, negative(rest), frozenset({source}))

    def value(self, point: Point) -> Expression | None:
        """What it says of its one derivative at a point."""
        row = None if self.alone is None else self.row(point, 0)
        if row is None or self.alone is None or not is_nonzero(row.entries[self.alone]):
            return None
        return divide(row.right, row.entries[self.alone])

    def _is_regular(self, form: LinearForm, point: Point) -> bool:
        jumps = SIGN in self.residual.operators
        formulas = (form.rest, *form.coefficients.values())
        return not (self.along or jumps) or all(is_smooth_at(one, point) for one in formulas)


def rebuilt_form(formula: Expression) -> LinearForm | None:
    """The linear form of a residual, with its numbers where a person would write them."""
    form = linear_form(formula)
    if form is None:
        return None
    coefficients = {one: rebuilt(slope) for one, slope in form.coefficients.items()}
    return LinearForm(coefficients, rebuilt(form.rest))


def is_pure(form: LinearForm) -> bool:
    """Whether no derivative is by two different variables."""
    return all(len(set(one.by)) <= 1 for one in form.coefficients)


def along(form: LinearForm, unknown: str, name: str) -> dict[int, Expression]:
    """The coefficients of the pure derivatives by one variable, by their order from 1 on."""
    return {
        one.order: value
        for one, value in form.coefficients.items()
        if one.of == unknown and one.order and set(one.by) == {name}
    }


def is_lone(problem: Problem) -> bool:
    """Whether a problem in several variables has one unknown and one equation."""
    return len(problem.variables) > 1 and len(problem.unknowns) == len(problem.equations) == 1


def label(problem: Problem, equation: Equation) -> str:
    """``conditions[0] (u = sin(x) at t = 0)``."""
    if equation.region.is_interior:
        return f"equations[{problem.equations.index(equation)}] ({equation.text})"
    index = problem.conditions.index(equation)
    return f"conditions[{index}] ({equation.text} at {equation.region})"


def facts_of(
    problem: Problem, condition: Equation, wanted: Iterable[Derivative]
) -> Iterator[Constraint]:
    """A condition, and those of its derivatives along its region that give wanted derivatives."""
    name = label(problem, condition)
    fact = Constraint(condition.residual, name, condition.region)
    yield fact
    if fact.alone is None:
        return
    free = condition.region.free(problem.variables)
    for derivative in sorted(set(wanted), key=repr):
        along = beyond(fact.alone, derivative)
        if not along or not set(along) <= set(free):
            continue
        try:
            residual = fact.residual
            for variable in along:
                residual = differentiate(residual, variable)
        except ExpressionError:
            continue
        by = ", ".join(along)
        yield Constraint(residual, f"{name}, differentiated by {by},", condition.region, along)


def joined(facts: Sequence[Constraint]) -> list[Constraint]:
    """The facts that can take part in a contradiction.

    A fact with a derivative that no other fact has can always be satisfied; without it, others may
    be alone in the same way.
    """
    kept = list(facts)
    while True:
        count = Counter(one for fact in kept for one in fact.residual.derivatives)
        fewer = [f for f in kept if all(count[one] > 1 for one in f.residual.derivatives)]
        if len(fewer) == len(kept):
            return kept
        kept = fewer


def beyond(lower: Derivative, higher: Derivative) -> tuple[str, ...] | None:
    """The variables by which one derivative is the derivative of another; None if it is not."""
    left = Counter(higher.by)
    left.subtract(lower.by)
    is_derivative = lower.of == higher.of and min(left.values(), default=0) >= 0
    return tuple(left.elements()) if is_derivative else None
