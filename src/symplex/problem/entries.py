"""One entry of a problem file at a time: the kind of value that it must be, made exact.

Owns the sentence for each value of the wrong kind. Which entries a problem has, and how they fit
together, is `statement`'s business.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, final

from symplex.errors import ExpressionError, ProblemError, listing, nearest, shown
from symplex.expression import Expression, Number
from symplex.expression.evaluate import value_of
from symplex.expression.exact import Order, compare, enclosure
from symplex.expression.parse import Scope, parse
from symplex.problem.box import Interval

MAX_EQUATIONS = 200
MAX_NAMES = 50
_NOT_FINITE = frozenset({"inf", "nan"})
"""The decimals of a file that are no numbers."""


@final
class Literal(str):
    """A decimal as it stands in a file, kept as text so that it stays exact."""

    __slots__ = ()


def check_keys(raw: Mapping[str, Any], known: Sequence[str], key: str) -> None:
    """Refuse a key that is not known."""
    for found in raw:
        if found not in known:
            message = f"unknown key '{found}'; expected {listing(known)}{nearest(found, known)}"
            raise ProblemError(message, key=key)


def kind_of(value: object) -> str:
    """What a value of a file is, in words."""
    match value:
        case bool():
            return f"{str(value).lower()}"
        case Literal() | int() | float():
            return "a number of many digits" if _is_long(value) else f"the number {value}"
        case str():
            return f"the text '{value[:40]}'"
        case Mapping():
            return "a table"
        case list() | tuple():
            return f"a list of {len(value)}"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return f"{value}"


def read_table(value: object, key: str) -> Mapping[str, Any]:
    """A table of names."""
    if not isinstance(value, Mapping):
        raise ProblemError(f"expected a table [{key}], found {kind_of(value)}", key=key)
    if len(value) > MAX_NAMES:
        raise ProblemError(f"expected at most {MAX_NAMES} names, found {len(value)}", key=key)
    return value


def read_list(value: object, key: str, of: str) -> Sequence[Any]:
    """A list; `of` says of what, for the sentence."""
    if not isinstance(value, list | tuple):
        raise ProblemError(f"expected a list of {of}, found {kind_of(value)}", key=key)
    if len(value) > MAX_EQUATIONS:
        raise ProblemError(f"expected at most {MAX_EQUATIONS} entries, found {len(value)}", key=key)
    return value


def read_text(value: object, key: str, example: str) -> str:
    """Text in quotes; `example` stands in the sentence."""
    if type(value) is not str:
        raise ProblemError(
            f'expected text in quotes, such as "{example}", found {kind_of(value)}', key=key
        )
    return value


def read_number(
    value: object, key: str, constants: Mapping[str, Expression], shift: int = 0
) -> Expression:
    """An exact number: a number of the file, or a formula of numbers in quotes.

    `shift` is where its text begins in the user's, for the column of a mistake.
    """
    text = _text_of_number(value, key)
    if text.lstrip("+-") in _NOT_FINITE:
        raise ProblemError(f"expected a finite number, found {text}", key=key)
    try:
        expression = parse(text, Scope(numbers=dict(constants)))
    except ExpressionError as error:
        raise ProblemError(str(error.shifted(shift)), key=key) from None
    return _finite(expression, text, key)


def _is_long(value: object) -> bool:
    """Whether a whole number or fraction has more digits than a formula may have."""
    return isinstance(value, int | Fraction) and Number(Fraction(value)).is_long


def _text_of_number(value: object, key: str) -> str:
    if _is_long(value):
        raise ProblemError("a number may have about 1,200 digits; this one has more", key=key)
    match value:
        case bool():
            raise ProblemError(f"expected a number, found {kind_of(value)}", key=key)
        case int() | Literal():
            return str(value).replace("_", "")
        case float():
            return repr(float(value))  # NumPy writes the name of its type too
        case Fraction():
            return f"({value.numerator})/({value.denominator})"
        case str():
            return value
        case _:
            raise ProblemError(
                f'expected a number or a formula such as "2*pi", found {kind_of(value)}', key=key
            )


def _finite(expression: Expression, text: str, key: str) -> Expression:
    if not -1e300 < value_of(expression) < 1e300:  # noqa: PLR2004 (also refuses NaN)
        raise ProblemError(f"'{shown(text)}' has no finite value", key=key)
    if enclosure(expression) is None:
        raise ProblemError(f"'{shown(text)}' cannot be shown to have a value; simplify it", key=key)
    return expression


def read_interval(raw: object, key: str) -> Interval:
    """An interval ``[low, high]`` with low < high."""
    if not isinstance(raw, list | tuple):
        raise ProblemError(f"expected an interval [low, high], found {kind_of(raw)}", key=key)
    if len(raw) != 2:  # noqa: PLR2004
        raise ProblemError(f"expected an interval [low, high], found {len(raw)} numbers", key=key)
    interval = Interval(*(read_number(end, key, {}) for end in raw))
    order = compare(interval.low, interval.high)
    if order is Order.UNKNOWN:
        raise ProblemError(f"the ends of {interval} cannot be told apart exactly", key=key)
    if order is not Order.LESS:
        kind = "is empty" if order is Order.EQUAL else "is reversed"
        raise ProblemError(f"the interval {interval} {kind}; expected low < high", key=key)
    return interval
