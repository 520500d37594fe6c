"""Primitives for the operator table: what `form(backend, …)` computes with.

Owns the protocol and two backends: NumPy arrays and our own trees. The balls of python-flint are in
`balls`, SymPy's backend is with rendering and PyTorch's with the fallback evaluator.
"""

import math
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symplex.expression import expression as trees
from symplex.expression.expression import Expression

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


def tree_backend() -> Backend:
    """Our own trees: applying a form builds the formula that it stands for."""
    names = {"maximum": "max", "minimum": "min"}

    def builder(name: str) -> Any:  # noqa: ANN401
        return lambda *arguments: trees.apply(names.get(name, name), *arguments)

    functions = {name: builder(name) for name in (*_FUNCTIONS, "erf")}
    return SimpleNamespace(
        **functions, power=Expression.__pow__, number=trees.number, pi=trees.apply("pi")
    )  # pyright: ignore[reportReturnType]
