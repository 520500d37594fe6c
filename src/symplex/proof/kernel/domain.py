"""The domain of a proof: what the statement is read to mean, and where it must be defined.

Owns the free ends of the domain: an answer belongs to them by its limits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Final

from symplex.expression import Derivative, Expression
from symplex.expression.operator_facts import jet, limits_of
from symplex.expression.operators import Rule
from symplex.problem.ends import End, EndKind, Side, end_of, end_text
from symplex.problem.reading import Reading, reading, written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.limits import on_face, parts_of, require_limit
from symplex.proof.kernel.pieces import pieces, require_defined
from symplex.proof.kernel.region import Ends, Fact, Region, tokens_of
from symplex.proof.kernel.workspace import Workspace, face_of
from symplex.reasons import Code, Reason
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
    name, values = end[0], _at(problem, end)
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


def _at(problem: StatedProblem, end: End) -> dict[str, Expression]:
    name, side = end
    return {name: end_of(problem.domain[name], side)}


def ends_to_reach(problem: StatedProblem, singular: Sequence[End]) -> list[End]:
    """The free ends at which more is to be shown than that the answer is defined on them."""
    read = reading(problem)
    if _order(problem) <= 0:
        return list(singular)
    faces = [end for end, kind in read.ends.items() if kind is EndKind.FACE]
    weak = [end for end in faces if end in read.one_sided or read.loses_order(end)]
    return [*_free(read), *weak]


def _order(problem: StatedProblem) -> int:
    """Up to which order derivatives extend to free ends."""
    return max((equation.order for equation in problem.equations), default=0) - 2


def require_extension(
    problem: StatedProblem,
    answer: Answer,
    closed: Workspace,
    whole: Workspace,
    singular: Sequence[End],
) -> tuple[Reason, str]:
    """Show that the answer, with derivatives up to the order m − 2, extends to every free end.

    So do the derivatives in conditions whose faces meet an end at which the answer is undefined.
    `whole` is the domain without the singular ends, and without the faces at which data are limits.

    Raises:
        Missing: with what was not shown.
    """
    for end in ends_to_reach(problem, singular):
        values = _at(problem, end)
        stated = [c.derivatives for c in problem.conditions if end[0] not in c.region.values]
        slopes = sorted(frozenset[Derivative]().union(*stated), key=repr) if end in singular else []
        for derivative in dict.fromkeys((*_derivatives(problem), *slopes)):
            if end in singular:
                formula = jet(answer, frozenset({derivative}))[derivative]
                for at, face in parts_of(values, closed, whole):
                    require_limit(formula, (at, face), (closed, whole), None, None)
            elif derivative.order:
                _require_traces(answer, derivative, whole, values)
    return Reason(Code.SHOWN_EXTENDS), ""


def _derivatives(problem: StatedProblem) -> list[Derivative]:
    orders = range(max(_order(problem), 0) + 1)
    by = [b for k in orders for b in combinations_with_replacement(problem.variables, k)]
    return [Derivative(name, each) for name in problem.unknowns for each in by]


def _require_traces(
    answer: Answer, derivative: Derivative, whole: Workspace, values: Mapping[str, Expression]
) -> None:
    """Show that a derivative of each piece is defined where the piece reaches an end."""
    fixed = tokens_of(values)
    for piece in pieces(list(answer.values()), whole.on(whole.region.interior)):
        formulas = dict(zip(answer, piece.formulas, strict=True))
        formula = jet(formulas, frozenset({derivative}))[derivative]
        reached = whole.region.with_facts(Fact(g, Rule.NONNEGATIVE) for g in piece.guards)
        here = whole.on(reached.where(values))
        if not here.is_empty:
            require_defined(formula.substitute(fixed), here, Code.PART_LIMIT)
