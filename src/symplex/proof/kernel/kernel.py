"""A statement and an answer: what has to be shown, in order, and what was.

Owns the domain of the proof, definedness, conditions on faces and the order of the steps.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, replace
from functools import partial
from typing import Final, final

from symplex.budget import Budget, Missing, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Token
from symplex.expression import operators as op
from symplex.expression.operator_facts import jet, limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.analysis.extent import domain_of_proof
from symplex.proof.kernel.advice import Advise, Claim
from symplex.proof.kernel.limits import (
    is_left_out,
    missed_faces,
    prove_limit,
    stated_faces,
    without,
)
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.notions import prove_equation
from symplex.proof.kernel.omitted import gives_rates
from symplex.proof.kernel.pieces import NotZeroError, Residuals, pieces, require_defined, vanishes
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.signs import Limit, signed
from symplex.proof.kernel.study import has_kinks, study, written
from symplex.proof.kernel.traces import (
    Reached,
    inner_places,
    reached_places,
    require_single_values,
    require_values,
    single_valued,
)
from symplex.proof.kernel.workspace import Workspace, narrowed

_KEY: Final = object()
_ENDS = "the statement is not shown to be defined on all of space: state the faces on which it ends"
Shown = tuple[str, str]
"""How a line was shown, and in which notion of solution."""
Answer = Mapping[str, Expression]
Reach = Callable[[Sequence[Expression], Workspace], list[Place]]
"""The parts of a face on which a condition is to be shown for a piece with some guards."""


@final
@dataclass(frozen=True)
class Proved:
    """A line that the kernel has shown. Only the kernel makes one."""

    what: str
    where: str
    how: str
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

    what: str
    where: str
    reason: str
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
        return [Unproved("the statement is defined", "all of space", error.reason)], start.claims
    whole = closed.on(without(closed.region, missed))
    where = ", off ".join(["closed domain", *dict.fromkeys(str(c.region) for c in missed)])
    found = [_line("the answer is defined", where, lambda: _defined(formulas, whole))]
    for c in problem.conditions:
        limit = partial(prove_limit, problem, formulas, closed, whole, c)
        prove = limit if c in missed else partial(_condition, problem, formulas, whole, c)
        found.append(_line(c.text, str(c.region), prove))
    return found + _equations(problem, formulas, whole), start.claims


def _line(what: str, where: str, prove: Callable[[], Shown]) -> Line:
    try:
        how, notion = prove()
    except NotZeroError as error:
        return Unproved(what, where, error.reason, error.residuals)
    except (Undecided, ExpressionError) as error:
        return Unproved(what, where, str(error))
    return Proved(what, where, how, notion, _KEY)


def _defined(answer: Answer, whole: Workspace) -> Shown:
    for formula in answer.values():
        require_defined(formula, whole, "the answer")
    if any(op.SIGN in formula.operators for formula in answer.values()):
        # A value that is taken on a face alone is not the limit from inside.
        spaces = whole, whole.on(whole.region.interior)
        cuts = [[p.guards for p in pieces(list(answer.values()), space)] for space in spaces]
        if cuts[0] != cuts[1]:
            raise Missing("the answer jumps at a face of the domain, or is not shown not to")
    return "by ranges and algebra", ""


def _condition(problem: Problem, answer: Answer, whole: Workspace, condition: Equation) -> Shown:
    if condition.order and is_left_out(condition, whole.region):
        raise Missing("slopes have no rule on a face at which the answer is a limit")
    if any(has_kinks(kept.formula) for kept in condition.differentiated):
        raise Missing("a condition that differentiates a kink has no rule")
    if condition.order == 0:
        return _values_on_face(answer, condition, whole)
    reach = inner_places if gives_rates(problem, condition, whole) else reached_places
    return _slopes_on_face(answer, condition, whole, reach)


def _values_on_face(answer: Answer, condition: Equation, whole: Workspace) -> Shown:
    tokens: dict[Token, Expression] = {Derivative(name): f for name, f in answer.items()}
    fixed, left = _fixed(condition), Residuals()
    face = whole.on(on_face(whole.region, condition))
    formulas = [formula.substitute(tokens).substitute(fixed) for formula in written(condition)]
    for formula in formulas:
        require_defined(formula, face, "the condition")
    require_values(answer, condition, whole, face)
    return _how(vanishes(formulas[0], face, left), left), ""


def _slopes_on_face(answer: Answer, condition: Equation, whole: Workspace, reach: Reach) -> Shown:
    """Derivatives are taken from inside: on each piece that reaches the face."""
    fixed, count, left = _fixed(condition), 0, Residuals()
    inside = whole.on(whole.region.interior)
    open_face, reached = whole.on(on_face(inside.region, condition)), list[Reached]()
    single = single_valued(condition, open_face)
    for part in pieces(list(answer.values()), inside):
        if part.jumps:
            raise Missing("the answer jumps")
        guards = [guard.substitute(fixed) for guard in part.guards]
        places = reach(guards, open_face)
        if not places:
            continue
        jets = jet(dict(zip(answer, part.formulas, strict=True)), condition.derivatives | single)
        here = {token: formula.substitute(fixed) for token, formula in jets.items()}
        formulas = [formula.substitute(fixed).substitute(here) for formula in written(condition)]
        for values, face in places:
            there = tokens_of(values)
            for formula in (*here.values(), *formulas):
                require_defined(formula.substitute(there), face, "the condition")
            count += vanishes(formulas[0].substitute(there), face, left)
        reached.append((guards, here))
    if not count:
        raise Missing("no piece of the answer is shown to reach the face")
    require_single_values(single, reached, open_face)
    return _how(count, left), ""


def _equations(problem: Problem, answer: Answer, whole: Workspace) -> list[Line]:
    formulas = (formula for e in problem.equations for formula in written(e))
    needed = frozenset[Derivative]().union(*(formula.derivatives for formula in formulas))
    try:
        found = study(answer, needed, whole.on(whole.region.interior))
    except (Undecided, ExpressionError) as error:
        return [Unproved(e.text, "interior", str(error)) for e in problem.equations]
    prove = partial(prove_equation, problem, found=found)
    return [_line(e.text, "interior", partial(prove, e)) for e in problem.equations]


def _how(count: int, left: Residuals) -> str:
    if left:
        raise NotZeroError(left)
    return "zero in normal form" + (f", {count} pieces" if count > 1 else "")


def _fixed(equation: Equation) -> dict[Token, Expression]:
    return tokens_of(equation.region.values)


def on_face(region: Region, condition: Equation) -> Region:
    """A region on the face of a condition."""
    fixed = condition.region.values
    kept = {name: ends for name, ends in region.ends.items() if name not in fixed}
    return Region(kept, tuple(n for n in region.variables if n not in fixed))


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
                # Data may end at the edge of a face, where other data are stated.
                inner = without(region, stated_faces(problem, region))
                if not _holds_within(start.on(inner), limit, equation):
                    region = _within(region, start.on(box), limit, equation)
    return region


def _holds_within(space: Workspace, limit: Limit, equation: Equation) -> bool:
    face = space.on(on_face(space.region, equation))
    is_value = not equation.region.is_interior and equation.order == 0
    return is_value and face.signs.holds(limit[0].substitute(_fixed(equation)), limit[1])


def _within(region: Region, box: Workspace, limit: Limit, equation: Equation) -> Region:
    """The part of a region where a formula of the statement is defined, around the stated box."""
    margin, rule = limit[0].substitute(_fixed(equation)), limit[1]
    inside = equation.region.is_interior or equation.order > 0
    parts = (part.interior if inside else part for part in (region, box.region))
    face, stated = (box.on(on_face(part, equation)) for part in parts)
    if face.signs.holds(margin, rule):
        return region
    if rule is Rule.NONZERO:
        rule, margin = Rule.POSITIVE, signed(margin, stated.signs.sign(margin) or -1)
    smaller = narrowed(face, margin, rule)
    if smaller.facts or not stated.signs.holds(margin, rule):
        raise Missing(_ENDS)
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
