"""A proved answer with what theorems ask of it: coefficients, faces, growth.

Owns the questions and their exact answers. Which of them a theorem asks is written in `theorems`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import Final, final

from symplex.codes import UniquenessCode
from symplex.expression import Derivative, Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.expression.ranges import range_of
from symplex.problem import Equation, Problem
from symplex.problem.coordinates import differentiate_by
from symplex.problem.ends import Side, face_of
from symplex.problem.linear_form import linear_form
from symplex.proof.kernel.study import is_smooth, linear_coefficient
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Missing

_LARGE: Final = 256
"""A bound that is tried where ranges alone give none."""


class Boundary(Enum):
    """What a face of a space variable is."""

    OPEN = auto()
    """Space goes on without end."""
    DIRICHLET = auto()
    """The value is stated."""
    NEUMANN = auto()
    """The slope is stated."""
    ROBIN = auto()
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
        return differentiate_by(self.equation.residual, self.token(*by))

    def principal(self, *by: str) -> Expression:
        """The coefficient of a derivative that enters linearly, whatever the others do.

        Raises:
            Missing: if it depends on the unknown, or is not smooth on the domain.
        """
        slope = linear_coefficient(self.equation.residual, self.token(*by), self.space)
        if slope is None or slope.derivatives or not is_smooth(slope, self.space):
            raise Missing(UniquenessCode.SILENT_HIGHEST_NOT_LINEAR)
        return slope

    def is_smooth_in_unknown(self) -> bool:
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
        return frozenset(n for n in self.problem.space if Boundary.OPEN in self.walls(n))

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
        low, high = (
            frozenset(k for k in (0, 1) for c in self._on(time, side) if self._gives(c, time, k))
            for side in Side
        )
        if bool(low) == bool(high):
            raise Missing(UniquenessCode.SILENT_NOT_ONE_END)
        return (1, low) if low else (-1, high)

    def _on(self, name: str, side: Side) -> list[Equation]:
        """The conditions on a face."""
        problem = self.problem
        return [c for c in problem.conditions if face_of(c.region, problem.domain) == (name, side)]

    def _gives(self, condition: Equation, name: str, order: int) -> bool:
        """Whether a condition gives a derivative across a face, if those of lower order are."""
        form, lower = (
            linear_form(condition.residual),
            [self.token(*[name] * k) for k in range(order)],
        )
        return (
            form is not None
            and form.coefficients.keys() <= {self.token(*[name] * order), *lower}
            and self._holds(
                condition, form.coefficient(self.unknown, *[name] * order), Rule.NONZERO
            )
        )

    def _holds(self, condition: Equation, formula: Expression, rule: Rule) -> bool:
        """Whether a formula obeys a rule where a condition holds."""
        region = self.space.region.where(condition.region.values)
        return self.space.on(replace(region, facts=())).signs.holds(formula, rule)

    def walls(self, name: str) -> list[Boundary]:
        """What the two faces of a space variable are.

        One condition suffices; a second one can only leave fewer solutions.
        """
        ends, found = self.space.region.ends[name], list[Boundary]()
        for side, end in zip(Side, (ends.low, ends.high), strict=True):
            stated = [self._wall(name, side, condition) for condition in self._on(name, side)]
            kinds = [Boundary.OPEN] if end is None else stated or [Boundary.FREE]
            found.append(min(kinds, key=list(Boundary).index))
        return found

    def _wall(self, name: str, side: Side, condition: Equation) -> Boundary:
        """What a condition makes of its face."""
        form = linear_form(condition.residual)
        if form is None or not form.coefficients.keys() <= {self.token(), self.token(name)}:
            return Boundary.OTHER
        if self._gives(condition, name, 0):
            return Boundary.DIRICHLET
        slope = form.coefficient(self.unknown, name)
        if not self._holds(condition, slope, Rule.NONZERO):
            return Boundary.OTHER
        if form.alone is not None:
            return Boundary.NEUMANN
        outwards = number(-1 if side is Side.LOW else 1)
        ratio = form.coefficient(self.unknown) / slope * outwards
        return Boundary.ROBIN if self._holds(condition, ratio, Rule.NONNEGATIVE) else Boundary.OTHER
