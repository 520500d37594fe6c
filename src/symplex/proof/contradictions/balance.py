"""Integrals that data must balance: an equation times a function, integrated by parts.

Where the adjoint equation annihilates the function v, the integral of v times the source equals one
over the boundary, of what v and its derivatives multiply there. If v suppresses what is not given
on a face, and the data give the rest, both sides are known. With v = 1 this is the balance of
sources and fluxes; with other functions it is what an excess of data must satisfy.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from symplex.codes import StatementCode
from symplex.errors import ExpressionError, listing
from symplex.exact.formulas.building import (
    add,
    multiply,
    negative,
    rebuilt,
    subtract,
    value_of_number,
)
from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import short
from symplex.problem import Interval, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.ends import End, Side, end_of
from symplex.problem.linear_form import LinearForm
from symplex.proof.contradictions.exact import Point, is_nonzero, shown
from symplex.proof.contradictions.facts import along, is_pure, label, rebuilt_form
from symplex.proof.contradictions.integrate import integral
from symplex.proof.contradictions.test_functions import test_functions
from symplex.proof.contradictions.traces import Traces
from symplex.reasons import Reason
from symplex.work.budget import Budget, Undecided

_ZERO, _ONE = number(0), number(1)


class _FaceIntegral(NamedTuple):
    """What is integrated over a face, by which condition."""

    integrand: Expression
    face: Mapping[str, Interval]
    source: int


def balance(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Data that do not balance, for the first function that shows it."""
    if len(problem.variables) == 1:
        return  # all solutions of an ODE are known better
    traces = Traces(problem)
    for index, equation in enumerate(problem.equations):
        form = rebuilt_form(equation.residual)
        found = None
        if form is not None and form.coefficients and is_pure(form):
            found = _imbalance(traces, index, form, budget)
        if found is not None:
            yield found
            return


def _tokens(values: Point) -> dict[Token, Expression]:
    return {Symbol(name): value for name, value in values.items()}


def _imbalance(
    traces: Traces, index: int, form: LinearForm, budget: Budget
) -> Contradiction | None:
    problem = traces.problem
    for weight in test_functions(problem, form, traces):
        try:
            found = _boundary(traces, form, weight, budget)
        except (Undecided, ExpressionError):
            continue
        if found is None:
            continue
        inside = integral(multiply(weight, negative(form.rest)), problem.domain, budget)
        if inside is None or not is_nonzero(subtract(found[0], inside)):
            continue
        names = [label(problem, problem.conditions[k]) for k in sorted(found[1])]
        name = label(problem, problem.equations[index])
        why = _why(weight, inside, found[0])
        return Contradiction(name, listing(names), "", why)
    return None


def _why(weight: Expression, inside: Expression, boundary: Expression) -> Reason:
    return Reason(
        StatementCode.CONTRADICTION_INTEGRALS,
        weight=None if weight == _ONE else short(weight),
        inside=shown(inside),
        boundary=shown(boundary),
    )


def _boundary(
    traces: Traces, form: LinearForm, weight: Expression, budget: Budget
) -> tuple[Expression, set[int]] | None:
    """The integral over the boundary and the conditions it uses; None if it is not all given."""
    problem = traces.problem
    parts: list[_FaceIntegral] = []
    for unknown in problem.unknowns:
        for name in problem.variables:
            for side in Side:
                found = _on_face(traces, form, weight, unknown, (name, side), budget)
                if found is None:
                    return None
                parts += found
    if not parts or not all(
        _is_annihilated(form, u, weight, problem, budget) for u in problem.unknowns
    ):
        return None
    total = _ZERO
    for part in parts:
        value = integral(part.integrand, part.face, budget)
        if value is None:
            return None
        total = add(total, value)
    return total, {part.source for part in parts}


def _is_annihilated(
    form: LinearForm, unknown: str, weight: Expression, problem: Problem, budget: Budget
) -> bool:
    """Whether the adjoint of the equation, in one unknown, is shown to give zero."""
    total = _ZERO
    for derivative, slope in form.coefficients.items():
        if derivative.of == unknown:
            term = multiply(slope, weight)
            for variable in derivative.by:
                term = negative(differentiate(term, variable))
            total = add(total, term)
    return _vanishes(rebuilt(total), problem.domain, budget)


def _on_face(
    traces: Traces,
    form: LinearForm,
    weight: Expression,
    unknown: str,
    end: End,
    budget: Budget,
) -> list[_FaceIntegral] | None:
    """What is integrated over one face; None if some of it is not given."""
    name, side = end
    there = _tokens({name: end_of(traces.problem.domain[name], side)})
    others = {other: ends for other, ends in traces.problem.domain.items() if other != name}
    parts: list[_FaceIntegral] = []
    for order in range(max(along(form, unknown, name), default=0)):
        across = rebuilt(_factor(form, weight, (unknown, name), order))
        factor = rebuilt(across.substitute(there))
        known = traces.known.get((end, Derivative(unknown, (name,) * order)))
        # Coefficients that vanish on a face alone may meet derivatives that are infinite there.
        where, what = (others, factor) if form.is_constant else (traces.problem.domain, across)
        if known is None and not _vanishes(what, where, budget):
            return None
        if known is not None:
            integrand = multiply(factor if side is Side.HIGH else negative(factor), known[0])
            parts.append(_FaceIntegral(integrand, others, known[1]))
    return parts


def _vanishes(formula: Expression, box: Mapping[str, Interval], budget: Budget) -> bool:
    """Whether a formula is shown to be zero on a box."""
    value = value_of_number(formula)
    if value is not None:
        return value == 0
    from symplex.proof.advice.advisor import shown_on  # late: few problems need the kernel

    return shown_on(box, budget).is_zero(formula)


def _factor(form: LinearForm, weight: Expression, of: tuple[str, str], order: int) -> Expression:
    """What multiplies a derivative across a face: Σ (−∂)^(m − 1 − order) of a·v."""
    total = _ZERO
    for m, slope in along(form, *of).items():
        if m > order:
            term = multiply(slope, weight)
            for _ in range(m - 1 - order):
                term = negative(differentiate(term, of[1]))
            total = add(total, term)
    return total
