"""The domain of a proof: what the statement is read to mean, and where it must be defined.

Owns its ends: the free ones, to which an answer belongs by its limits, and the faces on which a
formula is not defined, where data are limits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from symplex.expression import Expression
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.problem.box import same_value
from symplex.problem.ends import End, EndKind, Side, end_of, end_text
from symplex.problem.equation import Equation
from symplex.problem.reading import Reading, reading, written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.frozen import depends_on
from symplex.proof.kernel.pieces import require_defined
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.workspace import Workspace, face_of
from symplex.reasons import Code
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
_OPEN: Final = MappingProxyType({Side.LOW: "low_open", Side.HIGH: "high_open"})


def domain_of(problem: StatedProblem, start: Workspace) -> Region:
    """The closed domain of the proof, without the ends that are declared open.

    Raises:
        Missing: if a formula of the statement is not shown to be defined inside of its region.
    """
    read = reading(problem)
    for end in read.one_sided if problem.time is not None else ():
        if end[0] != problem.time:
            named = end_text(end, problem.domain)
            raise Missing(Code.DEFINED_FACE_OF_OTHERS, end=named)
    ends = {name: Ends(*pair) for name, pair in read.domain.items()}
    parameters = {name: Ends(i.low, i.high) for name, i in problem.parameters.items()}
    declared = [end for end, kind in read.ends.items() if kind is EndKind.OPEN]
    region = without_ends(Region({**ends, **parameters}, problem.variables), declared)
    for equation in problem.all_equations:
        inside = start.on(on_face(region, equation).interior)
        fixed = tokens_of(equation.region.values)
        for margin, rule in _margins(written(equation), start):
            if not inside.signs.holds(margin.substitute(fixed), rule):
                raise Missing(Code.DEFINED_STATEMENT_ENDS)
    return region


def without_ends(region: Region, ends: Sequence[End]) -> Region:
    """A region without some ends."""
    for name, side in ends:
        region = region.with_ends(name, replace(region.ends[name], **{_OPEN[side]: True}))
    return region


def singular_ends(problem: StatedProblem, answer: Answer, closed: Workspace) -> list[End]:
    """The free ends at which the answer, or what a condition states, is not shown to be defined."""
    return [end for end in _free(reading(problem)) if not _is_defined(problem, answer, closed, end)]


def _free(read: Reading) -> list[End]:
    return [end for end, kind in read.ends.items() if kind is EndKind.FREE]


def _is_defined(problem: StatedProblem, answer: Answer, closed: Workspace, end: End) -> bool:
    """Whether all is shown to be defined on an end, off its edges."""
    name, values = end[0], at_end(problem, end)
    for equation in (c for c in problem.conditions if name not in c.region.values):
        face = on_face(closed.region, equation).interior.where(values)
        there = tokens_of({**equation.region.values, **values})
        inside = closed.on(replace(face, facts=()))
        margins = _margins(written(equation), closed)
        if not all(inside.signs.holds(margin.substitute(there), rule) for margin, rule in margins):
            return False
    face = face_of(closed.on(closed.region.interior), values)
    try:
        for formula in answer.values():
            require_defined(formula.substitute(tokens_of(values)), face, Code.PART_ANSWER)
    except Missing:
        return False
    return True


def _margins(formulas: Sequence[Expression], space: Workspace) -> list[tuple[Expression, Rule]]:
    every = (limit for formula in formulas for limit in limits_of(formula, space.budget))
    return [limit for limit in dict.fromkeys(every) if not limit[0].derivatives]


def at_end(problem: StatedProblem, end: End) -> dict[str, Expression]:
    """The value of a variable at an end."""
    name, side = end
    return {name: end_of(problem.domain[name], side)}


def ends_to_reach(problem: StatedProblem, singular: Sequence[End]) -> list[End]:
    """The free ends at which more is to be shown than that the answer is defined on them."""
    read = reading(problem)
    if order_of(problem) <= 0:
        return list(singular)
    faces = [end for end, kind in read.ends.items() if kind is EndKind.FACE]
    weak = [end for end in faces if end in read.one_sided or read.loses_order(end)]
    return [*_free(read), *weak]


def order_of(problem: StatedProblem) -> int:
    """Up to which order derivatives extend to free ends."""
    return max((equation.order for equation in problem.equations), default=0) - 2


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


def on_face(region: Region, condition: Equation) -> Region:
    """A region on the face of a condition."""
    fixed = condition.region.values
    kept = {name: ends for name, ends in region.ends.items() if name not in fixed}
    return Region(kept, tuple(n for n in region.variables if n not in fixed))
