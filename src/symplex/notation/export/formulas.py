"""What is exported: formulas by the names of their unknowns, and the arguments they all take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.errors import ExpressionError, shown
from symplex.expression import Expression, Operator, apply, leaf
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.expression.token import Derivative, Symbol, Token


@final
@dataclass(frozen=True)
class Formulas:
    """A function for each unknown, all of the same arguments."""

    formulas: Mapping[str, Expression]
    variables: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    note: str = ""
    """What the head of a file says about them, on one line."""

    def __post_init__(self) -> None:
        """Refuse what is no function."""
        if not self.formulas:
            raise ExpressionError("there is no formula to export: none was found")
        for formula in self.formulas.values():
            _require_numbers(formula)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The variables, then the parameters."""
        return (*self.variables, *self.parameters)


def _require_numbers(formula: Expression) -> None:
    """Refuse a part without variables that is no number, such as ``acos(2)``: compilers do."""

    def combine(
        token: Token, below: Sequence[Expression | None], value: float
    ) -> Expression | None:
        """The part, if no variable stands in it."""
        if isinstance(token, Symbol | Derivative) or None in below:
            return None
        parts = [part for part in below if part is not None]
        made = apply(token, *parts) if isinstance(token, Operator) else leaf(token, value)
        if isinstance(token, Operator) and not np.all(np.isfinite(evaluate(made))):
            part = shown(to_text(made))
            raise ExpressionError(f"the formula cannot be exported: {part} is no finite number")
        return made

    formula.fold(combine)
