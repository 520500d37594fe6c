"""Where on a face a condition must hold: at every point that the statement does not except.

Owns the use of the exceptional points that `problem.exceptional` computes from the statement: which
sets lie in them, and what holds near them. *Theorem:* bounded functions that have their data as
limits off a null set attain them in L¹ and as distributions; so do the densities of conservation
laws with bounded fluxes and sources, and what these determine.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, final

from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.differentiated import placeholder
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem.coordinates import differentiate_by
from symplex.problem.equation import Equation
from symplex.problem.exceptional import Exceptional, exceptional
from symplex.problem.reading import reading
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.asymptotics import Asymptotics, is_nonnegative
from symplex.proof.kernel.meetings import Place, solved
from symplex.proof.kernel.pieces import Split, pieces, vanishes
from symplex.proof.kernel.region import Values, tokens_of
from symplex.proof.kernel.study import has_kinks, is_smooth_in_state, linear_coefficient
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
_MAX_LAWS: Final = 4
_MAX_CUTS: Final = 16
"""How often a place is cut by signs."""


def everywhere(
    ask: Callable[[Place, Workspace], object], place: Place, near: Workspace, cuts: int = 0
) -> None:
    """Ask something at each point of a place: where a sign decides, on its sides and zeros apart.

    Raises:
        Missing: if it is not shown somewhere.
    """
    at, face = place
    face.budget.step()
    if face.is_empty:
        return
    try:
        ask(place, near)
        return
    except Split as split:
        guard = split.guard
    if cuts == _MAX_CUTS:
        raise Missing(Code.PIECES_TOO_MANY, most=_MAX_CUTS)
    if not face.is_defined(guard):
        raise Missing(Code.ATTAINED_GUARD_UNDEFINED, guard=short(guard))
    for side in (guard, -guard):
        part = face.on(narrowed(face, side, Rule.POSITIVE))
        if not part.is_empty:
            inside = near.on(narrowed(near, side, Rule.POSITIVE))
            everywhere(ask, (at, part), inside, cuts + 1)
    for values, facts in solved(guard, face):
        variables = set(face.region.variables)
        known = {n: v for n, v in values.items() if not variables & {n, *v.symbols}}
        there = face.on(face.region.with_facts(facts).where(values))
        inside = near.on(near.region.where(known)) if known else near
        everywhere(ask, (joined_values(at, values), there), inside, cuts + 1)


def joined_values(at: Values, values: Values) -> Values:
    """A place where more symbols have values."""
    tokens = tokens_of(values)
    return {**{name: value.substitute(tokens) for name, value in at.items()}, **values}


class LeftOut(NamedTuple):
    """Points at which a condition is not attained, and what excuses it; None if the weak sense."""

    place: Place
    one: Exceptional | None


@final
class Exceptions:
    """The exceptional points of one condition, and those of them that a proof has left out."""

    def __init__(self, problem: StatedProblem, condition: Equation) -> None:
        self._problem = problem
        self.sets = exceptional(reading(problem), condition)
        self._left_out: dict[object, LeftOut] = {}

    @property
    def left_out(self) -> Sequence[LeftOut]:
        """What was left out, each place once."""
        return list(self._left_out.values())

    def leave_out(self, one: Exceptional | None, place: Place) -> None:
        """Ask no limit there; what holds near it is shown later."""
        key = one, tuple(place[0].items()), place[1].region
        self._left_out[key] = LeftOut(place, one)

    def excuse(self, place: Place, *, may_ask: bool = True) -> bool:
        """Whether every point of a place is exceptional; then it is left out.

        Raises:
            Split: if the sign of a formula may tell which are.
        """
        at, face = place
        question: Expression | None = None
        for one in self.sets:
            fixed = (Expression((Symbol(name),)) - value for name, value in one.region.fixed)
            gaps = [f.substitute(tokens_of(at)) for f in (*fixed, *one.zeros)]
            asked = next((gap for gap in gaps if not _is_zero(gap, face)), None)
            if asked is None:
                apart = (f.substitute(tokens_of(at)) for f in one.nonzero)
                asked = next((f for f in apart if not _is_nonzero(f, face)), None)
                if asked is None:
                    self.leave_out(one, place)
                    return True
            elif _is_nonzero(asked, face):
                continue
            question = question or face.normal(asked)
        if may_ask and question is not None and question.symbols and face.is_defined(question):
            raise Split(question)
        return False

    def require_tame(self, answer: Answer, closed: Workspace, near: Workspace) -> None:
        """Show what holds near the points that were left out.

        The block is bounded. Unless conservation laws determine it, it has one unknown, and its
        limits lie between the values that are stated.

        Raises:
            Missing: with what was not shown.
        """
        blocks = reading(self._problem).blocks
        for place, one in self.left_out:
            for name, formula in answer.items():
                require_bounded(formula, name, place, near)
            if one is None or not one.of:
                continue
            block = next(block for block in blocks if one.of in block)
            laws = _Laws(answer, closed, (place, near))
            if not laws.determine(self._problem, one, block):
                if len(block) > 1:
                    raise Missing(Code.ATTAINED_NOT_BETWEEN, name=one.of)
                _require_between(answer[one.of], one, place, near)


def _require_between(formula: Expression, one: Exceptional, place: Place, near: Workspace) -> None:
    """Show that the limits of a formula lie between two of the stated values, by pieces if need be.

    Raises:
        Missing: if that is not shown.
    """
    try:
        everywhere(partial(_require_within, formula, one), place, near)
    except Missing:
        for piece in pieces((formula,), near):
            everywhere(partial(_require_within, piece.formulas[0], one), place, piece.space)


def _require_within(formula: Expression, one: Exceptional, place: Place, near: Workspace) -> None:
    limits, tokens = Asymptotics(place, near), tokens_of(place[0])
    ways = (limits.require_bounded(formula), limits.face), (formula, near)
    for sign in (1, -1):
        if not any(
            is_nonnegative((stated.substitute(tokens) - value) * sign, space)
            for value, space in ways
            for stated in one.values
        ):
            raise Missing(Code.ATTAINED_NOT_BETWEEN, name=one.of)


def require_bounded(formula: Expression, name: str, place: Place, near: Workspace) -> None:
    """Show that a formula is bounded near each point of a place.

    Raises:
        Missing: naming it.
    """
    try:
        everywhere(lambda at, inside: Asymptotics(at, inside).require_bounded(formula), place, near)
    except Missing:
        raise Missing(Code.ATTAINED_UNBOUNDED, name=name) from None


def _is_zero(formula: Expression, place: Workspace) -> bool:
    try:
        return bool(vanishes(formula, place))
    except Missing:
        return False


def _is_nonzero(formula: Expression, place: Workspace) -> bool:
    """Whether a formula is defined and has no zeros, off those of the signs in it."""
    if not place.is_defined(formula):
        return False
    if place.signs.holds(formula, Rule.NONZERO):
        return True
    try:
        every = pieces((formula,), place) if has_kinks(formula) else []
    except Missing:
        return False
    return bool(every) and all(p.space.signs.holds(p.formulas[0], Rule.NONZERO) for p in every)


def is_regular(problem: StatedProblem, name: str, closed: Workspace) -> bool:
    """Whether there is one linear equation, solved for its highest derivative by a variable.

    Its coefficients are smooth up to the faces, and the order is at most two.
    """
    if len(problem.equations) != 1 or len(problem.unknowns) != 1:
        return False
    (equation,) = problem.equations
    slopes = {d: linear_coefficient(equation.residual, d, closed) for d in equation.derivatives}
    source = equation.residual.substitute(dict.fromkeys(slopes, number(0)))
    plain = equation.order <= 2 and not any(has_kinks(r.formula) for r in equation.differentiated)  # noqa: PLR2004
    if not (plain and slopes and closed.is_defined(source)):
        return False
    if not all(_is_smooth(slope, closed) for slope in slopes.values()):
        return False
    times = max(d.by.count(name) for d in slopes)
    highest = [d for d in slopes if times and d.by.count(name) == times]
    across = slopes.get(highest[0]) if len(highest) == 1 and highest[0].order == times else None
    return across is not None and closed.signs.holds(across, Rule.NONZERO)


def _is_smooth(slope: Expression | None, closed: Workspace) -> bool:
    plain = slope is not None and not slope.derivatives and not has_kinks(slope)
    return plain and slope is not None and closed.is_defined(slope)


@final
class _Laws:
    """Equations Σ c·∂F + S = 0 beside points that are left out; what they leave of a block."""

    def __init__(self, answer: Answer, closed: Workspace, where: tuple[Place, Workspace]) -> None:
        self._closed, self._where = closed, where
        self._values: dict[Token, Expression] = {Derivative(u): f for u, f in answer.items()}

    def determine(self, problem: StatedProblem, one: Exceptional, block: frozenset[str]) -> bool:
        """Whether densities across a face determine the unknowns of a block."""
        equations = [e for e in problem.equations if block & {d.of for d in e.derivatives}]
        unknowns = [Derivative(name) for name in sorted(block)]
        for face in one.faces if len(equations) == len(unknowns) <= _MAX_LAWS else ():
            found = [self._density(equation, face) for equation in equations]
            rows = [[differentiate_by(d, u) for u in unknowns] for d in found if d is not None]
            if len(rows) == len(unknowns):
                change = _determinant(rows).substitute(self._values)
                near = self._where[1]
                if near.signs.holds(change, Rule.NONZERO) and self._is_bounded(1 / change):
                    return True
        return False

    def _is_bounded(self, formula: Expression) -> bool:
        """Whether a formula without derivatives is bounded along the answer."""
        here = formula.substitute(self._values)
        try:
            require_bounded(here, "", *self._where)
        except Missing:
            return False
        return True

    def _density(self, equation: Equation, name: str) -> Expression | None:
        """What Σ c·∂F + S = 0, as it is written, differentiates across a face.

        The numbers c are not 0 for any value of the parameters, F and S hold no derivatives and are
        bounded, and no variable stands in this F.
        """
        kept = equation.with_placeholders
        terms = [(placeholder(k), r.formula, r.by) for k, r in enumerate(equation.differentiated)]
        slopes = (d for d in kept.derivatives if d.order)
        terms += [(d, Expression((Derivative(d.of),)), d.by) for d in slopes]
        source = kept.substitute({leaf: number(0) for leaf, _, _ in terms})
        across = [flux for _, flux, by in terms if by == (name,)]
        formulas = [*(flux for _, flux, _ in terms), source]
        if (
            len(across) == 1
            and not across[0].symbols & set(self._closed.region.variables)
            and not any(d.order for formula in formulas for d in formula.derivatives)
            and all(len(by) == 1 for _, _, by in terms)
            and all(self._is_factor(kept, leaf, across=by == (name,)) for leaf, _, by in terms)
            and all(map(self._is_bounded, formulas))
        ):
            return across[0]
        return None

    def _is_factor(self, kept: Expression, leaf: Derivative, *, across: bool) -> bool:
        """Whether a factor is another number than 0 for each value of the parameters.

        Of one unknown, a·u_x with a smooth a is ∂A/∂x less a source.
        """
        closed, slope = self._closed, linear_coefficient(kept, leaf, self._closed)
        if slope is None or any(d.order for d in slope.derivatives):
            return False
        if not across and {d.of for d in kept.derivatives} == {leaf.of}:
            return is_smooth_in_state(slope, leaf.of, closed)
        if slope.derivatives or slope.symbols & set(closed.region.variables):
            return False
        return closed.is_defined(slope) and closed.signs.holds(slope, Rule.NONZERO)


def _determinant(rows: Sequence[Sequence[Expression]]) -> Expression:
    """By the first row; a factor 0 is left out."""
    if not rows:
        return number(1)
    total = number(0)
    for column, entry in enumerate(rows[0]):
        if entry != number(0):
            rest = [[*row[:column], *row[column + 1 :]] for row in rows[1:]]
            minor = entry * _determinant(rest)
            total = total + minor if column % 2 == 0 else total - minor
    return total
