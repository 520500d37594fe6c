"""What walls must state where a set that is left out of a face touches them.

A wall with u_t in its condition has a state of its own, which starts on the edge that was left out:
1 − erf(x/2√t) is 0 at t = 0 off x = 0, has u_t = 0 at x = 0, and is 1 there. Values on the wall,
and slopes across it with a divisor that does not vanish, have no such state, provided that the
equation has a second derivative across the wall: along a characteristic a slope is a rate.
"""

from collections.abc import Iterator, Sequence

from symplex.expression import Derivative, Expression, Number
from symplex.expression.operators import Rule
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace, face_of

Wall = tuple[str, Expression]


def is_held_at_walls(
    problem: StatedProblem, condition: Equation, closed: Workspace, guards: Sequence[Expression]
) -> bool:
    """Whether each wall on which a guard may vanish on a condition's face keeps no state there."""
    face = face_of(closed, condition.region.values)
    return all(
        keeps_no_state(problem, wall, closed)
        for wall in _walls(face.region)
        if any(_touches(guard, wall, face) for guard in guards)
    )


def keeps_no_state(problem: StatedProblem, wall: Wall, closed: Workspace) -> bool:
    """Whether something is stated on a wall, and all of it gives values or slopes across it."""
    name, end = wall
    return _is_stated(problem, name, end) and all(
        _is_held(problem, stated, name, face_of(closed, stated.region.values))
        for stated in problem.conditions
        if name in stated.region.values and same_value(stated.region.values[name], end)
    )


def without_quiet_walls(problem: StatedProblem, whole: Workspace) -> Region:
    """The domain without its faces, but with those that keep a state or have no conditions.

    Where such a wall starts, what is stated of slopes on another face counts too: a mass at the
    end of a string has its own rate.
    """
    inside = whole.region.interior
    for name, end in _walls(whole.region):
        old, side = inside.ends[name], whole.region.ends[name]
        if not keeps_no_state(problem, (name, end), whole):
            # An end that is not part of the domain stays out.
            low_open = side.low_open if end is side.low else old.low_open
            high_open = side.high_open if end is side.high else old.high_open
            inside = inside.with_ends(name, Ends(old.low, old.high, low_open, high_open))
    return inside


def _is_stated(problem: StatedProblem, name: str, end: Expression) -> bool:
    """Whether a face has conditions: else its edge with another face belongs to that alone."""
    values = (stated.region.values for stated in problem.conditions)
    return any(name in fixed and same_value(fixed[name], end) for fixed in values)


def _walls(region: Region) -> Iterator[Wall]:
    for name in region.variables:
        ends = region.ends[name]
        yield from ((name, end) for end in (ends.low, ends.high) if end is not None)


def _touches(guard: Expression, wall: Wall, face: Workspace) -> bool:
    edge = face_of(face, dict([wall]))
    return not edge.signs.holds(guard.substitute(tokens_of(dict([wall]))), Rule.NONZERO)


def _is_held(problem: StatedProblem, stated: Equation, name: str, wall: Workspace) -> bool:
    """Whether a wall's condition gives values with numbers as coefficients, or the slope across.

    The slope is α·u + g with α and g defined up to the edge, and the wall no characteristic.
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
        and wall.signs.holds(slope, Rule.NONZERO) and _diffuses(problem, stated, name, wall)
    )  # fmt: skip


def _diffuses(problem: StatedProblem, stated: Equation, name: str, wall: Workspace) -> bool:
    """Whether one equation has a second derivative across a wall that does not vanish on it."""
    if len(problem.equations) != 1 or len(problem.unknowns) != 1:
        return False
    residual = problem.equations[0].residual
    slope = linear_coefficient(residual, Derivative(problem.unknowns[0], (name, name)), wall)
    if slope is None or slope.derivatives:
        return False
    here = slope.substitute(tokens_of(stated.region.values))
    return wall.is_defined(here) and wall.signs.holds(here, Rule.NONZERO)


def _is_number(slope: Expression) -> bool:
    return isinstance(slope.root, Number) and bool(slope.root.value)
