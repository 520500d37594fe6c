"""Rods: linear heat conduction between two walls, as separation of variables needs it.

Owns the reading of u_t = a·u_xx + c·u + f with constant a and c, values at the start, and a value
or a slope on each wall. What a sign or a factor must be is left to whoever proves or tries it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import final

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.problem.box import Interval
from symplex.problem.ends import End, EndKind, Side, face_of
from symplex.problem.equation import Equation
from symplex.problem.reading import differentiate_by, frozen_formula, reading
from symplex.problem.stated import StatedProblem

_ZERO = number(0)


@final
@dataclass(frozen=True)
class Wall:
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
    walls: Mapping[Side, Wall]
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
    slopes = None if equation.differentiated else _slopes(equation.residual, tokens, problem)
    faces = _faces(problem)
    ends = (time, Side.LOW), (space, Side.LOW), (space, Side.HIGH)
    if slopes is None or faces is None or set(faces) != set(ends):
        return None
    kinds = reading(problem).ends
    if problem.declared or kinds[time, Side.HIGH] is not EndKind.FREE:
        return None
    start = faces[time, Side.LOW]
    given = _given(start, {value}, problem)
    walls = {side: faces[space, side] for side in Side}
    stated = {
        side: _given(wall, {value, Derivative(value.of, (space,))}, problem)
        for side, wall in walls.items()
    }
    if given is None or None in stated.values():
        return None
    found = {side: one for side, one in stated.items() if one is not None}
    factors = [(given[1], Rule.NONZERO), *((one[1], Rule.NONZERO) for one in found.values())]
    beginning = problem.domain[time].low
    diffusion = -(slopes[spread] / slopes[rate])
    here = {Symbol(time): beginning}
    return Rod(
        unknown=value.of,
        space=space,
        time=time,
        interval=problem.domain[space],
        diffusion=diffusion,
        reaction=-(slopes.get(value, _ZERO) / slopes[rate]),
        source=-(equation.residual.substitute(dict.fromkeys(tokens, _ZERO)) / slopes[rate]),
        beginning=beginning,
        start=start,
        data=-(given[2] / given[1]).substitute(here),
        walls={
            side: Wall(walls[side], bool(one[0].order), -(one[2] / one[1]))
            for side, one in found.items()
        },
        needs=((slopes[rate], Rule.NONZERO), (diffusion, Rule.POSITIVE), *factors),
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


def _given(
    condition: Equation, allowed: set[Derivative], problem: StatedProblem
) -> tuple[Derivative, Expression, Expression] | None:
    """The token, the factor and the rest of a condition: factor·token + rest = 0."""
    tokens = tuple(condition.derivatives)
    if len(tokens) != 1 or tokens[0] not in allowed:
        return None
    slopes = _slopes(condition.residual, tokens, problem)
    if slopes is None:
        return None
    return tokens[0], slopes[tokens[0]], condition.residual.substitute({tokens[0]: _ZERO})


def _slopes(
    residual: Expression, tokens: Iterable[Derivative], problem: StatedProblem
) -> dict[Derivative, Expression] | None:
    """The factors of some tokens, if they are constants and the residual is affine in the tokens.

    It is, if it is smooth in them and its derivatives by them do not depend on them.
    """
    present = [token for token in tokens if token in residual.derivatives]
    whole = frozen_formula(residual)
    names = whole.symbols - residual.symbols
    bends = (*kinks_of(whole), *(margin for margin, _ in limits_of(whole)))
    if any(bend.symbols & names for bend in bends):
        return None
    slopes = {token: differentiate_by(residual, token) for token in present}
    constant = set(problem.parameters)
    if any(slope.derivatives or not slope.symbols <= constant for slope in slopes.values()):
        return None
    return slopes
