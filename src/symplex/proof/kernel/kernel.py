"""A statement and an answer: what has to be shown, in order, and what was.

Owns definedness and the order of the steps.
"""

from collections.abc import Mapping
from functools import partial

from symplex.errors import ExpressionError
from symplex.expression import Derivative
from symplex.expression import operators as op
from symplex.problem.ends import end_text
from symplex.problem.equation import Equation
from symplex.problem.reading import written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.advice import Advise, Claim
from symplex.proof.kernel.conditions import Answer, Attained, Shown
from symplex.proof.kernel.domain import (
    domain_of,
    ends_to_reach,
    given,
    missed_faces,
    singular_ends,
    stated_faces,
    without,
    without_ends,
)
from symplex.proof.kernel.lines import Line, Unproved, line, line_of, why_not
from symplex.proof.kernel.notions import prove_equation
from symplex.proof.kernel.pieces import pieces, require_defined
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.study import require_values_between, study
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Missing, Undecided

Examined = tuple[list[Line], list[Claim]]


def examine(
    problem: StatedProblem,
    answer: Answer,
    budget: Budget,
    advise: Advise,
    box: Region | None = None,
) -> Examined:
    """Every line that an exact answer needs, each proved or not; and what the proofs rest on.

    On a box that is smaller than the domain of the problem, the lines speak of that box alone.
    """
    formulas = {name: answer[name] for name in problem.unknowns}
    start = Workspace(Region({}, ()), budget, advise, [])
    try:
        closed = start.on(box or domain_of(problem, start))
        singular = singular_ends(problem, formulas, closed)
        inside = closed.on(without_ends(closed.region, singular))
        missed = missed_faces(problem, formulas, inside)
    except Undecided as error:
        subject, place = Reason(Code.LINE_STATEMENT_DEFINED), Reason(Code.PLACE_EVERYWHERE)
        return [Unproved(subject, place, error.reason)], start.claims
    whole = closed.on(without(inside.region, missed))
    faces = tuple(dict.fromkeys(str(c.region) for c in missed)) or None
    place = Reason(Code.PLACE_CLOSED_DOMAIN, faces=faces)
    regions = {name: _region_of(name, problem, inside, missed) for name in formulas}
    subject = Reason(Code.LINE_ANSWER_DEFINED)
    found = [line(subject, place, lambda: _defined(formulas, whole, regions))]
    attained = Attained(problem, formulas, (closed, whole))
    for c in problem.conditions:
        found.append(line(*line_of(c), partial(attained.prove_condition, c)))
    if ends := ends_to_reach(problem, singular):
        names = tuple(end_text(end, problem.domain) for end in ends)
        subject = Reason(Code.LINE_ANSWER_EXTENDS)
        found.append(
            line(subject, Reason(Code.PLACE_ENDS, ends=names), partial(attained.extend, singular))
        )
    return found + _equations(problem, formulas, whole), start.claims


def _region_of(
    name: str, problem: StatedProblem, closed: Workspace, missed: list[Equation]
) -> Region:
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


def _equations(problem: StatedProblem, answer: Answer, whole: Workspace) -> list[Line]:
    formulas = (formula for e in problem.equations for formula in written(e))
    needed = frozenset[Derivative]().union(*(formula.derivatives for formula in formulas))
    try:
        found = study(answer, needed, whole.on(whole.region.interior))
        require_values_between(answer, found)
    except (Undecided, ExpressionError) as error:
        return [Unproved(*line_of(e), why_not(error)) for e in problem.equations]
    prove = partial(prove_equation, problem, found=found)
    return [line(*line_of(e), partial(prove, e)) for e in problem.equations]
