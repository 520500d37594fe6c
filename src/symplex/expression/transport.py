"""Tree ↔ plain data, exactly: what leaves one process is what arrives in another.

Text is for people, and brings a tree to its normal form. Here every token and every float stays as
it is, whatever its size; nothing is simplified, and nothing grows.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression.expression import Expression
from symplex.expression.operators import OPERATORS, Operator, power, tuple_of
from symplex.expression.series import Series
from symplex.expression.token import CONSTANT, Constant, Derivative, Number, Symbol

Word = list[str]
"""A token: its kind, then what tells it from others of its kind."""


def to_words(expression: Expression) -> list[Word]:
    """The tokens in prefix order, each as a list of texts; fit for JSON."""
    constants = iter(expression.constants)
    return [
        ["constant", next(constants).hex()] if isinstance(token, Constant) else _word(token)
        for token in expression.tokens
    ]


def series_to_data(series: Series) -> dict[str, Any]:
    """A series as plain data, fit for JSON."""
    words = {"closed": to_words(series.closed), "term": to_words(series.term)}
    return {**words, "index": series.index, "first": series.first, "step": series.step}


def series_from_data(data: Mapping[str, Any]) -> Series:
    """The series of which `series_to_data` made the data.

    Raises:
        ExpressionError: if it made none of this kind.
    """
    try:
        parts = from_words(data["closed"]), from_words(data["term"])
        return Series(*parts, str(data["index"]), int(data["first"]), int(data["step"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ExpressionError(f"expected the data of a series, found {error!r}") from None


def from_words(words: Sequence[Sequence[str]]) -> Expression:
    """The tree whose tokens `to_words` wrote.

    Raises:
        ExpressionError: if they are none.
    """
    try:
        tokens = [_READERS[kind](*rest) for kind, *rest in words]
        constants = [float.fromhex(rest[0]) for kind, *rest in words if kind in _SLOTS]
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise ExpressionError(f"expected the tokens of a tree, found {error!r}") from None
    return Expression(tuple(tokens), tuple(constants))


def _word(token: Operator | Symbol | Derivative | Number) -> Word:
    match token:
        case Operator():
            return _operator_word(token)
        case Symbol(name):
            return ["symbol", name]
        case Derivative(of, by):
            return ["derivative", of, *by]
        case Number(value):
            return ["number", _rational(value)]


def _operator_word(row: Operator) -> Word:
    if row.exponent is not None:
        return ["power", _rational(row.exponent)]
    return ["tuple", str(row.arity)] if row.is_tuple else ["operator", row.name]


def _rational(value: Fraction) -> str:
    """In hexadecimal, which Python writes and reads at any length."""
    return f"{value.numerator:x}/{value.denominator:x}"


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator, 16), int(denominator, 16))


def _derivative(of: str, *by: str) -> Derivative:
    return Derivative(of, by)


_SLOTS = frozenset({"constant"})
_READERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "operator": lambda name: OPERATORS[name],
        "power": lambda exponent: power(_fraction(exponent)),
        "tuple": lambda arity: tuple_of(int(arity)),
        "symbol": Symbol,
        "derivative": _derivative,
        "number": lambda value: Number(_fraction(value)),
        "constant": lambda _: CONSTANT,
    }
)
