"""A statement ready for numbers: residuals with their slopes, at arrays.

Parameters have been given values before; nothing here knows of a method.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.evaluate import evaluate, value_of
from symplex.expression.operator_facts import kinks_of
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.problem import Equation, Problem
from symplex.problem.analysis.classify import Linearity, linearity
from symplex.problem.coordinates import differentiate_by
from symplex.reasons import Fact, Reason, ReasonCode, as_reason

Values = Mapping[str | Derivative, Floats]


@final
class NoScheme(Exception):  # noqa: N818 (not an error: an honest answer)
    """A method does not apply, or failed; its reason says why."""

    def __init__(
        self, reason: ReasonCode | Reason, /, *, applies: bool = False, **facts: Fact
    ) -> None:
        """The reason, or its code with its facts."""
        self.reason = as_reason(reason).also(**facts)
        super().__init__(self.reason)
        self.applies = applies
        """Whether the method is made for such problems and failed on this one."""


@final
@dataclass(frozen=True)
class Relation:
    """One equation or condition with the slope of its residual by each derivative."""

    residual: Expression
    slopes: Mapping[Derivative, Expression]
    fixed: Mapping[str, float]
    """The variables that are held where it holds."""
    linear: bool

    @classmethod
    def of(cls, problem: Problem, equation: Equation) -> "Relation":
        """An equation of a problem without parameters."""
        held: dict[Token, Expression] = {Symbol(n): v for n, v in equation.region.fixed}
        residual = equation.residual.substitute(held)
        slopes = {d: differentiate_by(residual, d) for d in sorted(residual.derivatives, key=repr)}
        fixed = {name: value_of(value) for name, value in equation.region.fixed}
        return cls(residual, slopes, fixed, linearity(problem, equation) is Linearity.LINEAR)

    def order_in(self, name: str) -> int:
        """The highest order of a derivative by one variable."""
        return max((d.by.count(name) for d in self.slopes), default=0)


@final
@dataclass(frozen=True)
class System:
    """All that a problem states."""

    problem: Problem
    equations: tuple[Relation, ...]
    conditions: tuple[Relation, ...]

    @classmethod
    def of(cls, problem: Problem) -> "System":
        """A problem without parameters."""
        return cls(
            problem,
            tuple(Relation.of(problem, one) for one in problem.equations),
            tuple(Relation.of(problem, one) for one in problem.conditions),
        )

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns."""
        return self.problem.unknowns

    @cached_property
    def box(self) -> Mapping[str, tuple[float, float]]:
        """Every variable with its interval."""
        return {name: interval.ends for name, interval in self.problem.domain.items()}

    @cached_property
    def linear(self) -> bool:
        """Whether everything stated is linear in the unknowns."""
        return all(one.linear for one in (*self.equations, *self.conditions))

    @cached_property
    def kinks(self) -> tuple[Expression, ...]:
        """Formulas at whose zeros something stated has kinks or steps."""
        stated = (one.residual for one in (*self.equations, *self.conditions))
        return tuple(dict.fromkeys(kink for one in stated for kink in kinks_of(one)))

    def points(self, count: int, seed: int = 0) -> Columns:
        """Points inside of the box, the same every time."""
        random = np.random.default_rng(seed)
        return {name: random.uniform(*ends, count) for name, ends in self.box.items()}


def on(expression: Expression, values: Values, size: int) -> Floats:
    """A formula at points, as a vector."""
    return np.broadcast_to(evaluate(expression, values), (size,))
