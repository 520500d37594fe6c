"""Likely mistakes in a statement that can nevertheless be read, as a list of sentences.

Nothing here is an error: a problem with warnings is solved as it stands.
"""

from collections.abc import Iterator

from symplex.errors import listing
from symplex.expression import Derivative
from symplex.problem.equation import Equation
from symplex.problem.problem import Problem


def warnings(problem: Problem) -> tuple[str, ...]:
    """Everything about a statement that its author may not have meant."""
    return (
        *_without_unknown(problem),
        *_unused(problem),
        *_off_boundary(problem),
        *undetermined(problem),
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


def undetermined(problem: Problem) -> Iterator[str]:
    """What is missing in a statement that many functions satisfy."""
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
