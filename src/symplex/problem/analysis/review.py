"""Likely mistakes in a statement that can nevertheless be read, as a list of sentences.

Nothing here is an error: a problem with warnings is solved as it stands.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from symplex.errors import listing
from symplex.expression import Derivative, Expression
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem.analysis.probes import draw
from symplex.problem.equation import Equation
from symplex.problem.problem import Problem
from symplex.problem.region import Region

_TOLERANCE = 1e-9


def warnings(problem: Problem) -> tuple[str, ...]:
    """Everything about a statement that its author may not have meant."""
    return (
        *_without_unknown(problem),
        *_unused(problem),
        *_off_boundary(problem),
        *_contradictions(problem),
        *_undetermined(problem),
    )


def _label(problem: Problem, equation: Equation) -> str:
    if equation.region.is_interior:
        return f"equations[{problem.equations.index(equation)}]"
    return f"conditions[{problem.conditions.index(equation)}]"


def _without_unknown(problem: Problem) -> Iterator[str]:
    for equation in problem.all_equations:
        if not equation.derivatives:
            yield (
                f"{_label(problem, equation)}: '{equation.text}' does not contain "
                f"{listing(problem.unknowns)}: it is true or false whatever the solution is"
            )


def _unused(problem: Problem) -> Iterator[str]:
    derivatives = frozenset[Derivative]().union(*(e.derivatives for e in problem.equations))
    used = frozenset[str]().union(
        *(e.symbols for e in problem.all_equations), *(set(d.by) for d in problem.derivatives)
    )
    for name in problem.variables:
        if name not in used and not any(name in c.region.values for c in problem.conditions):
            yield f"domain: no equation or condition uses the variable '{name}'"
        elif not any(name in d.by for d in derivatives):
            yield f"domain: no equation differentiates by the variable '{name}'"
    for name in problem.parameters:
        if name not in used:
            yield f"parameters: no equation or condition uses the parameter '{name}'"
    for name in problem.unknowns:
        if not any(d.of == name for d in derivatives):
            yield f"unknowns: no equation contains the unknown '{name}'"


def _off_boundary(problem: Problem) -> Iterator[str]:
    for condition in problem.conditions:
        for name, value in condition.region.fixed:
            if not problem.domain[name].has_end(value):
                yield (
                    f"{_label(problem, condition)}: {condition.region} lies inside the interval "
                    f"{problem.domain[name]} of {name}, not on the boundary of the domain"
                )


def _contradictions(problem: Problem) -> Iterator[str]:
    for first, second in combinations(problem.conditions, 2):
        if not first.region.meets(second.region):
            continue
        both = {**first.region.values, **second.region.values}
        where = Region(tuple((name, both[name]) for name in problem.variables if name in both))
        for one, other in ((first, second), (second, first)):
            pair = _comparable(one, other)
            if pair is not None and _differ(problem, *pair, where):
                yield (
                    f"{_label(problem, first)} and {_label(problem, second)} contradict each "
                    f"other where they meet ({where}): '{first.text}' and '{second.text}'"
                )
                break


def _comparable(one: Equation, other: Equation) -> tuple[Expression, Expression] | None:
    """Both as formulas for one derivative, differentiating the first along its region."""
    left, right = one.given_value(), other.given_value()
    if left is None or right is None or left[0].of != right[0].of:
        return None
    extra = list(right[0].by)
    for name in left[0].by:
        if name not in extra:
            return None
        extra.remove(name)
    if any(name in one.region.values for name in extra):
        return None
    formula = left[1]
    for name in extra:
        formula = differentiate(formula, name)
    return formula, right[1]


def _differ(problem: Problem, first: Expression, second: Expression, where: Region) -> bool:
    values = draw(problem, where)
    one, other = evaluate(first, values), evaluate(second, values)
    with np.errstate(invalid="ignore", over="ignore"):
        return bool(np.any(np.abs(one - other) > _TOLERANCE * (1 + np.abs(one))))


def _undetermined(problem: Problem) -> Iterator[str]:
    if len(problem.equations) < len(problem.unknowns):
        yield (
            f"equations: {len(problem.equations)} for {len(problem.unknowns)} unknowns leave the "
            "solution undetermined"
        )
    if not problem.conditions:
        yield "conditions: none are given, so many solutions satisfy the statement"
    elif problem.time is not None and not any(
        problem.time in c.region.values for c in problem.conditions
    ):
        yield "conditions: none is given at a time, so the state to start from is open"
