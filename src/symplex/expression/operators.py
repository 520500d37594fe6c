"""The operator table: one row for every operation of the language.

A row says everything that the rest of the program needs to know of an operator: how it is
written, what it computes (in terms of a backend's primitives, so that NumPy, SymPy, mpmath and
PyTorch share one formula), its partial derivatives, where it is undefined and where it is not
smooth. The last three are texts in our own language with the arguments called ``a`` and ``b``.
This module knows nothing of trees, parsing or problems.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, final


class Rule(Enum):
    """What the margin of a `Limit` must obey for the operator to be defined."""

    POSITIVE = "> 0"
    NONNEGATIVE = ">= 0"
    NONZERO = "!= 0"


class Notation(Enum):
    """How an operator is written in text."""

    FUNCTION = "name(a, b)"
    INFIX = "a name b"
    PREFIX = "name a"
    POWER = "a^exponent"
    NAME = "name"
    TUPLE = "a; b"


@final
@dataclass(frozen=True, slots=True)
class Limit:
    """An operator is defined only where `margin`, a formula in its arguments, obeys `rule`."""

    margin: str
    rule: Rule


@final
@dataclass(frozen=True, slots=True)
class Operator:
    """One row of the table; two operators are equal when their name, arity and exponent are."""

    name: str
    """The word in a formula; for infix operators, the sign."""
    arity: int
    """How many arguments it takes; 0 for a named number."""
    form: Callable[..., Any] = field(compare=False, repr=False)
    """Its value from a backend's primitives and its arguments: ``form(backend, a, b)``."""
    partials: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Its derivative by each argument where it is smooth."""
    limits: tuple[Limit, ...] = field(default=(), compare=False, repr=False)
    """Where it is defined; everywhere if empty."""
    kinks: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """It may fail to be smooth where one of these formulas vanishes."""
    latex: str = field(default="", compare=False, repr=False)
    """A template for LaTeX with the arguments as ``{0}`` and ``{1}``."""
    notation: Notation = field(default=Notation.FUNCTION, compare=False, repr=False)
    precedence: int = field(default=100, compare=False, repr=False)
    """How strongly it binds in text: an operand that binds less strongly is put in brackets."""
    commutative: bool = field(default=False, compare=False, repr=False)
    exponent: Fraction | None = None
    """Set for powers alone: a power is a unary operator with a fixed rational exponent."""


SUM, PRODUCT, NEGATION, POWER = 10, 20, 30, 40
"""Precedences, as in Python: ``-x^2`` is ``-(x^2)`` and ``-x*y`` is ``(-x)*y``."""


def _function(name: str, partial: str, latex: str | None = None, **rest: Any) -> Operator:  # noqa: ANN401
    """A unary function whose backend primitive has its own name."""
    template = latex or rf"\{name}\left({{0}}\right)"
    return Operator(
        name, 1, lambda backend, a: getattr(backend, name)(a), (partial,), latex=template, **rest
    )


def _infix(name: str, precedence: int, form: Callable[..., Any], **rest: Any) -> Operator:  # noqa: ANN401
    return Operator(name, 2, form, notation=Notation.INFIX, precedence=precedence, **rest)


def _named(latex: str) -> str:
    return rf"\operatorname{{{latex}}}\left({{0}}\right)"


_WITHIN_ONE = Limit("1 - a^2", Rule.NONNEGATIVE)
_FIRST_IS_LARGER, _SECOND_IS_LARGER = "(1 + sign(a - b))/2", "(1 - sign(a - b))/2"

_ROWS = (
    _infix(
        "+", SUM, lambda _, a, b: a + b, partials=("1", "1"), latex="{0} + {1}", commutative=True
    ),
    _infix("-", SUM, lambda _, a, b: a - b, partials=("1", "-1"), latex="{0} - {1}"),
    _infix(
        "*", PRODUCT, lambda _, a, b: a * b, partials=("b", "a"), latex="{0} {1}", commutative=True
    ),
    _infix(
        "/",
        PRODUCT,
        lambda _, a, b: a / b,
        partials=("1/b", "-a/b^2"),
        latex=r"\frac{{{0}}}{{{1}}}",
        limits=(Limit("b", Rule.NONZERO),),
    ),
    Operator(
        "neg",
        1,
        lambda _, a: -a,
        ("-1",),
        latex="-{0}",
        notation=Notation.PREFIX,
        precedence=NEGATION,
    ),
    _function("sin", "cos(a)"),
    _function("cos", "-sin(a)"),
    _function("tan", "1 + tan(a)^2", limits=(Limit("cos(a)", Rule.NONZERO),)),
    _function("exp", "exp(a)"),
    _function("log", "1/a", limits=(Limit("a", Rule.POSITIVE),)),
    _function("abs", "sign(a)", r"\left|{0}\right|", kinks=("a",)),
    _function("sign", "0", _named("sign"), kinks=("a",)),
    Operator(
        "max",
        2,
        lambda backend, a, b: backend.maximum(a, b),
        (_FIRST_IS_LARGER, _SECOND_IS_LARGER),
        kinks=("a - b",),
        latex=r"\max\left({0}, {1}\right)",
        commutative=True,
    ),
    Operator(
        "min",
        2,
        lambda backend, a, b: backend.minimum(a, b),
        (_SECOND_IS_LARGER, _FIRST_IS_LARGER),
        kinks=("a - b",),
        latex=r"\min\left({0}, {1}\right)",
        commutative=True,
    ),
    Operator(
        "relu",
        1,
        lambda backend, a: backend.maximum(a, backend.zero),
        ("(1 + sign(a))/2",),
        kinks=("a",),
        latex=r"\max\left({0}, 0\right)",
    ),
    _function("erf", "2/sqrt(pi)*exp(-a^2)", _named("erf")),
    _function("sinh", "cosh(a)"),
    _function("cosh", "sinh(a)"),
    _function("tanh", "1 - tanh(a)^2"),
    _function(
        "asin",
        "1/sqrt(1 - a^2)",
        r"\arcsin\left({0}\right)",
        limits=(_WITHIN_ONE,),
        kinks=("1 - a^2",),
    ),
    _function(
        "acos",
        "-1/sqrt(1 - a^2)",
        r"\arccos\left({0}\right)",
        limits=(_WITHIN_ONE,),
        kinks=("1 - a^2",),
    ),
    _function("atan", "1/(1 + a^2)", r"\arctan\left({0}\right)"),
    Operator("pi", 0, lambda backend: backend.pi, latex=r"\pi", notation=Notation.NAME),
)

_SHORT_NAMES: Final = {Fraction(2): "square", Fraction(3): "cube", Fraction(1, 2): "sqrt"}


def power(exponent: Fraction | int) -> Operator:
    """The operator that raises to a fixed rational power, on the reals.

    A whole exponent is defined for every base (but zero if it is negative); any other only for
    bases ≥ 0, as ``sqrt`` is: ``x^(1/3)`` of a negative number is undefined, not complex.
    """
    exponent = Fraction(exponent)
    limits: tuple[Limit, ...] = ()
    kinks: tuple[str, ...] = ()
    if exponent.denominator != 1:
        rule = Rule.POSITIVE if exponent < 0 else Rule.NONNEGATIVE
        limits, kinks = (Limit("a", rule),), ("a",)
    elif exponent < 0:
        limits = (Limit("a", Rule.NONZERO),)
    root = exponent == Fraction(1, 2)
    return Operator(
        _SHORT_NAMES.get(exponent, "power"),
        1,
        lambda backend, a: backend.power(a, exponent),
        (f"({exponent})*a^({exponent - 1})",),
        limits,
        kinks,
        latex=r"\sqrt{{{0}}}" if root else f"{{0}}^{{{{{_latex_exponent(exponent)}}}}}",
        notation=Notation.FUNCTION if root else Notation.POWER,
        precedence=100 if root else POWER,
        exponent=exponent,
    )


def _latex_exponent(exponent: Fraction) -> str:
    return (
        str(exponent)
        if exponent.denominator == 1
        else f"{exponent.numerator}/{exponent.denominator}"
    )


def tuple_of(arity: int) -> Operator:
    """The root of a system of `arity` unknowns: its arguments are their formulas, in order."""
    return Operator(
        "tuple",
        arity,
        lambda _, *parts: parts,
        latex=r" ;\; ".join(f"{{{index}}}" for index in range(arity)),
        notation=Notation.TUPLE,
        precedence=0,
    )


OPERATORS: Final = MappingProxyType(
    {row.name: row for row in (*_ROWS, *(power(exponent) for exponent in _SHORT_NAMES))}
)
"""Every operator by name. Other powers and tuples come from `power` and `tuple_of`."""
