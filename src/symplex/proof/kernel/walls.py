"""What walls must state where a set that is left out of a face touches them.

A wall with u_t in its condition has a state of its own, which starts on the edge that was left out:
1 − erf(x/2√t) is 0 at t = 0 off x = 0, has u_t = 0 at x = 0, and is 1 there. Values on the wall,
and slopes across it with a divisor that does not vanish, have no such state.
"""

from collections.abc import Iterator, Sequence

from symplex.expression import Derivative, Expression, Number
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.region import Region, tokens_of
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace, face_of

Wall = tuple[str, Expression]


def is_held_at_walls(
    problem: Problem, condition: Equation, closed: Workspace, guards: Sequence[Expression]
) -> bool:
    """Whether each wall on which a guard may vanish on a condition's face keeps no state there."""
    face = face_of(closed, condition.region.values)
    return all(
        _is_held(stated, name, face_of(closed, stated.region.values))
        for name, end in _walls(face.region)
        if any(_touches(guard, (name, end), face) for guard in guards)
        for stated in problem.conditions
        if name in stated.region.values and same_value(stated.region.values[name], end)
    )


def _walls(region: Region) -> Iterator[Wall]:
    for name in region.variables:
        ends = region.ends[name]
        yield from ((name, end) for end in (ends.low, ends.high) if end is not None)


def _touches(guard: Expression, wall: Wall, face: Workspace) -> bool:
    edge = face_of(face, dict([wall]))
    return not edge.signs.holds(guard.substitute(tokens_of(dict([wall]))), Rule.NONZERO)


def _is_held(stated: Equation, name: str, wall: Workspace) -> bool:
    """Whether a wall's condition gives values with numbers as coefficients, or the slope across.

    The slope is α·u + g with α and g defined up to the edge.
    """
    residual = stated.residual.substitute(tokens_of(stated.region.values))
    slopes = {d: linear_coefficient(residual, d, wall) for d in stated.derivatives}
    across = [d for d in slopes if d.order]
    if any(slope is None or slope.derivatives for slope in slopes.values()):
        return False
    if not across:
        return all(slope is not None and _is_number(slope) for slope in slopes.values())
    normal = across == [Derivative(across[0].of, (name,))]
    slope = slopes[across[0]]
    return (
        normal and slope is not None and wall.is_defined(residual)
        and wall.signs.holds(slope, Rule.NONZERO)
    )  # fmt: skip


def _is_number(slope: Expression) -> bool:
    return isinstance(slope.root, Number) and bool(slope.root.value)
