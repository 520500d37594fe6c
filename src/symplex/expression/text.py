"""Tree → text in the language of problem files, node by node.

Owns brackets, numbers and the names of derivatives, which the other renderers share. Works on
anything that folds, so that the tree itself can say what it is; `render` brings a formula to its
normal form first.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar, final

from symplex.errors import ExpressionError
from symplex.expression.operators import (
    NEGATION,
    OPERATORS,
    POWER,
    PRODUCT,
    SUM,
    Notation,
    Operator,
)
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

T = TypeVar("T")

ATOM = 100
"""The binding strength of what needs no brackets anywhere."""
_LARGEST_DECIMAL, _LARGEST_WHOLE = 10**300, 10**16
_SIMPLE_DENOMINATOR = 12
"""Fractions up to this denominator are written as such, others as decimals where that is exact."""


class Foldable(Protocol):
    """A tree that can be walked from its leaves up."""

    def fold(self, combine: Callable[[Token, Sequence[T], float], T]) -> T:
        """See `Expression.fold`."""
        ...


class Start(Enum):
    """What a text begins with, as far as its left neighbour is concerned."""

    SIGN = auto()
    NUMBER = auto()
    OTHER = auto()


@final
class Written(NamedTuple):
    """A text, how strongly its outermost sign binds, and what it begins with."""

    text: str
    binding: int = ATOM
    start: Start = Start.OTHER

    def bracketed(
        self, least: int, *, keep_sign: bool = True, brackets: tuple[str, str] = ("(", ")")
    ) -> "Written":
        """In brackets unless it binds at least as strongly as `least`.

        Args:
            least: The binding strength that needs no brackets.
            keep_sign: Whether a leading minus may stand without brackets.
            brackets: The opening and the closing bracket.
        """
        if self.binding >= least and (keep_sign or self.start is not Start.SIGN):
            return self
        return Written(f"{brackets[0]}{self.text}{brackets[1]}")


def text_of(tree: Foldable) -> str:
    """The text of a tree, node by node as it stands."""
    return tree.fold(write).text


def write(token: Token, below: Sequence[Written], value: float) -> Written:
    """The text of a node from the texts below it."""
    match token:
        case Operator():
            return write_operator(token, below)
        case Number(exact):
            return write_number(exact)
        case Constant():
            return write_float(value)
        case Symbol(name):
            return Written(name)
        case Derivative():
            return Written(derivative_text(token))


def write_float(value: float) -> Written:
    """A fitted constant, as the shortest decimal that is the same float."""
    if value < 0:
        return Written(repr(value), NEGATION, Start.SIGN)
    return Written(repr(value), ATOM, Start.NUMBER)


def decimal(exact: Fraction) -> str | None:
    """A number as a decimal where that is exact and easier to read than a fraction."""
    unwieldy = exact.denominator > _SIMPLE_DENOMINATOR or abs(exact) >= _LARGEST_WHOLE
    if unwieldy and abs(exact) < _LARGEST_DECIMAL:
        text = repr(float(exact))
        if Fraction(text) == exact:
            return text
    return None


def write_number(exact: Fraction) -> Written:
    """An exact number: whole, a simple fraction or a decimal."""
    start = Start.SIGN if exact < 0 else Start.NUMBER
    short = decimal(exact)
    if short is None and exact.denominator != 1:
        return Written(_digits(exact), PRODUCT, start)
    return Written(short or _digits(exact), NEGATION if exact < 0 else ATOM, start)


def _digits(exact: Fraction) -> str:
    try:
        return str(exact)
    except ValueError:  # Python's own limit
        raise ExpressionError("a number in the formula has too many digits to be written") from None


def write_operator(row: Operator, below: Sequence[Written]) -> Written:
    """An operator over its arguments."""
    match row.notation:
        case Notation.INFIX:
            left = below[0].bracketed(row.precedence)
            right = below[1].bracketed(row.precedence + 1, keep_sign=False)
            space = " " if row.precedence == SUM else ""
            text = f"{left.text}{space}{row.name}{space}{right.text}"
            return Written(text, row.precedence, left.start)
        case Notation.PREFIX:
            text = f"-{below[0].bracketed(NEGATION + 1).text}"
            return Written(text, row.precedence, Start.SIGN)
        case Notation.POWER:
            base = below[0].bracketed(POWER + 1)
            return Written(f"{base.text}^{_exponent(row)}", row.precedence, base.start)
        case Notation.FUNCTION:
            return Written(f"{row.name}({', '.join(part.text for part in below)})", row.precedence)
        case Notation.NAME:
            return Written(row.name, row.precedence)
        case Notation.TUPLE:
            return Written("; ".join(part.text for part in below), row.precedence)


def _exponent(row: Operator) -> str:
    exponent = str(row.exponent)
    return exponent if exponent.isdigit() else f"({exponent})"


def token_text(token: Token) -> str:
    """A token as a word of a list: ``sin``, ``square``, ``^(3/2)``, ``u_x``, ``constant``."""
    match token:
        case Operator():
            is_other_power = token.exponent is not None and token not in OPERATORS.values()
            return f"^({token.exponent})" if is_other_power else token.name
        case Symbol(name):
            return name
        case Derivative():
            return derivative_text(token)
        case Number(value):
            return _digits(value)
        case Constant():
            return "constant"


def derivative_text(derivative: Derivative) -> str:
    """``u``, ``u_xx``, or ``diff(u, theta, 2)`` where a variable has a longer name."""
    if not derivative.by:
        return derivative.of
    if all(len(name) == 1 for name in derivative.by):
        return f"{derivative.of}_{''.join(derivative.by)}"
    steps = [f"{name}, {derivative.by.count(name)}" for name in dict.fromkeys(derivative.by)]
    return f"diff({derivative.of}, {', '.join(steps)})"
