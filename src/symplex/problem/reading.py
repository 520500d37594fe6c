"""How a statement is read: what each end of its domain is, and in which notion equations hold.

Owns the first half of docs/meaning.md. It is a function of the statement alone: nothing here sees
an answer, and nothing is proved. Where it does not decide, it permits less.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final, final

from flint import arb

from symplex.errors import ProblemError, shown
from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.branches import JUMPING, guards_of
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of, short
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, range_of
from symplex.problem.coordinates import coordinate, differentiate_by, in_coordinates
from symplex.problem.ends import End, EndKind, Side, end_of, face_of
from symplex.problem.equation import Equation
from symplex.problem.linear_form import linear_form
from symplex.problem.stated import StatedProblem
from symplex.problem.witness import is_shown, is_shown_almost_everywhere, slopes
from symplex.work.budget import Undecided

_ANY: Final = Range(-arb.pos_inf(), arb.pos_inf(), low_open=True, high_open=True)


@final
class Notion(Enum):
    """In which sense an equation holds for an answer that is not smooth."""

    CLASSICAL = "classical"
    ENTROPY = "entropy"
    VISCOSITY = "viscosity"
    DISTRIBUTIONAL = "distributional"


@final
class Orientation(Enum):
    """Which of two equations with opposite signs is meant, where that matters."""

    FORWARDS = "forwards in time"
    BACKWARDS = "backwards in time"
    AS_WRITTEN = "as written"
    TURNED = "turned, since it falls in the unknown"
    ELLIPTIC = "so that it is elliptic"
    UNKNOWN = "not stated"


@final
@dataclass(frozen=True)
class Reading:
    """What a statement means beyond its words."""

    problem: StatedProblem

    @cached_property
    def ends(self) -> Mapping[End, EndKind]:
        """What each end of each variable is, in the order of the domain."""
        stated = self._stated_ends
        return {
            (name, side): stated.get((name, side))
            or (EndKind.FREE if self._is_undefined((name, side)) else EndKind.INFINITE)
            for name in self.problem.domain
            for side in Side
        }

    @cached_property
    def _stated_ends(self) -> Mapping[End, EndKind]:
        """What the ends are that are not left to the equations."""
        problem = self.problem
        timely = {problem.time} if problem.time else problem.domain.keys()
        faces = (face_of(condition.region, problem.domain) for condition in problem.conditions)
        return {
            **{(name, side): EndKind.FREE for name in timely for side in Side},
            **problem.declared,
            **{face: EndKind.FACE for face in faces if face},
        }

    def _is_undefined(self, end: End) -> bool:
        """Whether an equation as written is undefined everywhere on an end.

        The other variables go on to infinity there, unless their ends are stated.
        """
        here = {Symbol(end[0]): end_of(self.problem.domain[end[0]], end[1])}
        stated = {name: self._interval(name, self._stated_ends) for name in self.problem.domain}
        formulas = [formula for one in self.problem.equations for formula in written(one)]
        tokens = frozenset[Derivative]().union(*(formula.derivatives for formula in formulas))
        box = {**self._box, **stated, **dict.fromkeys(map(coordinate, tokens), _ANY)}
        return any(
            _fails(in_coordinates(margin).substitute(here), rule, box)
            for formula in formulas
            for margin, rule in limits_of(formula)
        )

    @cached_property
    def _box(self) -> dict[str, Range]:
        """The stated box."""
        every = {**self.problem.domain, **self.problem.parameters}
        return {
            name: Range(range_of(i.low, {}).low, range_of(i.high, {}).high)
            for name, i in every.items()
        }

    @cached_property
    def domain(self) -> Mapping[str, tuple[Expression | None, Expression | None]]:
        """The interval of each variable that is meant; None is minus or plus infinity."""
        return {
            name: (
                None if self.ends[name, Side.LOW] is EndKind.INFINITE else interval.low,
                None if self.ends[name, Side.HIGH] is EndKind.INFINITE else interval.high,
            )
            for name, interval in self.problem.domain.items()
        }

    @cached_property
    def undefined(self) -> tuple[End, ...]:
        """The free ends on which an equation is undefined."""
        free = (end for end, kind in self.ends.items() if kind is EndKind.FREE)
        return tuple(end for end in free if self._is_undefined(end))

    @cached_property
    def blocks(self) -> tuple[frozenset[str], ...]:
        """The unknowns whose equations depend on each other.

        Each unknown is given an equation that depends on it; the parts do not depend on which.
        Where that cannot be done, each unknown counts for itself.
        """
        inside = [
            frozenset(name for name in self.problem.unknowns if self._depends(e, name))
            for e in self.problem.equations
        ]
        given = _assigned(inside)
        if given is None or len(given) != len(self.problem.unknowns):
            return tuple(frozenset({name}) for name in self.problem.unknowns)
        reached = {name: set(inside[index]) for name, index in given.items()}
        for through in self.problem.unknowns:
            for names in reached.values():
                if through in names:
                    names |= reached[through]
        found = {
            frozenset(n for n in reached if n in reached[name] and name in reached[n])
            for name in self.problem.unknowns
        }
        return tuple(sorted(found, key=sorted))

    def _depends(self, equation: Equation, name: str) -> bool:
        """Whether an equation or a condition is shown to depend on an unknown somewhere."""
        tokens = [token for token in equation.derivatives if token.of == name]
        return self._is_shown(slopes(equation.residual, tokens), equation)

    def _is_shown(self, formula: Expression, where: Equation, *signs: int) -> bool:
        """Whether a formula has a sign somewhere, for each value of the parameters."""
        problem = self.problem
        here = formula.substitute(_fixed(where))
        return is_shown(here, signs or (1, -1), problem.domain, problem.parameters)

    def is_shown_almost_everywhere(self, formula: Expression, where: Equation) -> bool:
        """Whether a formula vanishes on a null set alone, for each value of the parameters."""
        problem, inside = self.problem, dict(self._box)
        for name in problem.domain:
            low, high, *_ = self._interval(name, self.ends)
            inside[name] = Range(low, high, low_open=True, high_open=True)
        here = formula.substitute(_fixed(where))
        return is_shown_almost_everywhere(here, problem.domain, problem.parameters, inside)

    @cached_property
    def faces_of_others(self) -> tuple[End, ...]:
        """The faces in space, if there is time, at which nothing is stated of some block.

        Unknowns of which no derivative occurs are given by the others there.
        """
        problem = self.problem
        changing = {d.of for e in problem.equations for d in e.derivatives if d.order}
        return tuple(
            end
            for end, kind in self.ends.items()
            if kind is EndKind.FACE and problem.time not in (None, end[0])
            for block in self.blocks
            if block & changing and not self._states(end, block)
        )

    def _states(self, end: End, block: frozenset[str]) -> bool:
        """Whether what is stated on a face depends on a block almost everywhere."""
        domain = self.problem.domain
        here = [c for c in self.problem.conditions if face_of(c.region, domain) == end]
        found = (slopes(c.residual, [d for d in c.derivatives if d.of in block]) for c in here)
        return self.is_shown_almost_everywhere(sum(found, start=number(0)), here[0])

    def notion(self, equation: Equation) -> Notion:
        """The notion in which an equation holds for answers that are not smooth."""
        problem = self.problem
        if len(problem.unknowns) != 1 or len(problem.equations) != 1:
            return Notion.DISTRIBUTIONAL
        slopes = [token for token in equation.derivatives if token.order]
        if equation.order == 1:
            quasilinear = _is_affine(equation.residual, slopes)
            rate = Derivative(problem.unknowns[0], (problem.time or "",))
            if quasilinear and rate in slopes:
                factor = differentiate_by(equation.residual, rate)
                plain = not factor.derivatives and _excludes_zero(self.range(factor))
                return Notion.ENTROPY if plain else Notion.DISTRIBUTIONAL
            if not quasilinear and not equation.differentiated:
                return Notion.VISCOSITY
        if equation.order == 2 and not equation.differentiated:  # noqa: PLR2004
            coefficients = (differentiate_by(equation.residual, token) for token in slopes)
            free = all(not slope.derivatives for slope in coefficients)
            if not (free and _is_affine(equation.residual, slopes)):
                return Notion.VISCOSITY
        return Notion.DISTRIBUTIONAL

    def orientation(self, equation: Equation) -> Orientation:
        """Which sign of an equation is meant."""
        time = self.problem.time
        if time is None or not any(time in token.by for token in equation.derivatives):
            return self._stationary(equation)
        first, last = (self._states_values((time, side)) for side in Side)
        if first or last is False:
            return Orientation.FORWARDS
        return Orientation.BACKWARDS if last and first is False else Orientation.UNKNOWN

    def _states_values(self, end: End) -> bool | None:
        """Whether a condition on an end is a·u = g with a ≠ 0; None if that is unclear.

        exp(u) = 1 states values, and u² = 1 does not.
        """
        domain = self.problem.domain
        here = [c for c in self.problem.conditions if face_of(c.region, domain) == end]
        if any(self.values(condition) is not None for condition in here):
            return True
        return None if any(condition.order == 0 for condition in here) else False

    def values(self, condition: Equation) -> tuple[str, Expression] | None:
        """The unknown of which a condition states values on a face, and these values.

        It is a·u = g with a factor a that is shown to have no zeros.
        """
        if face_of(condition.region, self.problem.domain) is None:
            return None
        fixed = _fixed(condition)
        form = linear_form(condition.residual.substitute(fixed))
        token = None if form is None else form.alone
        if form is None or token is None or token.order:
            return None
        slope = form.coefficients[token]
        if not _excludes_zero(self.range(slope)):
            return None
        given = condition.substitute(fixed).given_value()
        return token.of, -form.rest / slope if given is None else given[1]

    def _stationary(self, equation: Equation) -> Orientation:
        """Rising in the unknown, else as written; not stated if a variable may be meant as time."""
        if any(self._may_be_time(name, equation) for name in self.problem.variables):
            return Orientation.UNKNOWN
        states = [token for token in equation.derivatives if not token.order]
        if not states:
            return Orientation.AS_WRITTEN if equation.order == 1 else Orientation.ELLIPTIC
        slope = differentiate_by(equation.residual, states[0])
        found = self.range(slope)
        if found is not None and found.low >= 0:
            return Orientation.AS_WRITTEN
        # For a parameter with which the slope vanishes the equation is meant as it is written.
        may_vanish = bool(slope.symbols & set(self.problem.parameters))
        if found is not None and (found.high < 0 or (found.high <= 0 and not may_vanish)):
            return Orientation.TURNED
        return Orientation.UNKNOWN

    def _may_be_time(self, name: str, equation: Equation) -> bool:
        """Whether there is a face at one end of s alone, and u_s is not shown to have two signs.

        Nothing else differentiates by s; it is the derivative by u_s that may change its sign.
        """
        faces = [self.ends[name, side] is EndKind.FACE for side in Side]
        rate = Derivative(self.problem.unknowns[0], (name,))
        more = [d for d in equation.derivatives if name in d.by and d != rate]
        alone = rate in equation.derivatives and not self._is_shown(
            slopes(equation.residual, more), equation
        )
        if faces[0] == faces[1] or not alone:
            return False
        slope = differentiate_by(equation.residual, rate)
        return not all(self._is_shown(slope, equation, sign) for sign in (1, -1))

    def range(self, formula: Expression) -> Range | None:
        """An enclosure of a formula in the domain, whatever values unknowns and slopes have."""
        box = {**self._box, **dict.fromkeys(map(coordinate, formula.derivatives), _ANY)}
        box |= {name: self._interval(name, self.ends) for name in self.problem.domain}
        try:
            return range_of(in_coordinates(formula), box)
        except Undecided:
            return None

    def _interval(self, name: str, ends: Mapping[End, EndKind]) -> Range:
        """The interval of a variable, without ends that are infinite or unknown."""
        stated = self._box[name]
        low, high = (ends.get((name, side), EndKind.INFINITE) is EndKind.INFINITE for side in Side)
        return Range(_ANY.low if low else stated.low, _ANY.high if high else stated.high, low, high)


def _assigned(inside: Sequence[frozenset[str]]) -> dict[str, int] | None:
    """An unknown for each equation, by augmenting paths; None if there is no such assignment."""
    given: dict[str, int] = {}

    def place(index: int, seen: set[str]) -> bool:
        for name in sorted(inside[index] - seen):
            seen.add(name)
            if name not in given or place(given[name], seen):
                given[name] = index
                return True
        return False

    return given if all(place(index, set()) for index in range(len(inside))) else None


def reading(problem: StatedProblem) -> Reading:
    """How a statement is read."""
    return Reading(problem)


def written(equation: Equation) -> list[Expression]:
    """The residual, and every formula that the statement differentiates."""
    return [equation.residual, *(kept.formula for kept in equation.differentiated)]


def _fixed(where: Equation) -> dict[Token, Expression]:
    return {Symbol(name): value for name, value in where.region.fixed}


def _fails(margin: Expression, rule: Rule, box: Mapping[str, Range]) -> bool:
    """Whether a margin breaks its rule everywhere on a box."""
    try:
        found = range_of(margin, box)
    except Undecided:
        return False
    if rule is Rule.NONZERO:
        return bool(found.low >= 0 and found.high <= 0)
    return bool(found.high < 0 or (rule is Rule.POSITIVE and found.high <= 0))


def _excludes_zero(found: Range | None) -> bool:
    return found is not None and bool(found.low > 0 or found.high < 0)


def _is_affine(formula: Expression, tokens: Iterable[Derivative]) -> bool:
    """Whether a formula is, as it is written, jointly affine in some derivatives."""
    whole, names = in_coordinates(formula), {coordinate(token) for token in tokens}
    bends = (*kinks_of(whole), *(margin for margin, _ in limits_of(whole)))
    if any(bend.symbols & names for bend in bends):
        return False
    pairs = combinations_with_replacement(sorted(names), 2)
    return all(differentiate(differentiate(whole, a), b) == number(0) for a, b in pairs)


def check_conditions(problem: StatedProblem) -> StatedProblem:
    """The statement, if each of its conditions states something almost everywhere on its region.

    Raises:
        ProblemError: if one may state nothing somewhere, or has a sign that may be 0 there.
    """
    for index, condition in enumerate(problem.conditions):
        _check_condition(reading(problem), condition, f"conditions[{index}].equation")
    return problem


def _check_condition(read: Reading, condition: Equation, key: str) -> None:
    """Refuse what may state nothing somewhere, and signs that may be 0 there."""
    each = " for each value of the parameters" if read.problem.parameters else ""
    where = f"almost everywhere at {condition.region}{each}"
    for guard in guards_of(condition.residual, JUMPING):
        if not read.is_shown_almost_everywhere(guard, condition):
            message = (
                f"sign({short(guard)}) is not shown to be 1 or -1 {where}; write the value that is "
                "meant"
            )
            raise ProblemError(message, key=key)
    found = slopes(condition.residual, condition.derivatives)
    if not read.is_shown_almost_everywhere(found, condition):
        message = (
            f"'{shown(condition.text)}' is not shown to depend on an unknown {where}: it may hold "
            "for every function there, and state nothing; leave it out, or state what is meant"
        )
        raise ProblemError(message, key=key)
