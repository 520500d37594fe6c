"""The sets of a face at which data that are attained as limits may be left out.

Bounded functions that converge off a thin set converge as distributions. For one linear equation
that can be solved for a derivative across the face that is to attain the data, and for conservation
laws written as such where some of the data jump. Elsewhere a single point counts (min(x²/4t, 1) for
u_t + u_x² = 0 is 0 at 0 and tends to 1 off 0): only the jumps of the data themselves are left out.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from symplex.expression import Derivative, Expression, Token, number
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.laws import coupled, is_kept, is_number, is_polynomial
from symplex.proof.kernel.meetings import solved
from symplex.proof.kernel.pieces import Piece, pieces
from symplex.proof.kernel.region import Fact, Region, Values, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.walls import is_held_at_walls
from symplex.proof.kernel.workspace import Workspace, face_of, narrowed
from symplex.reasons import Code
from symplex.work.budget import Missing

_MAX_SETS: Final = 8
_MAX_ORDER: Final = 2
"""y²/(x² + y²) solves the equation of a plate, is bounded, and has more than its limits."""


def bad_corners(
    problem: StatedProblem, condition: Equation, closed: Workspace, near: Workspace
) -> list[str]:
    """The variables with another missed face, where the corner may hide more than the limits.

    Each pair of faces needs an equation that is regular across one of the two: a third face does
    not help where two meet.
    """
    (name,), ends, whole = condition.region.values, near.region.ends, closed.region.ends
    if is_regular(problem, name, closed):
        return []
    others = [other for other in ends if other != name and ends[other] != whole[other]]
    return [other for other in others if not is_regular(problem, other, closed)]


def require_allowed(
    problem: StatedProblem, answer: Values, condition: Equation, closed: Workspace, near: Workspace,
    guards: Sequence[Expression],
) -> None:  # fmt: skip
    """Refuse sets at which more than the limits may be hidden.

    `closed` is the closed domain, `near` the domain without the faces at which the answer ends; on
    the face of the condition, the limit is not shown where one of the guards vanishes.

    Raises:
        Missing: naming the set.
    """
    (name,) = condition.region.values
    if len(guards) > _MAX_SETS:
        raise Missing(Code.ATTAINED_TOO_MANY_SETS)
    if guards and not is_held_at_walls(problem, condition, closed, guards):
        raise Missing(Code.ATTAINED_WALL_STATE)
    if not guards or (gives_values(condition, closed) and is_regular(problem, name, closed)):
        return
    given, face = [condition], face_of(near, condition.region.values)
    if is_kept(problem, answer, condition, (closed, near)):
        given = coupled(problem, condition, closed)
    elif not _is_single(problem) or not _is_evolution(problem.equations[0], condition, closed):
        given = []
    for guard in guards:
        if not any(
            _jumps(one, guard, face) or _clashes(problem, one, guard, face) for one in given
        ):
            raise Missing(Code.ATTAINED_OMITTED, guard=short(guard))


def is_regular(problem: StatedProblem, name: str, closed: Workspace) -> bool:
    """Whether there is one linear equation, solved for its highest derivative by a variable.

    Its coefficients are smooth up to the faces, and the order is at most two.
    """
    equation = problem.equations[0]
    if not _is_single(problem) or equation.order > _MAX_ORDER or equation.differentiated:
        return False
    source = equation.residual.substitute(_zeros(equation.residual))
    slopes = {d: linear_coefficient(equation.residual, d, closed) for d in equation.derivatives}
    tame = bool(slopes) and all(_is_tame(slope, closed) for slope in slopes.values())
    if not tame or not closed.is_defined(source):
        return False
    times = max(d.by.count(name) for d in slopes)
    highest = [(d, slope) for d, slope in slopes.items() if d.by.count(name) == times]
    (token, slope), *more = highest
    if not times or token.order != times or more or slope is None:
        return False
    return closed.signs.holds(slope, Rule.NONZERO)


def _is_single(problem: StatedProblem) -> bool:
    return len(problem.equations) == 1 == len(problem.unknowns)


def _is_tame(slope: Expression | None, closed: Workspace) -> bool:
    if slope is None or slope.derivatives or any(row.kinks for row in slope.operators):
        return False
    return closed.is_defined(slope)


def _zeros(formula: Expression) -> dict[Token, Expression]:
    return dict.fromkeys(formula.derivatives, number(0))


def _is_evolution(equation: Equation, condition: Equation, closed: Workspace) -> bool:
    """Whether it is ρ·u_t + … with no product of derivatives, polynomial in u, and forward."""
    formula, ((name, value),) = equation.residual, condition.region.values.items()
    if equation.order > _MAX_ORDER or not is_polynomial(formula, closed):
        return False
    slopes = {d: linear_coefficient(formula, d, closed) for d in equation.derivatives if d.order}
    rates = [slope for d, slope in slopes.items() if name in d.by]
    if len(rates) != 1 or any(d.order > 1 for d in slopes if name in d.by):
        return False
    low = closed.region.ends[name].low
    side = _weight(rates[0], name, closed) * (1 if low and same_value(value, low) else -1)
    others = ((d, slope) for d, slope in slopes.items() if name not in d.by)
    return bool(side) and all(_is_mild(d, slope, closed, side) for d, slope in others)


def _is_mild(token: Derivative, slope: Expression | None, closed: Workspace, side: int) -> bool:
    """Whether a speed has no kink, and a diffusion one sign, which leads away from the face.

    A speed with a kink need not be Lipschitz: a whole fan may leave one point. What diffuses the
    less the smaller u is may hide a mass where u dips to 0.
    """
    if slope is None or any(d.order for d in slope.derivatives):
        return False
    if token.order == 1:
        return not any(row.kinks for row in slope.operators)
    return (
        token.by[0] == token.by[1]
        and not slope.derivatives
        and closed.signs.holds(signed(slope, -side), Rule.POSITIVE)
    )


def _weight(slope: Expression | None, name: str, closed: Workspace) -> int:
    """The sign of a coefficient that is free of unknowns and of one variable; 0 if it has none."""
    plain = slope is not None and not slope.derivatives and name not in slope.symbols
    return closed.signs.sign(slope) if plain and slope is not None else 0


def gives_values(condition: Equation, space: Workspace) -> bool:
    """Whether a condition is c·u = data with a number c: x·u = 0 says nothing of u at x = 0."""
    slopes = [linear_coefficient(condition.residual, d, space) for d in condition.derivatives]
    return len(slopes) == 1 and is_number(slopes[0])


def gives_rates(problem: StatedProblem, condition: Equation, closed: Workspace) -> bool:
    """Whether a condition c·∂ᵏu = data is one of the initial data of a regular equation.

    The rates converge as distributions, and what their limit might have on a thin set is no less
    singular than a δ there, which continuous answers of such equations do not start from.
    """
    name, *more = condition.region.values
    if more or not gives_values(condition, closed) or not is_regular(problem, name, closed):
        return False
    (token,) = condition.derivatives
    times = max(d.by.count(name) for d in problem.equations[0].derivatives)
    ends = closed.region.ends[name]
    at_end = any(
        end is not None and same_value(condition.region.values[name], end)
        for end in (ends.low, ends.high)
    )
    return at_end and token.order < times and set(token.by) == {name}


def _jumps(condition: Equation, guard: Expression, face: Workspace) -> bool:
    """Whether the data of a condition on one unknown differ on both sides of a guard's zeros."""
    if not gives_values(condition, face):
        return False
    fixed = tokens_of(condition.region.values)
    data = condition.residual.substitute(_zeros(condition.residual)).substitute(fixed)
    sides = [face.on(narrowed(face, one, Rule.POSITIVE)) for one in (guard, -guard)]
    above, below = (pieces((data,), side) for side in sides)
    # At an end of the face there is one side alone, and no jump.
    if not above or not below or any(side.is_empty for side in sides):
        return False
    for values, facts in solved(guard, face):
        there = face.on(face.region.where(values).with_facts(facts))
        if not all(_differ(pair, there, tokens_of(values)) for pair in product(above, below)):
            return False
    return True


def _clashes(
    problem: StatedProblem, condition: Equation, guard: Expression, face: Workspace
) -> bool:
    """Whether a guard vanishes at walls alone, which give other values than a condition there."""
    for values, facts in solved(guard, face):
        there = face.on(face.region.where(values).with_facts(facts))
        if there.is_empty:
            continue
        if not _is_at_ends(values, face.region):
            return False
        walls = [c for c in problem.conditions if c.order == 0 and _lies_at(c, values)]
        gaps = (_gap(condition, wall, face) for wall in walls)
        if not any(gap is not None and there.signs.holds(gap, Rule.NONZERO) for gap in gaps):
            return False
    return True


def _is_at_ends(values: Values, region: Region) -> bool:
    """Whether values are ends of their variables."""
    ends = ((value, region.ends[name]) for name, value in values.items())
    return all(
        any(end is not None and same_value(value, end) for end in (pair.low, pair.high))
        for value, pair in ends
    )


def _lies_at(condition: Equation, values: Values) -> bool:
    fixed = condition.region.values
    return fixed.keys() == values.keys() and all(same_value(fixed[n], values[n]) for n in fixed)


def _gap(condition: Equation, wall: Equation, space: Workspace) -> Expression | None:
    """The difference of the values of one unknown by two conditions, where their faces meet."""
    if condition.derivatives != wall.derivatives:
        return None
    if not gives_values(condition, space) or not gives_values(wall, space):
        return None
    (token,) = condition.derivatives
    both = tokens_of({**condition.region.values, **wall.region.values})
    first, second = (
        one.residual.substitute({token: number(0)})
        / (linear_coefficient(one.residual, token, space) or 1)
        for one in (condition, wall)
    )
    return (first - second).substitute(both)


def _differ(pair: Sequence[Piece], there: Workspace, tokens: Mapping[Token, Expression]) -> bool:
    """Whether the values on two pieces are shown to differ wherever both come to a set."""
    guards = (guard.substitute(tokens) for piece in pair for guard in piece.guards)
    both = there.on(there.region.with_facts(Fact(g, Rule.NONNEGATIVE) for g in guards))
    first, second = (piece.formulas[0].substitute(tokens) for piece in pair)
    return both.is_empty or both.signs.holds(first - second, Rule.NONZERO)
