"""The domain of a proof: all of space behind open faces, as far as the statement is defined."""

from dataclasses import replace

from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.analysis.extent import domain_of_proof
from symplex.proof.kernel.laws import unknowns_in
from symplex.proof.kernel.limits import (
    is_at_an_end,
    on_face,
    stated_faces,
    without,
)
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.signs import Limit, signed
from symplex.proof.kernel.study import written
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code
from symplex.work.budget import Missing


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
