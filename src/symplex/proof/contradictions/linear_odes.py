"""Linear ODEs: every solution is known, and no choice of its constants satisfies all conditions.

A family that the textbook proposes is shown to solve the equations for every value of its
constants, and to be all solutions: it has as many constants as the orders add up to, they are
independent at a point, and the highest derivatives can be solved for inside of the interval.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from symplex.codes import StatementCode
from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import negative, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import jet
from symplex.expression.operators import SIGN, Rule
from symplex.problem import INTERIOR, Equation, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.linear_form import LinearForm, linear_form
from symplex.problem.method import Family, Method
from symplex.proof.advice.advisor import shown_on
from symplex.proof.contradictions.elimination import Elimination, ExactRow
from symplex.proof.contradictions.exact import points_of, shown, value_at
from symplex.proof.contradictions.facts import label, rebuilt_form
from symplex.proof.contradictions.ordinary import orders_of
from symplex.proof.contradictions.sentences import formulas_text, only_solution, with_data
from symplex.proof.contradictions.textbook import Library
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Reason
from symplex.work.budget import Budget, Undecided

_ZERO, _ONE = number(0), number(1)


def linear_odes(library: Library, problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Conditions that no solution of a linear ODE, or of a system of them, satisfies together."""
    found = general_solution(library, problem, budget)
    contradiction = None if found is None else _among(problem, found)
    if contradiction is not None:
        yield contradiction


@final
@dataclass(frozen=True)
class General:
    """All solutions of linear ODEs: formulas with constants."""

    formulas: Mapping[str, Expression]
    constants: tuple[str, ...]

    def row(self, condition: Equation, source: int) -> ExactRow | None:
        """A condition as a linear equation in the constants; None if it may be undefined."""
        made = jet(self.formulas, condition.derivatives)
        residual = condition.residual.substitute(made)
        if SIGN in residual.operators:
            return None  # its value at a kink is not that from inside
        nothing: dict[Token, Expression] = {Symbol(name): _ZERO for name in self.constants}
        point = condition.region.values
        slopes = {name: value_at(differentiate(residual, name), point) for name in self.constants}
        rest = value_at(residual.substitute(nothing), point)
        known = {name: slope for name, slope in slopes.items() if slope is not None}
        if rest is None or len(known) < len(slopes):
            return None
        return ExactRow(known, negative(rest), frozenset({source}))


def general_solution(library: Library, problem: Problem, budget: Budget) -> General | None:
    """All solutions of the equations of a problem without parameters; None if not shown."""
    bare, count = problem.changed(conditions=()), sum(orders_of(problem).values())
    for method in _methods(library, problem):
        try:
            for family in method.propose(bare, budget):
                if not isinstance(family, Family) or len(family.constants) != count:
                    continue
                if _is_general(bare, family, budget):
                    return General(family.formulas, family.constants)
        except (Undecided, ExpressionError):
            continue
    return None


def _methods(library: Library, problem: Problem) -> tuple[Method, ...]:
    """The methods that are made for such equations."""
    textbook = library()
    if len(problem.unknowns) > 1:
        return textbook.linear_systems
    form = linear_form(problem.equations[0].residual)
    if form is None or form.is_constant:
        return textbook.constant_coefficients
    if problem.equations[0].order == 1:
        return textbook.first_order
    return textbook.variable_coefficients


def _is_general(problem: Problem, family: Family, budget: Budget) -> bool:
    # An equation holds inside of its interval; what its solutions are at the ends follows.
    space = shown_on(problem.domain, budget, family.constants, is_open=True)
    if any(SIGN in one.operators for e in problem.equations for one in (e.left, e.right)):
        return False
    if not all(space.is_defined(formula) for formula in family.formulas.values()):
        return False
    return (
        _can_be_solved(problem, space)
        and all(_solves(equation, family, space) for equation in problem.equations)
        and _are_independent(problem, family)
    )


def _solves(equation: Equation, family: Family, space: Workspace) -> bool:
    made = jet(family.formulas, equation.derivatives)
    return space.is_zero(equation.residual.substitute(made))


def _can_be_solved(problem: Problem, space: Workspace) -> bool:
    """Whether the equations give the highest derivatives, with continuous coefficients."""
    found = [rebuilt_form(equation.residual) for equation in problem.equations]
    forms = [form for form in found if form is not None]
    formulas = [f for form in forms for f in (form.rest, *form.coefficients.values())]
    if len(forms) < len(found) or not all(map(space.is_defined, formulas)):
        return False
    variable = problem.variables[0]
    tops = [Derivative(name, (variable,) * order) for name, order in orders_of(problem).items()]
    if len(tops) == 1:
        return space.signs.holds(forms[0].coefficients[tops[0]], Rule.NONZERO)
    rows = [_constant_row(form, tops) for form in forms]
    elimination = Elimination()
    elimination.impossible(row for row in rows if row is not None)
    return all(top.order for top in tops) and elimination.rank == len(tops)


def _constant_row(form: LinearForm, tops: Sequence[Derivative]) -> ExactRow | None:
    """The numbers before the highest derivatives; None if they are none."""
    slopes = {top: form.coefficients.get(top, _ZERO) for top in tops}
    return None if any(s.symbols for s in slopes.values()) else ExactRow(slopes, _ZERO, frozenset())


def _are_independent(problem: Problem, family: Family) -> bool:
    """Whether the constants fix the state at a point: its slopes by them have full rank."""
    variable, point = problem.variables[0], next(points_of(problem, INTERIOR))
    elimination = Elimination()
    for name, order in orders_of(problem).items():
        for k in range(order):
            state = differentiate(family.formulas[name], variable, k)
            entries = {c: value_at(differentiate(state, c), point) for c in family.constants}
            known = {c: value for c, value in entries.items() if value is not None}
            if len(known) == len(entries):
                elimination.impossible([ExactRow(known, _ZERO, frozenset())])
    return elimination.rank == len(family.constants)


def _among(problem: Problem, found: General) -> Contradiction | None:
    elimination = Elimination()
    for index, condition in enumerate(problem.conditions):
        row = found.row(condition, index)
        left = None if row is None else elimination.impossible([row])
        if left is None:
            continue
        before = [label(problem, problem.conditions[k]) for k in sorted(left.sources - {index})]
        names = [label(problem, equation) for equation in problem.equations]
        first = with_data(names, before)
        second = label(problem, problem.conditions[index])
        why = _why(problem, found, elimination.values(left.sources), condition, left.right)
        return Contradiction(first, second, "", why)
    return None


def _why(
    problem: Problem,
    found: General,
    solved: Mapping[Any, Expression],
    condition: Equation,
    left: Expression,
) -> Reason:
    real = Arithmetic(problem.box.ends, Budget(steps=20_000))
    if set(found.constants) <= set(solved):
        tokens: dict[Token, Expression] = {Symbol(name): solved[name] for name in found.constants}
        only = {name: real.normal(f.substitute(tokens)) for name, f in found.formulas.items()}
        sides = sides_at(condition, only)
        if sides is not None:
            return only_solution(only, *sides)
    plain = {name: rebuilt(formula) for name, formula in found.formulas.items()}
    facts = {"solution": formulas_text(plain), "value": shown(left)}
    return Reason(StatementCode.CONTRADICTION_EVERY_SOLUTION, **facts)


def sides_at(
    condition: Equation, formulas: Mapping[str, Expression]
) -> tuple[Expression, Expression] | None:
    """Both sides of a condition for formulas of the unknowns, at its point."""
    made = jet(formulas, condition.derivatives)
    sides = (side.substitute(made) for side in (condition.left, condition.right))
    left, right = (value_at(side, condition.region.values) for side in sides)
    return None if left is None or right is None else (left, right)
