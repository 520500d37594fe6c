"""Rods: linear heat conduction between two walls, as separation of variables needs it.

Owns the reading of u_t = a·u_xx + c·u + f with constant a and c, values at the start, and a value
or a slope on each wall. What a sign or a factor must be is left to whoever proves or tries it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from symplex.expression import Derivative, Expression, Symbol
from symplex.expression.operators import Rule
from symplex.problem.box import Interval
from symplex.problem.ends import End, EndKind, Side, face_of
from symplex.problem.equation import Equation
from symplex.problem.linear_form import LinearForm, linear_form
from symplex.problem.reading import reading
from symplex.problem.stated import StatedProblem


@final
@dataclass(frozen=True)
class RodEnd:
    """What is stated on an end of the rod."""

    condition: Equation
    is_slope: bool
    """Whether it gives u_x; else it gives u."""
    value: Expression
    """What it gives."""


@final
@dataclass(frozen=True)
class Rod:
    """u_t = a·u_xx + c·u + f for low < x < high, from a start on."""

    unknown: str
    space: str
    time: str
    interval: Interval
    diffusion: Expression
    reaction: Expression
    source: Expression
    """The rest of the right side, f."""
    beginning: Expression
    """The first moment."""
    start: Equation
    data: Expression
    """The values of u that are stated there."""
    walls: Mapping[Side, RodEnd]
    needs: tuple[tuple[Expression, Rule], ...]
    """Signs of constants without which this is no rod."""


def rod_of(problem: StatedProblem) -> Rod | None:
    """The rod that a problem is; None if it is another problem."""
    if len(problem.unknowns) != 1 or len(problem.equations) != 1 or len(problem.domain) != 2:  # noqa: PLR2004
        return None
    (unknown,), (equation,) = problem.unknowns, problem.equations
    names = tuple(problem.domain)
    for space, time in (names, names[::-1]):
        value = Derivative(unknown)
        rate, spread = Derivative(unknown, (time,)), Derivative(unknown, (space, space))
        if {rate, spread} <= equation.derivatives <= {value, rate, spread}:
            return _rod(problem, equation, (value, rate, spread), (space, time))
    return None


def _rod(
    problem: StatedProblem,
    equation: Equation,
    tokens: tuple[Derivative, Derivative, Derivative],
    names: tuple[str, str],
) -> Rod | None:
    value, rate, spread = tokens
    space, time = names
    form = None if equation.differentiated else _form(equation, problem)
    faces = _faces(problem)
    ends = (time, Side.LOW), (space, Side.LOW), (space, Side.HIGH)
    if form is None or faces is None or set(faces) != set(ends):
        return None
    kinds = reading(problem).ends
    if problem.declared or kinds[time, Side.HIGH] is not EndKind.FREE:
        return None
    forms = [_form(faces[end], problem) for end in ends]
    stated = [one for one in forms if one and one.alone in (value, Derivative(value.of, (space,)))]
    if len(stated) < len(forms) or stated[0].alone != value:
        return None
    (start, data), *walls = (_solved(one) for one in stated)
    beginning = problem.domain[time].low
    pace = form.coefficients[rate]
    diffusion = -(form.coefficients[spread] / pace)
    return Rod(
        unknown=value.of,
        space=space,
        time=time,
        interval=problem.domain[space],
        diffusion=diffusion,
        reaction=-(form.coefficient(value.of) / pace),
        source=-(form.rest / pace),
        beginning=beginning,
        start=faces[time, Side.LOW],
        data=data.substitute({Symbol(time): beginning}),
        walls={
            side: RodEnd(faces[space, side], form.alone != value, stated_value)
            for side, form, (_, stated_value) in zip(Side, stated[1:], walls, strict=True)
        },
        needs=(
            (pace, Rule.NONZERO),
            (diffusion, Rule.POSITIVE),
            *((factor, Rule.NONZERO) for factor in (start, *(one[0] for one in walls))),
        ),
    )


def _faces(problem: StatedProblem) -> dict[End, Equation] | None:
    """The condition on each face; None if one is on anything else, or two are on one face."""
    found: dict[End, Equation] = {}
    for condition in problem.conditions:
        end = face_of(condition.region, problem.domain)
        if end is None or end in found or condition.differentiated:
            return None
        found[end] = condition
    return found


def _solved(form: LinearForm) -> tuple[Expression, Expression]:
    """The factor of the one derivative in a condition, and what it is."""
    (factor,) = form.coefficients.values()
    return factor, -(form.rest / factor)


def _form(equation: Equation, problem: StatedProblem) -> LinearForm | None:
    """The linear form of an equation, if its coefficients are constants or parameters."""
    form, constant = linear_form(equation.residual), set(problem.parameters)
    if form is None or not all(one.symbols <= constant for one in form.coefficients.values()):
        return None
    return form
