"""What can be drawn: anything with a problem, formulas and a front; `Solution` is one."""

from collections.abc import Mapping
from typing import Protocol

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.solver.approximation import Approximation


class Answer(Protocol):
    """An answer as far as a picture is concerned."""

    @property
    def problem(self) -> Problem:
        """What was to be solved."""
        ...

    @property
    def formulas(self) -> Mapping[str, Expression]:
        """A formula for each unknown; empty if none was found."""
        ...

    @property
    def front(self) -> tuple[Approximation, ...]:
        """Approximations from small to large."""
        ...


def require_formulas(answer: Answer) -> None:
    """Refuse an answer without a formula.

    Raises:
        ExpressionError: if there is none.
    """
    if not answer.formulas:
        raise ExpressionError("there is no formula to draw: none was found")
