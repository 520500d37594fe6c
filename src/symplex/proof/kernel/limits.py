"""Data that are attained as limits: on a face at which the formula of the answer ends.

The limit is locally uniform on the face away from thin closed sets, and the answer is bounded near
all of the face. Owns which faces these are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symplex.budget import Missing
from symplex.errors import listing
from symplex.expression import Derivative, Expression, Token
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.meetings import is_thin
from symplex.proof.kernel.omitted import require_allowed
from symplex.proof.kernel.pieces import NotZeroError, Residuals, Split, require_defined, vanishes
from symplex.proof.kernel.region import Region, tokens_of
from symplex.proof.kernel.tending import Tending
from symplex.proof.kernel.workspace import Workspace, face_of, narrowed

Answer = Mapping[str, Expression]


def missed_faces(problem: Problem, answer: Answer, closed: Workspace) -> list[Equation]:
    """The conditions on values at those faces of the domain on which the answer is not defined."""
    stated = stated_faces(problem, closed.region)
    inner, missed = without(closed.region, stated), list[Equation]()
    for condition in stated:
        values = condition.region.values
        face, fixed = face_of(closed.on(inner), values), tokens_of(values)
        try:
            for formula in answer.values():
                require_defined(formula.substitute(fixed), face, "the answer")
        except Missing:
            missed.append(condition)
    return missed


def stated_faces(problem: Problem, region: Region) -> list[Equation]:
    """The conditions on values at faces of a region."""
    plain = [c for c in problem.conditions if c.order == 0 and len(c.region.fixed) == 1]
    return [condition for condition in plain if _end(condition, region) is not None]


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


def prove_limit(
    problem: Problem, answer: Answer, closed: Workspace, near: Workspace, condition: Equation
) -> tuple[str, str]:
    """Show that a condition is attained as a limit, and say how.

    `closed` is the closed domain, `near` the part of it on which the answer is defined.

    Raises:
        Missing: with what was not shown.
    """
    for name in answer:  # of all: one that has no data here may feed one that has
        if not is_bounded(answer[name], closed, near):
            raise Missing(f"{name} is not shown to be bounded near the face, where it is a limit")
    tokens: dict[Token, Expression] = {Derivative(name): f for name, f in answer.items()}
    fixed, left = tokens_of(condition.region.values), Residuals()
    # The data are taken on the face; the answer comes from inside.
    residual = condition.residual.substitute(fixed).substitute(tokens)
    waiting, cuts, face = [(face_of(near, condition.region.values), near)], list[Expression](), None
    while waiting:
        face, inside = waiting.pop()
        try:
            limit = Tending(face, inside, fixed).limit(residual)
        except Split as split:
            cuts.append(_thin(split.guard, face))
            waiting += _halves(split.guard, face, inside)
            continue
        if limit.infinite:
            raise Missing("the condition is not attained: what it states tends to infinity")
        require_defined(limit.value, face, "the condition")
        vanishes(limit.value, face, left)
    if left:
        raise NotZeroError(left)
    away = list(dict.fromkeys(cuts))
    require_allowed(problem, answer, condition, closed, near, away)
    sets = listing([f"{short(guard)} = 0" for guard in away])
    where = f" away from {sets}, bounded there" if away else ""
    return f"as a limit, locally uniform{where}", ""


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
        raise Missing(f"{short(guard)}, where the limit changes, is not shown to be defined")
    if is_thin(guard, face) or any(_is_monotone(guard, name, face) for name in names):
        return guard
    raise Missing(f"{short(guard)} may vanish on more than a thin set of the face")


def _is_monotone(guard: Expression, name: str, face: Workspace) -> bool:
    slope = differentiate(guard, name)
    smooth = not any(row.kinks for row in guard.operators)
    return smooth and face.is_defined(slope) and face.signs.holds(slope, Rule.NONZERO)
