"""Formulas as the compiled core reads them: prefix code in three arrays.

Owns the encoding of tokens and residuals. Parts of a residual without an unknown are computed
here, once, and become columns of data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symplex.errors import ProblemError
from symplex.expression import Constant, Derivative, Expression, Number, Operator, Symbol, Token
from symplex.expression.evaluate import evaluate, nearest_float, value_of
from symplex.expression.operators import Notation
from symplex.expression.render import to_text
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.objective import Objective, PointSet

Code = tuple[NDArray[np.uint8], NDArray[np.uint32], Floats]
_Entry = tuple[str, int, float]
"""An operation's name, its index (a column, a derivative, an arity) and its number."""


def code_of(entries: Sequence[_Entry], operations: Mapping[str, int]) -> Code:
    """The arrays for a sequence of entries."""
    return (
        np.array([operations[name] for name, _, _ in entries], dtype=np.uint8),
        np.array([index for _, index, _ in entries], dtype=np.uint32),
        np.array([value for _, _, value in entries], dtype=np.float64),
    )


def operator_entry(operator: Operator) -> _Entry:
    """An operator's entry; pi is a number."""
    if operator.exponent is not None:
        return ("power", 0, float(operator.exponent))
    if operator.notation is Notation.TUPLE:
        return ("tuple", operator.arity, 0.0)
    if operator.arity == 0:
        return ("number", 0, value_of(Expression((operator,))))
    return (operator.name, 0, 0.0)


def token_entry(token: Token, symbols: Sequence[str]) -> _Entry:
    """What a candidate's token means; a token that has no value at points is forbidden."""
    match token:
        case Operator():
            return operator_entry(token)
        case Number(value):
            return ("number", 0, nearest_float(value))
        case Constant():
            return ("constant", 0, 0.0)
        case Symbol(name) if name in symbols:
            return ("column", symbols.index(name), 0.0)
        case Symbol() | Derivative():
            return ("forbidden", 0, 0.0)


@final
@dataclass
class PointCode:
    """The point set of an objective in the core's terms, while its residuals are being read."""

    objective: Objective
    points: PointSet
    names: list[str] = field(init=False)
    columns: list[Floats] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the columns that candidates use; data follow as residuals need them."""
        self.names = list(self.objective.symbols)
        self.columns = [self.points.columns[name] for name in self.names]

    def residual(self, expression: Expression) -> list[_Entry]:
        """A residual's entries; parts without an unknown become columns."""
        if not expression.derivatives:
            return [self._given(expression)]
        root = expression.root
        if isinstance(root, Derivative):
            return [("derivative", self.points.derivatives.index(root), 0.0)]
        entries = [token_entry(root, ())]
        for argument in expression.arguments:
            entries.extend(self.residual(argument))
        return entries

    def derivatives(self) -> NDArray[np.uint32]:
        """A row for each derivative: its unknown, then its order in each variable."""
        rows = [
            (
                self.objective.unknowns.index(derivative.of),
                *(derivative.by.count(name) for name in self.objective.variables),
            )
            for derivative in self.points.derivatives
        ]
        shape = (len(rows), 1 + len(self.objective.variables))
        return np.array(rows, dtype=np.uint32).reshape(shape)

    def _given(self, expression: Expression) -> _Entry:
        if not expression.symbols:
            return ("number", 0, float(self._finite(expression)[()]))
        name = to_text(expression)
        if name not in self.names:
            self.columns.append(np.broadcast_to(self._finite(expression), (self.points.size,)))
            self.names.append(name)
        return ("column", self.names.index(name), 0.0)

    def _finite(self, expression: Expression) -> Floats:
        """The values of data of the problem, which must be defined where they are used."""
        columns: dict[str | Derivative, ArrayLike] = {**self.points.columns}
        values = evaluate(expression, columns)
        if not np.all(np.isfinite(values)):
            raise ProblemError(
                f"'{to_text(expression)}' must be defined everywhere in its region, "
                "and is not finite at some point"
            )
        return values
