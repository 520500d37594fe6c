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

from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, range_of
from symplex.problem.coordinates import coordinate, differentiate_by, in_coordinates
from symplex.problem.ends import End, EndKind, Side, end_of, face_of
from symplex.problem.equation import Equation, sign_at_points, vanishes_at_points
from symplex.problem.linear_form import linear_form
from symplex.problem.stated import StatedProblem
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
        return {
            (name, side): self._kind(name, side) for name in self.problem.domain for side in Side
        }

    def _kind(self, name: str, side: Side) -> EndKind:
        problem = self.problem
        if any(face_of(c.region, problem.domain) == (name, side) for c in problem.conditions):
            return EndKind.FACE
        if (name, side) in problem.declared:
            return problem.declared[name, side]
        if problem.time in (None, name) or any(
            self._ends_at(e, name, side) for e in problem.equations
        ):
            return EndKind.FREE
        return EndKind.INFINITE

    def _ends_at(self, equation: Equation, name: str, side: Side) -> bool:
        """Whether an equation as written is undefined everywhere on an end."""
        here = {Symbol(name): end_of(self.problem.domain[name], side)}
        box = {**self._box, **dict.fromkeys(map(coordinate, equation.derivatives), _ANY)}
        return any(
            _fails(in_coordinates(margin).substitute(here), rule, box)
            for formula in written(equation)
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
        return tuple(
            e for e in free if any(self._ends_at(one, *e) for one in self.problem.equations)
        )

    def loses_order(self, end: End) -> bool:
        """Whether an equation is undefined on an end, or its highest derivative may vanish there.

        The highest derivatives across it are those that differentiate by its variable most often.
        """
        name, side = end
        here = {Symbol(name): end_of(self.problem.domain[name], side)}
        for equation in self.problem.equations:
            if self._ends_at(equation, name, side):
                return True
            times = max((d.by.count(name) for d in equation.derivatives), default=0)
            highest = [d for d in equation.derivatives if times and d.by.count(name) == times]
            slopes = (differentiate_by(equation.residual, d).substitute(here) for d in highest)
            if highest and not any(_excludes_zero(self.range(slope)) for slope in slopes):
                return True
        return False

    @cached_property
    def blocks(self) -> tuple[frozenset[str], ...]:
        """The unknowns whose equations contain each other.

        Each unknown is given an equation that contains it; the parts do not depend on which. Where
        that cannot be done, each unknown counts for itself.
        """
        inside = [frozenset(d.of for d in e.derivatives) for e in self.problem.equations]
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

    @cached_property
    def one_sided(self) -> tuple[End, ...]:
        """The faces across which a block is differentiated of which nothing is said there."""
        problem = self.problem
        slopes = {(d.of, name) for e in problem.equations for d in e.derivatives for name in d.by}
        return tuple(
            end
            for end, kind in self.ends.items()
            if kind is EndKind.FACE
            for block in self.blocks
            if any((name, end[0]) in slopes for name in block) and not block & self._stated(end)
        )

    def _stated(self, end: End) -> frozenset[str]:
        """The unknowns on which a condition on an end is shown to depend."""
        problem = self.problem
        here = (c for c in problem.conditions if face_of(c.region, problem.domain) == end)
        return frozenset(
            token.of
            for condition in here
            for token in condition.derivatives
            if not vanishes_at_points(
                differentiate_by(condition.residual, token), condition.region, problem.box.intervals
            )
        )

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
        fixed: dict[Token, Expression] = {Symbol(n): v for n, v in condition.region.fixed}
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
        """Whether c·u_s + H = 0, and a face at one end of s alone, where c is not shown to turn."""
        faces = [self.ends[name, side] is EndKind.FACE for side in Side]
        rates = [token for token in equation.derivatives if name in token.by]
        if faces[0] == faces[1] or len(rates) != 1 or rates[0].order != 1:
            return False
        slope = differentiate_by(equation.residual, rates[0])
        if any(token.order for token in slope.derivatives):
            return False
        signs = sign_at_points(slope, equation.region, self.problem.box.intervals)
        return not signs >= {1, -1}

    def range(self, formula: Expression) -> Range | None:
        """An enclosure of a formula in the domain, whatever values unknowns and slopes have."""
        box = {**self._box, **dict.fromkeys(map(coordinate, formula.derivatives), _ANY)}
        for name, (low, high) in self.domain.items():
            box[name] = Range(
                -arb.pos_inf() if low is None else self._box[name].low,
                arb.pos_inf() if high is None else self._box[name].high,
                low is None,
                high is None,
            )
        try:
            return range_of(in_coordinates(formula), box)
        except Undecided:
            return None


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
