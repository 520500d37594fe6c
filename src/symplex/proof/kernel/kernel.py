"""A statement and an answer: what has to be shown, in order, and what was.

Owns the domain of the proof, definedness, conditions on faces and the order of the steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, final

from symplex.budget import Budget, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.operator_facts import jet, limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.advice import Advise, Proof
from symplex.proof.kernel.notions import prove_equation
from symplex.proof.kernel.pieces import (
    NotZeroError,
    Piece,
    Workspace,
    narrowed,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.proof.kernel.study import Study, study

_KEY: Final = object()


@final
@dataclass(frozen=True)
class Proved:
    """A line that the kernel has shown. Only the kernel makes one."""

    what: str
    where: str
    how: str
    notion: str = ""
    key: object = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse to be made by anyone else."""
        if self.key is not _KEY:
            raise TypeError("only the kernel makes a proved line")


@final
@dataclass(frozen=True)
class Unproved:
    """A line that was not shown, with what was missing."""

    what: str
    where: str
    reason: str
    residual: Expression | None = None
    """Set if nothing but an identity is missing: that this is zero."""
    region: Region | None = None


Line = Proved | Unproved


def examine(
    problem: Problem, answer: Mapping[str, Expression], budget: Budget, advise: Advise
) -> tuple[list[Line], Proof]:
    """Every line that an exact answer needs, each proved or not; and what the proofs rest on."""
    found = _Examination(problem, answer, budget, advise)
    return found.lines(), found.proof


@final
class _Examination:
    def __init__(
        self,
        problem: Problem,
        answer: Mapping[str, Expression],
        budget: Budget,
        advise: Advise,
    ) -> None:
        self._advise = advise
        self.proof = Proof()
        self._problem = problem
        self._answer = {name: answer[name] for name in problem.unknowns}
        self._budget = budget

    def lines(self) -> list[Line]:
        found: list[Line] = []
        try:
            region = domain_of(self._problem, self._budget, self._advise, self.proof)
        except Undecided as error:
            return [Unproved("the domain of the statement", "all of space", error.reason)]
        whole = Workspace(region, self._budget, self._advise, self.proof)
        found.append(self._line("the answer is defined", "closed domain", self._defined, whole))
        for condition in self._problem.conditions:
            found.append(self._condition(condition, whole))
        found += self._equations(whole)
        return found

    def _line(self, what: str, where: str, prove, *arguments) -> Line:  # noqa: ANN001, ANN002
        try:
            how, notion = prove(*arguments)
        except NotZeroError as error:
            return Unproved(what, where, error.reason, error.formula, error.region)
        except (Undecided, ExpressionError) as error:
            return Unproved(what, where, str(error))
        return Proved(what, where, how, notion, _KEY)

    def _defined(self, whole: Workspace) -> tuple[str, str]:
        for formula in self._answer.values():
            require_defined(formula, whole, "the answer")
        return "by ranges and algebra", ""

    def _condition(self, condition: Equation, whole: Workspace) -> Line:
        prove = self._values_on_face if condition.order == 0 else self._slopes_on_face
        return self._line(condition.text, str(condition.region), prove, condition, whole)

    def _values_on_face(self, condition: Equation, whole: Workspace) -> tuple[str, str]:
        tokens: dict[Token, Expression] = {Derivative(n): f for n, f in self._answer.items()}
        residual = condition.residual.substitute(tokens).substitute(_fixed(condition))
        face = whole.on(on_face(whole.region, condition))
        require_defined(residual, face, "the condition")
        count = vanishes(residual, face)
        return _pieces(count), ""

    def _slopes_on_face(self, condition: Equation, whole: Workspace) -> tuple[str, str]:
        """Derivatives are taken from inside: on each piece that reaches the face."""
        if condition.differentiated:
            raise Undecided("a condition with a divergence has no rule")
        parts = pieces(list(self._answer.values()), whole.on(whole.region.interior))
        fixed, count = _fixed(condition), 0
        for part in parts:
            face = _face_of_piece(whole.on(on_face(whole.region.interior, condition)), part, fixed)
            if face is None:
                continue
            jets = jet(dict(zip(self._answer, part.formulas, strict=True)), condition.derivatives)
            for formula in jets.values():
                require_defined(formula.substitute(fixed), face, "a derivative")
            residual = condition.residual.substitute(dict[Token, Expression](jets))
            residual = residual.substitute(fixed)
            require_defined(residual, face, "the condition")
            count += vanishes(residual, face)
        if not count:
            raise Undecided("no piece of the answer is shown to reach the face")
        return _pieces(count), ""

    def _equations(self, whole: Workspace) -> list[Line]:
        inside = whole.on(whole.region.interior)
        needed = frozenset[Derivative]().union(*(e.derivatives for e in self._problem.equations))
        try:
            found = study(self._answer, needed, inside)
        except (Undecided, ExpressionError) as error:
            return [Unproved(e.text, "interior", str(error)) for e in self._problem.equations]
        return [
            self._line(equation.text, "interior", self._equation, equation, found)
            for equation in self._problem.equations
        ]

    def _equation(self, equation: Equation, found: Study) -> tuple[str, str]:
        meaning = prove_equation(self._problem, equation, found)
        return meaning.how, meaning.notion


def _face_of_piece(
    face: Workspace, part: Piece, fixed: Mapping[Token, Expression]
) -> Workspace | None:
    """The part of a face that a piece reaches; None if that is nothing or thin."""
    if part.jumps:
        raise Undecided("the answer jumps")
    facts = [guard.substitute(fixed) for guard in part.guards]
    solid = [Fact(fact, Rule.POSITIVE) for fact in facts if not face.is_zero(fact)]
    reached = face.on(face.region.with_facts(solid))
    return None if reached.is_empty else reached


def _pieces(count: int) -> str:
    return "zero in normal form" + (f", {count} pieces" if count > 1 else "")


def _fixed(equation: Equation) -> dict[Token, Expression]:
    return {Symbol(name): value for name, value in equation.region.fixed}


def on_face(region: Region, condition: Equation) -> Region:
    """A region on the face of a condition."""
    fixed = condition.region.values
    kept = {name: ends for name, ends in region.ends.items() if name not in fixed}
    return Region(kept, tuple(n for n in region.variables if n not in fixed))


def domain_of(problem: Problem, budget: Budget, advise: Advise, proof: Proof) -> Region:
    """The closed domain of the proof: all of space behind open faces.

    Where the statement's own formulas end before, the largest box on which they are defined.

    Raises:
        Undecided: if that box cannot be found.
    """
    ends = {name: _ends(problem, name) for name in problem.variables}
    ends |= {name: Ends(i.low, i.high) for name, i in problem.parameters.items()}
    region = Region(ends, problem.variables)
    for equation in problem.all_equations:
        for margin, rule in limits_of(equation.residual):
            if margin.derivatives:
                continue
            space = Workspace(on_face(region, equation), budget, advise, proof)
            region = _within(region, margin.substitute(_fixed(equation)), rule, space)
    return region


def _within(region: Region, margin: Expression, rule: Rule, face: Workspace) -> Region:
    if face.signs.holds(margin, rule):
        return region
    smaller = narrowed(face, margin, rule)
    if smaller.facts:
        raise Undecided(
            "the statement's own formulas are not shown to be defined on all of space: "
            "state the faces on which it ends"
        )
    return Region({**region.ends, **smaller.ends}, region.variables)


def _ends(problem: Problem, name: str) -> Ends:
    """An interval, infinite behind the open faces of space in a problem with time."""
    interval = problem.domain[name]
    if problem.time is None or name == problem.time:
        return Ends(interval.low, interval.high)
    faces = [c.region.values for c in problem.conditions if len(c.region.fixed) == 1]
    held = [fixed[name] for fixed in faces if name in fixed]
    low = any(same_value(value, interval.low) for value in held)
    high = any(same_value(value, interval.high) for value in held)
    return Ends(interval.low if low else None, interval.high if high else None)
