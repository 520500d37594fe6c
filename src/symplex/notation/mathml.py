"""Tree → presentation MathML, which browsers set without a script.

Owns the elements. Brackets and numbers follow the rules of text: `text.Written` says what binds.
Every name is escaped, so that no text of a user's is ever markup.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from types import MappingProxyType
from typing import Final
from unicodedata import lookup

from symplex.expression.expression import Expression
from symplex.expression.operators import (
    ABS,
    DIVIDE,
    EXP,
    MULTIPLY,
    NEGATION,
    POWER,
    PRODUCT,
    RELU,
    SQRT,
    SUBTRACT,
    Notation,
    Operator,
)
from symplex.expression.render import written_form
from symplex.expression.text import ATOM, Start, Written, decimal, write_number
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token
from symplex.notation.latex_text import GREEK

_TALL: Final = re.compile("<m(frac|sup|sqrt)")
"""What brackets grow around; without a font for mathematics they would grow around a ``y`` too."""
_MINUS: Final = "<mo>&#x2212;</mo>"
"""The sign itself: browsers set a hyphen as a hyphen."""
_INVISIBLE_TIMES: Final = "<mo>&#x2062;</mo>"
_APPLY: Final = "<mo>&#x2061;</mo>"
_CODES: Final = MappingProxyType({"lambda": "lamda", "Lambda": "Lamda"})
"""Greek letters whose name in Unicode is another one."""


def to_mathml(expression: Expression) -> str:
    """The formula as the content of a ``<math>`` element."""
    return f"<mrow>{written_form(expression).fold(_write).text}</mrow>"


def math_element(*content: str, block: bool = False) -> str:
    """A ``<math>`` element around parts that `to_mathml` and its kin made."""
    display = ' display="block"' if block else ""
    xmlns = "http://www.w3.org/1998/Math/MathML"
    return f'<math xmlns="{xmlns}"{display}><mrow>{"".join(content)}</mrow></math>'


def equation_mathml(left: Expression, right: Expression) -> str:
    """An equation as the content of a ``<math>`` element."""
    return f"{to_mathml(left)}<mo>=</mo>{to_mathml(right)}"


def name_mathml(name: str) -> str:
    """A variable, a parameter or an unknown; ``x1`` and ``x_1`` have an index."""
    stem, _, index = name.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    if digits and digits != stem and not index:
        stem, index = stem[: -len(digits)], digits
    letter = f"<mi>{escape(_letter(stem))}</mi>"
    return f"<msub>{letter}<mi>{escape(index)}</mi></msub>" if index else letter


def _letter(stem: str) -> str:
    if stem not in GREEK:
        return stem
    case = "CAPITAL" if stem[0].isupper() else "SMALL"
    return lookup(f"GREEK {case} LETTER {_CODES.get(stem, stem).upper()}")


def _write(token: Token, below: Sequence[Written], value: float) -> Written:
    match token:
        case Operator():
            return _operator(token, below)
        case Number(exact):
            return _number(exact)
        case Constant():
            return Written(f"<mn>{escape(repr(value))}</mn>")
        case Symbol(name):
            return Written(name_mathml(name))
        case Derivative(of, ()):
            return Written(name_mathml(of))
        case Derivative(of, by):
            index = "".join(name_mathml(name) for name in by)
            return Written(f"<msub>{name_mathml(of)}<mrow>{index}</mrow></msub>")


def _number(exact: Fraction) -> Written:
    written = write_number(exact)
    sign = _MINUS if exact < 0 else ""
    short = decimal(abs(exact))
    if short is None and exact.denominator != 1:
        top, bottom = f"<mn>{abs(exact.numerator)}</mn>", f"<mn>{exact.denominator}</mn>"
        text = f"{sign}<mfrac>{top}{bottom}</mfrac>"
        return Written(text, NEGATION if sign else ATOM, written.start)
    mantissa, e, exponent = (short or str(abs(exact))).partition("e")
    if e:
        ten = f"<msup><mn>10</mn><mn>{int(exponent)}</mn></msup>"
        return Written(f"{sign}<mn>{mantissa}</mn><mo>&#xB7;</mo>{ten}", PRODUCT, written.start)
    return Written(f"{sign}<mn>{mantissa}</mn>", NEGATION if sign else ATOM, written.start)


def _operator(row: Operator, below: Sequence[Written]) -> Written:
    match row.notation:
        case Notation.INFIX:
            return _infix(row, below)
        case Notation.PREFIX:
            inner = _bracketed(below[0], NEGATION + 1).text
            return Written(f"{_MINUS}{inner}", NEGATION, Start.SIGN)
        case Notation.POWER:
            return _raised(below[0], row.exponent or Fraction(1))
        case Notation.NAME:
            return Written("<mi>&#x3C0;</mi>")
        case Notation.TUPLE:
            return Written('<mo>;</mo><mspace width="0.5em"/>'.join(p.text for p in below), 0)
        case Notation.FUNCTION:
            return _function(row, below)


def _infix(row: Operator, below: Sequence[Written]) -> Written:
    if row is DIVIDE:
        top, bottom = (f"<mrow>{part.text}</mrow>" for part in below)
        return Written(f"<mfrac>{top}{bottom}</mfrac>", POWER, Start.NUMBER)
    left = _bracketed(below[0], row.precedence)
    right = _bracketed(below[1], row.precedence + 1, keep_sign=False)
    if row is MULTIPLY:
        # Two numbers side by side would be read as one.
        sign = "<mo>&#xB7;</mo>" if right.start is Start.NUMBER else _INVISIBLE_TIMES
    else:
        sign = _MINUS if row is SUBTRACT else "<mo>+</mo>"
    return Written(f"{left.text}{sign}{right.text}", row.precedence, left.start)


def _raised(base: Written, exponent: Fraction) -> Written:
    inner = _bracketed(base, POWER + 1)
    raised = _number(exponent).text
    text = f"<msup><mrow>{inner.text}</mrow><mrow>{raised}</mrow></msup>"
    return Written(text, POWER, inner.start)


def _function(row: Operator, below: Sequence[Written]) -> Written:
    inner = "<mo>,</mo>".join(part.text for part in below)
    if row is SQRT:
        return Written(f"<msqrt><mrow>{inner}</mrow></msqrt>")
    if row is ABS:
        bar = '<mo stretchy="true">|</mo>'
        return Written(f"<mrow>{bar}{inner}{bar}</mrow>")
    if row is EXP:
        return Written(f"<msup><mi>e</mi><mrow>{inner}</mrow></msup>", POWER)
    name = "max" if row is RELU else row.name
    inner = f"{inner}<mo>,</mo><mn>0</mn>" if row is RELU else inner
    before, after = _brackets(inner)
    call = f"{before}{inner}{after}"
    return Written(f"<mrow><mi>{escape(name)}</mi>{_APPLY}{call}</mrow>", POWER)


def _bracketed(written: Written, least: int, *, keep_sign: bool = True) -> Written:
    return written.bracketed(least, keep_sign=keep_sign, brackets=_brackets(written.text))


def _brackets(inner: str) -> tuple[str, str]:
    """What stands before and after a part in brackets."""
    grows = "true" if _TALL.search(inner) else "false"
    return f'<mrow><mo stretchy="{grows}">(</mo>', f'<mo stretchy="{grows}">)</mo></mrow>'
