"""Conditions on faces: values there, and slopes from inside.

Owns where on its face a condition is looked at, and what it may ask of an answer there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from symplex.expression import Derivative, Expression, Token
from symplex.expression import operators as op
from symplex.expression.operator_facts import jet
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.problem.reading import written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.faces import Exceptions
from symplex.proof.kernel.joined import joined
from symplex.proof.kernel.limits import (
    is_at_an_end,
    is_left_out,
    is_weak,
    on_face,
    parts_of,
    prove_from_sides,
    prove_limit,
    require_limit,
    smooth_jet,
)
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.pieces import (
    NotZeroError,
    Piece,
    Residuals,
    counted,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import Fact, tokens_of
from symplex.proof.kernel.study import has_kinks, named
from symplex.proof.kernel.traces import (
    Reached,
    closed_places,
    is_off_ends,
    reached_places,
    require_signs,
    require_single_values,
    require_values,
    single_valued,
)
from symplex.proof.kernel.workspace import Workspace, face_of
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
Shown = tuple[Reason, str]
"""How a line was shown, and in which notion of solution."""


def prove_condition(
    problem: StatedProblem, answer: Answer, spaces: tuple[Workspace, Workspace], condition: Equation
) -> Shown:
    """Show a condition, and say how.

    `spaces` are the closed domain, and the part of it on which the answer is defined.

    Raises:
        Missing: with what was not shown.
    """
    closed, whole = spaces
    if any(has_kinks(kept.formula) for kept in condition.differentiated):
        raise Missing(Code.CONDITION_DIFFERENTIATES_KINK)
    if is_left_out(condition, whole.region):
        if not is_at_an_end(condition, closed.region):
            if condition.order:
                raise Missing(Code.CONDITION_SLOPES_AT_LIMIT)
            return _values_on_face(answer, condition, whole)
        face = whole.on(on_face(whole.region, condition))
        for kept in condition.differentiated:
            require_defined(kept.formula.substitute(_fixed(condition)), face, Code.PART_CONDITION)
        return prove_limit(problem, answer, closed, whole, condition)
    if condition.order == 0:
        mentioned = [answer[name] for name in sorted({d.of for d in condition.derivatives})]
        if is_at_an_end(condition, whole.region) and _jumps(mentioned, whole):
            require_values(answer, condition, whole, whole.on(on_face(whole.region, condition)))
            return prove_from_sides(problem, answer, whole, condition)
        return _values_on_face(answer, condition, whole)
    return _slopes_on_face(problem, answer, condition, (closed, whole))


def _jumps(formulas: Sequence[Expression], whole: Workspace) -> bool:
    """Whether formulas are not shown to be continuous where the arguments of signs vanish."""
    if not any(op.SIGN in formula.operators for formula in formulas):
        return False
    return joined(formulas, whole.on(whole.region.interior)) is None


def _values_on_face(answer: Answer, condition: Equation, whole: Workspace) -> Shown:
    tokens: dict[Token, Expression] = {Derivative(name): f for name, f in answer.items()}
    fixed, left = _fixed(condition), Residuals()
    face = whole.on(on_face(whole.region, condition))
    formulas = [formula.substitute(tokens).substitute(fixed) for formula in written(condition)]
    for formula in formulas:
        require_defined(formula, face, Code.PART_CONDITION)
    require_values(answer, condition, whole, face)
    return _how(vanishes(formulas[0], face, left), left), ""


def _slopes_on_face(
    problem: StatedProblem, answer: Answer, condition: Equation, spaces: tuple[Workspace, Workspace]
) -> Shown:
    """At every point that is not exceptional; or off null sets, if the weak sense is enough."""
    try:
        return _on_pieces(problem, answer, condition, spaces, weak=False)
    except Missing:
        if not is_weak(problem, condition, spaces[0]):
            raise
        return _on_pieces(problem, answer, condition, spaces, weak=True)


def _on_pieces(
    problem: StatedProblem,
    answer: Answer,
    condition: Equation,
    spaces: tuple[Workspace, Workspace],
    *,
    weak: bool,
) -> Shown:
    """Derivatives are taken from inside: on each piece that reaches the face."""
    closed, space = spaces
    left, reached, exceptions = Residuals(), list[Reached](), Exceptions(problem, condition)
    face = _without_edges(space.on(on_face(space.region, condition)), condition, exceptions)
    single, count = single_valued(condition, face), 0
    needed = condition.derivatives | single
    every = pieces(list(answer.values()), space.on(space.region.interior))
    for piece in every:
        if piece.jumps:
            raise Missing(Code.WEAK_ANSWER_JUMPS)
        guards = [guard.substitute(_fixed(condition)) for guard in piece.guards]
        if places := reached_places(guards, face):
            slopes = _slopes(answer, piece, needed, condition)
            formulas = [
                formula.substitute(_fixed(condition)).substitute(slopes)
                for formula in written(condition)
            ]
            kept = [
                place
                for place in places
                if not (weak and place[0] and is_off_ends(place, face))
                and not (
                    place[0]
                    and exceptions.excuse({**condition.region.values, **place[0]}, place[1])
                )
            ]
            count += _holds(formulas, slopes, kept, left)
            for formula, (_, part) in product(formulas, closed_places(guards, face)):
                require_defined(formula, part, Code.PART_CONDITION)
            # A piece that comes to exceptional points alone may still leave a layer there.
            reached.append(Reached(guards, slopes, formulas[0]))
    if not count:
        raise Missing(Code.CONDITION_NO_PIECE)
    _require_edges(answer, condition, spaces, exceptions)
    require_single_values(single, reached, face)
    if op.SIGN in condition.residual.operators:
        require_signs(reached, face, condition, exceptions)
    if exceptions.used or weak:
        _require_bounded(answer, condition, every, closed)
    exceptions.require_tame(answer, closed, space)
    return _how(count, left), ""


def _without_edges(face: Workspace, condition: Equation, exceptions: Exceptions) -> Workspace:
    """A face without those of its edges all of whose points are exceptional."""
    region = face.region
    for name in face.region.variables:
        ends = face.region.ends[name]
        for side in ("low", "high"):
            value = getattr(ends, side)
            if value is None or getattr(ends, f"{side}_open"):
                continue
            edge = face_of(face, {name: value})
            if exceptions.excuse({**condition.region.values, name: value}, edge):
                kept = replace(region.ends[name], **{f"{side}_open": True})
                region = region.with_ends(name, kept)
    return face.on(region)


def _require_edges(
    answer: Answer, condition: Equation, spaces: tuple[Workspace, Workspace], exceptions: Exceptions
) -> None:
    """Show that a condition holds as a limit at the edges on which the answer is not defined."""
    for at, edge in list(parts_of(condition.region.values, *spaces))[1:]:
        if not exceptions.excuse(at, edge):
            slopes = smooth_jet(answer, condition)
            residual = condition.residual.substitute(_fixed(condition)).substitute(slopes)
            left = Residuals()
            require_limit(residual, (at, edge), spaces, exceptions, left)
            if left:
                raise NotZeroError(left)


def _require_bounded(
    answer: Answer, condition: Equation, every: Sequence[Piece], closed: Workspace
) -> None:
    """Show that the derivatives in a condition are bounded on each piece, up to its boundary."""
    for piece in every:
        facts = (Fact(guard, Rule.NONNEGATIVE) for guard in piece.guards)
        around = closed.on(closed.region.with_facts(facts))
        formulas = dict(zip(answer, piece.formulas, strict=True))
        for token, formula in jet(formulas, condition.derivatives).items():
            forms = formula, piece.space.normal(formula)
            if not any(is_bounded(form, around, piece.space) for form in forms):
                raise Missing(Code.ATTAINED_UNBOUNDED, name=named(token))


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
