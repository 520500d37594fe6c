"""A proved answer with what theorems ask of it: coefficients, faces, growth.

Owns the questions and their exact answers. Which of them a theorem asks is written in `theorems`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import Final, final

from symplex.codes import UniquenessCode
from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.expression.ranges import range_of
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.study import is_smooth, linear_coefficient
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Missing

_LARGE: Final = 256
"""A bound that is tried where ranges alone give none."""


class Wall(Enum):
    """What a face of a space variable is."""

    OPEN = auto()
    """Space goes on without end."""
    VALUE = auto()
    """The value is stated."""
    SLOPE = auto()
    """The slope is stated."""
    MIXED = auto()
    """α·u + β·∂u/∂n is stated with β > 0 and α ≥ 0, n pointing outwards."""
    FREE = auto()
    """Nothing is stated at the end of the domain."""
    OTHER = auto()
    """Something else is stated."""


@final
@dataclass(frozen=True)
class Subject:
    """One proved answer of a problem with one unknown, on the closed domain of its proof."""

    problem: Problem
    formula: Expression
    notion: str
    space: Workspace

    @property
    def unknown(self) -> str:
        """The only unknown."""
        return self.problem.unknowns[0]

    @property
    def equation(self) -> Equation:
        """The only equation."""
        return self.problem.equations[0]

    def token(self, *by: str) -> Derivative:
        """The unknown, or one of its derivatives."""
        return Derivative(self.unknown, by)

    @cached_property
    def coefficients(self) -> Mapping[Derivative, Expression]:
        """Of each derivative in a linear equation.

        Raises:
            Missing: if the equation is not linear, or a coefficient not smooth on the domain.
        """
        found = {d: linear_coefficient(self.equation.residual, d, self.space) for d in self.tokens}
        smooth: dict[Derivative, Expression] = {}
        for token, slope in found.items():
            if slope is None or slope.derivatives or not is_smooth(slope, self.space):
                raise Missing(UniquenessCode.SILENT_NOT_LINEAR)
            smooth[token] = slope
        return smooth

    @cached_property
    def tokens(self) -> frozenset[Derivative]:
        """The unknown and its derivatives in the equation."""
        return self.equation.derivatives

    def require_tokens(self, *allowed: Derivative) -> None:
        """Refuse an equation with any other derivative."""
        if not self.tokens <= set(allowed):
            raise Missing(UniquenessCode.SILENT_OTHER_DERIVATIVES)

    def coefficient(self, *by: str) -> Expression:
        """The coefficient of a derivative, 0 if it does not occur."""
        return self.coefficients.get(self.token(*by), number(0))

    def slope_by(self, *by: str) -> Expression:
        """How the left side minus the right changes with a derivative, others being held."""
        tokens = sorted(self.tokens, key=repr)
        names = {token: Symbol(f"d#{k}") for k, token in enumerate(tokens)}
        if self.token(*by) not in names:
            return number(0)
        frozen = self.equation.residual.substitute({d: Expression((s,)) for d, s in names.items()})
        found = differentiate(frozen, names[self.token(*by)].name)
        return found.substitute({s: Expression((d,)) for d, s in names.items()})

    def principal(self, *by: str) -> Expression:
        """The coefficient of a derivative that enters linearly, whatever the others do.

        Raises:
            Missing: if it depends on the unknown, or is not smooth on the domain.
        """
        slope = linear_coefficient(self.equation.residual, self.token(*by), self.space)
        if slope is None or slope.derivatives or not is_smooth(slope, self.space):
            raise Missing(UniquenessCode.SILENT_HIGHEST_NOT_LINEAR)
        return slope

    def is_tame(self) -> bool:
        """Whether the equation is linear, or smooth in the unknown for all of its values."""
        try:
            return bool(self.coefficients)
        except Missing:
            residual, budget, holds = (
                self.equation.residual,
                self.space.budget,
                self.space.signs.holds,
            )
            limits = [*limits_of(residual, budget)]
            limits += [(kink, Rule.NONZERO) for kink in kinks_of(residual, budget)]
            return all(not margin.derivatives and holds(margin, rule) for margin, rule in limits)

    @property
    def open_names(self) -> frozenset[str]:
        """The variables of space that go on without end."""
        return frozenset(n for n in self.problem.space if Wall.OPEN in self.walls(n))

    def is_bounded(self, formula: Expression) -> bool:
        """Whether the values on the domain are shown to be bounded."""
        found = range_of(formula, self.space.region.ranges)
        if found.low.is_finite() and found.high.is_finite():
            return True
        holds, most = self.space.signs.holds, number(_LARGE)
        sides = (most - formula, most + formula)
        return self.space.is_defined(formula) and all(holds(s, Rule.NONNEGATIVE) for s in sides)

    def is_above_zero(self, formula: Expression) -> bool:
        """Whether the values on the domain have a positive bound from below."""
        return bool(range_of(formula, self.space.region.ranges).low > 0)

    def is_constant(self, formula: Expression) -> bool:
        """Whether no variable occurs; parameters may."""
        return not formula.symbols & set(self.problem.variables)

    def is_smooth_answer(self, order: int) -> bool:
        """Whether the answer's derivatives to some order are defined on the closed domain."""
        layer = [self.formula]
        if not is_smooth(self.formula, self.space):
            return False
        for _ in range(order):
            layer = [differentiate(f, name) for f in layer for name in self.problem.variables]
        return all(self.space.is_defined(formula) for formula in layer)

    # Faces.

    @cached_property
    def starts(self) -> tuple[int, frozenset[int]]:
        """1 for data at the start of time, −1 at the end; and the orders in time that they give.

        Raises:
            Missing: if neither or both ends carry data.
        """
        time = self.problem.time
        if time is None:
            raise Missing(UniquenessCode.SILENT_NO_TIME)
        orders: dict[int, set[int]] = {1: set(), -1: set()}
        for condition in self._faces(time):
            side = self._side(time, condition)
            for order in (0, 1):
                if self._states(condition, [time] * order):
                    orders[side].add(order)
        side = 1 if orders[1] else -1
        if not orders[side] or orders[-side]:
            raise Missing(UniquenessCode.SILENT_NOT_ONE_END)
        return side, frozenset(orders[side])

    def _faces(self, name: str) -> list[Equation]:
        faces = [c for c in self.problem.conditions if len(c.region.fixed) == 1]
        return [c for c in faces if name in c.region.values and self._side(name, c)]

    def _side(self, name: str, condition: Equation) -> int:
        """1 at the low end of a variable, −1 at the high end, 0 between."""
        interval, value = self.problem.domain[name], condition.region.values[name]
        if same_value(value, interval.low):
            return 1
        return -1 if same_value(value, interval.high) else 0

    def _states(self, condition: Equation, by: list[str]) -> bool:
        """Whether a condition gives a derivative, if those of lower order are given."""
        token = self.token(*by)
        lower = {self.token(*by[:k]) for k in range(len(by))}
        found = self._slopes(condition)
        there = self._on(condition)
        return (
            found is not None
            and token in found
            and set(found) <= {token, *lower}
            and there.signs.holds(found[token], Rule.NONZERO)
        )

    def _slopes(self, condition: Equation) -> Mapping[Derivative, Expression] | None:
        """The coefficients of a linear condition."""
        found: dict[Derivative, Expression] = {}
        for token in condition.derivatives:
            slope = linear_coefficient(condition.residual, token, self._on(condition))
            if slope is None or slope.derivatives:
                return None
            found[token] = slope
        return found

    def _on(self, condition: Equation) -> Workspace:
        region = self.space.region.where(condition.region.values)
        return self.space.on(replace(region, facts=()))

    def walls(self, name: str) -> list[Wall]:
        """What the two faces of a space variable are."""
        ends = self.space.region.ends[name]
        pairs = ((1, ends.low), (-1, ends.high))
        return [Wall.OPEN if end is None else self._wall(name, side) for side, end in pairs]

    def _wall(self, name: str, side: int) -> Wall:
        there = [c for c in self._faces(name) if self._side(name, c) == side]
        if not there:
            return Wall.FREE
        kinds = [self._kind(name, side, condition) for condition in there]
        # One condition suffices; a second one can only leave fewer solutions.
        return min(kinds, key=list(Wall).index)

    def _kind(self, name: str, side: int, condition: Equation) -> Wall:
        slopes, slope = self._slopes(condition), self.token(name)
        there = self._on(condition)
        if not slopes or not set(slopes) <= {self.token(), slope}:
            return Wall.OTHER
        if set(slopes) == {self.token()}:
            is_value = there.signs.holds(slopes[self.token()], Rule.NONZERO)
            return Wall.VALUE if is_value else Wall.OTHER
        if not there.signs.holds(slopes[slope], Rule.NONZERO):
            return Wall.OTHER
        if set(slopes) == {slope}:
            return Wall.SLOPE
        ratio = slopes[self.token()] / slopes[slope] * number(-side)
        return Wall.MIXED if there.signs.holds(ratio, Rule.NONNEGATIVE) else Wall.OTHER
