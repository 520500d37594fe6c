"""Verification of any answer to any problem, however it was found.

Owns the order of the steps: refute by numbers, cut into smooth pieces, prove each equation on each
piece and each condition on its face, examine the kinks. The steps themselves are in their modules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import final

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.errors import ExpressionError, listing
from symplex.expression import Derivative, Expression, Symbol, Token, apply, tuple_of
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import jet
from symplex.problem import Equation, Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.arithmetic.precision_limits import precision_limits
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.certificate import Certificate, Check, Level, conclude
from symplex.proof.context import ProofContext
from symplex.proof.notes import notes_on
from symplex.proof.pieces.cut import Piece, cut
from symplex.proof.pieces.jumps import require_zero_everywhere, takes_sign
from symplex.proof.pieces.thin import any_thin
from symplex.proof.refute import refute
from symplex.proof.weak.kinks import check_kinks
from symplex.proof.zero import Refutation, largest, prove_zero


@final
@dataclass(frozen=True)
class Limits:
    """How much a certificate may cost."""

    seconds: float = 8.0
    """Wall-clock time for the whole."""
    question: float = 4.0
    """Wall-clock time for one question to computer algebra."""
    nodes: int = 400
    """Answers with more nodes are examined by numbers only."""
    examined: int = 1_000
    """Answers with more nodes are not examined at all."""


def verify(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits | None = None
) -> Certificate:
    """The certificate for an answer: one formula for each unknown of the problem.

    Raises:
        ExpressionError: if the answer is not one: a formula missing, or a name that is unknown.
    """
    limits = limits or Limits()
    _require_answer(problem, answer)
    budget = Budget(limits.seconds, limits.question)
    certificate = _certificate(problem, answer, limits, budget)
    return replace(certificate, is_complete=certificate.is_exact or budget.left > 0)


def _certificate(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits, budget: Budget
) -> Certificate:
    box = verification_box(problem)
    notes = notes_on(problem, box)
    context = ProofContext.of(box, budget, problem.time)
    size = sum(formula.size for formula in answer.values())
    try:
        failed = refute(problem, answer, box, budget) if size <= limits.examined else None
        if failed is not None:
            return conclude((failed,), notes)
        reason = _unprovable(answer, limits)
        if reason:
            return conclude(_unproved(problem, reason), (*notes, reason))
        checks = _Verification(problem, answer, context).checks()
    except Undecided as error:
        return conclude(_unproved(problem, error.reason), notes)
    return conclude(tuple(checks), notes)


def _require_answer(problem: Problem, answer: Mapping[str, Expression]) -> None:
    if set(answer) != set(problem.unknowns):
        raise ExpressionError(
            f"expected a formula for each of {listing(problem.unknowns)}, "
            f"found {listing(sorted(answer))}"
        )
    known = {*problem.variables, *problem.parameters}
    for name, formula in answer.items():
        strange = formula.symbols - known
        if strange or formula.derivatives:
            raise ExpressionError(
                f"the answer for {name} may use {listing(sorted(known))}, "
                f"found {listing(sorted(strange)) if strange else 'a derivative'}"
            )


def _unprovable(answer: Mapping[str, Expression], limits: Limits) -> str:
    if any(formula.constants for formula in answer.values()):
        return "fitted constants are not exact numbers: nothing is proved of them"
    size = sum(formula.size for formula in answer.values())
    if size > limits.nodes:
        return f"the answer has {size} nodes; more than {limits.nodes} are not proved"
    return ""


def _unproved(problem: Problem, reason: str) -> tuple[Check, ...]:
    return tuple(
        Check(equation.text, str(equation.region), proved=False, how=reason)
        for equation in problem.all_equations
    )


@final
class _Verification:
    """One answer under proof."""

    def __init__(
        self, problem: Problem, answer: Mapping[str, Expression], context: ProofContext
    ) -> None:
        self._problem = problem
        self._answer = {name: answer[name] for name in problem.unknowns}
        self._context = context
        self._values: dict[Token, Expression] = {
            Derivative(name): formula for name, formula in self._answer.items()
        }
        data = [equation.residual.substitute(self._values) for equation in problem.all_equations]
        formulas = [*self._answer.values(), *data]
        self._precision_limit = precision_limits(formulas, context.box)

    def checks(self) -> list[Check]:
        what = "the answer is defined"
        formulas = list(self._answer.values())
        whole = apply(tuple_of(len(formulas)), *formulas)
        try:
            pieces = cut(whole, self._context)
        except (Undecided, ExpressionError) as error:
            return [
                Check(what, "closed domain", proved=False, how=str(error)),
                *_unproved(self._problem, "not reached"),
            ]
        what += "" if any(piece.jumps for piece in pieces) else " and continuous"
        how = "by intervals" + (f", {len(pieces)} pieces" if len(pieces) > 1 else "")
        found = [Check(what, "closed domain", proved=True, how=how, level=Level.SYMBOLIC)]
        for equation in self._problem.all_equations:
            for piece in pieces:
                found += self._on_piece(equation, piece, several=len(pieces) > 1)
            found += self._on_jumps(equation)
        if all(check.proved for check in found):
            found += check_kinks(self._problem, self._answer, pieces, self._context)
        return found

    def _on_piece(self, equation: Equation, piece: Piece, *, several: bool) -> list[Check]:
        """The equation where the answer is one smooth formula; nothing if that is thin here."""
        where = str(equation.region)
        try:
            context, half_spaces = self._face(equation, piece)
            if any_thin(context, half_spaces):
                return []
            parts = cut(self._residual(equation, piece), context, half_spaces)
            return [
                self._proved(equation, part, context, _where(where, part, several=several))
                for part in parts
            ]
        except (Undecided, ExpressionError) as error:
            return [
                Check(
                    equation.text,
                    _where(where, piece, several=several),
                    proved=False,
                    how=str(error),
                )
            ]

    def _on_jumps(self, equation: Equation) -> list[Check]:
        """A condition on values at the points that pieces leave out: where a sign is 0."""
        residual = _on_face(equation, equation.residual.substitute(self._values))
        if equation.order > 0 or not takes_sign(residual):
            return []
        where, face = f"{equation.region}, jumps", self._context.box.face(equation.region.values)
        try:
            require_zero_everywhere(residual, self._context.on(face))
        except (Undecided, ExpressionError) as error:
            return [Check(equation.text, where, proved=False, how=str(error))]
        how = "zero also where a sign is 0"
        return [Check(equation.text, where, proved=True, how=how, level=Level.SYMBOLIC)]

    def _face(self, equation: Equation, piece: Piece) -> tuple[ProofContext, tuple[HalfSpace, ...]]:
        """The face on which an equation holds, and the half-spaces of a piece there."""
        fixed = equation.region.values
        is_zero = self._context.normaliser.is_zero
        half_spaces = (HalfSpace(_on_face(equation, h.formula), h.sign) for h in piece.half_spaces)
        solid = tuple(half_space for half_space in half_spaces if not is_zero(half_space.formula))
        return self._context.on(self._context.box.face(fixed)).almost_everywhere, solid

    def _residual(self, equation: Equation, piece: Piece) -> Expression:
        """The equation with the piece's formulas substituted, then the face's values."""
        formulas = dict(zip(self._problem.unknowns, piece.formula.arguments, strict=True))
        derivatives: dict[Token, Expression] = {**jet(formulas, equation.derivatives)}
        return _on_face(equation, equation.residual.substitute(derivatives))

    def _proved(self, equation: Equation, part: Piece, context: ProofContext, where: str) -> Check:
        try:
            proof = prove_zero(part.formula, context, part.half_spaces, self._precision_limit)
        except OutOfTime:
            raise
        except Undecided as error:
            worst, point = largest(part.formula, context, part.half_spaces)
            return Check(
                equation.text, where, proved=False, worst=worst, how=error.reason, point=point
            )
        if isinstance(proof, Refutation):
            fixed = {n: value_of(v) for n, v in equation.region.fixed}
            return Check(
                equation.text,
                where,
                proved=False,
                worst=proof.value,
                refuted=True,
                how="the residual is certainly not zero",
                point={**proof.point, **fixed},
            )
        return Check(equation.text, where, proved=True, how=proof.how, level=proof.level)


def _on_face(equation: Equation, residual: Expression) -> Expression:
    return residual.substitute({Symbol(name): value for name, value in equation.region.fixed})


def _where(where: str, piece: Piece, *, several: bool) -> str:
    return f"{where}, {piece.where}" if several and piece.where else where
