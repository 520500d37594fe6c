"""How one language writes formulas: its signs, functions, numbers and names, as a value.

Owns the one walk that turns a tree into code. Every part is rounded as it is in our own
evaluation, since nothing is rearranged.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import final

from symplex.expression import Expression
from symplex.expression.evaluate import nearest_float
from symplex.expression.operators import (
    ABS,
    ACOS,
    ADD,
    ASIN,
    ATAN,
    COS,
    COSH,
    DIVIDE,
    ERF,
    EXP,
    LOG,
    MAX,
    MIN,
    NEGATION,
    PI,
    POWER,
    PRODUCT,
    RELU,
    SIGN,
    SIN,
    SINH,
    SQRT,
    SUBTRACT,
    TAN,
    TANH,
    Notation,
    Operator,
)
from symplex.expression.render import normal_form
from symplex.expression.text import ATOM, Start, Written
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

PLAIN = (SIN, COS, TAN, EXP, LOG, ABS, SINH, COSH, TANH, ASIN, ACOS, ATAN, SQRT, ERF, SIGN)
"""The functions of one argument, whose names many languages share."""
_EXACT_WHOLE = 10**15
_SHORT = 10**6


@final
@dataclass(frozen=True)
class Language:
    """A language, as far as formulas go."""

    calls: Mapping[Operator, str]
    """Templates of the functions, and of pi, with the arguments as ``{0}`` and ``{1}``."""
    power: Callable[[Written, Fraction], Written]
    literal: Callable[[str], str]
    """A decimal number, which has a point or an exponent, as the language writes it."""
    constant_power: Callable[[Written, Fraction], Written] | None = None
    """Powers of what depends on no variable; by default as `power`."""
    constant_calls: Mapping[Operator, str] = field(default_factory=dict[Operator, str])
    """Templates where no argument depends on a variable; by default those of `calls`."""
    signs: Mapping[Operator, str] = field(default_factory=dict[Operator, str])
    """How ``+ - * /`` are written, where not so."""
    is_exact: bool = False
    """Whether fractions stay fractions."""
    reserved: frozenset[str] = frozenset()
    """Words that no name may be."""
    ignores_case: bool = False
    letters_only: bool = False
    """Whether names have no underscore."""


@final
@dataclass(frozen=True)
class _Part:
    """The code of a subtree, and whether it depends on no variable."""

    code: Written
    is_constant: bool


def code_of(expression: Expression, language: Language, names: Mapping[str, str]) -> str:
    """The formula as an expression of the language, over `names` for its symbols."""

    def combine(token: Token, below: Sequence[_Part], value: float) -> _Part:
        constant = all(part.is_constant for part in below)
        match token:
            case Operator():
                parts = [part.code for part in below]
                return _Part(_operator(token, parts, language, constant=constant), constant)
            case Number(exact):
                return _Part(_number(exact, language), is_constant=True)
            case Constant():
                return _Part(_decimal(value, language), is_constant=True)
            case Symbol(name) | Derivative(name):
                return _Part(Written(names[name]), is_constant=False)

    return normal_form(expression).fold(combine).code.text


def _operator(
    row: Operator, parts: Sequence[Written], language: Language, *, constant: bool
) -> Written:
    match row.notation:
        case Notation.INFIX:
            left = parts[0].bracketed(row.precedence)
            right = parts[1].bracketed(row.precedence + 1, keep_sign=False)
            sign = language.signs.get(row, row.name)
            space = " " if row in (ADD, SUBTRACT) else ""
            return Written(
                f"{left.text}{space}{sign}{space}{right.text}", row.precedence, left.start
            )
        case Notation.PREFIX:
            return Written(f"-{parts[0].bracketed(NEGATION + 1).text}", NEGATION, Start.SIGN)
        case Notation.POWER:
            power = (language.constant_power if constant else None) or language.power
            return power(parts[0], row.exponent or Fraction(1))
        case Notation.FUNCTION | Notation.NAME | Notation.TUPLE:
            calls = {**language.calls, **language.constant_calls} if constant else language.calls
            return Written(calls[row].format(*(part.text for part in parts)))


def _number(exact: Fraction, language: Language) -> Written:
    """A number whose value is the float nearest to it, or itself where fractions are exact."""
    start = Start.SIGN if exact < 0 else Start.NUMBER
    short = max(abs(exact.numerator), exact.denominator) < _SHORT
    if exact.denominator == 1 and (language.is_exact or abs(exact) < _EXACT_WHOLE):
        whole = str(exact.numerator) if language.is_exact else f"{exact.numerator}.0"
        return Written(_literal(whole, language), NEGATION if exact < 0 else ATOM, start)
    if language.is_exact or short:
        parts = Fraction(exact.numerator), Fraction(exact.denominator)
        above, below = (_number(part, language).text for part in parts)
        sign = language.signs.get(DIVIDE, DIVIDE.name)
        return Written(f"{above}{sign}{below}", PRODUCT, start)
    return _decimal(nearest_float(exact), language)


def _decimal(value: float, language: Language) -> Written:
    text = _literal(repr(value), language)
    return Written(text, NEGATION if value < 0 else ATOM, Start.SIGN if value < 0 else Start.NUMBER)


def _literal(text: str, language: Language) -> str:
    digits = text.removeprefix("-")
    return f"{text[: len(text) - len(digits)]}{language.literal(digits)}"


def infix_power(
    sign: str, whole: str = "{0}", part: str = "({0}.0/{1}.0)"
) -> Callable[[Written, Fraction], Written]:
    """How languages with a sign for powers write them.

    Args:
        sign: The sign.
        whole: A whole exponent.
        part: The exponent ``{0}/{1}``.
    """

    def power(base: Written, exponent: Fraction) -> Written:
        template = whole if exponent.denominator == 1 else part
        text = template.format(exponent.numerator, exponent.denominator)
        bracketed = base.bracketed(POWER + 1)
        is_negative = exponent.denominator == 1 and exponent < 0
        raised = f"({text})" if is_negative else text
        return Written(f"{bracketed.text}{sign}{raised}", POWER, bracketed.start)

    return power


def called_power(name: str) -> Callable[[Written, Fraction], Written]:
    """Powers as calls ``name(base, exponent)``; the exponent is a decimal or a quotient of two."""

    def power(base: Written, exponent: Fraction) -> Written:
        below = "" if exponent.denominator == 1 else f"/{exponent.denominator}.0"
        return Written(f"{name}({base.text}, {exponent.numerator}.0{below})")

    return power


def called(prefix: str, **named: str) -> dict[Operator, str]:
    """Templates ``prefix.name({0})`` for functions of one argument; `named` are other names."""
    return {row: f"{prefix}{named.get(row.name, row.name)}({{0}})" for row in PLAIN}


def two(largest: str, least: str, pi: str) -> dict[Operator, str]:
    """Templates of max, min, relu and pi; of the first two with ``{0}`` and ``{1}``."""
    return {MAX: largest, MIN: least, RELU: largest.replace("{1}", "0.0"), PI: pi}


def safe_names(names: Sequence[str], language: Language) -> dict[str, str]:
    """A name of the language for each of ours, all different."""
    taken: set[str] = set(language.reserved)
    found: dict[str, str] = {}
    for name in names:
        candidates = (_numbered(name, number, language) for number in count())
        found[name] = next(one for one in candidates if _key(one, language) not in taken)
        taken.add(_key(found[name], language))
    return found


def _numbered(name: str, number: int, language: Language) -> str:
    stem = name.replace("_", "") if language.letters_only else name
    mark = "x" if language.letters_only else "_"
    return f"{stem}{mark}{number}" if number else stem


def _key(name: str, language: Language) -> str:
    return name.lower() if language.ignores_case else name
