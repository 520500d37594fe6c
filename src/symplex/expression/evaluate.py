"""The value of a formula at points, in NumPy or by any other backend.

Owns the protocol of backends, NumPy's own and plain values. Residuals and derivatives of many
candidates belong to `numerics.evaluation`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symplex.errors import ExpressionError
from symplex.expression import expression as trees
from symplex.expression.expression import Expression
from symplex.expression.operators import Operator
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

Array = NDArray[np.float64]
_FUNCTIONS = (
    *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum"),
    *("sinh", "cosh", "tanh", "asin", "acos", "atan"),
)


class Backend(Protocol):
    """What the operator table needs, beside ``+ - * /`` and unary minus on the values.

    The functions are looked up by name, so they are not spelled out: ``sin cos tan exp log abs
    sign maximum minimum erf sinh cosh tanh asin acos atan``.
    """

    pi: Any

    def number(self, value: Fraction | int) -> Any:  # noqa: ANN401
        """An exact number as a value of this backend."""
        ...

    def power(self, base: Any, exponent: Fraction) -> Any:  # noqa: ANN401
        """A fixed rational power, undefined for a negative base unless the exponent is whole."""
        ...

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        """A function of the table."""
        ...


def _numpy_power(base: Array, exponent: Fraction) -> Array:
    return np.power(base, float(exponent))


def nearest_float(value: Fraction | int) -> float:
    """The float nearest to an exact number; infinite where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _numpy_number(value: Fraction | int) -> Array:
    return np.asarray(nearest_float(value))


def numpy_backend() -> Backend:
    """NumPy: undefined values are NaN or infinite, and max and min pass NaN on."""
    functions = {name: getattr(np, name) for name in _FUNCTIONS}
    erf = np.vectorize(math.erf, otypes=[np.float64])
    pi = np.asarray(math.pi)
    return SimpleNamespace(**functions, erf=erf, power=_numpy_power, number=_numpy_number, pi=pi)  # pyright: ignore[reportReturnType]


class _Trees:
    pi, number = trees.apply("pi"), staticmethod(trees.number)
    power = staticmethod(Expression.__pow__)

    def __getattr__(self, name: str) -> "partial[Expression]":
        """Whatever builds the tree with that operator on top."""
        return partial(trees.apply, {"maximum": "max", "minimum": "min"}.get(name, name))


def tree_backend() -> Backend:
    """Our own trees: applying a form builds the formula that it stands for."""
    return _Trees()  # pyright: ignore[reportReturnType]


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
