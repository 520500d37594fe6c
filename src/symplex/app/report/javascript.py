"""Tree → JavaScript, so that a page can evaluate a formula by itself.

The code consists of our own words alone: variables are places in an array, names never enter it.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from types import MappingProxyType, SimpleNamespace
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression.evaluate import Backend, interpret, nearest_float

_CALLS: Final = MappingProxyType({"maximum": "Math.max", "minimum": "Math.min", "erf": "erf"})
"""The functions whose name in a page is not ``Math`` and their own."""
_WORDS: Final = (
    *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum", "erf"),
    *("sinh", "cosh", "tanh", "asin", "acos", "atan"),
)
MAX_SIZE: Final = 4_000
"""Nodes of a formula that a page evaluates thousands of times a second."""


def to_javascript(expression: Expression, names: Sequence[str]) -> str:
    """A function of the array ``v`` of values of `names`, as source.

    Raises:
        ExpressionError: if the formula is too long for a page, or has other names.
    """
    if expression.size > MAX_SIZE:
        raise ExpressionError(f"a formula of {expression.size} nodes is too long for a page")
    lines: list[str] = []
    known: dict[str, str] = {}
    backend = _backend(lines, known)
    values = {name: _Code(lines, known, f"v[{index}]") for index, name in enumerate(names)}
    found: _Code = interpret(
        expression, backend, values, slot=lambda value: _Code(lines, known, _literal(value))
    )
    return f"(v) => {{ {''.join(lines)}return {found.text}; }}"


@final
class _Code:
    """A value that is computed later: arithmetic on it writes a line of code."""

    def __init__(self, lines: list[str], known: dict[str, str], text: str) -> None:
        self.text = text
        self._lines, self._known = lines, known

    def made(self, text: str) -> "_Code":
        """A line for a value, unless the same was written before."""
        if text not in self._known:
            self._known[text] = f"a{len(self._known)}"
            self._lines.append(f"const {self._known[text]} = {text}; ")
        return _Code(self._lines, self._known, self._known[text])

    def __add__(self, other: "_Code") -> "_Code":
        return self.made(f"{self.text} + {other.text}")

    def __sub__(self, other: "_Code") -> "_Code":
        return self.made(f"{self.text} - {other.text}")

    def __mul__(self, other: "_Code") -> "_Code":
        return self.made(f"{self.text} * {other.text}")

    def __truediv__(self, other: "_Code") -> "_Code":
        return self.made(f"{self.text} / {other.text}")

    def __neg__(self) -> "_Code":
        return self.made(f"-{self.text}")


def _backend(lines: list[str], known: dict[str, str]) -> Backend:
    def caller(word: str) -> Callable[..., _Code]:
        called = _CALLS.get(word, f"Math.{word}")

        def call(*values: _Code) -> _Code:
            return values[0].made(f"{called}({', '.join(value.text for value in values)})")

        return call

    def power(base: _Code, exponent: Fraction) -> _Code:
        return base.made(f"Math.pow({base.text}, {_literal(float(exponent))})")

    def number(value: Fraction | int) -> _Code:
        return _Code(lines, known, _literal(nearest_float(value)))

    functions: Mapping[str, Callable[..., _Code]] = {word: caller(word) for word in _WORDS}
    return SimpleNamespace(
        **functions, power=power, number=number, pi=_Code(lines, known, "Math.PI")
    )  # pyright: ignore[reportReturnType]


def _literal(value: float) -> str:
    """A number; in brackets where a sign would meet another one."""
    if not isfinite(value):
        return "NaN" if value != value else f"({'-' if value < 0 else ''}Infinity)"  # noqa: PLR0124
    return repr(value) if value >= 0 else f"({value!r})"
