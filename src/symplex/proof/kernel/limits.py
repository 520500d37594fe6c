"""Data that are attained as limits: on a face at which the formula of the answer ends.

The limit is locally uniform on the face away from thin closed sets, and the answer is bounded near
all of the face. Owns which faces these are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symplex.expression import Derivative, Expression, Token
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.laws import unknowns_in
from symplex.proof.kernel.meetings import is_thin
from symplex.proof.kernel.omitted import bad_corners, gives_values, require_allowed
from symplex.proof.kernel.pieces import (
    NotZeroError,
    Piece,
    Residuals,
    Split,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import Fact, Region, tokens_of
from symplex.proof.kernel.tending import Tending
from symplex.proof.kernel.walls import keeps_no_state
from symplex.proof.kernel.workspace import Workspace, face_of, narrowed
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]


def missed_faces(problem: StatedProblem, answer: Answer, closed: Workspace) -> list[Equation]:
    """The conditions on values at those faces of the domain on which the answer is not defined."""
    stated = stated_faces(problem, closed.region)
    inner, missed = without(closed.region, stated), list[Equation]()
    for condition in stated:
        values = condition.region.values
        face, fixed = face_of(closed.on(inner), values), tokens_of(values)
        try:
            for unknown in given(condition, stated, closed):
                require_defined(answer[unknown].substitute(fixed), face, Code.PART_ANSWER)
        except Missing:
            missed.append(condition)
    return missed


def given(condition: Equation, stated: Sequence[Equation], closed: Workspace) -> frozenset[str]:
    """The unknowns of which something is said on the face of a condition.

    Only these may be limits there: 0 = 0 says nothing, nor does v = 0 of u.
    """
    here = [one for one in stated if one.region.values == condition.region.values]
    return frozenset[str]().union(*(unknowns_in(one, closed) for one in here))


def stated_faces(problem: StatedProblem, region: Region) -> list[Equation]:
    """The conditions on values at faces of a region."""
    plain = [condition for condition in problem.conditions if condition.order == 0]
    return [condition for condition in plain if is_at_an_end(condition, region)]


def is_at_an_end(condition: Equation, region: Region) -> bool:
    """Whether a condition lies on a face of a region."""
    return len(condition.region.fixed) == 1 and _end(condition, region) is not None


def _end(condition: Equation, region: Region) -> str | None:
    """Which end of its variable a condition lies at."""
    ((name, value),) = condition.region.values.items()
    ends = {"low_open": region.ends[name].low, "high_open": region.ends[name].high}
    return next((k for k, end in ends.items() if end is not None and same_value(value, end)), None)


def without(region: Region, conditions: Sequence[Equation]) -> Region:
    """A region without the faces of some conditions."""
    for condition in conditions:
        (name,), end = condition.region.values, _end(condition, region)
        region = region.with_ends(name, replace(region.ends[name], **{str(end): True}))
    return region


def is_left_out(condition: Equation, region: Region) -> bool:
    """Whether a condition lies on a face that a region is without."""
    for name, value in condition.region.fixed:
        ends = region.ends[name]
        sides = (ends.low, ends.low_open), (ends.high, ends.high_open)
        if any(is_open and end and same_value(value, end) for end, is_open in sides):
            return True
    return False


def prove_limit(
    problem: StatedProblem, answer: Answer, closed: Workspace, near: Workspace, condition: Equation
) -> tuple[Reason, str]:
    """Show that a condition is attained as a limit, and say how.

    `closed` is the closed domain, `near` the part of it on which the answer is defined.

    Raises:
        Missing: with what was not shown.
    """
    for name in answer:  # of all: one that has no data here may feed one that has
        if not is_bounded(answer[name], closed, near):
            raise Missing(Code.ATTAINED_UNBOUNDED, name=name)
    tokens: dict[Token, Expression] = {Derivative(name): f for name, f in answer.items()}
    fixed = tokens_of(condition.region.values)
    # The data are taken on the face; the answer comes from inside.
    residual = condition.residual.substitute(fixed).substitute(tokens)
    away = _cuts(residual, fixed, face_of(near, condition.region.values), near)
    require_allowed(problem, answer, condition, closed, near, away)
    edges = _edges(condition, closed, near)
    if edges and not all(keeps_no_state(problem, edge, closed) for edge in edges):
        raise Missing(Code.ATTAINED_OTHER_STATE)
    if edges and not gives_values(condition, closed):
        raise Missing(Code.ATTAINED_NO_VALUE)
    bad = bad_corners(problem, condition, closed, near)
    corners = [fixed | tokens_of({name: end}) for name, end in edges if name in bad]
    faded = all(_fades(residual, corner, closed, near) for corner in corners)
    if corners and not (faded and gives_values(condition, closed)):
        raise Missing(Code.ATTAINED_CORNER)
    sets = [f"{short(guard)} = 0" for guard in away]
    sets += [f"{name} = {short(end)}" for name, end in edges]
    return Reason(Code.SHOWN_LIMIT, sets=tuple(sets) or None), ""


def prove_from_sides(
    problem: StatedProblem, answer: Answer, whole: Workspace, condition: Equation
) -> tuple[Reason, str]:
    """Show that an answer that jumps has the stated values on each side of its interfaces.

    Signs of the answer and of the data are ±1 on closed pieces: their value 0 never counts. Where a
    piece touches the face in a thin set alone, it may have other values if the statement has two
    values there.

    Raises:
        Missing: with what was not shown.
    """
    fixed, away = tokens_of(condition.region.values), list[Expression]()
    face = whole.on(on_face(whole.region, condition))
    for piece in pieces(list(answer.values()), whole.on(whole.region.interior), jumping=True):
        tokens: dict[Token, Expression] = {
            Derivative(name): formula for name, formula in zip(answer, piece.formulas, strict=True)
        }
        guards = [guard.substitute(fixed) for guard in piece.guards]
        facts = (Fact(guard, Rule.NONNEGATIVE) for guard in guards)
        reached = face.on(face.region.with_facts(facts))
        residual = condition.residual.substitute(tokens).substitute(fixed)
        for part in () if reached.is_empty else pieces((residual,), reached, joins=True):
            require_defined(part.formulas[0], part.space, Code.PART_CONDITION)
            if not part.space.is_zero(part.formulas[0]):
                away.append(_touched((*guards, *part.guards), part))
    away = list(dict.fromkeys(away))
    if away and not all(is_bounded(formula, whole, whole) for formula in answer.values()):
        raise Missing(Code.ATTAINED_UNBOUNDED, name=next(iter(answer)))
    require_allowed(problem, answer, condition, whole, whole, away)
    return Reason(Code.SHOWN_SIDES, sets=tuple(f"{short(g)} = 0" for g in away) or None), ""


def _touched(guards: Sequence[Expression], part: Piece) -> Expression:
    """A guard that vanishes on all of a piece of a face.

    Raises:
        NotZeroError: if there is none: the piece has other values on more than a thin set.
    """
    for guard in guards:
        beyond = part.space.region.with_facts([Fact(guard, Rule.POSITIVE)])
        if guard.symbols and part.space.on(beyond).is_empty:
            return guard
    raise NotZeroError([(part.formulas[0], part.space.region)])


def _cuts(
    residual: Expression, fixed: Mapping[Token, Expression], face: Workspace, near: Workspace
) -> list[Expression]:
    """Show that a residual tends to 0 at a face; the guards off whose zeros it does.

    Raises:
        Missing: with what was not shown.
    """
    waiting, cuts, left = [(face, near)], list[Expression](), Residuals()
    while waiting:
        face, inside = waiting.pop()
        try:
            limit = Tending(face, inside, fixed).limit(residual)
        except Split as split:
            cuts.append(_thin(split.guard, face))
            waiting += _halves(split.guard, face, inside)
            continue
        if limit.infinite:
            raise Missing(Code.ATTAINED_INFINITE)
        require_defined(limit.value, face, Code.PART_CONDITION)
        vanishes(limit.value, face, left)
    if left:
        raise NotZeroError(left)
    return list(dict.fromkeys(cuts))


def _edges(condition: Equation, closed: Workspace, near: Workspace) -> list[tuple[str, Expression]]:
    """The other faces at which the answer ends: on them the limit is not shown either."""
    found: list[tuple[str, Expression | None]] = []
    for name, ends in near.region.ends.items():
        whole = closed.region.ends[name]
        if name not in condition.region.values:
            found += [(name, ends.low)] if ends.low_open > whole.low_open else []
            found += [(name, ends.high)] if ends.high_open > whole.high_open else []
    return [(name, end) for name, end in found if end is not None]


def _fades(
    formula: Expression, corner: Mapping[Token, Expression], closed: Workspace, near: Workspace
) -> bool:
    """Whether a formula is shown to tend to 0 at a corner: a bounded one times one that is 0."""
    parts, root = formula.arguments, formula.root
    if root in (op.ADD, op.SUBTRACT, op.NEGATE):
        return all(_fades(part, corner, closed, near) for part in parts)
    if root is op.MULTIPLY:
        pairs = parts, parts[::-1]
        return any(
            _fades(a, corner, closed, near) and is_bounded(b, closed, near) for a, b in pairs
        )
    if root is op.DIVIDE and op.SIGN not in parts[1].operators and closed.is_defined(1 / parts[1]):
        return _fades(parts[0], corner, closed, near)
    if any(row.kinks for row in formula.operators) or not closed.is_defined(formula):
        return False
    return closed.is_zero(formula.substitute(corner))


def _halves(
    guard: Expression, face: Workspace, near: Workspace
) -> list[tuple[Workspace, Workspace]]:
    """The parts of a face, and of the region near it, on which a guard has one strict sign."""
    found: list[tuple[Workspace, Workspace]] = []
    for side in (guard, -guard):
        part = face.on(narrowed(face, side, Rule.POSITIVE))
        if not part.is_empty:
            found.append((part, near.on(narrowed(near, side, Rule.POSITIVE))))
    return found


def _thin(guard: Expression, face: Workspace) -> Expression:
    """The guard, if its zeros are a closed set without inner points, whatever the parameters are.

    It is solved for a variable, or strictly monotone in one: then each line meets it once.
    """
    names = (name for name in face.region.variables if name in guard.symbols)
    if not face.is_defined(guard):
        raise Missing(Code.ATTAINED_GUARD_UNDEFINED, guard=short(guard))
    if is_thin(guard, face) or any(_is_monotone(guard, name, face) for name in names):
        return guard
    raise Missing(Code.ATTAINED_GUARD_THICK, guard=short(guard))


def _is_monotone(guard: Expression, name: str, face: Workspace) -> bool:
    slope = differentiate(guard, name)
    smooth = not any(row.kinks for row in guard.operators)
    return smooth and face.is_defined(slope) and face.signs.holds(slope, Rule.NONZERO)


def on_face(region: Region, condition: Equation) -> Region:
    """A region on the face of a condition."""
    fixed = condition.region.values
    kept = {name: ends for name, ends in region.ends.items() if name not in fixed}
    return Region(kept, tuple(n for n in region.variables if n not in fixed))
