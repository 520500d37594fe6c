"""The problem as a value: what is to be solved, where, and under which conditions.

This is what a proof reads. It has no field for an answer: by construction, no search can use the
true solution. How it is made from text, and written again, is told in `problem`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from symplex.expression import Derivative, Expression
from symplex.problem.box import Box, Interval
from symplex.problem.ends import Ends
from symplex.problem.equation import Equation

TIME = "t"
"""The variable of this name is time, where a statement names no other."""


@dataclass(frozen=True)
class StatedProblem:
    """A differential equation, or a system of them, with conditions, on a box."""

    name: str
    unknowns: tuple[str, ...]
    domain: Mapping[str, Interval]
    """Every independent variable with its interval, in the order of the statement."""
    parameters: Mapping[str, Interval]
    """Symbolic parameters with their ranges."""
    constants: Mapping[str, Expression]
    """Named constants, already substituted wherever they stand."""
    equations: tuple[Equation, ...]
    conditions: tuple[Equation, ...]
    stated_time: str | None
    """The variable that the statement calls time; None where it says nothing of it."""
    declared: Ends
    """The ends of the domain that the statement declares free or open; none of them is a face."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The independent variables in the order of the statement."""
        return tuple(self.domain)

    @cached_property
    def box(self) -> Box:
        """The box as it was stated, with the ranges of the parameters."""
        return Box({**self.domain, **self.parameters}, self.variables)

    @property
    def time(self) -> str | None:
        """The name of the time variable, if there is one."""
        name = TIME if self.stated_time is None else self.stated_time
        return name if name in self.domain else None

    @property
    def space(self) -> tuple[str, ...]:
        """The independent variables other than time."""
        return tuple(name for name in self.domain if name != self.time)

    @property
    def all_equations(self) -> tuple[Equation, ...]:
        """Equations and conditions alike."""
        return (*self.equations, *self.conditions)

    @cached_property
    def derivatives(self) -> frozenset[Derivative]:
        """The unknowns and every derivative that some equation or condition needs."""
        needed = frozenset(Derivative(name) for name in self.unknowns)
        return needed.union(*(equation.derivatives for equation in self.all_equations))
