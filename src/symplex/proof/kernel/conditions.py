"""Conditions on faces: values there, and slopes from inside.

Owns where on its face a condition is looked at, and what it may ask of an answer there.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from symplex.expression import Derivative, Expression, Token
from symplex.expression import operators as op
from symplex.expression.operator_facts import jet
from symplex.problem.equation import Equation
from symplex.problem.reading import written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.joined import joined
from symplex.proof.kernel.limits import (
    is_at_an_end,
    is_left_out,
    on_face,
    prove_from_sides,
    prove_limit,
)
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.omitted import gives_rates, is_regular
from symplex.proof.kernel.pieces import (
    NotZeroError,
    Piece,
    Residuals,
    counted,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import Region, tokens_of
from symplex.proof.kernel.study import has_kinks
from symplex.proof.kernel.traces import (
    Reached,
    closed_places,
    frozen_signs,
    inner_places,
    reached_places,
    require_signs,
    require_single_values,
    require_values,
    single_valued,
)
from symplex.proof.kernel.walls import without_quiet_walls
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
Shown = tuple[Reason, str]
"""How a line was shown, and in which notion of solution."""
Reach = Callable[[Sequence[Expression], Workspace], list[Place]]
"""The parts of a face on which a condition is to be shown for a piece with some guards."""


def prove_condition(
    problem: StatedProblem, answer: Answer, spaces: tuple[Workspace, Workspace], condition: Equation
) -> Shown:
    """Show a condition, and say how.

    `spaces` are the closed domain, if the data are attained as limits, and the part of it on which
    the answer is defined; else that part twice.

    Raises:
        Missing: with what was not shown.
    """
    closed, whole = spaces
    if condition.order and is_left_out(condition, whole.region):
        raise Missing(Code.CONDITION_SLOPES_AT_LIMIT)
    if any(has_kinks(kept.formula) for kept in condition.differentiated):
        raise Missing(Code.CONDITION_DIFFERENTIATES_KINK)
    if closed is not whole:
        face = whole.on(on_face(whole.region, condition))
        for kept in condition.differentiated:
            require_defined(kept.formula.substitute(_fixed(condition)), face, Code.PART_CONDITION)
        return prove_limit(problem, answer, closed, whole, condition)
    if condition.order == 0:
        named = [answer[name] for name in sorted({d.of for d in condition.derivatives})]
        if is_at_an_end(condition, whole.region) and _jumps(named, whole):
            require_values(answer, condition, whole, whole.on(on_face(whole.region, condition)))
            return prove_from_sides(problem, answer, whole, condition)
        return _values_on_face(answer, condition, whole)
    region = _looked_at(problem, condition, whole)
    faces = [on_face(one, condition) for one in (region, whole.region.interior)]
    rates = faces[0] == faces[1] and gives_rates(problem, condition, whole)
    reach = inner_places if rates else reached_places
    return _slopes_on_face(answer, condition, whole.on(region), reach)


def _jumps(formulas: Sequence[Expression], whole: Workspace) -> bool:
    """Whether formulas are not shown to be continuous where the arguments of signs vanish."""
    if not any(op.SIGN in formula.operators for formula in formulas):
        return False
    return joined(formulas, whole.on(whole.region.interior)) is None


def _looked_at(problem: StatedProblem, condition: Equation, whole: Workspace) -> Region:
    """The domain with those faces on whose edges a condition on slopes is looked at too.

    A sign has a value of its own there, and so may a wall. The edges of quiet walls are left out
    where one linear equation is regular across the face: it carries nothing from there.
    """
    name, *_ = condition.region.values
    regular = is_at_an_end(condition, whole.region) and is_regular(problem, name, whole)
    if op.SIGN in condition.residual.operators or not regular:
        return whole.region
    return without_quiet_walls(problem, whole)


def _values_on_face(answer: Answer, condition: Equation, whole: Workspace) -> Shown:
    tokens: dict[Token, Expression] = {Derivative(name): f for name, f in answer.items()}
    fixed, left = _fixed(condition), Residuals()
    face = whole.on(on_face(whole.region, condition))
    formulas = [formula.substitute(tokens).substitute(fixed) for formula in written(condition)]
    for formula in formulas:
        require_defined(formula, face, Code.PART_CONDITION)
    require_values(answer, condition, whole, face)
    return _how(vanishes(formulas[0], face, left), left), ""


def _slopes_on_face(answer: Answer, condition: Equation, space: Workspace, reach: Reach) -> Shown:
    """Derivatives are taken from inside: on each piece that reaches the face."""
    left, reached = Residuals(), list[Reached]()
    face = space.on(on_face(space.region, condition))
    single, count = single_valued(condition, face), 0
    needed = condition.derivatives | single
    for piece in pieces(list(answer.values()), space.on(space.region.interior)):
        if piece.jumps:
            raise Missing(Code.WEAK_ANSWER_JUMPS)
        guards = [guard.substitute(_fixed(condition)) for guard in piece.guards]
        if places := reach(guards, face):
            slopes = _slopes(answer, piece, needed, condition)
            every = (*written(condition), frozen_signs(condition.residual))
            *formulas, frozen = (
                formula.substitute(_fixed(condition)).substitute(slopes) for formula in every
            )
            count += _holds(formulas, slopes, places, left)
            for formula, (_, part) in product(formulas, closed_places(guards, face)):
                require_defined(formula, part, Code.PART_CONDITION)
            reached.append(Reached(guards, slopes, formulas[0], frozen))
    if not count:
        raise Missing(Code.CONDITION_NO_PIECE)
    require_single_values(single, reached, face)
    if op.SIGN in condition.residual.operators:
        require_signs(reached, face)
    return _how(count, left), ""


def _slopes(
    answer: Answer, piece: Piece, needed: frozenset[Derivative], condition: Equation
) -> Mapping[Derivative, Expression]:
    """The derivatives of a piece on the face of a condition."""
    jets = jet(dict(zip(answer, piece.formulas, strict=True)), needed)
    return {token: formula.substitute(_fixed(condition)) for token, formula in jets.items()}


def _holds(
    formulas: Sequence[Expression],
    slopes: Mapping[Derivative, Expression],
    places: Sequence[Place],
    left: Residuals,
) -> int:
    """Show that the first formula vanishes where all are defined; how many pieces that took."""
    count = 0
    for values, part in places:
        tokens = tokens_of(values)
        for formula in (*slopes.values(), *formulas):
            require_defined(formula.substitute(tokens), part, Code.PART_CONDITION)
        count += vanishes(formulas[0].substitute(tokens), part, left)
    return count


def _how(count: int, left: Residuals) -> Reason:
    if left:
        raise NotZeroError(left)
    return counted(Code.SHOWN_ZERO, count)


def _fixed(equation: Equation) -> dict[Token, Expression]:
    return tokens_of(equation.region.values)
