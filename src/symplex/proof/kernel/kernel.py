"""A statement and an answer: what has to be shown, in order, and what was.

Owns the domain of the proof, definedness and the order of the steps.
"""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, replace
from functools import partial
from typing import Final, final

from symplex.budget import Budget, Missing, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.analysis.extent import domain_of_proof
from symplex.proof.kernel.advice import Advise, Claim
from symplex.proof.kernel.conditions import Answer, Shown, on_face, prove_condition
from symplex.proof.kernel.laws import unknowns_in
from symplex.proof.kernel.limits import (
    given,
    is_at_an_end,
    missed_faces,
    stated_faces,
    without,
)
from symplex.proof.kernel.notions import prove_equation
from symplex.proof.kernel.pieces import NotZeroError, pieces, require_defined
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.signs import Limit, signed
from symplex.proof.kernel.study import study, written
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code, Reason

_KEY: Final = object()


@final
@dataclass(frozen=True)
class Proved:
    """A line that the kernel has shown. Only the kernel makes one."""

    subject: Reason
    """What it says: an equation, a condition or a requirement."""
    place: Reason
    """On which region."""
    reason: Reason
    """How it was shown."""
    notion: str = ""
    key: InitVar[object] = None

    def __post_init__(self, key: object) -> None:
        """Refuse to be made by anyone else, a copy with other words included."""
        if key is not _KEY:
            raise TypeError("only the kernel makes a proved line")


@final
@dataclass(frozen=True)
class Unproved:
    """A line that was not shown, with what was missing."""

    subject: Reason
    place: Reason
    reason: Reason
    residuals: tuple[tuple[Expression, Region], ...] = ()
    """Set if nothing but identities are missing: that each of these is zero on its region."""


Line = Proved | Unproved
Examined = tuple[list[Line], list[Claim]]


def examine(
    problem: Problem, answer: Answer, budget: Budget, advise: Advise, box: Region | None = None
) -> Examined:
    """Every line that an exact answer needs, each proved or not; and what the proofs rest on.

    On a box that is smaller than the domain of the problem, the lines speak of that box alone.
    """
    formulas = {name: answer[name] for name in problem.unknowns}
    start = Workspace(Region({}, ()), budget, advise, [])
    try:
        closed = start.on(box or domain_of(problem, start))
        missed = missed_faces(problem, formulas, closed)
    except Undecided as error:
        subject, place = Reason(Code.LINE_STATEMENT_DEFINED), Reason(Code.PLACE_EVERYWHERE)
        return [Unproved(subject, place, error.reason)], start.claims
    whole = closed.on(without(closed.region, missed))
    faces = tuple(dict.fromkeys(str(c.region) for c in missed)) or None
    place = Reason(Code.PLACE_CLOSED_DOMAIN, faces=faces)
    regions = {name: _region_of(name, problem, closed, missed) for name in formulas}
    subject = Reason(Code.LINE_ANSWER_DEFINED)
    found = [_line(subject, place, lambda: _defined(formulas, whole, regions))]
    for c in problem.conditions:
        space = closed if c in missed else whole
        prove = partial(prove_condition, problem, formulas, (space, whole), c)
        found.append(_line(*line_of(c), prove))
    return found + _equations(problem, formulas, whole), start.claims


def line_of(equation: Equation) -> tuple[Reason, Reason]:
    """What a line says that is about an equation or a condition, and on which region."""
    if equation.region.is_interior:
        return Reason(Code.LINE_EQUATION, text=equation.text), Reason(Code.PLACE_INTERIOR)
    subject = Reason(Code.LINE_CONDITION, text=equation.text)
    return subject, Reason(Code.PLACE_REGION, region=str(equation.region))


def why_not(error: Undecided | ExpressionError) -> Reason:
    """Why something was not shown: a step is missing, or a formula that a step needs is none."""
    if isinstance(error, Undecided):
        return error.reason
    return Reason(Code.PROOF_FORMULA, error=str(error))


def _line(subject: Reason, place: Reason, prove: Callable[[], Shown]) -> Line:
    try:
        reason, notion = prove()
    except NotZeroError as error:
        return Unproved(subject, place, error.reason, error.residuals)
    except (Undecided, ExpressionError) as error:
        return Unproved(subject, place, why_not(error))
    return Proved(subject, place, reason, notion, _KEY)


def _region_of(name: str, problem: Problem, closed: Workspace, missed: list[Equation]) -> Region:
    """Where an unknown is to be defined: it may end at those faces alone that give its values."""
    stated = stated_faces(problem, closed.region)
    return without(closed.region, [c for c in missed if name in given(c, stated, closed)])


def _defined(answer: Answer, whole: Workspace, regions: Mapping[str, Region]) -> Shown:
    for name, formula in answer.items():
        require_defined(formula, whole.on(regions[name]), Code.PART_ANSWER)
    if any(op.SIGN in formula.operators for formula in answer.values()):
        # A value that is taken on a face alone is not the limit from inside.
        spaces = whole, whole.on(whole.region.interior)
        cuts = [[p.guards for p in pieces(list(answer.values()), space)] for space in spaces]
        if cuts[0] != cuts[1]:
            raise Missing(Code.DEFINED_ANSWER_JUMPS_AT_FACE)
    return Reason(Code.SHOWN_DEFINED), ""


def _equations(problem: Problem, answer: Answer, whole: Workspace) -> list[Line]:
    formulas = (formula for e in problem.equations for formula in written(e))
    needed = frozenset[Derivative]().union(*(formula.derivatives for formula in formulas))
    try:
        found = study(answer, needed, whole.on(whole.region.interior))
    except (Undecided, ExpressionError) as error:
        return [Unproved(*line_of(e), why_not(error)) for e in problem.equations]
    prove = partial(prove_equation, problem, found=found)
    return [_line(*line_of(e), partial(prove, e)) for e in problem.equations]


def domain_of(problem: Problem, start: Workspace) -> Region:
    """The closed domain of the proof: all of space behind open faces.

    Where the statement's own formulas end before, the largest box on which they are defined.

    Raises:
        Missing: if that box cannot be found.
    """
    parameters = {name: Ends(i.low, i.high) for name, i in problem.parameters.items()}
    ends = {name: Ends(*pair) for name, pair in domain_of_proof(problem).items()}
    stated = {name: Ends(i.low, i.high) for name, i in problem.domain.items()}
    box = Region({**stated, **parameters}, problem.variables)
    region = Region({**ends, **parameters}, problem.variables)
    for equation in problem.all_equations:
        every = (limits_of(formula, start.budget) for formula in written(equation))
        for limit in dict.fromkeys(limit for limits in every for limit in limits):
            if not limit[0].derivatives:
                if not _may_end(equation, region, start, limit):
                    raise Missing(Code.DEFINED_STATEMENT_ENDS)
                # Data may end at the edge of a face, where other data are stated.
                inner = without(region, stated_faces(problem, region))
                if not _holds_within(start.on(inner), limit, equation):
                    region = _within(region, start.on(box), limit, equation)
    return region


def _may_end(equation: Equation, region: Region, start: Workspace, limit: Limit) -> bool:
    """Whether a formula of an equation may end the domain: those of single slices are defined.

    So are those of equations that say nothing of an unknown.
    """
    is_whole = equation.region.is_interior or is_at_an_end(equation, region)
    if is_whole and unknowns_in(equation, start.on(region)):
        return True
    face = start.on(on_face(region, equation))
    return face.signs.holds(limit[0].substitute(tokens_of(equation.region.values)), limit[1])


def _holds_within(space: Workspace, limit: Limit, equation: Equation) -> bool:
    face = space.on(on_face(space.region, equation))
    is_value = not equation.region.is_interior and equation.order == 0
    return is_value and face.signs.holds(
        limit[0].substitute(tokens_of(equation.region.values)), limit[1]
    )


def _within(region: Region, box: Workspace, limit: Limit, equation: Equation) -> Region:
    """The part of a region where a formula of the statement is defined, around the stated box."""
    margin, rule = limit[0].substitute(tokens_of(equation.region.values)), limit[1]
    inside = equation.region.is_interior or equation.order > 0
    parts = (part.interior if inside else part for part in (region, box.region))
    face, stated = (box.on(on_face(part, equation)) for part in parts)
    if face.signs.holds(margin, rule):
        return region
    if rule is Rule.NONZERO:
        rule, margin = Rule.POSITIVE, signed(margin, stated.signs.sign(margin) or -1)
    smaller = narrowed(face, margin, rule)
    if smaller.facts or not stated.signs.holds(margin, rule):
        raise Missing(Code.DEFINED_STATEMENT_ENDS)
    ends = {
        name: _moved(region.ends[name], before, smaller.ends[name])
        for name, before in face.region.ends.items()
    }
    return Region({**region.ends, **ends}, region.variables)


def _moved(old: Ends, before: Ends, after: Ends) -> Ends:
    """An interval with the ends that moved; the others keep their faces."""
    if after.low != before.low:
        old = replace(old, low=after.low, low_open=after.low_open)
    if after.high != before.high:
        old = replace(old, high=after.high, high_open=after.high_open)
    return old
