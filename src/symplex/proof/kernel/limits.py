"""Data that are attained as limits, from all interior points, off exceptional points.

Owns which faces these are, the limit on each of their parts, and data of answers that jump.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from symplex.expression import Derivative, Expression, Token
from symplex.expression.operator_facts import jet, short
from symplex.expression.operators import Rule
from symplex.problem.box import same_value
from symplex.problem.equation import Equation
from symplex.problem.reading import reading
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.faces import Exceptions, is_regular, joined_values, named
from symplex.proof.kernel.frozen import depends_on
from symplex.proof.kernel.meetings import Place, solved
from symplex.proof.kernel.pieces import (
    BRANCHING,
    NotZeroError,
    Piece,
    Residuals,
    Split,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import Fact, Region, Values, tokens_of
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.tending import Tending
from symplex.proof.kernel.traces import is_off_ends
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
    tokens = ((one, token) for one in here for token in one.derivatives)
    return frozenset(d.of for one, d in tokens if depends_on(one.residual, d, closed))


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
    """Show that a condition is attained as a limit from all interior points, and say how.

    `closed` is the closed domain, `near` the part of it on which the answer is defined.

    Raises:
        Missing: with what was not shown.
    """
    for name in answer:  # of all: one that has no data here may feed one that has
        if not is_bounded(answer[name], closed, near):
            raise Missing(Code.ATTAINED_UNBOUNDED, name=name)
    slopes = smooth_jet(answer, condition)
    # The data are taken on the face; the answer comes from inside.
    residual = condition.residual.substitute(tokens_of(condition.region.values)).substitute(slopes)
    exceptions, left = Exceptions(problem, condition), Residuals()
    states = reading(problem).values(condition) is not None  # then the limit of each is that of all
    for at, face in parts_of(condition.region.values, closed, near):
        require_limit(residual, (at, face), (closed, near), exceptions, left)
        for token in condition.derivatives if not states else ():
            require_limit(slopes[token], (at, face), (closed, near), exceptions, None)
    if left:
        raise NotZeroError(left)
    exceptions.require_tame(answer, closed, near)
    for token in condition.derivatives if exceptions.used else ():
        if not is_bounded(slopes[token], closed, near):
            raise Missing(Code.ATTAINED_UNBOUNDED, name=token.of)
    sets = tuple(str(one) for one in exceptions.used)
    return Reason(Code.SHOWN_LIMIT, sets=sets or None), ""


def smooth_jet(answer: Answer, condition: Equation) -> dict[Derivative, Expression]:
    """The derivatives in a condition, of an answer without branches.

    Raises:
        Missing: if it has branches, and the condition derivatives.
    """
    named = [answer[d.of] for d in condition.derivatives]
    if condition.order and any(BRANCHING & formula.operators for formula in named):
        raise Missing(Code.CONDITION_SLOPES_AT_LIMIT)
    return jet(answer, condition.derivatives)


def parts_of(values: Values, closed: Workspace, near: Workspace) -> Iterator[Place]:
    """A face without its edges with other ends at which the answer is undefined; then these."""
    yield values, face_of(near, values)
    ends: list[tuple[str, Expression]] = []
    for name in near.region.ends.keys() - values.keys():
        here, whole = near.region.ends[name], closed.region.ends[name]
        ends += [(name, here.low)] if here.low and here.low_open > whole.low_open else []
        ends += [(name, here.high)] if here.high and here.high_open > whole.high_open else []
    for size in range(1, len(ends) + 1):
        for some in combinations(sorted(ends, key=repr), size):
            edge = {**values, **dict(some)}
            if len(edge) == len(values) + size:
                # The edge belongs to the closed domain, and is without what is left out of it.
                yield edge, face_of(near, edge)


def require_limit(
    formula: Expression,
    place: Place,
    spaces: tuple[Workspace, Workspace],
    exceptions: Exceptions | None,
    left: Residuals | None,
) -> None:
    """Show that a formula tends to 0 at each point of a place that is not exceptional.

    Without `left` a finite limit is enough. The zeros of a guard on whose sign the limit depends
    are a place of their own.

    Raises:
        Missing: with what was not shown.
    """
    (at, face), (closed, near) = place, spaces
    face.budget.step()
    if face.is_empty or (exceptions is not None and exceptions.excuse(at, face)):
        return
    guard = _guard(formula, place, spaces, exceptions, left)
    if guard is None:
        return
    if not face.is_defined(guard):
        raise Missing(Code.ATTAINED_GUARD_UNDEFINED, guard=short(guard))
    for side in (guard, -guard):
        part = face.on(narrowed(face, side, Rule.POSITIVE))
        if not part.is_empty:
            inside = near.on(narrowed(near, side, Rule.POSITIVE))
            require_limit(formula, (at, part), (closed, inside), exceptions, left)
    for values, facts in solved(guard, face):
        there = face.on(face.region.with_facts(facts))
        _require_on(formula, values, (at, there), spaces, exceptions, left)


def _guard(
    formula: Expression,
    place: Place,
    spaces: tuple[Workspace, Workspace],
    exceptions: Exceptions | None,
    left: Residuals | None,
) -> Expression | None:
    """None where a limit is shown; else that on whose sign it depends, or an exception does."""
    (at, face), (closed, near) = place, spaces
    try:
        limit = Tending(face, near, closed, tokens_of(at)).limit(formula)
        if limit.infinite:
            raise Missing(Code.ATTAINED_INFINITE)
        require_defined(limit.value, face, Code.PART_CONDITION)
        if left is not None:
            vanishes(limit.value, face, left)
    except Split as split:
        return split.guard
    except Missing:
        guard = None if exceptions is None else exceptions.question(at, face)
        if guard is None and len(at) > 1:
            raise Missing(Code.ATTAINED_OMITTED, place=named(at)) from None
        if guard is None:
            raise
        return guard
    return None


def _require_on(
    formula: Expression,
    values: Values,
    place: Place,
    spaces: tuple[Workspace, Workspace],
    exceptions: Exceptions | None,
    left: Residuals | None,
) -> None:
    """The same where symbols have values: at a smaller place; parameters have them everywhere."""
    (at, face) = place
    at = joined_values(at, values)
    there = face.on(face.region.where(values))
    variables = set(face.region.variables)
    known = {n: v for n, v in values.items() if not variables & {n, *v.symbols}}
    if known:
        formula = formula.substitute(tokens_of(known))
        spaces = tuple(space.on(space.region.where(known)) for space in spaces)  # type: ignore[assignment]
    require_limit(formula, (at, there), spaces, exceptions, left)


def prove_from_sides(
    problem: StatedProblem, answer: Answer, whole: Workspace, condition: Equation
) -> tuple[Reason, str]:
    """Show that an answer that jumps has the stated values on each side of its interfaces.

    Signs of the answer and of the data are ±1 on closed pieces: their value 0 never counts. Where a
    piece touches the face in a thin set alone, it may have other values at exceptional points, and
    if the condition holds in the weak sense.

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
    exceptions = Exceptions(problem, condition)
    weak = is_weak(problem, condition, whole)
    for guard in dict.fromkeys(away):
        for values, known in solved(guard, face):
            there = face.on(face.region.where(values).with_facts(known))
            at = {**condition.region.values, **values}
            inner = weak and is_off_ends((values, there), face)
            if not (inner or there.is_empty or exceptions.excuse(at, there)):
                raise Missing(Code.ATTAINED_OMITTED, place=named(at))
    if away and not all(is_bounded(formula, whole, whole) for formula in answer.values()):
        raise Missing(Code.ATTAINED_UNBOUNDED, name=next(iter(answer)))
    exceptions.require_tame(answer, whole, whole)
    sets = tuple(f"{short(guard)} = 0" for guard in dict.fromkeys(away))
    return Reason(Code.SHOWN_SIDES, sets=sets or None), ""


def is_weak(problem: StatedProblem, condition: Equation, closed: Workspace) -> bool:
    """Whether a condition on a face is asked off null sets in which interfaces meet it.

    One linear equation of order m ≤ 2, solved for the m-th derivative across the face, and a linear
    condition of order m − 1: test functions up to the face see no more of it.
    """
    if not is_at_an_end(condition, closed.region):
        return False
    (name,) = condition.region.values
    slopes = [linear_coefficient(condition.residual, d, closed) for d in condition.derivatives]
    linear = all(slope is not None and not slope.derivatives for slope in slopes)
    orders = {equation.order for equation in problem.equations}
    return linear and orders == {condition.order + 1} and is_regular(problem, name, closed)


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


def on_face(region: Region, condition: Equation) -> Region:
    """A region on the face of a condition."""
    fixed = condition.region.values
    kept = {name: ends for name, ends in region.ends.items() if name not in fixed}
    return Region(kept, tuple(n for n in region.variables if n not in fixed))
