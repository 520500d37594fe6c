"""The value of a formula at points, in NumPy.

Owns plain values only. Derivatives and residuals of many candidates belong to `evaluation`.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symplex.errors import ExpressionError
from symplex.expression.backends import Array, Backend, numpy_backend
from symplex.expression.expression import Expression
from symplex.expression.operators import Operator
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

Point = Mapping[str, ArrayLike] | Mapping[Derivative, ArrayLike]
"""Values by name, by derivative, or by both."""


def evaluate(
    expression: Expression, values: "Point | Mapping[str | Derivative, ArrayLike] | None" = None
) -> Array:
    """The value of `expression`; symbols are given by name, unknowns as `Derivative` keys.

    Values broadcast against each other. Where the formula is undefined the result is NaN or
    infinite; nothing is raised or warned.
    """
    arrays = {key: np.asarray(value, dtype=np.float64) for key, value in (values or {}).items()}
    with np.errstate(all="ignore"):
        return interpret(expression, numpy_backend(), arrays, slot=np.asarray)


def interpret(  # its numbers decide the type: hence Any
    expression: Expression,
    backend: Backend,
    values: Mapping[Any, Any],
    slot: Callable[[float], Any] | None = None,
) -> Any:  # noqa: ANN401
    """The value of `expression` in any backend.

    Args:
        expression: The formula.
        backend: What computes.
        values: Of symbols by name and of unknowns by `Derivative`.
        slot: What a fitted constant becomes; by default the exact number that the float is.
    """

    def combine(token: Token, below: Sequence[Any], constant: float) -> Any:  # noqa: ANN401
        match token:
            case Operator():
                return token.form(backend, *below)
            case Number(value):
                return backend.number(value)
            case Constant():
                return slot(constant) if slot else backend.number(Fraction(constant))
            case Symbol(name):
                key = name
            case Derivative():
                key = token
        if key not in values:
            raise ExpressionError(f"no value was given for {key}")
        return values[key]

    return expression.share(combine)


def value_of(expression: Expression) -> float:
    """The value of a formula without variables."""
    return float(evaluate(expression))
