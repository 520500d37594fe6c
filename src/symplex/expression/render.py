"""Tree → text, LaTeX, SymPy and Python source: one renderer for each target.

Kept out of the tree itself, so that a new target touches nothing else. Text parses back to the
tree's normal form; fitted constants are written as decimals and come back as exact numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression.backends import Backend, nearest_float, numpy_backend
from symplex.expression.evaluate import interpret
from symplex.expression.expression import Expression, apply, leaf, normal_form, number
from symplex.expression.operators import (
    COSH,
    DIVIDE,
    ERF,
    EXP,
    MAX,
    MIN,
    MULTIPLY,
    NEGATION,
    PI,
    POWER,
    PRODUCT,
    RELU,
    SINH,
    Notation,
    Operator,
)
from symplex.expression.text import (
    ATOM,
    Start,
    Written,
    decimal,
    derivative_text,
    text_of,
    write,
    write_float,
    write_number,
    write_operator,
)
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

_SYMPY_BITS = 50_000
_SYMPY_ROOT_BITS = 640
"""SymPy factors a number before it takes a root."""
_LARGEST_FLOAT = 10**300


def to_text(expression: Expression) -> str:
    """The formula in the problem file's own language."""
    return text_of(written_form(expression))


def written_form(expression: Expression) -> Expression:
    """The normal form of what will be read back: fitted constants as the decimals they print."""

    def exact(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if isinstance(token, Constant) and isfinite(value):
            return number(Fraction(repr(value)))
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return normal_form(expression.fold(exact))


def to_latex(expression: Expression) -> str:
    """The formula in LaTeX."""
    return written_form(expression).fold(_latex).text


def _latex(token: Token, below: Sequence[Written], value: float) -> Written:
    match token:
        case Operator():
            return _operator_latex(token, below)
        case Number(exact):
            return _number_latex(exact)
        case Constant():
            return write_float(value)  # only a constant that is not finite is left
        case Symbol(name):
            return Written(_name_latex(name))
        case Derivative(of, by):
            index = f"_{{{' '.join(_name_latex(name) for name in by)}}}" if by else ""
            return Written(f"{_name_latex(of)}{index}")


def _number_latex(exact: Fraction) -> Written:
    written = write_number(exact)
    short = decimal(exact)
    if short is None and exact.denominator != 1:
        sign = "-" if exact < 0 else ""
        fraction = rf"{sign}\frac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"
        return Written(fraction, NEGATION if sign else ATOM, written.start)
    mantissa, e, exponent = (short or "").partition("e")
    if e:
        return Written(rf"{mantissa} \cdot 10^{{{int(exponent)}}}", PRODUCT, written.start)
    return written


def _operator_latex(row: Operator, below: Sequence[Written]) -> Written:
    match row.notation:
        case Notation.INFIX if row is DIVIDE:
            return Written(row.latex.format(*(part.text for part in below)), POWER, Start.NUMBER)
        case Notation.INFIX:
            left = _latex_bracketed(below[0], row.precedence)
            right = _latex_bracketed(below[1], row.precedence + 1, keep_sign=False)
            # Two numbers side by side would be read as one.
            dotted = row is MULTIPLY and right.start is Start.NUMBER
            template = r"{0} \cdot {1}" if dotted else row.latex
            return Written(template.format(left.text, right.text), row.precedence, left.start)
        case Notation.PREFIX:
            text = row.latex.format(_latex_bracketed(below[0], NEGATION + 1).text)
            return Written(text, NEGATION, Start.SIGN)
        case Notation.POWER:
            base = _latex_bracketed(below[0], POWER + 1)
            return Written(row.latex.format(base.text), POWER, base.start)
        case Notation.FUNCTION | Notation.NAME | Notation.TUPLE:
            binding = POWER if row.arity else row.precedence  # sin(x)^2 needs brackets
            return Written(row.latex.format(*(part.text for part in below)), binding)


def _latex_bracketed(written: Written, least: int, *, keep_sign: bool = True) -> Written:
    return written.bracketed(least, keep_sign=keep_sign, brackets=(r"\left(", r"\right)"))


GREEK: Final = frozenset(
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
    head = f"\\{stem}" if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return f"{head}_{{{index.replace('_', ' ')}}}" if index else head


def _sympy_backend() -> Backend:
    """SymPy on real numbers. Imported on first use: it takes half a second."""
    import sympy

    names = {"maximum": "Max", "minimum": "Min", "abs": "Abs"}
    words = (
        *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum"),
        *("erf", "sinh", "cosh", "tanh", "asin", "acos", "atan"),
    )
    functions = {word: getattr(sympy, names.get(word, word)) for word in words}

    def rational(value: Fraction | int) -> Any:  # noqa: ANN401
        return sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)

    def power(base: Any, exponent: Fraction) -> Any:  # noqa: ANN401
        factor = base.as_coeff_Mul()[0]  # SymPy carries powers of numbers out
        bits = factor.p.bit_length() + factor.q.bit_length() if factor.is_Rational else 0
        rooted = exponent.denominator > 1 and bits > _SYMPY_ROOT_BITS
        if rooted or bits * abs(exponent) > _SYMPY_BITS:
            raise ExpressionError("a power of a number has too many digits for SymPy")
        return base ** rational(exponent)

    return SimpleNamespace(**functions, power=power, number=rational, pi=sympy.pi)  # pyright: ignore[reportReturnType]


def to_sympy(expression: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula for SymPy, over real symbols; unknowns become symbols named like ``u_xx``.

    A tuple becomes a Python tuple. Fitted constants become floats.

    Raises:
        ExpressionError: where a number in it is too large for SymPy, which carries out powers and
            evaluates what it compares: a tower of exponentials would never end.
    """
    import sympy

    _refuse_towers(expression)

    values: dict[str | Derivative, Any] = {
        name: sympy.Symbol(name, real=True) for name in expression.symbols
    }
    for derivative in expression.derivatives:
        values[derivative] = sympy.Symbol(derivative_text(derivative), real=True)
    try:
        return interpret(expression, _sympy_backend(), values, slot=sympy.Float)
    except ExpressionError:
        raise
    except (ValueError, TypeError, RecursionError):  # it compares acos(2) with a number, say
        raise ExpressionError("SymPy cannot take this formula") from None


def _refuse_towers(expression: Expression) -> None:
    """Refuse an exponential of a number too large for a float: SymPy may try to evaluate it."""
    backend = numpy_backend()

    def combine(token: Token, below: Sequence[Any], value: float) -> Any:  # noqa: ANN401
        """The value of a part without variables, or None."""
        match token:
            case Number(exact):
                return np.asarray(nearest_float(exact))
            case Constant():
                return np.asarray(value)
            case Operator(arity=arity) if (
                token.is_tuple or sum(x is not None for x in below) < arity
            ):
                return None
            case Operator():
                if token in (EXP, SINH, COSH) and not np.isfinite(below[0]):
                    raise ExpressionError("a number in the formula is too large for SymPy")
                return token.form(backend, *below)
            case _:
                return None

    with np.errstate(all="ignore"):
        expression.fold(combine)


def to_python(expression: Expression) -> str:
    """NumPy source for the formula; it needs ``import math`` and ``import numpy as np``."""
    return written_form(expression).fold(_python).text


_PYTHON_CALLS = MappingProxyType(
    {
        MAX: "np.maximum({0}, {1})",
        MIN: "np.minimum({0}, {1})",
        RELU: "np.maximum({0}, 0.0)",
        ERF: "np.vectorize(math.erf, otypes=[float])({0})",
        PI: "np.pi",
    }
)
"""The functions whose NumPy name is not their own."""


def _python(token: Token, below: Sequence[Written], value: float) -> Written:
    match token:
        case Operator(notation=Notation.INFIX | Notation.PREFIX):
            return write_operator(token, below)
        case Operator(notation=Notation.POWER):
            base = below[0].bracketed(POWER + 1)
            return Written(f"{base.text}**{_python_power(token)}", POWER, base.start)
        case Operator(notation=Notation.TUPLE):
            return Written(f"({', '.join(part.text for part in below)},)")
        case Operator(name=name):
            template = _PYTHON_CALLS.get(token, f"np.{name}({{0}})")
            return Written(template.format(*(part.text for part in below)))
        case Number(exact):
            return _python_number(exact)
        case _:
            return write(token, below, value)


def _python_number(exact: Fraction) -> Written:
    """A float literal; a quotient of two where no short decimal is the number."""
    written = write_number(exact)
    if decimal(exact) is not None:
        return written
    if exact.denominator == 1:
        return written._replace(text=f"{written.text}.0")
    if max(abs(exact.numerator), exact.denominator) > _LARGEST_FLOAT:
        return write_float(nearest_float(exact))
    return written._replace(text=f"{exact.numerator}.0/{exact.denominator}.0")


def _python_power(row: Operator) -> str:
    exponent = row.exponent or Fraction(1)
    if exponent.denominator == 1:
        return f"{exponent}" if exponent > 0 else f"({exponent})"
    return f"({exponent.numerator}/{exponent.denominator})"
