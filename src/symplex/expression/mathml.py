"""Tree → MathML, which browsers render without any help.

Owns the elements and their brackets. Numbers, precedences and the normal form are those of the
other renderers; names are escaped, so that no text of a formula is ever read as markup.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from types import MappingProxyType
from typing import Final

from symplex.expression.expression import Expression
from symplex.expression.operators import (
    ABS,
    ACOS,
    ASIN,
    ATAN,
    DIVIDE,
    EXP,
    MULTIPLY,
    NEGATION,
    PI,
    POWER,
    PRODUCT,
    RELU,
    SQRT,
    SUBTRACT,
    Notation,
    Operator,
)
from symplex.expression.text import ATOM, Start, Written, decimal, write_number
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

_TIMES, _DOT, _APPLY = "<mo>&#x2062;</mo>", "<mo>⋅</mo>", "<mo>&#x2061;</mo>"
_MINUS, _OPEN, _CLOSE = "<mo>−</mo>", '<mo stretchy="true">(</mo>', '<mo stretchy="true">)</mo>'
_BAR: Final = '<mo stretchy="true">|</mo>'
_ARCS: Final = MappingProxyType({ASIN: "arcsin", ACOS: "arccos", ATAN: "arctan", RELU: "max"})
"""The functions whose name is written in another way."""
_GREEK: Final = MappingProxyType(
    {
        **dict(zip(("alpha", "beta", "gamma", "delta", "epsilon", "zeta"), "αβγδεζ", strict=True)),
        **dict(zip(("eta", "theta", "iota", "kappa", "lambda", "mu"), "ηθικλμ", strict=True)),
        **dict(zip(("nu", "xi", "rho", "sigma", "tau", "upsilon"), "νξρστυ", strict=True)),
        **dict(zip(("phi", "chi", "psi", "omega"), "φχψω", strict=True)),
        **dict(zip(("Gamma", "Delta", "Theta", "Lambda", "Xi"), "ΓΔΘΛΞ", strict=True)),
        **dict(zip(("Sigma", "Phi", "Psi", "Omega"), "ΣΦΨΩ", strict=True)),
    }
)


def to_mathml(expression: Expression, *, digits: int | None = None) -> str:
    """The formula as an element ``<math>``, node by node as it stands.

    Args:
        expression: The formula.
        digits: Decimals with more digits than these are rounded to them, for a glance.
    """
    return _math(_folded(expression, digits).text)


def equation_to_mathml(
    left: Expression, right: Expression, *, digits: int | None = None, sign: str = "="
) -> str:
    """``left = right`` as an element ``<math>``; `sign` may be another relation."""
    sides = (_folded(side, digits).text for side in (left, right))
    return _math(f"<mo>{escape(sign)}</mo>".join(sides))


def _math(content: str) -> str:
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>{content}</mrow></math>'


def _folded(expression: Expression, digits: int | None) -> Written:
    return expression.fold(_writer(digits))


def _writer(digits: int | None) -> Callable[[Token, Sequence[Written], float], Written]:
    def combine(token: Token, below: Sequence[Written], value: float) -> Written:
        match token:
            case Operator():
                return _operator(token, below)
            case Number(exact):
                return _number(exact, digits)
            case Constant():
                return _decimal(repr(value), digits)
            case Symbol(name):
                return Written(_name(name))
            case Derivative(of, by):
                index = "".join(map(_name, by))
                return Written(_subscript(_name(of), index) if by else _name(of))

    return combine


def _number(exact: Fraction, digits: int | None) -> Written:
    short = decimal(exact)
    if short is not None:
        return _decimal(short, digits)
    written = write_number(exact)
    if exact.denominator == 1:
        return _signed(f"<mn>{abs(exact.numerator)}</mn>", exact < 0, ATOM)
    fraction = f"<mfrac><mn>{abs(exact.numerator)}</mn><mn>{exact.denominator}</mn></mfrac>"
    return _signed(fraction, exact < 0, ATOM)._replace(start=written.start)


def _decimal(text: str, digits: int | None) -> Written:
    """A decimal as Python writes it, with a power of ten for an exponent."""
    if digits is not None and sum(map(str.isdigit, text.partition("e")[0])) > digits:
        text = f"{float(text):.{digits}g}"
    mantissa, e, exponent = text.lstrip("-").partition("e")
    number = f"<mn>{escape(mantissa)}</mn>"
    if e:
        power = f"<msup><mn>10</mn><mrow>{_whole(int(exponent))}</mrow></msup>"
        return _signed(f"{number}{_DOT}{power}", text[0] == "-", PRODUCT)
    return _signed(number, text[0] == "-", ATOM)


def _whole(number: int) -> str:
    return f"{_MINUS if number < 0 else ''}<mn>{abs(number)}</mn>"


def _signed(text: str, negative: bool, binding: int) -> Written:  # noqa: FBT001 (a sign)
    if negative:
        return Written(f"{_MINUS}{text}", min(NEGATION, binding), Start.SIGN)
    return Written(text, binding, Start.NUMBER)


def _operator(row: Operator, below: Sequence[Written]) -> Written:
    match row.notation:
        case Notation.INFIX:
            return _infix(row, *below)
        case Notation.PREFIX:
            inner = _bracketed(below[0], NEGATION + 1)
            return Written(f"{_MINUS}{inner.text}", NEGATION, Start.SIGN)
        case Notation.POWER:
            base = _bracketed(below[0], POWER + 1)
            exponent = _exponent(row.exponent or Fraction(1))
            return Written(f"<msup>{_row(base.text)}{exponent}</msup>", POWER, base.start)
        case Notation.FUNCTION:
            return _function(row, [part.text for part in below])
        case Notation.NAME:
            return Written("<mi>π</mi>" if row is PI else f"<mi>{escape(row.name)}</mi>")
        case Notation.TUPLE:
            return Written('<mo separator="true">;</mo>'.join(part.text for part in below), 0)


def _infix(row: Operator, first: Written, second: Written) -> Written:
    if row is DIVIDE:
        fraction = f"<mfrac>{_row(first.text)}{_row(second.text)}</mfrac>"
        return Written(fraction, ATOM, Start.NUMBER)
    left = _bracketed(first, row.precedence)
    right = _bracketed(second, row.precedence + 1, keep_sign=False)
    return Written(f"{left.text}{_sign(row, right)}{right.text}", row.precedence, left.start)


def _sign(row: Operator, right: Written) -> str:
    """The sign between two operands; two numbers side by side would be read as one."""
    if row is MULTIPLY:
        return _DOT if right.start is Start.NUMBER else _TIMES
    return _MINUS if row is SUBTRACT else f"<mo>{escape(row.name)}</mo>"


def _function(row: Operator, parts: list[str]) -> Written:
    if row is SQRT:
        return Written(f"<msqrt>{_row(parts[0])}</msqrt>")
    if row is ABS:
        return Written(_row(f"{_BAR}{parts[0]}{_BAR}"))
    if row is EXP:
        return Written(f"<msup><mi>e</mi>{_row(parts[0])}</msup>", POWER)
    listed = [*parts, "<mn>0</mn>"] if row is RELU else parts
    inner = '<mo separator="true">,</mo>'.join(listed)
    name = escape(_ARCS.get(row, row.name))
    return Written(f"<mi>{name}</mi>{_APPLY}{_row(f'{_OPEN}{inner}{_CLOSE}')}", POWER)


def _exponent(exponent: Fraction) -> str:
    if exponent.denominator == 1:
        return _row(_whole(exponent.numerator))
    sign = _MINUS if exponent < 0 else ""
    return _row(
        f"{sign}<mn>{abs(exponent.numerator)}</mn><mo>/</mo><mn>{exponent.denominator}</mn>"
    )


def _bracketed(written: Written, least: int, *, keep_sign: bool = True) -> Written:
    brackets = f"<mrow>{_OPEN}", f"{_CLOSE}</mrow>"
    return written.bracketed(least, keep_sign=keep_sign, brackets=brackets)


def _row(content: str) -> str:
    return f"<mrow>{content}</mrow>"


def _name(name: str) -> str:
    """A name: Greek letters as such, digits at its end and what follows ``_`` as an index."""
    stem, _, index = name.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    if digits and not index and digits != stem:
        stem, index = stem[: -len(digits)], digits
    letter = f"<mi>{escape(_GREEK.get(stem, stem))}</mi>"
    return _subscript(letter, f"<mi>{escape(index.replace('_', ' '))}</mi>") if index else letter


def _subscript(base: str, index: str) -> str:
    return f"<msub>{base}{_row(index)}</msub>"
