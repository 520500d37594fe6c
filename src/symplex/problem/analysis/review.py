"""Likely mistakes in a statement that can nevertheless be read.

Nothing here is an error: a problem with warnings is solved as it stands.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from symplex.codes import StatementCode
from symplex.expression import Derivative
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import limits_of, obeys
from symplex.problem.ends import EndKind, Side
from symplex.problem.equation import Equation
from symplex.problem.problem import Problem
from symplex.problem.reading import reading, written
from symplex.reasons import Code, Reason

_BEYOND: Final = (0.01, 0.5, 1.5, 6.0, 40.0)
"""How far from an end, in lengths of its interval, a statement is tried."""


def warnings(problem: Problem) -> tuple[Reason, ...]:
    """Everything about a statement that its author may not have meant."""
    return (
        *_without_unknown(problem),
        *_unused(problem),
        *_off_boundary(problem),
        *undetermined(problem),
        *undefined_beyond(problem),
    )


def undefined_beyond(problem: Problem) -> Iterator[Reason]:
    """Whether a formula of the statement is undefined at points where its domain goes on."""
    ends = reading(problem).ends
    infinite = [end for end, kind in ends.items() if kind is EndKind.INFINITE]
    values = {
        name: np.full(len(_BEYOND), (low + high) / 2)
        for name, (low, high) in problem.box.ends.items()
    }
    for name, side in infinite:
        low, high = problem.domain[name].ends
        away = (high - low) * np.asarray(_BEYOND)
        there = {**values, name: low - away if side is Side.LOW else high + away}
        for equation in problem.all_equations:
            fixed = {other: np.float64(value_of(at)) for other, at in equation.region.fixed}
            margins = (limit for formula in written(equation) for limit in limits_of(formula))
            known = ((margin, rule) for margin, rule in margins if not margin.derivatives)
            if not all(np.all(obeys(*limit, {**there, **fixed})) for limit in known):
                yield Reason(Code.DEFINED_STATEMENT_ENDS)
                return


def _label(problem: Problem, equation: Equation) -> str:
    if equation.region.is_interior:
        return f"equations[{problem.equations.index(equation)}]"
    return f"conditions[{problem.conditions.index(equation)}]"


def _without_unknown(problem: Problem) -> Iterator[Reason]:
    for equation in problem.all_equations:
        if not equation.derivatives:
            yield Reason(
                StatementCode.WARNING_WITHOUT_UNKNOWN,
                place=_label(problem, equation),
                text=equation.text,
                unknowns=problem.unknowns,
            )


def _unused(problem: Problem) -> Iterator[Reason]:
    derivatives = frozenset[Derivative]().union(*(e.derivatives for e in problem.equations))
    used = frozenset[str]().union(
        *(e.symbols for e in problem.all_equations), *(set(d.by) for d in problem.derivatives)
    )
    for name in problem.variables:
        if name not in used and not any(name in c.region.values for c in problem.conditions):
            yield Reason(StatementCode.WARNING_UNUSED_VARIABLE, name=name)
        elif not any(name in d.by for d in derivatives):
            yield Reason(StatementCode.WARNING_NOT_DIFFERENTIATED, name=name)
    for name in problem.parameters:
        if name not in used:
            yield Reason(StatementCode.WARNING_UNUSED_PARAMETER, name=name)
    for name in problem.unknowns:
        if not any(d.of == name for d in derivatives):
            yield Reason(StatementCode.WARNING_UNUSED_UNKNOWN, name=name)


def _off_boundary(problem: Problem) -> Iterator[Reason]:
    for condition in problem.conditions:
        for name, value in condition.region.fixed:
            if not problem.domain[name].has_end(value):
                yield Reason(
                    StatementCode.WARNING_OFF_BOUNDARY,
                    place=_label(problem, condition),
                    region=str(condition.region),
                    interval=str(problem.domain[name]),
                    name=name,
                )


def undetermined(problem: Problem) -> Iterator[Reason]:
    """What is missing in a statement that many functions satisfy."""
    if len(problem.equations) < len(problem.unknowns):
        counts = {"equations": len(problem.equations), "unknowns": len(problem.unknowns)}
        yield Reason(StatementCode.WARNING_TOO_FEW_EQUATIONS, **counts)
    if not problem.conditions:
        yield Reason(StatementCode.WARNING_NO_CONDITIONS)
    elif problem.time is not None and not any(
        problem.time in c.region.values for c in problem.conditions
    ):
        yield Reason(StatementCode.WARNING_NO_START)
