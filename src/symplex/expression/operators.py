"""The operator table: one row for every operation of the language.

A row holds everything that the rest of the program needs to know about an operator: how it is
written, what it computes, its partial derivatives, where it is undefined and where it is not
smooth. Formulas are functions of a backend's primitives and the arguments, so NumPy, SymPy,
python-flint, PyTorch and our own trees share one definition. This module knows nothing of trees,
parsing or problems.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, final

Form = Callable[..., Any]
"""A formula: ``form(backend, *arguments)``. Any, because each backend has its own numbers."""


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

    margin: Form
    rule: Rule


@final
@dataclass(frozen=True, slots=True)
class Operator:
    """One row of the table; two operators are equal when their name, arity and exponent are."""

    name: str
    """The word in a formula; for infix operators, the sign."""
    arity: int
    """How many arguments it takes; 0 for a named number."""
    form: Form = field(compare=False, repr=False)
    """Its value."""
    partials: tuple[Form, ...] = field(default=(), compare=False, repr=False)
    """Its derivative by each argument, where it is smooth."""
    limits: tuple[Limit, ...] = field(default=(), compare=False, repr=False)
    """Where it is defined; everywhere if empty."""
    kinks: tuple[Form, ...] = field(default=(), compare=False, repr=False)
    """It may fail to be smooth where one of these formulas vanishes."""
    latex: str = field(default="", compare=False, repr=False)
    """A template for LaTeX with the arguments as ``{0}`` and ``{1}``."""
    notation: Notation = field(default=Notation.FUNCTION, compare=False, repr=False)
    precedence: int = field(default=100, compare=False, repr=False)
    """How strongly it binds in text: an operand that binds less strongly is bracketed."""
    commutative: bool = field(default=False, compare=False, repr=False)
    exponent: Fraction | None = None
    """Set for powers alone: a power is a unary operator with a fixed rational exponent."""

    def __hash__(self) -> int:
        """Of the name alone, except for powers: tokens are looked up again and again."""
        return hash(self.name) if self.exponent is None else hash((self.name, self.exponent))

    def __reduce__(self) -> "tuple[Callable[..., Operator], tuple[object, ...]]":
        """Copies are the rows of the table themselves, since rows are compared by identity."""
        return _row, (self.name, self.arity, self.exponent)

    @property
    def is_tuple(self) -> bool:
        """Whether it is the root of a system, whose arguments are the unknowns' formulas."""
        return self.notation is Notation.TUPLE


SUM, PRODUCT, NEGATION, POWER = 10, 20, 30, 40
"""Precedences, as in Python: ``-x^2`` is ``-(x^2)`` and ``-x*y`` is ``(-x)*y``."""


def _function(name: str, partial: Form, latex: str | None = None, **rest: Any) -> Operator:  # noqa: ANN401
    """A unary function whose backend primitive has its own name."""
    template = latex or rf"\{name}\left({{0}}\right)"
    return Operator(name, 1, lambda m, a: getattr(m, name)(a), (partial,), latex=template, **rest)


def _infix(name: str, precedence: int, form: Form, latex: str, **rest: Any) -> Operator:  # noqa: ANN401
    return Operator(
        name, 2, form, latex=latex, notation=Notation.INFIX, precedence=precedence, **rest
    )


def _named(word: str) -> str:
    return rf"\operatorname{{{{{word}}}}}\left({{0}}\right)"


def _first(_: Any, a: Any, *__: Any) -> Any:  # noqa: ANN401
    return a


def _one(m: Any, *_: Any) -> Any:  # noqa: ANN401
    return m.number(1)


def _minus_one(m: Any, *_: Any) -> Any:  # noqa: ANN401
    return m.number(-1)


def _first_is_larger(m: Any, a: Any, b: Any) -> Any:  # noqa: ANN401
    return (1 + m.sign(a - b)) / 2


def _second_is_larger(m: Any, a: Any, b: Any) -> Any:  # noqa: ANN401
    return (1 - m.sign(a - b)) / 2


def _to_one(m: Any, a: Any) -> Any:  # noqa: ANN401
    return 1 - m.power(a, Fraction(2))


def _root_to_one(m: Any, a: Any) -> Any:  # noqa: ANN401
    return m.power(_to_one(m, a), Fraction(1, 2))


_DIFFERENCE: Form = lambda _, a, b: a - b  # noqa: E731
_ARC: Final[Mapping[str, Any]] = MappingProxyType(
    {"limits": (Limit(_to_one, Rule.NONNEGATIVE),), "kinks": (_to_one,)}
)
"""What asin and acos have in common: they end at ±1, where their slope is infinite."""

_ROWS = (
    _infix("+", SUM, lambda _, a, b: a + b, "{0} + {1}", partials=(_one, _one), commutative=True),
    _infix("-", SUM, _DIFFERENCE, "{0} - {1}", partials=(_one, _minus_one)),
    _infix(
        "*",
        PRODUCT,
        lambda _, a, b: a * b,
        "{0} {1}",
        partials=(lambda _, a, b: b, _first),
        commutative=True,
    ),
    _infix(
        "/",
        PRODUCT,
        lambda _, a, b: a / b,
        r"\frac{{{0}}}{{{1}}}",
        partials=(lambda _, a, b: 1 / b, lambda m, a, b: -a / m.power(b, Fraction(2))),
        limits=(Limit(lambda _, a, b: b, Rule.NONZERO),),
    ),
    Operator(
        "neg",
        1,
        lambda _, a: -a,
        (_minus_one,),
        latex="-{0}",
        notation=Notation.PREFIX,
        precedence=NEGATION,
    ),
    _function("sin", lambda m, a: m.cos(a)),
    _function("cos", lambda m, a: -m.sin(a)),
    _function(
        "tan",
        lambda m, a: 1 + m.power(m.tan(a), Fraction(2)),
        limits=(Limit(lambda m, a: m.cos(a), Rule.NONZERO),),
    ),
    _function("exp", lambda m, a: m.exp(a)),
    _function("log", lambda _, a: 1 / a, limits=(Limit(_first, Rule.POSITIVE),)),
    _function("abs", lambda m, a: m.sign(a), r"\left|{0}\right|", kinks=(_first,)),
    _function("sign", lambda m, _: m.number(0), _named("sign"), kinks=(_first,)),
    Operator(
        "max",
        2,
        lambda m, a, b: m.maximum(a, b),
        (_first_is_larger, _second_is_larger),
        kinks=(_DIFFERENCE,),
        latex=r"\max\left({0}, {1}\right)",
        commutative=True,
    ),
    Operator(
        "min",
        2,
        lambda m, a, b: m.minimum(a, b),
        (_second_is_larger, _first_is_larger),
        kinks=(_DIFFERENCE,),
        latex=r"\min\left({0}, {1}\right)",
        commutative=True,
    ),
    Operator(
        "relu",
        1,
        lambda m, a: m.maximum(a, m.number(0)),
        (lambda m, a: (1 + m.sign(a)) / 2,),
        kinks=(_first,),
        latex=r"\max\left({0}, 0\right)",
    ),
    _function(
        "erf",
        lambda m, a: 2 / m.power(m.pi, Fraction(1, 2)) * m.exp(-m.power(a, Fraction(2))),
        _named("erf"),
    ),
    _function("sinh", lambda m, a: m.cosh(a)),
    _function("cosh", lambda m, a: m.sinh(a)),
    _function("tanh", lambda m, a: 1 - m.power(m.tanh(a), Fraction(2))),
    _function("asin", lambda m, a: 1 / _root_to_one(m, a), r"\arcsin\left({0}\right)", **_ARC),
    _function("acos", lambda m, a: -1 / _root_to_one(m, a), r"\arccos\left({0}\right)", **_ARC),
    _function(
        "atan",
        lambda m, a: 1 / (1 + m.power(a, Fraction(2))),
        r"\arctan\left({0}\right)",
    ),
    Operator("pi", 0, lambda m: m.pi, latex=r"\pi", notation=Notation.NAME),
)

_NAMED_POWERS = ((Fraction(2), "square"), (Fraction(3), "cube"), (Fraction(1, 2), "sqrt"))
_SHORT_NAMES: Final = MappingProxyType(dict(_NAMED_POWERS))


def power(exponent: Fraction | int) -> Operator:
    """The operator that raises to a fixed rational power, on the reals.

    A whole exponent is defined for every base (but zero if it is negative); any other only for
    bases ≥ 0, as ``sqrt`` is: ``x^(1/3)`` of a negative number is undefined, not complex. The
    square, the cube and the square root are always the rows of the table.
    """
    name = _SHORT_NAMES.get(Fraction(exponent))
    return _power(Fraction(exponent)) if name is None else OPERATORS[name]


def _power(exponent: Fraction) -> Operator:
    limits: tuple[Limit, ...] = ()
    kinks: tuple[Form, ...] = ()
    if exponent.denominator != 1:
        rule = Rule.POSITIVE if exponent < 0 else Rule.NONNEGATIVE
        limits, kinks = (Limit(_first, rule),), (_first,)
    elif exponent < 0:
        limits = (Limit(_first, Rule.NONZERO),)
    root = exponent == Fraction(1, 2)
    return Operator(
        _SHORT_NAMES.get(exponent, "power"),
        1,
        lambda m, a: m.power(a, exponent),
        (lambda m, a: m.number(exponent) * m.power(a, exponent - 1),),
        limits,
        kinks,
        latex=r"\sqrt{{{0}}}" if root else f"{{0}}^{{{{{exponent}}}}}",
        notation=Notation.FUNCTION if root else Notation.POWER,
        precedence=100 if root else POWER,
        exponent=exponent,
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


def _row(name: str, arity: int, exponent: Fraction | None) -> Operator:
    if exponent is not None:
        return power(exponent)
    return OPERATORS[name] if name in OPERATORS else tuple_of(arity)


OPERATORS: Final = MappingProxyType(
    {row.name: row for row in (*_ROWS, *(_power(exponent) for exponent in _SHORT_NAMES))}
)
"""Every operator by name. Other powers and tuples come from `power` and `tuple_of`."""

ADD, SUBTRACT, MULTIPLY, DIVIDE = (OPERATORS[sign] for sign in "+-*/")
NEGATE, PI = OPERATORS["neg"], OPERATORS["pi"]
SQUARE, CUBE, SQRT = (OPERATORS[name] for name in ("square", "cube", "sqrt"))
SIN, COS, TAN = (OPERATORS[name] for name in ("sin", "cos", "tan"))
ASIN, ACOS, ATAN = (OPERATORS[name] for name in ("asin", "acos", "atan"))
SINH, COSH, TANH = (OPERATORS[name] for name in ("sinh", "cosh", "tanh"))
EXP, LOG, ERF = (OPERATORS[name] for name in ("exp", "log", "erf"))
ABS, SIGN, MAX, MIN, RELU = (OPERATORS[name] for name in ("abs", "sign", "max", "min", "relu"))
