"""What a condition may ask on its face of an answer that jumps or has kinks.

The value at a jump is a convention: a face inside of the jump has none. A derivative on a face is a
function there only if the ones below it do not jump, and a function of it has a meaning at a kink
only if it does not jump itself: |x| has a second derivative at every x but 0, and no u_xx = 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from symplex.expression import Derivative, Expression, Symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.proof.kernel.faces import Exceptions
from symplex.proof.kernel.frozen import is_always_zero
from symplex.proof.kernel.meetings import Place, described, is_thin
from symplex.proof.kernel.pieces import pieces, require_defined, vanishes
from symplex.proof.kernel.region import STRICT, Fact, Region, Values, tokens_of
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing


class Reached(NamedTuple):
    """What a piece that reaches a face has there."""

    guards: Sequence[Expression]
    slopes: Mapping[Derivative, Expression]
    residual: Expression


def require_values(answer: Values, condition: Equation, whole: Workspace, face: Workspace) -> None:
    """Show that the answer has values on a face: no part of the face lies in a jump.

    Raises:
        Missing: if one may.
    """
    formulas = [answer[name] for name in sorted({d.of for d in condition.derivatives})]
    if not any(op.SIGN in formula.operators for formula in formulas):
        return
    fixed = tokens_of(condition.region.values)
    jumps = dict.fromkeys(jump for part in pieces(formulas, whole) for jump in part.jumps)
    for guard in (jump.substitute(fixed) for jump in jumps):
        if not (face.signs.holds(guard, Rule.NONZERO) or is_thin(guard, face)):
            raise Missing(Code.CONDITION_JUMP_AT_VALUE)


def reached_places(guards: Sequence[Expression], face: Workspace) -> list[Place]:
    """The parts of a face on which a condition is to be shown for a piece with these guards.

    They are the part on which the guards are positive, and every set where some vanish that is not
    shown to be a limit of that part. max(|x| − t, 0) is 0 for |x| ≤ t, which reaches t = 0 at a
    point alone: its slope there is no limit from 0 < x. Nothing is left out if a guard moves with
    a variable and its zeros are not shown to lie on surfaces.
    """
    variables = set(face.region.variables)
    closed = face.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in guards)
    moving = list[Expression]()
    for guard in (g for g in guards if g.symbols & variables):
        known = any(face.is_zero(guard - other) for other in moving)
        if not known and not face.signs.holds(guard, Rule.POSITIVE):
            moving.append(guard)
    facts = [Fact(guard, STRICT[bool(guard.symbols & variables)]) for guard in guards]
    inside = face.on(face.region.with_facts(facts))
    if inside.is_empty:
        return _touched(closed, face)
    if not all(is_thin(guard, face) for guard in moving):
        return closed_places(guards, face)
    chosen = (some for size in (1, 2, 3) for some in combinations(moving, size))
    edges = ((some, place) for some in chosen for place in _zeros(some, closed, face))
    return [({}, inside), *(place for some, place in edges if not _is_limit(some, place, face))]


def closed_places(guards: Sequence[Expression], face: Workspace) -> list[Place]:
    """All of the part of a face on which guards are not negative."""
    closed = face.on(face.region.with_facts(Fact(g, Rule.NONNEGATIVE) for g in guards))
    return [] if closed.is_empty else [({}, closed)]


def _touched(closed: Region, face: Workspace) -> list[Place]:
    """The points at which a piece touches a face, solved for a variable if they lie at its end."""
    ends = [
        Fact(side, Rule.NONNEGATIVE)
        for name, symbol in ((name, Expression((Symbol(name),))) for name in closed.variables)
        for low, high in [(closed.ends[name].low, closed.ends[name].high)]
        for side in ([symbol - low] if low else []) + ([high - symbol] if high else [])
    ]
    try:
        return list(described({}, closed.with_facts(ends), face))
    except Missing:
        return [] if face.on(closed).is_empty else [({}, face.on(closed))]


def _zeros(guards: Sequence[Expression], closed: Region, face: Workspace) -> Iterator[Place]:
    """Where guards of a piece vanish together."""
    return described({}, closed.with_facts(Fact(-g, Rule.NONNEGATIVE) for g in guards), face)


def _is_limit(guards: Sequence[Expression], place: Place, face: Workspace) -> bool:
    """Whether guards are shown to have independent slopes where they vanish, at most two of them.

    Near such a point, for the same parameters, there are points at which both are positive.
    """
    (values, space), names = place, face.region.variables
    tokens = tokens_of(values)
    if not is_off_ends(place, face):  # there they may lead out of the face
        return False
    slopes = [{name: differentiate(guard, name) for name in names} for guard in guards]
    if len(guards) == 1:
        minors = list(slopes[0].values())
    elif len(guards) == 2:  # noqa: PLR2004
        one, two = slopes
        minors = [one[v] * two[w] - one[w] * two[v] for v, w in combinations(names, 2)]
    else:
        return False
    here = (minor.substitute(tokens) for minor in minors)
    return any(space.is_defined(m) and space.signs.holds(m, Rule.NONZERO) for m in here)


def is_off_ends(place: Place, face: Workspace) -> bool:
    """Whether a set is shown to lie off the ends of a face that belong to it."""
    values, space = place
    for name in face.region.variables:
        ends, value = face.region.ends[name], values.get(name, Expression((Symbol(name),)))
        gaps = [value - ends.low] if ends.low and not ends.low_open else []
        gaps += [ends.high - value] if ends.high and not ends.high_open else []
        if not all(space.signs.holds(gap, Rule.POSITIVE) for gap in gaps):
            return False
    return True


def single_valued(condition: Equation, face: Workspace) -> frozenset[Derivative]:
    """The derivatives that must not jump on a face for a condition to have a meaning there.

    They are all below one in the condition, and that one itself unless it enters linearly.
    """
    found: set[Derivative] = set()
    for token in (token for token in condition.derivatives if token.order):
        slope = linear_coefficient(condition.residual, token, face)
        is_linear = slope is not None and _is_plain(slope, face)
        orders = range(1, token.order + (not is_linear))
        found |= {Derivative(token.of, by) for k in orders for by in combinations(token.by, k)}
    return frozenset(found)


def require_single_values(
    needed: frozenset[Derivative], reached: Sequence[Reached], face: Workspace
) -> None:
    """Show that derivatives agree wherever pieces that reach a face meet on it.

    Where they meet on more than a surface of the face, it lies in a kink, and all must agree.

    Raises:
        Missing: naming one that may jump.
    """
    variables = set(face.region.variables)
    for one, other in combinations(reached, 2):
        for values, space in _common((*one.guards, *other.guards), face):
            within = not variables & values.keys() and not space.is_empty
            every = {token for token in one.slopes if token.order} if within else needed
            for token in sorted(every, key=repr):
                gap = (one.slopes[token] - other.slopes[token]).substitute(tokens_of(values))
                if not _is_zero(gap, space):
                    name = f"{token.of}_{''.join(token.by)}"
                    raise Missing(Code.CONDITION_JUMP, name=name)


def _is_plain(slope: Expression, face: Workspace) -> bool:
    """Whether a coefficient holds no sign (a jump times a jump) and no slope, and is not 0."""
    if op.SIGN in slope.operators or any(d.order for d in slope.derivatives):
        return False
    return not is_always_zero(slope, face)


def require_signs(
    reached: Sequence[Reached], face: Workspace, condition: Equation, exceptions: Exceptions
) -> None:
    """Show that a condition with a sign holds where guards vanish too, or is excepted there.

    1 − sign(x)² is 0 on both sides of x = 0, and 1 there: limits from the sides do not see it.

    Raises:
        Missing: if neither is shown.
    """
    for here in reached:
        closed = face.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in here.guards)
        for guard in (g for g in here.guards if g.symbols):
            for values, space in _zeros((guard,), closed, face):
                if _is_zero(here.residual.substitute(tokens_of(values)), space):
                    continue
                if not exceptions.excuse({**condition.region.values, **values}, space):
                    raise Missing(Code.CONDITION_SIGN_ZERO)


def _common(guards: Sequence[Expression], face: Workspace) -> Iterator[tuple[Values, Workspace]]:
    facts = (Fact(guard, Rule.NONNEGATIVE) for guard in dict.fromkeys(guards))
    return described({}, face.region.with_facts(facts), face)


def _is_zero(formula: Expression, space: Workspace) -> bool:
    try:
        require_defined(formula, space, Code.PART_LIMIT)
        vanishes(formula, space)
    except Missing:
        return False
    return True
