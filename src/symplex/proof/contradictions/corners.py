"""Data that disagree where two faces meet: a note, never a contradiction.

A solution of a parabolic or elliptic problem is not continuous at such a corner, and exists all the
same; that of a hyperbolic one carries the jump along.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from symplex.codes import StatementCode
from symplex.problem import Equation, Problem, Region
from symplex.proof.contradictions.elimination import Elimination
from symplex.proof.contradictions.exact import place, points_of
from symplex.proof.contradictions.facts import joined
from symplex.proof.contradictions.pointwise import covers, disagreement, facts_at, remainder
from symplex.reasons import Reason


class CornerJump(NamedTuple):
    """Data that disagree at a corner."""

    reason: Reason
    order: int
    """The lowest order of a derivative on which they disagree: 0 where an unknown jumps itself."""


def corner_jumps(problem: Problem) -> Iterator[CornerJump]:
    """Each pair of conditions whose data disagree where they meet."""
    for first, second in combinations(problem.conditions, 2):
        meet = first.region.meets(second.region)
        nested = any(
            covers(problem, *pair)
            for pair in ((first.region, second.region), (second.region, first.region))
        )
        if meet and not nested:
            yield from _jump(problem, first, second)


def _jump(problem: Problem, first: Equation, second: Equation) -> Iterator[CornerJump]:
    both = {**first.region.values, **second.region.values}
    where = Region(tuple((name, both[name]) for name in problem.variables if name in both))
    facts = joined(facts_at(problem, (first, second)))
    for point in points_of(problem, where) if facts else ():
        rows = [fact.row(point, index) for index, fact in enumerate(facts)]
        left = Elimination().impossible(row for row in rows if row is not None)
        if left is None:
            continue
        used = [facts[k] for k in sorted(left.sources)]
        names = tuple(fact.name.rstrip(",") for fact in used)
        how = disagreement(used, point) or remainder(left)
        order = min(d.order for fact in used for d in fact.residual.derivatives)
        where = place(point)
        reason = Reason(StatementCode.CORNER_JUMP, conditions=names, place=where, how=how)
        yield CornerJump(reason, order)
        return
