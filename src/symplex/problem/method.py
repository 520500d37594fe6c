"""What a method of the textbook hands over: formulas with constants, or a smaller problem."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, final

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.work.budget import Budget


@final
@dataclass(frozen=True)
class Family:
    """A formula for each unknown, with constants that are still to be found."""

    method: str
    """Which method proposes it, in a word or two."""
    formulas: Mapping[str, Expression]
    constants: tuple[str, ...] = ()
    """Symbols in the formulas that the problem does not have; their names contain #."""
    near: Mapping[str, float] | None = None
    """Values near those of the constants, where they are known, and of the parameters there."""


@final
@dataclass(frozen=True)
class Reduction:
    """A smaller problem, and how its answers become families for the original one."""

    method: str
    problem: Problem
    back: Callable[[Mapping[str, Expression]], Iterable[Family]]


class Method(Protocol):
    """A method that may apply to a problem; a problem that it does not fit yields nothing."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """Families and reductions, in a fixed order, the likeliest first."""
        ...
