"""Tree → text, LaTeX, SymPy and Python source: one renderer for each target.

Kept out of the tree itself, so that a new target touches nothing else. Text parses back to the
tree's normal form; fitted constants are written as decimals and come back as exact numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import isfinite
from types import SimpleNamespace
from typing import Any

from symplex.expression.backends import Backend
from symplex.expression.evaluate import interpret
from symplex.expression.expression import Expression, apply, leaf, normal_form, number
from symplex.expression.operators import (
    NEGATION,
    POWER,
    PRODUCT,
    SUM,
    Notation,
    Operator,
)
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

_ATOM = 100
_Rendered = tuple[str, int]
"""A text and how strongly its outermost sign binds."""


def to_text(expression: Expression) -> str:
    """The formula in the problem file's own language."""
    return _written(expression).fold(_text)[0]


def _written(expression: Expression) -> Expression:
    """The normal form of what will be read back: fitted constants as the decimals they print."""

    def exact(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if isinstance(token, Constant) and isfinite(value):
            return number(Fraction(repr(value)))
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return normal_form(expression.fold(exact))


def _text(token: Token, below: Sequence[_Rendered], value: float) -> _Rendered:
    match token:
        case Operator():
            return _operator_text(token, below), token.precedence
        case Number(exact):
            return _number(exact)
        case Constant():
            return repr(value), _ATOM  # only what is not finite is left of the fitted ones
        case Symbol(name):
            return name, _ATOM
        case Derivative():
            return derivative_text(token), _ATOM


_LARGEST_DECIMAL, _LARGEST_WHOLE = 10**300, 10**16
_SIMPLE_DENOMINATOR = 12
"""Fractions up to this one are written as such, others as decimals where that is exact."""


def _number(exact: Fraction) -> _Rendered:
    unwieldy = exact.denominator > _SIMPLE_DENOMINATOR or abs(exact) >= _LARGEST_WHOLE
    if unwieldy and abs(exact) < _LARGEST_DECIMAL:
        decimal = repr(float(exact))
        if Fraction(decimal) == exact:
            return decimal, NEGATION if exact < 0 else _ATOM
    if exact.denominator != 1:
        return str(exact), PRODUCT
    return str(exact), NEGATION if exact < 0 else _ATOM


def _operator_text(row: Operator, below: Sequence[_Rendered]) -> str:
    match row.notation:
        case Notation.INFIX:
            left = _bracketed(below[0], row.precedence)
            right = _bracketed(below[1], row.precedence + 1, keep_sign=False)
            space = " " if row.precedence == SUM else ""
            return f"{left}{space}{row.name}{space}{right}"
        case Notation.PREFIX:
            return f"-{_bracketed(below[0], NEGATION + 1)}"
        case Notation.POWER:
            exponent = str(row.exponent)
            power = exponent if exponent.isdigit() else f"({exponent})"
            return f"{_bracketed(below[0], POWER + 1)}^{power}"
        case Notation.FUNCTION:
            return f"{row.name}({', '.join(text for text, _ in below)})"
        case Notation.NAME:
            return row.name
        case Notation.TUPLE:
            return "; ".join(text for text, _ in below)


def _bracketed(rendered: _Rendered, least: int, *, keep_sign: bool = True) -> str:
    """Brackets unless it binds at least as strongly; a sign on the right is bracketed too."""
    text, binding = rendered
    if binding >= least and (keep_sign or not text.startswith("-")):
        return text
    return f"({text})"


def derivative_text(derivative: Derivative) -> str:
    """``u``, ``u_xx``, or ``diff(u, theta, 2)`` where a variable has a longer name."""
    if not derivative.by:
        return derivative.of
    if all(len(name) == 1 for name in derivative.by):
        return f"{derivative.of}_{''.join(derivative.by)}"
    steps = [f"{name}, {derivative.by.count(name)}" for name in dict.fromkeys(derivative.by)]
    return f"diff({derivative.of}, {', '.join(steps)})"


def to_latex(expression: Expression) -> str:
    """The formula in LaTeX."""
    return _written(expression).fold(_latex)[0]


def _latex(token: Token, below: Sequence[_Rendered], value: float) -> _Rendered:
    match token:
        case Operator():
            return _operator_latex(token, below)
        case Number(exact):
            return _number_latex(exact)
        case Constant():
            return repr(value), _ATOM
        case Symbol(name):
            return _name_latex(name), _ATOM
        case Derivative(of, by):
            index = f"_{{{' '.join(_name_latex(name) for name in by)}}}" if by else ""
            return f"{_name_latex(of)}{index}", _ATOM


def _number_latex(exact: Fraction) -> _Rendered:
    text, binding = _number(exact)
    sign = "-" if exact < 0 else ""
    if "/" in text:
        fraction = rf"{sign}\frac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"
        return fraction, NEGATION if sign else _ATOM
    mantissa, e, exponent = text.partition("e")
    return (rf"{mantissa} \cdot 10^{{{int(exponent)}}}", PRODUCT) if e else (text, binding)


def _operator_latex(row: Operator, below: Sequence[_Rendered]) -> _Rendered:
    match row.notation:
        case Notation.INFIX if row.name == "/":
            return row.latex.format(*(text for text, _ in below)), POWER
        case Notation.INFIX:
            left = _latex_bracketed(below[0], row.precedence)
            right = _latex_bracketed(below[1], row.precedence + 1, keep_sign=False)
            template = r"{0} \cdot {1}" if row.name == "*" and _digits_meet(right) else row.latex
            return template.format(left, right), row.precedence
        case Notation.PREFIX:
            return row.latex.format(_latex_bracketed(below[0], NEGATION + 1)), NEGATION
        case Notation.POWER:
            return row.latex.format(_latex_bracketed(below[0], POWER + 1)), POWER
        case Notation.FUNCTION | Notation.NAME | Notation.TUPLE:
            binding = POWER if row.arity else row.precedence  # sin(x)^2 needs brackets
            return row.latex.format(*(text for text, _ in below)), binding


def _digits_meet(right: str) -> bool:
    """Whether a product's right factor would run into the left one: ``2 3``."""
    return right[0].isdigit() or right.startswith(r"\frac")


def _latex_bracketed(rendered: _Rendered, least: int, *, keep_sign: bool = True) -> str:
    text, binding = rendered
    if binding >= least and (keep_sign or not text.startswith("-")):
        return text
    return rf"\left({text}\right)"


_GREEK = frozenset(
    (
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega"),
    )
)


def _name_latex(name: str) -> str:
    stem, _, index = name.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    if digits and not index:
        stem, index = stem[: -len(digits)], digits
    head = f"\\{stem}" if stem in _GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return f"{head}_{{{index.replace('_', ' ')}}}" if index else head


@cache
def _sympy_backend() -> Backend:
    """SymPy on real numbers. Imported on first use: it costs half a second."""
    import sympy

    names = {"maximum": "Max", "minimum": "Min", "abs": "Abs"}
    words = (
        *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum"),
        *("erf", "sinh", "cosh", "tanh", "asin", "acos", "atan"),
    )
    functions = {word: getattr(sympy, names.get(word, word)) for word in words}

    def rational(value: Fraction | int) -> Any:  # noqa: ANN401
        return sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)

    return SimpleNamespace(
        **functions, power=lambda a, n: a ** rational(n), number=rational, pi=sympy.pi
    )  # pyright: ignore[reportReturnType]


def to_sympy(expression: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula for SymPy, over real symbols; unknowns become symbols named like ``u_xx``.

    A tuple becomes a Python tuple. Fitted constants become floats.
    """
    import sympy

    values: dict[str | Derivative, Any] = {
        name: sympy.Symbol(name, real=True) for name in expression.symbols
    }
    for derivative in expression.derivatives:
        values[derivative] = sympy.Symbol(derivative_text(derivative), real=True)
    return interpret(expression, _sympy_backend(), values, slot=sympy.Float)


def to_python(expression: Expression) -> str:
    """NumPy source for the formula; it needs ``import math`` and ``import numpy as np``."""
    return _written(expression).fold(_python)[0]


_PYTHON_NAMES = {"max": "np.maximum({0}, {1})", "min": "np.minimum({0}, {1})"} | {
    "relu": "np.maximum({0}, 0.0)",
    "erf": "np.vectorize(math.erf, otypes=[float])({0})",
    "pi": "np.pi",
}


def _python(token: Token, below: Sequence[_Rendered], value: float) -> _Rendered:
    match token:
        case Operator(notation=Notation.INFIX | Notation.PREFIX):
            return _operator_text(token, below), token.precedence
        case Operator(notation=Notation.POWER):
            return f"{_bracketed(below[0], POWER + 1)}**{_python_power(token)}", POWER
        case Operator(notation=Notation.TUPLE):
            return f"({', '.join(text for text, _ in below)},)", _ATOM
        case Operator(name=name):
            template = _PYTHON_NAMES.get(name, f"np.{name}({{0}})")
            return template.format(*(text for text, _ in below)), _ATOM
        case Number(exact):
            return _python_number(exact)
        case _:
            return _text(token, below, value)


def _python_number(exact: Fraction) -> _Rendered:
    """A float literal; a quotient of two where no short decimal is the number."""
    text, binding = _number(exact)
    if text.lstrip("-").isdigit():
        return f"{text}.0", binding
    return (f"{exact.numerator}.0/{exact.denominator}.0" if "/" in text else text), binding


def _python_power(row: Operator) -> str:
    exponent = row.exponent or Fraction(1)
    if exponent.denominator == 1:
        return f"{exponent}" if exponent > 0 else f"({exponent})"
    return f"({exponent.numerator}/{exponent.denominator})"
