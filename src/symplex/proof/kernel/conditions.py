"""Conditions, and free ends: the limits that are asked of an answer, from each side.

A condition B = g holds at a point of its closed face if B − g tends to 0 there, on each side of
interfaces: on every closed piece of the answer that reaches the point. Owns which pieces do, the
points that are excepted, and what a condition may ask of an answer with kinks: a derivative on a
face is a function there only if those below it do not jump, and a function of it only if it does
not jump itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, final

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import jet, limits_of, short
from symplex.expression.operators import Rule
from symplex.problem.ends import End
from symplex.problem.equation import Equation
from symplex.problem.reading import reading
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.asymptotics import Asymptotics
from symplex.proof.kernel.domain import at_end, ends_to_reach, is_at_an_end, is_left_out, order_of
from symplex.proof.kernel.faces import (
    Exceptions,
    everywhere,
    is_regular,
    joined_values,
    require_bounded,
)
from symplex.proof.kernel.frozen import is_always_zero
from symplex.proof.kernel.joined import joined
from symplex.proof.kernel.meetings import Place, described
from symplex.proof.kernel.pieces import (
    NotZeroError,
    Piece,
    Residuals,
    Split,
    counted,
    pieces,
    require_defined,
    vanishes,
)
from symplex.proof.kernel.region import STRICT, Fact, Region, tokens_of
from symplex.proof.kernel.study import has_kinks, linear_coefficient, named
from symplex.proof.kernel.workspace import Workspace, face_of
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
Shown = tuple[Reason, str]
"""How a line was shown, and in which notion of solution."""
Spaces = tuple[Workspace, Workspace]
"""The closed domain, and the part of it on which an answer is defined."""


class Side(NamedTuple):
    """An answer on one side of its interfaces: a closed piece, and its derivatives there."""

    guards: Sequence[Expression]
    space: Workspace
    slopes: Mapping[Derivative, Expression]

    def reached(self, place: Place) -> list[Place]:
        """The closed part of a place that the piece reaches.

        Where it touches the place alone, these points are solved for variables if that can be done.
        """
        at, face = place
        if not self.guards:
            return [place]
        tokens, variables = tokens_of(at), set(face.region.variables)
        # A guard that is not defined there says nothing: the piece may reach all of the place.
        every = (guard.substitute(tokens) for guard in self.guards)
        here = [guard for guard in every if face.is_defined(guard)]
        closed = face.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in here)
        strict = (Fact(guard, STRICT[bool(guard.symbols & variables)]) for guard in here)
        if not face.on(face.region.with_facts(strict)).is_empty:
            return [(at, face.on(closed))]
        touched = _touched(closed, face)
        return [(joined_values(at, values), part) for values, part in touched]


@final
class Attained:
    """What is asked of one answer on faces and at free ends."""

    def __init__(self, problem: StatedProblem, answer: Answer, spaces: Spaces) -> None:
        self._problem, self._answer = problem, answer
        self._closed, self._whole = spaces
        self._inside = self._whole.on(self._whole.region.interior)

    @cached_property
    def _pieces(self) -> list[Piece]:
        """The closed pieces of the answer; with jumps, if it is not shown to be continuous."""
        formulas = list(self._answer.values())
        return joined(formulas, self._inside) or pieces(formulas, self._inside, jumping=True)

    def _sides(self, derivatives: frozenset[Derivative]) -> list[Side]:
        """The answer on each of its closed pieces; as it is, where no derivative is asked.

        A sign without a limit is held, so that the limit is that from each side.
        """
        order = max((d.order for d in derivatives), default=0)
        whole = Piece(self._inside, tuple(self._answer.values()))
        parts = self._pieces if order else [whole]
        if order and any(piece.jumps for piece in parts):
            raise Missing(Code.WEAK_ANSWER_JUMPS)
        every = (dict(zip(self._answer, piece.formulas, strict=True)) for piece in parts)
        jets = (jet(formulas, derivatives) for formulas in every)
        return [Side(p.guards, p.space, found) for p, found in zip(parts, jets, strict=True)]

    def prove_condition(self, condition: Equation) -> Shown:
        """Show a condition, and say how.

        Raises:
            Missing: with what was not shown.
        """
        if any(has_kinks(kept.formula) for kept in condition.differentiated):
            raise Missing(Code.CONDITION_DIFFERENTIATES_KINK)
        values = condition.region.values
        face = face_of(self._whole, values)
        single = single_valued(condition, face)
        found = self._sides(condition.derivatives | single)
        asked = _Asked(self._problem, condition, (self._closed, self._whole))
        # On a face on which the answer is defined it is continuous, up to edges with others.
        every = list(parts_of(values, self._closed, self._whole))
        every = every if condition.order or asked.is_missed else every[:1]
        reached = [(side, p) for place in every for side in found for p in side.reached(place)]
        if not reached:
            raise Missing(Code.CONDITION_NO_PIECE)
        for side, place in reached:
            asked.require(side, place)
        require_single_values(single, found, (values, face))
        if asked.left:
            raise NotZeroError(asked.left)
        asked.exceptions.require_tame(self._answer, self._closed, self._inside)
        sets = self._require_bounded(asked.exceptions, found, condition)
        if sets or asked.is_missed:
            return Reason(Code.SHOWN_LIMIT, sets=sets or None), ""
        return counted(Code.SHOWN_ZERO, len(reached)), ""

    @staticmethod
    def _require_bounded(
        exceptions: Exceptions, found: Sequence[Side], condition: Equation
    ) -> tuple[str, ...]:
        """Show that derivatives in a condition are bounded near what it leaves out; name that."""
        for place, _ in exceptions.left_out if condition.order else ():
            for side in found:
                for reached in side.reached(place):
                    for token in condition.derivatives:
                        require_bounded(side.slopes[token], named(token), reached, side.space)
        return tuple(dict.fromkeys(str(one) for _, one in exceptions.left_out if one))

    def extend(self, singular: Sequence[End]) -> Shown:
        """Show that the answer, with derivatives up to the order m − 2, extends to free ends.

        So do the derivatives in conditions whose faces meet an end at which it is undefined.

        Raises:
            Missing: with what was not shown.
        """
        problem = self._problem
        orders = range(max(order_of(problem), 0) + 1)
        by = [b for k in orders for b in combinations_with_replacement(problem.variables, k)]
        lower = {Derivative(name, each) for name in problem.unknowns for each in by}
        for end in ends_to_reach(problem, singular):
            values, needed = at_end(problem, end), frozenset(d for d in lower if d.order)
            every = list(parts_of(values, self._closed, self._whole))
            if end in singular:
                conditions = (c for c in problem.conditions if end[0] not in c.region.values)
                needed = frozenset(lower).union(*(c.derivatives for c in conditions))
            for derivative in sorted(needed, key=repr):
                for side in self._sides(frozenset({derivative})):
                    ask = partial(finite, side.slopes[derivative])
                    for place in every if end in singular else every[:1]:
                        for reached in side.reached(place):
                            everywhere(ask, reached, side.space)
        return Reason(Code.SHOWN_EXTENDS), ""


@final
class _Asked:
    """A condition that is asked side by side; `left` is what does not reduce to zero."""

    def __init__(
        self, problem: StatedProblem, condition: Equation, spaces: tuple[Workspace, Workspace]
    ) -> None:
        self._problem, self._condition = problem, condition
        self._closed, whole = spaces
        self.is_missed = is_left_out(condition, whole.region)
        # The data are taken on the face; the answer comes from inside.
        self._stated = condition.residual.substitute(tokens_of(condition.region.values))
        self._states = reading(problem).values(condition) is not None
        self.exceptions, self.left = Exceptions(problem, condition), Residuals()

    def require(self, side: Side, place: Place) -> None:
        """Show that the condition is attained on a side, at points of a place."""
        formula, also = self._stated.substitute(side.slopes), list[Expression]()
        if self.is_missed and not self._states:
            also = [side.slopes[token] for token in self._condition.derivatives]
        elif len(place[0]) > len(self._condition.region.values):
            also = [self._stated.substitute(dict.fromkeys(side.slopes, number(0)))]
        if any(margin.derivatives for margin, _ in limits_of(self._stated, side.space.budget)):
            require_defined(formula, side.space, Code.PART_CONDITION)
        left = Residuals()
        try:
            everywhere(partial(self._ask, (formula, *also), left), place, side.space)
        except Missing:
            if not self._is_weak(place):
                raise
            self.exceptions.leave_out(None, place)
            return
        if left and self._is_weak(place):
            self.exceptions.leave_out(None, place)
        else:
            self.left += left

    def _ask(
        self, formulas: Sequence[Expression], left: Residuals, place: Place, near: Workspace
    ) -> None:
        try:
            vanishes(finite(formulas[0], place, near), place[1])
            for formula in formulas[1:]:
                finite(formula, place, near)
        except NotZeroError as error:
            if not self.exceptions.excuse(place):
                left += error.residuals
        except Split as split:
            if not self.exceptions.excuse(place, may_ask=False):
                raise split from None
        except Missing as error:
            if not self.exceptions.excuse(place):
                at = ", ".join(f"{name} = {short(value)}" for name, value in place[0].items())
                omitted = Missing(Code.ATTAINED_OMITTED, place=at)
                raise (error if len(place[0]) == 1 else omitted) from None

    def _is_weak(self, place: Place) -> bool:
        """Whether a condition on a face is asked off null sets in which interfaces meet it.

        One linear equation of order m ≤ 2, solved for the m-th derivative across the face, and a
        linear condition of order m − 1: test functions up to the face see no more of it.
        """
        condition, closed = self._condition, self._closed
        more = {n: v for n, v in place[0].items() if n not in condition.region.values}
        thin = is_at_an_end(condition, closed.region) and set(more) & set(closed.region.variables)
        if not thin or not is_off_ends((more, place[1]), face_of(closed, condition.region.values)):
            return False
        (name,) = condition.region.values
        slopes = [linear_coefficient(condition.residual, d, closed) for d in condition.derivatives]
        linear = all(slope is not None and not slope.derivatives for slope in slopes)
        orders = {equation.order for equation in self._problem.equations}
        regular = linear and orders == {condition.order + 1}
        return regular and is_regular(self._problem, name, closed)


def finite(formula: Expression, place: Place, near: Workspace) -> Expression:
    """The limit of a formula.

    Raises:
        Missing: if it is not finite, or not shown.
        Split: if the sign of a formula on the place decides.
    """
    limit = Asymptotics(place, near).limit(formula)
    if limit.infinite:
        raise Missing(Code.ATTAINED_INFINITE)
    return limit.value


def parts_of(
    values: Mapping[str, Expression], closed: Workspace, near: Workspace
) -> Iterator[Place]:
    """A face without its edges with other ends at which the answer is undefined; then these."""
    yield values, face_of(near, values)
    ends: list[tuple[str, Expression]] = []
    for name in near.region.ends.keys() - values.keys():
        here, whole = near.region.ends[name], closed.region.ends[name]
        ends += [(name, here.low)] if here.low and here.low_open > whole.low_open else []
        ends += [(name, here.high)] if here.high and here.high_open > whole.high_open else []
    for size in range(1, len(ends) + 1):
        for some in combinations(sorted(ends, key=repr), size):
            edge = {**values, **dict(some)}
            if len(edge) == len(values) + size:
                # The edge belongs to the closed domain, and is without what is left out of it.
                yield edge, face_of(near, edge)


def _touched(closed: Region, face: Workspace) -> list[Place]:
    """The points at which a piece touches a face, solved for a variable if they lie at its end."""
    ends = [
        Fact(side, Rule.NONNEGATIVE)
        for name, symbol in ((name, Expression((Symbol(name),))) for name in closed.variables)
        for low, high in [(closed.ends[name].low, closed.ends[name].high)]
        for side in ([symbol - low] if low else []) + ([high - symbol] if high else [])
    ]
    try:
        return list(described({}, closed.with_facts(ends), face))
    except Missing:
        return [] if face.on(closed).is_empty else [({}, face.on(closed))]


def is_off_ends(place: Place, face: Workspace) -> bool:
    """Whether a set is shown to lie off the ends of a face that belong to it."""
    values, space = place
    for name in face.region.variables:
        ends, value = face.region.ends[name], values.get(name, Expression((Symbol(name),)))
        gaps = [value - ends.low] if ends.low and not ends.low_open else []
        gaps += [ends.high - value] if ends.high and not ends.high_open else []
        if not all(space.signs.holds(gap, Rule.POSITIVE) for gap in gaps):
            return False
    return True


def single_valued(condition: Equation, face: Workspace) -> frozenset[Derivative]:
    """The derivatives that must not jump on a face for a condition to have a meaning there.

    They are all below one in the condition, and that one itself unless it enters linearly.
    """
    found: set[Derivative] = set()
    for token in (token for token in condition.derivatives if token.order):
        slope = linear_coefficient(condition.residual, token, face)
        is_linear = slope is not None and _is_plain(slope, face)
        orders = range(1, token.order + (not is_linear))
        found |= {Derivative(token.of, by) for k in orders for by in combinations(token.by, k)}
    return frozenset(found)


def _is_plain(slope: Expression, face: Workspace) -> bool:
    """Whether a coefficient holds no sign (a jump times a jump) and no slope, and is not 0."""
    if op.SIGN in slope.operators or any(d.order for d in slope.derivatives):
        return False
    return not is_always_zero(slope, face)


def require_single_values(
    needed: frozenset[Derivative], found: Sequence[Side], place: Place
) -> None:
    """Show that derivatives agree wherever pieces that reach a face meet on it.

    Where they meet on more than a surface of the face, it lies in a kink, and all must agree.

    Raises:
        Missing: naming one that may jump.
    """
    at, face = place
    fixed, variables = tokens_of(at), set(face.region.variables)
    reached = [side for side in found if side.reached(place)]
    for one, other in combinations(reached, 2):
        guards = dict.fromkeys(guard.substitute(fixed) for guard in (*one.guards, *other.guards))
        facts = (Fact(guard, Rule.NONNEGATIVE) for guard in guards)
        for values, space in described({}, face.region.with_facts(facts), face):
            within = not variables & values.keys() and not space.is_empty
            every = {token for token in one.slopes if token.order} if within else needed
            for token in sorted(every, key=repr):
                gap = (one.slopes[token] - other.slopes[token]).substitute(fixed)
                try:
                    require_defined(gap.substitute(tokens_of(values)), space, Code.PART_LIMIT)
                    vanishes(gap.substitute(tokens_of(values)), space)
                except Missing:
                    raise Missing(Code.CONDITION_JUMP, name=named(token)) from None
