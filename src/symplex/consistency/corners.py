"""Data that disagree where two faces meet: a note, never a contradiction.

A solution of a parabolic or elliptic problem is not continuous at such a corner, and exists all the
same; that of a hyperbolic one carries the jump along.
"""

from collections.abc import Iterator
from itertools import combinations

from symplex.consistency.elimination import Elimination
from symplex.consistency.exact import place, points_of, shown
from symplex.consistency.pointwise import covers, disagreement, facts_at
from symplex.problem import Equation, Problem, Region


def corner_jumps(problem: Problem) -> Iterator[str]:
    """A sentence for each pair of conditions whose data disagree where they meet."""
    for first, second in combinations(problem.conditions, 2):
        meet = first.region.meets(second.region)
        nested = any(
            covers(problem, *pair)
            for pair in ((first.region, second.region), (second.region, first.region))
        )
        if meet and not nested:
            yield from _jump(problem, first, second)


def _jump(problem: Problem, first: Equation, second: Equation) -> Iterator[str]:
    both = {**first.region.values, **second.region.values}
    where = Region(tuple((name, both[name]) for name in problem.variables if name in both))
    facts = facts_at(problem, (first, second))
    for point in points_of(problem, where):
        rows = [fact.row(point, index) for index, fact in enumerate(facts)]
        left = Elimination().impossible(row for row in rows if row is not None)
        if left is None:
            continue
        used = [facts[k] for k in sorted(left.sources)]
        names = " and ".join(fact.name.rstrip(",") for fact in used)
        how = disagreement(used, point) or f"together they leave 0 = {shown(left.right)}"
        yield f"{names} disagree where their faces meet ({place(point)}): {how}"
        return
