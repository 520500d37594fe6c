"""Smaller problems, made from formulas, and what other methods say of them without a search."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from symplex.exact.formulas.building import ZERO
from symplex.expression import Derivative, Expression, leaf, number
from symplex.problem import Problem
from symplex.problem.box import Interval
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Method
from symplex.work.budget import Budget, Undecided


class Condition(NamedTuple):
    """Two sides that are equal at a point."""

    at: Expression
    left: Expression
    right: Expression


def derivative(unknown: str, variable: str, order: int = 0) -> Expression:
    """A derivative of an unknown as a formula."""
    return leaf(Derivative(unknown, (variable,) * order))


def smaller_problem(
    problem: Problem,
    variable: tuple[str, Interval],
    unknowns: Sequence[str],
    residuals: Iterable[Expression],
    conditions: Iterable[Condition] = (),
) -> Problem:
    """A problem with the parameters of another one, for equations that vanish."""
    name, interval = variable
    return problem.changed(
        unknowns=tuple(unknowns),
        domain={name: interval},
        equations=tuple(Equation(residual, ZERO) for residual in residuals),
        conditions=tuple(
            Equation(one.left, one.right, Region(((name, one.at),))) for one in conditions
        ),
    )


def interval_around(low: float, high: float) -> Interval:
    """An interval with simple exact ends."""
    return Interval(*(number(Fraction(end).limit_denominator(1000)) for end in (low, high)))


def families(methods: Sequence[Method], problem: Problem, budget: Budget) -> Iterator[Family]:
    """What methods propose, each formula once, no reductions; one out of time is passed over."""
    seen: set[tuple[Expression, ...]] = set()
    for method in methods:
        with suppress(Undecided):  # it has said what it could in its time
            for found in method.propose(problem, budget):
                if isinstance(found, Family) and tuple(found.formulas.values()) not in seen:
                    seen.add(tuple(found.formulas.values()))
                    yield found


def answers(
    methods: Sequence[Method], problem: Problem, budget: Budget
) -> Iterator[Mapping[str, Expression]]:
    """Those without constants that are still to be found."""
    for family in families(methods, problem, budget):
        if not family.constants:
            yield family.formulas
